"""Makes rows that describe the outcomes of branches, switches and handlers, with their counts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa

from kpath_jvm.analysis.branch_notes import BranchNote
from kpath_jvm.analysis.outcomes import BranchOutcomes, branch_outcomes
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.model import Profile

#: The answer and the target in the row that counts a branch's executions with an unknown outcome.
UNKNOWN, NO_TARGET = "unknown", -1
#: The columns. ``line`` and ``place`` are None without a line table. ``total`` is the number of all
#: executions of the branch, and ``unknown`` the number of those with an unknown outcome.
SCHEMA = pa.schema(
    [
        ("method", pa.int32()),
        ("block", pa.int32()),
        ("line", pa.int32()),
        ("place", pa.string()),
        ("ordinal", pa.int32()),
        ("question", pa.string()),
        ("answer", pa.string()),
        ("matched", pa.bool_()),
        ("target", pa.int32()),
        ("count", pa.int64()),
        ("most", pa.int64()),
        ("share", pa.float64()),
        ("total", pa.int64()),
        ("unknown", pa.int64()),
    ]
)


def branch_table(
    profile: Profile, methods: Iterable[int], told: Callable[[int], ToldMethod]
) -> pa.Table:
    """Returns a row per outcome of each decision of some methods, in the order of the code.

    ``told`` returns the object that puts a method's decisions into words. If a branch has
    executions with an unknown outcome, one more row counts these.
    """
    rows = [
        row
        for method in methods
        for branch in branch_outcomes(profile, method)
        for row in _rows(profile, branch, told(method))
        # A branch has no question if it compares constants, or if it is only a part of another
        # decision, for example of a switch over strings. Such a branch gets no row.
        if row["question"]
    ]
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def answers_of(note: BranchNote) -> list[dict[str, Any]]:
    """Returns a branch's outcomes as plain values, with the answers in words."""
    one = note.outcomes
    columns = zip(note.answers, one.targets, one.counts, one.mosts, one.shares, strict=True)
    return [
        {"answer": answer, "target": target, "count": count, "most": most, "share": share}
        for answer, target, count, most, share in columns
    ]


def _rows(profile: Profile, branch: BranchOutcomes, told: ToldMethod) -> Iterator[dict[str, Any]]:
    answers = [told.outcome(one) for one in branch.outcomes]
    line = branch.line
    common = {
        "method": branch.method,
        "block": branch.block,
        "line": line,
        "place": profile.code(branch.method).places.phrase_if_known(line),
        "ordinal": branch.ordinal,
        "total": branch.total,
        "unknown": branch.unknown,
    }
    for one, target, count, most, share in zip(
        answers, branch.targets, branch.counts, branch.mosts, branch.shares, strict=True
    ):
        yield common | {
            "question": one.question, "answer": one.answer, "matched": one.is_matched,
            "target": target, "count": count, "most": most, "share": share,
        }  # fmt: skip
    if branch.unknown:
        yield common | {
            "question": answers[0].question, "answer": UNKNOWN, "matched": answers[0].is_matched,
            "target": NO_TARGET, "count": branch.unknown, "most": branch.unknown,
            "share": branch.unknown / branch.total,
        }  # fmt: skip
