"""Computes what structural paths tell about Ball-Larus paths that stay in one loop's own blocks.

A loop's own blocks are those in no inner loop. A structural path lies within one level of a
method's loops (docs/profilers.md). A Ball-Larus path that stays in a loop's own blocks is also a
structural path of the loop's level. All other Ball-Larus paths are counted in pieces, and it isn't
known which pieces belong together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kpath_jvm.analysis.certainty.joints import JoinedPath
from kpath_jvm.analysis.certainty.tables import PairRow, PairTable, table
from kpath_jvm.analysis.overlapping.iterations import shapes
from kpath_jvm.profile.code import MethodCode


@dataclass(frozen=True)
class LevelCounts:
    """The ``counts`` of Ball-Larus paths by path number, and the tables of pairs at back edges."""

    counts: Mapping[int, int]
    tables: Sequence[PairTable]


def level_counts(
    code: MethodCode, rows: Sequence[Mapping[str, Any]], paths: Sequence[JoinedPath]
) -> LevelCounts:
    """Returns what the counts of a method's structural paths tell about its Ball-Larus paths.

    ``rows`` are the method's rows of kind ``window`` in the profile's table ``extended``. The
    bounds of pairs need the counts of all paths that took back edges, so these bounds hold only if
    the profiler had no threshold.
    """
    counts: dict[int, int] = {}
    tables = []
    forms = shapes((loop.header, loop.latches, loop.blocks) for loop in code.loops)
    for header in sorted({form.header for form in forms}):
        own = frozenset[int]().union(*(form.own for form in forms if form.header == header))
        known = {path.blocks: path for path in paths if _stays(path, header, own)}
        begin = f"loop {header}"
        of_graph = [row for row in rows if row["graph"] == header]
        numbers = [_number(row, known, begin) for row in of_graph]
        for number, row in zip(numbers, of_graph, strict=True):
            if number >= 0:
                counts[number] = row["count"]
        columns = [at for at, row in enumerate(of_graph) if row["start"] == begin]
        ending = [at for at, row in enumerate(of_graph) if row["end"] == begin]
        tables.append(
            table(
                [
                    PairRow(numbers[at], of_graph[at]["count"], [True] * len(columns))
                    for at in ending
                ],
                [numbers[at] for at in columns],
                [of_graph[at]["count"] for at in columns],
            )
        )
    return LevelCounts(counts, tables)


def _stays(path: JoinedPath, header: int, own: frozenset[int]) -> bool:
    joint = ("loop", header)
    return path.begin == joint and path.ends <= {joint} and own.issuperset(path.blocks)


def _number(row: Mapping[str, Any], known: Mapping[tuple[int, ...], JoinedPath], begin: str) -> int:
    """Returns the number of the Ball-Larus path that equals a row's path, or -1."""
    path = known.get(tuple(row["blocks"]))
    if path is None or row["start"] != begin or row["end"] != (begin if path.ends else "exit"):
        return -1
    return path.number
