"""Tests the table of branches: a row for each outcome, and a row for unknown outcomes."""

from functools import partial
from pathlib import Path

import pytest

import kpath_jvm
from builders.branching import branching_profile
from builders.wild_walks import walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.branch_notes import BranchNotes
from kpath_jvm.analysis.outcomes import branch_outcomes
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.facts.branches import NO_TARGET, SCHEMA, UNKNOWN, answers_of, branch_table


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile.open(branching_profile(tmp_path))


def _told(profile: Profile, method: int) -> ToldMethod:
    return ToldMethod(profile.code(method), profile.method_rows.row(method), None)


def test_counts_of_a_branch_add_up(profile: Profile) -> None:
    for method in profile.method_rows.numbers.tolist():
        table = branch_table(profile, [method], partial(_told, profile))
        assert table.schema == SCHEMA
        rows = table.to_pylist()
        branches = branch_outcomes(profile, method)
        assert {row["block"] for row in rows} == {one.block for one in branches}
        for one in branches:
            key = (one.block, one.ordinal)
            own = [row for row in rows if (row["block"], row["ordinal"]) == key]
            assert sum(row["count"] for row in own) == one.total == own[0]["total"]
            unknown = [row for row in own if row["target"] == NO_TARGET]
            assert [row["count"] for row in unknown] == ([one.unknown] if one.unknown else [])
            assert all(row["answer"] == UNKNOWN for row in unknown)


def test_unknown_outcomes_have_a_row_of_their_own(tmp_path: Path) -> None:
    """If a path ends at a branch, counts of single paths don't show the branch's outcome."""
    tried = 0
    for seed in range(0, 60, 4):
        method = walked_method(seed)
        if method is None:
            continue
        directory = tmp_path / str(seed)
        directory.mkdir()
        walked = Profile.open(walked_profile(directory, method, 1))
        rows = branch_table(walked, [0], partial(_told, walked)).to_pylist()
        for one in branch_outcomes(walked, 0):
            own = [row for row in rows if row["block"] == one.block]
            unknown = [row for row in own if row["target"] == NO_TARGET]
            assert [row["count"] for row in unknown] == ([one.unknown] if one.unknown else [])
            assert sum(row["count"] for row in own) == one.total
            tried += len(unknown)
    assert tried > 0


def test_python_and_documents_agree_on_outcomes(profile: Profile) -> None:
    tried = 0
    for method in profile.method_rows.numbers.tolist():
        frame = kpath_jvm.branches(profile, method)
        for note in BranchNotes(profile, method).notes:
            if note.is_handler:
                continue
            one = note.outcomes
            is_it = (frame["block"] == one.block) & (frame["ordinal"] == one.ordinal)
            own = frame[is_it & (frame["target"] != NO_TARGET)]
            answers = answers_of(note)
            assert own[["answer", "target", "count", "most", "share"]].to_dict("records") == answers
            tried += 1
    assert tried >= 2
