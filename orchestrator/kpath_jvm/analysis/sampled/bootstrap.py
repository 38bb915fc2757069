"""Computes confidence intervals for ratios of two sums over sampling units, by the bootstrap.

The units are bursts. With few units, the usual percentile interval is too narrow, so its
percentiles are moved apart according to Student's distribution (the expanded percentile interval).
"""

import math

import numpy as np
import numpy.typing as npt
from msgspec import Struct

LEVEL = 0.95
#: The least number of units for an interval. With fewer units, an interval would say more about the
#: bootstrap than about the program.
LEAST_UNITS = 5
_DRAWS = 2000
_Z = 1.959963984540054

Values = npt.NDArray[np.float64]


class ShareInterval(Struct, frozen=True):
    """A confidence interval of a share; its bounds are from 0 to 1."""

    low: float
    high: float


class Resampling:
    """Random draws of n from n units, with replacement. All ratios use the same draws."""

    def __init__(self, units: int, seed: int) -> None:
        generator = np.random.default_rng(seed)
        equally = np.full(max(units, 1), 1 / max(units, 1))
        self._units = units
        self._weights: Values = generator.multinomial(units, equally, size=_DRAWS).astype(float)

    def of_ratio(self, numerators: Values, denominators: Values) -> ShareInterval | None:
        """Returns the interval of a ratio of sums; None if too few units have any data."""
        if self._units < LEAST_UNITS or np.count_nonzero(denominators) < LEAST_UNITS:
            return None
        below = self._weights @ denominators
        drawn = (self._weights @ numerators)[below > 0] / below[below > 0]
        tail = _tail(self._units)
        low, high = np.quantile(drawn, (tail, 1 - tail))
        return ShareInterval(float(low), float(high))


def _tail(units: int) -> float:
    """Returns the share of draws to omit at each end."""
    wider = math.sqrt(units / (units - 1)) * _student(units - 1)
    return 0.5 * math.erfc(wider / math.sqrt(2))


def _student(freedom: int) -> float:
    """Returns Student's quantile for LEVEL, by its expansion around the normal quantile."""
    z = _Z
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
