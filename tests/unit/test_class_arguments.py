"""Tests the errors that classes of the Python interface raise for wrong arguments."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kpath_jvm
from builders.recordings import demo_profile
from kpath_jvm import KpathError, Profile, Results, Selection
from kpath_jvm.arguments import ArgumentError
from kpath_jvm.evaluation.results.experiment import ChartView

_CLASSES = [
    kind
    for name in kpath_jvm.__all__
    if inspect.isclass(kind := getattr(kpath_jvm, name)) and not issubclass(kind, Exception)
]
_OBJECT = object()
_NO_NUMBERS: tuple[Any, ...] = (None, "x", 1.5, True, [1], b"1", _OBJECT)
_NO_TEXTS: tuple[Any, ...] = (None, 3, 1.5, True, ["x"], b"x", _OBJECT)
_NO_LISTS: tuple[Any, ...] = ("x", None, 3, [1], ("x", None), {"x": 1}, _OBJECT)
#: Maps the annotation of a parameter to values of wrong types.
_OTHER_TYPES: dict[str, tuple[Any, ...]] = {
    "int": _NO_NUMBERS,
    "int | str": (None, *_NO_NUMBERS[2:]),
    "str": _NO_TEXTS,
    "str | None": _NO_TEXTS[1:],
    "str | Path": _NO_TEXTS,
    "Path": ("x", *_NO_TEXTS),
    "bool": (None, 1, "yes", [True], _OBJECT),
    "ProfileRecord": _NO_TEXTS,
    "ProfileTables": _NO_TEXTS,
    "ChartView": (*_NO_TEXTS, ("17", "small", "back-edge")),
    "tuple[str, ...]": _NO_LISTS,
    "float": (None, "0.1", True, [0.1], 1j, _OBJECT),
}
#: Maps the name of a parameter to values that have the right type but are impossible.
_IMPOSSIBLE: dict[str, tuple[Any, ...]] = {
    "path": ("no/such/place", "nul\0", Path("no/such/place")),
    "length": (0, -1, -(2**70)),
    "name": ("nosuch", "", "../paths", "nul\0"),
    "method": (-1, 10**9, 2**70, np.int64(10**9)),
    "text": ("", "nosuch", "a.b.C.nosuch", "\ud800"),
    "min_share": (-0.1, 1.01, float("nan"), float("inf"), 10**400),
    "jvm": ("nosuch",), "thread": ("nosuch", "-1"),
}  # fmt: skip
#: Parameters for which an impossible value does no harm, or is checked later.
_FREE = {
    ("Profile", "path"), ("Selection", "method"), ("Selection", "jvm"), ("Selection", "thread"),
}  # fmt: skip


def _called(kind: type) -> Iterator[tuple[str, Any]]:
    """Yields the constructor and the public functions of a class, as pairs (name, function)."""
    yield kind.__name__, kind.__init__  # type: ignore[misc]
    for name, member in inspect.getmembers_static(kind):
        function = getattr(member, "__func__", member)
        if not name.startswith("_") and inspect.isfunction(function):
            yield f"{kind.__name__}.{name}", function


_CALLED = {name: function for kind in _CLASSES for name, function in _called(kind)}


def _parameters(name: str) -> dict[str, inspect.Parameter]:
    parameters = inspect.signature(_CALLED[name]).parameters
    return {one: found for one, found in parameters.items() if one not in ("self", "cls")}


_CASES = [(name, parameter) for name in _CALLED for parameter in _parameters(name)]


@pytest.fixture(scope="module")
def right(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Returns the functions bound to instances, and a valid value for each parameter."""
    place = tmp_path_factory.mktemp("interface")
    path = demo_profile(place)
    profile = Profile.open(path)
    of = {"Profile": profile, "Results": Results(place), "Selection": Selection()}
    functions = {name: getattr(kpath_jvm, name) for name in of} | {
        name: getattr(of[name.partition(".")[0]], name.partition(".")[2])
        for name in _CALLED
        if "." in name
    }
    return {
        "functions": functions, "path": path, "run": profile.run, "tables": profile.tables,
        "name": "paths", "method": 0, "text": "Figure3.run", "length": 2,
        "view": ChartView("17", "small", "back-edge"), "place": place,
    }  # fmt: skip


