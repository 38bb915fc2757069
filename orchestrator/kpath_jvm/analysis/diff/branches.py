"""Finds a method's branches and switches that are new or gone, or whose outcomes' shares differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

import numpy as np

from kpath_jvm.analysis.diff.changes import BranchChange, OutcomeShift
from kpath_jvm.analysis.diff.figures import Figure, quotients
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.diff.outcomes import have_exchanged_answers
from kpath_jvm.analysis.diff.same_branches import SameBranch, matched_branches
from kpath_jvm.analysis.matching.cases import SameOutcome
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.ratio import Ratio, exactly

_Counts = Sequence[Mapping[int, Mapping[int, int]]]


def branch_changes(
    pair: MethodPair,
    base: MeasuredMethod | None,
    new: MeasuredMethod | None,
    totals: tuple[Int64Array, Int64Array],
) -> Iterator[BranchChange]:
    """Yields the changes of decisions that ran on one side only, or whose outcomes' shares differ.

    A decision is a branch or a switch. Like a method or a loop, a decision is new or gone if it ran
    on one side only, even if the other side's code has the decision, too. ``totals`` are the
    bytecodes that each run of each side executed.
    """
    ones = {} if base is None else base.branches
    others = {} if new is None else new.branches
    matched: dict[int, int] = {}
    if base is not None and new is not None:
        for same in matched_branches(pair, ones, others):
            matched[same.block] = same.place
            here, there = ones[same.place], others[same.block]
            yield from _shifted(pair, (base, new), (here, there), same, totals)
    left = [one for block, one in ones.items() if block not in matched.values()]
    come = [one for block, one in others.items() if block not in matched]
    for side, measured, branches in ((0, base, left), (1, new, come)):
        for branch in branches:
            assert measured is not None, "a branch of a method that isn't there"
            yield from _on_one_side(pair, side, measured, branch, totals)


def _shifted(
    pair: MethodPair,
    sides: tuple[MeasuredMethod, MeasuredMethod],
    branches: tuple[BranchOutcomes, BranchOutcomes],
    same: SameBranch,
    totals: tuple[Int64Array, Int64Array],
) -> Iterator[BranchChange]:
    """Yields the change of a decision that both sides' code has, if it may have changed."""
    here, there = branches
    has_run = [
        bool(measured.blocks[:, branch.block].any())
        for measured, branch in zip(sides, branches, strict=True)
    ]
    compared = [
        one
        for outcome in same.outcomes
        for one in (
            [_Compared(outcome.base, outcome.new, leads_elsewhere=outcome.leads_elsewhere)]
            if outcome.is_told
            else _nearest(outcome, sides, branches)
            if all(has_run)
            else _each_alone(outcome, has_run)
        )
    ]
    ones = _rows(sides[0].outcomes, here.block, [one.base for one in compared])
    others = _rows(sides[1].outcomes, there.block, [one.new for one in compared])
    shares = [
        Figure(*(_shares(side, at) for side in (ones, others))) for at in range(len(compared))
    ]
    counted = [*zip(sides, (ones, others), strict=True)]
    executions = Figure(
        *(measured.known.side.per_run([sum(row) for row in rows]) for measured, rows in counted)
    )
    times = [
        Figure(
            *(measured.known.side.per_run([row[at] for row in rows]) for measured, rows in counted)
        )
        for at in range(len(compared))
    ]
    outcomes = tuple(
        OutcomeShift(
            (one.untold or one).base,
            (one.untold or one).new,
            known,
            time,
            one.untold is None,
            one.leads_elsewhere,
        )
        for one, known, time in zip(compared, shares, times, strict=True)
    )
    are_equal = all(way.is_equal for one in outcomes for way in one.ways)
    is_exchanged = all(has_run) and have_exchanged_answers(
        here.decision, there.decision, sides[0].code, sides[1].code
    )
    if are_equal and not is_exchanged and all(one.untold is None for one in compared):
        return
    is_told = [bool(mean) for mean in executions.means]
    if has_run != is_told:
        # The decision ran on a side where none of its outcomes is known. So the decision is neither
        # new nor gone, and there is nothing to compare.
        return
    # A side on which the decision never ran has no shares of outcomes.
    moved = moved_most = 0.0
    if all(has_run):
        ways = (way for one in outcomes for way in one.ways)
        moved = Ratio(sum((exactly(abs(way.exact_change)) for way in ways), Fraction(0)), 2)
        moved_most = 1.0 if is_exchanged else max(moved, _most_moved(compared, outcomes))
    if are_equal and not moved_most:
        # Whichever outcomes correspond to each other, their shares are equal.
        return
    share = _share((sides[0], here.block), (sides[1], there.block), totals)
    yield BranchChange(
        pair=pair,
        weight=float((1.0 if is_exchanged else moved) * sum(share.means) / 2)
        if all(has_run)
        else max(share.means),
        status="shifted" if all(has_run) else "new" if has_run[1] else "gone",
        base=here,
        new=there,
        share=share,
        executions=executions,
        missed=Figure(*map(_missed, sides, branches)),
        outcomes=outcomes,
        moved=moved,
        moved_most=moved_most,
        is_exchanged=is_exchanged,
        is_doubtful=same.is_doubtful,
        may_have_run=not all(has_run)
        and sides[has_run[0]].may_have_run([branches[has_run[0]].block]),
    )


