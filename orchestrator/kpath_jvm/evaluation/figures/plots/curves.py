"""Line charts with the values of a profiler's option on the x-axis, and a line per program."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import sheet

_COLOURS = ("vermilion", "blue", "green", "purple", "orange", "sky", "black")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X")
# Dashed lines are reserved for the mean.
_LINES = ("-", ":", "-.")
_HEIGHT = 1.75


@dataclass(frozen=True)
class CurvePanel:
    """A panel that shows the rows whose column ``panel`` is ``key``.

    ``floor`` and ``ceiling`` are the ends of the y-axis; None leaves an end to matplotlib.
    """

    key: str
    title: str
    floor: float | None = 0.0
    ceiling: float | None = None


@dataclass(frozen=True)
class Curves:
    """The panels of a chart, side by side, and the texts that they share.

    ``mean`` is the legend's text for the line of the programs' geometric mean. If it is empty,
    there is no such line.
    """

    panels: Sequence[CurvePanel]
    x_label: str
    mean: str = ""


def draw_curves(data: pd.DataFrame, curves: Curves, title: str, note: str) -> Figure:
    """Draws a line for each label, in the same colour in all panels.

    ``data`` has the columns panel, label, x and value; values are shares. The values of x are drawn
    at equal distances.
    """
    labels = list(dict.fromkeys(data["label"]))
    looks = {label: _look(at) for at, label in enumerate(labels)}
    handles: list[Artist] = [
        Line2D([], [], **look, markersize=3, label=label) for label, look in looks.items()
    ]
    if curves.mean:
        handles.append(Line2D([], [], color=style.DARK, linestyle="--", label=curves.mean))
    made = sheet(style.PAGE_WIDTH, _HEIGHT + 0.62, title, note, handles)
    room = style.PAGE_WIDTH / len(curves.panels)
    steps = sorted(set(data["x"]))
    for at, panel in enumerate(curves.panels):
        axes = made.axes(at * room + 0.5, 0.2, room - 0.6, _HEIGHT)
        axes.set_title(panel.title, loc="left", fontsize=style.FONT_SIZE)
        own = data[data["panel"] == panel.key]
        for label, line in own.groupby("label", sort=False):
            axes.plot(
                [steps.index(x) for x in line["x"]], line["value"], **looks[str(label)],
                markersize=3, markeredgecolor=style.DARK, markeredgewidth=0.3, zorder=3,
            )  # fmt: skip
        if curves.mean:
            wide = own.pivot_table(index="x", columns="label", values="value").dropna(axis=1)
            mean = np.exp(np.log(wide.clip(lower=1e-9)).mean(axis=1))
            axes.plot(
                [steps.index(x) for x in mean.index], mean, color=style.DARK, linestyle="--",
                linewidth=1.4, zorder=4,
            )  # fmt: skip
        axes.set_xticks(range(len(steps)), [f"{step:,}" for step in steps])
        axes.set_xlabel(curves.x_label)
        axes.yaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.set_ylim(panel.floor, panel.ceiling)
    return made.figure


def _look(at: int) -> dict[str, Any]:
    """Returns the look of the label with the index ``at``. The first 147 labels look different."""
    # Each time that the colours have been used up, every colour gets its next marker.
    turn, colour = divmod(at, len(_COLOURS))
    return {
        "color": style.OKABE_ITO[_COLOURS[colour]],
        "marker": _MARKERS[(colour + turn) % len(_MARKERS)],
        "linestyle": _LINES[turn // len(_MARKERS) % len(_LINES)],
    }
