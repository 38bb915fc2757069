"""Makes the rows from which all outputs about the callers of methods are made."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from kpath_jvm.analysis.callers import Caller, Callers, Entered, Name
from kpath_jvm.profile.method_rows import bridge_title
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import method_title

#: docs/formats/profile.md and analysis.callers define the columns.
SCHEMA = pa.schema(
    [
        ("method", pa.int32()),
        ("title", pa.string()),
        ("kind", pa.string()),
        ("caller_class", pa.string()),
        ("caller", pa.string()),
        ("caller_descriptor", pa.string()),
        ("caller_title", pa.string()),
        ("line", pa.int32()),
        ("place", pa.string()),
        ("count", pa.int64()),
        ("share", pa.float64()),
        ("entries", pa.int64()),
        ("recorded_entries", pa.int64()),
    ]
)


def caller_rows(profile: Profile, callers: Callers, entered: Entered) -> list[dict[str, Any]]:
    """Returns a row with SCHEMA's columns for each caller of a method, the most frequent first.

    ``line`` is the source line of the call, and ``place`` is the phrase for this line, such as
    ``line 12``. Both are None if the line isn't known.
    """
    title = profile.method_rows.title(entered.method)
    return [_row(profile, callers, entered, title, one) for one in entered.callers]


def caller_table(profile: Profile, callers: Callers, methods: list[int]) -> pa.Table:
    """Returns the rows of ``caller_rows`` of several methods as a table."""
    rows = [
        row for method in methods for row in caller_rows(profile, callers, callers.entered(method))
    ]
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def _row(
    profile: Profile, callers: Callers, entered: Entered, title: str, one: Caller
) -> dict[str, Any]:
    owner, name, descriptor = one.caller or (None, None, None)
    caller = None if one.caller is None else callers.method_of(one.caller)
    place = None
    if one.line is not None:
        # Which lines are inlined is known only for methods in the profile.
        place = (
            f"line {one.line}" if caller is None else profile.code(caller).places.phrase(one.line)
        )
    return {
        "method": entered.method,
        "title": title,
        "kind": one.kind,
        "caller_class": owner,
        "caller": name,
        "caller_descriptor": descriptor,
        "caller_title": None if one.caller is None else _title(profile, callers, one.caller),
        "line": one.line,
        "place": place,
        "count": one.count,
        "share": one.share,
        "entries": entered.entries,
        "recorded_entries": entered.recorded,
    }


def _title(profile: Profile, callers: Callers, name: Name) -> str:
    """Returns the title that other outputs have for a caller.

    The title of a bridge method is marked. A bridge method often has the name and the parameters of
    the method that it calls, so without the mark, that method would seem to call itself.
    """
    number = callers.method_of(name)
    if number is not None:
        return profile.method_rows.title(number)
    versions = profile.method_rows.by_name.get(name, [])
    title = method_title(*name)
    return bridge_title(title) if any(map(profile.method_rows.is_bridge, versions)) else title
