"""Adds the completeness of profiles to the data frames of the Python interface."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from kpath_jvm.profile.model import Profile

_Function = TypeVar("_Function", bound=Callable[..., Any])


def tells_worth(function: _Function) -> _Function:
    """Adds the completeness of the counts to the data frames that a function returns.

    A frame's ``attrs["completeness"]`` then has the verdict and the reasons of
    ``Profile.completeness``, as JSON outputs have them. If the function takes another profile, too,
    ``attrs`` also has that profile's completeness, with the parameter's name in the key, as in
    ``exact_completeness``. A function that selects a part of the profile can itself set
    ``attrs["completeness"]`` to the completeness of the part.
    """
    signature = inspect.signature(function)

    @functools.wraps(function)
    def told(*arguments: Any, **named: Any) -> Any:
        frame = function(*arguments, **named)
        given = signature.bind(*arguments, **named).arguments
        profiles = {name: one for name, one in given.items() if isinstance(one, Profile)}
        for place, (name, profile) in enumerate(profiles.items()):
            key = f"{name}_completeness" if place else "completeness"
            frame.attrs.setdefault(key, profile.completeness.document())
        return frame

    return told  # type: ignore[return-value]
