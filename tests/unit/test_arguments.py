"""Tests the errors that functions of the Python interface raise for wrong arguments."""

import inspect
from pathlib import Path
from typing import Any

import pytest

import kpath_jvm
from kpath_jvm import KpathError, Profile
from kpath_jvm.arguments import ArgumentError

_FUNCTIONS = [
    name for name in kpath_jvm.__all__ if inspect.isfunction(getattr(kpath_jvm, name, None))
]
#: Valid values for the required arguments after the first one, if 0 isn't valid for them.
_REST = {
    "compare_methods": ("profile",), "compare_sequences": ("profile", "run"),
    "drawing": ("figure8",), "followers": (0, [0]), "tree_of": ("run", 2),
}  # fmt: skip
#: Functions whose first argument is a path: a str or a Path.
_OF_A_PATH = ("structure", "gates", "trend")
_OF_A_METHOD = (
    "loops", "paths", "coverage", "coverage_by_length", "sequences", "branches", "dependences",
    "by_iteration", "entropies", "unrolling",
)  # fmt: skip


def test_all_public_functions_are_tested() -> None:
    assert len(_FUNCTIONS) >= 17


@pytest.mark.parametrize("name", _FUNCTIONS)
@pytest.mark.parametrize("wrong", ["x", None, 3, Path("p.kpath")])
def test_a_wrong_first_argument_is_one_clear_error(name: str, wrong: Any) -> None:
    """The error is a TypeError, as usual in Python, and a KpathError, as the interface promises."""
    if name in _OF_A_PATH and isinstance(wrong, str | Path):
        wrong = 7.5
    function = getattr(kpath_jvm, name)
    needed = [
        one for one in list(inspect.signature(function).parameters.values())[1:]
        if one.default is inspect.Parameter.empty
    ]  # fmt: skip
    rest = _REST.get(name, (0,) * len(needed))
    with pytest.raises(ArgumentError) as raised:
        function(wrong, *rest)
    line = str(raised.value)
    assert line.startswith(f"{name}: ")
    assert "; give " in line
    assert "\n" not in line
    assert isinstance(raised.value, KpathError)
    assert isinstance(raised.value, TypeError)


@pytest.mark.parametrize("name", _OF_A_METHOD)
@pytest.mark.parametrize("wrong", [1.5, True, [1], 10**9, -1, "nosuch"])
def test_a_wrong_method_is_one_clear_error(demo: Path, name: str, wrong: Any) -> None:
    with pytest.raises(KpathError) as raised:
        getattr(kpath_jvm, name)(Profile.open(demo), wrong)
    assert "method" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_every_method_is_given_by_number_or_by_name() -> None:
    """A method's number may differ between profiles, so `compare_sequences` takes only a name."""
    annotations = {
        name: str(parameters["method"].annotation)
        for name in _FUNCTIONS
        if "method" in (parameters := inspect.signature(getattr(kpath_jvm, name)).parameters)
    }
    assert annotations.pop("compare_sequences") == "str"
    assert len(annotations) >= 12
    assert {*annotations.values()} == {"int | str", "int | str | None"}


def test_a_single_directory_of_sources_is_refused(demo: Path) -> None:
    """A str isn't taken as sources, because each of its letters would be a directory."""
    profile = Profile.open(demo)
    with pytest.raises(ArgumentError, match="sources is 'src', of type str; give a list"):
        kpath_jvm.paths(profile, 0, "src")
    with pytest.raises(ArgumentError, match="sources"):
        kpath_jvm.advise(profile, sources="src")  # type: ignore[arg-type]


def test_unknown_or_missing_arguments_are_refused(demo: Path) -> None:
    with pytest.raises(ArgumentError, match="missing a required argument: 'method'"):
        kpath_jvm.paths(Profile.open(demo))  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match="unexpected keyword argument 'tops'"):
        kpath_jvm.sequences(Profile.open(demo), tops=3)  # type: ignore[call-arg]
