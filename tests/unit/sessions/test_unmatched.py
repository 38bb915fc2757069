"""Tests the messages about patterns that match nothing in a recording."""

from pathlib import Path

import pytest

from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.options import AgentOptions, Value
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.unmatched import (
    FILTERED,
    nothing_entered,
    profile_told,
    unmatched,
    why_no_method_in,
)

LEFT_OUT = [("org/foo/Bar", FILTERED), ("org/foo/Other", FILTERED), ("org/foo/Huge", "too large")]


@pytest.mark.parametrize(
    ("patterns", "lines"),
    [
        ((), []),
        (("org.Main", "Huge", "org"), []),
        (("Baz",), ["--include Baz; did you mean org.foo.Bar?"]),
        (("Main", "org.fo.*"), ["--include org.fo.*; did you mean org.foo.*"]),
        (("Bar",), ["--include Bar: --exclude leaves org.foo.Bar out"]),
        (("xyzzy",), ["--include xyzzy; perhaps none was loaded; write a class or package"]),
    ],
)
def test_each_unmatched_pattern_gets_a_line(patterns: tuple[str, ...], lines: list[str]) -> None:
    found = list(unmatched(patterns, ["org/Main"], LEFT_OUT))
    assert len(found) == len(lines)
    for line, end in zip(found, lines, strict=True):
        assert line.startswith(f"no profiled class matches {end}")


def test_an_unloaded_class_is_not_called_misspelt() -> None:
    """A suggestion needs a similar name.

    If no class of acme was loaded, perhaps only the build tool's libraries were recorded, and the
    pattern means none of their classes.
    """
    (line,) = unmatched(("acme",), ["com/google/inject/name/Names"], [])
    assert "did you mean" not in line
    (line,) = unmatched(("Nmes",), ["com/google/inject/name/Names"], [])
    assert line.endswith("; did you mean com.google.inject.name.Names?")


def test_the_other_classes_of_a_package_are_not_suggested() -> None:
    """A pattern may correctly name a class of the JDK that the program doesn't use."""
    used = ["java/util/ArrayList", "java/util/ArrayList$Itr"]
    (line,) = unmatched(("java.util.LinkedList",), used, [])
    assert "did you mean" not in line
    for misspelt in ("java.util.ArayList", "java.utl.ArrayList"):
        (line,) = unmatched((misspelt,), used, [])
        assert "; did you mean java.util.ArrayList" in line


def recorded(directory: Path, names: list[str]) -> Path:
    builder = RecordingBuilder()
    for name in names:
        builder.add(plain(class_name=name))
    builder.skip("org/foo/Bar", FILTERED)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return directory / "p.kpath"


@pytest.mark.parametrize("scope", ["all", "hot"])
@pytest.mark.parametrize("names", [[], ["org/Main"]])
def test_patterns_that_match_nothing_in_a_profile_are_reported_unless_scope_is_hot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], names: list[str], scope: str
) -> None:
    values: dict[str, Value] = {"include": ("org.Main", "org.foo.Baz"), "scope": scope}
    profile = recorded(tmp_path, names)
    why = why_no_method_in(profile, AgentOptions(values), Reporter(quiet=True))
    said = capsys.readouterr().err
    if scope == "hot":
        assert why is None
        assert said == ("" if names else "kpath-jvm: no method was found hot, or its class could "
                        "not be changed; try --scope loops\n")  # fmt: skip
    elif names:
        assert why is None
        assert said.startswith("kpath-jvm: no profiled class matches --include org.foo.Baz")
        assert "did you mean org.foo.Bar" in said
    else:
        assert why is not None
        assert why.startswith(
            "no method was instrumented; check --include and --exclude; no profiled class"
        )
        assert "org.Main" in why
        assert "org.foo.Baz" in why


def test_a_recording_without_patterns_needs_no_message(tmp_path: Path) -> None:
    quiet = Reporter(quiet=True)
    assert why_no_method_in(recorded(tmp_path, ["A"]), AgentOptions({}), quiet) is None


def test_a_profile_that_will_be_removed_is_not_named(tmp_path: Path) -> None:
    for scope, names, is_told in (("all", [], False), ("all", ["A"], True), ("hot", [], True)):
        directory = tmp_path / f"{scope}-{len(names)}"
        directory.mkdir()
        profile = recorded(directory, names)
        told = profile_told(profile, AgentOptions({"scope": scope}))
        assert told == (f"; profile {profile}" if is_told else "")


def test_a_note_says_that_no_method_was_entered(tmp_path: Path) -> None:
    assert nothing_entered(recorded(tmp_path, [])) is None
    (tmp_path / "other").mkdir()
    told = nothing_entered(recorded(tmp_path / "other", ["org/Main"]))
    assert told is not None
    assert told.startswith("no method was entered while it was recorded")
