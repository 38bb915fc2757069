"""Tests that a branch is recognised although an edit has put a condition before it."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.branches import branch_changes
from kpath_jvm.analysis.diff.changes import BranchChange
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import match_methods

#: The loop's body before the edit: block 2 computes c, and asks whether c is 45.
BEFORE = Version(
    operands={2: "c"}, instructions={2: 9, 3: 4, 4: 6}
).walked(LEFT, LEFT, LEFT, RIGHT)  # fmt: skip
#: After the edit, block 2 computes c and asks something else. The short block 3 asks whether c is
#: 45. Blocks 4 and 5 are the arms of block 3, block 6 goes back, and block 7 leaves the loop.
AFTER = replace(
    Version(
        ((1,), (2, 7), (3, 6), (4, 5), (6,), (6,), (1,), ()),
        operands={2: "plus", 3: "c"}, instructions={2: 9, 3: 3, 4: 4, 5: 6}, digest="x",
    ),
    walks=[[0, *(1, 2, 3, 4, 6) * 3, 1, 2, 3, 5, 6, 1, 7]],
)  # fmt: skip


def changes(directory: Path, base: Version, new: Version) -> list[BranchChange]:
    sides = [
        Side([versions_profile(directory, name, one)])
        for name, one in (("base", base), ("new", new))
    ]
    (pair,) = match_methods(*sides)
    assert pair.base is not None
    assert pair.new is not None
    totals = sides[0].bytecodes, sides[1].bytecodes
    return list(branch_changes(pair, MeasuredMethod(pair.base), MeasuredMethod(pair.new), totals))


@pytest.mark.parametrize("is_added", [True, False])
def test_a_condition_before_a_branch(tmp_path: Path, *, is_added: bool) -> None:
    """The branch went the same ways in both versions. Only the branch before it is new, or gone."""
    sides = (BEFORE, AFTER) if is_added else (AFTER, BEFORE)
    (found,) = changes(tmp_path, *sides)
    assert found.status == ("new" if is_added else "gone")
    row = found.new if is_added else found.base
    assert row is not None
    assert (row.block, row.decision.operands) == (2, ("plus", "0"))


def test_if_two_branches_ask_the_same_the_one_in_its_place_is_meant(tmp_path: Path) -> None:
    twice = replace(AFTER, operands={2: "c", 3: "c"})
    found = changes(tmp_path, BEFORE, twice)
    assert [(one.status, one.new and one.new.block) for one in found] == [
        ("shifted", 2),
        ("new", 3),
    ]


def test_a_changed_condition_in_its_place_is_the_same_branch(tmp_path: Path) -> None:
    """Another branch happens to ask now what this branch asked before the edit."""
    asked = replace(BEFORE, operands={2: "c", 1: "i"}, walks=[])
    changed = replace(asked, operands={2: "c2", 1: "c"}, digest="x").walked(LEFT, RIGHT)
    found = changes(tmp_path, asked.walked(LEFT, LEFT, LEFT, RIGHT), changed)
    assert ARMS[2] == (3, 4)
    assert {one.status for one in found if one.new is not None and one.new.block == 2} == {
        "shifted"
    }
