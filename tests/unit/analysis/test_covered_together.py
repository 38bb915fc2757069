"""Checks how many completions several sequences cover, against a slow count."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.forests import forest_of
from kpath_jvm.analysis import covered_together as module
from kpath_jvm.analysis.covered_together import CoveredTogether, covered_together
from kpath_jvm.profile.forest import BoolArray, Int32Array

PATHS = 3
COSTS = np.array([1, 10, 100])
paths = st.integers(0, PATHS - 1)
streams = st.lists(st.lists(paths, min_size=1, max_size=24), min_size=1, max_size=3)
chosen = st.lists(st.lists(paths, min_size=2, max_size=6).map(tuple), max_size=3)


def slowly(runs: Sequence[Sequence[int]], sequences: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """Returns the number and cost of the completions in occurrences of any of the sequences."""
    completions = cost = 0
    for run in runs:
        marked = {
            place
            for one in sequences
            for first in range(len(run) - len(one) + 1)
            if tuple(run[first : first + len(one)]) == one
            for place in range(first, first + len(one))
        }
        completions += len(marked)
        cost += sum(int(COSTS[run[place]]) for place in marked)
    return completions, cost


def found(
    runs: list[list[int]], k: int, sequences: Sequence[tuple[int, ...]]
) -> list[CoveredTogether]:
    forest = forest_of({0: runs}, k)
    return covered_together(forest, k, sequences, COSTS[forest.paths])


@given(streams, chosen, st.integers(6, 12))
def test_bounds_contain_the_count_and_meet_if_k_is_large_enough(
    runs: list[list[int]], sequences: list[tuple[int, ...]], k: int
) -> None:
    each = found(runs, k, sequences)
    assert len(each) == len(sequences)
    assert all(
        one.least <= more.least and one.least_cost <= more.least_cost
        for one, more in pairwise(each)
    )
    for last, one in enumerate(each):
        added = sequences[: last + 1]
        completions, cost = slowly(runs, added)
        assert one.least <= completions <= one.most
        assert one.least_cost <= cost <= one.most_cost
        if 2 * max(map(len, added)) - 1 <= k:
            assert (one.least, one.least_cost) == (one.most, one.most_cost) == (completions, cost)


def test_each_sequence_is_searched_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are twice as many sequences, there are at most twice as many comparisons."""
    asked: list[tuple[int, ...]] = []
    occurs = module._occurs

    def counting(rows: Int32Array, sequence: tuple[int, ...], end: int) -> BoolArray:
        asked.append(sequence)
        return occurs(rows, sequence, end)

    monkeypatch.setattr(module, "_occurs", counting)
    run = [0, 1, 2, 2, 1, 0, 0, 2, 1, 1, 1, 0, 2, 0, 1, 2] * 3
    sequences = [tuple(run[first : first + 2]) for first in range(6)]
    sizes = []
    for number in (3, 6):
        asked.clear()
        found([run], 4, sequences[:number])
        sizes.append(len(asked))
    assert sizes[1] <= 2 * sizes[0]


def test_a_repeated_sequence_and_its_rotation_cover_no_completion_twice() -> None:
    """Two paths take turns, so each of the two sequences covers almost all completions."""
    run = [0, 1] * 50
    one = found([run], 8, [(0, 1, 0, 1), (1, 0, 1, 0)])[-1]
    assert one == CoveredTogether(100, 100, 50 * 11, 50 * 11)


def test_a_further_sequence_leaves_known_counts_as_they_are() -> None:
    """The first sequence is the whole run, so a second one can't cover more.

    Nothing came before the run's first path. But n-grams of k = 5 paths don't show this, so the
    path might be the end of an earlier [0, 1].
    """
    run = [1, 0, 1, 0, 0]
    one, more = found([run], 5, [tuple(run), (0, 1)])
    assert one == more == CoveredTogether(5, 5, 23, 23)


def test_occurrences_that_reach_back_beyond_k_give_bounds() -> None:
    """N-grams of 6 paths don't show whether two occurrences of 6 paths overlap."""
    rare = [0, 0, 1, 0, 0, 1]
    one = found([[2, *rare, 2]], 6, [tuple(rare)])[-1]
    assert one.least <= 6 <= one.most
