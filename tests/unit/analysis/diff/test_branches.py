"""Tests branches whose outcomes differ between two sides, and branches that ran on one side."""

from itertools import permutations, product
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from builders.numbered import numbered_profile
from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.branches import (
    _Compared,
    _most_moved,
    _nearest,
    branch_changes,
)
from kpath_jvm.analysis.diff.changes import BranchChange, OutcomeShift
from kpath_jvm.analysis.diff.figures import Figure
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.matching.cases import SameOutcome
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import match_methods


def test_a_branch_whose_outcomes_shifted_is_reported(tmp_path: Path) -> None:
    walks = Version().walked(LEFT, LEFT, LEFT, RIGHT), Version().walked(LEFT, RIGHT)
    sides = [Side([versions_profile(tmp_path, str(at), one)]) for at, one in enumerate(walks)]
    (pair,) = match_methods(*sides)
    assert pair.base is not None
    assert pair.new is not None
    totals = sides[0].bytecodes, sides[1].bytecodes
    found = {
        one.new.block: one
        for one in branch_changes(pair, MeasuredMethod(pair.base), MeasuredMethod(pair.new), totals)
        if one.new is not None
    }
    assert set(found) == {1, 2}
    assert found[2].status == "shifted"
    assert found[2].moved == 0.25
    assert found[2].executions.means == (4, 2)
    # The most frequent outcome is guessed. The guess is wrong for one of the base's four executions
    # and for one of the new side's two.
    assert found[2].missed.means == (0.25, 0.5)
    # All blocks have ten bytecodes. The base executed 19 blocks, 4 of them block 2. The new side
    # executed 11 blocks, 2 of them block 2.
    assert found[2].share.means == (pytest.approx(4 / 19), pytest.approx(2 / 11))
    assert found[2].weight == pytest.approx(0.25 * (4 / 19 + 2 / 11) / 2)
    assert not found[2].is_asked_anew


@pytest.mark.parametrize("before", [(4, 0), (3, 1), (2, 2), (8, 2)])
def test_only_answers_that_came_more_often_have_risen(
    tmp_path: Path, before: tuple[int, int]
) -> None:
    """Each answer's rises are counted in executions, by hand."""
    base = Side([versions_profile(tmp_path, "base", took(*before))])
    for after in product(range(5), repeat=2):
        if not any(after):
            continue
        new = Side([versions_profile(tmp_path, f"{after}", took(*after))])
        (pair,) = match_methods(base, new)
        assert pair.base is not None
        assert pair.new is not None
        sides = MeasuredMethod(pair.base), MeasuredMethod(pair.new)
        found = [
            one
            for one in branch_changes(pair, *sides, (base.bytecodes, new.bytecodes))
            if one.new is not None and one.new.block == 2
        ]
        # As many new executions would have each answer if the shares were as before.
        as_before = [count * sum(after) / sum(before) for count in before]
        more = [
            max(0, min(now - expected, now - was))
            for now, expected, was in zip(after, as_before, before, strict=True)
        ]
        assert [one.risen for one in found] == ([sum(more) / sum(after)] if found else [])
        if found and all(now <= was for now, was in zip(after, before, strict=True)):
            assert not found[0].risen
        if found and sum(after) == sum(before):
            assert found[0].risen == found[0].moved


def took(left: int, right: int) -> Version:
    return Version().walked(*[LEFT] * left, *[RIGHT] * right)


@pytest.mark.parametrize(("status", "here"), [("gone", 0), ("new", 1)])
def test_a_switch_that_ran_on_one_side_has_the_outcomes_of_that_side(
    tmp_path: Path, status: str, here: int
) -> None:
    """The labels of the cases aren't known, and two cases have equal code.

    So nothing shows which cases of the two sides correspond.
    """
    counts = [(0, 0, 0), (0, 0, 0)]
    counts[here] = (3, 4, 5)
    sides = [
        Side([numbered_profile(tmp_path, name, own, digest=name, others=9)])
        for name, own in zip(("base", "new"), counts, strict=True)
    ]
    (pair,) = (one for one in match_methods(*sides) if one.known.name == "kind")
    assert pair.base is not None
    assert pair.new is not None
    totals = sides[0].bytecodes, sides[1].bytecodes
    (change,) = branch_changes(pair, MeasuredMethod(pair.base), MeasuredMethod(pair.new), totals)
    assert change.status == status
    by_target = {(one.base, one.new)[here]: one.times.means[here] for one in change.outcomes}
    assert by_target == {(1,): 3, (2,): 4, (3,): 5}
    assert len(change.outcomes) == 3
    assert change.missed.means[here] == pytest.approx((3 + 4) / 12)
    assert change.missed.means[1 - here] == 0


