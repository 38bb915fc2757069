"""Charts of grouped bars: each benchmark has a group, with one bar for each series."""

from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import LINE, sheet, text_width, wrapped
from kpath_jvm.evaluation.results.experiment import BENCHMARK
from kpath_jvm.evaluation.results.series import AVERAGES, FAILED, MEMORY

#: The most bars in a row of more than four groups. More bars would be too thin on a page.
_MOST_BARS = 128
_MOST_GROUPS = 17
_GROUP_WIDTH = 0.84
#: In inches.
_PLOT_HEIGHT = 0.95
#: Marks for the reasons why a bar is missing. If no reason is known, there is no mark.
_WHY_MISSING = {MEMORY: "x", FAILED: "s"}
Values = npt.NDArray[np.float64]
#: If the longest bar is more than ``_MUCH_LONGER`` times the bars' 95th percentile, a linear axis
#: ends at ``_ENOUGH`` times that percentile. The axis is extended to show bars that are less than
#: ``_NEARLY`` times as long as the axis.
_MUCH_LONGER, _ENOUGH, _NEARLY = 2.5, 1.5, 1.3
#: With fewer ticks, the lengths of bars can't be read.
_FEWEST_TICKS = 3
_FINE_TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


@dataclass(frozen=True)
class Axis:
    """A vertical axis; bars are compared with a line at ``reference`` (1 for ratios)."""

    label: str
    log: bool = False
    reference: float | None = None


