"""The chart of sampling: how much of the exact profile a sampled one has, and what that cost."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.lines import Line2D

from benchmarks.sampled.rows import Row
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import sheet

_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p", "h", "<", ">")
_COLOURS = ("blue", "vermilion", "green", "purple", "orange", "sky")
#: Inches.
_HEIGHT, _LEFT, _TOP = 2.4, 0.55, 0.05
#: What is asked for: at most so much time, at least so much overlap.
WANTED_RATIO, WANTED_OVERLAP = 1.03, 0.95


def draw(rows: Sequence[Row], directory: Path) -> list[Path]:
    """Writes overlap-against-overhead as PNG, SVG and PDF; rows without a profile stand at 0."""
    programs = list(dict.fromkeys(row.program for row in rows))
    budgets = sorted({row.budget for row in rows})
    with style.styled():
        handles = [
            Line2D([], [], marker=_MARKERS[at % len(_MARKERS)], color=style.DARK, linestyle="none",
                   markersize=4, label=program)
            for at, program in enumerate(programs)
        ] + [
            Line2D([], [], marker="o", color=_colour(budgets, budget), linestyle="none",
                   markersize=5, label=f"budget {100 * budget:g} %")
            for budget in budgets
        ]  # fmt: skip
        note = (
            "Each mark is a pair of runs of the same iterations, one native; overlap of Ball-Larus "
            "paths with the exact profile, 0 where no burst was possible. Shaded: what is wanted."
        )
        made = sheet(
            style.COLUMN_WIDTH * 1.5, _HEIGHT + 0.45, "Overlap against overhead of sampling", note,
            handles,
        )  # fmt: skip
        axes = made.axes(_LEFT, _TOP, style.COLUMN_WIDTH * 1.5 - _LEFT - 0.15, _HEIGHT)
        ends = [row.cpu_ratio for row in rows] + [1.0, WANTED_RATIO]
        least, most = min(ends) - 0.02, max(ends) + 0.02
        axes.axvspan(least, WANTED_RATIO, WANTED_OVERLAP / 1.05, 1, color="#DDEEDD", zorder=0)
        axes.axvline(1.0, color=style.DARK, linewidth=0.6, zorder=1)
        for row in rows:
            axes.plot(
                [row.cpu_ratio], [row.overlap or 0.0], linestyle="none", markersize=5, zorder=3,
                marker=_MARKERS[programs.index(row.program) % len(_MARKERS)],
                color=_colour(budgets, row.budget),
            )  # fmt: skip
        axes.set_xlim(least, most)
        axes.set_ylim(0, 1.05)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 0.95], ["0", "25 %", "50 %", "75 %", "95 %"])
        axes.set_xlabel("CPU time of the timed iterations / native")
        axes.set_ylabel("overlap with the exact profile")
        return style.save(made.figure, directory, "overlap-against-overhead")


def _colour(budgets: Sequence[float], budget: float) -> str:
    return style.OKABE_ITO[_COLOURS[budgets.index(budget) % len(_COLOURS)]]
