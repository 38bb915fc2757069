"""Looks back from executions of a branch: to another branch, or to where the iteration began.

A walk goes from each execution of the *told* branch back to the last outcome of the *given* branch
before that. Both may be the same branch. The walk follows the execution's path and the paths before
it, as far as the sequence reaches. The walk ends in one of three ways:

- At an execution of the given branch, if its outcome is known.
- At the limit that ``Reach`` sets: the beginning of the loop's iteration or of the previous
  iteration, the entry into the loop, or the entry of the method. Then the given branch
  certainly wasn't executed within this reach.
- Without a result, because the sequences don't reach further back, a path begins at a handler, or
  the given branch had an unknown outcome.

Each execution is counted in one of these three groups, so statements about all executions are
possible.

Another walk goes back to the beginning of the iteration, to see whether it was its entry's first.
"""

from collections.abc import Callable
from enum import Enum
from functools import cached_property

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided import DecidedPaths, Trip
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import Decision, Loop

#: The results of a walk that found nothing. Walks that found what they were looking for have the
#: results 0, 1, 2 and so on: the outcome of the given branch, or _FIRST or _LATER.
_GOES_ON, _NONE, _UNKNOWN = -1, -2, -3
_FIRST, _LATER = 0, 1


class Reach(Enum):
    """How far a walk goes back."""

    #: To the beginning of the loop's iteration.
    ITERATION = "iteration"
    #: To the beginning of the previous iteration. The told branch's own iteration is skipped.
    PREVIOUS = "previous"
    #: To the entry into the loop.
    ENTRY = "entry"


class Before(Struct, frozen=True):
    """The executions of the told branch, by the given branch's last outcome before them.

    ``table[a, b]`` counts the executions that had the outcome b, and before which the given
    branch's last outcome was a. Outcomes are in the order of the decisions' targets, each target
    once. ``none`` and ``unknown`` count the other executions by the told branch's outcome. ``none``
    is for executions before which the given branch certainly wasn't executed within the walk's
    reach, and ``unknown`` is for executions about which nothing is known.
    """

    table: Int64Array
    none: Int64Array
    unknown: Int64Array


class ByFirst(Struct, frozen=True):
    """The executions of a branch by whether they were in the first iteration of an entry.

    Each array counts executions by outcome, in the order of the decision's targets, each target
    once. ``unknown`` counts the executions about which nothing is known.
    """

    first: Int64Array
    later: Int64Array
    unknown: Int64Array


class _Windows(Struct, frozen=True):
    """The n-grams of one length.

    ``trips`` has the places of the n-grams' trips in DecidedPaths.trips, in the shape (n-grams,
    length), and ``weights`` has the n-grams' counts.
    """

    trips: Int64Array
    weights: Int64Array


class LookingBack:
    """Looks back from executions of branches along the sequences of a method."""

    def __init__(self, decided: DecidedPaths) -> None:
        self.decided = decided

    @cached_property
    def _windows(self) -> list[_Windows]:
        """The n-grams of each length, the shortest first."""
        decided = self.decided
        ending = decided.endings
        depths = decided.forest.depths[ending.nodes]
        found = []
        for length in range(1, decided.forest.max_depth + 1):
            rows = np.flatnonzero(depths == length)
            numbers = decided.forest.sequences(ending.nodes[rows])
            places = np.searchsorted(decided.paths, numbers)
            trips = np.empty(places.shape, dtype=np.int64)
            for at in range(length - 1):
                trips[:, at] = decided.trips_before(places[:, at], places[:, at + 1])
            trips[:, length - 1] = ending.trips[rows]
            found.append(_Windows(trips, ending.weights[rows]))
        return found

    def before(self, told: Decision, given: Decision, loop: Loop | None, reach: Reach) -> Before:
        """Counts the executions of ``told`` by the last outcome of ``given`` before them.

        ``loop`` contains both branches. None stands for the activation, which is taken as one
        iteration.
        """
        goal = _ToGiven(given, loop, reach)
        walk = _Walk(self.decided.trips, told, goal.along, int(reach is Reach.PREVIOUS))
        table, none, unknown = self._counted(told, walk, len(set(given.targets)))
        return Before(table, none, unknown)

    def by_first(self, told: Decision, loop: Loop) -> ByFirst:
        """Counts the executions of ``told`` in the first and in later iterations of ``loop``.

        ``told`` must be in the loop, but in no inner loop. Iterations begin at the loop's header.
        """
        walk = _Walk(self.decided.trips, told, _ToBeginning(self.decided, loop).along)
        (first, later), _, unknown = self._counted(told, walk, 2)
        return ByFirst(first, later, unknown)

    def _counted(
        self, told: Decision, walk: "_Walk", results: int
    ) -> tuple[Int64Array, Int64Array, Int64Array]:
        """Returns a table of executions by result and by outcome, and what isn't in the table.

        These are the executions by outcome whose walks have the results _NONE and _UNKNOWN.
        """
        targets = tuple(dict.fromkeys(told.targets))
        outcomes = np.array(
            [_target(trip, told.block, targets) for trip in self.decided.trips], dtype=np.int64
        )
        begun, through = walk.begun, walk.through
        table = np.zeros((results, len(targets)), dtype=np.int64)
        none = np.zeros(len(targets), dtype=np.int64)
        executions = np.zeros(len(targets), dtype=np.int64)
        for length, windows in enumerate(self._windows, 1):
            last = windows.trips[:, -1]
            rows_told = np.flatnonzero(outcomes[last] >= 0)
            trips, weights = windows.trips[rows_told], windows.weights[rows_told]
            told_by = outcomes[trips[:, -1]]
            if length == 1:
                np.add.at(executions, told_by, weights)
            found, states = begun[0][trips[:, -1]], begun[1][trips[:, -1]]
            for at in range(length - 2, -1, -1):
                # Walks that end before the window's first path were counted with a shorter window.
                kept = found == _GOES_ON
                trips, weights, told_by = trips[kept], weights[kept], told_by[kept]
                trip, state = trips[:, at], states[kept]
                found, states = through[0][state, trip], through[1][state, trip]
            is_found = found >= 0
            np.add.at(table, (found[is_found], told_by[is_found]), weights[is_found])
            is_none = found == _NONE
            np.add.at(none, told_by[is_none], weights[is_none])
        return table, none, executions - table.sum(axis=0) - none


