"""Tests the bounds that counts of short sequences give for the counts of longer sequences."""

import random

import numpy as np
import pytest

from builders.forests import expected, forest_of
from kpath_jvm.analysis.certainty.pairs import UNLIMITED
from kpath_jvm.analysis.certainty.sequences import NodeBounds, places_in, with_longer


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_bounds_hold_for_random_sequences(seed: int, depth: int) -> None:
    """The exact counts of sequences of up to ``depth`` paths give bounds for longer sequences."""
    rng = random.Random(seed)
    streams = [[9, *rng.choices((0, 0, 0, 1), k=rng.randint(1, 12))] for _ in range(6)]
    forest = forest_of({0: streams}, 6)
    is_known = forest.depths <= depth
    known = NodeBounds(
        np.where(is_known, forest.counts, 0), np.where(is_known, forest.counts, UNLIMITED)
    )
    found = with_longer(forest, known)
    assert (found.lower <= forest.counts).all()
    assert (found.upper >= forest.counts).all()
    assert (found.lower == found.upper)[is_known].all()
    assert depth == 1 or (found.lower[forest.depths > depth] > 0).any()


def test_pairs_determine_longer_sequences_of_one_repeated_path() -> None:
    """A path that occurs 100 times in a row gives 99 pairs, 98 triples and so on."""
    forest = forest_of({0: [[0] * 100]}, 8)
    is_known = forest.depths <= 2
    found = with_longer(
        forest,
        NodeBounds(
            np.where(is_known, forest.counts, 0), np.where(is_known, forest.counts, UNLIMITED)
        ),
    )
    assert found.lower.tolist() == found.upper.tolist() == [100, 99, 98, 97, 96, 95, 94, 93]


def test_two_pairs_that_share_a_path_give_a_lower_bound() -> None:
    """The pairs 0 1 and 1 2 occurred twice each, and path 1 three times.

    So 0 1 2 occurred at least 2 + 2 - 3 times, and at most twice.
    """
    forest = forest_of({0: [[0, 1, 2], [0, 1], [3, 1, 2]]}, 3)
    is_known = forest.depths <= 2
    found = with_longer(
        forest,
        NodeBounds(
            np.where(is_known, forest.counts, 0), np.where(is_known, forest.counts, UNLIMITED)
        ),
    )
    nodes = [tuple(row) for row in forest.sequences(np.arange(len(forest))).tolist()]
    at = nodes.index((0, 1, 2))
    assert (found.lower[at], found.upper[at]) == (1, 2)


def test_nodes_are_found_in_another_forest_by_their_sequences() -> None:
    one = {0: [[0, 1, 2, 0, 1, 2, 5], [4]]}
    other = {0: [[1, 2, 0, 0, 1], [7, 5]]}
    forest, own = forest_of(one, 4), forest_of(other, 3)
    counts = expected(other, 3)
    places = places_in(forest, own)
    for node in range(len(forest)):
        gram = tuple(one for one in forest.sequences([node])[0].tolist() if one >= 0)
        if (0, gram) in counts:
            assert own.counts[places[node]] == counts[0, gram]
            assert tuple(own.sequences([places[node]])[0].tolist()) == gram
        else:
            assert places[node] == -1
