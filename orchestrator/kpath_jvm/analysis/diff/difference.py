"""The difference of two sides: what has changed, the largest changes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kpath_jvm.analysis.diff.branches import branch_changes
from kpath_jvm.analysis.diff.changes import (
    AnyChange,
    BranchChange,
    Change,
    LoopChange,
    MethodChange,
    SequenceChange,
    with_judged,
)
from kpath_jvm.analysis.diff.figures import Figure, Judged, judged
from kpath_jvm.analysis.diff.loops import loop_changes
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.diff.sequences import are_equal, sequence_changes
from kpath_jvm.analysis.diff.shown import ALL_SHOWN, Shown
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.shown import DIFFERENT_SHARE


@dataclass(frozen=True)
class Difference:
    """What has changed, the weightiest first; ``pairs`` are all methods, whether they ran or not.

    ``light`` is the number of methods that ran and differ, but have less than ``least_share`` of
    the work on both sides: their loops, branches and sequences aren't compared. ``within_spread``
    is the number of differences that are no larger than those between runs of one side; these
    aren't listed.
    """

    base: Side
    new: Side
    pairs: tuple[MethodPair, ...]
    methods: tuple[MethodChange, ...]
    loops: tuple[LoopChange, ...]
    branches: tuple[BranchChange, ...]
    sequences: tuple[SequenceChange, ...]
    least_share: float
    light: int
    within_spread: int

    @property
    def is_empty(self) -> bool:
        """Whether there is no known difference."""
        return not (self.methods or self.loops or self.branches or self.sequences)

    def is_compared(self, pair: MethodPair) -> bool:
        """Returns whether a pair has enough of the work on a side for its parts to be compared."""
        share, _, _ = _figures(pair, self.base, self.new)
        return max(share.means) >= self.least_share


def difference(
    base: Side,
    new: Side,
    shown: Shown = ALL_SHOWN,
    k: int | None = None,
    least_share: float = DIFFERENT_SHARE,
) -> Difference:
    """Compares what is shown of two sides, with sequences of at most k paths."""
    pairs = [pair for pair in match_methods(base, new) if shown.has_method(pair)]
    longest = min(base.k, new.k) if k is None else k
    found = _Found()
    for pair in pairs:
        if not pair.is_executed:
            continue
        if not _is_equal(pair, longest):
            found.add(pair, base, new, longest, least_share)
    found.loops = [one for one in found.loops if shown.has_loop(one)]
    found.branches = [one for one in found.branches if shown.has_branch(one)]
    found.sequences = [one for one in found.sequences if shown.has_sequence(one)]
    every = [*found.methods, *found.loops, *found.branches, *found.sequences]
    tested = [_tested(one) for one in every]
    worth = iter(
        judged(
            [figure for figures in tested for figure, _ in figures],
            are_relative=[is_relative for figures in tested for _, is_relative in figures],
        )
    )
    by_change = {
        id(one): [next(worth) for _ in figures] for one, figures in zip(every, tested, strict=True)
    }
    methods, loops = _lasting(found.methods, by_change), _lasting(found.loops, by_change)
    branches = _lasting(found.branches, by_change)
    sequences = _lasting(found.sequences, by_change)
    within = len(every) - sum(map(len, (methods, loops, branches, sequences)))
    return Difference(
        base, new, tuple(pairs), methods, loops, branches, sequences, least_share, found.light,
        within,
    )  # fmt: skip


def _tested(change: Change) -> list[tuple[Figure, bool]]:
    """Returns the figures of a change that are judged, and whether each isn't a share.

    The first is the one by which the change is listed, and the others are those of gates: a share
    may stay within the spread of the runs while the counts behind it have certainly moved.
    """
    gated = [(one.figure, not one.is_share) for one in change.gated.values()]
    return [(change.tested, change.is_relative), *gated]


def _lasting(
    changes: Sequence[AnyChange], worth: Mapping[int, Sequence[Judged]]
) -> tuple[AnyChange, ...]:
    """Returns the changes beyond the spread of runs with their judgement, ordered by weight."""
    found = []
    for one in changes:
        listed, *gated = worth[id(one)]
        found.append(with_judged(one, listed, gated))
    return tuple(sorted(filter(_is_beyond_spread, found), key=lambda one: -one.weight))


class _Found:
    """The differences, before they are judged."""

    def __init__(self) -> None:
        self.methods: list[MethodChange] = []
        self.loops: list[LoopChange] = []
        self.branches: list[BranchChange] = []
        self.sequences: list[SequenceChange] = []
        self.light = 0

    def add(self, pair: MethodPair, base: Side, new: Side, k: int, least_share: float) -> None:
        """Compares the two methods of a pair, or adds the only one as new or gone."""
        share, bytecodes, entries = _figures(pair, base, new)
        change = _method(pair, share, bytecodes, entries)
        is_light = max(share.means) < least_share
        # A name that is gone matters however little the method costs.
        if change is not None and (pair.is_moved or pair.is_renamed or not is_light):
            self.methods.append(change)
        if is_light:
            self.light += change is not None or not bytecodes.is_equal
            return
        totals = base.bytecodes, new.bytecodes
        one, other = (None if it is None else MeasuredMethod(it) for it in (pair.base, pair.new))
        self.loops += loop_changes(pair, one, other, totals)
        self.branches += branch_changes(pair, one, other, totals)
        if one is not None and other is not None:
            self.sequences += sequence_changes(pair, one.known, other.known, k)


def _is_equal(pair: MethodPair, k: int) -> bool:
    if pair.base is None or pair.new is None or _has_edges(pair):
        return False
    if pair.is_moved or pair.is_renamed:
        return False
    return are_equal(pair.base, pair.new, k)


def _has_edges(pair: MethodPair) -> bool:
    """Returns whether edges were counted and no paths; equal forests mean nothing then."""
    return any(known.row["mode"] == "edges" for known in (pair.base, pair.new) if known)


def _figures(pair: MethodPair, base: Side, new: Side) -> tuple[Figure, Figure, Figure]:
    """Returns the share, the bytecodes and the entries of a method."""
    sides = list(zip((pair.base, pair.new), (base, new), strict=True))
    bytecodes = [
        tuple([0.0] * len(side.runs) if known is None else known.bytecodes.astype(float).tolist())
        for known, side in sides
    ]
    shares = [
        tuple((np.array(values) / np.maximum(side.bytecodes, 1)).tolist())
        for values, (_, side) in zip(bytecodes, sides, strict=True)
    ]
    entries = [
        tuple([0.0] * len(side.runs) if known is None else map(float, known.entries))
        for known, side in sides
    ]
    return Figure(*shares), Figure(*bytecodes), Figure(*entries)


def _method(
    pair: MethodPair, share: Figure, bytecodes: Figure, entries: Figure
) -> MethodChange | None:
    """Returns how a method has changed as a whole; None if it hasn't.

    A method that executed as much as before hasn't changed. This holds even if its share differs
    because other methods have changed. A method that executed more has changed even if its share is
    the same, for instance because it is the only one.
    """
    ran = [known is not None and known.is_executed for known in (pair.base, pair.new)]
    is_told = pair.is_moved or pair.is_renamed or pair.code == "changed" or not all(ran)
    if not is_told and bytecodes.is_equal and entries.is_equal:
        return None
    # The share of a program's only hot method stays as it is, however much more it does.
    is_still = all(ran) and share.is_equal
    return MethodChange(
        pair=pair,
        weight=max(share.means) * abs(bytecodes.relative) if is_still else abs(share.change),
        tested=bytecodes if is_still else share,
        is_relative=is_still,
        status="shifted" if all(ran) else "new" if ran[1] else "gone",
        share=share,
        bytecodes=bytecodes,
        entries=entries,
    )


def _is_beyond_spread(change: Change) -> bool:
    """Returns whether it exceeds the differences of one side's runs, or is a change of code."""
    pair = change.pair
    is_told = isinstance(change, MethodChange) and (
        pair.is_moved or pair.is_renamed or pair.code == "changed"
    )
    return is_told or change.judged.verdict != "spread"
