"""Counts the path completions that several sequences of a method cover together.

Occurrences of sequences overlap, so what single sequences cover can't be added up. A completion is
covered if it belongs to an occurrence of any of the sequences. It is counted once, where the first
such occurrence ends. The preceding paths show whether another occurrence has already ended, but the
k-IPF has only sequences of at most k paths. If an earlier occurrence may reach back farther, the
result is a range. The result is exact if no sequence has more than (k + 1) / 2 paths.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int32Array, Int64Array


class CoveredTogether(Struct, frozen=True):
    """Bounds of the completions that sequences cover together, and of these completions' cost."""

    least: int = 0
    most: int = 0
    least_cost: int = 0
    most_cost: int = 0


def covered_together(
    forest: Forest, k: int, sequences: Sequence[tuple[int, ...]], costs: Int32Array
) -> list[CoveredTogether]:
    """Returns, for each sequence, what it and the sequences before it cover together.

    ``forest`` has all the method's n-grams of up to ``k`` paths, with exact counts. ``costs`` has
    the cost of one completion of each node's path.
    """
    sums = np.zeros((len(sequences), 4), dtype=np.int64)
    for nodes, counts, is_cut in _contexts(forest, k):
        rows = forest.sequences(nodes)
        ending = np.flatnonzero(_any_ends(rows, sequences))
        if len(ending):
            of_paths = forest.along(nodes[ending], costs)
            marks = _Marks(rows[ending], of_paths, counts[ending], is_cut=is_cut)
            for place, one in enumerate(sequences):
                marks.add(one)
                sums[place] += marks.sums
    # If occurrences of an added sequence may reach back farther than k paths, completions that the
    # earlier sequences cover become uncertain. But more sequences never cover less, so earlier
    # lower bounds still hold.
    sums[:, 0::2] = np.maximum.accumulate(sums[:, 0::2])
    roots = forest.depths == 1
    completed = int(forest.counts[roots].sum())
    whole_cost = int((forest.counts[roots] * costs[roots]).sum())
    return [
        CoveredTogether(least, min(most, completed), least_cost, min(most_cost, whole_cost))
        for least, most, least_cost, most_cost in sums.tolist()
    ]


def _contexts(forest: Forest, k: int) -> Iterator[tuple[Int64Array, Int64Array, bool]]:
    """Yields, by length, the n-grams before which no path is known, and all k-grams.

    No path is known before the method's entry or before a handler, for example. Each completion is
    the last path in one occurrence of one yielded n-gram, which has all known paths before it. The
    nodes of each length come with their numbers of such occurrences, and with a flag: whether there
    may be more paths before them.
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


def _any_ends(rows: Int32Array, sequences: Sequence[tuple[int, ...]]) -> BoolArray:
    """Returns for each row whether it ends with any of the sequences."""
    found = np.zeros(len(rows), dtype=bool)
    for one in sequences:
        found |= _occurs(rows, one, rows.shape[1])
    return found


def _occurs(rows: Int32Array, sequence: tuple[int, ...], end: int) -> BoolArray:
    """Returns for each row whether it has a sequence just before the column ``end``.

    The result is False for all rows if the sequence would begin before the row.
    """
    first = end - len(sequence)
    if first < 0:
        return np.zeros(len(rows), dtype=bool)
    found: BoolArray = (rows[:, first:end] == sequence).all(axis=1)
    return found


class _Marks:
    """Marks, in some n-grams of equal length (the rows), the paths that added sequences cover.

    ``sums`` has the fields of CoveredTogether, for the completions that are in an occurrence that
    ends with the last path of a row, but in no occurrence that ended earlier.
    """

    def __init__(
        self, rows: Int32Array, costs: Int32Array, counts: Int64Array, *, is_cut: bool
    ) -> None:
        """Takes the rows, the costs of their paths, and how often each row occurred.

        ``is_cut`` says whether there may be more paths before the rows.
        """
        self._rows, self._costs, self._counts, self._is_cut = rows, costs, counts, is_cut
        # The paths of each row that lie in an occurrence that ends with the row's last path, in one
        # that certainly ended earlier, and in one that may have begun before the row and have ended
        # earlier.
        self._own = np.zeros(rows.shape, dtype=bool)
        self._surely = np.zeros(rows.shape, dtype=bool)
        self._maybe = np.zeros(rows.shape, dtype=bool)
        self.sums = np.zeros(4, dtype=np.int64)

    def add(self, sequence: tuple[int, ...]) -> None:
        width = self._rows.shape[1]
        changed = ends = _occurs(self._rows, sequence, width)
        marked: list[tuple[BoolArray, BoolArray, slice]] = [
            (self._own, ends, slice(width - len(sequence), width))
        ]
        for end in range(1, width):
            first = max(end - len(sequence), 0)
            if first == end - len(sequence):
                marked.append((self._surely, _occurs(self._rows, sequence, end), slice(first, end)))
            elif self._is_cut:
                occurs = _occurs(self._rows, sequence[-end:], end)
                marked.append((self._maybe, occurs, slice(0, end)))
        for _, occurs, _ in marked:
            changed = changed | occurs
        places = np.flatnonzero(changed)
        self.sums -= self._of(places)
        for marks, occurs, columns in marked:
            marks[occurs, columns] = True
        self.sums += self._of(places)

    def _of(self, places: IndexArray) -> Int64Array:
        """Returns what some rows contribute to ``sums``."""
        most = self._own[places] & ~self._surely[places]
        least = most & ~self._maybe[places]
        counts, costs = self._counts[places], self._costs[places]
        numbers = [(one.sum(axis=1) * counts).sum() for one in (least, most)]
        weights = [((one * costs).sum(axis=1) * counts).sum() for one in (least, most)]
        return np.array([*numbers, *weights], dtype=np.int64)
