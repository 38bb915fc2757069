"""Ratios of runs of the same round, by program and configuration, and over all programs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import geometric_mean, median

from rich.console import Console
from rich.table import Table

THIS, OTHER = "this", "other"
NATIVE = "native"
#: A ratio counts as slower when its median is above, and no round's is below 1.
_NOTABLE = 1.05


@dataclass(frozen=True)
class Run:
    """A run of a program, in seconds: wall time and the target's CPU of the timed iterations, then
    wall time and CPU of the whole command with all its processes."""

    program: str
    tree: str
    configuration: str
    round: int
    timed: float
    timed_cpu: float
    wall: float
    cpu: float


_FIGURES: dict[str, Callable[[Run], float]] = {
    "timed": lambda run: run.timed,
    "timed CPU": lambda run: run.timed_cpu,
    "whole": lambda run: run.wall,
    "whole CPU": lambda run: run.cpu,
}


def over_native(runs: Sequence[Run], tree: str, figure: str) -> dict[tuple[str, str], list[float]]:
    """Returns the ratios of each round to its native run, by program and configuration."""
    natives = {(run.program, run.round): run for run in runs if run.configuration == NATIVE}
    return _ratios(
        [run for run in runs if run.tree == tree and run.configuration != NATIVE],
        lambda run: natives.get((run.program, run.round)),
        _FIGURES[figure],
    )


def over_other(runs: Sequence[Run], figure: str) -> dict[tuple[str, str], list[float]]:
    """Returns the ratios of each round to the other tree's run, by program and configuration."""
    others = {(run.program, run.configuration, run.round): run for run in runs if run.tree == OTHER}
    return _ratios(
        [run for run in runs if run.tree == THIS],
        lambda run: others.get((run.program, run.configuration, run.round)),
        _FIGURES[figure],
    )


def _ratios(
    runs: Sequence[Run], base: Callable[[Run], Run | None], figure: Callable[[Run], float]
) -> dict[tuple[str, str], list[float]]:
    ratios: dict[tuple[str, str], list[float]] = {}
    for run in runs:
        other = base(run)
        # A run whose timed part is shorter than a millisecond has no ratio.
        if other is not None and figure(other) > 0:
            ratios.setdefault((run.program, run.configuration), []).append(
                figure(run) / figure(other)
            )
    return ratios


def slower(runs: Sequence[Run]) -> Iterator[str]:
    """Yields a line for each figure that got slower since the other tree."""
    for figure in _FIGURES:
        for (program, configuration), ratios in sorted(over_other(runs, figure).items()):
            if median(ratios) > _NOTABLE and min(ratios) > 1:
                yield f"slower: {program} {configuration}, {figure}: {_text(ratios)}"


def print_comparison(runs: Sequence[Run], console: Console) -> None:
    """Prints medians [least, most] of ratios, and over all programs geometric mean and worst."""
    trees = [tree for tree in (THIS, OTHER) if any(run.tree == tree for run in runs)]
    for tree in trees:
        title = "Over native" if len(trees) == 1 else f"Over native: {tree} tree"
        _print(title, {figure: over_native(runs, tree, figure) for figure in _FIGURES}, console)
    if OTHER in trees:
        _print(
            "This tree over the other",
            {figure: over_other(runs, figure) for figure in _FIGURES},
            console,
        )


def _print(
    title: str, by_figure: dict[str, dict[tuple[str, str], list[float]]], console: Console
) -> None:
    table = Table("program", "configuration", *by_figure, title=title)
    rows = sorted({row for ratios in by_figure.values() for row in ratios})
    for row in rows:
        table.add_row(*row, *(_text(ratios.get(row, [])) for ratios in by_figure.values()))
    for configuration in sorted({configuration for _, configuration in rows}):
        own = [row for row in rows if row[1] == configuration]
        table.add_row(
            f"geometric mean, worst of {len(own)}",
            configuration,
            *(_all([ratios[row] for row in own if row in ratios]) for ratios in by_figure.values()),
        )
    console.print(table)


def _text(ratios: Sequence[float]) -> str:
    if not ratios:
        return ""
    return f"{median(ratios):.2f} \\[{min(ratios):.2f}, {max(ratios):.2f}]"


def _all(ratios: Sequence[Sequence[float]]) -> str:
    medians = [median(rounds) for rounds in ratios]
    return f"{geometric_mean(medians):.2f}, {max(medians):.2f}" if medians else ""
