"""The table of loops: a row per executed loop, with what its iterations cost and repeat."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.facts.loops import loop_table
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
#: What the facts call a column, where that is another name.
_FACTS = {
    "bytecodes_with_inner": "whole_bytecodes", "share_of_all": "share", "paths": "paths_executed",
}  # fmt: skip


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields all rows; the hottest are those with the most bytecodes in their own blocks."""
    rows = list(_rows(exported))
    order = exported.hottest(np.array([row.cost for row in rows], dtype=np.int64))
    chosen = [rows[place] for place in order.tolist()]
    facts = loop_table(exported.profile, chosen, Costs(exported.selected.whole).total)
    columns = {name: facts.column(_FACTS.get(name, name)) for name in SCHEMA.names[4:]}
    sequences = zip(
        facts.column("method").to_pylist(), columns["sequence"].to_pylist(), strict=True
    )
    columns["sequence"] = pa.array(
        [None if paths is None else exported.letters(method, paths) for method, paths in sequences],
        pa.string(),
    )
    identity = exported.method_columns(facts.column("method"), "class", "name", "descriptor")
    arrays = [facts.column("method"), *identity, *columns.values()]
    yield pa.table(arrays, names=SCHEMA.names).cast(SCHEMA)


def _rows(exported: Exported) -> Iterator[LoopRow]:
    k = exported.options.k
    for method in exported.with_counts:
        for row in loop_rows(exported.profile, method, k):
            if exported.selected.has_loop(method, row.loop):
                yield row
