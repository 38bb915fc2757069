"""Says which methods are recorded below the first rung, and why (docs/size-ladder.md).

On the first rung, a method has all probes. On a lower rung, less of the method is recorded.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import ENTRY_RUNG, RUNGS
from kpath_jvm.profile.method_rows import MethodRows
from kpath_jvm.profile.model import Profile
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.run import FILTERED

#: What each rung records, in words.
MEANINGS = {
    "full": "everything is recorded",
    "chords": "everything is recorded, with increments in fewer places",
    "cuts": "their paths are cut into shorter ones, which takes fewer bytes of code",
    "entry": "only entries are counted, no paths",
}
#: Short names of the rungs, for columns of tables.
NAMES = {
    "full": "all probes", "chords": "fewer probes", "cuts": "shorter paths", "entry": "entries",
}  # fmt: skip
#: What the first word of a reason means. A profile has a reason for each method of which less than
#: everything, or nothing, is recorded.
REASONS = {
    "huge-method": "with all probes HotSpot would not compile it",
    "too-large": "with all probes it would not fit into a class file",
    "class-too-large": "the class has no room for more constants",
    "too-many-paths": "it has too many paths",
    "ids-exhausted": "the recording has no ids left",
    "too-many-locals": "no room for local variables",
    "too-deep-stack": "no room on the operand stack",
    "subroutine": "its subroutines can't be inlined",
    "empty-finalizer": "with a probe in an empty finalize() the JVM would finalize each object",
}
#: The page that explains the ladder.
PAGE = "docs/size-ladder.md"


def reason_code(reason: str) -> str:
    """Returns the first word of a reason, such as ``huge-method``.

    After this word come a colon and a text with figures of the method. A reason without such a word
    is returned unchanged.
    """
    found = re.match(r"([a-z]+(?:-[a-z]+)+): ", reason)
    return found[1] if found else reason


#: A report's first lines name at most this many of the methods of which only entries are counted.
_MOST_NAMED = 3
#: The only reason against which a larger --code-limit helps.
_HUGE = "huge-method"


def entries_only(methods: Sequence[Mapping[str, Any]]) -> str | None:
    """Says which methods are counted by their entries alone, and how to record their paths.

    No table of a report has such a method's loops and paths, however hot it is. ``methods`` are
    those of ``with_less``. Methods that were never entered aren't named, because they executed
    nothing that figures could lack. Returns None if there is no method to name.
    """
    found = [
        one
        for one in methods
        if not one["has_paths"] and (one["entries"] or not one["entries_known"])
    ]
    if not found:
        return None
    named = [one["title"] for one in found[:_MOST_NAMED]]
    more = len(found) - len(named)
    names = "; ".join([*named, *([f"and {more:,} more"] if more else [])])
    its, it = ("its", "it") if len(found) == 1 else ("their", "they")
    text = (
        f"{names}: {its} loops, paths and bytecodes aren't counted and are in no table or share, "
        f"though {it} may be hot"
    )
    huge = [one for one in found if reason_code(one["reason"] or "") == _HUGE]
    needed = [min(sizes) for one in huge if (sizes := [size for _, size in predicted(one)])]
    if not needed:
        return text
    some = "" if len(huge) == len(found) else f" of {len(huge):,} of them"
    return (
        f"{text}; run --code-limit {max(needed)} records the paths{some}, but HotSpot then "
        "compiles no method that becomes larger than 8,000 bytes, unless its JVM has "
        "-XX:-DontCompileHugeMethods"
    )


def told_worth(profile: Profile, *, of: Profile | None = None) -> Completeness:
    """Returns what a profile's counts are worth, and which methods no figure of paths includes.

    The latter is a note, in the words of ``entries_only``; it doesn't change the verdict. ``of`` is
    the part of the profile that is shown, if it isn't the whole profile. Only methods of that part
    are named.
    """
    only = without_paths_text(profile if of is None else of)
    return profile.completeness if only is None else profile.completeness.noted(only)


def without_paths_text(profile: Profile) -> str | None:
    """Names the methods of a profile of which only entries are counted; None if there are none."""
    only = entries_only(with_less(profile))
    return None if only is None else f"only entries are counted of {only}"


def require_paths_of(profile: Profile, method: int) -> None:
    """Raises KpathError if only entries were counted of a method; ``method`` is its number."""
    row = profile.method_rows.row(method)
    if row["rung"] != ENTRY_RUNG:
        return
    title = profile.method_rows.title(method)
    only = entries_only([_entry(title, row)]) or f"{title}, and it was never entered"
    raise KpathError(f"only entries are counted of {only}")


def predicted(method: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Returns the rungs that didn't fit a method, and the predicted bytes of the method's code.

    The rung with the fewest bytes comes first. ``method`` is an item of ``with_less``. A rung whose
    size wasn't predicted is left out.
    """
    found = [(one["rung"], one["bytes"]) for one in method["rejected"] if one["bytes"] is not None]
    return sorted(found, key=lambda one: one[1])


def why_left_out(reason: str, skipped: Mapping[str, Any]) -> str:
    """Returns the words for the reason why methods or classes weren't recorded.

    ``skipped`` is the value of the key ``not_profiled`` (documents/report.py).
    """
    if reason != FILTERED:
        return REASONS.get(reason, reason)
    if skipped["include"] and not skipped["exclude"]:
        return "not in an --include"
    if skipped["exclude"] and not skipped["include"]:
        return "in an --exclude"
    return "not in an --include, or in an --exclude"


def reasons_by_rung(methods: MethodRows) -> dict[str, dict[str, int]]:
    """Counts the methods below the first rung, by rung and by the reason's first word."""
    counts: dict[str, Counter[str]] = {rung: Counter() for rung in RUNGS[1:]}
    for rung, reason in methods.tuples(("rung", "rung_reason")):
        if rung in counts:
            counts[rung][reason_code(reason or "unknown")] += 1
    return {rung: dict(found.most_common()) for rung, found in counts.items() if found}


def with_less(profile: Profile) -> list[dict[str, Any]]:
    """Returns the methods below the first rung, those with the most entries first."""
    methods = profile.method_rows
    is_lower = methods.texts("rung") != RUNGS[0]
    return [
        _entry(methods.title(row["method"]), row)
        for row in methods.most("entries", np.flatnonzero(is_lower))
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
