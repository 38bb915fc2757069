"""Checks a loop's traces, their costs, and the blocks at which they part, against random walks."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from builders.walks import Program, walked_profile
from kpath_jvm.analysis.advice.loop_advice import loop_advice
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.advice.superblocks import SideExit, Superblocks, superblocks
from kpath_jvm.analysis.loops import loop_rows

from .conftest import Piece, WalkedLoop


def test_by_brute_force(walked: list[WalkedLoop]) -> None:
    """The costs of traces, and the places where traces part, are those of the walks."""
    for loop in walked:
        instructions = [3 + block % 5 for block in range(len(loop.program.successors))]
        found = superblocks(loop.found, loop.own, loop.test, instructions)
        numbers = loop.traces()
        all_pieces = [one for chain in loop.chains for one in chain]
        costs: Counter[int] = Counter()
        for one in all_pieces:
            costs[numbers[one.key]] += sum(instructions[b] for b in one.blocks if b in loop.own)
        assert found.cost == costs.total()
        assert found.executed == len(costs)
        ordered = sorted(costs.values(), reverse=True)
        assert list(found.costs) == ordered[:3]
        assert [costs[it] for it in found.traces] == ordered[:3]
        assert found.covered(2) == pytest.approx(sum(ordered[:2]) / max(costs.total(), 1))
        best = next(it for it in all_pieces if numbers[it.key] == found.traces[0])
        begun = [it for it in all_pieces if it.blocks[0] == best.blocks[0] and not loop.fails(it)]
        assert found.begun == len(begun)
        assert found.is_whole == (best.blocks[0] == loop.loop.header)
        assert found.ends_loop == loop.fails(best)
        assert found.finished == sum(it.key == best.key for it in begun)
        parted = [it for it in begun if it.key != best.key]
        staying = [it for it in parted if it.end != "out"]
        at_end = [it for it in staying if it.blocks[: len(best.blocks)] == best.blocks]
        assert found.at_end == len(at_end)
        assert found.parting == len(staying) - len(at_end)
        # These pieces lack the beginning or the end of an iteration.
        part = [
            it
            for it in all_pieces
            if not loop.fails(it) and (loop.loop.header not in it.blocks or it.end == "within")
        ]
        assert found.divided_cost == sum(
            instructions[block] for it in part for block in it.blocks if block in loop.own
        )
        exits: Counter[int] = Counter(_last_shared(best, it) for it in parted)
        by_block: Counter[int] = Counter()
        for one in found.side_exits:
            by_block[one.block] += one.count
        assert by_block == exits


def _last_shared(best: Piece, other: Piece) -> int:
    shared = 0
    for one, another in zip(best.blocks, other.blocks, strict=False):
        if one != another:
            break
        shared += 1
    return best.blocks[shared - 1]


def one(cost: int, parting: int, begun: int = 10_000) -> Superblocks:
    return Superblocks(
        (0, 1), (cost, 100 - cost), 100, 2, begun, begun - parting, parting,
        (SideExit(3, 4, parting),),
    )  # fmt: skip


def test_when_it_is_worth_it() -> None:
    """A superblock needs a way that has most of the work, and iterations that leave this way."""
    assert one(70, 100).is_worth_it
    assert not one(69, 100).is_worth_it
    assert (
        one(69, 100).why_not().startswith("the hottest way has only 69 % of the loop's bytecodes")
    )
    assert not one(99, 99).is_worth_it
    assert one(99, 99).why_not() == (
        "hardly any iterations leave the hottest way and stay in the loop"
    )
    assert (
        one(70, 100, begun=999).why_not()
        == "fewer than 1,000 iterations begin as the hottest way does"
    )


def test_a_loop_test_that_ends_the_loop_is_not_worth_a_superblock(tmp_path: Path) -> None:
    """Most entries make no iteration, so most bytecodes are those of the failing loop test."""
    program = Program(Random(0), [[1], [2, 3], [4, 6], [4, 6], [5], [1], []])
    walks = [[0, 1, 2, 6]] * 60_000
    walks += [[0, 1, 2, 4, 5, 1, 3, 4, 5, 1, 3, 6]] * 600
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    (row,) = loop_rows(profile, 0)
    found = loop_advice(profile, row).superblocks
    assert (found.begun, found.finished) == (1_200, 0)
    assert found.parting >= 0.01 * found.begun
    assert found.covered(1) > 0.7
    assert not found.is_worth_it
    share = f"{100 * found.covered(1):.0f} %"
    assert found.why_not() == (
        f"{share} of the loop's bytecodes are in executions of the loop test that end the loop, "
        "and these aren't iterations"
    )


def test_a_divided_way_leaves_open_whether_a_superblock_pays() -> None:
    """The hottest piece has nearly all of the work, but it isn't an iteration."""
    divided = replace(one(90, 5_000), divided_cost=70, divided_by=NotKnown("cut edges split them"))
    assert not divided.is_known
    assert not divided.is_worth_it
    assert divided.why_not() == "cut edges split them"
    # Even all pieces together have too little of the work.
    few = replace(one(60, 5_000), divided_cost=69)
    assert few.is_known
    assert few.why_not().startswith("the hottest way has only 60 %")


def test_ways_that_part_only_at_the_iterations_end_give_no_superblock(tmp_path: Path) -> None:
    """In a ``do``-``while`` without another branch, all iterations run the same blocks."""
    program = Program(Random(0), [[1], [2], [1, 3], []])
    walks = [[0, *[1, 2] * (2 if number % 5 == 0 else 1), 3] for number in range(3_000)]
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    (row,) = loop_rows(profile, 0)
    found = loop_advice(profile, row).superblocks
    assert (found.begun, found.finished, found.parting, found.at_end) == (3_600, 3_000, 0, 600)
    assert found.covered(1) > 0.7
    assert not found.is_worth_it
    assert found.why_not() == (
        "hardly any iterations leave the hottest way before the branch at its end and stay in the "
        "loop"
    )
