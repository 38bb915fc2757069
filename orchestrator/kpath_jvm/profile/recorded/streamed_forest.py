"""Turns an engine's k-IPF of path ids into a k-IPF of methods and their paths.

The engine's nodes come level by level, and each level is ordered by parent and id. The ids of a
method are adjacent. So a method's nodes of one depth form a group without gaps, and only these
groups have to be put into the order of a profile. Counts that don't come from a stream are
inserted: counts of single paths, and counts of repeats. A repeat is a path's completion right
after at least k completions of the same path in a row. A repeat adds 1 to each sequence that
consists only of that path.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import BoolArray, Forest, Int32Array, Int64Array
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.recording.recorded import Recorded


@dataclass(frozen=True)
class _Level:
    """The nodes of one depth, ordered by parent and id.

    ``parents`` are indices in the level above.
    """

    ids: Int32Array
    parents: Int32Array
    counts: Int64Array

    def __post_init__(self) -> None:
        """Raises KpathError unless nodes are distinct and in order, with ids and counts above 0."""
        keys = _keys(self.ids, self.parents)
        if (keys[1:] <= keys[:-1]).any():
            raise _inconsistent("nodes aren't ordered by parent and path")
        if (self.ids < 1).any() or (self.counts < 1).any():
            raise _inconsistent("a path or a count below 1")


_NOTHING = (
    np.zeros(0, dtype=np.int32),
    np.zeros(0, dtype=np.int32),
    np.zeros(0, dtype=np.int64),
)


class _Ids:
    """The path ids of methods. The methods are in ascending order of first id."""

    def __init__(self, methods: Sequence[InstrumentedMethod]) -> None:
        self.firsts = np.array([method.counted.first_id for method in methods], dtype=np.int32)
        # Each path has one id here, because the numbers that a guided run recorded have already
        # been replaced by the paths' own numbers.
        self.lengths = np.array(
            [method.numbered.paths if method.path_ids else 0 for method in methods], dtype=np.int32
        )

    def methods(self, ids: Int32Array | Int64Array) -> tuple[Int64Array, BoolArray]:
        """Returns the index of each id's method, and whether the id has a method at all."""
        method = np.searchsorted(self.firsts, ids, side="right") - 1
        if not len(self.firsts):
            return method, np.zeros(len(ids), dtype=bool)
        return method, (method >= 0) & (ids - self.firsts[method] < self.lengths[method])


def located(
    methods: Sequence[InstrumentedMethod], ids: Int32Array
) -> tuple[Int64Array, Int64Array, BoolArray]:
    """Returns, for each id, its method's index, its path's number, and whether it has a method."""
    known = _Ids(methods)
    method, has_method = known.methods(ids)
    path = ids.astype(np.int64) - (known.firsts[method] if len(methods) else 0)
    return method, path, has_method


def streamed_forest(
    methods: Sequence[InstrumentedMethod], recorded: Recorded
) -> tuple[Forest, int]:
    """Returns the k-IPF of methods, and the number of completions of paths that have no method.

    ``methods`` are in ascending order of first id. Paths of an earlier recording are left out of
    both results. Raises KpathError when the engine's arrays contradict each other.
    """
    ids = _Ids(methods)
    levels = _with_counted(_levels(recorded), methods, recorded)
    _, is_known = ids.methods(levels[0].ids)
    unknown = int(levels[0].counts[~is_known & (levels[0].ids >= recorded.first_id)].sum())
    if not is_known.all():
        levels = list(_without_unknown(levels, is_known))
    return _arranged(levels, ids), unknown


def _levels(recorded: Recorded) -> list[_Level]:
    """Returns the engine's nodes by depth. There is always a level of roots, which may be empty."""
    parents, depths = recorded.ipf_parents, recorded.ipf_depths
    if not len(parents) == len(depths) == len(recorded.ipf_paths) == len(recorded.ipf_counts):
        raise KpathError("the engine's arrays differ in length")
    bounds = np.searchsorted(depths, np.arange(1, recorded.k + 2, dtype=np.int32)).tolist()
    if bounds[0] != 0 or bounds[-1] != len(depths):
        raise _inconsistent("a depth is out of range")
    levels: list[_Level] = []
    before = 0
    for depth, (first, last) in enumerate(pairwise(bounds), 1):
        own = slice(first, last)
        if first >= last and depth > 1:
            continue
        in_level = parents[own] if depth == 1 else parents[own] - np.int32(before)
        least, limit = (-1, 0) if depth == 1 else (0, len(levels[-1].ids))
        is_within = (in_level >= least) & (in_level < limit) & (depths[own] == depth)
        if not is_within.all() or depth > len(levels) + 1:
            raise _inconsistent("parents and depths disagree")
        levels.append(_Level(recorded.ipf_paths[own], in_level, recorded.ipf_counts[own]))
        before = first
    return levels


