"""Draws every trial as a point, in a panel per benchmark; outliers are shown, never dropped."""

from math import ceil

import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import sheet, text_width
from kpath_jvm.evaluation.results.experiment import BENCHMARK

_COLUMNS = 4
#: In inches.
_PANEL_HEIGHT, _NAME_WIDTH = 0.86, 0.125
#: How far Tukey's fences are beyond the quartiles, in interquartile ranges.
_FENCE = 1.5


def outliers(values: "pd.Series[float]") -> "pd.Series[bool]":
    """Returns, for each value, whether it is beyond Tukey's fences.

    With fewer than four values, no value counts as an outlier.
    """
    if len(values) < 4:
        return pd.Series(False, index=values.index)
    low, high = np.percentile(values, [25, 75])
    reach = _FENCE * (high - low)
    return (values < low - reach) | (values > high + reach)


def strip_plots(data: pd.DataFrame, title: str, note: str) -> Figure:
    """Draws one panel per benchmark.

    ``data`` has the columns in BENCHMARK, and label, series, k, value, is_outlier and missing.
    """
    groups = list(dict.fromkeys(map(tuple, data[BENCHMARK].to_numpy().tolist())))
    series = list(dict.fromkeys(data["series"]))
    looks = {
        name: style.look(name, None if pd.isna(k) else int(k))[0]
        for name, k in zip(data["series"], data["k"], strict=True)
    }
    fitting = int((style.PAGE_WIDTH - 0.25) // (0.36 + _NAME_WIDTH * len(series)))
    columns = max(1, min(_COLUMNS, len(groups), fitting))
    rows = ceil(len(groups) / columns)
    room = (style.PAGE_WIDTH - 0.25) / columns
    names = [_short(name) for name in series]
    below = 0.1 + max(map(text_width, names))
    body = rows * _PANEL_HEIGHT + below
    made = sheet(style.PAGE_WIDTH, body, title, note, _handles(data))
    for at, key in enumerate(groups):
        row, column = divmod(at, columns)
        axes = made.axes(
            0.25 + column * room + 0.3, row * _PANEL_HEIGHT + 0.18, room - 0.36,
            _PANEL_HEIGHT - 0.26,
        )  # fmt: skip
        _panel(axes, data[(data[BENCHMARK] == list(key)).all(axis=1)], series, looks)
        # The series' names are written only below panels that have no other panel below them.
        is_last = row == rows - 1 or at + columns >= len(groups)
        axes.set_xticks(range(len(series)), names if is_last else [""] * len(names), rotation=90)
        axes.tick_params(axis="x", length=0)
    middle = rows * _PANEL_HEIGHT / 2
    made.vertical_label("seconds of the timed iterations", 0.05, middle, 2 * middle)
    return made.figure


def _short(series: str) -> str:
    """Returns a series' name without its cut, because the chart's CSV file has the cut."""
    return style.label(series).partition(" (")[0]


def _panel(axes: Axes, mine: pd.DataFrame, series: list[str], looks: dict[str, str]) -> None:
    axes.set_title(str(mine["label"].iloc[0]), loc="left", fontsize=style.FONT_SIZE, pad=1.5)
    for at, name in enumerate(series):
        found = mine[mine["series"] == name]
        values = found["value"].dropna()
        # Points are side by side, so that equal times don't hide each other.
        places = at + (np.arange(len(values)) - (len(values) - 1) / 2) * min(
            0.12, 0.6 / max(len(values), 1)
        )
        ringed = found.loc[values.index, "is_outlier"].to_numpy(dtype=bool)
        axes.scatter(
            places, values, s=6, color=looks[name], edgecolors=style.DARK, linewidths=0.3, zorder=3
        )
        axes.scatter(
            places[ringed], values[ringed], s=26, facecolors="none",
            edgecolors=style.OKABE_ITO["vermilion"], linewidths=0.8, zorder=4,
        )  # fmt: skip
        if len(found) > len(values):
            axes.plot(
                [at], [0.06], marker="x", markersize=3, color=style.DARK, markeredgewidth=0.8,
                transform=axes.get_xaxis_transform(), clip_on=False, zorder=4,
            )  # fmt: skip
    axes.set_xlim(-0.6, len(series) - 0.4)
    axes.set_ylim(0, max(float(mine["value"].max()) * 1.12, 1e-9) if len(mine) else 1)
    axes.locator_params(axis="y", nbins=3)


def _handles(data: pd.DataFrame) -> list[Artist]:
    handles: list[Artist] = [
        Line2D(
            [], [], marker="o", linestyle="none", markersize=3, color=style.GREY,
            markeredgecolor=style.DARK, markeredgewidth=0.3, label="a trial",
        )
    ]  # fmt: skip
    if data["is_outlier"].any():
        handles.append(
            Line2D(
                [], [], marker="o", linestyle="none", markersize=5.5, markerfacecolor="none",
                color=style.OKABE_ITO["vermilion"], label="outlier (1.5 interquartile ranges)",
            )
        )  # fmt: skip
    if (data["missing"] != "").any():
        handles.append(
            Line2D([], [], marker="x", linestyle="none", markersize=3, color=style.DARK,
                   label="failed trials")
        )  # fmt: skip
    return handles
