"""Tests when a branch is said to be decided by an earlier branch."""

import random
from pathlib import Path

import pytest

from builders.branching import diamonds
from builders.scanned import COMMA, NEXT_COMMA, scanned_profile, words
from builders.settled import X, Y, coin, found, one_way, profiled, redundant
from kpath_jvm.analysis.settled.foretold import Foretold


def test_the_same_condition_again(tmp_path: Path) -> None:
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
        # same values, so two yeses belong to different values.
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
def test_one_exception_to_a_rule_is_enough(tmp_path: Path, at: int) -> None:
    rng = random.Random(8)
    trips = [(x, x or rng.random() < 0.5) for x, _ in coin(rng, 3000)]
    assert redundant(profiled(tmp_path / "rule", [trips])) == [(X, 0, Y)]
    broken = [*trips[:at], (True, False), *trips[at + 1 :]]
    assert redundant(profiled(tmp_path / "broken", [broken])) == []


def test_a_branch_that_is_always_one_way_is_decided_by_nothing(tmp_path: Path) -> None:
    rng = random.Random(9)
    profile = profiled(tmp_path, [[(x, True) for x, _ in coin(rng, 3000)]])
    assert redundant(profile) == []
    assert one_way(profile) == [Y]


def test_what_hardly_ever_goes_otherwise_may_be_chance(tmp_path: Path) -> None:
    """In the 1,500 trips with x, y is never no. But in all 3,000 trips, y is no only twice."""
    trips = [(at % 2 == 0, at not in (501, 2001)) for at in range(3000)]
    assert (X, 0, Y) not in redundant(profiled(tmp_path, [trips]))


def test_a_branch_of_the_last_iteration(tmp_path: Path) -> None:
    rng = random.Random(10)
    trips = [(True, False)]
    for _ in range(3000):
        trips.append((trips[-1][1], rng.random() < 0.5))
    assert redundant(profiled(tmp_path / "4", [trips])) == [(Y, 1, X)]
    # With k = 1, nothing is known about the previous iteration.
    assert redundant(profiled(tmp_path / "1", [trips], k=1)) == []


@pytest.mark.parametrize("k", [2, 3, 8])
def test_an_inner_loop_tells_the_next_iteration_of_the_outer_one(tmp_path: Path, k: int) -> None:
    text = words(12, 4000, longest=9)
    commas = sum(is_comma for _, is_comma in text)
    settled = found(scanned_profile(tmp_path, k, text))
    (one,) = (it for it in settled if isinstance(it, Foretold) if it.branch.block == COMMA)
    assert (one.given.block, one.iterations, one.is_across) == (NEXT_COMMA, 1, True)
    assert sorted((it.given, it.way, it.count) for it in one.implied) == [
        (0, 0, commas), (1, 1, 4000 - commas),
    ]  # fmt: skip
    assert one.unseen == 0


def test_recursion_does_not_mix_activations(tmp_path: Path) -> None:
    """Each activation has its own sequence, so its first iteration has no previous one."""
    rng = random.Random(11)
    activations = []
    for at in range(3000):
        first = at % 2 == 0
        activations.append([(first, not first), (not first, rng.random() < 0.5)])
    # In all activations, the second x is the opposite of the first, and equals the first y.
    (one,) = (it for it in found(profiled(tmp_path, activations)) if isinstance(it, Foretold)
              if it.branch.block == X)  # fmt: skip
    assert (one.given.block, one.iterations, one.count) == (X, 1, 3000)
