"""Names extended paths: X1, X2 and so on. All outputs use the same names."""

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from kpath_jvm.analysis.hot_sequences import largest
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable

#: What identifies a row of ``extended`` within its method: kind, graph, number, other method.
Key: TypeAlias = tuple[str, int, int, int]
_MOST_NAMED = 10


def key_of(row: Mapping[str, Any]) -> Key:
    """Returns the key of a row of the table ``extended``."""
    return row["kind"], row["graph"], row["number"], row["other_method"]


def rows_of_extended(profile: Profile, method: int) -> dict[str, dict[str, Any]]:
    """Returns a method's rows of the table ``extended`` by name, the highest count first."""
    table = profile.table("extended")
    bounds = np.array([method, method + 1])
    first, end = np.searchsorted(integers(table, "method"), bounds).tolist()
    part = table.slice(first, end - first)
    order = largest(integers(part, "count"), part.num_rows)
    rows = part.to_pylist()
    return {f"X{rank}": rows[place] for rank, place in enumerate(order.tolist(), 1)}


def is_extended(text: str) -> bool:
    """Returns whether ``text`` names an extended path; letters alone name a Ball-Larus path."""
    return text[:1].upper() == "X" and text[1:].isascii() and text[1:].isdigit()


def extended_called(profile: Profile, method: int, text: str, title: str) -> dict[str, Any]:
    """Returns the row of the extended path that is called ``text``.

    ``is_extended`` must be true of ``text``. Raises KpathError if there is no such row; the message
    contains the method's ``title``.
    """
    rows = rows_of_extended(profile, method)
    name = f"X{int(text[1:])}"
    if name not in rows:
        named = list(rows)[:_MOST_NAMED]
        more = ", ..." if len(rows) > _MOST_NAMED else ""
        known = f"; it has {', '.join(named)}{more}" if rows else ""
        raise KpathError(f"{title} has no extended path {printable(text)}{known}", 2)
    return rows[name]
