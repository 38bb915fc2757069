"""Does the work of ``kpath-jvm reproduce``, which repeats evaluations of papers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

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
from kpath_jvm.evaluation.experiments.running.session import Settings
from kpath_jvm.evaluation.experiments.verdicts import verdict_lines
from kpath_jvm.evaluation.results.papers import Paper
from kpath_jvm.evaluation.results.schema import SUITE_KINDS
from kpath_jvm.evaluation.workloads.kits.catalogue import list_kits
from kpath_jvm.evaluation.workloads.kits.places import SOURCES, KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit

if TYPE_CHECKING:
    from kpath_jvm.evaluation.figures.charts.chart import Chart


@dataclass(frozen=True)
class ReproduceRequest:
    """A request to reproduce the papers' evaluations.

    If ``only`` is None, the mode's benchmarks are run. If ``figures`` is None, all figures are
    drawn. If ``lanes`` is None, the mode's number of lanes applies. If ``papers`` is empty, all
    papers are meant.
    """

    mode: str
    only: Sequence[str] | None
    figures: Sequence[str] | None
    papers: tuple[Paper, ...]
    root: Path
    settings: Settings
    lanes: int | None
    dry_run: bool
    kits: KitPlaces


def reproduce(request: ReproduceRequest) -> int:
    """Runs the remaining trials, draws figures, writes the report, and returns the exit status."""
    charts = _charts(request.figures, request.papers)
    experiment = reproduction(request.mode, request.only, charts, request.kits)
    plan = make_plan(with_lanes(experiment, request.lanes), request.kits)
    if request.dry_run:
        show_plan(plan, request.root, request.settings)
        return 0
    status = carry_out(plan, request.root, request.settings)
    if status != INTERRUPTED:
        names = None if charts is None else [chart.name for chart in charts]
        present(request.root, names)
        for line in verdict_lines(request.root, request.papers, names):
            say(line)
        for line in plan.experiment.left_out:
            say(f"left out of --{request.mode}: {line}")
    return status


def _charts(figures: Sequence[str] | None, papers: Sequence[Paper]) -> "list[Chart] | None":
    """Returns the charts that were asked for, by name or by paper; None stands for all charts.

    Raises KpathError for an unknown chart.
    """
    if figures is None and not papers:
        return None
    # This import loads matplotlib, which takes a second.
    from kpath_jvm.evaluation.figures.drawing import select

    keys = {paper.key for paper in papers}
    chosen = [chart for chart in select(figures) if not keys or chart.paper in keys]
    if not chosen:
        raise KpathError(
            f"--figures {','.join(figures or ())} and --of {','.join(sorted(keys))} have no figure "
            "in common; give one of them",
            2,
        )
    return chosen


def reproduction(
    mode: str,
    only: Sequence[str] | None,
    charts: "Sequence[Chart] | None",
    places: KitPlaces | None = None,
) -> Experiment:
    """Returns the experiment of a mode (quick or paper), for some benchmarks and some charts.

    If ``only`` is None, the benchmarks are those of the mode and of the kits in ``places``; if
    ``places`` has no kits, the mode paper takes all kits that are found. If ``charts`` is None, the
    experiment has all that the mode measures.
    """
    experiment = read_experiment(named(mode))
    kits = named_kits(places or KitPlaces())
    if kits or only is not None:
        experiment = replace(experiment, kinds=SUITE_KINDS)
    if only is not None:
        experiment = replace(experiment, benchmarks=tuple(only))
    else:
        kits = kits or (found_kits() if mode == "paper" else [])
        official = tuple(f"{suite}/*" for suite in kits)
        experiment = replace(experiment, benchmarks=(*experiment.benchmarks, *official))
    if charts is not None:
        experiment = restricted(experiment, charts)
    return experiment


def named_kits(places: KitPlaces) -> list[str]:
    """Returns the suites of the kits that the command line names.

    Raises KpathError if the command line says where a harness's kits are, and no kit is there.
    """
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
    """Returns the suites of the kits that an environment variable names or that the cache has."""
    return [suite for harness in SOURCES for suite in _found(KitPlaces(), harness)[0]]


def _found(places: KitPlaces, harness: str) -> tuple[list[str], str]:
    """Returns the suites of the kits that were found, and a complaint if a kit is missing."""
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


def restricted(experiment: Experiment, charts: "Sequence[Chart]") -> Experiment:
    """Returns the experiment reduced to what the charts need."""
    structure = experiment.structure
    if structure is not None and not any(chart.needs_profile for chart in charts):
        structure = replace(structure, profiles=())
    timed = [chart.profilers for chart in charts if chart.is_timed]
    selections = [
        it for it in experiment.selections if any(of is None or it.profiler in of for of in timed)
    ]
    return replace(
        experiment,
        structure=structure if any(chart.needs_recording for chart in charts) else None,
        selections=tuple(selections),
    )
