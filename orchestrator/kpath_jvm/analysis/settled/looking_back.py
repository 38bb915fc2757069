"""Finds the last outcome of a branch before each execution of another branch, or of itself.

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
"""

from enum import Enum
from functools import cached_property

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided import DecidedPaths, Trip
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import Decision, Loop

#: The results of a walk that found no outcome; outcomes of the given branch have the numbers
#: 0, 1, 2 and so on.
_GOES_ON, _NONE, _UNKNOWN = -1, -2, -3


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
        targets = tuple(dict.fromkeys(told.targets))
        walk = _Walk(self.decided.trips, given, loop, reach)
        outcomes = np.array(
            [_target(trip, told.block, targets) for trip in self.decided.trips], dtype=np.int64
        )
        begun = walk.from_block(told.block, skipped=reach is Reach.PREVIOUS)
        through = walk.through
        rows = len(set(given.targets))
        table = np.zeros((rows, len(targets)), dtype=np.int64)
        none = np.zeros(len(targets), dtype=np.int64)
        executions = np.zeros(len(targets), dtype=np.int64)
        for length, windows in enumerate(self._windows, 1):
            last = windows.trips[:, -1]
            rows_told = np.flatnonzero(outcomes[last] >= 0)
            trips, weights = windows.trips[rows_told], windows.weights[rows_told]
            told_by = outcomes[trips[:, -1]]
            if length == 1:
                np.add.at(executions, told_by, weights)
            results, states = begun[0][trips[:, -1]], begun[1][trips[:, -1]]
            for at in range(length - 2, -1, -1):
                # Walks that end before the window's first path were counted with a shorter window.
                kept = results == _GOES_ON
                trips, weights, told_by = trips[kept], weights[kept], told_by[kept]
                trip, state = trips[:, at], states[kept]
                results, states = through[0][state, trip], through[1][state, trip]
            is_given = results >= 0
            np.add.at(table, (results[is_given], told_by[is_given]), weights[is_given])
            is_none = results == _NONE
            np.add.at(none, told_by[is_none], weights[is_none])
        return Before(table, none, executions - table.sum(axis=0) - none)


def _target(trip: Trip, block: int, targets: tuple[int, ...]) -> int:
    """Returns the place in ``targets`` of a branch's outcome on a trip; -1 if the trip has none."""
    for one in trip.outcomes:
        if one.decision.targets and one.decision.block == block:
            return targets.index(one.target)
    return -1


class _Walk:
    """A walk back along each trip.

    A state is 1 while the walk skips the told branch's own iteration, and 0 while it looks for the
    given branch.
    """

    def __init__(self, trips: list[Trip], given: Decision, loop: Loop | None, reach: Reach) -> None:
        self._trips = trips
        self._given = given
        self._targets = tuple(dict.fromkeys(given.targets))
        self._members = None if loop is None else frozenset(loop.blocks)
        self._header = None if loop is None else loop.header
        self._reach = reach

    def from_block(self, block: int, *, skipped: bool) -> tuple[Int64Array, Int64Array]:
        """Returns, by trip, the result and the state of the walk that begins before a block."""
        found = []
        for trip in self._trips:
            blocks = trip.path.blocks
            at = blocks.index(block) if block in blocks else 0
            found.append(self._along(trip, blocks[:at], int(skipped)))
        results, states = zip(*found, strict=True) if found else ((), ())
        return np.array(results, dtype=np.int64), np.array(states, dtype=np.int64)

    @cached_property
    def through(self) -> tuple[Int64Array, Int64Array]:
        """Results and states of the walks that begin at trips' ends, in shape (states, trips)."""
        found = np.array(
            [
                [self._along(trip, trip.path.blocks, state) for trip in self._trips]
                for state in (0, 1)
            ],
            dtype=np.int64,
        ).reshape(2, len(self._trips), 2)
        return found[:, :, 0], found[:, :, 1]

    def _along(self, trip: Trip, blocks: tuple[int, ...], state: int) -> tuple[int, int]:
        for block in reversed(blocks):
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
