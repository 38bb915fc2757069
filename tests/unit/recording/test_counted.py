"""Tests the records of counted edges and of counted extended paths."""

import math

from kpath_jvm.recording.counted import EdgeCount, ExtendedPath


def test_the_bounds_of_an_exact_count_equal_the_count() -> None:
    assert EdgeCount.exact(3, "edge", 0, 1, 7) == EdgeCount(3, "edge", 0, 1, 7, 7, 7)


def test_a_path_has_no_estimate_by_default() -> None:
    path = ExtendedPath(1, 0, "iterations", 0, "entry", "exit", (0, 1), 5)
    assert math.isnan(path.estimate)
    assert (path.other_first_id, path.other_blocks) == (-1, ())
