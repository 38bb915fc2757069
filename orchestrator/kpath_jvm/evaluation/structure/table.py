"""The figures of ``structure`` as a table."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from kpath_jvm.reports.output import percent

_TITLES = (
    "k", "hash op.", "of BLPP's", "k-SF nodes", "degree", "scans/item", "k-IPF nodes", "degree",
    "leaf depth",
)  # fmt: skip
_CACHES = (("L1 misses", "l1_miss_rate"), ("L2 misses", "l2_miss_rate"))


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """What rich prints of the document that docs/formats/structure.md describes."""
    rows = document["rows"]
    cut = "loop headers" if document["cut"] == "loop-header" else "back edges"
    yield Text(
        f"{document['items']:,} paths, {document['streamed_items']:,} of them in the stream; "
        f"{document['activations']:,} sequences; cut at {cut}"
    )
    if rows:
        yield Text(
            f"BLPP: {rows[0]['blpp_hash_operations']:,} hash operations, "
            f"{rows[0]['blpp_entries']:,} entries, {rows[0]['blpp_paths']:,} paths"
        )
    yield _table(document)
    caches = document["caches"]
    if caches is not None:
        yield Text(
            f"caches are simulated: L1 {caches['l1']}; L2 {caches['l2']}; over the paths in the "
            f"stream; BLPP misses {percent(caches['blpp_l1_miss_rate'])} and "
            f"{percent(caches['blpp_l2_miss_rate'])}; CPI is not available"
        )


def _table(document: dict[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    simulated = document["caches"] is not None
    for title in (*_TITLES, *(title for title, _ in _CACHES if simulated)):
        table.add_column(title, justify="right")
    for row in document["rows"]:
        table.add_row(*_cells(row, document["items"], simulated))
    return table


def _cells(row: dict[str, Any], items: int, simulated: bool) -> list[str]:
    if row["status"] != "ok":
        return [str(row["k"]), "no memory"]
    cells = [
        str(row["k"]),
        f"{row['hash_operations']:,}",
        percent(row["hash_operations"] / items if items else None),
        f"{row['ksf_nodes']:,}",
        f"{row['ksf_internal_degree']:.2f}",
        f"{row['node_scans'] / items:.2f}" if items else "-",
        f"{row['ipf_nodes']:,}",
        f"{row['ipf_internal_degree']:.2f}",
        f"{row['ipf_leaf_depth']:.2f}",
    ]
    return [*cells, *(percent(row[name]) for _, name in _CACHES if simulated)]
