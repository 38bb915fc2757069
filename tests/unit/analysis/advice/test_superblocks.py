"""Checks a loop's traces, their costs, and the blocks at which they part, against random walks."""

from collections import Counter

import pytest
from msgspec.structs import replace

from kpath_jvm.analysis.advice.superblocks import SideExit, Superblocks, superblocks

from .conftest import Piece, WalkedLoop


def test_by_brute_force(walked: list[WalkedLoop]) -> None:
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
        assert found.finished == sum(it.key == best.key for it in begun)
        parted = [it for it in begun if it.key != best.key]
        assert found.parting == sum(it.end != "out" for it in parted)
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


def test_when_it_is_worth_it() -> None:
    def one(cost: int, parting: int, begun: int = 10_000) -> Superblocks:
        return Superblocks(
            (0, 1), (cost, 100 - cost), 100, 2, begun, begun - parting, parting,
            (SideExit(3, 4, parting),),
        )  # fmt: skip

    assert one(70, 100).is_worth_it
    assert not one(69, 100).is_worth_it
    assert (
        one(69, 100).why_not().startswith("the hottest way has only 69 % of the loop's bytecodes")
    )
    assert not one(99, 99).is_worth_it
    assert "hardly any iterations leave the hottest way and stay in" in one(99, 99).why_not()
    assert (
        one(70, 100, begun=999).why_not()
        == "fewer than 1,000 iterations begin as the hottest way does"
    )
    rest = replace(one(99, 99), is_whole=False)
    assert "hardly any partial iterations leave the hottest way" in rest.why_not()
