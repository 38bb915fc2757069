"""Tests the counts of source lines. For random methods, the expected counts are found naively."""

from collections.abc import Sequence
from itertools import combinations
from random import Random

import numpy as np
import pytest

from kpath_jvm.analysis.flow import Flow, FlowEdge, Terminal
from kpath_jvm.analysis.line_counts import LineCount, LineCounts
from kpath_jvm.analysis.reachable import forward
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import LineTable, PathDecoder
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.places import Place, Places


def code(
    lines: Sequence[Sequence[int]],
    edges: Sequence[tuple[int, int]],
    loops: Sequence[Loop] = (),
    mapped: dict[int, Place] | None = None,
    handlers: Sequence[int] = (),
) -> MethodCode:
    """Returns code with a block for each list of ``lines``, and edges from block to block."""
    offsets = tuple((10 * block, 10 * block + 9) for block in range(len(lines)))
    table = [
        [(10 * at + one, line) for one, line in enumerate(own)] for at, own in enumerate(lines)
    ]
    return MethodCode(
        offsets, (1,) * len(lines), LineTable(offsets, table), tuple(loops),
        PathDecoder(
            [("handler", block, 0) for block in handlers], [(*edge, 0) for edge in edges], [],
            len(lines),
        ), (),
        Places((line for own in lines for line in own), mapped or {}),
    )  # fmt: skip


def of_paths(*counts: int) -> Flow:
    return Flow(np.array(counts, dtype=np.int64), (), (), ())


def exactly(count: int) -> LineCount:
    return LineCount(count, count)


def test_copies_of_a_finally_block_are_added_up() -> None:
    """Blocks 0 to 3 are a test, two ways that return, and a handler.

    Javac copies line 11 to both ways and to the handler. No edge leads to the handler.
    """
    given = code([[5], [6, 11], [8, 11], [11, 12], [13]], [(0, 1), (0, 2), (3, 4)])
    counts = LineCounts(given, of_paths(1000, 600, 390, 10, 10))
    assert counts.of_lines([11]) == exactly(1000)
    assert counts.blocks([11]) == [1, 2, 3]
    assert counts.of_lines([12]) == exactly(10)


def test_a_pass_that_ends_in_an_exception_counts_once() -> None:
    """The handler is on the line of ``try (``. The exceptions come from a loop or an athrow."""
    loop = Loop(1, (2,), (1, 2))
    lines, edges = [[5], [6], [7], [9], [5]], [(0, 1), (1, 2), (1, 3)]
    given = code(lines, edges, [loop], handlers=[4])
    assert LineCounts(given, of_paths(100, 500, 400, 75, 25)).of_lines([5]) == LineCount(100, 125)
    given = code([[5], [6], [7], [5]], [(0, 1), (0, 2)], handlers=[3])
    thrown = LineCounts(given, of_paths(10, 6, 4, 4), athrows=[2])
    assert thrown.of_lines([5]) == LineCount(10, 14)
    # Without an athrow, the handler ran only after paths that weren't completed.
    assert LineCounts(given, of_paths(10, 6, 4, 4)).of_lines([5]) == exactly(14)


@pytest.mark.parametrize("seed", range(60))
def test_reachable_blocks_are_those_that_walks_reach(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 9)
    pairs = [(one, other) for one in range(size) for other in range(size)]
    given = code([[1]] * size, [pair for pair in pairs if random.random() < 0.2])
    for block, bits in enumerate(forward(given)):
        walked: set[int] = set()
        for _ in range(size):
            walked |= {
                to for one in (block, *walked) for to in given.decoder.following(one) if to >= 0
            }
        assert bits == sum(1 << one for one in walked)


def test_successive_parts_of_a_line_count_once() -> None:
    given = code([[4], [4], [4], [4]], [(0, 1), (0, 2), (1, 3), (2, 3)])
    assert LineCounts(given, of_paths(9, 5, 4, 9)).of_lines([4]) == exactly(9)


