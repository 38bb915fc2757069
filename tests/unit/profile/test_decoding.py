"""Tests that decoding a path is the inverse of numbering it, and which lines a path has."""

from itertools import pairwise

import pytest
from hypothesis import given

from builders.graphs import NumberedGraph, numbered_graphs
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.decoding import LineTable, PathDecoder


@given(numbered_graphs())
def test_every_number_has_a_walk_of_its_own(
    graph: NumberedGraph,
) -> None:
    starts, edges, ends, size, total = graph
    decoder = PathDecoder(starts, edges, ends, size)
    values = {(a, b): value for a, b, value in edges}
    seen = set()
    for path in range(total):
        blocks, start, end = decoder.blocks(path)
        # Encoding a decoded path gives its number again.
        sums = [value for kind, block, value in starts if (kind, block) == (start, blocks[0])]
        sums += [values[pair] for pair in pairwise(blocks)]
        sums += [value for kind, block, value in ends if (kind, block) == (end, blocks[-1])]
        assert sum(sums) == path == decoder.number(blocks, start, end)
        other = next(kind for kind in ("exit", "loop", "cut") if kind != end)
        assert decoder.number(blocks[:-1], start, end) not in {path, -1}
        assert decoder.number(blocks, start, other) != path
        seen.add((blocks, start, end))
    assert len(seen) == total
    with pytest.raises(KpathError, match=f"no path {total}"):
        decoder.blocks(total)
    with pytest.raises(KpathError, match="no path -1"):
        decoder.blocks(-1)


def test_an_invalid_path_has_no_number() -> None:
    decoder = PathDecoder([("entry", 0, 0)], [(0, 1, 0), (0, 2, 1)], [("exit", 1, 0)], 3)
    assert decoder.number((0, 1), "entry", "exit") == 0
    for blocks, start, end in [
        ((), "entry", "exit"),
        ((0, 2), "entry", "exit"),
        ((0, 1), "loop", "exit"),
        ((1,), "entry", "exit"),
        ((0, 1), "entry", "loop"),
        ((0, 1, 2), "entry", "exit"),
    ]:
        assert decoder.number(blocks, start, end) is None


def test_a_cycle_of_edges_is_refused() -> None:
    decoder = PathDecoder([("entry", 0, 0)], [(0, 1, 0), (1, 0, 0)], [], 2)
    with pytest.raises(KpathError, match="cycle"):
        decoder.blocks(0)


def test_a_block_that_begins_within_a_line_has_that_line() -> None:
    table = LineTable([(0, 4), (5, 9), (10, 11)], [[(0, 7)], [], [(11, 9)]])
    assert table.of_block(1) == (7,)
    assert table.of_block(2) == (7, 9)
    assert table.of_path((0, 1, 2)) == (7, 9)
    assert table.all() == {7, 9}


def test_a_method_without_a_line_table_has_no_lines() -> None:
    assert LineTable([(0, 4)], [[]]).of_path((0,)) == ()


def test_a_jump_on_an_earlier_line_belongs_to_its_condition() -> None:
    """The example is ecj's jump of a ``do`` loop, which has the line of the ``do``."""
    table = LineTable([(0, 9), (10, 12)], [[(0, 4), (6, 5), (9, 3)], [(10, 6)]])
    assert table.of_block(0) == (4, 5, 3)
    assert table.of_decision(0) == 5
    assert table.of_decision(1) == 6
    # The condition goes on to a later line, or it begins on the earlier one.
    assert LineTable([(0, 9)], [[(0, 4), (9, 5)]]).of_decision(0) == 5
    assert LineTable([(0, 9)], [[(0, 4), (8, 3)]]).of_decision(0) == 3
    assert LineTable([(0, 9)], [[(9, 3)]]).of_decision(0) == 3
    assert LineTable([(0, 9)], [[]]).of_decision(0) is None


def test_a_goto_alone_does_not_execute_a_line_with_other_code() -> None:
    """Block 0 is the test on line 1. Block 1 ends in a goto on line 3, where block 2 has a test."""
    offsets = [(0, 2), (3, 9), (10, 14), (15, 19)]
    entries = [[(0, 1)], [(3, 2), (9, 3)], [(10, 3)], [(15, 5)]]
    table = LineTable(offsets, entries, jumps={1})
    assert table.of_block(1) == (2, 3)
    assert table.executed(1) == (2,)
    assert table.of_path((0, 1, 3)) == (1, 2, 5)
    assert table.of_path((0, 2, 3)) == (1, 3, 5)
    assert table.all() == {1, 2, 3, 5}
    # Without a goto at its end, block 1 has code of line 3.
    assert LineTable(offsets, entries).of_path((0, 1, 3)) == (1, 2, 3, 5)


def test_a_goto_executes_its_line_if_the_line_has_no_other_code() -> None:
    """For example, the goto of a ``break`` may be alone on its line."""
    entries = [[(0, 1)], [(3, 2), (9, 3)], [(10, 4)]]
    table = LineTable([(0, 2), (3, 9), (10, 14)], entries, jumps={1})
    assert table.executed(1) == (2, 3)
    assert table.of_path((0, 1, 2)) == (1, 2, 3, 4)


def test_the_code_before_a_goto_keeps_its_line() -> None:
    entries = [[(0, 1)], [(3, 2), (9, 1)], [(10, 3), (12, 1)], [(15, 1), (19, 2)]]
    table = LineTable([(0, 2), (3, 9), (10, 14), (15, 19)], entries, jumps={1, 2, 3})
    assert [table.executed(block) for block in range(4)] == [(1,), (2,), (3, 1), (1,)]
