"""Tests facts about the overlap of two profiles: rows for methods and sequences, and totals."""

from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile, Selection
from kpath_jvm.facts.overlap import OverlapFacts, both_selected
from kpath_jvm.profile.writer import write_profile


def written(directory: Path, name: str, again: int, k: int = 3) -> Profile:
    """Writes a profile of ``again`` calls of again(), 60 - ``again`` of run(), and 40 of same()."""
    (directory / name).mkdir()
    builder = RecordingBuilder(k=k)
    methods = [builder.add(figure_3(name=it)) for it in ("run", "again", "same")]
    for method, times in zip(methods, (60 - again, again, 40), strict=True):
        builder.stream(method, [6, 2, 3], times=times)
    write_profile(directory / f"{name}.kpath", builder.build(directory / name), demo_run())
    return Profile.open(directory / f"{name}.kpath")


@pytest.fixture
def facts(tmp_path: Path) -> OverlapFacts:
    profiles = written(tmp_path, "a", 20), written(tmp_path, "b", 30)
    return OverlapFacts.of(*both_selected(*profiles, Selection()))


def test_differing_methods_are_among_all_methods(facts: OverlapFacts) -> None:
    assert [one["method"] for one in facts.methods()] == ["again", "run"]
    assert [one["method"] for one in facts.methods(1)] == ["again"]
    assert [one["method"] for one in facts.all_methods()] == ["again", "run", "same"]
    again = facts.methods()[0]
    assert again["missing"] == pytest.approx(0.1)
    assert again["surplus"] == 0
    shares = again["online_share"], again["complete_share"]
    assert shares == (pytest.approx(0.2), pytest.approx(0.3))
    assert again["most"]["complete_share"] == pytest.approx(0.1)


def test_totals_are_sums_over_methods(facts: OverlapFacts) -> None:
    assert facts.totals["overlap"] == pytest.approx(0.9)
    assert facts.totals["differing"] == 2
    assert (facts.totals["in_both"], facts.totals["other_code"]) == (3, 0)


def test_sequences_have_a_row_for_each_number_of_paths(facts: OverlapFacts) -> None:
    assert facts.sequences_untold is None
    assert [one["length"] for one in facts.sequences()] == [2, 3]
    assert [one["length"] for one in facts.sequences(2)] == [2]
    assert [one["overlap"] for one in facts.sequences()] == pytest.approx([0.9, 0.9])


def test_incomparable_sequences_have_no_rows(tmp_path: Path) -> None:
    profiles = written(tmp_path, "a", 20, k=1), written(tmp_path, "b", 30)
    facts = OverlapFacts.of(*both_selected(*profiles, Selection()))
    assert facts.sequences() == []
    assert facts.sequences_untold is not None


def test_the_complete_profile_decides_which_paths_are_hot(tmp_path: Path) -> None:
    profiles = written(tmp_path, "a", 50), written(tmp_path, "b", 5)
    online, complete = both_selected(*profiles, Selection(min_share=0.3))
    assert len(online.methods) == 3
    assert len(complete.methods) == 2
    facts = OverlapFacts.of(online, complete)
    assert {one["method"] for one in facts.all_methods()} == {"run", "same"}
