"""Checks the bounds that the counts of edges give for the counts of sequences.

These bounds must hold for every run with the same counts of edges.
"""

import numpy as np
import pytest

from builders.worlds.enumerated import World, check_bounds, edge_counts
from kpath_jvm.analysis.certainty.joints import joined_paths
from kpath_jvm.analysis.certainty.of_edges import EdgeBounds
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds, with_longer
from kpath_jvm.analysis.of_edges.counted_edges import CountedEdge
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Forest


def edges_of(world: World) -> list[CountedEdge]:
    return [CountedEdge(*edge, count, count, count) for edge, count in edge_counts(world).items()]


def test_bounds_hold_for_every_run_with_the_same_edges(code: MethodCode) -> None:
    paths = joined_paths(code, [code.decode(number) for number in range(8)])

    def bounds_of(world: World, forest: Forest) -> NodeBounds:
        edges = EdgeBounds(code, edges_of(world))
        ones = edges.of_paths(paths)
        second = forest.paths
        first = np.where(forest.parents >= 0, forest.paths[forest.parents], 0)
        most = edges.most_at(("loop", 1))
        is_one, is_two = forest.depths == 1, forest.depths == 2
        pairs = np.maximum(ones.lower[first] + ones.lower[second] - most, 0)
        known = NodeBounds(
            np.where(is_one, ones.lower[second], np.where(is_two, pairs, 0)),
            np.where(is_one, ones.upper[second], UNLIMITED),
        )
        return with_longer(forest, known)

    known, _ = check_bounds(
        lambda world: frozenset(edge_counts(world).items()), bounds_of, 3, most_iterations=4
    )
    assert known > 0


def test_a_path_through_a_frequent_block_has_a_lower_bound(code: MethodCode) -> None:
    """The method was entered 10 times and took 90 back edges; C ran 95 times, and D 5 times."""
    counts = {
        ("entry", -1, 0): 10, ("edge", 0, 1): 10, ("edge", 1, 2): 95, ("edge", 1, 3): 5,
        ("edge", 2, 4): 95, ("edge", 3, 4): 5, ("edge", 4, 1): 90, ("edge", 4, 5): 10,
        ("exit", 5, -1): 10,
    }  # fmt: skip
    edges = EdgeBounds(code, [CountedEdge(*edge, n, n, n) for edge, n in counts.items()])
    paths = joined_paths(code, [code.decode(number) for number in (2, 0, 7)])
    found = edges.of_paths(paths)
    # 90 paths began after a back edge. At most 5 of these ran through D, and at most 10 went on to
    # F. So at least 75 ran through B C E and went back.
    assert (found.lower.tolist(), found.upper.tolist()) == ([75, 0, 0], [90, 5, 10])
    assert edges.most_at(("loop", 1)) == 90


@pytest.mark.parametrize("most", [None, 12])
def test_bounds_of_edges_give_wider_bounds_of_paths(code: MethodCode, most: int | None) -> None:
    """Without an upper bound for one of the edges, it isn't certain that the path ran at all."""
    edges = [
        CountedEdge("entry", -1, 0, 10, 10, 10), CountedEdge("edge", 0, 1, 10, 10, most),
        CountedEdge("edge", 1, 2, 10, 10, 10), CountedEdge("edge", 2, 4, 10, 10, 10),
        CountedEdge("edge", 4, 5, 10, 10, 10), CountedEdge("exit", 5, -1, 10, 10, 10),
    ]  # fmt: skip
    found = EdgeBounds(code, edges).of_paths(joined_paths(code, [code.decode(7)]))
    assert found.lower.tolist() == [0 if most is None else 8]
    assert found.upper.tolist() == [10]
