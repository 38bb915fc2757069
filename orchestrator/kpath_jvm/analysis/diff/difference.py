"""Computes the difference of two sides: what has changed, the largest changes first."""

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
from kpath_jvm.analysis.diff.moved_loops import with_moves
from kpath_jvm.analysis.diff.sequences import are_equal, sequence_changes
from kpath_jvm.analysis.diff.shown import ALL_SHOWN, Shown
from kpath_jvm.analysis.diff.together import Together
from kpath_jvm.analysis.diff.totals import WorkTotals
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.ratio import Ratio
from kpath_jvm.shown import DIFFERENT_SHARE


@dataclass(frozen=True)
class Difference:
    """What has changed, the changes with the largest weights first.

    ``totals`` are the bytecodes of both sides, by which methods and loops are weighed. A method is
    light if it does less than ``least_share`` of the work on both sides. The loops, branches and
    sequences of light methods aren't compared. ``light`` is the number of light methods that
    differ, but aren't listed. ``within_spread`` is the number of differences that aren't listed
    because the runs of one side differ just as much. ``unlisted`` has these differences first, then
    changes in which only bounds may differ, then the differences of light methods. A test of
    several figures together must include all of ``unlisted``. ``unknown`` are sequences that seem
    to be new or gone, but may just be missing in a profile. ``shown`` decides which parts are
    compared, and ``longest`` is the length of the longest sequences.
    """

    base: Side
    new: Side
    totals: WorkTotals
    pairs: tuple[MethodPair, ...]
    methods: tuple[MethodChange, ...]
    loops: tuple[LoopChange, ...]
    branches: tuple[BranchChange, ...]
    sequences: tuple[SequenceChange, ...]
    least_share: float
    light: int
    within_spread: int
    unlisted: tuple[Change, ...] = ()
    unknown: tuple[SequenceChange, ...] = ()
    shown: Shown = ALL_SHOWN
    longest: int | None = None

    def of_least_share(self, least_share: float) -> Difference:
        """Returns the difference of the same sides with another ``least_share``."""
        if least_share == self.least_share:
            return self
        return difference(self.base, self.new, self.shown, self.longest, least_share)

    def of_pairs(self, pairs: Sequence[MethodPair]) -> Difference:
        """Returns the difference of the same sides, but only for the given pairs of methods."""
        return difference(self.base, self.new, self.shown, self.longest, self.least_share, pairs)

    @property
    def is_empty(self) -> bool:
        """Whether there is no known difference."""
        return not (self.methods or self.loops or self.branches or self.sequences)

    def loops_together(self, several: Together) -> list[LoopChange]:
        """Returns the changes of a method's shown loops, summed over all versions of the method."""
        found = several.loops((self.base, self.new), self.totals)
        return [one for one in found if self.shown.has_loop(one)]

    def figures_of(self, pair: MethodPair) -> MethodChange:
        """Returns the figures of a method that ran, even if the sides have equal figures."""
        figures = _figures(pair, self.base, self.new)
        is_light = max(figures[0].means) < self.least_share
        sides = (self.base, self.new)
        return _with_figures(pair, sides, *figures, self.totals, is_light=is_light)

    def is_compared(self, pair: MethodPair) -> bool:
        """Returns whether a pair does enough work on either side for its parts to be compared."""
        share, _, _ = _figures(pair, self.base, self.new)
        return max(share.means) >= self.least_share


