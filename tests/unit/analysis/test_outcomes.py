"""Tests the outcomes of branches, switches and handlers, partly against random walks."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from builders.wild_walks import counted_ways, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.counted import EdgeCount


def test_outcomes_are_those_of_random_walks(tmp_path: Path) -> None:
    tried = unknowns = open_ways = 0
    for seed in range(120):
        method = walked_method(seed)
        if method is None:
            continue
        k = 1 + seed % 4
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = Profile.open(walked_profile(directory, method, k))
        found, unknown = counted_ways(method, k)
        told = branch_outcomes(profile, 0)
        assert [one.block for one in told] == [
            block for block, ways in enumerate(method.successors) if len(set(ways)) > 1
        ]
        for one in told:
            assert dict(zip(one.targets, one.counts, strict=True)) == {
                to: found[one.block, to] for to in set(method.successors[one.block])
            }
            assert one.unknown == unknown[one.block]
            assert one.mosts == tuple(count + one.unknown for count in one.counts)
            visits = sum(p.blocks.count(one.block) for s in method.sequences for p in s)
            assert one.total == visits
            assert sum(one.shares) == pytest.approx(bool(one.total) - one.unknown / max(visits, 1))
        tried += bool(found)
        unknowns += bool(unknown)
        open_ways += any(len(method.ways(block, "loop")) > 1 for block, _ in found)
    assert tried > 10
    assert unknowns > 0
    assert open_ways > 0


def test_branches_of_the_demo_have_the_expected_outcomes(demo: Path) -> None:
    profile = Profile.open(demo)
    parity, test = branch_outcomes(profile, profile.find_method("Figure3.run"))
    assert (parity.line, parity.ordinal, parity.counts, parity.unknown) == (9, 1, (8, 6), 0)
    assert (test.line, test.ordinal, test.targets, test.counts) == (9, 2, (5, 1), (1, 13))
    assert test.shares == (1 / 14, 13 / 14)
    assert [one.is_yes for one in parity.outcomes] == [True, False]


def test_outcomes_of_switches_and_handlers_are_counted(demo: Path) -> None:
    profile = Profile.open(demo)
    switch, branch, caught = branch_outcomes(profile, profile.find_method("retry"))
    assert [(one.keys, one.is_default) for one in switch.outcomes] == [((3, 7), False), ((), True)]
    assert switch.counts == (2, 1)
    # Two exceptions were caught. One was thrown again; after the other, the loop went on.
    assert branch.counts == (1, 1)
    assert (caught.ordinal, caught.line, caught.targets, caught.counts) == (0, 43, (2,), (2,))


def test_unexecuted_branches_have_counts_of_0(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(figure_3())
    write_profile(tmp_path / "empty.kpath", builder.build(tmp_path), demo_run())
    found = branch_outcomes(Profile.open(tmp_path / "empty.kpath"), 0)
    assert [(one.counts, one.shares, one.total) for one in found] == [((0, 0), (0.0, 0.0), 0)] * 2


def test_counts_of_edges_give_outcomes(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    found = branch_outcomes(profile, 0)
    assert [(one.block, one.targets, one.counts, one.unknown) for one in found] == [
        (1, (2, 3), (9, 5), 0), (4, (5, 1), (3, 11), 0),
    ]  # fmt: skip
    # The handler isn't reported, because it isn't known how often it was entered.
    found = branch_outcomes(profile, 1)
    assert [(one.block, one.counts) for one in found] == [(0, (7, 1)), (2, (1, 3))]


def test_an_edge_s_estimate_is_used_only_without_an_upper_bound(tmp_path: Path) -> None:
    """If there is an upper bound, the lower bound is used; the estimate's rest is unknown."""
    builder = RecordingBuilder(k=1)
    first_id = builder.add(plain()).first_id
    edges = [
        EdgeCount(first_id, "edge", 0, 1, 9, 4, 9), EdgeCount(first_id, "edge", 0, 2, 6, 0, None),
    ]  # fmt: skip
    recorded = replace(builder.build(tmp_path), edge_counts=edges)
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    (found,) = branch_outcomes(Profile.open(tmp_path / "p.kpath"), 0)
    assert (found.counts, found.unknown) == ((4, 6), 5)
