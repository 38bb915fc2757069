"""Compares the questions that the branches of two versions of a method ask."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kpath_jvm.profile.metadata import UNTOLD, Decision

_DIGITS = 16

#: The parts of an operand: quoted strings, names and single characters.
_PART = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[^\W\d][\w$]*|.', re.DOTALL)
_NAME = re.compile(r"[^\W\d][\w$]*")
_WORDS = frozenset(
    ("null", "true", "false", "this", "super", "new", "instanceof", "class", "local")
)


@dataclass(frozen=True)
class Questions:
    """The questions that the branches of a method ask.

    ``form`` is a digest of the questions without the names of variables. ``names`` has these names,
    each once, in the order in which they occur.
    """

    form: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, decisions: Iterable[Decision]) -> Questions:
        """Returns the questions of these decisions, in order."""
        numbers: dict[str, int] = {}
        # The sizes of tests are left out: they follow from the code, and an older kpath-jvm didn't
        # write them.
        asked = [
            (one.block, one.operator, one.type, tuple(one.keys), tuple(one.targets),
             [_erased(operand, numbers) for operand in one.operands])
            for one in decisions
        ]  # fmt: skip
        return cls(_digest(repr(asked)), tuple(numbers))

    @classmethod
    def parsed(cls, text: str) -> Questions:
        """Returns the questions that ``text`` has written as a line."""
        form, *names = text.split(" ")
        return cls(form, tuple(names))

    @property
    def text(self) -> str:
        """The questions as a line; no name has a space."""
        return " ".join((self.form, *self.names))

    def differ_in_names_only(self, other: Questions) -> bool:
        """Returns whether the questions of two equal graphs differ at most in variables' names.

        A name that changes must become the same name everywhere, and must not be a variable of the
        other version: ``i < from`` and ``i < to`` aren't the same question in a method that has
        both. Names that are called, that follow a dot, or that begin with a capital letter
        (classes, constants) must be equal.
        """
        if self.form != other.form or len(self.names) != len(other.names):
            return False
        pairs = zip(self.names, other.names, strict=True)
        renamed = {before for before, after in pairs if before != after}
        return renamed.isdisjoint(other.names)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:_DIGITS]


def _erased(operand: str, numbers: dict[str, int]) -> list[str | int]:
    """Returns an operand with numbers in place of names; adds new names to ``numbers``.

    An operand of which a part isn't known (UNTOLD) keeps its names.
    """
    if UNTOLD in operand:
        return [operand]
    return [
        numbers.setdefault(part, len(numbers)) if is_name else part
        for part, is_name in _parts(operand)
    ]


def _parts(operand: str) -> Iterator[tuple[str, bool]]:
    """Yields the parts of an operand, and whether each is the name of a variable."""
    parts = _PART.findall(operand)
    for at, part in enumerate(parts):
        follows_dot = at > 0 and parts[at - 1] == "."
        is_called = at + 1 < len(parts) and parts[at + 1] == "("
        is_name = _NAME.fullmatch(part) is not None and part not in _WORDS
        yield part, is_name and not follows_dot and not is_called and not part[0].isupper()
