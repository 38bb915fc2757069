"""Tests how the law of hash operations is fitted to data that obeys it, and to other data.

The law says that the ratio of hash operations is floor + slope / (k - 1).
"""

import numpy as np
import pytest

from kpath_jvm.evaluation.results.laws import fit_inverse_law

KS = np.array([2, 3, 4, 8, 16])


def test_a_floor_and_a_slope_are_fitted() -> None:
    fit = fit_inverse_law(KS, 0.25 + 0.75 / (KS - 1))
    assert fit is not None
    assert fit.floor == pytest.approx(0.25)
    assert fit.slope == pytest.approx(0.75)
    assert fit.r_squared == pytest.approx(1)


def test_the_pure_law_has_exponent_minus_one() -> None:
    fit = fit_inverse_law(KS, 1 / (KS - 1))
    assert fit is not None
    assert fit.exponent == pytest.approx(-1)


def test_a_ratio_that_does_not_change_has_exponent_zero() -> None:
    fit = fit_inverse_law(KS, np.full(len(KS), 0.5))
    assert fit is not None
    assert fit.exponent == pytest.approx(0)
    assert fit.slope == pytest.approx(0)


def test_noise_lowers_r_squared() -> None:
    fit = fit_inverse_law(KS, [1.0, 0.2, 0.9, 0.1, 0.8])
    assert fit is not None
    assert fit.r_squared < 0.5


@pytest.mark.parametrize(
    ("ks", "ratios"), [([2, 3], [1, 0.5]), ([2, 2, 3], [1, 1, 0.5]), ([2, 3, 4], [1, 0.5, 0])]
)
def test_fewer_than_three_k_or_a_ratio_of_0_give_no_law(ks: list[int], ratios: list[float]) -> None:
    assert fit_inverse_law(ks, ratios) is None
