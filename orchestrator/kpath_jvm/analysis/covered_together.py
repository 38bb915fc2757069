"""Counts the path completions that several sequences of a method cover together, each once.

Occurrences of sequences overlap, so the completions that single sequences cover can't be added up.
A completion is covered if it belongs to an occurrence of any of the sequences. It is counted where
the first of these occurrences ends. Whether one has ended before follows from the paths before, of
which the k-IPF has at most k. If an occurrence may reach back farther than these, the result is a
range. The result is exact, whatever the counts are, if no sequence has more than (k + 1) / 2 paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from kpath_jvm.profile.forest import BoolArray, Forest, Int32Array, Int64Array


class CoveredTogether(Struct, frozen=True):
    """Bounds of the completions that sequences cover together, and of these completions' cost."""

    least: int = 0
    most: int = 0
    least_cost: int = 0
    most_cost: int = 0


def covered_together(
    forest: Forest, k: int, sequences: Sequence[tuple[int, ...]], costs: Int32Array
) -> CoveredTogether:
    """Returns what some sequences of a method cover together.

    ``forest`` has all n-grams of up to ``k`` paths of this method, with exact counts. ``costs`` has
    the cost of one completion of the path of each node.
    """
    sums = np.zeros(4, dtype=np.int64)
    for nodes, counts, is_cut in _contexts(forest, k):
        rows = forest.sequences(nodes)
        longest = _longest(rows, sequences)
        ending = np.flatnonzero(longest)
        if not len(ending):
            continue
        rows, longest, counts = rows[ending], longest[ending], counts[ending]
        surely, maybe = _before(rows, sequences, is_cut=is_cut)
        width = rows.shape[1]
        # The columns of these arrays are those of ``rows``: the last one is the path that ends.
        own = np.arange(width) >= width - longest[:, np.newaxis]
        most = own & ~surely
        least = most & ~maybe
        of_paths = forest.along(nodes[ending], costs)
        for place, new in enumerate((least, most)):
            sums[place] += (new.sum(axis=1) * counts).sum()
            sums[2 + place] += ((new * of_paths).sum(axis=1) * counts).sum()
    roots = forest.depths == 1
    completed = int(forest.counts[roots].sum())
    whole_cost = int((forest.counts[roots] * costs[roots]).sum())
    least_sum, most_sum, least_cost, most_cost = sums.tolist()
    return CoveredTogether(
        least_sum, min(most_sum, completed), least_cost, min(most_cost, whole_cost)
    )


def _contexts(forest: Forest, k: int) -> Iterator[tuple[Int64Array, Int64Array, bool]]:
    """Yields the k-grams, and the shorter n-grams with which an activation begins, by length.

    Each completion is the last path of one of them, which has all paths before it that are known.
    With the nodes come their counts, and whether there may be more paths before them.
    """
    followed = np.zeros(len(forest), dtype=np.int64)
    longer = np.flatnonzero(forest.suffixes >= 0)
    np.add.at(followed, forest.suffixes[longer], forest.counts[longer])
    for depth, nodes in enumerate(forest.levels, start=1):
        if depth == k:
            yield nodes.astype(np.int64), forest.counts[nodes], True
        else:
            counts = forest.counts[nodes] - followed[nodes]
            begins = counts > 0
            yield nodes[begins].astype(np.int64), counts[begins], False


def _longest(rows: Int32Array, sequences: Sequence[tuple[int, ...]]) -> Int64Array:
    """Returns the length of the longest sequence that ends each row, or 0."""
    width = rows.shape[1]
    found = np.zeros(len(rows), dtype=np.int64)
    for one in sequences:
        if len(one) <= width:
            ends = (rows[:, width - len(one) :] == one).all(axis=1)
            found[ends] = np.maximum(found[ends], len(one))
    return found


def _before(
    rows: Int32Array, sequences: Sequence[tuple[int, ...]], *, is_cut: bool
) -> tuple[BoolArray, BoolArray]:
    """Returns which paths of each row lie in an occurrence that ends before the row does.

    The first result has those that certainly do. The second has those that lie in an occurrence
    that would begin before the row, if there are paths before it (``is_cut``).
    """
    width = rows.shape[1]
    surely = np.zeros(rows.shape, dtype=bool)
    maybe = np.zeros(rows.shape, dtype=bool)
    for one in sequences:
        for end in range(1, width):
            first = end - len(one)
            if first >= 0:
                occurs = (rows[:, first:end] == one).all(axis=1)
                surely[occurs, first:end] = True
            elif is_cut:
                occurs = (rows[:, :end] == one[-end:]).all(axis=1)
                maybe[occurs, :end] = True
    return surely, maybe
