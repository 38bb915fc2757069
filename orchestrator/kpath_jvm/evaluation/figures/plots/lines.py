"""Line charts with k on the x-axis, such as those of figure 10 in the k-BLPP paper."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import sheet, wrapped

_COLOURS = ("vermilion", "blue", "green", "purple", "orange", "sky", "yellow", "black")
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
OTHERS = "the others"


@dataclass(frozen=True)
class Panel:
    """A panel that shows the rows whose column ``panel`` is ``key``.

    If the text ``instead`` isn't empty, the panel shows this text in place of a chart.
    """

    key: str
    title: str
    y_label: str
    instead: str = ""


def line_panels(
    data: pd.DataFrame, panels: Sequence[Panel], named: Sequence[str], title: str, note: str
) -> Figure:
    """Draws values against k, with one line for each benchmark.

    ``data`` has the columns panel, label, k, value. The benchmarks in ``named`` have coloured
    lines. The lines of the others are thin and grey, and a dashed line shows the mean of the
    others.
    """
    looks = _looks(named)
    made = sheet(style.PAGE_WIDTH, 2.3, title, note, _handles(data, looks))
    ks = sorted(set(data["k"]))
    room = style.PAGE_WIDTH / len(panels)
    for at, panel in enumerate(panels):
        if panel.instead:
            axes = made.axes(at * room + 0.1, 0.2, room - 0.2, 1.7)
            write_instead(axes, panel, room - 0.5)
            continue
        axes = made.axes(at * room + 0.5, 0.2, room - 0.58, 1.7)
        axes.set_title(panel.title, loc="left", fontsize=style.FONT_SIZE)
        _draw(axes, data[data["panel"] == panel.key], looks)
        axes.set_ylabel(panel.y_label)
        axes.set_xlabel("k")
        axes.set_xscale("log", base=2)
        axes.set_xticks(ks, [str(k) for k in ks])
        axes.set_xticks([], minor=True)
        axes.set_ylim(bottom=0)
        axes.locator_params(axis="y", nbins=5)
    return made.figure


def _looks(named: Sequence[str]) -> dict[str, tuple[str, str]]:
    return {
        label: (style.OKABE_ITO[_COLOURS[at % 8]], _MARKERS[at % 8])
        for at, label in enumerate(named)
    }


def write_instead(axes: Axes, panel: Panel, width: float) -> None:
    """Writes in a panel why it has no chart. An empty axis would look like a measurement."""
    axes.set_axis_off()
    axes.set_title(panel.title, loc="left", fontsize=style.FONT_SIZE)
    axes.text(
        0.5, 0.5, "\n".join(wrapped(panel.instead, width)), ha="center", va="center",
        transform=axes.transAxes, linespacing=1.5,
        bbox={"boxstyle": "round,pad=0.6", "facecolor": "#F2F2F2", "edgecolor": style.GREY},
    )  # fmt: skip


def _draw(axes: Axes, data: pd.DataFrame, looks: dict[str, tuple[str, str]]) -> None:
    others = data[~data["label"].isin(list(looks))]
    for _, line in others.groupby("label", sort=False):
        axes.plot(line["k"], line["value"], color="#B5B5B5", linewidth=0.6, zorder=1.5)
    if len(others):
        # Benchmarks without a value at some k are left out, so that the mean is over the same
        # benchmarks at each k.
        wide = others.pivot_table(index="k", columns="label", values="value").dropna(axis=1)
        mean = wide.mean(axis=1)
        axes.plot(mean.index, mean, color=style.DARK, linewidth=1.3, linestyle="--", zorder=2)
    for label, (colour, marker) in looks.items():
        line = data[data["label"] == label]
        axes.plot(
            line["k"], line["value"], color=colour, marker=marker, markersize=3, zorder=3,
            markeredgecolor=style.DARK, markeredgewidth=0.3,
        )  # fmt: skip


def _handles(data: pd.DataFrame, looks: dict[str, tuple[str, str]]) -> list[Artist]:
    shown = set(data["label"])
    handles: list[Artist] = [
        Line2D([], [], color=colour, marker=marker, markersize=3, label=label)
        for label, (colour, marker) in looks.items()
        if label in shown
    ]
    if shown - set(looks):
        handles.append(Line2D([], [], color="#B5B5B5", linewidth=0.8, label=OTHERS))
        handles.append(Line2D([], [], color=style.DARK, linestyle="--", label="mean of the others"))
    return handles


def law(data: pd.DataFrame, named: Sequence[str], title: str, note: str) -> Figure:
    """Draws k-BLPP's hash operations, divided by BLPP's, against k - 1 on logarithmic axes.

    A dotted line shows the law 1 / (k - 1).
    """
    looks = _looks(named)
    handles = [handle for handle in _handles(data, looks) if "mean" not in str(handle.get_label())]
    handles.append(Line2D([], [], color=style.DARK, linestyle=":", label="1 / (k - 1)"))
    made = sheet(style.COLUMN_WIDTH, 2.55, title, note, handles)
    axes = made.axes(0.5, 0.06, style.COLUMN_WIDTH - 0.6, 2.1)
    for label, line in data.groupby("label", sort=False):
        colour, marker = looks.get(str(label), ("#B5B5B5", ""))
        axes.plot(
            line["k"] - 1, line["value"], color=colour, marker=marker, markersize=3,
            linewidth=1.0 if marker else 0.6, zorder=3 if marker else 1.5,
        )  # fmt: skip
    ks = sorted(set(data["k"]))
    axes.plot([k - 1 for k in ks], [1 / (k - 1) for k in ks], color=style.DARK, linestyle=":")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xticks([k - 1 for k in ks], [str(k) for k in ks])
    axes.set_xticks([], minor=True)
    ticks = [0.05, 0.1, 0.2, 0.5, 1]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_yticks([], minor=True)
    axes.set_xlabel("k (logarithmic scale of k - 1)")
    axes.set_ylabel("hash operations, k-BLPP / BLPP")
    return made.figure
