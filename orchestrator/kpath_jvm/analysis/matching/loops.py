"""Finds the loops that two versions of a method have in common, by the code inside them.

The features of a loop are the questions that its branches ask, with and without the names of
variables, and the numbers and digests of its blocks' instructions. The likeness of two loops is the
share of features that they have in common, as the mean of two shares: one without inner loops and
one with them. An edit doesn't change the order of the loops before and after it. So the loops of
both versions are aligned in the order of their headers, and the sum of the aligned loops'
likenesses is made as large as possible.

Where the loops' code is in the source, and how it is broken into lines, doesn't count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from kpath_jvm.analysis.matching.alignment import Scores, aligned
from kpath_jvm.analysis.matching.asked import question_of, without_variables
from kpath_jvm.profile.code import MethodCode

#: Two loops are different if their likeness is lower than this. Equal loops have the likeness 1.
_LEAST_LIKENESS = 0.25
#: The largest number of pairs of loops that are compared. In methods with more pairs, only the
#: common beginning and the common end are aligned.
_MOST_PAIRS = 250_000
_Parts: TypeAlias = Counter[tuple[object, ...]]


class _LoopParts(NamedTuple):
    """The features of a loop, without (``own``) and with (``every``) those of its inner loops."""

    own: _Parts
    every: _Parts


def same_loops(
    base: MethodCode, new: MethodCode, order: Sequence[int], new_order: Sequence[int]
) -> dict[int, int]:
    """Returns the new loop for each loop of the base that has a counterpart.

    Loops are identified by their headers. ``order`` and ``new_order`` have the blocks of the base
    and of the new version, in the order in which the loops are to be aligned.
    """
    has_digests = bool(base.digests) and bool(new.digests)
    (headers, one), (others, other) = (
        _in_order(code, blocks, has_digests=has_digests)
        for code, blocks in ((base, order), (new, new_order))
    )
    found = aligned(one, other, _likenesses, _MOST_PAIRS)
    return {headers[at]: others[to] for at, to in found}


def _in_order(
    code: MethodCode, order: Sequence[int], *, has_digests: bool
) -> tuple[list[int], list[_LoopParts]]:
    """Returns the loops' headers in the order of the blocks, and the features of each loop."""
    at = {block: place for place, block in enumerate(order)}
    digests = code.digests if has_digests else ()
    parts = [Counter(_parts_of(code, digests, block)) for block in range(len(code.offsets))]
    loops = sorted(code.loops, key=lambda loop: at[loop.header])
    found = []
    for loop in loops:
        inner = {
            block
            for other in code.loops
            if other.header != loop.header and other.header in loop.blocks
            for block in other.blocks
        }
        every, own = _Parts(), _Parts()
        for block in loop.blocks:
            every.update(parts[block])
            if block not in inner:
                own.update(parts[block])
        found.append(_LoopParts(own, every))
    return [loop.header for loop in loops], found


def _parts_of(code: MethodCode, digests: Sequence[int], block: int) -> Iterator[tuple[object, ...]]:
    decision = code.deciding.get(block)
    yield "instructions", code.instructions[block], decision is None
    if digests:
        yield "digest", digests[block]
    asked = None if decision is None else question_of(decision)
    if asked is not None:
        yield "question", *asked
        yield "form", *asked[:2], without_variables(asked[2])


def _likenesses(ones: Sequence[_LoopParts], others: Sequence[_LoopParts]) -> Scores:
    rows = [[_likeness(here, there) for there in others] for here in ones]
    return np.array(rows, dtype=np.float32)


def _likeness(one: _LoopParts, other: _LoopParts) -> float:
    found = sum(
        2 * (here & there).total() / (here.total() + there.total())
        for here, there in zip(one, other, strict=True)
    ) / len(one)
    return found if found >= _LEAST_LIKENESS else 0.0
