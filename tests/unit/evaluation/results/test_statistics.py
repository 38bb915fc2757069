"""Tests the statistics over trials: intervals, ratios, noise and verdicts."""

import math
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.evaluation.results.statistics import (
    ConfidenceInterval,
    bootstrap_median,
    noise_of,
    overhead_noise,
    paired_overheads,
    paired_ratios,
    ratio_noise,
    summarise,
    verdict,
)

TIMES = st.floats(0.01, 1000, allow_nan=False)
SAMPLES = st.lists(TIMES, min_size=1, max_size=12)


@given(SAMPLES)
def test_summaries_agree_with_python_s_statistics(values: list[float]) -> None:
    summary = summarise(values)
    assert summary.n == len(values)
    assert summary.mean == pytest.approx(statistics.fmean(values))
    assert summary.median == pytest.approx(statistics.median(values))
    assert (summary.least, summary.most) == (min(values), max(values))


@given(SAMPLES)
def test_the_interval_contains_the_median_and_lies_within_the_values(values: list[float]) -> None:
    interval = bootstrap_median(values)
    low, high = min(values), max(values)
    assert low * (1 - 1e-9) <= interval.low <= interval.high <= high * (1 + 1e-9)
    median = statistics.median(values)
    assert interval.low <= median * (1 + 1e-9)
    assert interval.high >= median * (1 - 1e-9)


@given(SAMPLES, st.randoms())
def test_the_interval_ignores_the_order_of_values(values: list[float], chance: object) -> None:
    shuffled = list(values)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert bootstrap_median(shuffled) == bootstrap_median(values)


def test_the_interval_agrees_with_all_resamples() -> None:
    # Three values have 27 resamples. The median is the least value in 7 of them, and the greatest
    # in 7. So the 95 % interval is from the least value to the greatest. Both ends of the 40 %
    # interval are the middle value.
    assert bootstrap_median([1.0, 2.0, 4.0]) == ConfidenceInterval(1.0, 4.0)
    assert bootstrap_median([1.0, 2.0, 4.0], confidence=0.4) == ConfidenceInterval(2.0, 2.0)


def test_the_interval_contains_the_true_median_as_often_as_stated() -> None:
    import numpy as np

    source = np.random.default_rng(7)
    hits = 0
    for _ in range(200):
        interval = bootstrap_median(list(source.normal(10, 1, size=25)))
        hits += interval.low <= 10 <= interval.high
    assert 180 <= hits <= 199


@given(st.dictionaries(st.integers(1, 9), TIMES), st.dictionaries(st.integers(1, 9), TIMES))
def test_each_ratio_comes_from_one_repetition(
    measured: dict[int, float], baseline: dict[int, float]
) -> None:
    ratios = paired_ratios(measured, baseline)
    assert ratios.keys() == measured.keys() & baseline.keys()
    for repetition, ratio in ratios.items():
        assert ratio * baseline[repetition] == pytest.approx(measured[repetition])


def test_a_baseline_of_0_gives_no_ratio() -> None:
    assert paired_ratios({1: 2.0, 2: 3.0}, {1: 0.0, 2: 1.5}) == {2: 2.0}


def test_overheads_are_relative_to_native() -> None:
    pairs = paired_overheads({1: 5.0, 2: 4.0, 3: 9.0}, {1: 3.0, 2: 1.0, 3: 5.0}, {1: 1.0, 2: 1.0})
    # In repetition 2, the baseline has no overhead. Repetition 3 has no native run.
    assert pairs == {1: 2.0}


def test_inverted_ratios_have_the_same_noise() -> None:
    assert noise_of([0.9, 1.0, 1.02]) == noise_of([1 / 0.9, 1.0, 1 / 1.02])
    assert noise_of([0.9, 1.0, 1.02]) == pytest.approx(1 / 0.9)
    assert noise_of([1.0, 1.1]) is None


def test_cpu_times_of_0_make_the_noise_infinite() -> None:
    assert noise_of([0.0, 1.0, 1.0]) == math.inf
    assert verdict(summarise([9.0, 9.0, 9.0]), ratio_noise(math.inf)) == "within-noise"
    assert overhead_noise(math.inf, 2.0, 0.0) == ConfidenceInterval(-math.inf, math.inf)


@given(st.lists(TIMES, min_size=3, max_size=9))
def test_the_runs_that_give_the_noise_are_within_the_noise(ratios: list[float]) -> None:
    assert verdict(summarise(ratios), ratio_noise(noise_of(ratios))) == "within-noise"


def test_a_verdict_needs_three_pairs_and_an_interval_beyond_the_noise() -> None:
    noise = ConfidenceInterval(0.95, 1.05)
    assert verdict(summarise([1.2, 1.3, 1.25]), noise) == "slower"
    assert verdict(summarise([0.8, 0.7, 0.75]), noise) == "faster"
    assert verdict(summarise([1.04, 1.3, 1.25]), noise) == "within-noise"
    assert verdict(summarise([1.2, 1.3]), noise) == "too-few"
    assert verdict(summarise([1.2, 1.3, 1.25]), None) == "too-few"
    assert verdict(None, noise) == "too-few"


def test_the_noise_of_overheads_grows_as_the_baseline_nears_native() -> None:
    wide, narrow = overhead_noise(1.05, 2.0, 1.0), overhead_noise(1.05, 20.0, 1.0)
    assert wide == ConfidenceInterval(pytest.approx(0.9), pytest.approx(1.1))
    assert narrow is not None
    assert narrow.high < 1.1
    nothing = overhead_noise(1.05, 1.04, 1.0)
    assert nothing == ConfidenceInterval(-math.inf, math.inf)
    assert overhead_noise(None, 2.0, 1.0) is None


def test_summarising_no_values_is_an_error() -> None:
    with pytest.raises(ValueError, match="no values"):
        summarise([])