def difference(
    base: Side,
    new: Side,
    shown: Shown = ALL_SHOWN,
    k: int | None = None,
    least_share: float = DIFFERENT_SHARE,
    every_pair: Sequence[MethodPair] | None = None,
) -> Difference:
    """Compares the shown parts of two sides, with sequences of at most k paths.

    If ``every_pair`` is given, only these pairs of methods are compared.
    """
    longest = min(base.k, new.k) if k is None else k
    totals = WorkTotals.of(base, new)
    found = _Found(totals)
    pairs, hidden = [], []
    for pair in match_methods(base, new) if every_pair is None else every_pair:
        differs = pair.is_executed and not _is_equal(pair, longest)
        if shown.has_method(pair):
            pairs.append(pair)
            if differs:
                found.add(pair, base, new, longest, least_share)
        elif differs and shown.are_loops_chosen:
            hidden.append(pair)
    loops = list(found.loops)
    if any(one.status != "shifted" and shown.has_loop(one) for one in loops):
        # A chosen loop may have moved from or to a method in which no loop is chosen.
        for pair in hidden:
            if max(_figures(pair, base, new)[0].means) >= least_share:
                loops += loop_changes(pair, *_measured(pair), totals)
    loops = [one for one in with_moves(loops) if shown.has_loop(one)]
    of_chosen = {id(one.pair) for one in loops}
    for pair in hidden:
        if id(pair) in of_chosen:
            pairs.append(pair)
            found.add(pair, base, new, longest, least_share)
    found.loops = loops
    found.branches = [one for one in found.branches if shown.has_branch(one)]
    found.sequences = [one for one in found.sequences if shown.has_sequence(one)]
    every = [*found.methods, *found.loops, *found.branches, *found.sequences]
    figures = [one.figures for one in every]
    worth = iter(
        judged(
            [one.figure for own in figures for one in own.values()],
            are_relative=[not one.is_share for own in figures for one in own.values()],
        )
    )
    by_change = {
        id(one): {name: next(worth) for name in own}
        for one, own in zip(every, figures, strict=True)
    }
    methods, branches = _lasting(found.methods, by_change), _lasting(found.branches, by_change)
    sequences = _lasting(found.sequences, by_change)
    judged_changes = (with_judged(one, by_change[id(one)]) for one in every)
    unlisted = [one for one in judged_changes if not one.is_beyond_spread]
    # The differences that ``within_spread`` counts come first.
    unlisted.sort(key=lambda one: one.is_of_bounds_alone)
    within = sum(not one.is_of_bounds_alone for one in unlisted)
    return Difference(
        base, new, totals, tuple(pairs), methods, _lasting(found.loops, by_change), branches,
        sequences, least_share, found.light, within, (*unlisted, *found.unlisted),
        tuple(one for one in found.unknown if shown.has_sequence(one)), shown, longest,
    )  # fmt: skip


def _measured(pair: MethodPair) -> tuple[MeasuredMethod | None, MeasuredMethod | None]:
    one, other = (None if it is None else MeasuredMethod(it) for it in (pair.base, pair.new))
    return one, other


def _lasting(
    changes: Sequence[AnyChange], worth: Mapping[int, Mapping[str, Judged]]
) -> tuple[AnyChange, ...]:
    """Returns the judged changes that are beyond the spread of runs, ordered by weight."""
    found = [with_judged(one, worth[id(one)]) for one in changes]
    lasting = [one for one in found if one.is_beyond_spread]
    return tuple(sorted(lasting, key=lambda one: (-one.weight, -one.concerned)))


class _Found:
    """The differences, before they are judged."""

    def __init__(self, totals: WorkTotals) -> None:
        self._totals = totals
        self.methods: list[MethodChange] = []
        self.loops: list[LoopChange] = []
        self.branches: list[BranchChange] = []
        self.sequences: list[SequenceChange] = []
        self.unknown: list[SequenceChange] = []
        self.light = 0
        self.unlisted: list[MethodChange] = []

    def add(self, pair: MethodPair, base: Side, new: Side, k: int, least_share: float) -> None:
        """Compares the methods of a pair. A method without a partner is new or gone."""
        share, bytecodes, entries = _figures(pair, base, new)
        is_light = max(share.means) < least_share
        found = _with_figures(
            pair, (base, new), share, bytecodes, entries, self._totals, is_light=is_light
        )
        change = found if _has_changed(found) else None
        # A method that is new, gone, moved or renamed is listed even if it costs little.
        is_listed = change is not None and (
            change.status != "shifted" or pair.is_moved or pair.is_renamed or not is_light
        )
        if change is not None and is_listed:
            self.methods.append(change)
        if is_light:
            if change is not None and not is_listed:
                # A method with the same code counts as different only if the sides' ranges don't
                # overlap. Otherwise, the runs of one side differ as much as the sides. Different
                # bounds alone aren't a known difference.
                is_known = not change.is_of_bounds_alone
                self.light += pair.code == "changed" or (
                    is_known and (bytecodes.is_apart or entries.is_apart)
                )
                self.unlisted.append(change)
            return
        totals = self._totals
        one, other = _measured(pair)
        self.loops += loop_changes(pair, one, other, totals)
        self.branches += branch_changes(pair, one, other, totals.runs)
        if one is not None and other is not None:
            for sequence in sequence_changes(pair, one.known, other.known, k):
                (self.unknown if sequence.may_be_uncounted else self.sequences).append(sequence)


