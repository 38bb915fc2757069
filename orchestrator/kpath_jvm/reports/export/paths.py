"""Makes the table of paths: a row per executed path, described by its decisions."""

from collections.abc import Iterator

import pyarrow as pa

from kpath_jvm.profile.arrow import numbers
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.schema import INTS
from kpath_jvm.reports.export.exported import Exported

CHUNK = 1 << 14
SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        ("path", pa.int32()),
        ("name", pa.string()),
        ("start", pa.string()),
        ("end", pa.string()),
        ("loop_line", pa.int32()),
        ("count", pa.int64()),
        ("bytecodes", pa.int64()),
        ("lines", INTS),
        ("places", pa.string()),
        ("decisions", pa.list_(pa.field("element", pa.string()))),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields all rows, or with ``top`` those of the paths with the most bytecodes, in chunks."""
    table = exported.profile.table("paths")
    methods, paths = integers(table, "method"), integers(table, "path")
    rows = exported.paths
    places = rows.places(methods, paths)
    order = exported.hottest(rows.bytecodes[places] * rows.counts[places])
    for first in range(0, len(order), CHUNK):
        chosen = order[first : first + CHUNK]
        at = places[chosen]
        decoded = [
            exported.profile.decode(method, path)
            for method, path in zip(methods[chosen].tolist(), paths[chosen].tolist(), strict=True)
        ]
        told = [
            exported.told(method).path(path)
            for method, path in zip(methods[chosen].tolist(), decoded, strict=True)
        ]
        columns = [
            numbers(methods[chosen], pa.int32()),
            *exported.method_columns(methods[chosen], "class", "name", "descriptor"),
            numbers(paths[chosen], pa.int32()),
            pa.array(rows.names[at].tolist(), pa.string()),
            pa.array([one.start for one in decoded], pa.string()),
            pa.array([one.end for one in decoded], pa.string()),
            pa.array(rows.loop_rows.header_lines(rows.loops[at]), pa.int32()),
            numbers(rows.counts[at], pa.int64()),
            numbers(rows.bytecodes[at], pa.int64()),
            pa.array([one.lines for one in decoded], INTS),
            pa.array(_places(exported, methods[chosen].tolist(), decoded), pa.string()),
            pa.array([[one.text for one in path] for path in told], SCHEMA.field("decisions").type),
        ]
        yield pa.Table.from_arrays(columns, schema=SCHEMA)


def _places(exported: Exported, methods: list[int], paths: list[DecodedPath]) -> list[str]:
    """Returns for each path a text that says on which lines the path runs."""
    return [
        exported.profile.code(method).places.names(path.lines)
        for method, path in zip(methods, paths, strict=True)
    ]
