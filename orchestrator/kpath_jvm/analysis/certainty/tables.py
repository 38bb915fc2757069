"""Computes bounds on how often one path followed another at a method's joints (joints.py)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kpath_jvm.analysis.certainty.joints import JoinedPath, components
from kpath_jvm.analysis.certainty.pairs import UNLIMITED, pair_bounds
from kpath_jvm.analysis.certainty.sequences import NodeBounds
from kpath_jvm.profile.forest import Int64Array


@dataclass(frozen=True)
class PairTable:
    """Bounds on how often a path of ``firsts`` was followed by a path of ``seconds``.

    Paths are given by number. ``bounds`` have a row for each first path and a column for each
    second one.
    """

    firsts: Int64Array
    seconds: Int64Array
    bounds: NodeBounds


@dataclass(frozen=True)
class PairRow:
    """Completions of a path that ended at a joint.

    ``number`` is the number of the path, or -1 if the row may stand for several paths. ``count`` is
    the number of completions. ``follows`` says, for each column, whether the column's path may be
    the next one.
    """

    number: int
    count: int
    follows: Sequence[bool]


def tables_of_paths(paths: Sequence[JoinedPath], counts: Sequence[int]) -> list[PairTable]:
    """Returns a table for each group of joints (``components``).

    ``counts`` has the completions of each path.
    """
    found = []
    for group in components(paths):
        columns = [at for at, path in enumerate(paths) if path.begin in group]
        numbers = [paths[at].number for at in columns]
        rows = [
            PairRow(path.number, count, [paths[at].begin in path.ends for at in columns])
            for path, count in zip(paths, counts, strict=True)
            if path.ends & group
        ]
        found.append(table(rows, numbers, [counts[at] for at in columns]))
    return found


def table(rows: Sequence[PairRow], numbers: Sequence[int], counts: Sequence[int]) -> PairTable:
    """Returns the bounds of the pairs at a joint, or at a group of joints.

    Each column stands for a path: ``numbers`` has its number, and ``counts`` has how often it was
    completed. A path may have several rows, but at most one of them may allow a given column.
    """
    columns = np.array(numbers, dtype=np.int64)
    firsts = np.array([row.number for row in rows], dtype=np.int64)
    allowed = np.array([row.follows for row in rows], dtype=bool).reshape(len(rows), len(columns))
    same = (firsts[:, np.newaxis] == columns[np.newaxis, :]) & (columns >= 0)
    sums = np.array([row.count for row in rows], dtype=np.int64)
    found = pair_bounds(sums, np.array(counts, dtype=np.int64), allowed, same)
    distinct, places = np.unique(firsts, return_inverse=True)
    shape = len(distinct), len(columns)
    lower, upper = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    np.maximum.at(lower, places, found.lower)
    np.maximum.at(upper, places, found.upper)
    return PairTable(distinct, columns, NodeBounds(lower, upper))


def look_up(tables: Sequence[PairTable], first: Int64Array, second: Int64Array) -> NodeBounds:
    """Returns the bounds of pairs of path numbers; 0 and ``UNLIMITED`` for pairs in no table."""
    lower = np.zeros(len(first), dtype=np.int64)
    upper = np.full(len(first), UNLIMITED, dtype=np.int64)
    for one in tables:
        row = _places(one.firsts, first)
        column = _places(one.seconds, second)
        is_there = (row >= 0) & (column >= 0)
        cells = row[is_there], column[is_there]
        lower[is_there] = one.bounds.lower[cells]
        upper[is_there] = one.bounds.upper[cells]
    return NodeBounds(lower, upper)


def _places(numbers: Int64Array, wanted: Int64Array) -> Int64Array:
    """Returns the place of each wanted number, or -1."""
    if not len(numbers):
        return np.full(len(wanted), -1, dtype=np.int64)
    order = np.argsort(numbers, kind="stable")
    at = np.minimum(np.searchsorted(numbers[order], wanted), len(numbers) - 1)
    return np.where(numbers[order][at] == wanted, order[at], -1)
