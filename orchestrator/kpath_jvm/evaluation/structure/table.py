"""Prints the figures of the verb ``structure`` as a table."""

from collections.abc import Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.output import percent

#: The titles of columns, in groups that are never divided. A column "degree" has the mean degree of
#: the internal nodes of its group's forest.
_TITLES = (
    ("hash op.", "of BLPP's"),
    ("k-SF nodes", "degree", "scans/item"),
    ("k-IPF nodes", "degree", "leaf depth"),
)
_CACHES = ("l1_miss_rate", "l2_miss_rate")
_CACHE_TITLES = ("L1 misses", "L2 misses")
_GAP = "  "


def renderables(document: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields the parts of the output for a JSON document (docs/formats/structure.md)."""
    rows = document["rows"]
    cut = "loop headers" if document["cut"] == "loop-header" else "back edges"
    yield _line(
        f"{document['items']:,} path completions, {document['streamed_items']:,} of them in the "
        f"stream, all repetitions included; {document['activations']:,} activations (a handler "
        f"divides an activation in two); paths cut at {cut}"
    )
    if rows:
        yield _line(
            f"BLPP: {rows[0]['blpp_hash_operations']:,} hash operations, "
            f"{rows[0]['blpp_entries']:,} entries of its table, {rows[0]['blpp_paths']:,} distinct "
            "paths"
        )
    yield _Figures(document)
    caches = document["caches"]
    if caches is not None:
        yield _line(
            f"caches are simulated for the paths in the stream: L1 {caches['l1']}; "
            f"L2 {caches['l2']}; BLPP misses L1 in {percent(caches['blpp_l1_miss_rate'])} of its "
            f"accesses, and L2 in {percent(caches['blpp_l2_miss_rate'])} of these misses; CPI is "
            "not available"
        )


def _line(text: str) -> Text:
    return wrapped(Text(text), hanging=0)


class _Figures:
    """Shows a row for each k. Columns that would exceed the width follow in further tables."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._rows = document["rows"]
        items = document["items"]
        simulated = [_CACHE_TITLES] if document["caches"] is not None else []
        self._groups = [*_TITLES, *simulated]
        self._figures = [
            _figures(row, items)[: len(self._groups)] if row["status"] == "ok" else None
            for row in self._rows
        ]

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Yields tables that fit into the width; rich calls this method."""
        lengths = _aligned([["k"], *([str(row["k"])] for row in self._rows)])
        block, is_first = lengths, True
        for place, titles in enumerate(self._groups):
            figures = [None if row is None else row[place] for row in self._figures]
            cells = [[""] * len(titles) if row is None else row for row in figures]
            columns = _aligned([list(titles), *cells])
            wider = _beside(block, columns)
            if block is not lengths and len(wider[0]) > options.max_width:
                yield self._lines(block, is_first=is_first)
                is_first = False
                wider = _beside(lengths, columns)
            block = wider
        yield self._lines(block, is_first=is_first)

    def _lines(self, block: list[str], *, is_first: bool) -> Text:
        """Returns the lines of a table; the first table says why a k has no figures."""
        text = Text("" if is_first else "\n").append(block[0], style="bold")
        for line, figures, row in zip(block[1:], self._figures, self._rows, strict=True):
            length = len(block[0]) - len(block[0].lstrip()) + 1
            if figures is not None:
                text.append(f"\n{line}")
            elif is_first:
                text.append(f"\n{row['k']:>{length}}{_GAP}no memory")
        return text


def _aligned(rows: list[list[str]]) -> list[str]:
    """Returns the rows as lines whose columns are right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [_GAP.join(map(str.rjust, row, widths)) for row in rows]


def _beside(left: list[str], right: list[str]) -> list[str]:
    return list(map(_GAP.join, zip(left, right, strict=True)))


def _figures(row: dict[str, Any], items: int) -> list[list[str]]:
    return [
        [
            f"{row['hash_operations']:,}",
            percent(row["hash_operations"] / items if items else None),
        ],
        [
            f"{row['ksf_nodes']:,}",
            f"{row['ksf_internal_degree']:.2f}",
            f"{row['node_scans'] / items:.2f}" if items else "-",
        ],
        [
            f"{row['ipf_nodes']:,}",
            f"{row['ipf_internal_degree']:.2f}",
            f"{row['ipf_leaf_depth']:.2f}",
        ],
        [percent(row.get(name)) for name in _CACHES],
    ]
