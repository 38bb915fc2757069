"""Tests that the number of an overlapping path's extension stands for one walk through a loop."""

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.graphs.overlap_graph import OverlapGraph

#: The graph of Table 2 of Tallam, Zhang and Gupta's paper. Blocks 1 to 6 are the header, B1, P2,
#: B2, B3 and the latch.
EDGES = ((1, 2, 0), (1, 3, 1), (3, 4, 0), (3, 5, 1), (2, 6, 0), (4, 6, 0), (5, 6, 0))


def graph(degree: int, first: int = 0) -> OverlapGraph:
    return OverlapGraph(first, 1, degree, 2, 1, (1, 3, 6), (6,), EDGES)


def test_numbers_of_degree_2_stand_for_extensions() -> None:
    found = [graph(2, first=10).extension(number) for number in (10, 11, 12)]
    assert found == [((1, 2, 6), False), ((1, 3, 4, 6), True), ((1, 3, 5, 6), True)]


def test_a_lower_degree_ends_extensions_earlier() -> None:
    assert graph(0).extension(0) == ((1,), True)
    assert [graph(1).extension(number) for number in (0, 1)] == [((1, 2, 6), True), ((1, 3), True)]


@pytest.mark.parametrize("number", [9, 13, 999])
def test_unused_numbers_are_refused(number: int) -> None:
    with pytest.raises(KpathError, match=f"no extension {number} of the loop at block 1"):
        graph(2, first=10).extension(number)


def test_cyclic_extensions_are_refused() -> None:
    with pytest.raises(KpathError):
        OverlapGraph(0, 1, 5, 2, 1, (), (), ((1, 2, 0), (2, 1, 0))).extension(0)