def _target(trip: Trip, block: int, targets: tuple[int, ...]) -> int:
    """Returns the place in ``targets`` of a branch's outcome on a trip; -1 if the trip has none."""
    for one in trip.outcomes:
        if one.decision.targets and one.decision.block == block:
            return targets.index(one.target)
    return -1


class _Walk:
    """A walk back along each trip, from the told branch. It may have the states 0 and 1.

    ``along`` returns the result and the state of a walk along a trip's first blocks. Its arguments
    are the trip, the number of these blocks, and the state at their end.
    """

    def __init__(
        self,
        trips: list[Trip],
        told: Decision,
        along: Callable[[Trip, int, int], tuple[int, int]],
        first_state: int = 0,
    ) -> None:
        self._trips = trips
        self._told = told
        self._along = along
        self._first_state = first_state

    @cached_property
    def begun(self) -> tuple[Int64Array, Int64Array]:
        """Returns, by trip, the result and the state of the walk that begins before the branch."""
        found = []
        for trip in self._trips:
            blocks = trip.path.blocks
            at = blocks.index(self._told.block) if self._told.block in blocks else 0
            found.append(self._along(trip, at, self._first_state))
        results, states = zip(*found, strict=True) if found else ((), ())
        return np.array(results, dtype=np.int64), np.array(states, dtype=np.int64)

    @cached_property
    def through(self) -> tuple[Int64Array, Int64Array]:
        """Results and states of the walks that begin at trips' ends, in shape (states, trips)."""
        found = np.array(
            [
                [self._along(trip, len(trip.path.blocks), state) for trip in self._trips]
                for state in (0, 1)
            ],
            dtype=np.int64,
        ).reshape(2, len(self._trips), 2)
        return found[:, :, 0], found[:, :, 1]


class _ToGiven:
    """The goal of a walk to the last outcome of another branch, the given one.

    The state is 1 while the walk skips the told branch's own iteration, and 0 while it looks for
    the given branch.
    """

    def __init__(self, given: Decision, loop: Loop | None, reach: Reach) -> None:
        self._given = given
        self._targets = tuple(dict.fromkeys(given.targets))
        self._members = None if loop is None else frozenset(loop.blocks)
        self._header = None if loop is None else loop.header
        self._reach = reach

    def along(self, trip: Trip, end: int, state: int) -> tuple[int, int]:
        for block in reversed(trip.path.blocks[:end]):
            if self._members is not None and block not in self._members:
                return _NONE, state
            if block == self._given.block and state == 0:
                place = _target(trip, block, self._targets)
                return (place if place >= 0 else _UNKNOWN), state
        return self._at_start(trip, state)

    def _at_start(self, trip: Trip, state: int) -> tuple[int, int]:
        """Returns result and state of a walk that reaches the trip's beginning within the loop."""
        start, first = trip.path.start, trip.path.blocks[0]
        if start == "entry":
            return _NONE, state
        if start == "handler":
            return _UNKNOWN, state
        if start == "loop" and first == self._header and self._reach is not Reach.ENTRY:
            if self._reach is Reach.ITERATION or state == 0:
                return _NONE, state
            return _GOES_ON, 0
        return _GOES_ON, state


class _ToBeginning:
    """The goal of a walk to the beginning of the told branch's iteration.

    The state is 1 if the iteration began with the path after the trip, and only the trip shows
    whether the loop went round there.
    """

    def __init__(self, decided: DecidedPaths, loop: Loop) -> None:
        self._loop = loop
        self._members = frozenset(loop.blocks)
        self._is_cut_at_headers = decided.is_cut_at_headers

    def along(self, trip: Trip, end: int, state: int) -> tuple[int, int]:
        blocks = trip.path.blocks
        if state:
            return (_LATER if blocks[-1] in self._loop.latches else _FIRST), state
        # The branch itself may be at the end of the header.
        for at in reversed(range(min(end + 1, len(blocks)))):
            if blocks[at] == self._loop.header:
                return self._at_header(trip.path, at)
            if blocks[at] not in self._members:
                return _UNKNOWN, state
        return (_GOES_ON if trip.path.start in ("loop", "cut") else _UNKNOWN), state

    def _at_header(self, path: DecodedPath, at: int) -> tuple[int, int]:
        """Returns result and state of a walk that reaches the header, block ``at`` of the path."""
        if at > 0 or path.start in ("entry", "cut"):
            # If a back edge led here, a path would have started at the header with it, and with
            # the start "loop": no cut edge is a back edge.
            return _FIRST, 0
        if path.start == "handler":
            return _UNKNOWN, 0
        return (_GOES_ON, 1) if self._is_cut_at_headers else (_LATER, 0)
