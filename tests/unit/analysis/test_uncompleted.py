"""Tests the number of paths that were begun but not completed."""

from pathlib import Path

from builders.advisable import advisable_profile
from builders.edges import edges_profile
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.uncompleted import uncompleted


def test_what_was_begun_and_not_completed(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path, escapes=17))
    paths = profile.rows_of("paths")
    for method in profile.method_rows.numbers.tolist():
        completed = [
            count for start, count in paths.rows(method, "start", "count") if start == "entry"
        ]
        # Each activation begins with one path, and exceptions leave only first paths here.
        begun = profile.method_rows.row(method)["entries"]
        assert uncompleted(profile, method) == begun - sum(completed) == 17


def test_where_edges_are_counted_nothing_is_left_out(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    assert {uncompleted(profile, it) for it in profile.method_rows.numbers.tolist()} == {0}


def test_an_inline_profiler_of_paths_does_not_count_them(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path, inline=INLINE))
    assert {uncompleted(profile, it) for it in profile.method_rows.numbers.tolist()} == {None}
