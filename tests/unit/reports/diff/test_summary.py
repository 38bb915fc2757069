"""Tests what is compared, and which differences are listed."""

from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.extended import extended_profile
from builders.versions import compared_profiles
from kpath_jvm.errors import KpathError
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff


def test_sides_and_lists(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    options = DiffOptions(top=2, least_weight=0.05)
    document = summarise_diff(compare([base], [new], options), options)
    assert document["base"]["bytecodes"] == [2410]
    assert document["base"]["methods"] == 5
    assert [len(document[kind]) for kind in ("methods", "loops", "branches", "sequences")] == [
        2, 2, 2, 2
    ]  # fmt: skip
    # New loops and loops that are gone don't count as trifles.
    assert document["left_out"]["loops"] == 2
    assert document["trifles"] == 2
    assert not document["equal"]
    same = summarise_diff(compare([base], [base], options), options)
    assert same["equal"]
    assert same["notes"] == []


def test_lower_bounds_are_said(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    profile = edges_profile(tmp_path / "a")
    document = summarise_diff(compare([profile.path], [profile.path], DiffOptions()), DiffOptions())
    assert document["equal"]


def test_what_is_not_compared_is_said(tmp_path: Path) -> None:
    path = extended_profile(tmp_path).path
    document = summarise_diff(compare([path], [path], DiffOptions()), DiffOptions())
    assert any("extended paths" in note and "`kpath-jvm overlap`" in note
               for note in document["notes"])  # fmt: skip


def test_k(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    assert compare([base], [new], DiffOptions(k=3)).k == 3
    with pytest.raises(KpathError, match="-k 5 is more than the k = 4") as failure:
        compare([base], [new], DiffOptions(k=5))
    assert failure.value.exit_status == 2
