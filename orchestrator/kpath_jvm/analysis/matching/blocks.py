"""Finds the blocks that two versions of a method have in common.

Compilers emit statements in the order of the source. So an edit doesn't change the order of the
blocks before and after it. The blocks of both versions are aligned in the order of their offsets,
with the largest possible sum of the aligned blocks' similarities (alignment.py). No aligned pair is
less similar than LEAST_SIMILARITY.

A loop's header is often a small block like many others. So the loops are matched first, by what is
inside them (loops.py). Headers of loops that don't correspond are never aligned.

The cases of a switch may have another order after an edit. So if it is known which cases correspond
(cases.py), the base's cases are put in the order of the new version before they are aligned.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from kpath_jvm.analysis.matching.alignment import Scores, aligned
from kpath_jvm.analysis.matching.cases import blocks_in_order, in_new_order
from kpath_jvm.analysis.matching.loops import same_loops
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Int32Array
from kpath_jvm.profile.metadata import Decision

#: Two blocks are different blocks if their similarity is lower than this.
LEAST_SIMILARITY = 0.5
#: The largest number of pairs of blocks that are compared. In larger methods, only the common
#: beginning and the common end are aligned.
_MOST_PAIRS = 25_000_000
_NONE = -1
#: Values of _Features.loop: no loop begins at the block, only the base has the loop, only the new
#: version has the loop, or it isn't known which versions have it.
_NO_LOOP, _LOOP_OF_BASE, _LOOP_OF_NEW, _SOME_LOOP = -1, -2, -3, -4


@dataclass(frozen=True)
class BlockMatch:
    """For each block of either version, its counterpart in the other; -1 for none."""

    to_new: Int32Array
    to_base: Int32Array

    @property
    def share(self) -> float:
        """The share of both versions' blocks that have a counterpart: 1 for equal code."""
        total = len(self.to_new) + len(self.to_base)
        return 2 * int((self.to_new >= 0).sum()) / total if total else 1.0


def equal_blocks(size: int) -> BlockMatch:
    """Returns the match of two equal graphs of ``size`` blocks."""
    numbers = np.arange(size, dtype=np.int32)
    return BlockMatch(numbers, numbers)


def match_blocks(base: MethodCode, new: MethodCode) -> BlockMatch:
    """Returns which blocks of two versions of a method are the same."""
    found = _matched(base, new)
    order = in_new_order(base, new, switches_of_both(base, new, found))
    return found if order is None else _matched(base, new, order)


def match_blocks_of_equal_graphs(base: MethodCode, new: MethodCode) -> BlockMatch:
    """Returns which blocks of two versions with equal graphs are the same.

    These are the blocks with equal numbers, unless cases of a switch have changed places.
    """
    found = equal_blocks(len(base.offsets))
    order = in_new_order(base, new, switches_of_both(base, new, found))
    return found if order is None else _matched(base, new, order)


def switches_of_both(
    base: MethodCode, new: MethodCode, match: BlockMatch
) -> Iterator[tuple[Decision, Decision]]:
    """Yields both versions' switches for each pair of matched blocks that end with switches."""
    for block, decision in base.deciding.items():
        other = new.deciding.get(int(match.to_new[block]))
        if other is not None and decision.operator == other.operator == "switch":
            yield decision, other


def _matched(base: MethodCode, new: MethodCode, order: Sequence[int] | None = None) -> BlockMatch:
    """Aligns the blocks; the base's blocks are in the given ``order``, or in that of the code."""
    # A profile that an earlier version of kpath-jvm wrote has no digests.
    has_digests = bool(base.digests) and bool(new.digests)
    ones, others = _Blocks(base, order, has_digests), _Blocks(new, None, has_digests)
    loops = same_loops(base, new, ones.order, others.order)
    ones.number_loops({header: header for header in loops}, _LOOP_OF_BASE)
    others.number_loops({other: header for header, other in loops.items()}, _LOOP_OF_NEW)
    to_new = np.full(len(ones), _NONE, dtype=np.int32)
    to_base = np.full(len(others), _NONE, dtype=np.int32)
    for one, other in aligned(ones.features, others.features, _similarities, _MOST_PAIRS):
        to_new[ones.order[one]] = others.order[other]
        to_base[others.order[other]] = ones.order[one]
    return BlockMatch(to_new, to_base)


def likeness(base: MethodCode, one: int, new: MethodCode, other: int) -> float:
    """Returns how similar a block of the base is to one of the new version, from 0 to 1.

    Unlike in ``match_blocks``, the order of the blocks doesn't matter, so blocks that have changed
    places can be similar.
    """
    sides = [_Blocks(base), _Blocks(new)]
    features = [
        blocks.features[blocks.order.index(block)]
        for blocks, block in zip(sides, (one, other), strict=True)
    ]
    return similarity(*features)


