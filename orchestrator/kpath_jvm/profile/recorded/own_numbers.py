"""Gives each path of a run with a guide its own number, instead of the recorded number.

docs/formats/methods.md explains both kinds of numbers. With either number, a path's id is in its
method's range of ids. So the result looks like the recording of a run without a guide.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from operator import itemgetter

import numpy as np

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Int32Array, Int64Array
from kpath_jvm.profile.graphs.hot_numbers import HotNumbers
from kpath_jvm.profile.metadata import InstrumentedMethod
from kpath_jvm.recording.recorded import Recorded

#: The places where paths begin and end. All other places are blocks.
_BEGIN = -1
_END = -2


def by_own_numbers(methods: Sequence[InstrumentedMethod], recorded: Recorded) -> Recorded:
    """Returns the recording with each path under the id of its own number.

    ``methods`` are in ascending order of first id. Raises KpathError when a number belongs to no
    path.
    """
    guided = [method for method in methods if method.numbered.hot is not None]
    if not guided:
        return recorded
    used = np.unique(
        np.concatenate(
            [np.flatnonzero(recorded.counters), recorded.ipf_paths, recorded.folded_paths]
        )
    )
    found, own = _own_ids(guided, used)
    counters = recorded.counters.copy()
    counted = found < len(counters)
    counters[found[counted]] = 0
    # The id of a path's own number may lie beyond the end of the counters.
    size = max(len(counters), int(own.max(initial=0)) + 1)
    counters = np.concatenate([counters, np.zeros(size - len(counters), dtype=np.int64)])
    np.add.at(counters, own[counted], recorded.counters[found[counted]])
    return _sorted(
        replace(
            recorded,
            counters=counters,
            ipf_paths=_mapped(recorded.ipf_paths, found, own),
            folded_paths=_mapped(recorded.folded_paths, found, own),
        )
    )


def _own_ids(
    guided: Sequence[InstrumentedMethod], used: Int64Array
) -> tuple[Int64Array, Int64Array]:
    """Returns the used ids of guided methods' paths, and the ids that replace them."""
    found: list[int] = []
    own: list[int] = []
    for method in guided:
        first, last = method.counted.first_id, method.counted.first_id + method.path_ids
        ids = used[np.searchsorted(used, first) : np.searchsorted(used, last)].tolist()
        if ids:
            numbers = HotDecoder(method)
            found += ids
            own += [first + numbers.own_number(id_ - first) for id_ in ids]
    return np.array(found, dtype=np.int64), np.array(own, dtype=np.int64)


def _mapped(ids: Int32Array, found: Int64Array, own: Int64Array) -> Int32Array:
    """Returns ``ids``, each id of the sorted ``found`` replaced by its counterpart in ``own``."""
    if not len(found):
        return ids
    at = np.minimum(np.searchsorted(found, ids), len(found) - 1)
    return np.where(found[at] == ids, own[at], ids).astype(np.int32)


def _sorted(recorded: Recorded) -> Recorded:
    """Returns the recording with the nodes of each depth sorted again by parent and id."""
    parents, ids = recorded.ipf_parents, recorded.ipf_paths
    bounds = np.searchsorted(recorded.ipf_depths, np.arange(1, recorded.k + 2, dtype=np.int32))
    order = np.arange(len(ids))
    # The new index of each node.
    places = np.arange(len(ids), dtype=np.int32)
    moved = parents.copy()
    for depth, (first, last) in enumerate(pairwise(bounds.tolist()), 1):
        own = slice(first, last)
        if depth > 1:
            moved[own] = places[parents[own]]
        by_id = first + np.lexsort((ids[own], moved[own]))
        order[own] = by_id
        places[by_id] = np.arange(first, last, dtype=np.int32)
    return replace(
        recorded,
        ipf_parents=moved[order],
        ipf_paths=ids[order],
        ipf_counts=recorded.ipf_counts[order],
    )


class HotDecoder:
    """Turns the numbers that were recorded for a method's paths into the paths' own numbers."""

    def __init__(self, method: InstrumentedMethod) -> None:
        """Takes a method that has hot numbers."""
        hot = method.numbered.hot
        assert hot is not None
        self._hot_paths = hot.paths
        # The hot and the cold steps from each place, in ascending order. A step has the value that
        # it adds to the recorded number, the value that it adds to the path's own number, and the
        # place to which it leads. The first value of a hot step is less than ``hot.paths``. The
        # first value of a cold step is a multiple of ``hot.paths``; here, the quotient is stored.
        self._hot: dict[int, list[tuple[int, int, int]]] = {}
        self._cold: dict[int, list[tuple[int, int, int]]] = {}
        for place, target, value, own in _steps(method, hot):
            cold, rest = divmod(value, hot.paths)
            steps = self._cold if cold else self._hot
            steps.setdefault(place, []).append((cold or rest, own, target))
        for steps in (self._hot, self._cold):
            for choices in steps.values():
                choices.sort()
        self._block_count = len(method.flow.blocks)

    def own_number(self, number: int) -> int:
        """Returns a path's own number, given the ``number`` under which the path was recorded.

        Raises KpathError if no path can be recorded under this number.
        """
        cold, hot = divmod(number, self._hot_paths)
        place, own = _BEGIN, 0
        for _ in range(self._block_count + 2):
            if place == _END:
                if cold or hot:
                    break
                return own
            choices = self._cold.get(place, ())
            at = bisect_right(choices, cold, key=itemgetter(0)) - 1
            if at >= 0:
                cold -= choices[at][0]
            else:
                choices = self._hot.get(place, ())
                at = bisect_right(choices, hot, key=itemgetter(0)) - 1
                if at < 0:
                    break
                hot -= choices[at][0]
            own += choices[at][1]
            place = choices[at][2]
        raise KpathError(f"no path is recorded under number {number}, according to the metadata")


def _steps(method: InstrumentedMethod, hot: HotNumbers) -> list[tuple[int, int, int, int]]:
    """Returns each step's start, target, value in recorded numbers, and value in own numbers."""
    steps = [
        (_BEGIN, block, value, own)
        for (_, block, own), value in zip(method.numbered.starts, hot.starts, strict=True)
    ]
    steps += [
        (source, target, value, own)
        for (source, target, own), value in zip(method.numbered.edges, hot.edges, strict=True)
    ]
    steps += [
        (block, _END, value, own)
        for (_, block, own), value in zip(method.numbered.ends, hot.ends, strict=True)
    ]
    return steps
