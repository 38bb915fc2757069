"""The work of ``kpath-jvm reproduce``: the experiment, then its figures and its report."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.evaluation.experiments.plan import make_plan
from kpath_jvm.evaluation.experiments.reproduction import reproduction
from kpath_jvm.evaluation.experiments.verb import (
    INTERRUPTED,
    carry_out,
    present,
    say,
    show_plan,
    with_lanes,
)
from kpath_jvm.evaluation.workloads import KitPlaces


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
