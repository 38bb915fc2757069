"""Draws stacked shares, with a bar for each label, in panels side by side."""

from collections.abc import Mapping, Sequence

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.sheet import LINE, sheet, text_width

_BAR, _GAP = 0.105, 0.8


def draw_shares(
    data: pd.DataFrame,
    panels: Sequence[tuple[str, str]],
    parts: Mapping[str, tuple[str, str]],
    title: str,
    note: str,
    *,
    with_numbers: bool = False,
) -> Figure:
    """Draws horizontal bars.

    ``data`` has the columns panel, label, part and value; values are from 0 to 1. ``panels`` has
    the key and the title of each panel. ``parts`` has the colour and the hatch of each part, in the
    order of the parts from left to right. A label without a value in a panel has no bar there.

    With ``with_numbers``, the column n of ``data`` is written on each part that isn't empty.
    """
    labels = list(dict.fromkeys(data["label"]))
    handles = [
        Patch(facecolor=colour, hatch=hatch, edgecolor=style.DARK, linewidth=0.3, label=part)
        for part, (colour, hatch) in parts.items()
    ]
    height = len(labels) * (_BAR + 0.04) + 0.1
    made = sheet(style.PAGE_WIDTH, height + 0.5, title, note, handles)
    left = max(text_width(label) for label in labels) + 0.12
    room = (style.PAGE_WIDTH - left - 0.1) / len(panels)
    for at, (key, panel_title) in enumerate(panels):
        axes = made.axes(left + at * room, LINE + 0.06, room - _GAP / 2, height)
        axes.set_title(panel_title, loc="left", fontsize=style.FONT_SIZE)
        own = data[data["panel"] == key]
        begun = dict.fromkeys(labels, 0.0)
        for part, (colour, hatch) in parts.items():
            values = own[own["part"] == part].set_index("label")["value"]
            shown = [label for label in labels if label in values.index]
            axes.barh(
                [labels.index(label) for label in shown], [values[label] for label in shown],
                left=[begun[label] for label in shown], color=colour, hatch=hatch,
                edgecolor=style.DARK, linewidth=0.3, height=0.72,
            )  # fmt: skip
            numbers = own[own["part"] == part].set_index("label")["n"] if with_numbers else {}
            for label in shown:
                value = float(values[label])
                if with_numbers and value > 0:
                    axes.text(
                        begun[label] + value / 2, labels.index(label), f"{numbers[label]:d}",
                        ha="center", va="center", fontsize=style.FONT_SIZE,
                        bbox={"boxstyle": "square,pad=0.08", "facecolor": "#FFFFFF",
                              "edgecolor": "none"},
                    )  # fmt: skip
                begun[label] += value
        axes.set_xlim(0, 1)
        axes.set_ylim(len(labels) - 0.4, -0.6)
        axes.set_yticks(range(len(labels)), labels if at == 0 else [""] * len(labels))
        axes.set_xticks([0, 0.5, 1])
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.grid(True, axis="x")
        axes.grid(False, axis="y")
    return made.figure
