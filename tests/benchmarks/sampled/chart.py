"""Draws a chart of how far sampled profiles overlap exact ones, against the costs of sampling."""

import math
from collections.abc import Sequence
from pathlib import Path
from statistics import geometric_mean

from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.ticker import PercentFormatter

from benchmarks.sampled.rows import Row
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import sheet

_MARKERS = {"dacapo": "o", "grande": "s", "specjvm2008": "^"}
_COLOURS = ("blue", "vermilion", "green", "purple", "orange", "sky")
#: Sizes in inches.
_HEIGHT, _LEFT, _TOP = 2.6, 0.6, 0.05
#: The goal of sampling: at most this ratio of CPU time to the native run's, and at least this
#: overlap.
WANTED_RATIO, WANTED_OVERLAP = 1.03, 0.95


def draw(rows: Sequence[Row], directory: Path) -> list[Path]:
    """Draws overlap-against-overhead as PNG, SVG and PDF. Returns the files.

    A run without a profile is drawn with an overlap of 0.
    """
    budgets = sorted({row.budget for row in rows})
    suites = list(dict.fromkeys(map(_suite, rows)))
    with style.styled():
        handles = (
            [_handle(suite, _MARKERS.get(suite, "D"), style.DARK, 4) for suite in suites]
            + [_handle(f"budget {100 * it:g} %", "o", _colour(budgets, it), 5) for it in budgets]
            + [_handle("geometric mean", "*", style.DARK, 9)]
        )
        note = (
            "Each mark compares a sampled run with a native run of the same iterations. The "
            "overlap compares Ball-Larus paths with those of the exact profile; it is 0 if no "
            "burst was possible. Shaded: the goal. Programs outside it are named."
        )
        made = sheet(
            style.COLUMN_WIDTH * 1.5, _HEIGHT + 0.45, "Overlap against overhead of sampling", note,
            handles,
        )  # fmt: skip
        axes = made.axes(_LEFT, _TOP, style.COLUMN_WIDTH * 1.5 - _LEFT - 0.15, _HEIGHT)
        ends = [row.cpu_ratio for row in rows] + [1.0, WANTED_RATIO]
        axes.set_xlim(min(ends) - 0.015, max(ends) + 0.015)
        lowest = min([row.overlap or 0.0 for row in rows] + [WANTED_OVERLAP])
        axes.set_ylim(max(math.floor(10 * lowest) / 10 - 0.02, -0.03), 1.01)
        wanted = (axes.get_xlim()[0], WANTED_OVERLAP)
        axes.add_patch(
            Rectangle(wanted, WANTED_RATIO - wanted[0], 1 - WANTED_OVERLAP, color="#DDEEDD",
                      zorder=0, linewidth=0)
        )  # fmt: skip
        axes.axvline(1.0, color=style.DARK, linewidth=0.6, zorder=1)
        for row in rows:
            place = (row.cpu_ratio, row.overlap or 0.0)
            _mark(axes, place, _MARKERS.get(_suite(row), "D"), _colour(budgets, row.budget), 4.5)
            if row.cpu_ratio > WANTED_RATIO or place[1] < WANTED_OVERLAP:
                axes.annotate(row.program.partition("/")[2], place, (3, 3),
                              textcoords="offset points", fontsize=style.FONT_SIZE - 1)  # fmt: skip
        for budget in budgets:
            own = [row for row in rows if row.budget == budget and row.overlap]
            if own:
                ratio = geometric_mean(row.cpu_ratio for row in own)
                overlap = geometric_mean(row.overlap or 0.0 for row in own)
                _mark(axes, (ratio, overlap), "*", _colour(budgets, budget), 11)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.set_xlabel("CPU time of the timed iterations / native")
        axes.set_ylabel("overlap with the exact profile")
        return style.save(made.figure, directory, "overlap-against-overhead")


def _suite(row: Row) -> str:
    return row.program.partition("/")[0]


def _handle(label: str, marker: str, colour: str, size: float) -> Line2D:
    return Line2D([], [], marker=marker, color=colour, linestyle="none", markersize=size,
                  label=label)  # fmt: skip


def _mark(axes: Axes, place: tuple[float, float], marker: str, colour: str, size: float) -> None:
    axes.plot(
        [place[0]], [place[1]], linestyle="none", marker=marker, markersize=size, color=colour,
        markeredgecolor="white", markeredgewidth=0.4, zorder=4 if marker == "*" else 3,
    )  # fmt: skip


def _colour(budgets: Sequence[float], budget: float) -> str:
    return style.OKABE_ITO[_COLOURS[budgets.index(budget) % len(_COLOURS)]]
