"""Tests that methods are found by the names that a person would type."""

from pathlib import Path

import pytest

from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.lookup import match_methods


def test_finding_methods(demo: Path) -> None:
    profile = Profile.open(demo)
    spin = profile.find_method("spin")
    for text in ("Tangle.spin", "demo.Tangle.spin", "demo/Tangle.spin", "Tangle.spin(II)I"):
        assert profile.find_method(text) == spin
    assert profile.find_method("Shaky$Inner.retry") == profile.find_method("Inner.retry")
    with pytest.raises(KpathError, match=r"did you mean demo\.Tangle\.spin\?"):
        profile.find_method("Tangle.spim")
    with pytest.raises(
        KpathError, match=r"is ambiguous, choose one of: demo\.Figure3\.run.*demo\.Shared\.run"
    ):
        profile.find_method("run(I)V")
    for text in ("", ".", "a.b.", "(", "@", "xyzzy", "Other.run"):
        with pytest.raises(KpathError):
            profile.find_method(text)


def test_a_package_is_told_how_to_be_written(demo: Path) -> None:
    """A pattern for methods must end with a method's name, unlike a pattern for classes."""
    methods = Profile.open(demo).table("methods")
    for text in ("demo", "demo.*", "demo/*"):
        with pytest.raises(KpathError, match=r"; demo\.\*\.\* means all methods of that package"):
            match_methods(methods, text)
    assert match_methods(methods, "demo.*.*")
    with pytest.raises(KpathError, match="`report` lists the hottest methods"):
        match_methods(methods, "org.xyzzy.*")
