"""Finds loops that an edit, such as extracting a method, seems to have moved to another method."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from kpath_jvm.analysis.diff.changes import LoopChange, LoopMeans, MovedLoop
from kpath_jvm.analysis.diff.figures import Bounded, BoundedFigure, Figure
from kpath_jvm.analysis.diff.totals import WorkBounds, WorkTotals
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision

#: Numbers of iterations are about equal if they differ by at most this share of the larger one.
_MOST_APART = 0.1
#: The conditions that can end a loop, and the loop's number of blocks.
_Structure: TypeAlias = tuple[tuple[object, ...], int]


def with_moves(changes: Iterable[LoopChange]) -> list[LoopChange]:
    """Makes a gone and a new loop refer to each other if they are one moved loop.

    Returns all changes. Two loops are one if they are in different methods, can end by the same
    conditions, have equally many blocks and about equally many iterations, and if neither fits a
    third loop. If only one side has loaded a method's class, but both programs surely have the
    method, the method's loops haven't moved.
    """
    every = list(changes)
    of_one_code = [one for one in every if one.is_of_one_code and one.pair.may_be_edit]
    gone = [one for one in of_one_code if one.status == "gone"]
    come = [one for one in of_one_code if one.status == "new"]
    if not gone or not come:
        return every
    structures = {id(one): _structure(one) for one in (*gone, *come)}
    moved: dict[int, MovedLoop] = {}
    for one in gone:
        there = [other for other in come if _are_one(one, other, structures)]
        here = [other for other in gone if there and _are_one(other, there[0], structures)]
        if len(there) == len(here) == 1:
            (other,) = there
            moved[id(one)] = MovedLoop(other.pair, _place(other))
            moved[id(other)] = MovedLoop(one.pair, _place(one))
    every = [replace(one, moved=moved[id(one)]) if id(one) in moved else one for one in every]
    return _with_guesses(every)


def _with_guesses(every: Sequence[LoopChange]) -> list[LoopChange]:
    """Makes a gone and a new loop refer to each other if they ran alike in one class.

    An edit has split or rewritten their method, so their code doesn't show whether they are one
    loop. All runs entered them as often, and they made as many iterations. Neither is like a third
    loop.
    """
    alike: dict[tuple[object, ...], list[LoopChange]] = {}
    for one in every:
        if one.status != "shifted" and one.moved is None and one.is_of_one_code:
            counts = [
                set(figure.base if one.status == "gone" else figure.new)
                for figure in (one.entries, one.iterations)
            ]
            if all(len(own) == 1 for own in counts):
                key = (one.pair.known.class_name, *(own.pop() for own in counts))
                alike.setdefault(key, []).append(one)
    guesses: dict[int, MovedLoop] = {}
    for group in alike.values():
        if sorted(one.status for one in group) == ["gone", "new"]:
            one, other = group
            guesses[id(one)] = MovedLoop(other.pair, _place(other))
            guesses[id(other)] = MovedLoop(one.pair, _place(one))
    return [replace(one, perhaps=guesses.get(id(one))) for one in every]


def moves(changes: Iterable[LoopChange]) -> list[tuple[LoopChange, LoopChange]]:
    """Returns the two changes of each moved loop: the gone loop's, then the new loop's."""
    every = list(changes)
    gone = {(id(one.pair), one.base): one for one in every if one.status == "gone" and one.moved}
    found = []
    for one in every:
        if one.status == "new" and one.moved is not None:
            other = gone.get((id(one.moved.pair), one.moved.loop))
            if other is not None:
                found.append((other, one))
    return found


def as_one(gone: LoopChange, come: LoopChange, totals: WorkTotals) -> LoopChange:
    """Returns one change for a moved loop, in which the new loop is compared with the base's.

    The result has the method of the new loop, and ``moved`` is where the base's loop was.
    """

    def both(before: Figure, after: Figure) -> Figure:
        return Figure(before.base, after.new)

    def bounded(before: BoundedFigure, after: BoundedFigure) -> BoundedFigure:
        return BoundedFigure(before.base, after.new)

    def means(before: LoopMeans, after: LoopMeans) -> LoopMeans:
        return LoopMeans(
            bounded(before.bounded, after.bounded), both(before.counted, after.counted)
        )

    def with_bounds() -> WorkBounds | None:
        if gone.bounds is None and come.bounds is None:
            return None
        before, after = (
            (_exact(one.bytecodes), _exact(one.share))
            if one.bounds is None
            else (one.bounds.bytecodes, one.bounds.share)
            for one in (gone, come)
        )
        return totals.in_bounds(bounded(before[0], after[0]), bounded(before[1], after[1]))

    bytecodes, share = both(gone.bytecodes, come.bytecodes), both(gone.share, come.share)
    return replace(
        come,
        status="shifted",
        weight=totals.weight(bytecodes, share),
        share=share,
        bytecodes=bytecodes,
        entries=both(gone.entries, come.entries),
        iterations=both(gone.iterations, come.iterations),
        per_entry=means(gone.per_entry, come.per_entry),
        back_edges=means(gone.back_edges, come.back_edges),
        has_other_test=_are_in_test(gone) != _are_in_test(come),
        per_iteration=bounded(gone.per_iteration, come.per_iteration),
        has_iterations=(gone.has_iterations[0], come.has_iterations[1]),
        part=totals.part(bytecodes),
        of_base=totals.of_base(bytecodes),
        bounds=with_bounds(),
    )


def _exact(figure: Figure) -> BoundedFigure:
    return BoundedFigure(*(
        tuple(None if value is None else Bounded.exact(value) for value in side)
        for side in (figure.base, figure.new)
    ))  # fmt: skip


def does_no_more(moved: LoopChange) -> bool:
    """Returns whether a moved loop executes about as many bytecodes as before, or fewer."""
    before, after = moved.bytecodes.means
    return after <= (1 + _MOST_APART) * before


def _are_one(gone: LoopChange, come: LoopChange, structures: Mapping[int, _Structure]) -> bool:
    if gone.pair is come.pair:
        return False
    before, after = gone.iterations.means[0], come.iterations.means[1]
    if abs(before - after) > _MOST_APART * max(before, after):
        return False
    structure = structures[id(gone)]
    return bool(structure[0]) and structure == structures[id(come)]


def _place(change: LoopChange) -> int:
    place = change.base if change.status == "gone" else change.new
    assert place is not None, "a loop of neither side"
    return place


def _known(change: LoopChange) -> KnownMethod:
    known = change.pair.base if change.status == "gone" else change.pair.new
    assert known is not None, "a loop of a method that isn't there"
    return known


def _structure(change: LoopChange) -> _Structure:
    code, place = _known(change).code, _place(change)
    ends = ((one.operator, one.type, one.operands, one.keys) for one in _ends(code, place))
    return tuple(ends), len({*code.loops[place].blocks})


def _are_in_test(change: LoopChange) -> list[bool]:
    """Returns whether each of the conditions that can end a loop is in the loop test."""
    known, place = _known(change), _place(change)
    test = LoopNest(known.code, known.row).test(place)
    return [one.block in test for one in _ends(known.code, place)]


def _ends(code: MethodCode, place: int) -> Iterator[Decision]:
    """Yields the conditions that can end a loop, except those in inner loops."""
    within = {*code.loops[place].blocks}
    inner = {
        block
        for loop in code.loops
        if set(loop.blocks) < within
        for block in loop.blocks
    }  # fmt: skip
    for block in sorted(within - inner, key=lambda one: code.offsets[one]):
        decision = code.deciding.get(block)
        if decision is not None and not within.issuperset(decision.targets):
            yield decision
