"""Computes how far two profiles overlap in their sequences of n paths, for n = 2, 3 and so on.

The metric is that of ``overlap.py``, with sequences in place of paths. Two sequences are the same
if they have the same paths in the same order, in versions of one method with equal graphs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from kpath_jvm.analysis.followed import is_iterated, known_length
from kpath_jvm.profile.forest import BoolArray, Forest, Int32Array, Int64Array, added
from kpath_jvm.profile.identity.methods import MethodName, names_of
from kpath_jvm.profile.identity.paths import PathIdentity, identities_in
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import Tells, told_by


@dataclass(frozen=True)
class SequenceOverlap:
    """How far two profiles agree in their sequences of ``length`` paths.

    A sequence's share in a profile is its count divided by the count of all sequences of this
    length. ``overlap`` is the sum of the smaller of each sequence's two shares, or None if either
    profile has no sequence. ``mean`` is the mean overlap of the methods with a sequence in the
    complete profile, or None if there is no such method. ``online`` and ``complete`` are the
    numbers of different sequences in each profile, and ``both`` is the number of sequences that
    both profiles have. ``online_shared`` and ``complete_shared`` are the total shares of these
    common sequences in each profile, or 0 if the profile has no sequence.
    """

    length: int
    overlap: float | None
    mean: float | None
    online: int
    complete: int
    both: int
    online_shared: float
    complete_shared: float


def why_untold(online: Profile, complete: Profile) -> str | None:
    """Returns why the sequences of two profiles can't be compared; None if they can be.

    The text names the profile at fault, and says how to record a better one.
    """
    for profile in (online, complete):
        profiler = profile.run.option("profiler", str)
        if told_by(profiler) not in {Tells.ALL, Tells.ITERATED}:
            return (
                f"{profile.path} has the counts of the profiler {profiler}, which doesn't count "
                "all sequences of paths; record with `kpath-jvm run -k K`, without --profiler"
            )
        if profile.k < 2:
            return (
                f"{profile.path} has single paths only (k = 1); record with `kpath-jvm run -k K`, "
                "with a K of 2 or more"
            )
        if profile.folding is not None:
            return (
                f"{profile.path} has folded sequences, so the counts of sequences are lower "
                "bounds; record with more --engine-memory"
            )
    return None


def lacking(online: Profile, complete: Profile) -> frozenset[MethodName]:
    """Returns the methods for which either profile lacks sequences that a comparison needs.

    A comparison needs all sequences of up to k paths, where k is the smaller of the profiles' k.
    Only a profile of ``--profiler kiter`` may lack some of them (followed.py).
    """
    longest = min(online.k, complete.k)
    return frozenset(
        named
        for profile in (online, complete)
        if is_iterated(profile)
        for number, named in zip(
            profile.method_rows.numbers.tolist(), names_of(profile.table("methods")), strict=True
        )
        if known_length(profile, number) < longest
    )


def sequence_overlaps(
    online: Profile, complete: Profile, methods: Collection[MethodName], k: int | None = None
) -> list[SequenceOverlap]:
    """Returns the overlap of the sequences of n paths, for n = 2, 3 and so on.

    The largest n is the smaller of the two profiles' k, or ``k`` if that is smaller still. Only the
    given methods are compared. ``why_untold`` must have returned None for the profiles.
    """
    longest = min(online.k, complete.k, *([] if k is None else [k]))
    common = _Common(methods)
    forests = [common.forest(profile, longest) for profile in (online, complete)]
    # Each forest gets the other's nodes, with counts of 0. Then both have the same nodes.
    nothing = [replace(one, counts=np.zeros_like(one.counts)) for one in forests]
    here, there = added([forests[0], nothing[1]]), added([nothing[0], forests[1]])
    names = common.names[here.methods]
    return [
        _overlap(length, names[level], here.counts[level], there.counts[level])
        for length in range(2, longest + 1)
        for level in [here.depths == length]
    ]


class _Common:
    """Gives the methods and paths of both profiles common numbers.

    Versions of a method with equal graphs get the same number. At this number, ``names`` has the
    position of the method among the sorted ``methods``.
    """

    def __init__(self, methods: Collection[MethodName]) -> None:
        self._places = {method: place for place, method in enumerate(sorted(methods))}
        self._versions: dict[tuple[MethodName, str], int] = {}
        self._paths: dict[tuple[int, PathIdentity], int] = {}

    @property
    def names(self) -> Int32Array:
        return np.array([self._places[method] for method, _ in self._versions], dtype=np.int32)

    def forest(self, profile: Profile, k: int) -> Forest:
        """Returns a profile's k-IPF of the compared methods, with the common numbers."""
        shapes = Shapes(profile)
        rows = profile.method_rows.numbers.tolist()
        numbers: dict[int, int] = {}
        for number, named in zip(rows, names_of(profile.table("methods")), strict=True):
            if named in self._places:
                key = (named, shapes.graph(number))
                numbers[number] = self._versions.setdefault(key, len(self._versions))
        common = np.full(max(rows, default=-1) + 1, -1, dtype=np.int32)
        common[list(numbers)] = list(numbers.values())
        whole = profile.forest
        is_kept: BoolArray = (common[whole.methods] >= 0) & (whole.depths <= k)
        kept = whole.part(is_kept)
        return added(
            [
                replace(
                    kept,
                    methods=common[kept.methods],
                    paths=self._renumbered(profile, kept, numbers),
                )
            ]
        )

    def _renumbered(self, profile: Profile, forest: Forest, numbers: dict[int, int]) -> Int32Array:
        """Returns the common number of each node's path."""
        table = profile.table("paths")
        own, paths = (table.column(name).to_numpy() for name in ("method", "path"))
        identities = identities_in(table)
        found: Int32Array = forest.paths.copy()
        for method, version in numbers.items():
            nodes = forest.slice_of(method)
            if nodes.start == nodes.stop:
                continue
            first, last = np.searchsorted(own, np.array([method, method + 1], dtype=own.dtype))
            places = range(int(first), int(last))
            common = np.array(
                [
                    self._paths.setdefault((version, identities[place]), len(self._paths))
                    for place in places
                ],
                dtype=np.int32,
            )
            found[nodes] = common[np.searchsorted(paths[first:last], forest.paths[nodes])]
        return found


