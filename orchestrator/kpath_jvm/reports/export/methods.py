"""The table of methods: a row per method that was entered, with all that identifies it."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.profile.arrow import numbers
from kpath_jvm.profile.metadata import ENTRY_RUNG
from kpath_jvm.reports.export.exported import Exported

_NAMES = ("class", "name", "descriptor", "loader", "digest", "source")
SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        ("loader", pa.string()),
        ("digest", pa.string()),
        ("source", pa.string()),
        ("entries", pa.int64()),
        ("completed", pa.int64()),
        ("abandoned", pa.int64()),
        ("undecided", pa.int64()),
        ("bytecodes", pa.int64()),
        ("paths_executed", pa.int32()),
        ("paths_possible", pa.int32()),
        ("rung", pa.string()),
        ("irreducible", pa.bool_()),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields all rows; the hottest are those whose completed paths have the most bytecodes."""
    rows = exported.profile.method_rows
    entered = np.flatnonzero(rows.is_entered)
    of_methods = Costs(exported.profile).of_methods
    order = entered[exported.hottest(of_methods[rows.numbers[entered]])]
    chosen = rows.numbers[order]
    executed = np.bincount(
        exported.profile.table("paths").column("method").to_numpy(), minlength=len(of_methods)
    )
    is_inline = exported.profile.run.inline is not None
    # Where only entries are counted, nothing is known about how they ended.
    unknown = (rows.texts("rung")[order] == ENTRY_RUNG) | is_inline
    yield pa.Table.from_arrays(
        [
            numbers(chosen, pa.int32()),
            *exported.method_columns(chosen, *_NAMES),
            numbers(rows.column("entries")[order], pa.int64()),
            numbers(rows.column("completed")[order], pa.int64()),
            pa.array(rows.column("abandoned")[order], pa.int64(), mask=unknown),
            pa.array(rows.column("undecided")[order], pa.int64(), mask=unknown),
            numbers(of_methods[chosen], pa.int64()),
            numbers(executed[chosen], pa.int32()),
            numbers(rows.column("possible_paths")[order], pa.int32()),
            pa.array(rows.texts("rung")[order].tolist(), pa.string()),
            pa.array(rows.column("irreducible")[order], pa.bool_()),
        ],
        schema=SCHEMA,
    )
