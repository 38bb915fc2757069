"""The work of ``kpath-jvm reproduce``: the paper's evaluation, cut down to what was asked for.

The experiment of the mode, then its figures and its report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.experiment import (
    INTERRUPTED,
    carry_out,
    present,
    say,
    show_plan,
    with_lanes,
)
from kpath_jvm.evaluation.experiments.planning.configuration import Experiment, read_experiment
from kpath_jvm.evaluation.experiments.planning.document import named
from kpath_jvm.evaluation.experiments.planning.plan import make_plan
from kpath_jvm.evaluation.results.schema import KINDS
from kpath_jvm.evaluation.workloads import KitPlaces
from kpath_jvm.evaluation.workloads.kits import find_kit, list_kits
from kpath_jvm.evaluation.workloads.kits.places import SOURCES

_K_BLPP = ("native", "native-again", "blpp-hash", "k-blpp")
_STRUCTURE_ONLY: tuple[str, ...] = ()


@dataclass(frozen=True)
class Need:
    """What a chart is drawn from: recorded runs, a kept profile, trials of profilers.

    ``profilers`` None: of all that there are.
    """

    structure: bool
    profile: bool
    profilers: tuple[str, ...] | None


_COUNTED = Need(structure=True, profile=False, profilers=_STRUCTURE_ONLY)
_TIMED = Need(structure=False, profile=False, profilers=None)
#: By the beginning of a chart's name; the longest that fits counts.
_NEEDS: Mapping[str, Need] = {
    "figure04": Need(structure=True, profile=True, profilers=()),
    "figure08": Need(structure=False, profile=False, profilers=_K_BLPP),
    "figure08-array": Need(structure=False, profile=False, profilers=(*_K_BLPP, "blpp-array")),
    "figure09": _COUNTED,
    "figure10": _COUNTED,
    "figure11": _COUNTED,
    "figure12": _COUNTED,
    "figure13": _COUNTED,
    "figure14": _COUNTED,
    "node-scans": _COUNTED,
    "ksf-degree": _COUNTED,
    "loop-free": _COUNTED,
    "": _TIMED,
}


@dataclass(frozen=True)
class Request:
    """What was asked for; None stands for all benchmarks, all figures, the mode's own budget and
    lanes."""

    mode: str
    only: Sequence[str] | None
    figures: Sequence[str] | None
    root: Path
    budget_hours: float | None
    lanes: int | None
    retry_failed: bool
    dry_run: bool
    kits: KitPlaces


def reproduce(request: Request) -> int:
    """Runs what is left, draws and writes the report; the exit status."""
    charts = _charts(request.figures)
    experiment = reproduction(request.mode, request.only, charts, request.kits)
    plan = make_plan(with_lanes(experiment, request.lanes), request.kits)
    if request.dry_run:
        show_plan(plan, request.root)
        return 0
    status = carry_out(plan, request.root, request.retry_failed, request.budget_hours)
    if status != INTERRUPTED:
        present(request.root, request.figures)
        for line in plan.experiment.left_out:
            say(f"left out of --{request.mode}: {line}")
    return status


def _charts(figures: Sequence[str] | None) -> list[str] | None:
    """The names of the charts that were asked for; KpathError for one that there is not."""
    if figures is None:
        return None
    # It imports matplotlib, which takes a second.
    from kpath_jvm.evaluation.figures.drawing import select

    return [chart.name for chart in select(figures)]


def need_of(chart: str) -> Need:
    """What the chart of a name is drawn from; all trials for one that is not known here."""
    longest = max((name for name in _NEEDS if chart.startswith(name)), key=len)
    return _NEEDS[longest]


def reproduction(
    mode: str,
    only: Sequence[str] | None,
    charts: Sequence[str] | None,
    places: KitPlaces | None = None,
) -> Experiment:
    """The experiment of a mode (quick or paper), for some benchmarks and for some charts.

    None stands for all: the stand-ins, the kits in ``places``, and for paper every kit that is
    there. Unknown benchmarks are told of when the plan is made.
    """
    experiment = read_experiment(named(mode))
    kits = named_kits(places or KitPlaces())
    if kits or only is not None:
        experiment = replace(experiment, kinds=KINDS)
    if only is not None:
        experiment = replace(experiment, benchmarks=tuple(only))
    else:
        kits = kits or (found_kits() if mode == "paper" else [])
        official = tuple(f"{suite}/*" for suite in kits)
        experiment = replace(experiment, benchmarks=(*experiment.benchmarks, *official))
    if charts is not None:
        experiment = restricted(experiment, [need_of(chart) for chart in charts])
    return experiment


def named_kits(places: KitPlaces) -> list[str]:
    """The suites of the kits that the command line names; KpathError if one is no kit."""
    suites: list[str] = []
    for harness in SOURCES:
        if not getattr(places, harness):
            continue
        found, complaint = _found(places, harness)
        if not found:
            raise KpathError(complaint, 125)
        suites += found
    return suites


def found_kits() -> list[str]:
    """The suites of the kits that a variable names or the cache has."""
    return [suite for harness in SOURCES for suite in _found(KitPlaces(), harness)[0]]


def _found(places: KitPlaces, harness: str) -> tuple[list[str], str]:
    """Suites of a harness whose kit is there, and what was said of the last that isn't."""
    suites, complaint = [], ""
    for kit in list_kits():
        if kit.harness != harness:
            continue
        try:
            find_kit(kit, places)
            suites.append(kit.suite)
        except KpathError as error:
            complaint = str(error)
    return suites, complaint


def restricted(experiment: Experiment, needs: Sequence[Need]) -> Experiment:
    """The experiment without what nobody needs."""
    structure = experiment.structure
    if structure is not None and not any(need.profile for need in needs):
        structure = replace(structure, profiles=())
    if not any(need.structure for need in needs):
        structure = None
    wanted = {name for need in needs for name in need.profilers or ()}
    every = any(need.profilers is None for need in needs)
    selections = [it for it in experiment.selections if every or it.profiler in wanted]
    return replace(experiment, structure=structure, selections=tuple(selections))
