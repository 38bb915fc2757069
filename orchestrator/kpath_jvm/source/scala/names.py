"""Finds out whether Scala source contains the names that bytecode mentions."""

import re

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.matching import names

_WORD = re.compile(r"[A-Za-z_$][\w$]*")
#: The characters of operators, by their names in class files.
_CHARACTERS = {
    "$eq": "=", "$less": "<", "$greater": ">", "$plus": "+", "$minus": "-", "$times": "*",
    "$div": "/", "$percent": "%", "$bang": "!", "$amp": "&", "$bar": "|", "$up": "^",
    "$colon": ":", "$tilde": "~", "$hash": "#", "$at": "@", "$qmark": "?", "$bslash": "\\",
}  # fmt: skip
_ENCODED = re.compile("|".join(re.escape(one) for one in _CHARACTERS))
_TYPES = {"Integer": "Int", "Character": "Char", "Object": "Any", "colon": "::"}
#: Names that the source needn't contain. They belong to boxes and wrappers, to variables that
#: functions change, and to calls.
_MADE = re.compile(
    r"box\w*|unbox\w*|equals\w*|apply|elem|MODULE|wrap\w+|\w+Wrapper|\w*Ops|augmentString"
    r"|\w+2\w+|Rich\w+|Predef|package"
)
#: The name of a parameter that is written as an underscore.
_HOLE = re.compile(r"(?:x|_)\$\d+")
_SUFFIX = re.compile(r"\$extension\d*|\$mc\w+\$sp|\$\d+|\$lzy\d+|\$$")


def decoded(name: str) -> str:
    """Returns a compiled name as the source has it: ``+=`` for ``$plus$eq``."""
    return _ENCODED.sub(lambda found: _CHARACTERS[found.group()], name)


def plain(name: str) -> str:
    """Returns a name without what compilers add to it: ``a`` for ``a$2``."""
    # The name of a private member may begin with the name of the member's class.
    name = name.rpartition("$$")[2] or name
    return decoded(_SUFFIX.sub("", name))


def are_written(decision: Decision, source: str) -> bool:
    """Returns whether each name in a decision's operands occurs in ``source``.

    Names that the source needn't contain always count as occurring.
    """
    words = frozenset(_WORD.findall(source))
    return all(_is_written(name, words, source) for name in names(decision))


def _is_written(name: str, words: frozenset[str], source: str) -> bool:
    if name in words or _MADE.fullmatch(name):
        return True
    if name in _TYPES:
        return _TYPES[name] in source
    if _HOLE.fullmatch(name) and "_" in words:
        return True
    written = plain(name)
    is_operator = not _WORD.fullmatch(written)
    return written in words or bool(_MADE.fullmatch(written)) or (is_operator and written in source)
