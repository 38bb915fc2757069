"""Tests which methods count as entered, and that the profiler ``stream`` counts all entries."""

from pathlib import Path

import numpy as np

from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.entered import (
    entered,
    has_counted_nothing,
    has_unknown_entries,
    known_entries,
    methods_entered,
)


def test_methods_with_entries_or_completed_paths_ran(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    rows = profile.method_rows
    ran = (rows.column("entries") > 0) | (rows.column("completed") > 0)
    assert np.array_equal(entered(profile), ran)
    assert methods_entered(profile) == int(ran.sum()) > 0
    assert not has_counted_nothing(profile)


def test_the_profiler_stream_counts_all_entries(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    assert not has_unknown_entries(profile).any()
    for number, entries in zip(
        profile.method_rows.numbers.tolist(), profile.method_rows.column("entries"), strict=True
    ):
        assert known_entries(profile, number) == entries
