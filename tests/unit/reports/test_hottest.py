"""The hottest sequences, methods and paths of the demo profile."""

from pathlib import Path

import pytest

from kpath_jvm import Profile
from kpath_jvm.reports.hottest import Hottest


@pytest.fixture
def profile(demo: Path) -> Profile:
    return Profile.open(demo)


def test_methods_by_their_completions(profile: Profile) -> None:
    found = Hottest(profile, 4, 3).methods()
    assert [(row["title"], row["completed"]) for row in found] == [
        ("demo.Tangle.spin(int, int)", 21),
        ("demo.Figure3.run(int)", 14),
        ("demo.Figure3.plain(int)", 12),
    ]
    assert sum(row["completed"] for row in Hottest(profile, 4, 99).methods()) == 68
    assert found[0]["share_of_all"] == pytest.approx(21 / 68)
    assert (found[2]["paths_executed"], found[2]["paths_possible"]) == (2, 2)


def test_paths_by_their_counts(profile: Profile) -> None:
    found = Hottest(profile, 4, 2).paths()
    assert [(row["method"], row["path"], row["count"]) for row in found] == [
        ("spin", 4, 9), ("plain", 0, 7),
    ]  # fmt: skip
    assert found[1]["share_of_method"] == pytest.approx(7 / 12)
    assert (found[1]["start"], found[1]["end"]) == ("entry", "exit")
    assert found[1]["source"] is None


def test_those_of_one_method_only(profile: Profile) -> None:
    method = profile.find_method("Figure3.run")
    ranks = Hottest(profile, 2, 99, method)
    assert [row["method"] for row in ranks.methods()] == ["run"]
    assert {row["class"] for row in ranks.paths()} == {"demo/Figure3"}
    sequences = ranks.sequences()
    assert sequences
    # No longer than k, and counted as in the stream.
    assert {len(row["paths"]) for row in sequences} == {2}
    counts = profile.ngrams(method).set_index("sequence")["count"]
    assert all(counts[tuple(row["paths"])] == row["count"] for row in sequences)


def test_a_sequence_names_the_loop_that_it_stays_in(profile: Profile) -> None:
    method = profile.find_method("Figure3.run")
    found = Hottest(profile, 4, 1, method).sequences()[0]
    assert found["loop"] == {"header_block": 1, "header_line": 9, "statement": None}
    assert found["iterations"] == len(found["paths"])
    assert found["covered"] == found["count"] * found["period"]
