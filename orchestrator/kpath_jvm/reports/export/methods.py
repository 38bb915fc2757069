"""Makes the table of methods: a row per method that was entered."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kpath_jvm.analysis.entered import entered as entered_ones
from kpath_jvm.facts.methods import MethodFacts
from kpath_jvm.reports.export.exported import Exported

#: The columns of ``MethodFacts`` that are exported, in the order of the schema.
_COLUMNS = (
    "method", "class", "name", "descriptor", "loader", "digest", "source", "entries", "completed",
    "abandoned", "undecided", "bytecodes", "bytecodes_exact", "bytecodes_entered",
    "bytecodes_cut_off", "paths_executed", "possible_paths", "rung", "irreducible",
)  # fmt: skip
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
        ("bytecodes_exact", pa.int64()),
        ("bytecodes_entered", pa.int64()),
        ("bytecodes_cut_off", pa.int64()),
        ("paths_executed", pa.int32()),
        ("paths_possible", pa.int32()),
        ("rung", pa.string()),
        ("irreducible", pa.bool_()),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields one table of the methods that were entered.

    With ``top``, the table has only the methods that executed the most bytecodes, the costliest
    first.
    """
    facts = MethodFacts(exported.profile)
    entered = np.flatnonzero(entered_ones(exported.profile))
    order = entered[exported.hottest(facts.bytecodes[entered])]
    table = facts.table(order, *_COLUMNS)
    yield table.rename_columns(SCHEMA.names).cast(SCHEMA)
