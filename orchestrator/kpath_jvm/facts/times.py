"""Makes rows with the shares of time and bytecodes of methods and loops, for all outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from kpath_jvm.analysis.time_shares import OUTSIDE_LOOPS, InclusiveShare, TimeShare
from kpath_jvm.profile.model import Profile

#: A line of SCHEMA's column ``lines``.
_LINE = pa.struct(
    [
        ("line", pa.int32()),
        ("place", pa.string()),
        ("samples", pa.int64()),
        ("samples_below", pa.int64()),
    ]
)
#: The columns; docs/formats/profile.md and TimeShare say what they mean. ``loop`` is None for a
#: whole method, and -1 for its code outside loops. Loops have no inclusive shares.
SCHEMA = pa.schema(
    [
        ("method", pa.int32()),
        ("title", pa.string()),
        ("loop", pa.int32()),
        ("line", pa.int32()),
        ("place", pa.string()),
        ("samples", pa.int64()),
        ("time_share", pa.float64()),
        ("time_low", pa.float64()),
        ("time_high", pa.float64()),
        ("time_share_of_all", pa.float64()),
        ("samples_below", pa.int64()),
        ("time_share_with_below", pa.float64()),
        ("time_of_all_low", pa.float64()),
        ("time_of_all_high", pa.float64()),
        ("samples_inclusive", pa.int64()),
        ("samples_inclusive_most", pa.int64()),
        ("inclusive_share", pa.float64()),
        ("inclusive_share_most", pa.float64()),
        ("inclusive_low", pa.float64()),
        ("inclusive_high", pa.float64()),
        ("bytecodes", pa.int64()),
        ("share", pa.float64()),
        ("difference", pa.string()),
        ("at_one_instruction", pa.bool_()),
        ("lines", pa.list_(_LINE)),
    ]
)

_INCLUSIVE = (
    "samples_inclusive", "samples_inclusive_most", "inclusive_share", "inclusive_share_most",
    "inclusive_low", "inclusive_high",
)  # fmt: skip


def time_rows(profile: Profile, rows: Sequence[TimeShare]) -> list[dict[str, Any]]:
    """Returns a row of SCHEMA's columns for each method or loop, in the order given.

    ``line`` is the source line of a loop's header, and ``place`` is the phrase for this line, such
    as ``line 12``. Both are None unless the row is about a loop, and without a line table. The
    column ``lines`` has all lines with samples, those with the most samples first.
    """
    return [_row(profile, one) for one in rows]


def time_table(profile: Profile, rows: Sequence[TimeShare]) -> pa.Table:
    """Returns the rows of ``time_rows`` as a table."""
    return pa.Table.from_pylist(time_rows(profile, rows), schema=SCHEMA)


def _row(profile: Profile, one: TimeShare) -> dict[str, Any]:
    line = place = None
    if one.loop is not None and one.loop != OUTSIDE_LOOPS:
        code = profile.code(one.method)
        line = code.header_line(code.loops[one.loop].header)
        place = code.places.phrase_if_known(line)
    interval, of_all = one.interval, one.interval_of_all
    return {
        "method": one.method,
        "title": profile.method_rows.title(one.method),
        "loop": one.loop,
        "line": line,
        "place": place,
        "samples": one.samples,
        "time_share": one.share,
        "time_low": None if interval is None else interval.low,
        "time_high": None if interval is None else interval.high,
        "time_share_of_all": one.share_of_all,
        "samples_below": one.samples_below,
        "time_share_with_below": one.share_with_below,
        "time_of_all_low": None if of_all is None else of_all.low,
        "time_of_all_high": None if of_all is None else of_all.high,
        **_inclusive(one.inclusive),
        "bytecodes": one.bytecodes,
        "share": one.bytecode_share,
        "difference": one.difference,
        "at_one_instruction": one.is_at_one_instruction,
        "lines": _lines(profile, one),
    }


def _inclusive(found: InclusiveShare | None) -> dict[str, Any]:
    if found is None:
        return dict.fromkeys(_INCLUSIVE)
    interval = found.interval
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    values = found.samples, found.most, found.share, found.share_of_most, low, high
    return dict(zip(_INCLUSIVE, values, strict=True))


def _lines(profile: Profile, one: TimeShare) -> list[dict[str, Any]]:
    if not one.lines:
        return []
    places = profile.code(one.method).places
    return [
        {
            "line": found.line,
            "place": places.phrase_if_known(found.line),
            "samples": found.samples,
            "samples_below": found.below,
        }
        for found in one.lines
    ]
