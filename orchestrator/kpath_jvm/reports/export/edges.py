"""Makes the table of edges: a row for each edge of the methods whose edges were counted."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.reports.export.exported import Exported

SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        ("kind", pa.string()),
        ("source", pa.int32()),
        ("target", pa.int32()),
        ("source_offset", pa.int32()),
        ("target_offset", pa.int32()),
        ("count", pa.int64()),
        ("least", pa.int64()),
        ("most", pa.int64()),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields all rows, or with ``top`` the rows of the edges that were taken most often.

    ``source_offset`` is the offset of the source's last instruction. ``target_offset`` is the
    offset of the target's first instruction. If an edge has no source block or no target block,
    the block and its offset are null. ``most`` is null if the count has no upper bound.
    """
    table = exported.profile.table("edge_counts")
    rows = table.take(pa.array(exported.hottest(integers(table, "count")))).combine_chunks()
    methods, sources, targets = (integers(rows, name) for name in ("method", "source", "target"))
    yield pa.Table.from_arrays(
        [
            pa.array(methods, pa.int32()),
            *exported.method_columns(methods, "class", "name", "descriptor"),
            rows.column("kind").cast(pa.string()).combine_chunks(),
            _known(sources, sources),
            _known(targets, targets),
            _known(_offsets(exported, methods, sources, "last_offset"), sources),
            _known(_offsets(exported, methods, targets, "first_offset"), targets),
            rows.column("count"),
            rows.column("least"),
            _known(most := integers(rows, "most"), most, pa.int64()),
        ],
        schema=SCHEMA,
    )


def _offsets(
    exported: Exported, methods: Int64Array, blocks: Int64Array, column: str
) -> Int64Array:
    """Returns each block's value in ``column`` of the table ``blocks``.

    For -1, which stands for no block, the value has no meaning.
    """
    table = exported.profile.table("blocks")
    firsts = np.searchsorted(integers(table, "method"), methods)
    return integers(table, column)[firsts + np.maximum(blocks, 0)]


def _known(values: Int64Array, where: Int64Array, kind: pa.DataType | None = None) -> pa.Array:
    return pa.array(values, kind or pa.int32(), mask=where < 0)
