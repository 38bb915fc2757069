"""The table of branches: a row per outcome of each branch, switch and handler."""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.facts.branches import NO_TARGET, branch_table
from kpath_jvm.facts.branches import SCHEMA as FACTS
from kpath_jvm.profile.consistency import integers
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


#: All of the facts' columns but the target, behind what the method is known by.
_FACTS = SCHEMA.names[4:]


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields the rows of all executed decisions; the hottest outcomes are the most frequent."""
    tables = [
        branch_table(exported.profile, method, exported.told(method))
        for method in exported.with_counts
    ]
    facts = pa.concat_tables(tables) if tables else FACTS.empty_table()
    executed = pc.and_(
        pc.greater(facts.column("total"), 0), pc.not_equal(facts.column("target"), NO_TARGET)
    )
    facts = facts.filter(executed)
    facts = facts.take(pa.array(exported.hottest(integers(facts, "count"))))
    methods = facts.column("method")
    identity = exported.method_columns(methods, "class", "name", "descriptor")
    arrays = [methods, *identity, *(facts.column(name) for name in _FACTS)]
    yield pa.table(arrays, names=SCHEMA.names).cast(SCHEMA)
