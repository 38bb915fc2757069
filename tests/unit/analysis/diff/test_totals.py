"""Tests the weights of changed methods and loops, and that the changes add up."""

from dataclasses import replace
from math import inf, isinf
from pathlib import Path
from random import Random

import numpy as np
import pytest

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.changes import MethodChange
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.diff.totals import WorkTotals
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds

#: A run: the iterations of each method's loop, by the method's name.
Rounds = dict[str, int]


def compared(
    directory: Path, base: Rounds, new: Rounds, edited: frozenset[str] = frozenset()
) -> Difference:
    """Compares two runs; the methods in ``edited`` have other code on the new side."""
    sides = []
    for name, rounds in (("base", base), ("new", new)):
        versions = [
            replace(
                Version(name=method).walked(*[LEFT] * times),
                class_name=f"demo/{method}",
                digest="edited" if name == "new" and method in edited else "d1ge57",
            )
            for method, times in rounds.items()
        ]
        sides.append(Side([versions_profile(directory, name, *versions).merged()]))
    return difference(*sides)


def test_a_cheaper_method_is_not_dearer_because_other_methods_are_cheaper(tmp_path: Path) -> None:
    """``big`` does less, yet its share rises most. It is ``small`` that has really changed."""
    found = compared(
        tmp_path, {"big": 500, "small": 200, "other": 300}, {"big": 495, "small": 100, "other": 250}
    )
    assert found.totals.measure == "bytecodes"
    names = [one.pair.known.name for one in found.methods]
    assert names == ["small", "other", "big"]
    big = found.methods[-1]
    assert big.share.change > found.methods[1].share.change
    assert big.part is not None
    assert big.part < 0
    assert big.weight == -big.part == pytest.approx(0.005, rel=0.02)
    assert [one.pair.known.name for one in found.loops] == names
    # The parts of all methods add up to the growth of the total.
    parts = [one.part for one in found.methods]
    whole = found.totals.part(found.totals.each)
    assert sum(part for part in parts if part) == pytest.approx(whole)
    assert whole == pytest.approx(found.totals.each.growth)


def test_runs_of_different_lengths_are_compared_by_shares(tmp_path: Path) -> None:
    found = compared(
        tmp_path, {"big": 500, "small": 200, "other": 300},
        {"big": 1500, "small": 600, "other": 1800},
    )  # fmt: skip
    assert found.totals.measure == "share"
    assert found.methods[0].pair.known.name == "other"
    for one in found.methods:
        assert one.weight == abs(one.share.change)
    # The new run is ten times as long, with almost the same shares, so all weights are small. But
    # each method did more, and ``concerned`` adds up to the whole growth.
    (tmp_path / "same").mkdir()
    same = compared(tmp_path / "same", {"big": 10, "small": 5}, {"big": 100, "small": 50})
    assert max(one.weight for one in same.methods) < 0.02
    assert sum(one.concerned for one in same.methods) == pytest.approx(same.totals.each.growth)


@pytest.mark.parametrize("seed", range(60))
def test_changes_never_concern_less_work_if_a_side_does_more(tmp_path: Path, seed: int) -> None:
    """The second new side does at least as much in each method as the first one."""
    rng = Random(seed)
    names = [f"m{at}" for at in range(rng.randint(1, 5))]
    base = {name: rng.choice([0, 1, 3, 30, 300]) for name in names}
    more = {name: times * rng.choice([1, 1, 2, 3]) + rng.choice([0, 1, 50])
            for name, times in base.items()}  # fmt: skip
    most = {name: times * rng.choice([1, 1, 2, 9]) + rng.choice([0, 40, 900])
            for name, times in more.items()}  # fmt: skip
    edited = frozenset(name for name in names if rng.random() < 0.3)
    amounts = []
    for place, after in (("more", more), ("most", most)):
        (tmp_path / place).mkdir()
        found = compared(tmp_path / place, base, after, edited)
        amounts.append({
            (one.NOUN, one.pair.known.name): one.concerned for one in (*found.methods, *found.loops)
        })  # fmt: skip
        gate = max(amounts[-1].values(), default=0)
        for bound in (0.999 * gate, 0.1, 0.01):
            if bound < 1:
                (outcome,) = judge(found, [parsed(f"any > {100 * bound:.9f}%")])
                assert outcome.is_failed >= (gate > bound)
    for what, amount in amounts[0].items():
        assert amounts[1][what] >= amount


