"""Tests when a branch is said to be decided by an earlier branch."""

import random
from pathlib import Path

import pytest

from builders.branching import diamonds
from builders.scanned import COMMA, NEXT_COMMA, scanned_profile, words
from builders.settled import X, Y, coin, found, one_way, profiled, redundant
from builders.walks import Program, walked_profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import ends_loop, heavy, settled_of


def test_a_repeated_condition_is_recognised(tmp_path: Path) -> None:
    rng = random.Random(7)
    activations = [[(x, x) for x, _ in coin(rng, 20)] for _ in range(150)]
    spec = diamonds()
    for operators, is_same in (((">", ">"), True), ((">", "<="), False), ((">", "<"), False)):
        spec.decisions[0] = (X, operators[0], "I", ["a", "b"], [1, 0], [2, 3])
        spec.decisions[1] = (Y, operators[1], "I", ["a", "b"], [1, 0], [5, 6])
        profile = profiled(tmp_path / operators[1], activations, spec=spec)
        (one,) = (it for it in found(profile) if isinstance(it, Foretold))
        assert (one.given.block, one.iterations, one.branch.block) == (X, 0, Y)
        # A second yes to > only repeats the first. But > and <= (or <) can't both be true of the
        # same values, so if both are true, the values have changed.
        assert one.is_same_condition == is_same
        assert one.count == 3000
        assert one.saved == 3000 * 4
    spec.decisions[0] = (X, "==", "I", ["i++", "b"], [1, 0], [2, 3])
    spec.decisions[1] = (Y, "==", "I", ["i++", "b"], [1, 0], [5, 6])
    (one,) = (
        it for it in found(profiled(tmp_path / "changed", activations, spec=spec))
        if isinstance(it, Foretold)
    )  # fmt: skip
    assert not one.is_same_condition


@pytest.mark.parametrize("at", [0, 1500, 2999])
def test_one_counterexample_refutes_a_rule(tmp_path: Path, at: int) -> None:
    rng = random.Random(8)
    trips = [(x, x or rng.random() < 0.5) for x, _ in coin(rng, 3000)]
    assert redundant(profiled(tmp_path / "rule", [trips])) == [(X, 0, Y)]
    broken = [*trips[:at], (True, False), *trips[at + 1 :]]
    assert redundant(profiled(tmp_path / "broken", [broken])) == []


def test_one_way_branches_are_decided_by_no_branch(tmp_path: Path) -> None:
    rng = random.Random(9)
    profile = profiled(tmp_path, [[(x, True) for x, _ in coin(rng, 3000)]])
    assert redundant(profile) == []
    assert one_way(profile) == [Y]


def test_a_rule_about_a_rare_outcome_may_be_chance(tmp_path: Path) -> None:
    """In the 1,500 trips with x = yes, y is never no. But in all 3,000, y is no only twice."""
    trips = [(at % 2 == 0, at not in (501, 2001)) for at in range(3000)]
    assert (X, 0, Y) not in redundant(profiled(tmp_path, [trips]))


def test_a_branch_of_the_previous_iteration_may_decide_an_outcome(tmp_path: Path) -> None:
    rng = random.Random(10)
    trips = [(True, False)]
    for _ in range(3000):
        trips.append((trips[-1][1], rng.random() < 0.5))
    assert redundant(profiled(tmp_path / "4", [trips])) == [(Y, 1, X)]
    # With k = 1, nothing is known about the previous iteration.
    assert redundant(profiled(tmp_path / "1", [trips], k=1)) == []


@pytest.mark.parametrize("k", [2, 3, 8])
def test_a_branch_in_an_inner_loop_decides_one_in_the_next_outer_iteration(
    tmp_path: Path, k: int
) -> None:
    text = words(12, 4000, longest=9)
    commas = sum(is_comma for _, is_comma in text)
    settled = found(scanned_profile(tmp_path, k, text))
    (one,) = (it for it in settled if isinstance(it, Foretold) if it.branch.block == COMMA)
    assert (one.given.block, one.iterations, one.is_across) == (NEXT_COMMA, 1, True)
    assert sorted((it.given, it.way, it.count) for it in one.implied) == [
        (0, 0, commas), (1, 1, 4000 - commas),
    ]  # fmt: skip
    assert one.unseen == 0


def test_outcomes_of_other_activations_are_not_previous_ones(tmp_path: Path) -> None:
    rng = random.Random(11)
    activations = []
    for at in range(3000):
        first = at % 2 == 0
        activations.append([(first, not first), (not first, rng.random() < 0.5)])
    # In all activations, the second x is the opposite of the first, and equals the first y.
    (one,) = (it for it in found(profiled(tmp_path, activations)) if isinstance(it, Foretold)
              if it.branch.block == X)  # fmt: skip
    assert (one.given.block, one.iterations, one.count) == (X, 1, 3000)


def test_settled_loop_tests_come_last(tmp_path: Path) -> None:
    """The last element is always false, so the loop goes on after each true element.

    Within an iteration, the branch ``again`` always goes to block 6 if the element is true.
    """
    test, asks, again = 1, 2, 5
    program = Program(
        random.Random(0), [[asks - 1], [asks, 8], [3, 4], [5], [5], [6, 7], [1], [1], []]
    )
    rng = random.Random(5)
    walks = []
    for _ in range(300):
        walk = [0]
        for element in [*(rng.random() < 0.5 for _ in range(rng.randrange(5, 30))), False]:
            other = 6 if element or rng.random() < 0.5 else 7
            walk += [test, asks, 3 if element else 4, again, other]
        walks.append([*walk, test, 8])
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    rows = settled_of(profile, 0).branches
    assert [(one.branch.block, type(one)) for one in rows] == [(again, Foretold), (test, Foretold)]
    code = profile.code(0)
    assert [ends_loop(one.branch, code) for one in rows] == [False, True]
    # The table of all methods has the same order.
    of_all = heavy(select(profile, ALL), Costs(profile), 0.0)
    assert [one.branch.block for _, one in of_all] == [again, test]
    # The branches cost the same, and the loop test comes first in the code.
    assert rows[0].saved == rows[1].saved


def test_a_condition_in_another_iteration_is_a_different_condition(tmp_path: Path) -> None:
    """If elements are sorted, ``x > 2`` stays true, but x is a new element each time."""
    spec = diamonds()
    for at, block in enumerate((X, Y)):
        spec.decisions[at] = (block, ">", "I", ["x", "2"], [1, 0], [2 + 3 * at, 3 + 3 * at])
    rng = random.Random(3)
    trips = [
        [(at > turn, rng.random() < 0.5) for at in range(40)]
        for turn in (rng.randrange(5, 35) for _ in range(200))
    ]
    profile = profiled(tmp_path, trips, spec=spec)
    told = [it for it in found(profile) if isinstance(it, Foretold)]
    (one,) = (it for it in told if it.branch.block == it.given.block == X)
    assert one.iterations == 1
    assert not one.is_same_condition