def differ_in_operands_only(base: MethodCode, one: int, new: MethodCode, other: int) -> bool:
    """Returns whether two blocks have the same features, except perhaps operands and digests."""
    here, there = (
        blocks.features[blocks.order.index(block)]._replace(operands=(), digest=0)
        for blocks, block in ((_Blocks(base), one), (_Blocks(new), other))
    )
    return here == there


class _Features(NamedTuple):
    instructions: int
    asks: tuple[str, str, int]
    operands: tuple[str, ...]
    keys: tuple[int, ...]
    #: In how many loops the block is, how many blocks follow it, and whether it is a handler.
    shape: tuple[int, int, bool]
    #: The loop that begins at the block, as a number that the same loop has in both versions.
    loop: int
    #: The digest of the block's instructions; 0 if it isn't known.
    digest: int


class _Blocks:
    """The blocks of one version, in the order of their offsets or in the given ``order``."""

    def __init__(
        self, code: MethodCode, order: Sequence[int] | None = None, has_digests: bool = True
    ) -> None:
        self._code = code
        self._digests = code.digests if has_digests else ()
        self.order = blocks_in_order(code) if order is None else [*order]
        self._loops = {loop.header: _SOME_LOOP for loop in code.loops}

    def number_loops(self, numbers: Mapping[int, int], others: int) -> None:
        """Gives each loop the number that ``numbers`` has for its header, or else ``others``."""
        self._loops = {header: numbers.get(header, others) for header in self._loops}

    def __len__(self) -> int:
        return len(self.order)

    @cached_property
    def features(self) -> list[_Features]:
        code = self._code
        depths = np.zeros(len(code.offsets), dtype=np.int64)
        for loop in code.loops:
            depths[list(loop.blocks)] += 1
        handlers = {one.block for one in code.decisions if not one.targets}
        found: dict[int, _Features] = {}
        for block in self.order:
            decision = code.deciding.get(block)
            found[block] = _Features(
                code.instructions[block],
                _asks(decision),
                () if decision is None else decision.operands,
                () if decision is None or decision.operator != "switch" else decision.keys,
                (int(depths[block]), len(code.decoder.following(block)), block in handlers),
                self._loops.get(block, _NO_LOOP),
                self._digests[block] if self._digests else 0,
            )
        return [found[block] for block in self.order]


def _asks(decision: Decision | None) -> tuple[str, str, int]:
    """Returns what kind of question a block ends with."""
    if decision is None:
        return "", "", 0
    kind = "switch" if decision.operator == "switch" else "branch"
    return kind, decision.type, len(decision.operands)


def _similarities(one: Sequence[_Features], other: Sequence[_Features]) -> Scores:
    """Returns the similarity of each pair; 0 for two blocks that can't be the same block."""
    kinds: dict[_Features, int] = {}
    numbers = [np.array([kinds.setdefault(it, len(kinds)) for it in side]) for side in (one, other)]
    distinct = list(kinds)
    table = np.zeros((len(distinct), len(distinct)), dtype=np.float32)
    for a in set(numbers[0].tolist()):
        for b in set(numbers[1].tolist()):
            table[a, b] = similarity(distinct[a], distinct[b])
    chosen: Scores = table[np.ix_(numbers[0], numbers[1])]
    return chosen


def similarity(one: _Features, other: _Features) -> float:
    """Returns how similar two blocks are, from 0 to 1; values below LEAST_SIMILARITY become 0."""
    if one == other:
        return 1.0
    if one.asks[0] != other.asks[0] or one.shape[2] != other.shape[2]:
        return 0.0
    begin_loops = [it.loop != _NO_LOOP for it in (one, other)]
    if all(begin_loops) and one.loop != other.loop:
        return 0.0
    size = min(one.instructions, other.instructions) / max(one.instructions, other.instructions)
    agreeing = [
        (4.0, size),
        (2.0, float(one.operands == other.operands)),
        (1.0, float(one.asks == other.asks)),
        (1.0, float(one.keys == other.keys)),
        (1.0, float(one.shape[0] == other.shape[0])),
        (1.0, float(one.shape[1] == other.shape[1])),
        (2.0, float(begin_loops[0] == begin_loops[1])),
        (1.0, float(one.digest == other.digest)),
    ]
    found = sum(weight * agrees for weight, agrees in agreeing) / sum(it[0] for it in agreeing)
    return found if found >= LEAST_SIMILARITY else 0.0
