"""Reads the figures that engine.py measured, computes ratios, and prints tables.

A ratio divides a figure of one engine by the same figure of another engine.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import median

from rich.console import Console
from rich.table import Table

#: The baselines with which the engines are compared on each stream. A baseline's figures have no k.
BASELINES = ("replay", "copy", "array", "hash")


@dataclass(frozen=True)
class Figure:
    """The measurements of one engine or baseline on one stream.

    ``group`` is the kind of the stream, and ``name`` the engine or baseline. ``k`` is 0 for a
    figure without a k. ``nanos`` has the nanoseconds of CPU time per item, for each round. ``size``
    is the size of the tables in bytes, or, for the conversion into a k-IPF, the number of nodes in
    the k-IPF.
    """

    group: str
    stream: str
    name: str
    k: int
    size: int
    nanos: tuple[float, ...]

    @classmethod
    def read(cls, group: str, line: str) -> "Figure":
        """Returns the figure in a line of EngineBenchmark's output."""
        stream, name, k, size, *nanos = line.split("\t")
        return cls(group, stream, name, int(k), int(size), tuple(map(float, nanos)))


@dataclass(frozen=True)
class Ratio:
    """The ratios of two engines' figures on one stream.

    ``rounds`` has the ratio of CPU times in each round. The machine's load in a round affects both
    engines alike. ``size`` is the ratio of the tables' sizes.
    """

    group: str
    stream: str
    k: int
    rounds: tuple[float, ...]
    size: float

    @property
    def median(self) -> float:
        """The median of the rounds' ratios."""
        return median(self.rounds)


def ratios(figures: Iterable[Figure], over: str, under: str) -> list[Ratio]:
    """Returns ratios of one engine's figures to another's, where both engines were measured."""
    by_key = {(it.group, it.stream, it.k, it.name): it for it in figures}
    found = []
    for (group, stream, k, name), one in by_key.items():
        other = by_key.get((group, stream, k, under))
        if name == over and other is not None:
            rounds = tuple(a / b for a, b in zip(one.nanos, other.nanos, strict=True))
            found.append(Ratio(group, stream, k, rounds, one.size / other.size))
    return found


def mean(values: Iterable[float]) -> float:
    """Returns the geometric mean."""
    logs = [log(value) for value in values]
    return exp(sum(logs) / len(logs))


def print_figures(figures: Sequence[Figure], over: str, under: str, console: Console) -> None:
    """Prints tables of baselines, engines and mean ratios, and lists where ``under`` is slower."""
    groups = list(dict.fromkeys(it.group for it in figures))
    console.print("ns of one thread's CPU per item: median \\[least, most]")
    for group in groups:
        _print_baselines([it for it in figures if it.group == group and it.k == 0], group, console)
    every = ratios(figures, over, under)
    for group in groups:
        for k in sorted({it.k for it in figures if it.group == group and it.k}):
            chosen = [it for it in figures if (it.group, it.k) == (group, k)]
            _print_engines(chosen, every, f"{group}, k = {k}", f"{over} / {under}", console)
    _print_means(every, f"{over} / {under}", console)
    for line in slower(every, over, under):
        console.print(line)


def slower(every: Iterable[Ratio], over: str, under: str) -> Iterator[str]:
    """Yields a message wherever ``under`` takes more than 1.1 times as long as ``over``."""
    for it in every:
        if it.median < 1 / 1.1:
            where = f"{it.group}, {it.stream}, k = {it.k}"
            yield f"{under} slower than {over}: {where}: {it.median:.2f}"


def _print_baselines(figures: Sequence[Figure], group: str, console: Console) -> None:
    table = Table(group, *BASELINES)
    for stream in dict.fromkeys(it.stream for it in figures):
        of = {it.name: it for it in figures if it.stream == stream}
        table.add_row(stream, *(_spread(of[name].nanos) for name in BASELINES))
    console.print(table)


def _print_engines(
    figures: Sequence[Figure], every: Sequence[Ratio], title: str, ratio: str, console: Console
) -> None:
    names = list(dict.fromkeys(it.name for it in figures))
    kib = [name for name in names if not name.endswith("k-IPF")]
    table = Table(title, *names, *(f"{name} KiB" for name in kib), ratio, "bytes")
    found = {(it.group, it.stream, it.k): it for it in every}
    for stream in dict.fromkeys(it.stream for it in figures):
        of = {it.name: it for it in figures if it.stream == stream}
        own = found.get((figures[0].group, stream, figures[0].k))
        table.add_row(
            stream,
            *(_spread(of[name].nanos) for name in names),
            *(f"{of[name].size / 1024:,.0f}" for name in kib),
            *(("", "") if own is None else (f"{own.median:.2f}", f"{own.size:.2f}")),
        )
    console.print(table)


def _print_means(every: Sequence[Ratio], title: str, console: Console) -> None:
    table = Table("geometric means", "k", f"ns, {title}", "worst", f"bytes, {title}", "worst")
    for group in dict.fromkeys(it.group for it in every):
        of = [it for it in every if it.group == group]
        for k in (*sorted({it.k for it in of}), 0):
            chosen = [it for it in of if k in (0, it.k)]
            worst = min(chosen, key=lambda it: it.median)
            largest = min(chosen, key=lambda it: it.size)
            table.add_row(
                group,
                str(k or "all"),
                f"{mean(it.median for it in chosen):.2f}",
                f"{worst.median:.2f} {worst.stream}",
                f"{mean(it.size for it in chosen):.2f}",
                f"{largest.size:.2f} {largest.stream}",
            )
    console.print(table)


def _spread(values: Sequence[float]) -> str:
    return f"{median(values):.1f} \\[{min(values):.1f}, {max(values):.1f}]"
