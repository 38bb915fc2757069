"""Computes and prints ratios between runs of one round, for each program and over all programs."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import geometric_mean, median

from rich.console import Console
from rich.table import Table

#: The compared source trees: this one, and another commit's.
THIS, OTHER = "this", "other"
NATIVE = "native"
#: The profiler with which both inline k-BLPPs are compared.
BLPP = "blpp-hash"
K_BLPPS = ("k-blpp", "k-blpp-packed")
#: A program counts as slower in a figure if the median of its ratios is above this number and all
#: its ratios are above 1.
_NOTABLE = 1.05


@dataclass(frozen=True)
class Run:
    """A run of a program. All times are in seconds.

    ``timed`` and ``timed_cpu`` are the wall time and the target's CPU time of the timed iterations.
    ``wall`` and ``cpu`` are the wall time and the CPU time of the whole command with all its
    processes.

    ``waited`` is the share of the target's time that was spent waiting for the engine. It is None
    if the run has no engine.
    """

    program: str
    tree: str
    configuration: str
    round: int
    timed: float
    timed_cpu: float
    wall: float
    cpu: float
    waited: float | None = None


_FIGURES: dict[str, Callable[[Run], float]] = {
    "timed": lambda run: run.timed,
    "timed CPU": lambda run: run.timed_cpu,
    "whole": lambda run: run.wall,
    "whole CPU": lambda run: run.cpu,
}


def over_native(runs: Sequence[Run], tree: str, figure: str) -> dict[tuple[str, str], list[float]]:
    """Returns the ratios to the native run of the same round, by program and configuration."""
    natives = {(run.program, run.round): run for run in runs if run.configuration == NATIVE}
    return _ratios(
        [run for run in runs if run.tree == tree and run.configuration != NATIVE],
        lambda run: natives.get((run.program, run.round)),
        _FIGURES[figure],
    )


def over_blpp(runs: Sequence[Run], tree: str, figure: str) -> dict[tuple[str, str], list[float]]:
    """Returns the ratios of k-BLPP to BLPP in the same round, by program and configuration."""
    own = [run for run in runs if run.tree == tree]
    blpps = {(run.program, run.round): run for run in own if run.configuration == BLPP}
    return _ratios(
        [run for run in own if run.configuration in K_BLPPS],
        lambda run: blpps.get((run.program, run.round)),
        _FIGURES[figure],
    )


def over_other(runs: Sequence[Run], figure: str) -> dict[tuple[str, str], list[float]]:
    """Returns ratios to the other tree's run of the same round, by program and configuration."""
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
        # A figure in whole milliseconds may be 0.
        if other is not None and figure(other) > 0:
            ratios.setdefault((run.program, run.configuration), []).append(
                figure(run) / figure(other)
            )
    return ratios


def slower(runs: Sequence[Run]) -> Iterator[str]:
    """Yields a message for each figure by which a program is slower than in the other tree."""
    for figure in _FIGURES:
        for (program, configuration), ratios in sorted(over_other(runs, figure).items()):
            if median(ratios) > _NOTABLE and min(ratios) > 1:
                yield f"slower: {program} {configuration}, {figure}: {_text(ratios)}"


def print_comparison(runs: Sequence[Run], console: Console) -> None:
    """Prints each program's ratios as median [least, most].

    For each configuration, also prints the geometric mean and the maximum of the programs' medians.
    At the end, prints the ratios of k-BLPP to BLPP, and how long targets waited for the engine.
    """
    trees = [tree for tree in (THIS, OTHER) if any(run.tree == tree for run in runs)]
    for tree in trees:
        title = "Ratios to native" if len(trees) == 1 else f"Ratios to native: {tree} tree"
        _print(title, {figure: over_native(runs, tree, figure) for figure in _FIGURES}, console)
    if OTHER in trees:
        _print(
            "Ratios of this tree to the other",
            {figure: over_other(runs, figure) for figure in _FIGURES},
            console,
        )
    for tree in trees:
        for line in (
            *_k_blpp_over_blpp(runs, tree),
            *_waiting([run for run in runs if run.tree == tree]),
        ):
            console.print(line if len(trees) == 1 else f"{tree} tree: {line}")


def _k_blpp_over_blpp(runs: Sequence[Run], tree: str) -> Iterator[str]:
    figures = {figure: over_blpp(runs, tree, figure) for figure in ("timed", "timed CPU")}
    for configuration in K_BLPPS:
        parts = []
        for figure, ratios in figures.items():
            medians = {
                program: median(rounds)
                for (program, name), rounds in ratios.items()
                if name == configuration
            }
            if medians:
                worst = max(medians, key=lambda program: medians[program])
                parts.append(
                    f"{figure} {geometric_mean(medians.values()):.2f}, "
                    f"worst {medians[worst]:.2f} ({worst})"
                )
        if parts:
            yield f"{configuration} over {BLPP}, geometric mean of programs: {'; '.join(parts)}"


def _waiting(runs: Sequence[Run]) -> Iterator[str]:
    shares: dict[str, list[tuple[float, str]]] = {}
    for run in runs:
        if run.waited is not None:
            shares.setdefault(run.configuration, []).append((run.waited, run.program))
    for configuration, waited in sorted(shares.items()):
        middle, (most, program) = median(it for it, _ in waited), max(waited)
        yield (
            f"{configuration}: targets waited for the engine for {middle:.1%} of their time, "
            f"median of {len(waited)} runs; at most {most:.1%} ({program})"
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