def _overlap(
    length: int, names: Int32Array, online: Int64Array, complete: Int64Array
) -> SequenceOverlap:
    """Returns the overlap of sequences of one length; ``names`` has each sequence's method."""
    totals = int(online.sum()), int(complete.sum())
    in_both = (online > 0) & (complete > 0)
    return SequenceOverlap(
        length,
        overlap=_lesser(online, complete) if all(totals) else None,
        mean=_mean(names, online, complete),
        online=int((online > 0).sum()),
        complete=int((complete > 0).sum()),
        both=int(in_both.sum()),
        online_shared=int(online[in_both].sum()) / max(totals[0], 1),
        complete_shared=int(complete[in_both].sum()) / max(totals[1], 1),
    )


def _lesser(online: Int64Array, complete: Int64Array) -> float:
    """Adds up the smaller of each sequence's two shares.

    If both profiles have the same shares, the sum of these shares might still differ from 1 by a
    rounding error. So the function adds up how far the online shares fall short of the complete
    ones, and returns 1 minus this sum.
    """
    short = np.maximum(complete / complete.sum() - online / online.sum(), 0.0)
    return max(1.0 - float(short.sum()), 0.0)


def _mean(names: Int32Array, online: Int64Array, complete: Int64Array) -> float | None:
    """Returns the mean of the methods' overlaps."""
    count = int(names.max(initial=-1)) + 1
    # Counts above 2^53 are rounded to floating-point numbers, by too little to matter.
    here, there = (np.bincount(names, weights=it, minlength=count) for it in (online, complete))
    short = np.maximum(
        complete / np.maximum(there[names], 1) - online / np.maximum(here[names], 1), 0.0
    )
    own = np.maximum(1.0 - np.bincount(names, weights=short, minlength=count), 0.0)
    own[here == 0] = 0.0
    own = own[there > 0]
    return float(own.mean()) if len(own) else None
