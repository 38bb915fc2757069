"""Chooses the sequences of paths that are worth showing, by the rules in docs/formats/profile.md.

If a hot loop repeats one path, there is an n-gram of that path for each length. If the loop repeats
two paths in turn, there are two n-grams for each length, one beginning with each path. The
following rules choose one of these n-grams, whose length is typical of the repetitions:

1. An n-gram (n >= 2) is skipped if at least three in five of its occurrences come directly after
   one and the same path, or if as many come directly before one and the same path. The longer
   n-gram that includes this path is considered instead.
2. The remaining n-grams are ordered by the path completions that they certainly cover: their count
   times their period. The period is the smallest shift by which the n-gram agrees with itself, or
   its length if there is no such shift. Occurrences begin at least one period apart, so together
   they cover at least this many path completions.
3. In this order, an n-gram is skipped if more than half of it, in one piece, lies in an already
   chosen sequence. That sequence must be of the same method and occur at least as often. The n-gram
   is also skipped if such a piece lies in the chosen sequence written twice, because a rotation of
   a repeated sequence is nothing new.
"""

from collections.abc import Iterator
from itertools import islice, takewhile

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int32Array, Int64Array

#: Rule 1 skips an n-gram if at least this share of its occurrences (numerator, denominator) has the
#: same path directly before it, or directly after it.
GOES_ON = (3, 5)
#: The least number of paths in a sequence, unless the caller passes another number.
SHORTEST = 2

_FIRST_CHUNK = 4096
#: The number of nodes that are considered first if only one sequence is wanted.
_FEW = 64
#: The number of nodes of a large forest that are considered first.
_FIRST_NODES = 1 << 16
#: The number of samples from which a count is estimated.
_SAMPLES = 1 << 16


class HotSequence(Struct, frozen=True):
    """An n-gram of one method, with a count and a period."""

    method: int
    paths: tuple[int, ...]
    count: int
    period: int

    @property
    def covered(self) -> int:
        """The number of the method's path completions that the sequence certainly covers."""
        return self.count * self.period

    @property
    def covered_most(self) -> int:
        """The largest number of path completions that the sequence can cover.

        It covers that many if its occurrences don't overlap.
        """
        return self.count * len(self.paths)


