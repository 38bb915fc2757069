"""Makes the table of branches: a row per outcome of each branch, switch and handler."""

from collections.abc import Iterator

import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.facts.branches import NO_TARGET, branch_table
from kpath_jvm.facts.branches import SCHEMA as FACTS
from kpath_jvm.profile.consistency import integers
from kpath_jvm.reports.export.exported import Exported

#: The columns of ``branch_table`` that come after the columns that identify a method.
_FACTS = [name for name in FACTS.names if name not in ("method", "target")]
SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        *(FACTS.field(name) for name in _FACTS),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields the outcomes of all executed decisions, or with ``top`` the most frequent ones."""
    facts = branch_table(exported.profile, exported.with_counts, exported.told)
    executed = pc.and_(
        pc.greater(facts.column("total"), 0), pc.not_equal(facts.column("target"), NO_TARGET)
    )
    facts = facts.filter(executed)
    facts = facts.take(pa.array(exported.hottest(integers(facts, "count"))))
    methods = facts.column("method")
    identity = exported.method_columns(methods, "class", "name", "descriptor")
    arrays = [methods, *identity, *(facts.column(name) for name in _FACTS)]
    yield pa.table(arrays, names=SCHEMA.names).cast(SCHEMA)
