"""Counts a branch's executions for which another branch's last outcome isn't known.

To find that outcome, a walk goes back from the execution, through the paths before it. If the
outcome in an earlier iteration is wanted, the walk first passes the iterations in between. The walk
ends at the other branch in the iteration in question, or where it becomes certain that there is no
such outcome: where that iteration begins, where the loop was entered, or where an inner loop around
the other branch goes round in that iteration. An execution is *unseen* if its walk reaches none of
these points, because they are too many paths away, or because the paths before the execution
weren't recorded. Unseen executions are missing from the tables of decided_together.py and
across.py, and may have other outcomes than the executions in the tables.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.decided_together import (
    enters,
    first_nodes,
    turning,
    windows_within,
)
from kpath_jvm.profile.forest import BoolArray, Int64Array
from kpath_jvm.profile.metadata import Loop


class _PathsInLoop(Struct, frozen=True):
    """How a method's paths lie in a loop. Arrays are in the order of DecidedPaths.paths.

    ``outside`` is the place of the path's last block that isn't in the loop, or -1 if all its
    blocks are in the loop. ``is_entered`` is true if a walk back from the path's end comes to where
    the loop was entered. ``is_turn`` is true if the path begins at the loop's header, but not
    because of a cut edge or a handler.
    """

    outside: Int64Array
    is_entered: BoolArray
    is_turn: BoolArray


class Unseen:
    """Counts the unseen executions of a method's branches."""

    def __init__(self, decided: DecidedPaths) -> None:
        self._decided = decided
        self._in_loop: dict[Loop | None, _PathsInLoop] = {}
        self._entered: dict[Loop | None, Int64Array] = {}
        self._resolved: dict[tuple[Loop | None, tuple[Loop, ...], int], Int64Array] = {}
        self._told: dict[int, BoolArray] = {}
        self._places: dict[int, Int64Array] = {}

    def count(
        self, loop: Loop | None, closing: Sequence[Loop], given: int, told: int, iterations: int
    ) -> int:
        """Returns how many executions of the branch ``told`` are unseen.

        ``told`` and ``given`` are the blocks of the two branches. The outcome of ``given`` is
        wanted in the iteration of ``loop`` that came ``iterations`` iterations earlier. ``closing``
        are the loops inside ``loop`` that contain ``given``, if any.
        """
        counts, is_told = self._decided.trip_counts, self._is_told(told)
        # Whether the walk ends on the path of the execution itself.
        is_own = self._entered_before(loop, told)
        if iterations == 0:
            at = self._at(given)
            is_own = is_own | ((at >= 0) & (at < self._at(told))) | self._begins(loop, closing)
        others = is_told & ~is_own[self._path_of_trip]
        seen = int(counts[is_told].sum() - counts[others].sum())
        found, entered = self._found(loop, tuple(closing), given), self._begun(loop)
        if iterations < len(found):
            seen += int(found[iterations, others].sum())
        seen += int(entered[:iterations, others].sum())
        return int(counts[is_told].sum()) - seen

    def _found(self, loop: Loop | None, closing: tuple[Loop, ...], given: int) -> Int64Array:
        """Counts the walks that end in the iteration in question, on a path before the execution's.

        The result has a row for each number of iterations from the iteration in question to the
        execution, and a column for each trip (decided.py) of the execution's path.
        """
        key = (loop, closing, given)
        if key not in self._resolved:
            paths = self._paths(loop)
            ends = paths.is_entered | (self._at(given) > paths.outside)
            ends |= self._begins(loop, closing)
            self._resolved[key] = self._counted(loop, ends, ~ends)
        return self._resolved[key]

    def _begun(self, loop: Loop | None) -> Int64Array:
        """Returns how many walks end where the loop was entered, in the layout of ``_found``."""
        if loop not in self._entered:
            self._entered[loop] = self._counted(loop, self._paths(loop).is_entered, None)
        return self._entered[loop]

    def _counted(self, loop: Loop | None, ends: BoolArray, passed: BoolArray | None) -> Int64Array:
        """Counts the walks that end on a path for which ``ends`` is true.

        ``passed`` has the same meaning as in ``windows_within``. The result is an array with the
        same rows and columns as that of ``_found``.
        """
        decided, ending = self._decided, self._decided.endings
        is_begun = np.ones(len(decided.forest), dtype=bool)
        is_valid, arrivals = windows_within(decided, loop, is_begun, passed=passed)
        kept = (is_valid & ends[self._first_paths])[ending.nodes]
        counts = np.zeros((decided.forest.max_depth, len(decided.trips)), dtype=np.int64)
        places = arrivals[ending.nodes[kept]], ending.trips[kept]
        np.add.at(counts, places, ending.weights[kept])
        return counts

    def _begins(self, loop: Loop | None, closing: Sequence[Loop]) -> BoolArray:
        """Returns which paths begin where ``loop`` or a loop of ``closing`` goes round."""
        found = self._paths(loop).is_turn
        for one in closing:
            found = found | self._paths(one).is_turn
        return found

    @cached_property
    def _first_paths(self) -> Int64Array:
        """For each node, the place of its sequence's first path."""
        return self._decided.path_of[first_nodes(self._decided.forest)]

    @cached_property
    def _path_of_trip(self) -> Int64Array:
        paths = [trip.path.path for trip in self._decided.trips]
        return np.searchsorted(self._decided.paths, paths).astype(np.int64)

    def _paths(self, loop: Loop | None) -> _PathsInLoop:
        if loop not in self._in_loop:
            members = None if loop is None else frozenset(loop.blocks)
            outside = []
            for path in self._decided.decoded:
                out = [at for at, it in enumerate(path.blocks) if members and it not in members]
                outside.append(out[-1] if out else -1)
            places = np.array(outside, dtype=np.int64)
            self._in_loop[loop] = _PathsInLoop(
                places,
                (places >= 0) | enters(self._decided, loop),
                turning(self._decided, loop)[1],
            )
        return self._in_loop[loop]

    def _entered_before(self, loop: Loop | None, block: int) -> BoolArray:
        """Returns on which paths the loop is entered before the block."""
        members = None if loop is None else frozenset(loop.blocks)
        is_outside = []
        for path, at in zip(self._decided.decoded, self._at(block).tolist(), strict=True):
            before = path.blocks[: max(at, 0)]
            is_outside.append(members is not None and not members.issuperset(before))
        return np.array(is_outside, dtype=bool) | enters(self._decided, loop)

    def _at(self, block: int) -> Int64Array:
        """Returns the block's place on each path, or -1 for a path without the block."""
        if block not in self._places:
            self._places[block] = np.array(
                [
                    path.blocks.index(block) if block in path.blocks else -1
                    for path in self._decided.decoded
                ],
                dtype=np.int64,
            )
        return self._places[block]

    def _is_told(self, block: int) -> BoolArray:
        """Returns on which trips the branch at the block's end has a known outcome."""
        if block not in self._told:
            self._told[block] = np.array(
                [
                    any(it.decision.block == block and it.decision.targets for it in trip.outcomes)
                    for trip in self._decided.trips
                ],
                dtype=bool,
            )
        return self._told[block]
