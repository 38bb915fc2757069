"""A figure laid out in inches: title and legend on top, a body with the axes, and a note below.

Positions are computed here, from the sizes of texts: matplotlib's layout engines are slow and may
give up.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextToPath

from kpath_jvm.evaluation.figures.style import DARK, FONT_SIZE

#: In inches.
LINE, _TITLE_LINE, _LEGEND_LINE, _EDGE = 0.135, 0.165, 0.152, 0.06
_TITLE_SIZE = 8.5
#: The factor by which letters on a raster can be wider than their outlines.
_ROUNDING = 1.03
_MEASURE = TextToPath()


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = FONT_SIZE, bold: bool = False) -> float:
    """Returns the width of a line of text in inches."""
    font = FontProperties(family="DejaVu Sans", size=size, weight="bold" if bold else "normal")
    width = float(_MEASURE.get_text_width_height_descent(text, font, False)[0])
    return _ROUNDING * width / 72


def wrapped(text: str, width: float, size: float = FONT_SIZE, bold: bool = False) -> list[str]:
    """Breaks a text into lines of at most ``width`` inches; only a single word may be wider."""
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for word in part.split(" "):
            longer = f"{line} {word}" if line else word
            if line and text_width(longer, size, bold) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        lines.append(line)
    return lines


@dataclass(frozen=True)
class Sheet:
    """A figure of ``width`` x ``height`` inches.

    Its body begins ``top`` inches below the figure's upper edge.
    """

    figure: Figure
    width: float
    height: float
    top: float

    def axes(self, left: float, top: float, width: float, height: float) -> Axes:
        """Adds axes; positions are in inches from the left edge and from the body's top."""
        bottom = self.height - self.top - top - height
        return self.figure.add_axes(
            (left / self.width, bottom / self.height, width / self.width, height / self.height)
        )

    def vertical_label(self, text: str, left: float, middle: float, room: float) -> None:
        """Writes a label along the left edge, in lines of at most ``room`` inches.

        ``middle`` is in inches below the body's top.
        """
        self.figure.text(
            left / self.width, 1 - (self.top + middle) / self.height,
            "\n".join(wrapped(text, room)), rotation=90, ha="left", va="center",
            multialignment="center", fontsize=FONT_SIZE, linespacing=1.1,
        )  # fmt: skip


def sheet(
    width: float, body: float, title: str, note: str, handles: Sequence[Artist] = ()
) -> Sheet:
    """Returns a sheet that has room for a body of the height ``body``; sizes are in inches."""
    room = width - 2 * _EDGE
    titles = wrapped(title, room, _TITLE_SIZE, bold=True)
    notes = wrapped(note, room)
    columns = _legend_columns(room, handles)
    rows = -(-len(handles) // columns) if handles else 0
    head = _EDGE + len(titles) * _TITLE_LINE
    top = head + rows * _LEGEND_LINE + (0.1 if handles else 0.06)
    height = top + body + 0.06 + len(notes) * LINE + _EDGE
    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    left = _EDGE / width
    figure.text(
        left, 1 - _EDGE / height, "\n".join(titles), va="top", fontsize=_TITLE_SIZE,
        fontweight="bold",
    )  # fmt: skip
    if handles:
        figure.legend(
            handles=list(handles), loc="upper left", ncols=columns, borderaxespad=0, borderpad=0,
            bbox_to_anchor=(left, 1 - (head + 0.03) / height), labelspacing=0.25,
        )  # fmt: skip
    figure.text(
        left, (_EDGE + len(notes) * LINE) / height, "\n".join(notes), va="top",
        fontsize=FONT_SIZE, color=DARK, linespacing=1.2,
    )  # fmt: skip
    return Sheet(figure, width, height, top)


def _legend_columns(width: float, handles: Sequence[Artist]) -> int:
    # Besides its text, an entry has a handle of 1.4 em and gaps of 0.8 and 1.2 em.
    widths = [text_width(str(one.get_label())) + 3.5 * FONT_SIZE / 72 for one in handles]
    for columns in range(len(widths), 1, -1):
        # matplotlib fills one column after the other; the first columns may have one more entry.
        if sum(float(part.max()) for part in np.array_split(widths, columns)) <= width:
            return columns
    return 1
