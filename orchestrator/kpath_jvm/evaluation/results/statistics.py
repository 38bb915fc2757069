"""Statistics over trials: paired ratios, bootstrap intervals, noise and verdicts.

The mean is the arithmetic one, as in the k-BLPP paper (section 4.1). Intervals are percentile
bootstrap intervals of the *median*, with 10,000 resamples and a fixed seed (Efron and Tibshirani
1993, chapter 13). They aren't BCa intervals, because BCa's acceleration comes from a jackknife,
which doesn't work for a median. No value is dropped as an outlier.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

CONFIDENCE = 0.95
RESAMPLES = 10_000
#: The number of pairs below which no verdict is given.
LEAST_PAIRS = 3
_SEED = 2013
Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ConfidenceInterval:
    """An interval from ``low`` to ``high``, both included."""

    low: float
    high: float


@dataclass(frozen=True)
class Summary:
    """The summary of n values: mean, median, the median's confidence interval, and the extremes."""

    n: int
    mean: float
    median: float
    interval: ConfidenceInterval
    least: float
    most: float

    @property
    def half_width(self) -> float:
        """Half of the interval's width, relative to the median; infinite for a median of 0."""
        if self.median == 0:
            return math.inf
        return (self.interval.high - self.interval.low) / 2 / abs(self.median)


def bootstrap_median(values: Sequence[float], confidence: float = CONFIDENCE) -> ConfidenceInterval:
    """Returns the percentile bootstrap interval of the median.

    The same values give the same interval in any order. The interval of a single value begins and
    ends at this value. Raises ValueError if there are no values.
    """
    if not values:
        raise ValueError("no values")
    sample = np.sort(np.asarray(values, dtype=np.float64))
    source = np.random.default_rng(_SEED)
    chosen = sample[source.integers(0, len(sample), size=(RESAMPLES, len(sample)))]
    medians = np.median(chosen, axis=1)
    rest = (1 - confidence) / 2
    low, high = np.quantile(medians, [rest, 1 - rest])
    return ConfidenceInterval(float(low), float(high))


def summarise(values: Sequence[float]) -> Summary:
    """Returns mean, median, interval and extremes. Raises ValueError if there are no values."""
    return Summary(
        n=len(values),
        mean=math.fsum(values) / len(values) if values else math.nan,
        median=float(np.median(values)) if values else math.nan,
        interval=bootstrap_median(values),
        least=min(values),
        most=max(values),
    )


def paired_ratios(measured: Mapping[int, float], baseline: Mapping[int, float]) -> dict[int, float]:
    """Returns measured/baseline by repetition where both exist; a baseline of 0 gives no ratio."""
    return {
        repetition: value / baseline[repetition]
        for repetition, value in sorted(measured.items())
        if baseline.get(repetition, 0) > 0
    }


def paired_overheads(
    measured: Mapping[int, float], baseline: Mapping[int, float], native: Mapping[int, float]
) -> dict[int, float]:
    """Returns (T - T_native) / (T_baseline - T_native) by repetition, where T is the measured time.

    Where the baseline's overhead isn't above 0, the quotient is meaningless and is omitted.
    """
    return {
        repetition: (value - native[repetition]) / (baseline[repetition] - native[repetition])
        for repetition, value in sorted(measured.items())
        if repetition in native and baseline.get(repetition, 0) > native[repetition]
    }


def noise_of(again: Sequence[float]) -> float | None:
    """Returns by what factor (at least 1) two equal runs may differ, or None if unknown.

    ``again`` are ratios of native runs to other native runs. The factor is one end of their
    median's confidence interval: the end that is farther from 1. An end below 1 is inverted,
    because it is arbitrary which of two native runs is the divisor. The factor is infinite if the
    interval reaches down to 0, as it does if runs take less CPU time than the clock can measure.
    """
    if len(again) < LEAST_PAIRS:
        return None
    interval = bootstrap_median(again)
    return max(interval.high, 1 / interval.low, 1.0) if interval.low > 0 else math.inf


def ratio_noise(factor: float | None) -> ConfidenceInterval | None:
    """Returns the band around 1 within which a ratio isn't evidence of a difference."""
    return None if factor is None else ConfidenceInterval(1 / factor, factor)


def overhead_noise(
    factor: float | None, baseline: float, native: float
) -> ConfidenceInterval | None:
    """Returns the band around 1 within which a ratio of overheads isn't evidence of a difference.

    ``baseline`` and ``native`` are median times. T is the time under the profiler, B the time
    under the baseline, and N the time of a native run. T is about as long as B, so a relative error
    d of T changes (T - N)/(B - N) by d·B/(B - N). The band reaches that far from 1 on both sides,
    for d = ``factor`` - 1. The band is None if the noise is unknown. It covers everything if B - N
    is itself within the noise.
    """
    if factor is None:
        return None
    distance = baseline - native
    if distance <= (factor - 1) * native:
        return ConfidenceInterval(-math.inf, math.inf)
    width = (factor - 1) * baseline / distance
    return ConfidenceInterval(1 - width, 1 + width)


def verdict(summary: Summary | None, noise: ConfidenceInterval | None) -> str:
    """Returns the verdict: slower, faster, within-noise or too-few.

    It is "slower" or "faster" only if the whole confidence interval is outside the noise.
    """
    if summary is None or summary.n < LEAST_PAIRS or noise is None:
        return "too-few"
    if summary.interval.low > noise.high:
        return "slower"
    if summary.interval.high < noise.low:
        return "faster"
    return "within-noise"
