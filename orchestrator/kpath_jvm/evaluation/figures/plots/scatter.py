"""A scatter plot of profilers: x is a profiler's cost, y the share of the flow it determines."""

import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.bars import log_ticks
from kpath_jvm.evaluation.figures.plots.sheet import sheet

_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p", "h", "<", ">", "8")
#: In inches.
_HEIGHT, _LEFT = 2.3, 0.2


def frontier(data: pd.DataFrame, title: str, note: str) -> Figure:
    """Draws a panel for each length of sequences.

    ``data`` is the table that charts/frontier.py makes. The large marks are means over several
    programs. If ``data`` has no means, the marks of the programs are large.
    """
    lengths = sorted(set(data["length"]))
    looks = _looks(data)
    made = sheet(style.PAGE_WIDTH, _HEIGHT + 0.55, title, note, _handles(data, looks))
    room = (style.PAGE_WIDTH - _LEFT - 0.05) / len(lengths)
    ends = _ends(data)
    for at, length in enumerate(lengths):
        axes = made.axes(_LEFT + at * room + 0.35, 0.16, room - 0.4, _HEIGHT)
        axes.set_title(f"sequences of {length} paths", loc="left", fontsize=style.FONT_SIZE)
        _panel(axes, data[data["length"] == length], looks)
        axes.set_xscale("log")
        axes.set_xlim(*ends)
        ticks = log_ticks(*ends)
        axes.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        axes.set_xticks([], minor=True)
        axes.axvline(1.0, color=style.DARK, linewidth=0.6, zorder=1)
        axes.set_ylim(-0.04, 1.06)
        axes.set_yticks([0, 0.25, 0.5, 0.75, 1], ["0", "25 %", "50 %", "75 %", "100 %"])
        axes.set_xlabel("T / T(native)")
    made.vertical_label("share of the real flow", 0.05, 0.16 + _HEIGHT / 2, _HEIGHT)
    return made.figure


def _looks(data: pd.DataFrame) -> dict[str, tuple[str, str]]:
    found = {
        name: None if pd.isna(k) else int(k)
        for name, k in zip(data["series"], data["k"], strict=True)
    }
    order = sorted(found, key=style.rank)
    return {
        name: (style.look(name, found[name])[0], _MARKERS[at % len(_MARKERS)])
        for at, name in enumerate(order)
    }


def _ends(data: pd.DataFrame) -> tuple[float, float]:
    values = data[["value", "low", "high"]].astype(float).to_numpy()
    return min(float(values.min()), 1.0) / 1.1, float(values.max()) * 1.1


def _panel(axes: Axes, data: pd.DataFrame, looks: dict[str, tuple[str, str]]) -> None:
    is_mean = data["suite"] == ""
    large = data[is_mean] if is_mean.any() else data
    small = data[~is_mean] if is_mean.any() else data.iloc[:0]
    for name, (colour, marker) in looks.items():
        programs = small[small["series"] == name]
        axes.scatter(programs["value"], programs["exact"], s=3, color=colour, alpha=0.5, zorder=2)
        for _, row in large[large["series"] == name].iterrows():
            x, exact, definite = (float(row[it]) for it in ("value", "exact", "definite"))
            axes.hlines(exact, row["low"], row["high"], color=colour, linewidth=0.7, zorder=2.5)
            if definite > exact:
                axes.vlines(x, exact, definite, color=colour, linestyle=":", zorder=2.6)
                axes.plot(
                    [x], [definite], marker=marker, markersize=5, markerfacecolor="#FFFFFF",
                    markeredgecolor=colour, markeredgewidth=1.0, linestyle="none", zorder=3,
                )  # fmt: skip
            axes.plot(
                [x], [exact], marker=marker, markersize=5, color=colour, linestyle="none",
                markeredgecolor=style.DARK, markeredgewidth=0.4, zorder=3.5, clip_on=False,
            )  # fmt: skip


def _handles(data: pd.DataFrame, looks: dict[str, tuple[str, str]]) -> list[Artist]:
    handles: list[Artist] = [
        Line2D(
            [], [], color=colour, marker=marker, markersize=5, linestyle="none",
            markeredgecolor=style.DARK, markeredgewidth=0.4, label=style.label(name),
        )
        for name, (colour, marker) in looks.items()
    ]  # fmt: skip
    if (data["definite"] > data["exact"]).any():
        handles.append(
            Line2D(
                [], [], marker="o", markersize=5, linestyle="none", markerfacecolor="#FFFFFF",
                markeredgecolor=style.GREY, label="with lower bounds",
            )
        )  # fmt: skip
    return handles
