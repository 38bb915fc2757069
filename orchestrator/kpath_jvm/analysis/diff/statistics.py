"""Tests whether figures differ by more between two sides than between the runs of one side.

The figures of a run depend on each other, and there are thousands of them. So the permutation test
exchanges whole runs, not single figures. A *way* chooses as many runs as the real base has, and
calls them "base". For each way, the greatest statistic of all figures is taken. The p of a figure
is the share of ways whose greatest statistic is at least the figure's statistic for the real base.
(This is the single-step "max T" of Westfall and Young, 1993.) So p bounds the probability that
*any* figure is called different although the sides don't differ. The statistic is the difference of
the means, divided by the sum of its standard error and a small constant (Tusher, Tibshirani and Chu
2001). Without the constant, figures that happen to vary little would dominate.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

#: The largest number of ways. If more are possible, this many are drawn, with a fixed seed.
MOST_WAYS = 2_000
_SEED = 1993
#: The constant that is added to standard errors, both of shares and of relative figures.
SMALL = 0.001

_Values = npt.NDArray[np.float64]


def least_p(base: int, new: int) -> float:
    """Returns the smallest possible p for two sides with these numbers of runs."""
    ways = comb(base + new, base)
    return (2 if base == new else 1) / ways


def apart_by_chance(base: int, new: int) -> float:
    """Returns the probability that the two ranges of a figure don't overlap, by chance alone.

    ``base`` and ``new`` are the numbers of runs on the two sides.
    """
    return min(2 / comb(base + new, base), 1.0)


def max_t(values: npt.ArrayLike, base: int) -> _Values:
    """Returns the p of each figure.

    ``values`` has a row per figure and a column per run, base runs first. Raises ValueError if a
    side has fewer than two runs.
    """
    figures = np.asarray(values, dtype=np.float64)
    runs = figures.shape[1]
    if min(base, runs - base) < 2:
        raise ValueError("each side needs two runs, to tell how much its figures vary")
    observed = _statistics(figures, np.arange(runs) < base)
    at_least = np.zeros(len(figures), dtype=np.int64)
    ways = _ways(runs, base)
    for way in ways:
        greatest = _statistics(figures, way).max(initial=0.0)
        # Values are regarded as equal if they differ only by rounding.
        at_least += greatest >= observed * (1 - 1e-9)
    p: _Values = at_least / len(ways)
    return p


def _ways(runs: int, base: int) -> list[npt.NDArray[np.bool_]]:
    """Returns all ways to choose the base's runs, or a sample of them; the real one comes first."""
    if comb(runs, base) <= MOST_WAYS:
        chosen = [list(one) for one in combinations(range(runs), base)]
    else:
        source = np.random.default_rng(_SEED)
        chosen = [list(range(base))]
        chosen += [source.permutation(runs)[:base].tolist() for _ in range(MOST_WAYS - 1)]
    found = []
    for one in chosen:
        is_base = np.zeros(runs, dtype=bool)
        is_base[one] = True
        found.append(is_base)
    return found


def _statistics(figures: _Values, is_base: npt.NDArray[np.bool_]) -> _Values:
    sides = figures[:, is_base], figures[:, ~is_base]
    means = [side.mean(axis=1) for side in sides]
    errors = sum(side.var(axis=1, ddof=1) / side.shape[1] for side in sides)
    found: _Values = np.abs(means[1] - means[0]) / (np.sqrt(errors) + SMALL)
    return found