def grouped_bars(data: pd.DataFrame, axis: Axis, title: str, note: str) -> Figure:
    """Draws a table of series (results/series.py) as bars; averages come last, set apart.

    A linear axis cuts off bars that are much longer than the others. Then, for each benchmark, the
    largest value that is cut off is written as a number.
    """
    series = _series(data)
    groups = _groups(data)
    per_row = max(4, min(_MOST_GROUPS, _MOST_BARS // max(len(series), 1)))
    rows = ceil(len(groups) / per_row)
    per_row = ceil(len(groups) / rows)
    narrow = rows == 1 and len(groups) * len(series) <= 40 and len(groups) <= 10
    width = style.COLUMN_WIDTH if narrow else style.PAGE_WIDTH
    parts = [groups[row * per_row : (row + 1) * per_row] for row in range(rows)]
    names = dict(zip(map(tuple, data[BENCHMARK].to_numpy().tolist()), data["label"], strict=True))
    below = [0.12 + 0.6 * max(text_width(names[key]) for key in part) for part in parts]
    ends = limits(data, axis)
    is_cut = bool((data["value"] > ends[1]).any())
    above = 0.04 + LINE * is_cut
    body = sum(below) + rows * (_PLOT_HEIGHT + 0.04 + above)
    room = _PLOT_HEIGHT + 0.2 if rows == 1 else body
    # A label that takes more than one line pushes the axes to the right.
    left = 0.56 + LINE * (len(wrapped(axis.label, room)) - 1)
    made = sheet(width, body, title, note, _handles(data, series, is_cut))
    top = above
    for part, names_height in zip(parts, below, strict=True):
        plot = made.axes(left, top, width - left - 0.05, _PLOT_HEIGHT)
        _draw_row(plot, data, part, series, per_row, axis, ends[1])
        _scale(plot, ends, axis)
        top += _PLOT_HEIGHT + names_height + 0.04 + above
    middle = above + _PLOT_HEIGHT / 2 if rows == 1 else (top - below[-1]) / 2
    made.vertical_label(axis.label, 0.05, middle, room)
    return made.figure


def _series(data: pd.DataFrame) -> dict[str, int | None]:
    """Returns each series with its k, in the order of ``style.rank``."""
    found: dict[str, int | None] = {}
    for name, k in zip(data["series"], data["k"], strict=True):
        found.setdefault(name, None if pd.isna(k) else int(k))
    order = sorted(found, key=style.rank)
    return {name: found[name] for name in order}


def _groups(data: pd.DataFrame) -> list[tuple[str, str, str]]:
    keys = list(dict.fromkeys(map(tuple, data[BENCHMARK].to_numpy().tolist())))
    return [key for key in keys if key[0]] + [key for key in keys if not key[0]]


def _draw_row(
    axes: Axes,
    data: pd.DataFrame,
    groups: list[tuple[str, str, str]],
    series: dict[str, int | None],
    per_row: int,
    axis: Axis,
    end: float,
) -> None:
    width = _GROUP_WIDTH / max(len(series), 1)
    position = {key: at for at, key in enumerate(groups)}
    keys = data[BENCHMARK].apply(tuple, axis=1)
    mine = data[keys.isin(groups)].assign(group=keys.map(position))
    for at, rows in mine.groupby("group"):
        _noise(axes, float(str(at)), rows)
    for number, (name, k) in enumerate(series.items()):
        found = mine[mine["series"] == name]
        places = _places(found["group"].to_numpy(dtype=float), number, width)
        _bars(axes, places, width, found, style.look(name, k), axis)
    _tell_longest(axes, mine[mine["value"] > end], list(series), width)
    for at, key in enumerate(groups):
        if key[1] in AVERAGES and not key[0] and (at == 0 or groups[at - 1][0]):
            axes.axvline(at - 0.5, color=style.DARK, linewidth=0.6)
    names = mine.drop_duplicates("group").set_index("group")["label"]
    labels = [str(names[at]) for at in range(len(groups))]
    axes.set_xlim(-0.55, per_row - 0.45)
    axes.set_xticks(range(len(labels)), labels, rotation=35, ha="right", rotation_mode="anchor")
    axes.tick_params(axis="x", length=0)


def _places(groups: Values, number: float, width: float) -> Values:
    """Returns the middle of a series' bar in each group; ``number`` is the index of the series."""
    return groups + (number + 0.5) * width - _GROUP_WIDTH / 2


def _tell_longest(axes: Axes, longer: pd.DataFrame, series: list[str], width: float) -> None:
    """Writes the length of each benchmark's longest cut-off bar above that benchmark's bars."""
    for at, rows in longer.groupby("group"):
        number = float(np.mean([series.index(name) for name in rows["series"]]))
        place = _places(np.array([float(str(at))]), number, width)[0]
        axes.annotate(
            f"{rows['value'].max():.3g}", (place, 1.0), (0, 1.5), color=style.DARK,
            xycoords=axes.get_xaxis_transform(), textcoords="offset points",
            ha="center", va="bottom", annotation_clip=False,
        )  # fmt: skip


def _noise(axes: Axes, at: float, mine: pd.DataFrame) -> None:
    """Shades the noise floor of a benchmark: a ratio within it is no evidence of a difference."""
    low, high = mine["noise_low"].min(), mine["noise_high"].max()
    if not np.isnan(low) and not np.isnan(high):
        half = _GROUP_WIDTH / 2 + 0.04
        axes.fill_between(
            [at - half, at + half], low, high, color="#808080", alpha=0.4, linewidth=0, zorder=2.2
        )


def _bars(
    axes: Axes, places: Values, width: float, rows: pd.DataFrame, look: tuple[str, str], axis: Axis
) -> None:
    colour, hatch = look
    value, low, high, median = (
        rows[name].to_numpy(dtype=float) for name in ("value", "low", "high", "median")
    )
    # On a logarithmic axis, the bar of a ratio begins at 1, because the axis has no 0.
    start = (axis.reference or 0.0) if axis.log else 0.0
    there = ~np.isnan(value)
    axes.bar(
        places[there], value[there] - start, width, bottom=start, color=colour, hatch=hatch,
        edgecolor=style.DARK, linewidth=0.25,
    )  # fmt: skip
    wide = there & (high > low)
    axes.vlines(places[wide], low[wide], high[wide], color=style.DARK, linewidth=0.6, zorder=3)
    dot: dict[str, Any] = {"markersize": 1.7, "markeredgewidth": 0.35, "markerfacecolor": "#FFFFFF"}
    axes.plot(places, median, marker="o", linestyle="none", color=style.DARK, zorder=3.5, **dot)
    for why, mark in _WHY_MISSING.items():
        missing = (rows["missing"] == why).to_numpy(dtype=bool)
        axes.plot(
            places[missing], np.full(missing.sum(), 0.03), marker=mark, linestyle="none",
            markersize=2.6, markeredgewidth=0.7, color=style.DARK, markerfacecolor="none",
            transform=axes.get_xaxis_transform(), clip_on=False, zorder=4,
        )  # fmt: skip


def _scale(axes: Axes, ends: tuple[float, float], axis: Axis) -> None:
    if axis.reference is not None:
        axes.axhline(axis.reference, color=style.DARK, linewidth=0.7, zorder=2)
    low, high = ends
    if axis.log:
        axes.set_yscale("log")
    axes.set_ylim(low, high)
    if axis.log and high / low < 500:
        ticks = log_ticks(low, high)
        axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    elif axis.log:
        powers = range(ceil(log10(low) - 1e-9), floor(log10(high)) + 1)
        step = max(1, ceil(len(powers) / 5))
        ticks = [10.0**power for power in powers[::step]]
        axes.set_yticks(ticks, [f"$10^{{{round(log10(tick))}}}$" for tick in ticks])
    else:
        axes.locator_params(axis="y", nbins=5)
    if axis.log:
        axes.set_yticks([], minor=True)


def log_ticks(low: float, high: float) -> list[float]:
    """Returns the ticks of a logarithmic axis that spans a few powers of ten at most."""
    ticks = [tick for tick in _FINE_TICKS if low <= tick <= high]
    if len(ticks) >= _FEWEST_TICKS:
        return ticks
    even = MaxNLocator(nbins=5, steps=[1, 2, 5, 10]).tick_values(low, high)
    return [float(f"{tick:.6g}") for tick in even if low <= tick <= high and tick > 0]


def limits(data: pd.DataFrame, axis: Axis) -> tuple[float, float]:
    """Returns the ends of the axis. A linear axis may end below the tops of the longest bars."""
    values = data[["value", "high", "low"]].to_numpy(dtype=float)
    values = values[np.isfinite(values)]
    most = float(values.max()) if len(values) else 1.0
    if not axis.log:
        bars = data["value"].dropna().to_numpy(dtype=float)
        usual = float(np.quantile(bars, 0.95)) if len(bars) else 0.0
        if usual > 0 and bars.max() > _MUCH_LONGER * usual:
            end = max(_ENOUGH * usual, axis.reference or 0.0)
            return 0.0, max(end, float(bars[bars < _NEARLY * end].max()) * 1.06)
        return 0.0, (max(most, axis.reference or 0.0) or 1.0) * 1.06
    positive = values[values > 0]
    least = float(positive.min()) if len(positive) else 1.0
    if axis.reference is not None:
        return min(least, axis.reference) / 1.15, max(most, axis.reference) * 1.15
    return 10.0 ** floor(log10(least) - 0.01), most * 1.6


def _handles(data: pd.DataFrame, series: dict[str, int | None], is_cut: bool) -> list[Artist]:
    handles: list[Artist] = []
    marks = _mark_handles(data)
    if is_cut:
        marks.append(Line2D([], [], linestyle="none", label="number: largest value cut off"))
    if len(series) == 1:
        # With a single series, the label of the axis names it.
        return marks
    for name, k in series.items():
        colour, hatch = style.look(name, k)
        handles.append(
            Patch(
                facecolor=colour, hatch=hatch, edgecolor=style.DARK, linewidth=0.4,
                label=style.label(name),
            )
        )  # fmt: skip
    return handles + marks


def _mark_handles(data: pd.DataFrame) -> list[Artist]:
    handles: list[Artist] = []
    look: dict[str, Any] = {
        "color": style.DARK,
        "linestyle": "none",
        "markersize": 3,
        "markeredgewidth": 0.7,
    }
    if data["median"].notna().any():
        handles.append(
            Line2D([], [], marker="o", markerfacecolor="#FFFFFF", label="median", **look)
        )
    if data["noise_low"].notna().any():
        handles.append(Patch(facecolor="#808080", alpha=0.4, label="noise floor"))
    for why, mark in _WHY_MISSING.items():
        if (data["missing"] == why).any():
            label = "ran out of memory" if why == MEMORY else why
            handles.append(Line2D([], [], marker=mark, markerfacecolor="none", label=label, **look))
    return handles
