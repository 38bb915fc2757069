"""Computes the shares of hot paths in all completions and in all executed bytecodes.

For single paths, the result is the least number of paths that together have a given share. For
sequences, the result is the share that a given number of sequences cover together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import asdict

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.covered_by_hottest import (
    completed_alone,
    covered_by_length,
    why_unclear,
)
from kpath_jvm.analysis.followed import is_iterated
from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.analysis.of_edges.path_windows import is_windowed
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.model import Profile

#: Shares in per cent. Outputs say how few paths make up each of these shares.
PERCENTS = (50, 90, 99)
#: Numbers of sequences. Outputs say what the hottest 1, 10 and 100 sequences cover together.
TOPS = (1, 10, 100)


class CoverageLevel(Struct, frozen=True):
    """The least numbers of paths that together have a share of ``percent`` % or more.

    ``by_completions`` is for shares of all path completions. ``by_bytecodes`` is for shares of the
    bytecodes that all completed paths executed.
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


def require_coverage(profile: Profile, what: str) -> None:
    """Raises KpathError if the shares of paths, and therefore ``what``, aren't known.

    The shares aren't known if no Ball-Larus paths were counted, or if only the first paths of each
    method were counted.
    """
    require_paths(profile, what)
    if is_windowed(profile):
        raise KpathError(
            f"{profile.path} has only the first paths of each method, so there is no {what}; "
            "record with `kpath-jvm run` without --profiler"
        )


def lengths_document(
    profile: Profile, tops: Sequence[int], k: int, costs: Costs, whole: Profile | None = None
) -> dict[str, Any] | None:
    """Returns what the hottest sequences cover together, as plain values for JSON documents.

    There is a row for each pair of a length from ``lengths_up_to(k)`` and a number from ``tops``.
    ``costs`` are the costs of ``profile``, which may be a part of the profile ``whole``. Returns
    None if no path was completed. Raises KpathError if the shares of paths aren't known.
    """
    require_coverage(profile, "coverage by the hottest sequences")
    counts: Int64Array = profile.table("paths").column("count").to_numpy()
    if not len(counts):
        return None
    worth = profile.completeness
    completions, bytecodes = int(counts.sum()), int(costs.of_rows.sum())
    # If some sequences weren't counted, completions may wrongly seem to be alone.
    are_all_counted = profile.folding is None and not is_iterated(profile)
    alone = completed_alone(profile.forest) if are_all_counted and profile.k > 1 else None
    rows, unclear = [], None
    whole = profile if whole is None else whole
    for one in covered_by_length(profile, tops, k, costs, whole):
        found = one.together
        rows.append(
            {
                "k": one.length,
                "top": one.top,
                "sequences": one.sequences,
                "share_of_completions": None
                if found is None
                else _interval(found.least, found.most, completions),
                "share_of_bytecodes": None
                if found is None
                else _interval(found.least_cost, found.most_cost, bytecodes),
            }
        )
        if unclear is None:
            unclear = one.unclear
    return {
        "verdict": None if worth.is_exact else str(worth.verdict),
        "profile_k": profile.k,
        "share_alone": None if alone is None else alone / completions,
        "rows": rows,
        "unclear": None
        if unclear is None
        else {
            "title": whole.method_rows.title(unclear),
            "why": why_unclear(whole, unclear),
        },
    }


def _interval(least: int, most: int, whole: int) -> dict[str, float]:
    # The upper bound is that of whole methods, which may have executed more than the selected part.
    return {"low": least / whole, "high": min(most / whole, 1.0)}


def _least_numbers(weights: Int64Array, percents: Sequence[float]) -> list[int]:
    """Returns, for each of ``percents``, the least number of weights with this share of the sum."""
    sums = np.cumsum(np.sort(weights)[::-1])
    total = int(sums[-1]) if len(sums) else 0
    # As a binary number, 99.9 is slightly too large, and might require one path too many.
    needed = [-(-Fraction(str(percent)) * total // 100) for percent in percents]
    return [int(np.searchsorted(sums, least)) + 1 if least > 0 else 0 for least in map(int, needed)]
