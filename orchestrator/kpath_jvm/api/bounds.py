"""Gives bounds on how often one path followed another, as pandas tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.arguments import checked
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.worth_told import tells_worth
from kpath_jvm.reports.accuracy.bounds_summary import summarise_bounds

_PLACE = ["kind", "class", "method", "descriptor", "title", "loop", "offset", "line", "called"]
_SUMS = [
    "pairs", "precise", "definite", "potential", "back_edges", "real", "successions", "outside",
]  # fmt: skip
_PAIR = ["start", "first", "second", "lower", "upper", "real"]
_TOTALS = [
    "loops_in_all", "loops_with_pairs", "back_edges", "loops_unmatched", "pairs", "precise",
    "definite", "potential", "real", "outside", "across",
]  # fmt: skip
#: The columns of whole numbers in which values may be missing.
_NUMBERS = ("loop", "offset", "line", "back_edges", "real", "successions")


@checked
@tells_worth
def bounds(
    profile: Profile, exact: Profile | None = None, *, selection: Selection = ALL
) -> pd.DataFrame:
    """Returns sums of the bounds of pairs, with one row per loop, per call and per return.

    A pair is two whole iterations of a loop that enter no inner loop, or two paths, one on each
    side of a call or a return.

    ``profile`` must have been recorded with ``run --profiler ol``. ``exact`` is a profile of a run
    that did the same work. If ``exact`` is given, the result also has the real flow: how often the
    second of a pair really followed the first. The real flow is known for calls if ``exact`` was
    recorded with ``run --profiler ol --calls --degree 254``, and for loops otherwise. The loops
    come first, then the calls and returns together, each by descending ``potential``. Columns:

    - ``kind``: "loop", "call" or "return";
    - ``class``, ``method``, ``descriptor`` and ``title``: the method of the loop, or the caller;
    - ``loop``: the loop's number in the table ``loops``, missing for calls and returns;
      ``offset``: the call's offset, in bytes of bytecode, and ``called``: the title of the called
      method, both missing for loops;
    - ``line``: the line of the loop's header or of the call, missing without a line table;
    - ``pairs``: the number of pairs whose upper bound isn't 0; ``precise``: the number of pairs
      with equal bounds;
    - ``definite`` and ``potential``: the sums of the lower and of the upper bounds, in executions;
    - ``back_edges``: how often the loop's back edges were taken, missing for calls and returns;
    - ``real``: how often the second of a pair followed the first, for all pairs together; missing
      if unknown;
    - ``successions``: how often one iteration of the loop followed another over a back edge, not
      counting iterations that left the loop before a latch. ``real`` counts a succession only if it
      joins two whole iterations, neither of which enters an inner loop. ``successions`` is missing
      for calls and returns, and where ``real`` is missing;
    - ``outside``: the number of pairs whose real flow is outside the pair's bounds. If it isn't 0,
      the two runs did different work.

    ``attrs`` of the frame has these figures of ``bounds --json``: ``loops_in_all``,
    ``loops_with_pairs``, ``back_edges``, ``loops_unmatched``, ``pairs``, ``precise``, ``definite``,
    ``potential``, ``real``, ``outside`` and ``across``. Raises KpathError if the profile has no
    overlapping paths, if ``exact`` lacks the real flow or belongs to another program, or if the
    selection matches nothing.
    """
    document = _document(profile, exact, selection)
    # Calls and returns have no successions.
    rows = [place | {name: one.get(name) for name in _SUMS} for place, one in _places(document)]
    frame = _typed(pd.DataFrame(rows, columns=[*_PLACE, *_SUMS]))
    frame.attrs |= {name: document[name] for name in _TOTALS}
    return frame


@checked
@tells_worth
def bounded_pairs(
    profile: Profile, exact: Profile | None = None, *, selection: Selection = ALL
) -> pd.DataFrame:
    """Returns the bounds of each pair (see ``bounds``), with one row per pair.

    The arguments, the order and the errors are those of ``bounds``, and so are the columns
    ``kind``, ``class``, ``method``, ``descriptor``, ``title``, ``loop``, ``offset``, ``line`` and
    ``called``. For "call" and "return", the column ``start`` says how the first path starts.
    ``first`` and ``second`` are the blocks of the two iterations or paths. Each block is given by
    its first and last bytecode offset. ``lower`` and ``upper`` are bounds on how often the second
    iteration or path followed the first, and ``real`` is how often it did, missing if unknown.
    """
    rows = [
        place
        | {"start": pair.get("start")}
        | {name: tuple(map(tuple, pair[name])) for name in ("first", "second")}
        | {name: pair[name] for name in ("lower", "upper", "real")}
        for place, one in _places(_document(profile, exact, selection))
        for pair in one["most"]
    ]
    return _typed(pd.DataFrame(rows, columns=[*_PLACE, *_PAIR]))


def _document(profile: Profile, exact: Profile | None, selection: Selection) -> dict[str, Any]:
    real = None if exact is None else exact.merged()
    return summarise_bounds(select(profile.merged(), selection), real, None, None)


def _places(document: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yields, for each loop, call and return, its columns of ``_PLACE`` and its JSON object."""
    for one in document["loops"]:
        yield _place(one, "loop", one["number"], None, None), one
    for one in document["calls"]:
        yield _place(one, one["kind"], None, one["offset"], one["called"]["title"]), one


def _place(
    one: dict[str, Any], kind: str, loop: int | None, offset: int | None, called: str | None
) -> dict[str, Any]:
    named = {name: one[name] for name in ("class", "method", "descriptor", "title", "line")}
    return {"kind": kind, **named, "loop": loop, "offset": offset, "called": called}


def _typed(frame: pd.DataFrame) -> pd.DataFrame:
    numbers = [name for name in _NUMBERS if name in frame]
    typed: pd.DataFrame = frame.astype(dict.fromkeys(numbers, "Int64"))
    return typed
