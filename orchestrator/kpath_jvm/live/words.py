"""Writes figures and names for a view: short, and never wider than the space that they get."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, chop_cells

from kpath_jvm.reports.output import percent

_STEPS = "▁▂▃▄▅▆▇█"
_ELLIPSIS = "…"
_KILO = 1000.0
#: The marks for the trends of a share.
MARKS = {"new": "+", "rising": "▲", "falling": "▼", "steady": " ", None: " "}


def short(number: float | None) -> str:
    """Returns a number with at most three digits, such as 12, 1.2 k or 3.4 M; a dash for None."""
    if number is None:
        return "-"
    value, unit = float(number), ""
    for larger in ("k", "M", "G", "T"):
        if abs(value) < _KILO - 0.5:
            break
        value, unit = value / _KILO, larger
    if not unit:
        return f"{value:.0f}" if value >= 10 or value == int(value) else f"{value:.1f}"
    return f"{value:.0f} {unit}" if value >= 99.95 else f"{value:.1f} {unit}"


def share(value: float | None) -> str:
    """Returns a share as a percentage, such as 12.3 %, or a dash for an unknown share."""
    return "-" if value is None else percent(value)


def duration(seconds: float) -> str:
    """Returns a duration such as 0:42, 12:03 or 1:02:03."""
    whole = int(seconds)
    minutes = f"{whole // 60 % 60:02d}:{whole % 60:02d}"
    return f"{whole // 3600}:{minutes}" if whole >= 3600 else minutes.removeprefix("0")


def ago(seconds: float) -> str:
    """Returns how long ago something was, such as 3 s or 2 min."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def spark(values: Sequence[float], width: int) -> str:
    """Returns the latest values as bars, one bar per value, scaled to the highest value."""
    shown = list(values)[-width:] if width > 0 else []
    most = max(shown, default=0.0)
    if most <= 0:
        return _STEPS[0] * len(shown)
    return "".join(_STEPS[min(int(value / most * len(_STEPS)), 7)] for value in shown)


def fitted(text: str, width: int) -> str:
    """Returns ``text``; if it is wider than ``width``, an ellipsis replaces its middle."""
    if cell_len(text) <= width:
        return text
    if width <= 1:
        return _ELLIPSIS[:width]
    end = (width - 1) // 2
    return _first(text, width - 1 - end) + _ELLIPSIS + _last(text, end)


def named(title: str, place: str, width: int) -> str:
    """Returns a method's name and a place in it.

    If there isn't enough space, the name first loses its parameters, and then its middle.
    """
    whole = f"{title}, {place}" if place else title
    if cell_len(whole) <= width:
        return whole
    name, has_parameters, _ = title.partition("(")
    if has_parameters and not title.endswith("()"):
        name = f"{name}({_ELLIPSIS})"
    elif has_parameters:
        name = title
    behind = f", {place}" if place else ""
    room = width - cell_len(behind)
    return fitted(name + behind, width) if room < 8 else fitted(name, room) + behind


def _first(text: str, width: int) -> str:
    return chop_cells(text, width)[0] if width > 0 and text else ""


def _last(text: str, width: int) -> str:
    return _first(text[::-1], width)[::-1]
