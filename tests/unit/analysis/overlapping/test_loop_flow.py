"""Tests the flow between iterations, and its bounds, with Tables 4 and 5 of Tallam et al."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from builders.nested import PATHS, STREAMS, overlapping_nested_profiles
from builders.table_4 import SEQUENCES, overlapping_profiles
from kpath_jvm.analysis.overlapping.loop_flow import LoopFlow, loop_flows
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile


def flow(directory: Path, degree: int) -> LoopFlow:
    """Returns the loop's flow from two profiles of the example."""
    overlapping_profiles(directory, degree)
    profiles = (Profile.open(directory / name) for name in ("ol.kpath", "exact.kpath"))
    (found,) = loop_flows(*profiles)
    return found


@pytest.mark.parametrize(
    ("degree", "definite", "potential"), [(0, 0, 2000), (1, 500, 1500), (2, 1000, 1000)]
)
def test_a_higher_degree_gives_tighter_bounds(
    tmp_path: Path, degree: int, definite: int, potential: int
) -> None:
    found = flow(tmp_path, degree)
    assert (found.bounds.definite, found.bounds.potential) == (definite, potential)
    assert (found.real_flow, found.successions) == (1000, 1000)
    assert found.outside == []


def test_the_real_flow_is_that_of_table_4(tmp_path: Path) -> None:
    paths = {one: blocks for one, (_, blocks) in SEQUENCES.items()}
    expected = {(1, 1): 250, (1, 3): 250, (2, 2): 250, (2, 3): 250}
    real = flow(tmp_path, 0).real
    assert real == {(paths[p], paths[q]): count for (p, q), count in expected.items()}


def test_the_real_flow_needs_a_profile_of_sequences(tmp_path: Path) -> None:
    flow(tmp_path, 2)
    (found,) = loop_flows(Profile.open(tmp_path / "ol.kpath"))
    assert (found.real_flow, found.outside, found.bounds.definite) == (None, [], 1000)
    assert found.successions is None


def test_iterations_with_inner_loops_form_no_pairs(tmp_path: Path) -> None:
    """The outer loop goes round again once, and the inner loop twice."""
    overlapping_nested_profiles(tmp_path)
    profiles = (Profile.open(tmp_path / name) for name in ("ol.kpath", "exact.kpath"))
    # Counts by brute force how often a path ended with a latch, and the next path stayed in the
    # latch's loop.
    successions = [0, 0]
    for stream in STREAMS:
        for one, other in pairwise(stream):
            latch, last = PATHS[one][-1], PATHS[other][-1]
            successions[latch == 3] += last == 3 if latch == 3 else last != 5
    outer, inner = loop_flows(*profiles)
    assert (outer.loop, outer.real_flow, outer.successions) == (0, 0, successions[0])
    assert (inner.loop, inner.real_flow, inner.successions) == (1, 2, successions[1])


def test_back_edges_are_counted_by_the_paths_that_end_there(tmp_path: Path) -> None:
    overlapping_nested_profiles(tmp_path)
    (tmp_path / "again").mkdir()
    overlapping_profiles(tmp_path / "again", 1)
    for directory in (tmp_path, tmp_path / "again"):
        profile = Profile.open(directory / "ol.kpath")
        for one in loop_flows(profile):
            loop = profile.code(one.method).loops[one.loop]
            taken = [
                row.count
                for row in profile.paths.itertuples()
                if row.end == "loop" and row.blocks[-1] in loop.latches
            ]
            assert one.back_edges == sum(taken) > 0
            assert not one.is_at_least
            assert one.back_edges >= one.bounds.definite


def test_flows_outside_their_bounds_are_reported(tmp_path: Path) -> None:
    found = flow(tmp_path, 2)
    assert found.real is not None
    wrong = replace(found, real={**found.real, ((1, 2, 6), (1, 2, 6)): 251})
    assert wrong.outside == [((1, 2, 6), (1, 2, 6))]


def test_profiles_without_overlapping_paths_are_refused(tmp_path: Path) -> None:
    flow(tmp_path, 0)
    exact = Profile.open(tmp_path / "exact.kpath")
    with pytest.raises(KpathError, match="has no overlapping paths"):
        loop_flows(exact)
