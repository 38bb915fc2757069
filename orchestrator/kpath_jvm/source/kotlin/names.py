"""Finds out whether Kotlin source contains the names that bytecode mentions."""

import re

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.matching import names

_WORD = re.compile(r"[A-Za-z_$][\w$]*")
#: The names of functions in class files, and what sources may write instead.
_WRITTEN = {
    "areEqual": ("==", "!="), "equals": ("==", "!="), "compareTo": ("<", ">"),
    "contains": (" in ",), "get": ("[",), "charAt": ("[",), "set": ("=",), "invoke": ("(",),
    "max": ("maxOf",), "min": ("minOf",), "plus": ("+",), "minus": ("-",), "times": ("*",),
    "div": ("/",), "rem": ("%",), "unaryMinus": ("-",), "inc": ("++",), "dec": ("--",),
    "not": ("!",), "rangeTo": ("..",), "rangeUntil": ("..<",),
}  # fmt: skip
_TYPES = {"Integer": "Int", "Character": "Char", "Object": "Any"}
#: Names in class files that sources needn't write. They stand for a variable that a lambda changes,
#: an object, and a companion object.
_MADE = frozenset(("element", "INSTANCE", "Companion"))
_MANGLED = re.compile(r"(?<=\w)-[\w]+(?=\()")
_SUFFIXED = re.compile(r"(?<=\w)\$[\w$]+")


def are_written(decision: Decision, source: str) -> bool:
    """Returns whether each name in a decision's operands occurs in a source's text.

    The name of a property also counts as that of its getter, and an operator as the name of its
    function. Names that sources needn't write always count.
    """
    words = frozenset(_WORD.findall(source))
    return all(_is_written(name, words, source) for name in _plain_names(decision))


def _plain_names(decision: Decision) -> set[str]:
    texts = tuple(_MANGLED.sub("", text) for text in decision.operands)
    plain = Decision(
        decision.block, decision.operator, decision.type, texts, decision.keys, decision.targets
    )
    return {_SUFFIXED.sub("", name) for name in names(plain)}


def _is_written(name: str, words: frozenset[str], source: str) -> bool:
    if name in words or name in _MADE or _TYPES.get(name) in words:
        return True
    if any(mark in source for mark in _WRITTEN.get(name, ())):
        return True
    # Setters needn't be looked for: they return nothing, so no operand is the value of one.
    return name.startswith("get") and bool({name[3:], name[3:4].lower() + name[4:]} & words)
