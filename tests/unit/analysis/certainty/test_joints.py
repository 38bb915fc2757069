"""Tests joints, the places where one path can follow another."""

from dataclasses import replace

from kpath_jvm.analysis.certainty.joints import JoinedPath, components, joined_paths
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Loop


def test_paths_are_joined_at_back_edges_but_not_at_entries_or_exits(code: MethodCode) -> None:
    """Path 0, B D E, goes round the loop. Path 7, A B C E F, leads from the entry to the exit."""
    within, alone = joined_paths(code, [code.decode(0), code.decode(7)])
    assert within == JoinedPath(0, (1, 3, 4), "loop", "loop", ("loop", 1), frozenset({("loop", 1)}))
    assert (alone.begin, alone.ends) == (None, frozenset())


def test_either_loop_may_go_on_after_a_latch_of_two_loops(code: MethodCode) -> None:
    """The latch has a back edge to each header. The path doesn't show which edge was taken."""
    both = replace(code, loops=(*code.loops, Loop(2, (4,), (2, 4))))
    (path,) = joined_paths(both, [both.decode(0)])
    assert path.ends == {("loop", 1), ("loop", 2)}


def test_a_cut_joins_the_paths_before_it_with_those_after_it(code: MethodCode) -> None:
    """The joint after a path that ends at a cut edge is the target of that edge.

    The joint before a path that begins at a cut edge is the path's first block.
    """
    cut = replace(code, cuts=frozenset({(4, 5), (3, 5)}))
    (path,) = joined_paths(cut, [replace(cut.decode(0), end="cut")])
    (after,) = joined_paths(cut, [replace(cut.decode(0), start="cut")])
    assert (path.ends, after.begin) == ({("cut", 5)}, ("cut", 1))


def test_a_loop_may_follow_a_path_that_ends_at_the_edge_into_it(code: MethodCode) -> None:
    """The path from the entry ends at the edge into the loop, so its last block isn't a latch."""
    entering = replace(code.decode(4), blocks=(0,))
    first, _ = joined_paths(code, [entering, code.decode(0)])
    assert first.ends == {("loop", 1)}


def test_joints_at_which_one_path_may_end_belong_together() -> None:
    one, two, three = ("loop", 1), ("loop", 2), ("loop", 3)
    paths = [
        JoinedPath(0, (1,), "loop", "loop", one, frozenset({two, three})),
        JoinedPath(1, (2,), "loop", "exit", two, frozenset()),
        JoinedPath(2, (0,), "entry", "loop", None, frozenset({one})),
    ]
    assert components(paths) == [frozenset({one}), frozenset({two, three})]
