"""Tests which outputs say that variables have no names, and what the remedy is."""

import json
from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.unnamed import about_unnamed, unnamed_variables
from verb_runs import printed

REMEDY = "compile with -g (javac -g) and record again"
VERBS = ("branches", "branches --always", "advise", "report")


def recorded(directory: Path, verb: str, operand: str, *, is_unnamed: bool = True) -> Path:
    """Writes a profile of ``figure_3()``, whose branches compare ``operand``.

    For ``branches --always``, the first branch always goes the same way.
    """
    method = figure_3(unnamed_variables=is_unnamed)
    method.decisions = [
        (1, "==", "I", [operand, "0"], [1, 0], [2, 3]),
        (4, ">=", "I", [operand, "9"], [1, 0], [5, 1]),
    ]
    builder = RecordingBuilder(k=4)
    builder.add(method)
    paths = [4, *[0] * 18, 1] if verb.endswith("--always") else [6, *[0, 2] * 9, 1]
    builder.stream(method, *[paths] * 40)
    builder.auxiliary(method, entries=40)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return directory / "p.kpath"


@pytest.mark.parametrize("verb", VERBS)
def test_the_remedy_is_given_once(tmp_path: Path, verb: str) -> None:
    path = str(recorded(tmp_path, verb, "local 1"))
    name, *options = verb.split()
    document = json.loads(printed([name, path, *options, "--json"]))
    assert complaints(document, name) == []
    assert document["unnamed_variables"] == ["demo/Figure3"]
    for kind in ("text", "md"):
        text = " ".join(printed([name, path, *options, "--format", kind]).split())
        assert text.count(REMEDY) == 1
        assert "the class files of demo.Figure3 don't have them" in text


@pytest.mark.parametrize("figure", ["iterations", "outcome"])
def test_check_gives_the_remedy_for_the_conditions_that_it_shows(
    tmp_path: Path, figure: str
) -> None:
    """A rule that copies the shown condition would name the variable by its number."""
    rules = tmp_path / "rules.toml"
    ordinal = "ordinal = 1\n" if figure == "outcome" else ""
    rules.write_text(f'[[rule]]\n{figure} = "Figure3.*"\n{ordinal}at-least = 0.001\n')
    for operand, is_unnamed in (("local 1", True), ("local 1", False), ("n", True)):
        place = tmp_path / f"{operand} {is_unnamed}"
        place.mkdir()
        path = str(recorded(place, "report", operand, is_unnamed=is_unnamed))
        for kind in ("text", "md", "json"):
            text = printed(["check", path, "--rules", str(rules), "--format", kind])
            assert operand in text
            is_told = operand != "n" and is_unnamed
            assert " ".join(text.split()).count(REMEDY) == is_told
    # Here, the condition isn't shown.
    rules.write_text('[[rule]]\nentries = "Figure3.*"\nat-least = 1\n')
    path = str(recorded(tmp_path, "report", "local 1"))
    assert REMEDY not in printed(["check", path, "--rules", str(rules)])


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(
    ("operand", "is_unnamed"), [("local 1", False), ("n", True), ('f("local 1")', True)]
)
def test_no_remedy_is_given_if_no_name_is_missing(
    tmp_path: Path, verb: str, operand: str, is_unnamed: bool
) -> None:
    """Class files with names have variables without a name, too: those that compilers add."""
    path = str(recorded(tmp_path, verb, operand, is_unnamed=is_unnamed))
    name, *options = verb.split()
    assert json.loads(printed([name, path, *options, "--json"]))["unnamed_variables"] == []
    assert REMEDY not in " ".join(printed([name, path, *options]).split())


def test_only_shown_conditions_matter(tmp_path: Path) -> None:
    """The condition in the class file isn't shown if the condition in the source is shown."""
    profile = Profile.open(recorded(tmp_path, "branches", "local 1"))
    row = {"class": "demo/Figure3", "question": "n > 9", "in_class_file": "local 1 > 9"}
    assert unnamed_variables(profile, [row]) == []
    assert unnamed_variables(profile, [row | {"inner": [{"text": "local 1 > 9: yes"}]}]) == [
        "demo/Figure3"
    ]
    assert unnamed_variables(profile, [row | {"class": "demo/Other", "text": "local 1"}]) == []


def test_a_remedy_names_up_to_three_classes() -> None:
    classes = [f"a/C{at}" for at in range(5)]
    said = about_unnamed({"unnamed_variables": classes})
    assert said is not None
    assert "of a.C0, a.C1, a.C2 and 2 more classes don't" in said
    assert about_unnamed({"unnamed_variables": []}) is None
