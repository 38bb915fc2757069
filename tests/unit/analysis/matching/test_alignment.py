"""Tests the alignment of two sequences."""

from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np
import pytest

from kpath_jvm.analysis.matching.alignment import Scores, aligned, best_alignment


@pytest.mark.parametrize("seed", range(30))
def test_no_other_alignment_has_a_greater_sum(seed: int) -> None:
    random = Random(seed)
    rows, columns = random.randint(0, 6), random.randint(0, 6)
    values = [[random.choice((0, 0, 1, 2, 5)) for _ in range(columns)] for _ in range(rows)]
    similar = np.array(values, dtype=np.float32).reshape(rows, columns)
    found = best_alignment(similar)
    assert found == sorted(found)
    assert len({a for a, _ in found}) == len({b for _, b in found}) == len(found)
    assert all(similar[pair] > 0 for pair in found)

    @cache
    def best(a: int, b: int) -> float:
        if a == rows or b == columns:
            return 0.0
        return max(best(a + 1, b), best(a, b + 1), similar[a, b] + best(a + 1, b + 1))

    assert sum(similar[pair] for pair in found) == pytest.approx(best(0, 0))


def test_equal_ends_are_aligned_without_their_similarities() -> None:
    asked = []

    def similar(one: Sequence[str], other: Sequence[str]) -> Scores:
        asked.append(("".join(one), "".join(other)))
        return np.array([[a.lower() == b.lower() for b in other] for a in one], dtype=np.float32)

    assert aligned("abXyc", "abYxzc", similar, 100) == [(0, 0), (1, 1), (2, 3), (4, 5)]
    assert asked == [("Xy", "Yxz")]
    # If there are too many pairs or none, no similarities are computed.
    assert aligned("abXyc", "abYxzc", similar, 5) == [(0, 0), (1, 1), (4, 5)]
    assert aligned("aa", "aaa", similar, 100) == [(0, 0), (1, 1)]
    assert aligned("", "a", similar, 100) == []
    assert len(asked) == 1
