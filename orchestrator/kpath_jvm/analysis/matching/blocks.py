"""Finds the blocks that two versions of a method have in common.

Compilers emit statements in the order of the source. So an edit doesn't change the order of the
blocks before and after it. The blocks of both versions are aligned in the order of their offsets,
with the largest possible sum of the aligned blocks' similarities (Needleman and Wunsch 1970, with
gaps that cost nothing). No aligned pair is less similar than LEAST_SIMILARITY.

An edit may change the order of a switch's cases, too. So when it is known which cases correspond
(cases.py), those of the base are aligned in the order that they have in the new version.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kpath_jvm.analysis.matching.cases import blocks_in_order, in_new_order
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Int32Array
from kpath_jvm.profile.metadata import Decision

#: Two blocks are different blocks if their similarity is lower than this.
LEAST_SIMILARITY = 0.5
#: The largest number of pairs of blocks that are compared. In larger methods, only the common
#: beginning and the common end are aligned.
_MOST_PAIRS = 25_000_000
_NONE = -1
_Scores = npt.NDArray[np.float32]


@dataclass(frozen=True)
class BlockMatch:
    """For each block of either version, its counterpart in the other; -1 for none."""

    to_new: Int32Array
    to_base: Int32Array

    @property
    def share(self) -> float:
        """The share of both versions' blocks that have a partner: 1 for equal code."""
        total = len(self.to_new) + len(self.to_base)
        return 2 * int((self.to_new >= 0).sum()) / total if total else 1.0


def equal_blocks(size: int) -> BlockMatch:
    """Returns the match of two equal graphs."""
    numbers = np.arange(size, dtype=np.int32)
    return BlockMatch(numbers, numbers)


def match_blocks(base: MethodCode, new: MethodCode) -> BlockMatch:
    """Returns which blocks of two versions of a method are the same."""
    found = _matched(_Blocks(base), _Blocks(new))
    order = in_new_order(base, new, switches_of_both(base, new, found))
    return found if order is None else _matched(_Blocks(base, order), _Blocks(new))


def match_blocks_of_equal_graphs(base: MethodCode, new: MethodCode) -> BlockMatch:
    """Returns which blocks of two versions with equal graphs are the same.

    These are the blocks with equal numbers, unless cases of a switch have changed places.
    """
    found = equal_blocks(len(base.offsets))
    order = in_new_order(base, new, switches_of_both(base, new, found))
    return found if order is None else _matched(_Blocks(base, order), _Blocks(new))


def switches_of_both(
    base: MethodCode, new: MethodCode, match: BlockMatch
) -> Iterator[tuple[Decision, Decision]]:
    """Yields the switches that end matched blocks, of the base and of the new version."""
    for block, decision in base.deciding.items():
        other = new.deciding.get(int(match.to_new[block]))
        if other is not None and decision.operator == other.operator == "switch":
            yield decision, other


def _matched(ones: _Blocks, others: _Blocks) -> BlockMatch:
    to_new = np.full(len(ones), _NONE, dtype=np.int32)
    to_base = np.full(len(others), _NONE, dtype=np.int32)
    for one, other in _aligned(ones, others):
        to_new[ones.order[one]] = others.order[other]
        to_base[others.order[other]] = ones.order[one]
    return BlockMatch(to_new, to_base)


def likeness(base: MethodCode, one: int, new: MethodCode, other: int) -> float:
    """Returns how similar a block of the base is to one of the new version, from 0 to 1.

    Unlike ``match_blocks``, this doesn't consider the order of blocks, so blocks that have changed
    places can be similar.
    """
    sides = [_Blocks(base), _Blocks(new)]
    features = [
        blocks.features[blocks.order.index(block)]
        for blocks, block in zip(sides, (one, other), strict=True)
    ]
    return similarity(*features)


def differ_in_operands_only(base: MethodCode, one: int, new: MethodCode, other: int) -> bool:
    """Returns whether all features of two blocks are equal, except their tests' operands."""
    here, there = (
        blocks.features[blocks.order.index(block)]._replace(operands=())
        for blocks, block in ((_Blocks(base), one), (_Blocks(new), other))
    )
    return here == there


class _Features(NamedTuple):
    """The features of a block that don't depend on where it is in the method."""

    instructions: int
    asks: tuple[str, str, int]
    operands: tuple[str, ...]
    keys: tuple[int, ...]
    shape: tuple[int, int, bool, bool]
    #: The distances from the last line before the block to its first line, and from there to each
    #: of its lines.
    lines: tuple[int, ...]


