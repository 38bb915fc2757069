"""Whether figures of several runs differ by more than the runs of one side do.

A run's figures stand and fall together, and there are thousands of them. So runs are permuted, not
figures: each way of calling as many of all runs "base" gives the greatest statistic among all
figures, and a figure's p is the share of the ways whose greatest is no less than its own statistic
(Westfall and Young 1993: the step of a single "max T"). It bounds the probability that *any* figure
is called different though the sides are of one kind. The statistic is the difference of means over
its standard error plus a small constant (Tusher, Tibshirani and Chu 2001), so that figures that
hardly vary by chance don't rule the rest.
"""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

#: Where there are more ways, so many are drawn at random, with a fixed seed.
MOST_WAYS = 2_000
_SEED = 1993
#: What is added to standard errors, of shares and of relative figures.
SMALL = 0.001

_Values = npt.NDArray[np.float64]


def least_p(base: int, new: int) -> float:
    """Returns the smallest p that so many runs on the two sides can have."""
    ways = comb(base + new, base)
    return (2 if base == new else 1) / ways


def max_t(values: npt.ArrayLike, base: int) -> _Values:
    """Returns p of each figure. ``values``: a row per figure, a column per run, base runs first.

    ValueError if a side has fewer than two runs.
    """
    figures = np.asarray(values, dtype=np.float64)
    runs = figures.shape[1]
    if min(base, runs - base) < 2:
        raise ValueError("a spread takes two runs")
    observed = _statistics(figures, np.arange(runs) < base)
    at_least = np.zeros(len(figures), dtype=np.int64)
    ways = _ways(runs, base)
    for way in ways:
        greatest = _statistics(figures, way).max(initial=0.0)
        # What is equal but for rounding is equal.
        at_least += greatest >= observed * (1 - 1e-9)
    p: _Values = at_least / len(ways)
    return p


def _ways(runs: int, base: int) -> list[npt.NDArray[np.bool_]]:
    """Returns the ways to choose the base's runs, as given first; all, or some of very many."""
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
