"""Tests notes on branches: their texts, and the dependences that they show."""

from pathlib import Path

import pytest

from builders.branching import SOURCE, branching_profile
from builders.methods import MethodSpec, figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.branch_notes import BranchNotes
from kpath_jvm.analysis.dependence import dependences
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.source.annotation import SourceTexts


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile.open(branching_profile(tmp_path))


def test_notes_have_the_strongest_dependence_of_all_and_of_the_previous_iteration(
    profile: Profile,
) -> None:
    method = profile.find_method("Two.diamonds")
    notes = BranchNotes(profile, method)
    assert [one.question for one in notes.notes] == ["x", "i % 3 == 0", "more"]
    assert [one.answers for one in notes.notes] == [("yes", "no")] * 3
    x, third, more = notes.notes
    assert notes.dependences == dependences(profile, method)
    assert x.strongest is not None
    assert (x.strongest.given.block, x.strongest.iterations) == (4, 2)
    assert third.strongest is not None
    assert (third.strongest.given.block, third.strongest.iterations) == (4, 3)
    assert third.previous is not None
    assert third.previous.iterations == 1
    assert (more.strongest, more.previous, more.numbered) == (None, None, None)
    assert notes.strongest() == [third.strongest, x.strongest]
    assert notes.of_block(4) is third
    assert notes.of_block(2) is None
    assert {line: len(found) for line, found in notes.by_line().items()} == {11: 1, 14: 1, 17: 1}


def test_a_smaller_k_shows_fewer_dependences(profile: Profile) -> None:
    notes = BranchNotes(profile, profile.find_method("Two.diamonds"), k=2)
    assert {one.iterations for one in notes.dependences} == {0, 1}


def test_given_sources_provide_the_questions(profile: Profile, tmp_path: Path) -> None:
    (tmp_path / "src/demo").mkdir(parents=True)
    (tmp_path / "src/demo/Two.java").write_text(SOURCE)
    sources = SourceTexts([tmp_path / "src"])
    notes = BranchNotes(profile, profile.find_method("Two.diamonds"), sources)
    assert all(one.is_matched for one in notes.notes)
    assert [one.label for one in notes.notes] == ["x", "i % 3 == 0", "more"]
    assert notes.unmatched_lines == []


def test_notes_have_outcomes_by_iteration_number(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    spec = builder.add(figure_3())
    builder.stream(spec, *[[6, 0, 3]] * 50)
    builder.auxiliary(spec, entries=50)
    write_profile(tmp_path / "three.kpath", builder.build(tmp_path), demo_run())
    parity, test = BranchNotes(Profile.open(tmp_path / "three.kpath"), 0).notes
    assert parity.numbered is not None
    assert parity.numbered.table == ((50, 0), (0, 50), (50, 0))
    assert test.numbered is not None
    assert test.numbered.branch.block == 4


def test_several_branches_of_a_line_have_ordinals(profile: Profile) -> None:
    notes = BranchNotes(profile, profile.find_method("Figure3.run"))
    assert [one.label for one in notes.notes] == ["#1 i % 2 == 0", "#2 i >= n"]


def test_notes_of_handlers_have_no_answers(profile: Profile) -> None:
    notes = BranchNotes(profile, profile.find_method("retry"))
    assert [(one.label, one.answers, one.is_handler) for one in notes.notes] == [
        ("switch (left)", ("3, 7", "default"), False),
        ("tries > 9L", ("yes", "no"), False),
        ("caught IOException", ("",), True),
    ]
    # Block 2 is the first block of the handler and also has a branch. The branch's note is found.
    assert notes.of_block(2) is notes.notes[1]


def test_string_switches_show_no_hash_codes(tmp_path: Path) -> None:
    spec = MethodSpec(
        class_name="demo/Words", name="kind", descriptor="(Ljava/lang/String;)V",
        blocks=[(0, 3, [(0, 4)]), (4, 7, [(4, 4)]), (8, 11, [(8, 4)]), (12, 15, [(12, 4)]),
                (16, 19, [(16, 5)]), (20, 23, [(20, 7)])],
        edges=[(0, 1, 0), (0, 3, 4), (1, 2, 0), (1, 3, 2), (2, 3, 0), (3, 4, 0), (3, 5, 1)],
        starts=[("entry", 0, 0)],
        ends=[("exit", 4, 0), ("exit", 5, 0)],
        paths=6,
        decisions=[(0, "switch", "I", ["word.hashCode()"], [97], [1, 3]),
                   (1, "true", "Z", ['word.equals("a")'], [1, 0], [2, 3]),
                   (3, "switch", "I", ["local 2"], [0], [4, 5])],
    )  # fmt: skip
    text = """package demo;
class Words {
    void kind(String word) {
        switch (word) { case "a":
            one();
            break;
        default:
            other();
        }
    }
}
"""
    builder = RecordingBuilder()
    builder.add(spec)
    builder.count(spec, 0, 3)
    builder.count(spec, 5, 2)
    write_profile(tmp_path / "words.kpath", builder.build(tmp_path), demo_run())
    (tmp_path / "src/demo").mkdir(parents=True)
    (tmp_path / "src/demo/Words.java").write_text(text)
    profile = Profile.open(tmp_path / "words.kpath")
    notes = BranchNotes(profile, 0, SourceTexts([tmp_path / "src"]))
    assert [(one.outcomes.block, one.question) for one in notes.notes] == [(3, "switch (word)")]
    assert notes.notes[0].answers == ('"a"', "default")
    assert len(BranchNotes(profile, 0).notes) == 3


def why_not(directory: Path, spec: MethodSpec, *activations: tuple[int, ...]) -> str | None:
    builder = RecordingBuilder()
    added = builder.add(spec)
    for paths in activations:
        builder.stream(added, paths)
    write_profile(directory / "it.kpath", builder.build(directory), demo_run())
    notes = BranchNotes(Profile.open(directory / "it.kpath"), 0)
    return notes.why_not_compared({one.outcomes.block for one in notes.notes})


def test_missing_comparisons_with_earlier_outcomes_have_a_reason(tmp_path: Path) -> None:
    """In the loop, block 1 chooses the way, and block 4 decides whether to go round again."""
    ways = [(1, "==", "I", ["x", "0"], [1, 0], [2, 3])]
    cases = (
        # Each activation has one iteration, so no outcome comes before another.
        ([(7,), (5,)] * 40, "no execution of a branch has a known outcome before it"),
        ([(7,)] * 40, "no branch had two outcomes"),
        (
            [(6, 2, 0, 3)],
            "at most 3 executions of a branch can be compared; at least 30 are needed",
        ),
        (
            [(6, 0)] * 40,
            "wherever an earlier outcome is known, either that outcome or the branch's own is",
        ),
        ([(6, *(2, 0) * 20, 3)], None),
    )
    for place, (activations, wanted) in enumerate(cases):
        (directory := tmp_path / str(place)).mkdir()
        found = why_not(directory, figure_3(decisions=ways), *activations)
        assert found == wanted if wanted is None else found is not None
        assert wanted is None or (found or "").startswith(wanted)
