"""Finds what the branches on a method's executed paths decided, including each path's last branch.

Several edges out of a path's last block may end paths in the same way, such as two back edges to
different loops. Then the path is *open*: it doesn't say which edge was taken. The activation's next
path begins where that edge leads, so an n-gram that is one path longer shows the edge. In this
module, a *trip* is all those completions of a path that made the same decisions. Only an open path
has several trips: one for each block to which it may have gone on, and one for the completions
after which the next block isn't known.
"""

from functools import cached_property
from pathlib import Path

import numpy as np
from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.forest import BoolArray, Forest, Int64Array
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.profile.model import Profile


class Trip(Struct, frozen=True):
    """Those completions of a path that made the same decisions.

    ``unknown`` is the decision of the path's last block if that decision's outcome isn't known, or
    else None.
    """

    path: DecodedPath
    outcomes: tuple[Outcome, ...]
    unknown: Decision | None


class Ending(Struct, frozen=True):
    """The trips with which n-grams end.

    The n-gram of the forest's node ``nodes[i]`` ended ``weights[i]`` times with the trip
    ``DecidedPaths.trips[trips[i]]``.
    """

    nodes: Int64Array
    trips: Int64Array
    weights: Int64Array


class DecidedPaths:
    """The trips of a method, and how often its n-grams end with each trip.

    ``paths`` are the executed paths' numbers, in ascending order. ``path_of`` gives, for each node
    of the forest, the place in ``paths`` of the last path of the node's n-gram.
    """

    def __init__(self, profile: Profile, method: int, k: int | None = None) -> None:
        """Uses only n-grams of at most ``k`` paths, if ``k`` is given.

        Raises KpathError if a path can't be decoded. ``endings`` and ``trip_counts`` raise
        KpathError if counts contradict each other.
        """
        self.code: MethodCode = profile.code(method)
        self.path = profile.path
        #: Whether every edge into a loop header ends paths, not only the back edges.
        self.is_cut_at_headers = profile.method_rows.row(method)["cut"] == "loop-header"
        #: The greatest length of the n-grams.
        self.k = profile.k if k is None else min(k, profile.k)
        whole: Forest = profile.method_forest(method)
        self.forest = whole if k is None else whole.truncated(k)
        self.paths, places = np.unique(self.forest.paths, return_inverse=True)
        self.path_of: Int64Array = places.astype(np.int64)
        self.decoded = [self.code.decode(path) for path in self.paths.tolist()]
        self.starts = np.array([one.blocks[0] for one in self.decoded], dtype=np.int64)
        self.trips: list[Trip] = []
        #: Each path's only trip; for an open path, the trip without a known next block.
        self._plain = np.zeros(len(self.paths), dtype=np.int64)
        #: For each open path, its row in ``_after``; -1 for each other path.
        self._open = np.full(len(self.paths), -1, dtype=np.int64)
        self._after = self._numbered()

    def _numbered(self) -> Int64Array:
        """Fills ``trips``, and returns a table of the open paths' trips.

        A row is an open path, and a column is the block with which the next path begins.
        """
        rows: list[Int64Array] = []
        for place, path in enumerate(self.decoded):
            outcomes = self.code.outcomes(path)
            decision = self._last_decision(path)
            ways = () if decision is None else self.code.ways_out(decision, path.end)
            plain = len(self.trips)
            self._plain[place] = plain
            self.trips.append(Trip(path, outcomes, decision if len(ways) != 1 else None))
            if decision is None or len(ways) < 2:
                continue
            self._open[place] = len(rows)
            row = np.full(len(self.code.offsets), plain, dtype=np.int64)
            for target in ways:
                row[target] = len(self.trips)
                self.trips.append(Trip(path, (*outcomes, Outcome(decision, target)), None))
            rows.append(row)
        return np.array(rows, dtype=np.int64).reshape(len(rows), len(self.code.offsets))

    def _last_decision(self, path: DecodedPath) -> Decision | None:
        decision = self.code.deciding.get(path.blocks[-1])
        return decision if decision is not None and len(set(decision.targets)) > 1 else None

    @cached_property
    def first_trips(self) -> Int64Array:
        """The trip of the first path of each node's n-gram; -1 for n-grams of one path."""
        forest = self.forest
        found = np.full(len(forest), -1, dtype=np.int64)
        for depth, nodes in enumerate(forest.levels, start=1):
            parents = forest.parents[nodes]
            if depth == 2:
                found[nodes] = self.trips_before(self.path_of[parents], self.path_of[nodes])
            elif depth > 2:
                found[nodes] = found[parents]
        return found

    @cached_property
    def endings(self) -> Ending:
        """All n-grams with their last trips.

        The weights of a node add up to its count, or to more if n-grams were folded.
        """
        forest = self.forest
        is_open: BoolArray = self._open[self.path_of] >= 0
        rest = forest.counts.astype(np.int64)
        # If a node's last path is open, the node's children show where that path led.
        children = np.flatnonzero(forest.parents >= 0)
        children = children[is_open[forest.parents[children]]]
        owners = forest.parents[children].astype(np.int64)
        led = self.trips_before(self.path_of[owners], self.path_of[children])
        np.subtract.at(rest, owners, forest.counts[children])
        require_possible(self.path, rest[forest.parents < 0])
        # If n-grams were folded, a node's count may lack more occurrences than its children's
        # counts, so a rest can be negative.
        rest = np.maximum(rest, 0)
        nodes = np.concatenate([np.arange(len(forest)), owners])
        trips = np.concatenate([self._plain[self.path_of], led])
        weights = np.concatenate([rest, forest.counts[children]])
        kept = weights != 0
        return Ending(nodes[kept], trips[kept], weights[kept])

    @cached_property
    def trip_counts(self) -> Int64Array:
        """How often each trip was completed. The sum is the number of path completions."""
        counts = np.zeros(len(self.trips), dtype=np.int64)
        is_root = self.forest.parents[self.endings.nodes] < 0
        np.add.at(counts, self.endings.trips[is_root], self.endings.weights[is_root])
        return counts

    def trips_before(self, paths: Int64Array, followers: Int64Array) -> Int64Array:
        """Returns the trips of some paths, given the path that follows each."""
        trips = self._plain[paths]
        rows = self._open[paths]
        is_open = rows >= 0
        trips[is_open] = self._after[rows[is_open], self.starts[followers[is_open]]]
        return trips


def require_possible(path: Path, rests: Int64Array) -> None:
    """Raises KpathError if any of ``rests`` is negative.

    A rest is a count, such as that of a path, minus the part that n-grams account for.
    """
    if (rests < 0).any():
        raise KpathError(
            f"the profile {path} is corrupt: sequences occurred more often than their paths; "
            "record it again"
        )
