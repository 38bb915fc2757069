"""Makes the table of extended paths, and the lines of jsonl about them."""

from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from kpath_jvm.reports.counted.extended import ExtendedRows
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.export import ExportExtendedKeys
from kpath_jvm.reports.export.exported import Exported

LINE = DocumentKind("export_extended", 1, ExportExtendedKeys)
_TEXTS = pa.list_(pa.field("element", pa.string()))

SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        ("kind", pa.string()),
        ("graph", pa.int32()),
        ("number", pa.int64()),
        ("start", pa.string()),
        ("start_text", pa.string()),
        ("end", pa.string()),
        ("end_text", pa.string()),
        ("offsets", pa.list_(pa.field("element", pa.int32()))),
        ("lines", pa.string()),
        ("decisions", _TEXTS),
        ("other_class", pa.string()),
        ("other_method", pa.string()),
        ("other_descriptor", pa.string()),
        ("other_offsets", pa.list_(pa.field("element", pa.int32()))),
        ("count", pa.int64()),
        ("estimate", pa.float64()),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields all rows, or with ``top`` the rows with the largest estimates.

    A row without an estimate is ranked by its count. The offsets are those of the blocks' first
    instructions.
    """
    rows = [_flat(row) for row in _rows(exported)]
    columns = [pa.array([row[field.name] for row in rows], field.type) for field in SCHEMA]
    yield pa.Table.from_arrays(columns, schema=SCHEMA)


def _rows(exported: Exported) -> Iterator[dict[str, Any]]:
    return ExtendedRows(exported.selected, exported.options.sources).hottest(exported.options.top)


def _flat(row: dict[str, Any]) -> dict[str, Any]:
    other = row["other"] or {}
    return row | {
        "offsets": [first for first, _ in row["blocks"]],
        "lines": row["lines_text"],
        "decisions": [text for part in row["decisions"] for text in part],
        "other_class": other.get("class"),
        "other_method": other.get("method"),
        "other_descriptor": other.get("descriptor"),
        "other_offsets": [first for first, _ in other.get("blocks", ())],
    }


def lines(exported: Exported) -> Iterator[dict[str, Any]]:
    """Yields for each method with extended paths an object that lists these paths.

    Without ``top``, the objects are in the order of the methods' numbers. With ``top``, only the
    hottest paths are included, and the method with the hottest path comes first.
    """
    found: dict[int, dict[str, Any]] = {}
    run = exported.profile.run
    for row in _rows(exported):
        if row["id"] not in found:
            head = {name: row[name] for name in ("id", "class", "method", "descriptor", "loader")}
            found[row["id"]] = LINE.of(
                {**head, "profiler": run.option("profiler", str), "k": run.k, "paths": []}
            )
        other = row["other"]
        found[row["id"]]["paths"].append(
            {
                **{name: row[name] for name in ("kind", "graph", "number")},
                **{name: row[name] for name in ("blocks", "start", "end", "count", "estimate")},
                "other": None
                if other is None
                else {name: other[name] for name in ("class", "method", "descriptor", "blocks")},
            }
        )
    yield from found.values()
