"""Tests the search for source files by path and by package, and the notes about it."""

import zipfile
from pathlib import Path

import pytest

from kpath_jvm.source.finder import MOST_BYTES
from kpath_jvm.source.roots import SourceRoots


def files(directory: Path, **texts: str) -> Path:
    """Writes Kotlin files. Each __ in a name stands for a slash."""
    for name, text in texts.items():
        path = directory / (name.replace("__", "/") + ".kt")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return directory


def test_folders_need_not_be_packages(tmp_path: Path) -> None:
    root = files(
        tmp_path, text__Util="package a.b.text\n// one", other__Util="package a.b.other\n// two",
        Main="package a.b\n// main", Bare="// none",
    )  # fmt: skip
    roots = SourceRoots([root])
    assert roots.text("a/b/text", "Util.kt") == "package a.b.text\n// one"
    assert roots.text("a/b/other", "Util.kt") == "package a.b.other\n// two"
    assert roots.text("a/b", "Main.kt") == "package a.b\n// main"
    assert roots.text("", "Bare.kt") == "// none"
    for package, file in (("a/c", "Util.kt"), ("a", "Bare.kt"), ("", "Main.kt"), ("a/b", "M.kt")):
        assert roots.text(package, file) is None
    assert roots.notes() == []


def test_a_path_that_matches_by_chance_is_not_used(tmp_path: Path) -> None:
    root = files(tmp_path, text__Util="package a.b.text")
    assert SourceRoots([root]).text("text", "Util.kt") is None
    assert SourceRoots([root]).text("", "Util.kt") is None


def test_a_matching_path_comes_first(tmp_path: Path) -> None:
    first = files(tmp_path / "1", Util="package a.b\n// by declaration")
    second = files(tmp_path / "2", a__b__Util="// by path")
    assert SourceRoots([first, second]).text("a/b", "Util.kt") == "// by path"


def test_an_empty_file_is_not_used(tmp_path: Path) -> None:
    first = files(tmp_path / "1", a__b__Util="")
    second = files(tmp_path / "2", x__Util="package a.b\n// by declaration")
    assert SourceRoots([first, second]).text("a/b", "Util.kt") == "package a.b\n// by declaration"
    assert SourceRoots([first]).text("a/b", "Util.kt") is None


@pytest.mark.parametrize("apart", [True, False])
def test_ambiguous_files_are_reported_and_not_used(tmp_path: Path, apart: bool) -> None:
    one = files(tmp_path / "one", x__Util="package a.b\n// one")
    two = files(tmp_path / ("two" if apart else "one/two"), y__Util="package a.b\n// two")
    roots = SourceRoots([one, two] if apart else [one])
    # Each version of a class looks the file up; one note is enough.
    assert {roots.text("a/b", "Util.kt", key=version) for version in range(2)} == {None}
    (note,) = roots.notes()
    assert note.startswith(
        "--sources has several files Util.kt of package a.b; none of them is shown: "
    )
    assert str(one / "x/Util.kt") in note
    assert str(two / "y/Util.kt") in note


def test_equal_files_count_as_one(tmp_path: Path) -> None:
    root = files(tmp_path, x__Util="package a.b", y__Util="package a.b")
    assert SourceRoots([root]).text("a/b", "Util.kt") == "package a.b"


def test_a_useless_root_is_reported_with_an_example(tmp_path: Path) -> None:
    good = files(tmp_path / "good", a__Main="package a")
    bad = files(tmp_path / "b\x1bad", Other="package z")
    roots = SourceRoots([bad, good])
    assert roots.text("a", "Main.kt") == "package a"
    assert roots.text("a", "Other.kt") is None
    (note,) = roots.notes()
    assert note == (
        f"--sources {tmp_path}/b\\u001bad doesn't have the source of any class that is shown; "
        "looked for a/Other.kt, and files of that name that declare the package"
    )


def test_an_unneeded_root_is_reported_only_if_a_file_is_missing(tmp_path: Path) -> None:
    good = files(tmp_path / "good", a__Main="package a", a__Other="package a.b")
    spare = files(tmp_path / "spare", z__Other="package z")
    roots = SourceRoots([spare, good])
    assert roots.text("a", "Main.kt") == "package a"
    assert roots.text("a/b", "Other.kt") == "package a.b"
    assert roots.notes() == []
    assert roots.text("z/y", "Other.kt") is None
    (note,) = roots.notes()
    assert f"{spare} doesn't have" in note
    assert "looked for z/y/Other.kt" in note


def test_an_unused_root_is_not_reported_if_no_file_is_missing(tmp_path: Path) -> None:
    good = files(tmp_path / "good", a__Main="package a")
    spare = files(tmp_path / "spare", z__Other="package z")
    roots = SourceRoots([good, spare])
    assert roots.notes() == []
    roots.text("a", "Main.kt")
    assert roots.notes() == []


@pytest.mark.parametrize("in_jar", [False, True])
def test_a_file_that_is_too_large_is_reported(tmp_path: Path, in_jar: bool) -> None:
    root, name = files(tmp_path / "s", a__b__Small="package a.b"), "a/b/Huge.kt"
    with (root / name).open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    if in_jar:
        jar = tmp_path / "s.jar"
        with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
            made.write(root / name, name)
        root = jar
    roots = SourceRoots([root])
    assert roots.text("a/b", "Huge.kt") is None
    (note,) = roots.notes()
    assert note == (
        f"{root / name} of --sources isn't read: it has 33,554,433 bytes, more than the limit of "
        "33,554,432 (32 MiB); split it up, or its lines are shown without text"
    )


def test_a_file_of_the_maximum_size_is_read(tmp_path: Path) -> None:
    root = files(tmp_path, a__b__Full="package a.b")
    with (root / "a/b/Full.kt").open("r+b") as file:
        file.truncate(MOST_BYTES)
    roots = SourceRoots([root])
    text = roots.text("a/b", "Full.kt")
    assert text is not None
    assert len(text) == MOST_BYTES
    assert roots.notes() == []


def test_a_root_with_a_shadowed_file_is_named(tmp_path: Path) -> None:
    first = files(tmp_path / "1", a__Main="package a\n// one")
    second = files(tmp_path / "2", a__Main="package a\n// two", a__Other="package a")
    same = files(tmp_path / "3", a__Main="package a\n// one")
    roots = SourceRoots([first, second, same], "--base-sources")
    for version in range(2):
        assert roots.text("a", "Main.kt", key=version) == "package a\n// one"
    assert roots.text("a", "Nothing.kt") is None
    (shadowed,) = roots.notes()
    assert shadowed == (
        f"--base-sources {second} isn't used for a/Main.kt: --base-sources {first}, which is named "
        "before it, has different text there, and both fit the recorded code; if the class that "
        f"ran wasn't compiled from that text, name {second} first"
    )


@pytest.mark.parametrize("is_covered", [False, True])
def test_jars_in_a_directory_are_named(tmp_path: Path, is_covered: bool) -> None:
    jars = tmp_path / "jars"
    jars.mkdir()
    for name in "dbca":
        with zipfile.ZipFile(jars / f"{name}-sources.jar", "w") as jar:
            jar.writestr("a/Main.kt", "package a")
    good = files(tmp_path / "good", a__Main="package a")
    roots = SourceRoots([jars, good] if is_covered else [jars])
    assert (roots.text("a", "Main.kt") is not None) == is_covered
    (note,) = roots.notes()
    assert note == (
        f"--sources {jars} doesn't have the source of any class that is shown, and jars in a "
        "directory aren't opened: a-sources.jar, b-sources.jar, c-sources.jar and 1 more; use "
        "--sources for each jar that has sources"
    )
