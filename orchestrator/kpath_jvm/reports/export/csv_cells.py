"""Turns values into cells of csv files."""

import csv
import io

import pyarrow as pa
import pyarrow.compute as pc

from kpath_jvm.profile.names import printable
from kpath_jvm.reports.export.pieces import TEXT

#: What separates the strings of a list. Strings may contain blanks, so a blank isn't enough.
_BETWEEN_TEXTS = "; "


def harmless(text: str) -> str:
    """Returns the text, with an apostrophe in front if spreadsheets would take it for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text


def cell(text: str) -> str:
    """Returns a text as a cell: harmless, with control characters escaped, quoted if necessary."""
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([harmless(printable(text)), ""])
    return line.getvalue()[:-1]


def cells(column: pa.Array) -> pa.Array:
    """Returns a column's values as cells; a missing value is an empty cell."""
    if pa.types.is_list(column.type):
        if not pa.types.is_string(column.type.value_type):
            # Numbers with blanks between them need no quotes.
            joined = pc.binary_join(column.cast(pa.list_(TEXT)), pa.scalar(" ", TEXT))
            return pc.fill_null(joined, pa.scalar("", TEXT))
        texts = [_BETWEEN_TEXTS.join(items or ()) for items in column.to_pylist()]
        return pa.array(map(cell, texts), TEXT)
    if pa.types.is_string(column.type):
        # A column repeats a few strings many times, so ``cell`` is called once per distinct string.
        encoded = column.dictionary_encode()
        distinct = pa.array(map(cell, encoded.dictionary.to_pylist()), TEXT)
        return pc.fill_null(distinct.take(encoded.indices), pa.scalar("", TEXT))
    return pc.fill_null(column.cast(TEXT), pa.scalar("", TEXT))
