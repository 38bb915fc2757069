"""Tests the overlap metric, with the example of the paper "Structural Path Profiling".

The metric measures how well an online profile represents a complete profile, by adding up the
smaller of each path's two shares.
"""

import math

import pytest

from builders.paper_tables import (
    COMPLETE_PATHS,
    COMPLETE_WINDOWS,
    ONLINE_PATHS,
    ONLINE_WINDOWS,
    adjusted,
)
from kpath_jvm.analysis.accuracy.overlap import overlap, overlap_of


def test_baseline_path_profiling_overlaps_by_69_7_percent() -> None:
    """The profiles are those of the paper's Table 1."""
    online, complete = dict(enumerate(ONLINE_PATHS)), dict(enumerate(COMPLETE_PATHS))
    assert (sum(ONLINE_PATHS), sum(COMPLETE_PATHS)) == (300, 34_143)
    assert overlap(online, complete) == pytest.approx(0.697, abs=0.0005)


def test_structural_path_profiling_overlaps_by_99_7_percent() -> None:
    """The profiles are those of the paper's Table 2."""
    assert sum(sum(level.values()) for level in ONLINE_WINDOWS) == 300
    assert sum(sum(level.values()) for level in COMPLETE_WINDOWS) == 63_943
    complete = {
        (place, path): float(count)
        for place, level in enumerate(COMPLETE_WINDOWS)
        for path, count in level.items()
    }
    assert overlap(adjusted(), complete) == pytest.approx(0.997, abs=0.0005)


def test_equal_profiles_overlap_wholly_and_disjoint_ones_not_at_all() -> None:
    """The scale of the counts doesn't matter."""
    profile = {"a": 3.0, "b": 1.0}
    assert overlap(profile, {"a": 300.0, "b": 100.0}) == pytest.approx(1)
    assert overlap(profile, {"c": 1.0}) == 0
    assert math.isnan(overlap({}, profile))


def test_the_lesser_shares_of_all_paths_are_added_up() -> None:
    """The lesser shares of a, b and c are 0.4, 0.3 and 0.2. The overlap is their sum."""
    assert overlap({"a": 50, "b": 30, "c": 20}, {"a": 40, "b": 40, "c": 20}) == pytest.approx(0.9)


def test_paths_of_a_program_are_pooled_and_methods_averaged() -> None:
    """A hot method that the online profile lacks has an overlap of 0 in the mean."""
    one, other, cold = ("A", "f", "()V"), ("A", "g", "()V"), ("A", "h", "()V")
    complete = {one: {"p": 90.0}, other: {"p": 5.0, "q": 5.0}, cold: {"p": 1.0}}
    found = overlap_of({one: {"p": 10.0}}, complete, [one, other, ("A", "none", "()V")])
    assert (found.pooled, found.mean, found.methods) == (pytest.approx(0.9), 0.5, 2)
    online = {one: {"p": 90.0}, other: {"p": 10.0}}
    assert overlap_of(online, complete, [one, other]).pooled == pytest.approx(0.95)
    assert overlap_of(online, complete, [one, other]).mean == pytest.approx(0.75)