def _is_equal(pair: MethodPair, k: int) -> bool:
    if pair.base is None or pair.new is None or _has_edges(pair):
        return False
    if pair.is_moved or pair.is_renamed:
        return False
    # Equal paths don't mean equal entries if only entries are counted, or if exceptions end
    # activations.
    entered = _entered(pair.base) | _entered(pair.new)
    return len(entered) == 1 and are_equal(pair.base, pair.new, k)


def _entered(known: KnownMethod) -> set[float]:
    return set(known.side.per_run(known.entries))


def _has_edges(pair: MethodPair) -> bool:
    """Returns whether a side counted edges instead of paths, so that its forest is empty."""
    return any(known.row["mode"] == "edges" for known in pair.sides)


def _figures(pair: MethodPair, base: Side, new: Side) -> tuple[Figure, Figure, Figure]:
    """Returns a method's share of the bytecodes, and its bytecodes and entries per run."""
    sides = list(zip((pair.base, pair.new), (base, new), strict=True))
    bytecodes = [
        tuple([0.0] * len(side.runs) if known is None else known.bytecodes.astype(float).tolist())
        for known, side in sides
    ]
    shares = [
        tuple(map(Ratio, values, np.maximum(side.bytecodes, 1).tolist()))
        for values, (_, side) in zip(bytecodes, sides, strict=True)
    ]
    entries = [
        tuple([0.0] * len(side.runs) if known is None else map(float, known.entries))
        for known, side in sides
    ]
    counts = [
        Figure(*(side.per_run(one) for side, one in zip((base, new), values, strict=True)))
        for values in (bytecodes, entries)
    ]
    return Figure(*shares), counts[0], counts[1]


def _has_changed(change: MethodChange) -> bool:
    """Returns whether a method has changed as a whole.

    A method that executed as much as before hasn't changed, even if its share has changed. A method
    that executed more has changed, even if its share is the same, for instance because no other
    method ran. If only bounds of a method's bytecodes are certain, the method counts as changed.
    """
    is_told = change.is_told or change.status != "shifted"
    is_equal = change.bytecodes.is_equal and change.entries.is_equal
    bounds = change.bounds
    is_exact = bounds is None or None not in (bounds.share.known, bounds.bytecodes.known)
    return is_told or not is_equal or not is_exact


def _with_figures(
    pair: MethodPair,
    sides: tuple[Side, Side],
    share: Figure,
    bytecodes: Figure,
    entries: Figure,
    totals: WorkTotals,
    *,
    is_light: bool,
) -> MethodChange:
    """Returns the change of a method that ran, even if the sides have equal figures."""
    ran = [known is not None and known.is_executed for known in (pair.base, pair.new)]
    nothing = AmountBounds.exact(0)
    base, new = (
        (nothing,) * len(side.runs) if known is None else known.bytecode_bounds
        for known, side in zip((pair.base, pair.new), sides, strict=True)
    )
    bounds = totals.bounded((base, new), bytecodes, share)
    return MethodChange(
        pair=pair,
        weight=totals.weight(bytecodes, share),
        status="shifted" if all(ran) else "new" if ran[1] else "gone",
        share=share,
        bytecodes=bytecodes,
        entries=entries,
        is_light=is_light,
        part=totals.part(bytecodes),
        of_base=totals.of_base(bytecodes),
        bounds=bounds,
    )
