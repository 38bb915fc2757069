"""Tests which recorded methods have code from a source file."""

from pathlib import Path

import pytest

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.places import Place
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.source.recorded import RecordedCode, file_of

MAIN = ("demo", "Main.java")
UTIL = ("a/b", "Util.kt")


@pytest.mark.parametrize(
    ("name", "source", "place", "file"),
    [
        ("a/b/C$D", "Other.kt", None, ("a/b", "Other.kt")),
        ("a/b/C$D", None, None, ("a/b", "C.java")),
        ("C", "../x/C.java", None, ("", "C.java")),
        ("a/b/C", "C.kt", Place("U.kt", "u", 7, 3), ("u", "U.kt")),
        ("a/b/C", "C.kt", Place("", "", -1, 3), ("a/b", "C.kt")),
    ],
)
def test_the_file_of_a_place(
    name: str, source: str | None, place: Place | None, file: tuple[str, str]
) -> None:
    assert file_of(name, source, place) == file


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    """Returns a profile with two versions of Main, one loaded twice.

    Lines 9 and 10 of ``run`` are lines 109 and 110 of Util.kt. ``plain`` is only in Main.java.
    """
    builder = RecordingBuilder()
    mapped = [(9, "Util.kt", "a/b", 109, 8), (10, "Util.kt", "a/b", 110, 8)]
    for loader, digest in (("app", "1"), ("web@1", "1"), ("web@2", "2")):
        version = {"class_name": "demo/Main", "loader": loader, "digest": digest}
        builder.add(figure_3(mapped=mapped, **version))
        builder.add(plain(**version))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    return Profile.open(tmp_path / "p.kpath")


def test_the_code_of_a_file_includes_code_that_was_inlined_from_it(profile: Profile) -> None:
    code = RecordedCode([profile])
    assert [one.title for one in code.of(MAIN, "1")] == ["Main.run", "Main.plain"]
    (inlined,) = code.of(UTIL, "1")
    assert inlined.lines_in(UTIL) == {109, 110}
    assert inlined.lines_in(MAIN) == {8, 11, 13, 15, 17}
    assert [*code.of(("demo", "Util.kt"), "1")] == []


def test_of_a_class_with_several_versions_one_is_meant(profile: Profile) -> None:
    code = RecordedCode([profile, profile])
    assert code.classes(MAIN, "2") == {("demo/Main", "2")}
    assert len([*code.of(MAIN, "2")]) == 2
    assert code.classes(MAIN, "unknown") == frozenset()
