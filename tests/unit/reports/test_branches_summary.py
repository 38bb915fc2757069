"""Tests the JSON document about branches, and the errors of its options."""

import json
from pathlib import Path

import pytest

from builders.branching import branching_profile
from builders.methods import entries_only, figure_3
from builders.recordings import RecordingBuilder, demo_run
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.reading import ReadOptions


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile.open(branching_profile(tmp_path))


def test_the_document_has_the_declared_keys(profile: Profile) -> None:
    document = summarise_branches(profile, ReadOptions(top=9))
    assert complaints(json.loads(json.dumps(document)), "branches") == []
    assert (len(document["methods"]), document["methods_left_out"]) == (4, 0)


def test_the_costliest_methods_with_branches_are_listed(profile: Profile) -> None:
    found = summarise_branches(profile, ReadOptions(top=2))
    assert [one["method"] for one in found["methods"]] == ["diamonds", "run"]
    assert found["methods_left_out"] == 2
    one, *_ = found["methods"]
    # Each of the 600 iterations begins at block 1 and takes 20 bytecodes. Blocks 0 and 8 run once,
    # and take 4 bytecodes each.
    assert one["bytecodes"] == 600 * 20 + 8
    assert one["completed"] == 600
    strongest = [one["dependences"][at] for at in one["strongest"]]
    assert [(it["block"], it["given"], it["iterations"]) for it in strongest] == [
        (4, 4, 3), (1, 4, 2),
    ]  # fmt: skip
    assert sum(share["share"] for share in one["branches"][0]["outcomes"]) == pytest.approx(1)


def test_only_branches_of_selected_loops_are_listed(profile: Profile) -> None:
    options = ReadOptions(selection=Selection(method=("retry",), loop=("40",)))
    (one,) = summarise_branches(profile, options)["methods"]
    assert [it["line"] for it in one["branches"]] == [40, 44, 43]
    options = ReadOptions(selection=Selection(loop=("Figure3.run:9",)))
    (one,) = summarise_branches(profile, options)["methods"]
    # Counts are those of the whole method, including the path from its entry.
    assert [it["count"] for it in one["branches"]] == [262, 262]
    assert one["share_of_all"] < 1


def test_profiles_without_branches_and_too_large_a_k_are_refused(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(figure_3())
    builder.add(entries_only())
    write_profile(tmp_path / "none.kpath", builder.build(tmp_path), demo_run())
    with pytest.raises(KpathError, match=r"no completed path in \S+none.kpath has branches"):
        summarise_branches(Profile.open(tmp_path / "none.kpath"), ReadOptions())
    with pytest.raises(KpathError, match="-k 9 is more than the profile's k = 4"):
        summarise_branches(Profile.open(tmp_path / "none.kpath"), ReadOptions(k=9))
