"""Reads the sampling benchmark's rows, and makes a table of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean

from rich.table import Table

from benchmarks.measurement import Measurement


@dataclass(frozen=True)
class Row:
    """A sampled run, and the native run of the same round.

    ``overlap`` is None if no burst was possible. ``bursts`` is the number of bursts. ``observed``
    is the share of the run's time that lies in bursts. ``said`` is the overhead that the profile
    states.
    """

    program: str
    budget: float
    native: Measurement
    sampled: Measurement
    overlap: float | None
    bursts: int
    observed: float
    said: float

    @property
    def cpu_ratio(self) -> float:
        """The CPU time of the program's timed iterations, divided by the native run's."""
        return self.sampled.timed_cpu_seconds / self.native.timed_cpu_seconds

    @property
    def wall_ratio(self) -> float:
        """The wall time of the program's timed iterations, divided by the native run's."""
        return self.sampled.timed_seconds / self.native.timed_seconds

    @property
    def whole_ratio(self) -> float:
        """The CPU time of the whole command (with kpath-jvm), divided by the native command's."""
        return self.sampled.cpu_seconds / self.native.cpu_seconds


def read(path: Path) -> list[Row]:
    """Returns the rows in a JSON file that the benchmark wrote."""
    document = json.loads(path.read_text("utf-8"))
    return [
        Row(**{**row, **{name: Measurement(**row[name]) for name in ("native", "sampled")}})
        for row in document["rows"]
    ]


def table(rows: Sequence[Row]) -> Table:
    """Returns a table of all rows, and of the geometric means for each budget."""
    made = Table(
        "program", "budget", "bursts", "observed", "stated", "CPU over native", "with own CPU",
        "wall", "overlap",
    )  # fmt: skip
    for row in sorted(rows, key=lambda it: (it.budget, it.program)):
        made.add_row(
            row.program, f"{100 * row.budget:g} %", str(row.bursts), f"{100 * row.observed:.2g} %",
            f"{100 * row.said:.2g} %", f"{row.cpu_ratio:.3f}", f"{row.whole_ratio:.3f}",
            f"{row.wall_ratio:.3f}", "-" if row.overlap is None else f"{100 * row.overlap:.1f} %",
        )  # fmt: skip
    for budget in sorted({row.budget for row in rows}):
        own = [row for row in rows if row.budget == budget]
        known = [row.overlap for row in own if row.overlap]
        means = [
            f"{geometric_mean(values):.3f}"
            for values in (
                [it.cpu_ratio for it in own], [it.whole_ratio for it in own],
                [it.wall_ratio for it in own],
            )
        ]  # fmt: skip
        overlap = f"{100 * geometric_mean(known):.1f} %" if known else "-"
        made.add_row(
            "geometric mean", f"{100 * budget:g} %", str(sum(it.bursts for it in own)), "", "",
            *means, f"{overlap} of {len(known)}",
        )  # fmt: skip
    return made
