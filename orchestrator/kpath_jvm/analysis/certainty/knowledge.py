"""Computes, from a profile of any profiler, bounds on the counts of sequences of paths.

If a profiler counts each occurrence of a sequence, the bounds are equal. A count that may lack some
occurrences is a lower bound. Bounds of sequences that the profiler doesn't count are derived from
what it counts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from kpath_jvm.analysis.certainty.joints import JoinedPath, joined_paths
from kpath_jvm.analysis.certainty.levels import level_counts
from kpath_jvm.analysis.certainty.of_edges import EdgeBounds
from kpath_jvm.analysis.certainty.overlaps import tables_of_overlaps
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds, places_in, with_longer
from kpath_jvm.analysis.certainty.tables import PairTable, look_up, tables_of_paths
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges
from kpath_jvm.profile.forest import Forest, IndexArray, Int64Array
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import Tells, told_by

_Row = Mapping[str, Any]


class Knowledge:
    """Bounds on the counts of the sequences of a profile's methods."""

    def __init__(self, profile: Profile, k: int | None = None) -> None:
        """Reads the profile; with ``k``, ignores sequences of more than k paths."""
        self._profile = profile
        self._forest = profile.forest if k is None else profile.forest.truncated(k)
        self._tells = told_by(profile.run.option("profiler", str))
        threshold = profile.run.options.get("threshold")
        self._threshold = threshold if isinstance(threshold, int) else 0
        self._extended: dict[int, list[_Row]] = {}
        for row in profile.table("extended").to_pylist():
            self._extended.setdefault(row["method"], []).append(row)

    def bounds(self, method: int, forest: Forest, *, is_undisturbed: bool) -> NodeBounds:
        """Returns bounds on how often the sequences of a forest's nodes occurred.

        ``method`` is the method's number in the profile, and the forest's paths have the profile's
        numbers. ``is_undisturbed`` says that none of the method's paths were cut off. If some were,
        k-iteration paths may lack iterations, so their counts give no upper bounds.
        """
        own = self._forest.of_method(method)
        counted = _counts_in(forest, own)
        is_counted = counted >= 0
        known = _nothing(forest)
        known.lower[is_counted] = counted[is_counted]
        if self._is_complete(own, is_undisturbed):
            known.upper[is_counted] = counted[is_counted]
            # Pairs need bounds only if the profiler didn't count all of them.
            if own.max_depth == 1 or self._tells is Tells.ITERATED:
                _add_pairs(known, forest, self._tables(method, own))
        if self._tells is Tells.LEVELS:
            self._add_levels(known, method, forest)
        edges = counted_edges(self._profile, method)
        if edges:
            found = EdgeBounds(self._profile.code(method), edges)
            _add_edges(known, forest, self._joined(method, forest), found)
        return with_longer(forest, known)

    def _is_complete(self, own: Forest, is_undisturbed: bool) -> bool:
        """Returns whether the profiler counted a method's paths or sequences completely."""
        if self._tells is Tells.ITERATED:
            return is_undisturbed
        if self._tells is Tells.FIRST_PATHS and self._threshold:
            completed = int(own.counts[own.depths == 1].sum())
            return completed < self._threshold
        return self._tells is not Tells.LEVELS

    def _tables(self, method: int, own: Forest) -> list[PairTable]:
        """Returns bounds on the pairs at joints, from counts of paths or of overlapping paths."""
        paths = self._joined(method, own)
        counts = own.counts[_roots(own)].tolist()
        if self._tells is Tells.EXTENSIONS:
            rows = self._extended.get(method, [])
            return tables_of_overlaps(self._profile.code(method), rows, paths, counts)
        return tables_of_paths(paths, counts)

    def _add_levels(self, known: NodeBounds, method: int, forest: Forest) -> None:
        paths = self._joined(method, forest)
        rows = self._extended.get(method, [])
        found = level_counts(self._profile.code(method), rows, paths)
        for node, path in zip(_roots(forest).tolist(), paths, strict=True):
            if path.number in found.counts:
                known.lower[node] = found.counts[path.number]
                if not self._threshold:
                    known.upper[node] = found.counts[path.number]
        if not self._threshold:
            _add_pairs(known, forest, found.tables)

    def _joined(self, method: int, forest: Forest) -> list[JoinedPath]:
        code = self._profile.code(method)
        numbers = forest.paths[_roots(forest)].tolist()
        return joined_paths(code, [code.decode(number) for number in numbers])


def _roots(forest: Forest) -> IndexArray:
    return np.flatnonzero(forest.depths == 1)


def _nothing(forest: Forest) -> NodeBounds:
    size = len(forest)
    return NodeBounds(np.zeros(size, dtype=np.int64), np.full(size, UNLIMITED, dtype=np.int64))


def _counts_in(forest: Forest, own: Forest) -> Int64Array:
    """Returns, for each node of ``forest``, the count of its sequence in ``own``, or -1."""
    if not len(own):
        return np.full(len(forest), -1, dtype=np.int64)
    places = places_in(forest, own)
    return np.where(places >= 0, own.counts[places], -1)


def _add_pairs(known: NodeBounds, forest: Forest, tables: Sequence[PairTable]) -> None:
    nodes = np.flatnonzero(forest.depths == 2)
    firsts = forest.paths[forest.parents[nodes]].astype(np.int64)
    found = look_up(tables, firsts, forest.paths[nodes].astype(np.int64))
    known.lower[nodes] = np.maximum(known.lower[nodes], found.lower)
    known.upper[nodes] = np.minimum(known.upper[nodes], found.upper)


def _add_edges(
    known: NodeBounds, forest: Forest, paths: Sequence[JoinedPath], edges: EdgeBounds
) -> None:
    roots = _roots(forest)
    found = edges.of_paths(paths)
    known.lower[roots] = np.maximum(known.lower[roots], found.lower)
    known.upper[roots] = np.minimum(known.upper[roots], found.upper)
    of_number = {path.number: path for path in paths}
    for node in np.flatnonzero(forest.depths == 2).tolist():
        parent = int(forest.parents[node])
        first, second = of_number[int(forest.paths[parent])], of_number[int(forest.paths[node])]
        if second.begin is not None and first.ends == {second.begin}:
            place = int(np.searchsorted(forest.paths[roots], second.number))
            both = int(known.lower[parent] + known.lower[roots[place]])
            least = both - edges.most_at(second.begin)
            known.lower[node] = max(int(known.lower[node]), least)
