"""Styles charts, in colours that anybody can tell apart, and writes the charts to files."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from math import log2
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from kpath_jvm.evaluation.profilers import PROFILERS
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.schema import ALL_METHODS, SCOPES
from kpath_jvm.evaluation.results.series import BLPP
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.profilers import Profiler

#: The widths in inches of one and of two columns of a paper.
COLUMN_WIDTH, PAGE_WIDTH = 3.5, 7.16
FORMATS = ("png", "svg", "pdf")
#: The size of the smallest text, in points.
FONT_SIZE = 7.0
GREY, DARK = "#767676", "#202020"
#: Okabe and Ito's palette, which people with any colour vision can distinguish.
OKABE_ITO = {
    "orange": "#E69F00", "sky": "#56B4E9", "green": "#009E73", "yellow": "#F0E442",
    "blue": "#0072B2", "vermilion": "#D55E00", "purple": "#CC79A7", "black": "#000000",
}  # fmt: skip
#: For each scope, the share of white that is mixed into the profiler's colour, and a hatch. A hatch
#: that isn't empty replaces the profiler's own.
_OF_SCOPES = {ALL_METHODS: (0.0, ""), "loops": (0.4, "\\\\\\\\"), "hot": (0.7, "////")}
#: The hatches of settings that are flags. Settings that are numbers make the colour lighter
#: instead; the smaller the number, the lighter the colour. ``_LARGEST`` has log2(n + 1), where n is
#: the least number that keeps the colour.
_OF_FLAGS = {
    (settings.GUIDED, True): "oo", ("remove_probes", False): "**", ("calls", True): "xxxx",
}  # fmt: skip
_LARGEST = {"degree": 3.0, "threshold": 14.0, "array_paths": 12.0}
#: The series with a colour and hatch of their own, in the order in which charts show them.
_LOOKS = {BLPP: Profiler(BLPP, "acyclic paths", BLPP, "#FFFFFF", "//////"), **PROFILERS}
_RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans", "font.size": FONT_SIZE, "axes.titlesize": 8.0,
    "axes.labelsize": FONT_SIZE, "xtick.labelsize": FONT_SIZE, "ytick.labelsize": FONT_SIZE,
    "legend.fontsize": FONT_SIZE, "figure.titlesize": 8.5, "axes.linewidth": 0.6,
    "xtick.major.width": 0.6, "ytick.major.width": 0.6, "ytick.minor.width": 0.4,
    "xtick.major.size": 2.0, "ytick.major.size": 2.5, "ytick.minor.size": 1.5,
    "hatch.linewidth": 0.5, "lines.linewidth": 1.0, "axes.edgecolor": DARK,
    "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.grid": True, "axes.grid.axis": "y", "grid.color": "#DDDDDD", "grid.linewidth": 0.5,
    "legend.frameon": False, "legend.handlelength": 1.4, "legend.columnspacing": 1.2,
    "figure.facecolor": "#FFFFFF", "savefig.facecolor": "#FFFFFF", "axes.unicode_minus": False,
    # Without this salt, the ids in an SVG are random. Equal data should give equal files.
    "svg.hashsalt": "kpath-jvm", "svg.fonttype": "path", "pdf.fonttype": 42,
    "text.hinting": "none",
}  # fmt: skip


@contextmanager
def styled() -> Iterator[None]:
    """Applies our style in a ``with`` block, whatever the user's matplotlibrc says."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(_RC)
        yield


def colour_of_k(k: int) -> str:
    """Returns the colour for a value of k: the same in all charts, and lighter for a larger k."""
    share = min(max((log2(k) - 1) / 3, 0.0), 1.0)
    return str(mpl.colors.to_hex(mpl.colormaps["viridis"](0.04 + 0.89 * share)))


def rank(series: str) -> tuple[int, int, settings.Chosen, int]:
    """Returns a key that orders series by profiler, then by k, settings and scope."""
    found = SeriesName.parse(series)
    known = list(_LOOKS)
    at = known.index(found.of) if found.of in known else len(known)
    return at, found.k or 0, found.own, SCOPES.index(found.scope)


def label(series: str) -> str:
    """Returns the name of a series in a legend."""
    found = SeriesName.parse(series)
    title = _LOOKS[found.of].title if found.of in _LOOKS else found.of
    comma = "," if found.k is not None and found.of in _LOOKS else ""
    text = str(SeriesName(f"{title}{comma}", found.k))
    text += f", {settings.told(found.own)}" if found.own else ""
    text += f", scope {found.scope}" if found.scope else ""
    return f"{text} ({found.cut.replace('-', ' ')}s)" if found.cut else text


def look(series: str, k: int | None) -> tuple[str, str]:
    """Returns the colour and the hatch of a series; ``k`` is the k in the rows of the series."""
    found = SeriesName.parse(series)
    profiler = _LOOKS.get(found.of)
    is_k_alone = found._replace(scope=ALL_METHODS, own=()) == SeriesName(k=k)
    is_of_k = profiler.coloured_by_k if profiler is not None else is_k_alone
    colour, hatch = (GREY, "") if profiler is None else (profiler.colour, profiler.hatch)
    if k is not None and is_of_k:
        colour = colour_of_k(k)
    lighter, of_scope = _OF_SCOPES[found.scope]
    for name, value in found.own:
        by, hatched = _of_setting(name, value)
        lighter, hatch = max(lighter, by), hatched or hatch
    return _lighter(colour, lighter), of_scope or hatch


def _of_setting(name: str, value: settings.Value) -> tuple[float, str]:
    """Returns the share of white for a setting, and the setting's hatch ("" if it has none)."""
    if isinstance(value, bool):
        return 0.0, _OF_FLAGS.get((name, value), "")
    return 0.6 - 0.6 * min(log2(1 + value) / _LARGEST[name], 1.0), ""


def _lighter(colour: str, share: float) -> str:
    if not share:
        return colour
    red, green, blue = (part + (1 - part) * share for part in mpl.colors.to_rgb(colour))
    return str(mpl.colors.to_hex((red, green, blue)))


def rendered(figure: Figure, kind: str) -> bytes:
    """Returns the figure's file in the format ``kind``; equal figures give equal bytes."""
    metadata: dict[str, None] = {
        "png": {"Software": None}, "svg": {"Date": None}, "pdf": {"CreationDate": None},
    }[kind]  # fmt: skip
    buffer = io.BytesIO()
    with styled():
        figure.savefig(buffer, format=kind, dpi=200, metadata=metadata)
    return buffer.getvalue()


def save(figure: Figure, directory: Path, name: str) -> list[Path]:
    """Writes NAME.png, .svg and .pdf; returns their paths."""
    written = []
    for kind in FORMATS:
        path = directory / f"{name}.{kind}"
        path.write_bytes(rendered(figure, kind))
        written.append(path)
    return written
