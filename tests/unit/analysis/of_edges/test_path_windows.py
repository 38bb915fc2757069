"""Tests what is exact, estimated or a lower bound in a profile of path windows.

A path window is the limited time in which the profiler counts paths.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from builders.edges import edges_profile
from builders.paper_tables import COMPLETE_WINDOWS, ONLINE_WINDOWS
from builders.windowed import windowed_profile, windows_and_edges
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges, counts_all_edges
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.analysis.of_edges.path_windows import (
    are_sums_of_paths,
    first_paths,
    is_windowed,
    methods_of_first_paths,
    of_completed_paths,
)
from kpath_jvm.analysis.uncompleted import uncompleted


@pytest.fixture
def complete(tmp_path: Path) -> Profile:
    return windowed_profile(tmp_path / "complete", COMPLETE_WINDOWS, 0)


@pytest.fixture
def online(tmp_path: Path) -> Profile:
    return windowed_profile(tmp_path / "online", ONLINE_WINDOWS, 100)


def _loops(profile: Profile) -> dict[int, LoopRow]:
    return {row.header: row for row in loop_rows(profile, 0)}


def test_complete_profiles_are_exact_for_completed_paths(complete: Profile) -> None:
    """The counts are those of Fig. 1 of the paper "Structural Path Profiling", for 10,000 calls."""
    assert not is_windowed(complete)
    found = known(complete)
    assert (found.edges, found.completed, found.estimated, found.exact) == (12, 12, 0, 0)
    edges = {(one.kind, one.source, one.target): one for one in counted_edges(complete, 0)}
    assert all(one.is_exact for one in edges.values())
    assert edges["edge", 4, 3].most == 14_343
    outer, inner = _loops(complete)[2], _loops(complete)[3]
    assert (outer.entries, outer.iterations) == (10_000, 19_800)
    assert (inner.entries, inner.iterations) == (19_800, 14_343)
    # An inline profiler of paths doesn't count the paths that weren't completed.
    assert uncompleted(complete, 0) is None
    for row in (outer, inner):
        assert (row.is_estimate, row.is_at_least, row.missing) == (False, False, None)


def test_profiles_of_windows_have_only_estimates(online: Profile) -> None:
    assert is_windowed(online)
    found = known(online)
    assert (found.edges, found.completed, found.estimated) == (12, 0, 12)
    assert found.is_windowed
    assert not any(one.is_exact for one in counted_edges(online, 0))
    assert uncompleted(online, 0) is None
    for row in _loops(online).values():
        assert (row.is_estimate, row.is_at_least) == (True, False)


def test_loops_without_an_open_window_have_estimates_too(tmp_path: Path) -> None:
    """The loop's paths have no counts, but the loop's figures are estimates, not lower bounds."""
    profile = windowed_profile(tmp_path / "it", (ONLINE_WINDOWS[0], {}, {}), 100)
    outer = _loops(profile)[2]
    assert (outer.entries, outer.iterations) == (100, 0)
    assert (outer.is_estimate, outer.is_at_least) == (True, False)


def test_edge_counters_are_distinguished_from_sums(tmp_path: Path) -> None:
    """If any edge of a method has an upper bound, the method's edges have counters."""
    methods, most = np.array([0, 0, 1, 1, 2]), np.array([-1, -1, -1, 4, 0])
    assert are_sums_of_paths(methods, most).tolist() == [True, True, False, False, False]
    profile = edges_profile(tmp_path)
    assert known(profile).completed == 0
    table = profile.table("edge_counts")
    columns = (table.column(name).to_numpy() for name in ("method", "most"))
    assert not of_completed_paths(profile, *columns).any()


def test_edges_beside_path_windows_are_as_exact_as_without_them(tmp_path: Path) -> None:
    """A method with too many paths has no window, so the threshold doesn't concern its counts."""
    (tmp_path / "alone").mkdir()
    beside, alone = windows_and_edges(tmp_path, threshold=10), edges_profile(tmp_path / "alone")
    assert (first_paths(beside, 0), first_paths(beside, 1)) == (None, 10)
    assert methods_of_first_paths(beside).tolist() == [False, True]
    assert methods_of_first_paths(alone).tolist() == [False, False]
    assert counts_all_edges(beside, 0)
    assert not counts_all_edges(beside, 1)
    assert Costs(beside).bounds_of([0]) == Costs(alone).bounds_of([0])
    (of_edges,), (of_paths,) = loop_rows(beside, 0), loop_rows(beside, 1)
    (own,) = loop_rows(alone, 0)
    assert own.are_exact
    assert of_edges == replace(own, is_of_whole_run=True)
    assert not of_paths.is_of_whole_run
    assert not of_paths.are_exact
    assert of_paths.is_at_least
