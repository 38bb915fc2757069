"""Finds shown conditions with variables that have no names, and says how to get the names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import dotted
from kpath_jvm.profile.schema import UNNAMED_VARIABLES
from kpath_jvm.source.java_text import without_strings

_UNNAMED = re.compile(r"(?<![\w$.])local \d+(?![\w$])")
#: The keys under which a document has conditions that texts don't show.
_NOT_SHOWN = frozenset(("in_class_file",))
_MOST_NAMED = 3


def unnamed_variables(profile: Profile, *lists: Iterable[Mapping[str, Any]]) -> list[str]:
    """Returns the classes of rows that show a variable by its number, such as ``local 1``.

    A class is left out if its class file has names of variables: there, only variables that
    compilers add are unnamed. ``lists`` have rows of a document, and each row has the class of its
    method.
    """
    rows = profile.method_rows
    unnamed = set(rows.texts("class")[rows.column(UNNAMED_VARIABLES)].tolist())
    if not unnamed:
        return []
    shown = (row for one in lists for row in one if row["class"] in unnamed and _is_in(row))
    return list(dict.fromkeys(row["class"] for row in shown))


def about_unnamed(document: Mapping[str, Any]) -> str | None:
    """Says how the variables in a document's conditions get names; None if all have names."""
    classes: Sequence[str] = document["unnamed_variables"]
    if not classes:
        return None
    named = ", ".join(dotted(name) for name in classes[:_MOST_NAMED])
    more = len(classes) - _MOST_NAMED
    others = f" and {more:,} more class{'' if more == 1 else 'es'}" if more > 0 else ""
    return (
        f"variables such as `local 1` have no names, because the class files of {named}{others} "
        "don't have them: compile with -g (javac -g) and record again"
    )


def _is_in(value: object) -> bool:
    """Returns whether any text in a document's value shows a variable by its number."""
    if isinstance(value, str):
        return _UNNAMED.search(without_strings(value)) is not None
    if isinstance(value, Mapping):
        return any(_is_in(one) for key, one in value.items() if key not in _NOT_SHOWN)
    return isinstance(value, list) and any(map(_is_in, value))
