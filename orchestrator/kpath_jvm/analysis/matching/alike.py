"""Finds out whether the code at two places may have the same instructions.

Only the digests of whole blocks are known. One side may have in two blocks what the other side has
in one, for instance because of a jump to an instruction in the middle. Then it isn't known whether
the instructions are equal. The instructions surely differ if a block begins and ends at the same
places on both sides, but has different digests. They also surely differ if the code up to the next
branch or end has different lengths, or if a branch or switch leads to code that surely differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from kpath_jvm.profile.code import MethodCode, is_behind
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.numbered_switches import kinds_of_keys


class _Straight(NamedTuple):
    """The code from a block up to the next branch or switch, or up to a return or a throw."""

    #: For each block, the size without gotos, and the digest or 0 if the digest isn't known.
    blocks: tuple[tuple[int, int], ...]
    #: The last block, or -1 if the code goes round in a loop.
    last: int


#: The result of ``AlikeCode.likeness`` for equal blocks that lead to code that may be equal.
MOST_ALIKE = 2


class AlikeCode:
    """Compares blocks of two versions of a method, and remembers the results.

    In a method whose conditions repeat, many pairs of blocks lead to the same pair. So each pair of
    blocks is compared only once.
    """

    def __init__(self, base: MethodCode, new: MethodCode) -> None:
        self._base, self._new = base, new
        self._starts = [sorted(first for first, _ in code.offsets) for code in (base, new)]
        self._straights: tuple[dict[int, _Straight], dict[int, _Straight]] = ({}, {})
        self._ways: dict[tuple[int, int], list[tuple[int, int]] | None] = {}
        self._known: dict[tuple[int, int], bool] = {}

    def likeness(self, one: int, other: int) -> int:
        """Returns how alike two blocks are: 0 if their instructions aren't known to be equal.

        Otherwise, the result is 1 if the blocks lead to code that surely differs, and MOST_ALIKE if
        that code may be equal.
        """
        base, new = self._base.digests, self._new.digests
        if not (base and new and base[one] == new[other]):
            return 0
        return MOST_ALIKE if self.may_run_the_same(one, other) else 1

    def likeness_of_arms(self, base: Decision, new: Decision) -> tuple[int, int]:
        """Returns how alike the arms of two branches are, from 0 to MOST_ALIKE for each arm.

        The first number is the sum for arms with the same answer. The second is the sum for arms
        with opposite answers, which an edit may have exchanged.
        """
        (yes, no), (new_yes, new_no) = base.targets, new.targets
        return (
            self.likeness(yes, new_yes) + self.likeness(no, new_no),
            self.likeness(yes, new_no) + self.likeness(no, new_yes),
        )

    def may_run_the_same(self, one: int, other: int) -> bool:
        """Returns whether the code that begins at two blocks may be the same.

        The result is False only if the code surely differs. Handlers of exceptions aren't compared.
        """
        left: list[tuple[int, int]] = [(one, other)]
        came_from: dict[tuple[int, int], tuple[int, int] | None] = {(one, other): None}
        while left:
            pair = left.pop()
            known = self._known.get(pair)
            if known:
                continue
            ways = None if known is False else self._ways_from(pair)
            if ways is None:
                # Whatever leads to code that differs, differs too.
                at: tuple[int, int] | None = pair
                while at is not None:
                    self._known[at] = False
                    at = came_from[at]
                return False
            for way in ways:
                if way not in came_from:
                    came_from[way] = pair
                    left.append(way)
        self._known.update(dict.fromkeys(came_from, True))
        return True

    def _ways_from(self, pair: tuple[int, int]) -> list[tuple[int, int]] | None:
        """Returns the pairs of blocks that follow the straight code from a pair of blocks.

        The result is None if the straight code surely differs.
        """
        if pair not in self._ways:
            here, there = self._straight(0, pair[0]), self._straight(1, pair[1])
            if here.last < 0 or there.last < 0:
                self._ways[pair] = []
            elif not _may_be_equal(here, there):
                self._ways[pair] = None
            else:
                self._ways[pair] = _ways(self._base, here.last, self._new, there.last)
        return self._ways[pair]

    def _straight(self, side: int, block: int) -> _Straight:
        known = self._straights[side]
        if block not in known:
            known[block] = _straight((self._base, self._new)[side], self._starts[side], block)
        return known[block]


def _ways(base: MethodCode, one: int, new: MethodCode, other: int) -> list[tuple[int, int]] | None:
    """Returns the pairs of blocks to which two blocks lead with the same answer.

    The result is None if the blocks don't end alike. It is empty if both return or throw, or if
    both end with switches and a compiler has made up the numbers of one of the switches.
    """
    asked, other_asked = base.deciding.get(one), new.deciding.get(other)
    if asked is None or other_asked is None:
        return [] if asked is other_asked else None
    are_switches = [it.operator == "switch" for it in (asked, other_asked)]
    if are_switches[0] != are_switches[1]:
        return None
    if are_switches[0] and (one in kinds_of_keys(base) or other in kinds_of_keys(new)):
        # Equal numbers that compilers have made up needn't mean the same.
        return []
    if asked.keys != other_asked.keys:
        return None
    return [*zip(asked.targets, other_asked.targets, strict=True)]


def _may_be_equal(one: _Straight, other: _Straight) -> bool:
    sides = [_by_bounds(it) for it in (one, other)]
    if max(sides[0], default=0) != max(sides[1], default=0):
        return False
    shared = sorted({0, *sides[0]} & {0, *sides[1]})
    for start, end in pairwise(shared):
        before, after = (side[end] for side in sides)
        are_known = 0 not in (before[1], after[1])
        if are_known and before[0] == after[0] == start and before[1] != after[1]:
            return False
    return True


def _by_bounds(straight: _Straight) -> dict[int, tuple[int, int]]:
    """Returns the start and the digest of each block, by the block's end.

    Starts and ends are counted in instructions from the beginning of ``straight``.
    """
    blocks = [one for one in straight.blocks if one[0]]
    ends = [*accumulate(size for size, _ in blocks)]
    return {end: (end - size, digest) for end, (size, digest) in zip(ends, blocks, strict=True)}


def _straight(code: MethodCode, starts: Sequence[int], block: int) -> _Straight:
    found, seen = [], set[int]()
    while True:
        seen.add(block)
        follower = None if block in code.deciding else next(_followers(code, block), None)
        # A block whose follower isn't right behind it ends with a goto, which digests leave out.
        has_goto = follower is not None and not is_behind(code.offsets, starts, block, follower)
        digest = code.digests[block] if code.digests else 0
        found.append((code.instructions[block] - has_goto, digest))
        if follower is None:
            return _Straight(tuple(found), block)
        if follower in seen:
            return _Straight(tuple(found), -1)
        block = follower


def _followers(code: MethodCode, block: int) -> Iterator[int]:
    """Yields the blocks that follow a block without a branch, even if a path ends in between."""
    yield from code.decoder.following(block)
    yield from (loop.header for loop in code.loops if block in loop.latches)
    yield from (target for source, target in code.cuts if source == block)
