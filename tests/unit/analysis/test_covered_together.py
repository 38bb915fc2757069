"""Checks what sequences cover together against a count of the completions one by one."""

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from builders.forests import forest_of
from kpath_jvm.analysis.covered_together import CoveredTogether, covered_together

PATHS = 3
COSTS = np.array([1, 10, 100])
paths = st.integers(0, PATHS - 1)
streams = st.lists(st.lists(paths, min_size=1, max_size=24), min_size=1, max_size=3)
chosen = st.lists(st.lists(paths, min_size=2, max_size=6).map(tuple), max_size=3)


def slowly(runs: Sequence[Sequence[int]], sequences: Sequence[tuple[int, ...]]) -> tuple[int, int]:
    """Marks each completion that lies in an occurrence of any of the sequences."""
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


def found(runs: list[list[int]], k: int, sequences: Sequence[tuple[int, ...]]) -> CoveredTogether:
    forest = forest_of({0: runs}, k)
    return covered_together(forest, k, sequences, COSTS[forest.paths])


@given(streams, chosen, st.integers(6, 12))
def test_bounds_hold_and_are_equal_where_k_is_large_enough(
    runs: list[list[int]], sequences: list[tuple[int, ...]], k: int
) -> None:
    completions, cost = slowly(runs, sequences)
    one = found(runs, k, sequences)
    assert one.least <= completions <= one.most
    assert one.least_cost <= cost <= one.most_cost
    if 2 * max(map(len, sequences), default=1) - 1 <= k:
        assert (one.least, one.least_cost) == (one.most, one.most_cost) == (completions, cost)


def test_a_repeated_sequence_and_its_rotation_cover_no_completion_twice() -> None:
    """In turns, two paths repeat: each sequence covers almost all completions."""
    run = [0, 1] * 50
    one = found([run], 8, [(0, 1, 0, 1), (1, 0, 1, 0)])
    assert one == CoveredTogether(100, 100, 50 * 11, 50 * 11)


def test_what_reaches_back_farther_than_k_has_bounds() -> None:
    """The first path of the second occurrence may belong to one that began before."""
    rare = [0, 0, 1, 0, 0, 1]
    one = found([[2, *rare, 2]], 6, [tuple(rare)])
    assert one.least <= 6 <= one.most
