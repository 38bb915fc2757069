"""Makes the table of loops: a row per executed loop."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopRow, rows_with_entries
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
        ("entries_most", pa.int64()),
        ("iterations_most", pa.int64()),
        ("mean_iterations", pa.float64()),
        ("mean_least", pa.float64()),
        ("mean_most", pa.float64()),
        ("entries_by_iterations", pa.list_(pa.field("element", pa.int64()))),
        ("entries_longer", pa.int64()),
        ("longer_at_least", pa.int32()),
        ("longer_mean", pa.float64()),
        ("entries_unfinished", pa.int64()),
        ("median_least", pa.int64()),
        ("median_most", pa.int64()),
        ("p90_least", pa.int64()),
        ("p90_most", pa.int64()),
        ("missing", pa.int64()),
        ("at_least", pa.bool_()),
        ("estimated", pa.bool_()),
        ("first_paths", pa.int64()),
        ("bytecodes", pa.int64()),
        ("bytecodes_exact", pa.int64()),
        ("bytecodes_entered", pa.int64()),
        ("bytecodes_cut_off", pa.int64()),
        ("paths_cut_off", pa.int64()),
        ("bytecodes_with_inner", pa.int64()),
        ("share_of_all", pa.float64()),
        ("paths", pa.int32()),
        ("sequence", pa.string()),
        ("sequence_count", pa.int64()),
        ("back_edges_followed", pa.int64()),
        ("left_after", pa.int64()),
        ("left_exact", pa.bool_()),
        ("left_unclear", pa.int64()),
        ("pieces", pa.int64()),
        ("not_followed", pa.int64()),
        ("next_bits", pa.list_(pa.field("element", pa.float64()))),
        ("exit_bits", pa.list_(pa.field("element", pa.float64()))),
        ("lacks_longer", pa.bool_()),
        ("repetitions", pa.int64()),
        ("period", pa.int32()),
        ("period_share", pa.float64()),
        ("period_above", pa.int32()),
        ("period_of_iterations", pa.float64()),
        ("period_paths", pa.int32()),
        ("back_edges", pa.int32()),
        ("may_be_several", pa.bool_()),
    ]
)
#: The columns that have another name in ``loop_table``, each with its name there.
_FACTS = {
    "bytecodes_with_inner": "whole_bytecodes", "share_of_all": "share", "paths": "paths_executed",
}  # fmt: skip


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields all rows, or with ``top`` those with the most bytecodes in the loop's own blocks."""
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
        for row in rows_with_entries(exported.profile, exported.selected.whole, method, k):
            if exported.selected.has_loop(method, row.loop):
                yield row
