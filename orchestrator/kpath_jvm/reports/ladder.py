"""Says which methods are recorded below the first rung, and why (docs/size-ladder.md).

On the first rung, a method has all probes. On the second rung, it has fewer probes, which record
the same data. On the lower rungs, less of the method is recorded.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kpath_jvm.profile.entries_only import reason_code
from kpath_jvm.profile.metadata import RUNGS
from kpath_jvm.profile.method_rows import MethodRows
from kpath_jvm.records.run import FILTERED

#: What the rungs record that record less than everything, in words.
MEANINGS = {
    "cuts": "their paths are cut into shorter ones, which takes fewer bytes of code",
    "entry": "only entries are counted, no paths",
}
#: Short names of the rungs, for columns of tables.
NAMES = {
    "full": "all probes", "chords": "fewer probes", "cuts": "shorter paths", "entry": "entries",
}  # fmt: skip
#: What the first word of a reason means. A profile has a reason for each method below the first
#: rung, and for each method of which nothing is recorded.
REASONS = {
    "huge-method": "with all probes it would exceed --code-limit",
    "too-large": "with all probes it would not fit into a class file",
    "class-too-large": "the class has no room for more constants",
    "too-many-paths": "it has too many paths",
    "ids-exhausted": (
        "the recording has no ids left, and a smaller --max-paths or an --include leaves more"
    ),
    "too-many-locals": "no room for local variables",
    "too-deep-stack": "no room on the operand stack",
    "subroutine": "its subroutines can't be inlined",
    "empty-finalizer": "with a probe in an empty finalize() the JVM would finalize each object",
}
PAGE = "docs/size-ladder.md"


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
