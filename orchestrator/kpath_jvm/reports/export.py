"""Writing a profile for other programs: jsonl by method, csv and parquet by sequence."""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import compress
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.metadata import ENTRY_RUNG
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.sequence_texts import (
    ItemTexts,
    beside,
    number_texts,
    path_texts,
    whole,
)

#: Sequences that are spelled out at a time.
_CHUNK = 1 << 16

#: The columns of ``methods`` by which a sequence's method is named.
_IDENTITY = ("class", "name", "descriptor", "loader", "digest")
_FLAT_SCHEMA = pa.schema(
    [
        ("class", pa.string()),
        ("method", pa.string()),
        ("descriptor", pa.string()),
        ("loader", pa.string()),
        ("digest", pa.string()),
        ("length", pa.int32()),
        ("path", pa.list_(pa.field("element", pa.int32()))),
        ("count", pa.int64()),
    ]
)


def write_jsonl(profile: Profile, stream: IO[str]) -> None:
    """Writes one object per method that was entered (docs/formats/export.md).

    Versions of a method with one identity (loader, class, digest, name, descriptor) are one object.
    """
    profile = profile.merged(across_loaders=False)
    methods = profile.method_rows
    items = ItemTexts(profile.forest, _CHUNK)
    for row in compress(methods, methods.is_entered.tolist()):
        _write_method(profile, row, items, stream)


def write_csv(profile: Profile, stream: IO[str]) -> None:
    """Writes one row per sequence; ``path`` holds path numbers with blanks between them.

    A text that a spreadsheet would take for a formula gets an apostrophe in front, and characters
    that a terminal would obey are written as their escapes.
    """
    profile = profile.merged(across_loaders=False)
    csv.writer(stream, lineterminator="\n").writerow(_FLAT_SCHEMA.names)
    forest = profile.forest
    rows = profile.method_rows
    cells = dict(zip(rows.numbers.tolist(), map(_cells, rows.identities(_IDENTITY)), strict=True))
    for nodes in _chunks(forest):
        methods, places = np.unique(forest.methods[nodes], return_inverse=True)
        identities = [cells[method] for method in methods.tolist()]
        lines = beside(
            pa.array(identities, pa.large_string()).take(pa.array(places)),
            number_texts(forest.depths[nodes]),
            path_texts(forest, nodes, " "),
            beside(number_texts(forest.counts[nodes]), "\n"),
            separator=",",
        )
        stream.write(whole(lines))


def write_parquet(profile: Profile, sink: IO[bytes]) -> None:
    """Writes the same rows as one Parquet table; ``path`` is a list of path numbers."""
    profile = profile.merged(across_loaders=False)
    forest = profile.forest
    identity = profile.table("methods").select(_IDENTITY)
    numbers = profile.method_rows.numbers
    rows_of = np.full(int(numbers.max(initial=-1)) + 1, -1, dtype=np.int64)
    rows_of[numbers] = np.arange(len(numbers))
    with pq.ParquetWriter(sink, _FLAT_SCHEMA, compression="zstd") as writer:
        for nodes in _chunks(forest):
            rows = forest.sequences(nodes)
            lengths = forest.depths[nodes].astype(np.int32)
            values = rows[np.arange(rows.shape[1]) < lengths[:, np.newaxis]]
            offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int32)
            columns = [
                *identity.take(pa.array(rows_of[forest.methods[nodes]])).combine_chunks().columns,
                pa.array(lengths),
                pa.ListArray.from_arrays(offsets, pa.array(values), type=_FLAT_SCHEMA.types[6]),
                pa.array(forest.counts[nodes]),
            ]
            writer.write_table(pa.Table.from_arrays(columns, schema=_FLAT_SCHEMA))


def harmless(text: str) -> str:
    """Returns the text as a cell that no spreadsheet evaluates."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text


def _cells(texts: Iterable[str]) -> str:
    """Returns texts as the first cells of a line."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow([harmless(printable(text)) for text in texts])
    return line.getvalue()[:-1]


def _chunks(forest: Forest) -> Iterator[Any]:
    for first in range(0, len(forest), _CHUNK):
        yield np.arange(first, min(first + _CHUNK, len(forest)))


def _write_method(
    profile: Profile, row: dict[str, Any], items: ItemTexts, stream: IO[str]
) -> None:
    method = int(row["method"])
    nodes = profile.forest.slice_of(method)
    offsets = profile.code(method).offsets
    is_known = row["rung"] != ENTRY_RUNG and profile.run.inline is None
    head = {
        "class": row["class"],
        "method": row["name"],
        "descriptor": row["descriptor"],
        "loader": row["loader"],
        "digest": row["digest"],
        "entries": int(row["entries"]),
        # Where only entries are counted nothing is known of how they ended.
        "abandoned": int(row["abandoned"]) if is_known else None,
        "undecided": int(row["undecided"]) if is_known else None,
        "rung": row["rung"],
        "irreducible": bool(row["irreducible"]),
        "cuts": [[list(offsets[block]) for block in edge] for edge in row["cuts"]],
        "paths": _paths(profile, method, nodes),
    }
    stream.write(json.dumps(head, ensure_ascii=True)[:-1] + ', "ngrams": [')
    separator = ""
    for piece in items.of(nodes):
        stream.write(separator + piece)
        separator = ", "
    stream.write("]}\n")


def _paths(profile: Profile, method: int, nodes: slice) -> dict[str, Any]:
    """Returns the decoded paths by number: every path of an n-gram is an n-gram of length 1."""
    roots = profile.forest.paths[nodes][profile.forest.parents[nodes] < 0].tolist()
    decoded = [profile.decode(method, path) for path in roots]
    return {
        str(path.path): {
            "blocks": [list(offsets) for offsets in path.offsets],
            "start": path.start,
            "end": path.end,
        }
        for path in decoded
    }
