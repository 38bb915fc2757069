"""Tests whether two places in code may run the same instructions."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from kpath_jvm.analysis.matching.alike import MOST_ALIKE, AlikeCode
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision

#: Maps each straight piece of code to its instructions, and to the pieces to which it may lead.
Program = dict[int, tuple[str, tuple[int, ...]]]


def likeness(base: MethodCode, one: int, new: MethodCode, other: int) -> int:
    return AlikeCode(base, new).likeness(one, other)


def may_run_the_same(base: MethodCode, one: int, new: MethodCode, other: int) -> bool:
    """Compares a single pair of blocks, with nothing remembered."""
    return AlikeCode(base, new).may_run_the_same(one, other)


def test_differently_divided_blocks_may_be_equal() -> None:
    whole = code({0: ("abc", ())})
    assert may_run_the_same(whole, 0, parted({0: ("abc", ())}, [[0, 1, 3]]), 0)
    assert not may_run_the_same(whole, 0, code({0: ("abd", ())}), 0)
    # The sizes of the two blocks add up to the size of the single block. Their digests can't be
    # compared with its digest, so the code may be equal.
    assert may_run_the_same(whole, 0, parted({0: ("xyz", ())}, [[0, 1, 3]]), 0)
    assert not may_run_the_same(whole, 0, parted({0: ("abcd", ())}, [[0, 1, 4]]), 0)


def test_jumps_are_followed() -> None:
    # The first piece jumps over the second one, which has the same code as the third.
    jumping = code({0: ("ab", (2,)), 1: ("c", ()), 2: ("c", ())})
    assert may_run_the_same(jumping, 0, parted({0: ("abc", ())}, [[0, 2, 3]]), 0)
    assert not may_run_the_same(jumping, 0, parted({0: ("abd", ())}, [[0, 2, 3]]), 0)
    # A branch's arms count, and so does their order.
    asking = code({0: ("a?", (1, 2)), 1: ("b", ()), 2: ("c", ())})
    turned = code({0: ("a?", (1, 2)), 1: ("c", ()), 2: ("b", ())})
    assert may_run_the_same(asking, 0, asking, 0)
    assert not may_run_the_same(asking, 0, turned, 0)
    assert not may_run_the_same(asking, 0, code({0: ("a?", ())}), 0)


def test_likeness_shows_whether_blocks_may_be_alike() -> None:
    asking = code({0: ("a?", (1, 2)), 1: ("b", ()), 2: ("c", ())})
    other = code({0: ("a?", (1, 2)), 1: ("b", ()), 2: ("d", ())})
    assert likeness(asking, 0, asking, 0) == MOST_ALIKE
    assert likeness(asking, 0, other, 0) == 1
    assert likeness(asking, 1, other, 1) == MOST_ALIKE
    assert likeness(asking, 2, other, 2) == 0


def test_comparisons_of_loops_end() -> None:
    loop = code({0: ("a?", (1, 2)), 1: ("b", (0,)), 2: ("c", ())})
    assert may_run_the_same(loop, 0, loop, 0)
    assert not may_run_the_same(loop, 0, code({0: ("a?", (1, 2)), 1: ("b", (0,)), 2: ("d", ())}), 0)
    endless = code({0: ("a", (0,))})
    assert may_run_the_same(endless, 0, endless, 0)


@pytest.mark.parametrize("seed", range(100))
def test_equal_code_is_found_however_it_is_divided(seed: int) -> None:
    """Compares a program, divided into blocks at random, with itself and with an edited version."""
    random = Random(seed)
    program: Program = {}
    size = random.randint(1, 6)
    for piece in range(size):
        later = range(piece + 1, size)
        ways = tuple(random.sample(later, min(len(later), random.choice([0, 1, 2]))))
        text = "".join(random.choices("ab", k=random.randint(1, 4)))
        program[piece] = text + ("?" if len(ways) == 2 else ""), ways
    sides = [
        parted(
            program,
            [
                sorted({0, len(text), *random.choices(range(1, len(text) + 1), k=1)})
                for text, _ in program.values()
            ],
        )
        for _ in range(2)
    ]
    assert may_run_the_same(sides[0], 0, sides[1], 0)
    assert may_run_the_same(sides[0], 0, code(program), 0)
    # The first piece always runs, and both sides have the same blocks. So the change must show.
    text, ways = program[0]
    assert not may_run_the_same(code(program), 0, code(program | {0: ("c" + text[1:], ways)}), 0)


@pytest.mark.parametrize("seed", range(100))
def test_remembered_comparisons_change_no_answer(seed: int) -> None:
    """Compares all pairs of blocks of two random programs, in random order.

    The programs may have loops and equal pieces.
    """
    random = Random(seed)

    def written() -> MethodCode:
        size = random.randint(1, 7)
        program: Program = {}
        for piece in range(size):
            ways = tuple(random.sample(range(size), min(size, random.choice([0, 1, 2, 2]))))
            text = random.choice(["a", "b", "ab"]) + ("?" if len(ways) == 2 else "")
            program[piece] = text, ways
        return code(program)

    base, new = written(), written()
    if seed % 2:
        new = base
    compared = AlikeCode(base, new)
    pairs = [(one, other) for one in range(len(base.offsets)) for other in range(len(new.offsets))]
    for one, other in random.sample(pairs, len(pairs)):
        assert compared.may_run_the_same(one, other) == may_run_the_same(base, one, new, other)


def code(program: Program) -> MethodCode:
    return parted(program, [[0, len(text)] for text, _ in program.values()])


def parted(program: Program, cuts: list[list[int]]) -> MethodCode:
    """Returns code in which each piece is divided into blocks at the places in its list of cuts.

    The first block of the first piece is block 0. A piece that leads to a single piece, other than
    the next one, ends with a goto.
    """
    firsts, count = [], 0
    for own in cuts:
        firsts.append(count)
        count += len(own) - 1
    sizes, digests, offsets, follow, deciding = [], [], [], {}, {}
    for (piece, (text, ways)), own in zip(program.items(), cuts, strict=True):
        for start, end in pairwise(own):
            block = len(sizes)
            is_last = end == len(text)
            has_goto = is_last and len(ways) == 1 and ways[0] != piece + 1
            sizes.append(end - start + has_goto)
            digests.append(1 + sum(7**at * ord(it) for at, it in enumerate(text[start:end])))
            offsets.append((10 * block, 10 * block + 5))
            leads = tuple(firsts[way] for way in ways) if is_last else (block + 1,)
            follow[block] = frozenset(leads)
            if len(leads) == 2:
                deciding[block] = Decision(block, "<", "I", ("a", "b"), (1, 0), leads, 1)
    found = SimpleNamespace(
        offsets=tuple(offsets),
        instructions=tuple(sizes),
        digests=tuple(digests),
        decoder=SimpleNamespace(following=follow.__getitem__),
        deciding=deciding,
        loops=(),
        cuts=frozenset(),
    )
    return cast(MethodCode, found)