@dataclass(frozen=True)
class _Compared:
    """Targets on each side; the shares of the two sides' targets are compared.

    ``untold`` is the group (SameOutcome) of the targets if their shares are compared although it
    isn't known which targets of the group correspond to each other, or else None.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]
    untold: SameOutcome | None = None
    leads_elsewhere: bool = False


def _nearest(
    group: SameOutcome,
    sides: tuple[MeasuredMethod, MeasuredMethod],
    branches: tuple[BranchOutcomes, BranchOutcomes],
) -> Iterator[_Compared]:
    """Yields the targets of a group, paired so that the sum of the pairs' differences is smallest.

    The differences are those of shares. Their sum is smallest if both targets of each pair have the
    same rank by share. If several targets may be one outcome, the sum is smallest if all targets of
    the group are compared as one pair.
    """
    if group.may_be_joined:
        yield _Compared(group.base, group.new, group)
        return
    ranked = []
    for measured, branch, targets in zip(sides, branches, (group.base, group.new), strict=True):
        rows = _rows(measured.outcomes, branch.block, [(target,) for target in branch.targets])
        mean = {
            target: np.mean([one for one in _shares(rows, at) if one is not None] or [0.0])
            for at, target in enumerate(branch.targets)
        }
        ranked.append(sorted(targets, key=lambda target: -mean[target]))
    for one, other in zip_longest(*ranked):
        base, new = (() if target is None else (target,) for target in (one, other))
        yield _Compared(base, new, group)


def _each_alone(group: SameOutcome, has_run: Sequence[bool]) -> Iterator[_Compared]:
    """Yields the targets of a group on the only side on which the decision ran.

    The other side's targets have no shares, and would only repeat the labels.
    """
    if has_run[0]:
        yield from (_Compared((target,), ()) for target in group.base)
    if has_run[1]:
        yield from (_Compared((), (target,)) for target in group.new)


def _most_moved(compared: Sequence[_Compared], outcomes: Sequence[OutcomeShift]) -> float:
    """Returns an upper bound on how much the outcomes' shares differ.

    In a group of outcomes with unknown counterparts, the shares differ most if the outcome with the
    greatest share on one side is the one with the smallest share on the other side, and so on. If
    outcomes of the group may be new or gone, the sides may have no outcome in common.
    """
    most = sum(
        (
            exactly(abs(way.exact_change))
            for one, outcome in zip(compared, outcomes, strict=True)
            for way in outcome.ways
            if one.untold is None
        ),
        Fraction(0),
    )
    for group in dict.fromkeys(one.untold for one in compared if one.untold is not None):
        own = [
            outcome.share.exact_means
            for one, outcome in zip(compared, outcomes, strict=True)
            if one.untold == group
        ]
        if group.is_whole:
            # The pairs are ordered by share on both sides.
            most += sum(
                abs(before - after) for (before, _), (_, after) in zip(own, own[::-1], strict=True)
            )
        else:
            most += sum(map(sum, own))
    return Ratio(most, 2)


def _on_one_side(
    pair: MethodPair,
    side: int,
    measured: MeasuredMethod,
    branch: BranchOutcomes,
    totals: tuple[Int64Array, Int64Array],
) -> Iterator[BranchChange]:
    """Yields the change of a decision that the other side's code lacks, if the decision ran."""
    runs = [len(total) for total in totals]
    rows = _rows(measured.outcomes, branch.block, [(target,) for target in branch.targets])
    if not any(map(any, rows)):
        return

    def figure(values: Sequence[float | None]) -> Figure:
        absent = (0.0,) * runs[1 - side]
        return Figure(absent, tuple(values)) if side else Figure(tuple(values), absent)

    at = (measured, branch.block)
    share = _share(None, at, totals) if side else _share(at, None, totals)
    yield BranchChange(
        pair=pair,
        weight=max(share.means),
        status="new" if side else "gone",
        base=None if side else branch,
        new=branch if side else None,
        share=share,
        executions=figure(measured.known.side.per_run([sum(row) for row in rows])),
        missed=figure(_missed(measured, branch)),
        outcomes=tuple(
            OutcomeShift(
                () if side else (target,),
                (target,) if side else (),
                figure(_shares(rows, at)),
                figure(measured.known.side.per_run([row[at] for row in rows])),
            )
            for at, target in enumerate(branch.targets)
        ),
        moved=0.0,
    )


def _rows(outcomes: _Counts, block: int, groups: Sequence[Sequence[int]]) -> list[list[int]]:
    """Returns, for each run, how often the decision went to each group of targets."""
    return [
        [sum(run.get(block, {}).get(target, 0) for target in group) for group in groups]
        for run in outcomes
    ]


def _missed(measured: MeasuredMethod, branch: BranchOutcomes) -> tuple[float | None, ...]:
    """Returns each run's share of executions that lacked the run's most frequent outcome."""
    rows = _rows(measured.outcomes, branch.block, [(target,) for target in branch.targets])
    return quotients([sum(row) - max(row) for row in rows], [sum(row) for row in rows])


def _shares(rows: list[list[int]], at: int) -> tuple[float | None, ...]:
    """Returns, for each run, the share of executions that went to the group of targets ``at``."""
    return quotients([row[at] for row in rows], [sum(row) for row in rows])


def _share(
    base: tuple[MeasuredMethod, int] | None,
    new: tuple[MeasuredMethod, int] | None,
    totals: tuple[Int64Array, Int64Array],
) -> Figure:
    """Returns a block's share of each run's bytecodes; 0 on a side that has no such block."""
    values = []
    for side, total in zip((base, new), totals, strict=True):
        if side is None:
            values.append((0.0,) * len(total))
            continue
        measured, block = side
        executed = measured.blocks[:, block] * measured.code.instructions[block]
        values.append(tuple(map(Ratio, executed.tolist(), np.maximum(total, 1).tolist())))
    return Figure(*values)
