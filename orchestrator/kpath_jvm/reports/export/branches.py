"""The table of branches: a row per outcome of each branch, switch and handler."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.profile.arrow import numbers
from kpath_jvm.reports.export.exported import Exported

SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        ("block", pa.int32()),
        ("line", pa.int32()),
        ("place", pa.string()),
        ("ordinal", pa.int32()),
        ("question", pa.string()),
        ("answer", pa.string()),
        ("matched", pa.bool_()),
        ("count", pa.int64()),
        ("share", pa.float64()),
        ("total", pa.int64()),
        ("unknown", pa.int64()),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields the rows of all executed decisions; the hottest outcomes are the most frequent."""
    rows = [row for method in exported.with_counts for row in _outcomes(exported, method)]
    order = exported.hottest(np.array([row["count"] for row in rows], dtype=np.int64))
    chosen = [rows[place] for place in order.tolist()]
    methods = np.array([row["id"] for row in chosen], dtype=np.int32)
    identity = exported.method_columns(methods, "class", "name", "descriptor")
    columns = [
        numbers(methods, pa.int32()),
        *identity,
        *(
            pa.array([row[field.name] for row in chosen], field.type)
            for field in list(SCHEMA)[1 + len(identity) :]
        ),
    ]
    yield pa.Table.from_arrays(columns, schema=SCHEMA)


def _outcomes(exported: Exported, method: int) -> Iterator[dict[str, Any]]:
    told = exported.told(method)
    for branch in branch_outcomes(exported.profile, method):
        if not branch.total:
            continue
        for outcome, count, share in zip(
            branch.outcomes, branch.counts, branch.shares, strict=True
        ):
            one = told.outcome(outcome)
            yield {
                "id": method,
                "block": branch.block,
                "line": branch.line,
                "place": exported.place(method, branch.line),
                "ordinal": branch.ordinal,
                "question": one.question,
                "answer": one.answer,
                "matched": one.is_matched,
                "count": count,
                "share": share,
                "total": branch.total,
                "unknown": branch.unknown,
            }