def test_the_head_of_a_retry_loop_counts_once() -> None:
    """Only a handler (block 2) leads from the body to the update ``i++`` (block 3)."""
    loop = Loop(0, (3,), (0, 1, 2, 3))
    given = code([[4], [5], [6], [4]], [(0, 1), (2, 3)], [loop])
    assert LineCounts(given, of_paths(30, 10, 20, 20)).of_lines([4]) == exactly(30)


def test_copies_in_an_endless_loop_are_added_up() -> None:
    """Both blocks with line 8 are latches, but only line 5 belongs to the loop's head."""
    loop = Loop(0, (0, 1), (0, 1))
    given = code([[5, 8], [6, 8]], [], [loop])
    assert LineCounts(given, of_paths(70, 30)).of_lines([8]) == exactly(100)


def test_counts_of_twice_inlined_code_are_added_up() -> None:
    mapped = {100: Place("", "", 4, 9), 101: Place("", "", 5, 9)}
    counts = LineCounts(code([[4, 100], [5, 101]], [(0, 1)], mapped=mapped), of_paths(7, 3))
    assert counts.of_lines([100, 101]) == exactly(10)
    assert counts.of_lines([100]) == exactly(7)


def test_an_exception_may_leave_a_block_before_its_last_line() -> None:
    """Block 0 was entered 10 times, and exceptions led twice to block 1, the handler."""
    given = code([[4, 5], [6, 5], [7]], [(0, 2), (1, 2)])
    graph = Flow(
        np.array([10, 2, 10], dtype=np.int64),
        (FlowEdge(0, 2, "step", 8, 8), FlowEdge(1, 2, "step", 2, 2)),
        (Terminal("entry", 0, 10), Terminal("handler", 1, 2)), (Terminal("exit", 2, 10),),
        is_of_paths=False,
    )  # fmt: skip
    counts = LineCounts(given, graph)
    assert counts.of_lines([4]) == exactly(10)
    assert counts.of_lines([5]) == LineCount(10, 12)
    assert counts.of_lines([6]) == exactly(2)
    alone = LineCounts(code([[4], [4], [7]], [(0, 2), (1, 2)]), graph)
    assert alone.of_lines([4]) == LineCount(10, 12)


@pytest.mark.parametrize("seed", range(200))
def test_no_pass_is_counted_twice(seed: int) -> None:
    random = Random(seed)
    size = random.randint(1, 9)
    edges = [pair for pair in combinations(range(size), 2) if random.random() < 0.25]
    lines = [random.sample(range(1, 5), random.randint(1, 3)) for _ in range(size)]
    passes = [_pass(random, size, edges) for _ in range(60)]
    counts = [sum(block in one for one in passes) for block in range(size)]
    found = LineCounts(code(lines, edges), of_paths(*counts))
    for line in found.lines:
        own = found.blocks([line])
        count = found.of_lines([line])
        assert count == exactly(_naive(own, edges, counts))
        assert max(counts[block] for block in own) <= count.least
        assert count.least <= sum(any(block in own for block in one) for one in passes)


def _pass(random: Random, size: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """Returns the blocks of a walk that begins at a random block and may end at any block."""
    blocks = [random.randrange(size)]
    while targets := [target for source, target in edges if source == blocks[-1]]:
        if random.random() < 0.2:
            break
        blocks.append(random.choice(targets))
    return blocks


def _naive(own: list[int], edges: Sequence[tuple[int, int]], counts: list[int]) -> int:
    """Returns a line's count.

    Blocks of the line that are connected form a group. The line's count is the sum of the groups'
    greatest counts.
    """
    reached = {(block, block) for block in range(len(counts))} | set(edges)
    for middle in range(len(counts)):
        reached |= {
            (one, other)
            for one, at in list(reached) if at == middle
            for to, other in list(reached) if to == middle
        }  # fmt: skip
    group = {block: block for block in own}
    for _ in own:
        for one, other in reached:
            if one in group and other in group:
                group[one] = group[other] = min(group[one], group[other])
    return sum(
        max(counts[block] for block in own if group[block] == name) for name in set(group.values())
    )