def _call(right: dict[str, Any], name: str, changed: str, value: Any) -> Any:
    """Calls a function with valid arguments, but the parameter named ``changed`` gets ``value``."""
    given = {}
    for parameter, declared in _parameters(name).items():
        if declared.default is inspect.Parameter.empty:
            given[parameter] = right[parameter]
    if name == "Results":
        given["path"] = right["place"]
    if name.startswith("Results."):
        given |= {"name": "trials"} if "name" in given else {}
    # If a function has a parameter ``method``, its ``path`` is the number of one of the method's
    # paths. Otherwise, ``path`` is the path of a profile.
    if "method" in given and "path" in given:
        given["path"] = 0
    return right["functions"][name](**(given | {changed: value}))


def test_all_public_classes_are_tested() -> None:
    assert {kind.__name__ for kind in _CLASSES} == {"Profile", "Results", "Selection"}
    assert {"Profile", "Profile.open", "Profile.decode", "Results.of_view"} <= {*_CALLED}
    assert len(_CASES) >= 30


@pytest.mark.parametrize(("name", "parameter"), _CASES)
def test_another_type_is_one_clear_error(right: dict[str, Any], name: str, parameter: str) -> None:
    """The error is a TypeError, as usual in Python, and a KpathError, as the interface promises."""
    values = _OTHER_TYPES[str(_parameters(name)[parameter].annotation)]
    for value in values:
        with pytest.raises(ArgumentError) as raised:
            _call(right, name, parameter, value)
        line = str(raised.value)
        assert line.startswith(f"{name}: {parameter} is "), (value, line)
        assert "; " in line, value
        assert "\n" not in line, value
        assert isinstance(raised.value, KpathError)
        assert isinstance(raised.value, TypeError)


@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        (name, parameter)
        for name, parameter in _CASES
        if parameter in _IMPOSSIBLE and (name, parameter) not in _FREE
    ],
)
def test_an_impossible_value_is_one_clear_error(
    right: dict[str, Any], name: str, parameter: str
) -> None:
    values = _IMPOSSIBLE[parameter]
    if parameter == "path" and str(_parameters(name)[parameter].annotation) == "int":
        # A function with a parameter ``length`` also accepts paths that never ran (see
        # ``unlisted_count``), so only negative numbers are impossible.
        values = (-1, -(2**70)) if "length" in _parameters(name) else (-1, 10**9, 2**70)
    for value in values:
        with pytest.raises(KpathError) as raised:
            _call(right, name, parameter, value)
        assert "\n" not in str(raised.value), value
        assert str(raised.value), value


@pytest.mark.parametrize("name", [name for name in _CALLED if name != "Selection"])
def test_too_many_or_unknown_arguments_are_refused(right: dict[str, Any], name: str) -> None:
    function = right["functions"][name]
    with pytest.raises(ArgumentError, match="unexpected keyword argument 'nosuch'"):
        function(**{one: right.get(one) for one in _parameters(name)}, nosuch=1)
    with pytest.raises(ArgumentError, match="too many positional arguments"):
        function(*range(20))


_OF_A_METHOD = [name for name, parameter in _CASES if parameter == "method" and "." in name]


@pytest.mark.parametrize("name", _OF_A_METHOD)
def test_a_method_is_given_by_number_or_by_name(right: dict[str, Any], name: str) -> None:
    by_number, by_name = (_call(right, name, "method", one) for one in (0, "Figure3.run"))
    assert repr(by_number) == repr(by_name)
    with pytest.raises(KpathError, match=r"no method Figure3\.nosuch in the profile"):
        _call(right, name, "method", "Figure3.nosuch")


def test_an_unknown_path_is_an_error_with_the_range_of_paths(
    right: dict[str, Any],
) -> None:
    profile = Profile.open(right["path"])
    most = int(profile.methods.loc[0, "possible_paths"]) - 1
    told = f"no path 99 of demo.Figure3.run(int): its paths are 0 to {most}; "
    for called in (profile.decode, profile.outcomes):
        for path in (99, -1, 2**70):
            with pytest.raises(KpathError) as raised:
                called("Figure3.run", path)
            assert str(raised.value).startswith(told.replace("99", str(path), 1))


def test_valid_arguments_are_accepted(right: dict[str, Any]) -> None:
    """If all arguments were refused, the tests above would still pass, but this test would fail."""
    profile = Profile.open(str(right["path"]))
    assert profile.decode(np.int64(0), np.int32(0)) == profile.decode(0, 0)
    assert profile.merged(across_loaders=np.bool_(True)).k == profile.k
    assert Profile.open(right["path"], None, None).k == profile.k
    selection = Selection(method=["Figure3.run"], min_share=0)  # type: ignore[arg-type]
    assert kpath_jvm.select(profile, selection).methods.tolist() == [0]
    assert len(Results(right["place"]).table("trials")) == 0