def test_branches_of_a_method_on_one_side_are_new_or_gone(tmp_path: Path) -> None:
    run, other = Version().walked(LEFT, RIGHT), Version(name="other").walked(LEFT, LEFT)
    sides = [
        Side([versions_profile(tmp_path, "base", run)]),
        Side([versions_profile(tmp_path, "new", run, other, Version(name="never"))]),
    ]
    totals = sides[0].bytecodes, sides[1].bytecodes
    for order, status, here in ((sides, "new", 1), (sides[::-1], "gone", 0)):
        pairs = [one for one in match_methods(*order) if one.known.name in ("other", "never")]
        found = [
            change
            for pair in pairs
            for change in branch_changes(
                pair,
                pair.base and MeasuredMethod(pair.base),
                pair.new and MeasuredMethod(pair.new),
                (totals[1 - here], totals[here]) if status == "gone" else totals,
            )
        ]
        # Branches that never ran aren't reported.
        assert {one.pair.known.name for one in found} == {"other"}
        assert [one.status for one in found] == [status] * len(found)
        for one in found:
            assert (one.base is None, one.new is None) == (status == "new", status == "gone")
            assert one.weight == max(one.share.means) > 0
            assert one.share.means[1 - here] == one.executions.means[1 - here] == 0
            assert sum(shift.share.means[here] for shift in one.outcomes) == 1
            most = max(shift.share.means[here] for shift in one.outcomes)
            assert one.missed.means[here] == pytest.approx(1 - most)
            assert one.missed.means[1 - here] == 0
            assert one.moved == 0


def statuses(
    directory: Path,
    base: Version,
    new: Version,
    *,
    leads_elsewhere: bool = False,
) -> set[str]:
    """Returns the statuses of the branches that differ. All these branches must be in block 2.

    If ``leads_elsewhere``, block 3, to which block 2 leads, has no counterpart on the new side.
    """
    found = changed(directory, base, new, leads_elsewhere=leads_elsewhere)
    branches = [one.new or one.base for one in found]
    assert all(branch is not None and branch.block == 2 for branch in branches)
    return {one.status for one in found}


def changed(
    directory: Path, base: Version, new: Version, *, leads_elsewhere: bool = False
) -> list[BranchChange]:
    directory.mkdir()
    sides = [
        Side([versions_profile(directory, str(at), one)]) for at, one in enumerate((base, new))
    ]
    (pair,) = match_methods(*sides)
    if leads_elsewhere:
        pair.blocks.to_new[3] = -1
    measured = [it and MeasuredMethod(it) for it in (pair.base, pair.new)]
    totals = sides[0].bytecodes, sides[1].bytecodes
    return list(branch_changes(pair, *measured, totals))  # type: ignore[arg-type]


def test_a_branch_without_text_is_the_same_if_it_leads_to_the_same_blocks(tmp_path: Path) -> None:
    """The base's branch calls a method with an array, so the text of the branch isn't known.

    In the new version, the branch calls the method without an array, and the text is known.
    """

    def version(asks: str, size: int, *rounds: tuple[int, ...]) -> Version:
        made = Version(operands={2: asks}, instructions={2: size}, digest=f"{asks}{size}")
        return made.walked(*rounds)

    base = version("…", 14, LEFT, LEFT, RIGHT)
    same = version("scanner.check(ID)", 10, LEFT, LEFT, RIGHT)
    assert statuses(tmp_path / "same", base, same) == set()
    assert statuses(tmp_path / "back", same, base) == set()
    # Both sides have the same branch, so different outcomes are a shift.
    other = version("scanner.check(ID)", 10, LEFT, RIGHT, RIGHT)
    assert statuses(tmp_path / "other", base, other) == {"shifted"}
    # The branches are different ones if their texts differ, if the known parts of their texts
    # differ, or if they lead to different blocks.
    for name, asks in (("told", "reader.size"), ("part", "reader.check(…)")):
        told = version(asks, 14, LEFT, LEFT, RIGHT)
        assert statuses(tmp_path / name, told, same) == {"gone", "new"}
    assert statuses(tmp_path / "elsewhere", base, same, leads_elsewhere=True) == {"gone", "new"}


