"""The table of loops: a row per executed loop, with what its iterations cost and repeat."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.reports.export.exported import Exported

SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        ("loop", pa.int32()),
        ("line", pa.int32()),
        ("place", pa.string()),
        ("depth", pa.int32()),
        ("entries", pa.int64()),
        ("iterations", pa.int64()),
        ("mean_iterations", pa.float64()),
        ("missing", pa.int64()),
        ("bytecodes", pa.int64()),
        ("bytecodes_with_inner", pa.int64()),
        ("share_of_all", pa.float64()),
        ("paths", pa.int32()),
        ("sequence", pa.string()),
        ("sequence_count", pa.int64()),
        ("entropies", pa.list_(pa.field("element", pa.float64()))),
        ("period", pa.int32()),
        ("period_share", pa.float64()),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields all rows; the hottest are those with the most bytecodes in their own blocks."""
    rows = list(_rows(exported))
    order = exported.hottest(np.array([row.cost for row in rows], dtype=np.int64))
    chosen = [rows[place] for place in order.tolist()]
    total = Costs(exported.selected.whole).total
    methods = [row.method for row in chosen]
    identity = exported.method_columns(methods, "class", "name", "descriptor")
    found = [_values(exported, row, total) for row in chosen]
    columns = [
        pa.array(methods, pa.int32()),
        *identity,
        *(
            pa.array([values[field.name] for values in found], field.type)
            for field in list(SCHEMA)[1 + len(identity) :]
        ),
    ]
    yield pa.Table.from_arrays(columns, schema=SCHEMA)


def _rows(exported: Exported) -> Iterator[LoopRow]:
    k = exported.options.k
    for method in exported.with_counts:
        for row in loop_rows(exported.profile, method, k):
            if exported.selected.has_loop(method, row.loop):
                yield row


def _values(exported: Exported, row: LoopRow, total: int) -> dict[str, Any]:
    sequence = row.sequence
    return {
        "loop": row.loop,
        "line": row.header_line,
        "place": exported.place(row.method, row.header_line),
        "depth": row.depth,
        "entries": row.entries,
        "iterations": row.iterations,
        "mean_iterations": row.mean_iterations,
        "missing": row.missing,
        "bytecodes": row.cost,
        "bytecodes_with_inner": row.whole_cost,
        "share_of_all": row.cost / total if total else 0.0,
        "paths": len(row.paths),
        "sequence": None if sequence is None else exported.letters(row.method, sequence.paths),
        "sequence_count": None if sequence is None else sequence.count,
        # Adding 0.0 keeps -0.0 out of the file.
        "entropies": [bits + 0.0 for bits in row.entropies],
        "period": row.period,
        "period_share": row.period_share,
    }