def hot_sequences(forest: Forest, top: int, least: int = SHORTEST) -> list[HotSequence]:
    """Returns the ``top`` hottest sequences, hottest first.

    The forest must be in canonical order. A sequence has at least ``least`` paths.
    """
    if top <= 0:
        return []
    nodes, before = _FIRST_NODES, 0
    while True:
        count = _least_count(forest.counts, nodes)
        part = _frequent(forest, count)
        if part is None:
            return list(islice(_chosen(forest, least), top))
        if count != before:
            # For n-grams that occur at least ``count * whole / share`` times, the part has
            # everything that rule 1 needs. Other n-grams cover fewer than ``surely`` completions.
            share, whole = GOES_ON
            surely = -(-count * whole // share) * forest.max_depth
            found = _that_cover(_chosen(part, least), surely, top)
            if len(found) == top:
                return found
        nodes, before = 8 * nodes, count


def hottest_among(forest: Forest, kept: BoolArray, is_candidate: BoolArray) -> HotSequence | None:
    """Returns the hottest candidate by rules 1 and 2, within the ``kept`` part of the forest.

    The parent of each ``kept`` node must also be kept, and so must all suffixes of each candidate.
    """
    part = forest.part(kept)
    nodes = np.flatnonzero(_speaks_for_itself(part) & is_candidate[kept])
    return next(_ranked(part, nodes, _FEW), None)


def _that_cover(sequences: Iterator[HotSequence], least: int, top: int) -> list[HotSequence]:
    return list(islice(takewhile(lambda one: one.covered >= least, sequences), top))


def largest(values: Int64Array, count: int) -> IndexArray:
    """Returns the places of the ``count`` largest values, largest first; ties keep their order."""
    places = np.arange(len(values))
    if 0 < count < len(values):
        least = np.partition(values, len(values) - count)[len(values) - count]
        places = np.flatnonzero(values >= least)
    return places[np.argsort(-values[places], kind="stable")][:count]


def _least_count(counts: Int64Array, nodes: int) -> int:
    """Returns a count that about ``nodes`` nodes reach, or 1 if the forest has no more nodes."""
    step = max(len(counts) // _SAMPLES, 1)
    sample = counts[::step]
    rank = len(sample) - nodes // step
    return int(np.partition(sample, rank)[rank]) if 0 < rank < len(sample) else 1


def _frequent(forest: Forest, least: int) -> Forest | None:
    """Returns the forest of the nodes whose counts are at least ``least``.

    Returns None if these nodes are at least half of all nodes, or if they don't form a forest.
    """
    kept = forest.counts >= least
    if 2 * np.count_nonzero(kept) >= len(forest):
        return None
    parents = forest.parents[kept]
    # A node's parent, the n-gram without its last path, occurred at least as often. So it is in the
    # part, too, unless counts contradict each other.
    is_closed = kept[parents[parents >= 0]].all()
    return forest.part(kept) if is_closed else None


def _chosen(forest: Forest, least: int = SHORTEST) -> Iterator[HotSequence]:
    by_method: dict[int, list[HotSequence]] = {}
    for sequence in _ranked(forest, np.flatnonzero(_speaks_for_itself(forest, least))):
        others = by_method.setdefault(sequence.method, [])
        if not any(_explains(other, sequence) for other in others):
            others.append(sequence)
            yield sequence


def _speaks_for_itself(forest: Forest, least: int = SHORTEST) -> npt.NDArray[np.bool_]:
    """Returns for each node whether it has at least ``least`` paths and rule 1 keeps it."""
    longer = np.zeros(len(forest), dtype=np.int64)
    behind = forest.parents >= 0
    np.maximum.at(longer, forest.parents[behind], forest.counts[behind])
    in_front = forest.suffixes >= 0
    np.maximum.at(longer, forest.suffixes[in_front], forest.counts[in_front])
    part, whole = GOES_ON
    return (forest.depths >= least) & (longer * whole < forest.counts * part)


def _ranked(forest: Forest, nodes: npt.NDArray[np.intp], least: int = 0) -> Iterator[HotSequence]:
    """Yields sequences in the order of rule 2; if two cover equally much, the longer is first.

    Periods are expensive to compute, so they are computed first for the nodes whose count times
    length is largest. A sequence is yielded as soon as no remaining sequence can cover more.
    """
    bounds = forest.counts[nodes] * forest.depths[nodes]
    order = np.argsort(-bounds, kind="stable")
    nodes, bounds = nodes[order], bounds[order]
    waiting: list[tuple[int, int, int, HotSequence]] = []
    first, size = 0, least or _FIRST_CHUNK
    while first < len(nodes) or waiting:
        chunk = nodes[first : first + size]
        first, size = first + size, size * 2
        rows = forest.sequences(chunk)
        lengths = forest.depths[chunk].astype(np.int64)
        for node, row, length, period in zip(
            chunk.tolist(), rows.tolist(), lengths.tolist(), _periods(rows, lengths), strict=True
        ):
            sequence = HotSequence(
                int(forest.methods[node]), tuple(row[:length]), int(forest.counts[node]), period
            )
            waiting.append((-sequence.covered, -length, node, sequence))
        waiting.sort(key=lambda entry: entry[:3])
        rest = int(bounds[first]) if first < len(nodes) else -1
        ready = next((i for i, entry in enumerate(waiting) if -entry[0] <= rest), len(waiting))
        for entry in waiting[:ready]:
            yield entry[3]
        del waiting[:ready]


def _periods(rows: Int32Array, lengths: Int64Array) -> list[int]:
    """Returns the period of each row; a row is padded after its length."""
    periods = lengths.copy()
    columns = np.arange(rows.shape[1])
    is_open = np.ones(len(rows), dtype=bool)
    for shift in range(1, rows.shape[1]):
        is_padding = columns[shift:] >= lengths[:, np.newaxis]
        agrees = ((rows[:, shift:] == rows[:, : rows.shape[1] - shift]) | is_padding).all(axis=1)
        found = agrees & is_open & (lengths > shift)
        periods[found] = shift
        is_open &= ~found
    result: list[int] = periods.tolist()
    return result


def _explains(chosen: HotSequence, other: HotSequence) -> bool:
    """Returns whether ``other`` is skipped by rule 3 because of ``chosen``."""
    return other.count <= chosen.count and lies_in(chosen.paths, other.paths)


def lies_in(chosen: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Returns whether a piece of more than half of ``other`` lies in ``chosen + chosen``."""
    width = len(other) // 2 + 1
    if width > len(chosen):
        return False
    twice = chosen * 2
    pieces = {twice[first : first + width] for first in range(len(twice) - width + 1)}
    return any(other[first : first + width] in pieces for first in range(len(other) - width + 1))
