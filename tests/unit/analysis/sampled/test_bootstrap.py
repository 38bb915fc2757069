"""Tests that intervals contain the real shares as often as they should."""

import numpy as np
import pytest

from kpath_jvm.analysis.sampled.bootstrap import LEAST_UNITS, Resampling, _student


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(4, 2.7764), (5, 2.5706), (9, 2.2622), (19, 2.0930), (99, 1.9842), (10_000, 1.9602)],
)
def test_student_s_quantiles_agree_with_the_tables(freedom: int, quantile: float) -> None:
    assert _student(freedom) == pytest.approx(quantile, abs=0.01)


@pytest.mark.parametrize(("units", "least"), [(5, 0.88), (10, 0.91), (30, 0.92)])
def test_about_nineteen_of_twenty_intervals_contain_the_share(units: int, least: float) -> None:
    """Draws bursts from a large set. The share of the whole set is the real one."""
    generator = np.random.default_rng(units)
    held, rounds = 0, 400
    sizes = generator.lognormal(0, 0.5, 1_000_000)
    shares = generator.beta(6, 14, 1_000_000)
    truth = float((sizes * shares).sum() / sizes.sum())
    for number in range(rounds):
        drawn = generator.integers(0, len(sizes), units)
        found = Resampling(units, number).of_ratio(sizes[drawn] * shares[drawn], sizes[drawn])
        assert found is not None
        held += found.low <= truth <= found.high
    assert least <= held / rounds <= 0.985


def test_equal_bursts_give_an_interval_of_one_value() -> None:
    ones = np.ones(8)
    found = Resampling(8, 1).of_ratio(0.25 * ones, ones)
    assert found is not None
    assert (found.low, found.high) == (0.25, 0.25)


def test_too_few_bursts_give_no_interval() -> None:
    few = np.ones(LEAST_UNITS - 1)
    assert Resampling(len(few), 1).of_ratio(few, few) is None
    many = np.array([1.0] * (LEAST_UNITS - 1) + [0.0] * 10)
    assert Resampling(len(many), 1).of_ratio(many, many) is None
    assert Resampling(0, 1).of_ratio(np.zeros(0), np.zeros(0)) is None


def test_equal_seeds_give_equal_intervals() -> None:
    values = np.arange(1.0, 11.0)
    of_one = [Resampling(10, seed).of_ratio(values, values + 3) for seed in (1, 1, 2)]
    assert of_one[0] == of_one[1] != of_one[2]
