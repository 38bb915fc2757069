"""Writes a profile as jsonl: an object per method, with its loops, paths and n-grams."""

import json
from itertools import compress
from typing import IO, Any

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.entered import entered
from kpath_jvm.analysis.loop_columns import NONE
from kpath_jvm.analysis.uncompleted import counts_uncompleted
from kpath_jvm.profile.metadata import ENTRY_RUNG
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.export import ExportKeys
from kpath_jvm.reports.export import extended
from kpath_jvm.reports.export.exported import Exported, ExportOptions
from kpath_jvm.reports.export.json_items import JsonItems

LINE = DocumentKind("export", 1, ExportKeys)
#: The number of successive n-grams that are converted to text at a time. ``_CHUNK_OF_SOME`` is for
#: exports of some methods: fewer n-grams of other methods are converted in vain.
_CHUNK, _CHUNK_OF_SOME = 1 << 16, 1 << 10


def write_jsonl(profile: Profile, stream: IO[str], options: ExportOptions | None = None) -> None:
    """Writes a whole profile, as ``write_lines`` does."""
    write_lines(Exported.of(profile, options), stream)


def write_lines(exported: Exported, stream: IO[str]) -> None:
    """Writes one object per method that was entered (docs/formats/export.md).

    With ``top``, only the methods with the most bytecodes are written, the costliest first. If the
    profile has extended paths, the objects that ``extended.lines`` yields are written instead.
    """
    if exported.selected.whole.run.tables.extended:
        for line in extended.lines(exported):
            stream.write(json.dumps(line, ensure_ascii=True) + "\n")
        return
    methods = exported.profile.method_rows
    costs = Costs(exported.profile).of_methods
    rows = list(compress(methods, entered(exported.profile).tolist()))
    order = exported.hottest(np.array([costs[row["method"]] for row in rows], dtype=np.int64))
    firsts = np.searchsorted(exported.paths.loop_rows.methods, [row["method"] for row in rows])
    chunk = _CHUNK if exported.options.top is None else _CHUNK_OF_SOME
    items = JsonItems(exported, chunk)
    for place in order.tolist():
        row = rows[place]
        head = _head(exported, row, int(costs[row["method"]]), int(firsts[place]))
        stream.write(json.dumps(head, ensure_ascii=True)[:-1] + ', "ngrams": [')
        separator = ""
        for piece in items.of(exported.forest.slice_of(row["method"])):
            stream.write(separator + piece)
            separator = ", "
        stream.write("]}\n")


def _head(exported: Exported, row: dict[str, Any], cost: int, first_loop: int) -> dict[str, Any]:
    method = int(row["method"])
    offsets = exported.profile.code(method).offsets
    # If only the method's entries were counted, it isn't known how activations ended.
    is_known = row["rung"] != ENTRY_RUNG and counts_uncompleted(exported.profile)
    content = {
        "id": method,
        "class": row["class"],
        "method": row["name"],
        "descriptor": row["descriptor"],
        "loader": row["loader"],
        "digest": row["digest"],
        "source": row["source"],
        "entries": int(row["entries"]),
        "abandoned": int(row["abandoned"]) if is_known else None,
        "undecided": int(row["undecided"]) if is_known else None,
        "bytecodes": cost,
        "rung": row["rung"],
        "irreducible": bool(row["irreducible"]),
        "cuts": [[list(offsets[block]) for block in edge] for edge in row["cuts"]],
        "loops": _loops(exported, method, first_loop),
        "paths": _paths(exported, method),
    }
    return LINE.of(content)


def _loops(exported: Exported, method: int, first: int) -> list[dict[str, Any]]:
    code = exported.profile.code(method)
    rows = exported.paths.loop_rows
    return [
        {
            "header": list(code.offsets[loop.header]),
            "line": (line := rows.header_line(first + place)),
            "place": code.places.phrase_if_known(line),
            "depth": rows.depth(first + place),
            "parent": loop.parent if loop.parent >= 0 else None,
        }
        for place, loop in enumerate(code.loops)
    ]


def _paths(exported: Exported, method: int) -> dict[str, Any]:
    """Returns a method's executed paths, decoded; the keys are the numbers of the paths.

    Each executed path is an n-gram of length 1.
    """
    forest, rows = exported.forest, exported.paths
    nodes = forest.slice_of(method)
    roots = nodes.start + np.flatnonzero(forest.parents[nodes] < 0)
    told = exported.told(method)
    found = {}
    for place, path in zip(
        exported.path_places[roots].tolist(), forest.paths[roots].tolist(), strict=True
    ):
        decoded = exported.profile.decode(method, path)
        loop = int(rows.loops[place])
        found[str(path)] = {
            "name": rows.names[place],
            "blocks": [list(offsets) for offsets in decoded.offsets],
            "start": decoded.start,
            "end": decoded.end,
            "loop": None if loop == NONE else int(rows.loop_rows.numbers[loop]),
            "lines": list(decoded.lines),
            "bytecodes": int(rows.bytecodes[place]),
            "decisions": [one.plain() for one in told.path(decoded)],
        }
    return found
