"""Tests when a branch is said to have gone one way in all executions."""

import random
from pathlib import Path

import pytest

from builders.branching import diamonds
from builders.edges import edges_profile
from builders.settled import X, Y, coin, found, one_way, profiled
from builders.wild_walks import counted_ways, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.settled.found import heavy
from kpath_jvm.analysis.settled.one_way import OneWay, always_one_way
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.facts.settled import settled_facts


def test_branches_that_always_went_one_way_are_found(tmp_path: Path) -> None:
    rng = random.Random(1)
    profile = profiled(tmp_path, [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)])
    (one,) = (it for it in found(profile) if isinstance(it, OneWay))
    assert (one.branch.block, one.way, one.count, one.uncompleted) == (X, 0, 1200, 0)
    # Each block of this method has four instructions. Block 2 can only be reached by yes, block 3
    # only by no; what comes after both can be reached either way.
    assert (one.saved, one.behind, one.never_run) == (4 * 1200, 4 * 1200, 4)


@pytest.mark.parametrize("at", [0, 600, 1199])
def test_one_counterexample_refutes_one_way(tmp_path: Path, at: int) -> None:
    trips = [(place != at, random.Random(place).random() < 0.5) for place in range(1200)]
    assert one_way(profiled(tmp_path, [trips])) == []


def test_assertion_tests_are_left_out(tmp_path: Path) -> None:
    spec = diamonds()
    spec.decisions[0] = (X, "true", "Z", ["Two.$assertionsDisabled"], [1, 0], [2, 3])
    rng = random.Random(5)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)]
    assert one_way(profiled(tmp_path, activations, spec=spec)) == []


def test_all_copies_of_a_condition_must_go_one_way(tmp_path: Path) -> None:
    """Compilers copy the code of ``finally`` blocks."""
    spec = diamonds()
    lines = [(4 * block, [(4 * block, 11)]) for block in (X, Y)]
    for first, line in lines:
        at = next(at for at, block in enumerate(spec.blocks) if block[0] == first)
        spec.blocks[at] = (spec.blocks[at][0], spec.blocks[at][1], line)
    rng = random.Random(6)
    activations = [[(True, y) for _, y in coin(rng, 20)] for _ in range(60)]
    assert one_way(profiled(tmp_path / "other", activations, spec=spec)) == [X]
    spec = diamonds()
    spec.blocks[Y] = (spec.blocks[Y][0], spec.blocks[Y][1], [(4 * Y, 11)])
    # The copy is compiled with the opposite comparison, so its yes is the original's no.
    spec.decisions[0] = (X, "==", "I", ["a", "b"], [1, 0], [2, 3])
    spec.decisions[1] = (Y, "!=", "I", ["a", "b"], [1, 0], [5, 6])
    assert one_way(profiled(tmp_path / "copy", activations, spec=spec)) == []
    always_no = [[(True, False)] * 20 for _ in range(60)]
    assert one_way(profiled(tmp_path / "same", always_no, spec=spec)) == [X, Y]


@pytest.mark.parametrize(
    ("test_sizes", "order", "saved"),
    [
        ({X: 2, Y: 4}, [Y, X], {X: 2 * 1200, Y: 4 * 1200}),
        # A test of unknown size counts as large as its whole block, which is the most it can be.
        ({Y: 4}, [X, Y], {X: 30 * 1200, Y: 4 * 1200}),
        ({}, [X, Y], {X: 30 * 1200, Y: 5 * 1200}),
    ],
)
def test_branches_are_ordered_by_their_tests_not_by_their_blocks(
    tmp_path: Path, test_sizes: dict[int, int], order: list[int], saved: dict[int, int]
) -> None:
    """What a test costs doesn't depend on how many bytecodes its block has before the test."""
    spec = diamonds()
    spec.instructions = {X: 30, Y: 5}
    spec.test_sizes = test_sizes
    profile = profiled(tmp_path / "it", [[(True, True)] * 12 for _ in range(100)], spec=spec)
    rows = [one for one in found(profile) if isinstance(one, OneWay)]
    assert [one.branch.block for one in rows] == order
    assert {one.branch.block: one.saved for one in rows} == saved
    told = ToldMethod(profile.code(0), profile.method_rows.row(0))
    for one in rows:
        facts = settled_facts(one, profile.code(0), told, Costs(profile))
        assert facts["of_block"] == (one.branch.block not in test_sizes)
        assert facts["each"] * facts["count"] == facts["bytecodes"] == one.saved
    # Advice has the same order, and leaves out what costs too little.
    selected, costs = select(profile, ALL), Costs(profile)
    for share in (0.0, min(saved.values()) / costs.total, max(saved.values()) / costs.total):
        heaviest = [one for _, one in heavy(selected, costs, share) if isinstance(one, OneWay)]
        assert heaviest == [one for one in rows if one.saved >= share * costs.total]


def test_the_listed_branches_went_one_way_in_random_walks(tmp_path: Path) -> None:
    """Compares the listed branches with the ways that walks took, block by block.

    Where the list claims that all executions are known, no walk may have gone another way.
    """
    tried = unsure = 0
    for seed in range(150):
        method = walked_method(seed)
        if method is None:
            continue
        k = 1 + seed % 4
        (tmp_path / str(seed)).mkdir()
        profile = Profile.open(walked_profile(tmp_path / str(seed), method, k))
        known, unknown = counted_ways(method, k)
        ways: dict[int, list[int]] = {}
        for block, to in known:
            ways.setdefault(block, []).append(to)
        expected = {
            (block, only[0], known[block, only[0]], unknown[block])
            for block, only in ways.items()
            if len(only) == 1
        }
        told = always_one_way(profile, 0)
        assert {
            (one.branch.block, one.branch.targets[one.way], one.count, one.may_differ)
            for one in told
        } == expected
        really = {
            (block, to)
            for walk in method.activations
            for path in walk
            for block, to in zip(path.blocks, (*path.blocks[1:], path.went_to), strict=True)
            if to is not None and path.end != "abandoned"
        }
        for one in told:
            if not one.may_differ:
                went = {to for block, to in really if block == one.branch.block}
                assert went == {one.branch.targets[one.way]}
        tried += len(told)
        unsure += sum(one.may_differ > 0 for one in told)
    assert tried > 20
    assert unsure > 0


def test_the_full_list_has_rare_branches_and_assertion_tests(tmp_path: Path) -> None:
    spec = diamonds()
    spec.decisions[0] = (X, "true", "Z", ["Two.$assertionsDisabled"], [1, 0], [2, 3])
    profile = profiled(tmp_path, [[(True, False), (True, True)]], escapes=3, spec=spec)
    (one,) = always_one_way(profile, 0)
    assert one_way(profile) == []
    assert (one.branch.block, one.count, one.most, one.uncompleted) == (X, 2, 2, 3)


def test_bounds_of_edges_show_one_way_branches(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    method = profile.find_method("Figure3.run")
    certain = {
        one.block
        for one in branch_outcomes(profile, method)
        if one.total and sum(most > 0 for most in one.mosts) == 1
    }
    told = always_one_way(profile, method)
    assert certain == {one.branch.block for one in told if not one.may_differ}
    assert all(one.uncompleted == 0 for one in told)
