"""Checks the statistical test, which judges many figures together, against its definition."""

from itertools import combinations

import numpy as np
import pytest

from kpath_jvm.analysis.diff import statistics
from kpath_jvm.analysis.diff.statistics import least_p, max_t


def slow(values: list[list[float]], base: int) -> list[float]:
    """Returns each figure's p-value by definition, from all ways to divide the runs in two."""
    runs = len(values[0])

    def statistic(row: list[float], chosen: tuple[int, ...]) -> float:
        one = [row[at] for at in chosen]
        other = [row[at] for at in range(runs) if at not in chosen]
        means = sum(one) / len(one), sum(other) / len(other)
        error = sum(
            sum((value - mean) ** 2 for value in side) / (len(side) - 1) / len(side)
            for side, mean in zip((one, other), means, strict=True)
        )
        return abs(means[1] - means[0]) / (error**0.5 + statistics.SMALL)

    ways = list(combinations(range(runs), base))
    greatest = [max(statistic(row, way) for row in values) for way in ways]
    observed = [statistic(row, ways[0]) for row in values]
    return [sum(most >= own * (1 - 1e-9) for most in greatest) / len(ways) for own in observed]


@pytest.mark.parametrize("seed", range(8))
def test_p_values_are_as_defined(seed: int) -> None:
    source = np.random.default_rng(seed)
    values = source.normal(0.5, 0.02, size=(6, 7))
    values[0, 3:] += 0.1
    values[1] = 0.25
    assert max_t(values, 3).tolist() == pytest.approx(slow(values.tolist(), 3))


def test_a_difference_that_no_other_division_has_gets_the_least_p() -> None:
    values = [[0.1, 0.11, 0.1, 0.1, 0.4, 0.41, 0.4, 0.41], [0.5, 0.6, 0.4, 0.5, 0.5, 0.4, 0.6, 0.5]]
    p = max_t(values, 4)
    assert p[0] == least_p(4, 4) == 2 / 70
    assert p[1] > 0.5
    assert least_p(3, 4) == 1 / 35


def test_at_most_one_in_twenty_pairs_of_equal_sides_is_called_different() -> None:
    source = np.random.default_rng(7)
    tries = 300
    found = sum(
        max_t(source.normal(0.5, 0.05, size=(20, 8)), 4).min() <= 0.05 for _ in range(tries)
    )
    # Even if the true rate is 5 %, chance may raise the measured rate by three standard errors.
    assert found / tries <= 0.05 + 3 * (0.05 * 0.95 / tries) ** 0.5


def test_the_same_divisions_are_drawn_each_time_if_there_are_very_many() -> None:
    source = np.random.default_rng(3)
    values = source.normal(0.5, 0.01, size=(3, 20))
    values[0, 10:] += 0.2
    p = max_t(values, 10)
    assert p.tolist() == max_t(values, 10).tolist()
    assert p[0] == 1 / statistics.MOST_WAYS


def test_one_run_has_no_spread() -> None:
    with pytest.raises(ValueError, match="two runs"):
        max_t([[1.0, 2.0, 3.0]], 1)
