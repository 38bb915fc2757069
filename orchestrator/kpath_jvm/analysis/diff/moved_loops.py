"""Loops that an edit seems to have moved into another method, as extracting a method does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from kpath_jvm.analysis.diff.changes import LoopChange, MovedLoop
from kpath_jvm.profile.code import MethodCode

#: Iterations that differ by less than this share of the larger number are about as many.
_MOST_APART = 0.1
#: What a loop asks before it ends, and its number of blocks.
_Structure: TypeAlias = tuple[tuple[object, ...], int]


def with_moves(changes: Iterable[LoopChange]) -> list[LoopChange]:
    """Returns the changes; a loop that is gone and one that is new are told of each other.

    They are in different methods, end by the same conditions, have equally many blocks, and about
    as many iterations. No other loop of either kind may fit one of them.
    """
    every = list(changes)
    gone = [one for one in every if one.status == "gone" and one.is_of_one_code]
    come = [one for one in every if one.status == "new" and one.is_of_one_code]
    moved: dict[int, MovedLoop] = {}
    for one in gone:
        there = [other for other in come if _are_one(one, other)]
        here = [other for other in gone if there and _are_one(other, there[0])]
        if len(there) == len(here) == 1:
            (other,) = there
            moved[id(one)] = MovedLoop(other.pair, _place(other))
            moved[id(other)] = MovedLoop(one.pair, _place(one))
    return [replace(one, moved=moved[id(one)]) if id(one) in moved else one for one in every]


def _are_one(gone: LoopChange, come: LoopChange) -> bool:
    if gone.pair is come.pair:
        return False
    before, after = gone.iterations.means[0], come.iterations.means[1]
    if abs(before - after) > _MOST_APART * max(before, after):
        return False
    structure = _structure(gone)
    return bool(structure[0]) and structure == _structure(come)


def _place(change: LoopChange) -> int:
    """Returns the loop's place in MethodCode.loops of its only side."""
    place = change.base if change.status == "gone" else change.new
    assert place is not None, "a loop of neither side"
    return place


def _structure(change: LoopChange) -> _Structure:
    known = change.pair.base if change.status == "gone" else change.pair.new
    assert known is not None, "a loop of a method that isn't there"
    code, loop = known.code, known.code.loops[_place(change)]
    own = set(loop.blocks)
    return tuple(_ends(code, sorted(own))), len(own)


def _ends(code: MethodCode, blocks: Sequence[int]) -> Iterable[object]:
    """Yields the questions of the blocks by which a loop is left; not those of inner loops."""
    within = set(blocks)
    inner = {
        block
        for loop in code.loops
        if set(loop.blocks) < within
        for block in loop.blocks
    }  # fmt: skip
    for block in sorted(within - inner, key=lambda one: code.offsets[one]):
        decision = code.deciding.get(block)
        if decision is not None and not within.issuperset(decision.targets):
            yield decision.operator, decision.type, decision.operands, decision.keys