def _with_counted(
    streamed: Sequence[_Level], methods: Sequence[InstrumentedMethod], recorded: Recorded
) -> list[_Level]:
    """Returns the levels after adding the counts that don't come from a stream."""
    counters = recorded.counters
    owned = [method.counted for method in methods]
    auxiliary = _numbers(
        counter
        for one in owned
        for counter in (*one.counters.values(), *(edge[2] for edge in one.edge_counters))
    )
    repeats = _numbers(one.first_id + path for one in owned for path in one.repeats)
    counted = np.flatnonzero(counters)
    counted = counted[(counted > 0) & ~np.isin(counted, auxiliary)]
    is_repeated = np.isin(counted, repeats)
    depths = max(len(streamed), recorded.k if is_repeated.any() else 1)
    levels = []
    parents = np.full(len(counted), -1, dtype=np.int32)
    moved: Int32Array | None = None
    for depth in range(1, depths + 1):
        level = streamed[depth - 1] if depth <= len(streamed) else _Level(*_NOTHING)
        if moved is not None:
            level = _Level(level.ids, moved[level.parents], level.counts)
        if depth == 2:
            counted, parents = counted[is_repeated], parents[is_repeated]
        level, moved, parents = _merged(level, counted, parents, counters[counted])
        levels.append(level)
    return levels


def _numbers(numbers: Iterator[int]) -> Int64Array:
    return np.fromiter(numbers, dtype=np.int64)


def _merged(
    level: _Level, ids: Int64Array, parents: Int32Array, counts: Int64Array
) -> tuple[_Level, Int32Array | None, Int32Array]:
    """Adds nodes to a level, and returns the result; all nodes are ordered by parent and id.

    Also returns where the level's own nodes are in the result (None if they haven't moved), and
    where the additional nodes are.
    """
    if not len(ids):
        return level, None, parents
    keys, wanted = _keys(level.ids, level.parents), _keys(ids, parents)
    at = np.searchsorted(keys, wanted)
    is_new = np.append(keys, -1)[at] != wanted
    sums = level.counts.copy()
    sums[at[~is_new]] += counts[~is_new]
    if not is_new.any():
        return _Level(level.ids, level.parents, sums), None, at.astype(np.int32)
    places = (at + np.cumsum(is_new) - is_new).astype(np.int32)
    before = at[is_new]
    moved = np.arange(len(keys)) + np.cumsum(np.bincount(before, minlength=len(keys) + 1))[:-1]
    merged = _Level(
        np.insert(level.ids, before, ids[is_new]),
        np.insert(level.parents, before, parents[is_new]),
        np.insert(sums, before, counts[is_new]),
    )
    return merged, moved.astype(np.int32), places


def _keys(ids: Int32Array | Int64Array, parents: Int32Array) -> Int64Array:
    """Returns keys that sort by parent, and then by id."""
    return parents.astype(np.int64) << 31 | ids


def _without_unknown(levels: Sequence[_Level], is_known: BoolArray) -> Iterator[_Level]:
    """Yields the levels without the trees whose roots belong to no known method."""
    places = np.zeros(0, dtype=np.int32)
    for depth, level in enumerate(levels, 1):
        kept = is_known if depth == 1 else is_known[level.parents]
        parents = level.parents[kept]
        yield _Level(
            level.ids[kept], parents if depth == 1 else places[parents], level.counts[kept]
        )
        is_known, places = kept, (np.cumsum(kept) - 1).astype(np.int32)


def _arranged(levels: Sequence[_Level], ids: _Ids) -> Forest:
    """Returns the nodes in canonical order: by method, and by level within the method."""
    methods = len(ids.firsts)
    # For each level, where the nodes of each method begin, and where the last method's nodes end.
    begins = [np.append(np.searchsorted(levels[0].ids, ids.firsts), len(levels[0].ids))]
    for level in levels[1:]:
        begins.append(np.searchsorted(level.parents, begins[-1].astype(np.int32)))
    sizes = np.array([np.diff(bounds) for bounds in begins])
    by_method = sizes.T.ravel()
    starts = (np.cumsum(by_method) - by_method).reshape(methods, len(levels)).T
    size = int(by_method.sum())
    parents, paths = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    counts = np.empty(size, dtype=np.int64)
    before = np.zeros(0, dtype=np.int32)
    for depth, level in enumerate(levels):
        length = sizes[depth]
        place = np.arange(len(level.ids), dtype=np.int32)
        place += np.repeat((starts[depth] - begins[depth][:-1]).astype(np.int32), length)
        path = level.ids - np.repeat(ids.firsts, length)
        if (path < 0).any() or (path >= np.repeat(ids.lengths, length)).any():
            raise _inconsistent("a sequence spans two methods")
        paths[place], counts[place] = path, level.counts
        parents[place] = level.parents if depth == 0 else before[level.parents]
        before = place
    return Forest(
        np.repeat(np.arange(methods, dtype=np.int32), sizes.sum(axis=0)),
        parents,
        paths,
        np.repeat(np.tile(np.arange(1, len(levels) + 1, dtype=np.int32), methods), by_method),
        counts,
    )


def _inconsistent(what: str) -> KpathError:
    return KpathError(f"the engine's forest is inconsistent: {what}")
