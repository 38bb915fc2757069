"""What the functions of the Python interface are given: one clear error for what doesn't fit."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from kpath_jvm.errors import KpathError

_Function = TypeVar("_Function", bound=Callable[..., Any])
#: How what is wanted is had, by the annotation that asks for it.
_REMEDIES = {
    "Profile": "give a Profile, as Profile.open(path) returns it",
    "Results": "give Results, as Results(directory)",
    "Selection": "give a Selection, as Selection(method=(...))",
    "int | str": "give a method's number or its name",
    "int | str | None": "give a method's number or its name, or None for all",
    "Sources": "give a list of directories and jars, also for one of them",
    "Sequence[int]": "give a list of whole numbers",
    "str": "give a text",
    "int": "give a whole number",
    "int | None": "give a whole number, or None",
}
_TYPES = {"int": int, "str": str, "None": type(None)}


class ArgumentError(KpathError, TypeError):
    """An argument of another type than the function takes, in one line: what, and the remedy."""


def checked(function: _Function) -> _Function:
    """Has a function of the interface look at its arguments by their annotations.

    ArgumentError for one of another type. The annotations of the module are texts.
    """
    signature = inspect.signature(function)

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        try:
            bound = signature.bind(*arguments, **named)
        except TypeError as error:
            raise ArgumentError(f"{function.__name__}: {error}") from None
        for name, value in bound.arguments.items():
            wanted = str(signature.parameters[name].annotation)
            if wanted in _REMEDIES and not _is_one(value, wanted):
                raise ArgumentError(
                    f"{function.__name__}: {name} is {_shown(value)}; {_REMEDIES[wanted]}"
                )
        return function(*arguments, **named)

    return called  # type: ignore[return-value]


def _is_one(value: object, wanted: str) -> bool:
    """Whether a value is of one of the types, of which ours are known by their names."""
    if wanted in ("Sources", "Sequence[int]"):
        return isinstance(value, Iterable) and not isinstance(value, str)
    for name in wanted.split(" | "):
        if name in _TYPES:
            # True is no number, and numpy's are.
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
