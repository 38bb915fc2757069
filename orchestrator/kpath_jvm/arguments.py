"""Checks the arguments of the Python interface; a wrong one raises ArgumentError."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from numbers import Real
from pathlib import PurePath
from typing import Any, TypeVar

from kpath_jvm.errors import KpathError

_Function = TypeVar("_Function", bound=Callable[..., Any])
#: The remedies for wrong arguments, by the parameter's annotation.
_REMEDIES = {
    "Profile": "give a Profile, as Profile.open(path) returns it",
    "Profile | None": "give a Profile, as Profile.open(path) returns it, or None",
    "Results": "give Results, such as Results(directory)",
    "Selection": "give a Selection, such as Selection(method=(...))",
    "int | str": "give a method's number or its name",
    "int | str | None": "give a method's number or its name, or None for all methods",
    "Sources": "give a list of directories and jars, even for a single one",
    # "str | int | None" stands for a path of a method, and "int | str | None" for a method.
    "str | int | None": "give a path's letter or its number, or None to have one chosen",
    "Sequence[float]": "give a list of numbers",
    "Sequence[int]": "give a list of whole numbers",
    "Sequence[int | str]": "give a list of paths' numbers or letters",
    "Sequence[str]": "give a list of texts, even for a single one",
    "Paths": "give the path of a profile, or a list of paths",
    "str": "give a text",
    "int": "give a whole number",
    "int | None": "give a whole number, or None",
    "str | Path": "give a path, as a text or a pathlib.Path",
    "str | Path | None": "give a path, as a text or a pathlib.Path, or None",
    "str | None": "give a text, or None",
    "bool": "give True or False",
    "Path": "give a pathlib.Path",
    "ProfileRecord": "give a profile's run, such as Profile.open(path).run",
    "ProfileTables": "give a profile, or its tables; Profile.open(path) opens a profile",
    "ChartView": "give a ChartView, as Results.views lists them",
}
_TYPES = {"int": int, "str": str, "None": type(None)}
#: For some annotations, the type that most arguments have. A check for this type is quick.
_USUAL = {"int": int, "str": str, "int | str": int}


class ArgumentError(KpathError, TypeError):
    """An argument has a wrong type or value, is missing, or is unknown."""


def checked(function: _Function) -> _Function:
    """Makes a function or method check its arguments by the annotations of its parameters.

    The function then raises ArgumentError if an argument is missing or unknown, or has a wrong
    type. If ``_REMEDIES`` lacks a parameter's annotation, the argument's type isn't checked. The
    function's module must have ``from __future__ import annotations``, so that the annotations are
    strings.
    """
    signature = inspect.signature(function)
    called_by = function.__qualname__.removesuffix(".__init__")
    # Programs call the interface in inner loops, so a plain int or str gets no full check.
    usual = [_usual(one) for one in signature.parameters.values()]

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        if (
            not named
            and len(arguments) == len(usual)
            and all(
                kind is object or type(one) is kind
                for one, kind in zip(arguments, usual, strict=True)
            )
        ):
            return function(*arguments)
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError as error:
            raise ArgumentError(f"{called_by}: {error}") from None
        for name, value in bound.arguments.items():
            wanted = str(signature.parameters[name].annotation)
            if wanted in _REMEDIES:
                require_type(called_by, name, value, wanted)
        return function(*arguments, **named)

    return called  # type: ignore[return-value]


def require_type(called: str, name: str, value: object, wanted: str) -> None:
    """Raises ArgumentError unless a value has the type that the annotation ``wanted`` names."""
    if not _is_one(value, wanted):
        raise ArgumentError(f"{called}: {name} is {_shown(value)}; {_REMEDIES[wanted]}")


def require_texts(called: str, name: str, value: object) -> None:
    """Raises ArgumentError unless an argument is a tuple or list of strings."""
    if not isinstance(value, (tuple, list)) or not all(isinstance(one, str) for one in value):
        raise ArgumentError(
            f"{called}: {name} is {_shown(value)}; give a tuple of texts, even for a single one"
        )


def require_share(called: str, name: str, value: object, most: int = 1) -> None:
    """Raises ArgumentError unless an argument is a number from 0 to ``most``."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if not is_number or not 0 <= value <= most:  # type: ignore[operator]
        raise ArgumentError(f"{called}: {name} is {_shown(value)}; give a number from 0 to {most}")


def _usual(parameter: inspect.Parameter) -> type | None:
    """Returns the type that needs no full check: object for any type, or None if there is none."""
    if parameter.annotation is inspect.Parameter.empty:
        return object
    return _USUAL.get(str(parameter.annotation))


def _is_one(value: object, wanted: str) -> bool:
    """Returns whether a value has a type that ``wanted`` names.

    Types of this package are recognised by their names, so they needn't be imported.
    """
    if wanted == "Paths":
        return isinstance(value, (str, PurePath, Iterable))
    if wanted == "Sources" or wanted.startswith("Sequence["):
        return isinstance(value, Iterable) and not isinstance(value, str)
    if wanted == "bool":
        # Numpy's truth values count, too.
        return type(value).__name__ in ("bool", "bool_")
    if wanted == "ProfileTables":
        # The attributes are looked up in the value's type: getting ``forest`` from the value itself
        # would read the whole forest.
        return all(hasattr(type(value), name) for name in ("table", "forest", "method_forest"))
    for name in wanted.split(" | "):
        if name in _TYPES:
            # True isn't a number here, but numpy's integers are.
            is_number = name == "int" and hasattr(value, "__index__")
            if not isinstance(value, bool) and (is_number or isinstance(value, _TYPES[name])):
                return True
        elif any(kind.__name__ == name for kind in type(value).__mro__):
            return True
    return False


def _shown(value: object) -> str:
    text = repr(value)
    kind = type(value).__name__
    return f"{text if len(text) <= 40 else text[:39] + '…'}, of type {kind}"
