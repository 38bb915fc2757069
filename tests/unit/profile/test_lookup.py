"""Tests that methods are found by the names that a person would type."""

from pathlib import Path

import pytest

from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.lookup import match_methods
from kpath_jvm.profile.writer import write_profile


def test_methods_are_found_by_parts_of_their_names(demo: Path) -> None:
    profile = Profile.open(demo)
    spin = profile.find_method("spin")
    for text in ("Tangle.spin", "demo.Tangle.spin", "demo/Tangle.spin", "Tangle.spin(II)I"):
        assert profile.find_method(text) == spin
    assert profile.find_method("Shaky$Inner.retry") == profile.find_method("Inner.retry")
    with pytest.raises(KpathError, match=r"did you mean demo\.Tangle\.spin\?"):
        profile.find_method("Tangle.spim")
    with pytest.raises(
        KpathError, match=r"is ambiguous, choose one of: 'demo\.Figure3\.run.*'demo\.Shared\.run"
    ):
        profile.find_method("run(I)V")
    for text in ("", ".", "a.b.", "(", "@", "xyzzy", "Other.run"):
        with pytest.raises(KpathError):
            profile.find_method(text)


def test_a_bridge_method_makes_no_name_ambiguous(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    own = plain(name="next", descriptor="()Ljava/lang/Integer;")
    bridge = plain(name="next", descriptor="()Ljava/lang/Object;", access=0x1041)
    for spec in (bridge, own):
        method = builder.add(spec)
        builder.count(method, 0, 1)
        builder.auxiliary(method, entries=1)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    for text in ("next", f"Figure3.next{own.descriptor}"):
        number = profile.find_method(text)
        assert profile.method_rows.row(number)["descriptor"] == own.descriptor
    # The bridge method is found by its descriptor.
    number = profile.find_method(f"next{bridge.descriptor}")
    assert profile.method_rows.is_bridge(number)
    assert len(match_methods(profile.table("methods"), "next")) == 2


def test_for_a_packages_name_the_right_pattern_is_suggested(demo: Path) -> None:
    """Unlike a pattern for classes, a pattern for methods needs a part for the method's name."""
    methods = Profile.open(demo).table("methods")
    for text in ("demo", "demo.*", "demo/*"):
        with pytest.raises(KpathError, match=r"; demo\.\*\.\* means all methods of that package"):
            match_methods(methods, text)
    assert match_methods(methods, "demo.*.*")
    with pytest.raises(KpathError, match="`report` lists the hottest methods"):
        match_methods(methods, "org.xyzzy.*")


@pytest.mark.parametrize(
    ("scope", "why"),
    [
        ("loops", "; it was recorded with --scope loops, which leaves out methods without loops;"),
        ("hot", "; it was recorded with --scope hot, which leaves out methods that weren't found"),
        ("all", "no method Tangle.spim in the profile; did you mean demo.Tangle.spin?"),
    ],
)
def test_the_error_says_why_a_method_may_be_missing(tmp_path: Path, scope: str, why: str) -> None:
    options = {"cut": "back-edge", "max-paths": 4096, "scope": scope}
    profile = Profile.open(demo_profile(tmp_path, options=options))
    for finding in (profile.find_method, profile.match_methods):
        with pytest.raises(KpathError) as failure:
            finding("Tangle.spim")
        assert why in str(failure.value)
        assert str(failure.value).endswith("; did you mean demo.Tangle.spin?")


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Tangel.spin", "; did you mean demo.Tangle.spin?"),
        ("other.Tangle.spin", "; did you mean demo.Tangle.spin?"),
        ("spim", "; did you mean demo.Tangle.spin?"),
        ("Tangl", "; did you mean demo.Tangle.spin?"),
        # The class was loaded, but has no method of this name.
        ("Tangle.lookup", "; demo.Tangle has spin"),
        # No class of this name was recorded. Then no method or class with a similar name is
        # suggested.
        (
            "Parser.spim",
            "; no class Parser was recorded: it has another name, was left out, or "
            "wasn't loaded, perhaps because the program ended early",
        ),
        (
            "Parser.spin",
            "; no class Parser was recorded: it has another name, was left out, or "
            "wasn't loaded, perhaps because the program ended early; only demo.Tangle has a method "
            "spin",
        ),
        (
            "Parser.run",
            "; no class Parser was recorded: it has another name, was left out, or "
            "wasn't loaded, perhaps because the program ended early; only demo.Figure3, "
            "demo.Shared have a method run",
        ),
        (
            "Figure.scan",
            "; no class Figure was recorded: it has another name, was left out, or "
            "wasn't loaded, perhaps because the program ended early",
        ),
    ],
)
def test_only_a_misspelt_name_gets_a_suggestion(demo: Path, text: str, end: str) -> None:
    with pytest.raises(KpathError) as failure:
        Profile.open(demo).find_method(text)
    assert str(failure.value) == f"no method {text} in the profile{end}"
