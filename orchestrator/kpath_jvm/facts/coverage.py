"""Computes how few paths have a given share of all completions, or of all executed bytecodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from kpath_jvm.analysis.of_edges.path_windows import is_windowed
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.model import Profile

#: Outputs say how few paths make up each of these shares, which are in per cent.
PERCENTS = (50, 90, 99)


class CoverageLevel(Struct, frozen=True):
    """The least numbers of paths that together have a share of ``percent`` % or more.

    ``by_completions`` is the least number of paths with this share of all path completions.
    ``by_bytecodes`` is the least number of paths with this share of the bytecodes that all
    completed paths executed.
    """

    percent: float
    by_completions: int
    by_bytecodes: int


def coverage_levels(
    counts: Int64Array, bytecodes: Int64Array, percents: Iterable[float] = PERCENTS
) -> list[CoverageLevel]:
    """Returns a level for each of ``percents``.

    ``counts`` has the number of completions of each path, and ``bytecodes`` has, for each path, the
    bytecodes that all its completions executed.
    """
    percents = list(percents)
    columns = (_least_numbers(weights, percents) for weights in (counts, bytecodes))
    return [CoverageLevel(*row) for row in zip(percents, *columns, strict=True)]


def coverage_document(
    profile: Profile, counts: Int64Array, bytecodes: Int64Array
) -> dict[str, Any] | None:
    """Returns the coverage of some of a profile's paths as plain values for JSON documents.

    ``counts`` and ``bytecodes`` are those that ``coverage_levels`` takes. Returns None if the
    shares of paths aren't known: no path was completed, no Ball-Larus paths were counted, or only
    the first paths of each method were counted.
    """
    if not len(counts) or is_windowed(profile):
        return None
    worth = profile.completeness
    return {
        "paths": len(counts),
        "verdict": None if worth.is_exact else str(worth.verdict),
        "levels": [asdict(level) for level in coverage_levels(counts, bytecodes)],
    }


def _least_numbers(weights: Int64Array, percents: Sequence[float]) -> list[int]:
    """Returns how many of the largest weights add up to each share of the sum, or to more."""
    sums = np.cumsum(np.sort(weights)[::-1])
    total = int(sums[-1]) if len(sums) else 0
    # As a binary number, 99.9 is slightly too large, and might require one path too many.
    needed = [-(-Fraction(str(percent)) * total // 100) for percent in percents]
    return [int(np.searchsorted(sums, least)) + 1 if least > 0 else 0 for least in map(int, needed)]
