"""Tests the document of advice for a made-up profile, whose loops get all kinds of advice."""

from pathlib import Path
from typing import Any

import pytest

from builders.advisable import advisable_profile
from builders.recordings import demo_profile
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.reading import ReadOptions


def loops(directory: Path, **options: Any) -> dict[str, dict[str, Any]]:
    """Returns the document's loops by the names of their classes."""
    profile = Profile.open(advisable_profile(directory))
    document = summarise_advice(profile, ReadOptions(**options))
    assert complaints(document, "advise") == []
    return {loop["class"].rpartition("/")[2]: loop for loop in document["loops"]}


def kinds(loop: dict[str, Any]) -> list[str]:
    return [one["kind"] for one in loop["advice"]]


def test_each_loop_is_advised_what_it_was_made_for(tmp_path: Path) -> None:
    found = loops(tmp_path)
    assert [*found] == ["Peeled", "Figure3", "Steady", "Follows", "Rare"]
    assert kinds(found["Figure3"]) == ["unroll", "history"]
    assert found["Figure3"]["unrolling"]["period"] == 2
    assert found["Figure3"]["unrolling"]["factors"] == [2, 4, 8]
    assert kinds(found["Steady"]) == ["write out", "unswitch"]
    assert found["Steady"]["unrolling"]["steady_iterations"] == 6
    assert found["Steady"]["unswitching"][0]["pairs"] == [[3_500, 0], [0, 2_500]]
    assert kinds(found["Peeled"]) == ["write out", "peel", "history", "superblock"]
    assert found["Peeled"]["peeling"]["branches"][0]["first"] == [0, 1_200]
    assert found["Rare"]["advice"] == []
    assert [one["kind"] for one in found["Rare"]["not_advised"]] == [
        "write out", "unroll", "peel", "unswitch", "history", "superblock",
    ]  # fmt: skip


def test_counts_agree_with_the_profile(tmp_path: Path) -> None:
    found = loops(tmp_path)["Peeled"]
    # There are 1,150 entries with 8 iterations and 50 with 5. The last iteration counts, too,
    # because a do ... while loop has no loop test.
    assert (found["entries"], found["iterations"]) == (1_200, 9_450)
    assert found["unrolling"]["entries_by_iterations"][5] == 50
    assert found["unrolling"]["entries_by_iterations"][8] == 1_150
    named = {one["way"]: one["name"] for one in found["paths"]}
    assert named == {"w1": "A", "w2": "C", "w3": "B"}
    side_exits = [one["count"] for one in found["superblocks"]["side_exits"]]
    assert side_exits == [1_250, 1_200]
    assert found["superblocks"]["finished"] == 9_450 - 2_450


def test_shares_are_of_the_whole_profile(tmp_path: Path) -> None:
    every = loops(tmp_path)
    assert sum(one["share_of_all"] for one in every.values()) <= 1
    (tmp_path / "one").mkdir()
    only = loops(tmp_path / "one", selection=Selection(method=("Steady.run",)))
    assert only == {"Steady": every["Steady"]}


def test_top_and_k(tmp_path: Path) -> None:
    found = loops(tmp_path, top=1, k=3)
    assert [*found] == ["Peeled"]
    assert len(found["Peeled"]["unrolling"]["repeats"]) == 2
    # Sequences of three don't show eight iterations.
    assert found["Peeled"]["unrolling"]["steady_iterations"] is None


def test_single_paths_say_nothing(tmp_path: Path) -> None:
    profile = Profile.open(demo_profile(tmp_path))
    with pytest.raises(KpathError, match="k = 1 has single paths only"):
        summarise_advice(profile, ReadOptions(k=1))


def test_other_profiles(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(demo_profile(tmp_path)), ReadOptions())
    assert complaints(document, "advise") == []
    assert not any(loop["advice"] for loop in document["loops"])
