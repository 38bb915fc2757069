"""Decoding is the inverse of numbering, on the paper's graph and on random ones."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.decoding import LineTable, PathDecoder

Edge = tuple[int, int, int]
Place = tuple[str, int, int]


@st.composite
def numbered_graphs(draw: st.DrawFn) -> tuple[list[Place], list[Edge], list[Place], int, int]:
    """Draw an acyclic graph numbered as Ball and Larus do: starts, edges, ends, blocks, paths."""
    size = draw(st.integers(1, 8))
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size)]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    latches = draw(st.sets(st.integers(0, size - 1)))
    headers = draw(st.sets(st.integers(0, size - 1)))
    edges: list[Edge] = []
    ends: list[Place] = []
    paths = [0] * size
    for block in reversed(range(size)):
        for target in draw(st.permutations([b for a, b in chosen if a == block])):
            edges.append((block, target, paths[block]))
            paths[block] += paths[target]
        is_last = not paths[block]
        for kind in ["loop"] * (block in latches) + ["exit"] * is_last:
            ends.append((kind, block, paths[block]))
            paths[block] += 1
    total = 0
    starts: list[Place] = []
    for kind, block in [("entry", 0), *(("loop", header) for header in sorted(headers))]:
        starts.append((kind, block, total))
        total += paths[block]
    return starts, edges, ends, size, total


@given(numbered_graphs())
def test_every_number_is_another_walk(
    graph: tuple[list[Place], list[Edge], list[Place], int, int],
) -> None:
    starts, edges, ends, size, total = graph
    decoder = PathDecoder(starts, edges, ends, size)
    values = {(a, b): value for a, b, value in edges}
    seen = set()
    for path in range(total):
        blocks, start, end = decoder.blocks(path)
        # Encoding what was decoded gives the number back.
        sums = [value for kind, block, value in starts if (kind, block) == (start, blocks[0])]
        sums += [values[pair] for pair in pairwise(blocks)]
        sums += [value for kind, block, value in ends if (kind, block) == (end, blocks[-1])]
        assert sum(sums) == path
        seen.add((blocks, start, end))
    assert len(seen) == total
    with pytest.raises(KpathError, match=f"no path {total}"):
        decoder.blocks(total)
    with pytest.raises(KpathError, match="no path -1"):
        decoder.blocks(-1)


def test_a_cycle_of_edges_is_refused() -> None:
    decoder = PathDecoder([("entry", 0, 0)], [(0, 1, 0), (1, 0, 0)], [], 2)
    with pytest.raises(KpathError, match="cycle"):
        decoder.blocks(0)


def test_a_block_in_the_middle_of_a_line_has_that_line() -> None:
    table = LineTable([(0, 4), (5, 9), (10, 11)], [[(0, 7)], [], [(11, 9)]])
    assert table.of_block(1) == (7,)
    assert table.of_block(2) == (7, 9)
    assert table.of_path((0, 1, 2)) == (7, 9)
    assert table.all() == {7, 9}


def test_no_line_table() -> None:
    assert LineTable([(0, 4)], [[]]).of_path((0,)) == ()
