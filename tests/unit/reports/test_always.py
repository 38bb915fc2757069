"""Tests the list of branches that always went one way."""

import json
from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_run
from builders.settled import settled_profile
from json_documents import complaints
from kpath_jvm import KpathError, Profile, Selection, always, settled
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports.always import summarise_always
from kpath_jvm.reports.always_words import claim
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.source.annotation import SourceTexts
from verb_runs import said


def test_the_document_has_the_declared_keys(tmp_path: Path) -> None:
    for path in (settled_profile(tmp_path), edges_profile(tmp_path).path):
        document = summarise_always(Profile.open(path), ReadOptions(), whole=True)
        assert complaints(json.loads(json.dumps(document)), "branches") == []
        assert document["methods"] == []


def test_the_list_includes_settled_branches(tmp_path: Path) -> None:
    profile = Profile.open(settled_profile(tmp_path))
    (strict,) = settled(profile).query("kind == 'one way'").to_dict("records")
    (one,) = always(profile).to_dict("records")
    same = ("title", "line", "question", "count", "bytecodes", "share", "behind", "uncompleted")
    assert [one[name] for name in same] == [strict[name] for name in same]
    assert one["text"] == strict["text"]
    with pytest.raises(KpathError, match="nowhere"):
        always(profile, selection=Selection(method=("nowhere",)))


def test_claims_about_a_killed_run_are_limited(tmp_path: Path) -> None:
    """A branch of a killed run isn't called settled, but is in this list, with reservations."""
    path = settled_profile(
        tmp_path, completeness=decided([Fact(cause=Cause.KILLED, text="it was killed")])
    )
    document = summarise_always(Profile.open(path), ReadOptions(), whole=True)
    (one,) = document["always"]
    assert "in all 2,000 executions, as far as paths were completed; 2 paths" in one["text"]
    assert "as far as it was counted" in one["text"]
    assert one["text"].endswith("of code never ran, as far as it was counted")


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({}, "yes in all 9 executions"),
        ({"count": 1, "most": 1}, "yes in its only execution"),
        ({"most": 12}, "yes in all 9 to 12 executions"),
        (
            {"may_differ": 3, "most": 12},
            "yes in all 9 executions whose outcome is known; up to 3 more may have gone another "
            "way",
        ),
        ({"uncompleted": None}, "yes in all 9 executions on completed paths"),
        ({"held_back": 2}, "yes in all 9 executions; up to 2 completed paths may be missing"),
        (
            {"other_copy": True, "ends_loop": True},
            "yes in all 9 executions; this test also decides whether its loop ends; a copy of it "
            "on the same line went another way, or may have",
        ),
    ],
)
def test_claims_have_reservations(facts: dict[str, object], text: str) -> None:
    row = {
        "answer": "yes", "count": 9, "most": 9, "may_differ": 0, "uncompleted": 0, "held_back": 0,
        "ends_loop": False, "other_copy": False,
    }  # fmt: skip
    assert claim(row | facts, is_exact=True) == text


def test_top_shortens_the_list(tmp_path: Path) -> None:
    profile = edges_profile(tmp_path)
    whole = summarise_always(profile, ReadOptions(top=1), whole=True)
    short = summarise_always(profile, ReadOptions(top=1), whole=False)
    assert short["always"] == whole["always"][:1]
    assert short["always_left_out"] == len(whole["always"]) - len(short["always"])


def test_notes_on_sources_are_about_the_rows_that_are_shown(tmp_path: Path) -> None:
    """Each class has a branch that always went one way; one root has the first class only."""
    builder = RecordingBuilder()
    for name, count in (("First", 5), ("Second", 2)):
        builder.count(builder.add(plain(class_name=f"demo/{name}")), 0, count)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    roots = [tmp_path / name for name in ("has", "equal", "empty")]
    for root in roots:
        root.mkdir()
    code = "int plain(boolean it) {\nif (it)\nreturn 1;\n//\nreturn 2;\n}\n}\n"
    for root in roots[:2]:
        (root / "First.java").write_text(f"package demo; class First {{{chr(10) * 19}{code}")
    profile = Profile.open(tmp_path / "p.kpath")
    for top, noted in ((1, []), (2, ["empty"])):
        sources = SourceTexts(roots, [profile])
        document = summarise_always(profile, ReadOptions(top=top), whole=False, sources=sources)
        assert [one["class"] for one in document["always"]] == ["demo/First", "demo/Second"][:top]
        assert document["always"][0]["question"] == "it"
        assert document["always_left_out"] == 2 - top
        notes = sources.notes()
        assert [note.partition(" doesn't")[0] for note in notes] == [
            f"--sources {tmp_path / name}" for name in noted
        ]
        assert all("looked for demo/Second.java" in note for note in notes)


def test_k_is_refused(tmp_path: Path) -> None:
    status, _, error = said(["branches", str(settled_profile(tmp_path)), "--always", "-k", "2"])
    assert status == 2
    assert "-k has no effect with --always; leave one of the two out" in error
