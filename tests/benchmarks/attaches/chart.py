"""Draws how the Metaspace in use grows: a panel for each JDK, a line for each way to attach."""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import sheet

_COLOURS = ("black", "blue", "sky", "orange", "green", "vermilion")
_MARKERS = ("o", "s", "^", "D", "v", "P")
#: Sizes in inches.
_HEIGHT, _LEFT, _TOP, _BOTTOM, _BETWEEN = 2.2, 0.36, 0.2, 0.36, 0.2
_MIB = 1 << 20


def draw(rows: pd.DataFrame) -> Figure:
    """Draws the rows of benchmarks.attaches.attaches."""
    ways, javas = list(rows["way"].unique()), sorted(rows["java"].unique())
    looks = {way: (style.OKABE_ITO[_COLOURS[at]], _MARKERS[at]) for at, way in enumerate(ways)}
    handles = [
        Line2D([], [], color=colour, marker=marker, markersize=3, linewidth=0.9, label=way)
        for way, (colour, marker) in looks.items()
    ]
    made = sheet(
        style.PAGE_WIDTH, _TOP + _HEIGHT + _BOTTOM,
        "Metaspace of a program that is attached to again and again",
        "Metaspace in use after full collections. JVM itself: another agent makes the JVM "
        "retransform the same classes as often, and changes nothing. The first attach loads the "
        "agent and the runtime, which stay loaded.",
        handles,
    )  # fmt: skip
    width = (style.PAGE_WIDTH - _LEFT - 0.06 + _BETWEEN) / len(javas) - _BETWEEN
    most = rows["used_bytes"].max() / _MIB
    for at, java in enumerate(javas):
        axes = made.axes(_LEFT + at * (width + _BETWEEN), _TOP, width, _HEIGHT)
        for way, (colour, marker) in looks.items():
            own = rows[(rows["java"] == java) & (rows["way"] == way)]
            axes.plot(
                own["times"], own["used_bytes"] / _MIB, color=colour, marker=marker,
                markersize=3, linewidth=0.9,
            )  # fmt: skip
        axes.set_ylim(0, 1.05 * most)
        axes.set_title(f"Java {java}")
        axes.set_xlabel("times")
        if at:
            axes.set_yticklabels([])
        else:
            axes.set_ylabel("MiB")
    return made.figure
