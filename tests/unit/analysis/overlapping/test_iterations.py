"""Tests which part of a path is an iteration, from a loop's header to a latch."""

from kpath_jvm.analysis.overlapping.iterations import shapes

# The outer loop has the blocks 1 to 5 and the latches 3 and 5. Block 4 alone is an inner loop.
OUTER, INNER = shapes([(1, (3, 5), (1, 2, 3, 4, 5)), (4, (4,), (4,))])


def test_an_iteration_ends_at_a_back_edge_or_an_exit() -> None:
    assert OUTER.iteration((0, 1, 2, 3), "loop") == (1, 2, 3)
    assert OUTER.iteration((1, 2, 3, 9, 10), "exit") == (1, 2, 3)
    assert OUTER.iteration((1, 2, 3, 5), "loop") == (1, 2, 3, 5)


def test_paths_that_end_before_a_latch_have_no_iteration() -> None:
    assert OUTER.iteration((1, 2, 9), "exit") is None
    assert OUTER.iteration((1, 2), "cut") is None
    assert OUTER.iteration((1, 2, 3), "cut") is None


def test_a_path_through_an_inner_loop_has_no_iteration() -> None:
    assert OUTER.iteration((1, 4, 5), "loop") is None
    assert INNER.iteration((1, 4, 5), "loop") == (4,)


def test_an_execution_goes_on_unless_it_left_the_loop_before_a_latch() -> None:
    assert OUTER.goes_on((1, 4), "loop")
    assert OUTER.goes_on((1, 4, 5), "loop")
    assert OUTER.goes_on((1, 2), "cut")
    assert OUTER.goes_on((1, 2, 3, 9, 10), "exit")
    assert not OUTER.goes_on((1, 2, 9), "exit")
    assert not OUTER.goes_on((1, 4, 9), "exit")


def test_a_path_without_the_header_has_no_iteration() -> None:
    assert OUTER.iteration((4, 5), "loop") is None


def test_a_loop_is_inside_a_loop_of_the_same_blocks_with_a_lower_header() -> None:
    outer, inner = shapes([(1, (2,), (1, 2)), (2, (1,), (1, 2))])
    assert (outer.own, inner.own) == (frozenset(), frozenset({1, 2}))