class _Blocks:
    """The blocks of one version, in the order of their offsets or in the given ``order``."""

    def __init__(self, code: MethodCode, order: Sequence[int] | None = None) -> None:
        self._code = code
        self._in_code = blocks_in_order(code)
        self.order = self._in_code if order is None else [*order]

    def __len__(self) -> int:
        return len(self.order)

    @cached_property
    def features(self) -> list[_Features]:
        code = self._code
        depths = np.zeros(len(code.offsets), dtype=np.int64)
        for loop in code.loops:
            depths[list(loop.blocks)] += 1
        headers = {loop.header for loop in code.loops}
        handlers = {one.block for one in code.decisions if not one.targets}
        found: dict[int, _Features] = {}
        before = None
        for block in self._in_code:
            lines = code.lines.of_block(block)
            steps = () if not lines or before is None else (lines[0] - before,)
            inside = tuple(line - lines[0] for line in lines)
            decision = code.deciding.get(block)
            found[block] = _Features(
                code.instructions[block],
                _asks(decision),
                () if decision is None else decision.operands,
                () if decision is None or decision.operator != "switch" else decision.keys,
                (
                    int(depths[block]), len(code.decoder.following(block)),
                    block in headers, block in handlers,
                ),
                steps + inside,
            )  # fmt: skip
            before = lines[-1] if lines else before
        return [found[block] for block in self.order]


def _asks(decision: Decision | None) -> tuple[str, str, int]:
    """Returns what kind of question a block ends with."""
    if decision is None:
        return "", "", 0
    kind = "switch" if decision.operator == "switch" else "branch"
    return kind, decision.type, len(decision.operands)


def _aligned(ones: _Blocks, others: _Blocks) -> list[tuple[int, int]]:
    """Returns the places of the blocks that are the same, in ascending order on both sides."""
    one, other = ones.features, others.features
    first = 0
    while first < min(len(one), len(other)) and one[first] == other[first]:
        first += 1
    last = 0
    while last < min(len(one), len(other)) - first and one[-1 - last] == other[-1 - last]:
        last += 1
    found = [(place, place) for place in range(first)]
    middle = one[first : len(one) - last], other[first : len(other) - last]
    if len(middle[0]) * len(middle[1]) <= _MOST_PAIRS:
        found += [(first + a, first + b) for a, b in _best(*middle)]
    found += [(len(one) - last + at, len(other) - last + at) for at in range(last)]
    return found


def _best(one: list[_Features], other: list[_Features]) -> list[tuple[int, int]]:
    """Returns the alignment with the greatest sum of similarities."""
    if not one or not other:
        return []
    scores = np.zeros((len(one) + 1, len(other) + 1), dtype=np.float32)
    similar = _similarities(one, other)
    for row in range(1, len(one) + 1):
        above = scores[row - 1]
        # The largest sum up to here either aligns the two blocks or leaves one of them out.
        beside = np.where(similar[row - 1] > 0, above[:-1] + similar[row - 1], 0)
        scores[row, 1:] = np.maximum.accumulate(np.maximum(above[1:], beside))
    found = []
    row, column = len(one), len(other)
    while row and column:
        if scores[row, column] == scores[row - 1, column]:
            row -= 1
        elif scores[row, column] == scores[row, column - 1]:
            column -= 1
        else:
            row, column = row - 1, column - 1
            found.append((row, column))
    return found[::-1]


def _similarities(one: list[_Features], other: list[_Features]) -> _Scores:
    """Returns the similarity of each pair; 0 for two blocks that can't be the same block."""
    kinds: dict[_Features, int] = {}
    numbers = [np.array([kinds.setdefault(it, len(kinds)) for it in side]) for side in (one, other)]
    distinct = list(kinds)
    table = np.zeros((len(distinct), len(distinct)), dtype=np.float32)
    for a in set(numbers[0].tolist()):
        for b in set(numbers[1].tolist()):
            table[a, b] = similarity(distinct[a], distinct[b])
    chosen: _Scores = table[np.ix_(numbers[0], numbers[1])]
    return chosen


def similarity(one: _Features, other: _Features) -> float:
    """Returns how similar two blocks are, 0 to 1. Values below LEAST_SIMILARITY become 0."""
    if one == other:
        return 1.0
    if one.asks[0] != other.asks[0] or one.shape[3] != other.shape[3]:
        return 0.0
    size = min(one.instructions, other.instructions) / max(one.instructions, other.instructions)
    agreeing = [
        (4.0, size),
        (2.0, float(one.operands == other.operands)),
        (1.0, float(one.asks == other.asks)),
        (1.0, float(one.keys == other.keys)),
        (1.0, float(one.shape[0] == other.shape[0])),
        (1.0, float(one.shape[1] == other.shape[1])),
        (2.0, float(one.shape[2] == other.shape[2])),
        (1.0, float(one.lines == other.lines)),
    ]
    found = sum(weight * agrees for weight, agrees in agreeing) / sum(it[0] for it in agreeing)
    return found if found >= LEAST_SIMILARITY else 0.0
