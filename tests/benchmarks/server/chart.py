"""Draws a chart of latency over time with shaded phases, and one of each phase's percentiles."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from benchmarks.server.phases import PERCENTILES, is_way
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import sheet

_COLOURS = {"p50": "black", "p90": "sky", "p99": "blue", "p99.9": "orange", "max": "vermilion"}
_MARKERS = {"p50": "o", "p90": "s", "p99": "^", "p99.9": "D", "max": "v"}
#: The percentiles that are drawn over time. More lines would hide each other.
_OVER_TIME = ("p50", "p99", "max")
_SHADES = ("#FFFFFF", "#E6EEF5")
_WAY = "#D0D0D0"
#: Sizes in inches.
_TIME_HEIGHT, _PHASE_HEIGHT = 1.9, 1.6
_TICKS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)


def draw(seconds: pd.DataFrame, phases: pd.DataFrame, title: str, note: str) -> Figure:
    """Draws the tables of benchmarks.server.phases."""
    made = sheet(style.PAGE_WIDTH, _TIME_HEIGHT + _PHASE_HEIGHT + 1.4, title, note, _handles())
    width = style.PAGE_WIDTH - 0.62
    over_time = made.axes(0.56, 0.32, width, _TIME_HEIGHT)
    ladders = made.axes(0.56, 0.32 + _TIME_HEIGHT + 0.5, width, _PHASE_HEIGHT)
    _shade(over_time, phases)
    for name in _OVER_TIME:
        over_time.plot(
            seconds["second"] + 0.5, seconds[name], color=style.OKABE_ITO[_COLOURS[name]],
            linewidth=0.9, marker=_MARKERS[name], markersize=1.6, markeredgewidth=0,
        )  # fmt: skip
    over_time.set_xlim(phases["begin"].min(), (phases["begin"] + phases["seconds"]).max())
    over_time.set_xlabel("seconds; each point stands for the requests due in one second")
    for at, (_, phase) in enumerate(phases.iterrows()):
        for name in PERCENTILES:
            ladders.plot(
                [at], [phase[name]], color=style.OKABE_ITO[_COLOURS[name]],
                marker=_MARKERS[name], markersize=4, markeredgewidth=0.3,
                markeredgecolor=style.DARK, linestyle="none",
            )  # fmt: skip
        for name in ("p50", "p99"):
            value = float(phase[name])
            told = f"{value:.1f}" if value < 10 else f"{value:,.0f}"
            ladders.annotate(told, (at, value), (5, -2), textcoords="offset points")
    ladders.set_xlim(-0.5, len(phases) - 0.4)
    ladders.set_xticks(
        range(len(phases)), list(phases["phase"]), rotation=30, ha="right", rotation_mode="anchor"
    )
    ladders.tick_params(axis="x", length=0)
    for axes in (over_time, ladders):
        _scale(axes, [seconds, phases])
    return made.figure


def _shade(axes: Axes, phases: pd.DataFrame) -> None:
    lasting = 0
    for _, phase in phases.iterrows():
        name = str(phase["phase"])
        end = phase["begin"] + phase["seconds"]
        axes.axvspan(
            phase["begin"], end, color=_WAY if is_way(name) else _SHADES[lasting % 2], linewidth=0,
            zorder=0,
        )  # fmt: skip
        if not is_way(name):
            lasting += 1
            axes.text(
                (phase["begin"] + end) / 2, 1.02, name.replace(" ", "\n", 1),
                transform=axes.get_xaxis_transform(), ha="center", va="bottom",
            )  # fmt: skip


def _scale(axes: Axes, tables: Sequence[pd.DataFrame]) -> None:
    values = pd.concat([table[list(PERCENTILES)].stack() for table in tables])
    low, high = values.min() / 1.3, values.max() * 1.3
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    ticks = [tick for tick in _TICKS if low <= tick <= high]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_yticks([], minor=True)
    axes.set_ylabel("latency in ms")


def _handles() -> list[Artist]:
    return [
        Line2D(
            [], [], color=style.OKABE_ITO[_COLOURS[name]], marker=_MARKERS[name], markersize=3,
            linewidth=0.9 if name in _OVER_TIME else 0, label=name,
        )
        for name in PERCENTILES
    ]  # fmt: skip