def test_a_branch_that_ran_on_one_side_is_new_or_gone(tmp_path: Path) -> None:
    without, ran = Version().walked(), Version().walked(LEFT, RIGHT, RIGHT)
    for name, base, new in (("new", without, ran), ("gone", ran, without)):
        both = changed(tmp_path / name, base, new)
        assert {one.status for one in both} == {name, "shifted"}
        found = [one for one in both if one.status == name]
        assert [(one.base and one.base.block, one.new and one.new.block) for one in found] == [
            (2, 2)
        ]
        side = name == "new"
        assert found[0].executions.means == ((0, 3) if side else (3, 0))
        assert [one.share.means[side] for one in found[0].outcomes] == [1 / 3, 2 / 3]
        assert [one.share.means[not side] for one in found[0].outcomes] == [0, 0]
        assert found[0].moved == 0
        assert found[0].weight == found[0].share.means[side] > 0
        # Both sides have the branch's code, so it may be chance that only one side ran the branch.
        assert not found[0].is_of_one_code


def shifts(compared: list[_Compared], shares: list[Figure]) -> list[OutcomeShift]:
    return [
        OutcomeShift(one.base, one.new, share, share, one.untold is None)
        for one, share in zip(compared, shares, strict=True)
    ]


@pytest.mark.parametrize("is_whole", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_the_bounds_of_shifted_outcomes_are_those_of_brute_force(
    seed: int, *, is_whole: bool
) -> None:
    random = Random(seed)
    group = SameOutcome((1, 2, 3), (1, 2, 3) if is_whole else (1, 2), False, is_whole)
    sides = []
    for number in (4, 4 if is_whole else 3):
        counts = [random.randint(0, 9) for _ in range(number)] + [1]
        rows = [dict(zip((*range(1, number), 9), counts, strict=False))]
        sides.append(rows)
    measured = [SimpleNamespace(outcomes=[{0: rows[0]}]) for rows in sides]
    branches = [SimpleNamespace(block=0, targets=tuple(rows[0])) for rows in sides]
    pair: Any = (measured, branches)
    compared = [_Compared((9,), (9,)), *_nearest(group, *pair)]
    shares = [
        Figure(*(
            (sum(rows[0].get(it, 0) for it in own) / sum(rows[0].values()),)
            for rows, own in zip(sides, (one.base, one.new), strict=True)
        ))
        for one in compared
    ]  # fmt: skip
    known = [
        [rows[0].get(it, 0) / sum(rows[0].values()) for it in own] + [0.0] * 3 * (not is_whole)
        for rows, own in zip(sides, (group.base, group.new), strict=True)
    ]
    # An outcome without a partner is compared with a share of 0.
    known = [side + [0.0] * (max(map(len, known)) - len(side)) for side in known]
    rest = abs(shares[0].change)
    moved = [
        (rest + sum(abs(a - b) for a, b in zip(known[0], order, strict=True))) / 2
        for order in permutations(known[1])
    ]
    assert sum(abs(share.change) for share in shares) / 2 == pytest.approx(min(moved))
    assert _most_moved(compared, shifts(compared, shares)) == pytest.approx(max(moved))


@pytest.mark.parametrize("seed", range(8))
def test_the_bounds_of_split_or_joined_cases_are_those_of_brute_force(seed: int) -> None:
    random = Random(seed)
    group = SameOutcome((1, 2, 3), (1, 2), is_told=False, is_whole=False, may_be_joined=True)
    counts = [
        {target: random.randint(0, 9) for target in targets} | {9: random.randint(1, 9)}
        for targets in (group.base, group.new)
    ]
    measured = [SimpleNamespace(outcomes=[{0: own}]) for own in counts]
    branches = [SimpleNamespace(block=0, targets=tuple(own)) for own in counts]
    pair: Any = (measured, branches)
    compared = [_Compared((9,), (9,)), *_nearest(group, *pair)]
    known = [{at: own[at] / sum(own.values()) for at in own} for own in counts]
    shares = [
        Figure(*((sum(own[it] for it in its),) for own, its in zip(known, sides, strict=True)))
        for sides in ((one.base, one.new) for one in compared)
    ]
    moved = []
    for outcomes in product(range(5), repeat=5):
        # Each of the five targets belongs to one of five outcomes.
        changes = [0.0] * 5
        for target, outcome in zip((1, 2, 3), outcomes[:3], strict=True):
            changes[outcome] -= known[0][target]
        for target, outcome in zip((1, 2), outcomes[3:], strict=True):
            changes[outcome] += known[1][target]
        moved.append((abs(known[0][9] - known[1][9]) + sum(map(abs, changes))) / 2)
    assert sum(abs(share.change) for share in shares) / 2 == pytest.approx(min(moved))
    assert _most_moved(compared, shifts(compared, shares)) == pytest.approx(max(moved))
