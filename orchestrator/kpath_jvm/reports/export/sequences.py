"""Makes the table of sequences: a row per n-gram."""

from collections.abc import Iterator

import pyarrow as pa

from kpath_jvm.profile.arrow import lists, numbers
from kpath_jvm.profile.schema import INTS
from kpath_jvm.reports.export.csv_cells import cell
from kpath_jvm.reports.export.exported import Exported
from kpath_jvm.reports.export.grams import Grams
from kpath_jvm.reports.export.pieces import TEXT, ItemTexts, Pieces, whole

#: How many sequences are written at a time.
CHUNK = 1 << 16
SCHEMA = pa.schema(
    [
        ("id", pa.int32()),
        ("class", pa.string()),
        ("method", pa.string()),
        ("loop_line", pa.int32()),
        ("length", pa.int32()),
        ("count", pa.int64()),
        ("bytecodes", pa.int64()),
        ("sequence", pa.string()),
        ("paths", INTS),
    ]
)


def chunks(exported: Exported) -> Iterator[pa.Table]:
    """Yields the rows in chunks."""
    names = _names(exported)
    for grams in _grams(exported):
        yield _rows(exported, grams, names)


def lines(exported: Exported) -> Iterator[str]:
    """Yields the rows as csv, many lines at a time.

    A profile may have millions of rows, but these consist of a few thousand texts and some numbers.
    So the lines are put together from pieces, which is faster than formatting each row.
    """
    names = _names(exported)
    paths = ItemTexts(pa.array(exported.paths.paths).cast(TEXT), " ")
    for grams in _grams(exported):
        yield _lines(exported, grams, names, paths)


def _grams(exported: Exported) -> Iterator[Grams]:
    for first in range(0, len(exported.nodes), CHUNK):
        yield Grams(exported, exported.nodes[first : first + CHUNK])


def _names(exported: Exported) -> ItemTexts:
    return ItemTexts(pa.array(exported.paths.names.tolist(), TEXT), " ")


def _rows(exported: Exported, grams: Grams, names: ItemTexts) -> pa.Table:
    pieces = Pieces(len(grams))
    values = exported.paths.paths[grams.places[grams.places >= 0]]
    return pa.Table.from_arrays(
        [
            numbers(grams.methods, pa.int32()),
            *exported.method_columns(grams.methods, "class", "name"),
            pa.array(exported.paths.loop_rows.header_lines(grams.loops), pa.int32()),
            numbers(grams.lengths, pa.int32()),
            numbers(grams.counts, pa.int64()),
            numbers(grams.bytecodes, pa.int64()),
            pieces.rows(pieces.items(names, grams.places)).cast(pa.string()),
            lists(grams.lengths, values, INTS),
        ],
        schema=SCHEMA,
    )


def _lines(exported: Exported, grams: Grams, names: ItemTexts, paths: ItemTexts) -> str:
    pieces = Pieces(len(grams))
    comma, end = pieces.shared(","), pieces.shared("\n")

    def identity(method: int) -> str:
        texts = exported.method_columns([method], "class", "name")
        return ",".join([str(method), *(cell(text[0].as_py()) for text in texts), ""])

    def header(loop: int) -> str:
        line = exported.paths.loop_rows.header_line(loop)
        return "," if line is None else f"{line},"

    return whole(
        pieces.rows(
            pieces.each(grams.methods, identity),
            pieces.each(grams.loops, header),
            pieces.each(grams.lengths, "{},".format),
            pieces.numbers(grams.counts),
            comma,
            pieces.numbers(grams.bytecodes),
            comma,
            pieces.items(names, grams.places),
            comma,
            pieces.items(paths, grams.places),
            end,
        )
    )
