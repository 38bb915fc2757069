"""Names the methods of which only entries are counted, and says how to record their paths.

No figure of paths includes such a method, however hot it is (docs/size-ladder.md). So the verdict
on a profile's counts names these methods.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.given_methods import KnowsMethods, method_number
from kpath_jvm.profile.metadata import ENTRY_RUNG, WHOLE_RUNGS
from kpath_jvm.profile.method_rows import MethodRows
from kpath_jvm.profile.names import without_package
from kpath_jvm.records.java_command import COMPILE_HUGE_METHODS

_MOST_NAMED = 3
#: A method that was entered fewer times than this may contain a hot loop, but is itself hardly hot.
_OFTEN = 1_000
#: This is the only reason for a lower rung that a larger --code-limit can remove.
_HUGE = "huge-method"


class _HasRows(KnowsMethods, Protocol):
    """A profile, as far as its table of methods is concerned."""

    @property
    def method_rows(self) -> MethodRows:
        """The table of methods."""


def reason_code(reason: str) -> str:
    """Returns the first word of a reason, such as ``huge-method``.

    After this word come a colon and some figures of the method. A reason without such a word is
    returned unchanged.
    """
    found = re.match(r"([a-z]+(?:-[a-z]+)+): ", reason)
    return found[1] if found else reason


def entries_only(methods: Sequence[Mapping[str, Any]]) -> str | None:
    """Names the methods of which only entries are counted, and says how to record their paths.

    ``methods`` is a result of ``with_less``. Methods that were never entered aren't named, because
    no figure is wrong without them. Returns None if there is no method to name.
    """
    found = _entered(methods)
    if not found:
        return None
    named = [_named(one) for one in found[:_MOST_NAMED]]
    more = len(found) - len(named)
    names = "; ".join([*named, *([f"and {more:,} more"] if more else [])])
    its, it, them = ("its", "it", "it") if len(found) == 1 else ("their", "they", "them")
    matters = f"though {it} may be hot"
    if not may_be_hot(methods):
        matters = f"which matters only if a loop in {them} is hot"
    text = (
        f"{names}: {its} loops, paths and bytecodes aren't counted and are in no table or share, "
        f"{matters}"
    )
    huge = [one for one in found if reason_code(one["reason"] or "") == _HUGE]
    needed = [min(sizes) for one in huge if (sizes := [size for _, size in predicted(one)])]
    if not needed:
        return text
    some = "" if len(huge) == len(found) else f" of {len(huge):,} of them"
    return (
        f"{text}; with run --code-limit {max(needed)} the paths{some} would be recorded, but "
        "HotSpot then compiles no method that becomes larger than 8,000 bytes, unless the JVM has "
        f"{COMPILE_HUGE_METHODS}"
    )


def may_be_hot(methods: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether a method of which only entries are counted was entered often.

    Also returns True if such a method's number of entries isn't known, because it may be large.
    """
    return any(one["entries"] >= _OFTEN or not one["entries_known"] for one in _entered(methods))


def may_be_missing(methods: Sequence[Mapping[str, Any]]) -> str | None:
    """Says briefly that hot methods may be missing, and names the one with the most entries.

    ``methods`` is a result of ``with_less``. Returns None if ``may_be_hot`` is False.
    """
    if not may_be_hot(methods):
        return None
    first, *more = _entered(methods)
    name = without_package(first["title"], first["class"]).partition("(")[0]
    entries = f" ({first['entries']:,})" if first["entries_known"] else ""
    others = f" and {len(more):,} more" if more else ""
    return f"hot methods may be missing: only entries were counted of {name}{entries}{others}"


def _entered(methods: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Returns the methods of which only entries are counted, and which may have been entered."""
    return [
        one
        for one in methods
        if not one["has_paths"] and (one["entries"] or not one["entries_known"])
    ]


def _named(method: Mapping[str, Any]) -> str:
    name = without_package(method["title"], method["class"])
    if not method["entries_known"]:
        return name
    entries = method["entries"]
    return f"{name}, entered {'once' if entries == 1 else f'{entries:,} times'}"


def without_paths_text(methods: MethodRows) -> str | None:
    """Names the entered methods of which only entries are counted; None if there are none."""
    only = entries_only(with_less(methods))
    return None if only is None else f"only entries are counted of {only}"


def require_paths_of(methods: MethodRows, method: int) -> None:
    """Raises KpathError if only entries were counted of a method; ``method`` is its number."""
    row = methods.row(method)
    if row["rung"] != ENTRY_RUNG:
        return
    title = methods.title(method)
    only = entries_only([_entry(title, row)]) or f"{title}, and it was never entered"
    raise KpathError(f"only entries are counted of {only}")


def method_with_paths(profile: _HasRows, method: int | str) -> int:
    """Returns the number of a method that is given by number or by name.

    Raises KpathError if there is no such method, or if only its entries were counted.
    """
    number = method_number(profile, method)
    require_paths_of(profile.method_rows, number)
    return number


def predicted(method: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Returns the rungs that were rejected for a method, with the predicted bytes of its code.

    The rung with the fewest bytes comes first. ``method`` is an item of ``with_less``. A rung whose
    size wasn't predicted is left out.
    """
    found = [(one["rung"], one["bytes"]) for one in method["rejected"] if one["bytes"] is not None]
    return sorted(found, key=lambda one: one[1])


def with_less(methods: MethodRows) -> list[dict[str, Any]]:
    """Returns the methods on rungs that record less, those with the most entries first."""
    has_less = ~np.isin(methods.texts("rung"), WHOLE_RUNGS)
    return [
        _entry(methods.title(row["method"]), row)
        for row in methods.most("entries", np.flatnonzero(has_less))
    ]


def _entry(title: str, row: dict[str, Any]) -> dict[str, Any]:
    rejected = zip(row["rejected_rungs"], row["rejected_bytes"], strict=True)
    return {
        "class": row["class"],
        "method": row["name"],
        "descriptor": row["descriptor"],
        "title": title,
        "rung": row["rung"],
        "has_paths": row["rung"] != ENTRY_RUNG,
        "reason": row["rung_reason"],
        "bytes": int(row["bytes"]),
        "instrumented_bytes": int(row["instrumented_bytes"]),
        "rejected": [
            {"rung": str(rung), "bytes": int(size) if size >= 0 else None}
            for rung, size in rejected
        ],
        "entries": int(row["entries"]),
        "entries_known": bool(row["entries_counted"]),
        "completed": int(row["completed"]),
    }
