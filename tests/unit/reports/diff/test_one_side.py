"""Tests the texts about methods, loops, branches and sequences that ran on one side only."""

from pathlib import Path
from typing import Any

import pytest

from builders.recordings import RecordingBuilder, demo_run
from builders.versions import LEFT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import difference
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.diff.one_side import code_told, why_on_one_side
from kpath_jvm.reports.diff.rows import Rows


@pytest.mark.parametrize(
    ("kind", "changes", "text"),
    [
        ("methods", {}, "it never ran on the new side, although its code is there, unchanged"),
        (
            "methods",
            {"code": "alike"},
            "it never ran on the new side, although its code is there, unchanged as far as "
            "profiles can tell",
        ),
        (
            "methods",
            {"code": "changed"},
            "it never ran on the new side, although its code is there, changed",
        ),
        (
            "branches",
            {"code": "changed", "status": "new"},
            "it never ran in the base, although its code is there, in a method whose code has "
            "changed",
        ),
        ("branches", {"in_both": False}, "only the base has its code"),
        ("sequences", {"in_both": False, "code": "changed"}, "only the base has its code"),
        ("loops", {}, "only the base has its code"),
        (
            "loops",
            {"new_loop": {}, "may_have_run": True},
            "no completed path of the new side ran it, but others may have; its code is there, "
            "unchanged",
        ),
        (
            "sequences",
            {"code": "changed"},
            "it never occurred on the new side; its method's code has changed",
        ),
        ("sequences", {"may_have_run": True}, "the new side may have held it back"),
        (
            "sequences",
            {"may_have_run": True, "in_both": False},
            "the new side may have held it back",
        ),
        (
            "methods",
            {"code": None, "beside": "method"},
            "the new side has the method from other class files only",
        ),
        (
            "loops",
            {"code": None, "beside": "class"},
            "the new side recorded class demo.Work without this method",
        ),
        (
            "loops",
            {"code": None, "beside": "left out", "status": "new"},
            "the base didn't record it, as `report` says",
        ),
        (
            "methods",
            {"code": None, "beside": "thread"},
            "the thread didn't run it on the new side",
        ),
        (
            "methods",
            {"code": None, "beside": "thread", "status": "new"},
            "the thread didn't run it in the base",
        ),
    ],
)
def test_rows_say_why_code_ran_on_one_side(kind: str, changes: dict[str, Any], text: str) -> None:
    row = {
        "status": "gone", "code": "same", "beside": None, "class": "demo/Work", "in_both": True,
        "base_loop": {}, "new_loop": None, "may_have_run": False,
    }  # fmt: skip
    assert why_on_one_side(kind, row | changes) == text


def test_texts_say_whether_code_has_changed() -> None:
    assert code_told("same") == "its method's code is unchanged"
    assert code_told("changed", is_method=True) == "its code has changed"


def test_a_row_says_what_the_other_side_recorded(tmp_path: Path) -> None:
    """A method that the other side didn't record isn't taken for a removed method."""
    work = Version().walked(LEFT)
    stays = Version(name="stays").walked(LEFT)
    base = Side([versions_profile(tmp_path, "base", work, stays)])

    def beside(new: Profile) -> object:
        found = difference(base, Side([new]), least_share=0.0)
        (gone,) = [one for one in found.methods if one.pair.known.name == "run"]
        return Rows().method(gone)["beside"]

    assert beside(versions_profile(tmp_path, "class", stays)) == "class"
    other = Version(((1,), ()), [[0, 1]], class_name="demo/Other", name="o", digest="o")
    assert beside(versions_profile(tmp_path, "other", other)) is None
    builder = RecordingBuilder(k=4)
    builder.add(other.program.method("back-edge"))
    builder.skip("demo/Work", "too large")
    write_profile(tmp_path / "skipped.kpath", builder.build(tmp_path), demo_run())
    assert beside(Profile.open(tmp_path / "skipped.kpath")) == "left out"
