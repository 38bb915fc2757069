"""Names a method's paths. All outputs use these names."""

from collections.abc import Mapping

import numpy as np

from kpath_jvm.analysis.hot_sequences import largest
from kpath_jvm.analysis.told import path_names
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable

_MOST_NAMED = 10


def names_of_paths(profile: Profile, method: int) -> dict[int, str]:
    """Returns the name of each completed path of a method, with the path's number as the key.

    The path with the most completions comes first.
    """
    forest = profile.method_forest(method)
    roots = np.flatnonzero(forest.parents < 0)
    order = roots[largest(forest.counts[roots], len(roots))]
    return path_names(forest.paths[order].tolist())


def path_called(called: Mapping[int, str], text: str, title: str) -> int:
    """Returns the number of the path that ``text`` names, by its name or its number.

    ``called`` is the result of ``names_of_paths``. Raises KpathError if it has no such path; the
    message contains the method's ``title``.
    """
    path = next((number for number, name in called.items() if name == text.upper()), -1)
    if text.isascii() and text.isdigit():
        path = int(text)
    if len(text.replace(",", " ").split()) > 1:
        raise KpathError(f"{printable(text)} is a sequence of paths of {title}; give one path", 2)
    if path not in called:
        known = [f"{name} ({number})" for number, name in list(called.items())[:_MOST_NAMED]]
        more = ", ..." if len(called) > _MOST_NAMED else ""
        raise KpathError(
            f"no completed path of {title} is called {printable(text)}; "
            f"the completed paths are {', '.join(known)}{more}",
            2,
        )
    return path