def test_an_even_rise_is_listed_and_fails_gates(tmp_path: Path) -> None:
    found = compared(tmp_path, {"big": 600, "small": 200}, {"big": 1800, "small": 600})
    assert {round(one.part or 0, 2) for one in found.methods} == {1.5, 0.5}
    assert [one.concerned for one in found.methods] == [one.part for one in found.methods]
    (outcome,) = judge(found, [parsed("any > 40%")])
    assert len([one for one, _ in outcome.larger if isinstance(one, MethodChange)]) == 2


def test_a_side_that_executed_nothing_is_compared_by_shares(tmp_path: Path) -> None:
    found = compared(tmp_path, {}, {"big": 5})
    assert found.totals.measure == "share"
    assert [(one.part, one.weight) for one in found.methods] == [(None, 1.0)]


def test_changed_iterations_per_entry_concern_a_loops_whole_share(tmp_path: Path) -> None:
    """The loop makes twelve iterations: on one side in one entry, on the other side in six entries.

    Each entry costs a little.
    """
    sides = [
        Side([versions_profile(tmp_path, name, replace(Version(), walks=walks)).merged()])
        for name, walks in (
            ("base", Version().walked(*[RIGHT] * 12).walks),
            ("new", Version().walked(*[RIGHT] * 2, times=6).walks),
        )
    ]
    (loop,) = difference(*sides).loops
    assert loop.mean.known == Figure((12,), (2,))
    assert loop.concerned > 0.5
    assert loop.concerned > loop.weight


@pytest.mark.parametrize("seed", range(200))
def test_the_bounds_of_parts_hold_for_all_values(seed: int) -> None:
    """A side has a method and the rest of the program. Either may have no upper bound."""
    rng = Random(seed)
    top = rng.choice([20, 200])

    def amount() -> AmountBounds:
        least = rng.randint(0, top)
        return AmountBounds(least, rng.choice([least, least + rng.randint(0, top), inf]))

    parts, rests = [amount(), amount()], [amount(), amount()]
    wholes = [part + rest for part, rest in zip(parts, rests, strict=True)]
    shown = [float(it.least if isinf(it.most) else it.most) for it in wholes]
    totals = WorkTotals(
        (np.array(shown[:1]), np.array(shown[1:])),
        Figure((shown[0],), (shown[1],)),
        ((wholes[0],), (wholes[1],)),
        ((1,), (1,)),
    )
    nothing = Figure((0.0,), (0.0,))
    bounded = totals.bounded(((parts[0],), (parts[1],)), nothing, nothing)
    if bounded is None:
        return
    if bounded.part is None or bounded.of_base is None:
        assert not wholes[0].least
        return

    def value(bounds: AmountBounds) -> float:
        most = bounds.least + 3 * top if isinf(bounds.most) else bounds.most
        return rng.choice([bounds.least, most, rng.uniform(bounds.least, most)])

    for _ in range(50):
        own, other = [value(it) for it in parts], [value(it) for it in rests]
        whole = [one + more for one, more in zip(own, other, strict=True)]
        bytecodes = Figure((own[0],), (own[1],))
        if not whole[0]:
            continue
        part = bytecodes.change / whole[0]
        assert bounded.part.least - 1e-9 <= part <= bounded.part.most + 1e-9
        for bounds, one in zip(bounded.of_base, own, strict=True):
            assert bounds.least - 1e-9 <= one / whole[0] <= bounds.most + 1e-9
