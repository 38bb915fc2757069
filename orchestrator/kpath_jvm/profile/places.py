"""Finds the source lines that the line numbers of a class file stand for.

A line number of a class file is a line of the class's own source file, unless the compiler has
mapped the number (docs/formats/profile.md). Code that was inlined from elsewhere has numbers beyond
the end of its caller's file.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias

from kpath_jvm.profile.names import printable

_Text: TypeAlias = tuple[str, str, int]

#: Kotlin marks the end of an inlined lambda with a line of this file, which doesn't exist.
_MARKER = ("kotlin/jvm/internal", "fake.kt")


#: The name of a single line, such as ``12`` or ``Util.kt:12@7``.
_ONE_LINE = re.compile(r"(?:[^,→]*:)?[0-9]+(?:@[0-9]+)?")


@dataclass(frozen=True, order=True)
class Place:
    """A line of a source file.

    ``file`` and ``package`` (with slashes) are "" for the class's own file. ``call`` is the line of
    the class's own file into which the code was inlined, or -1 if no such line is known.
    """

    file: str
    package: str
    call: int
    line: int

    @property
    def is_elsewhere(self) -> bool:
        """Whether the line is in a file other than the class's own."""
        return bool(self.file)

    @property
    def text(self) -> _Text:
        """The package, file and line, which identify the place in source text."""
        return self.package, self.file, self.line

    @property
    def label(self) -> str:
        """The line, such as ``12``, or ``Util.kt:12`` in a file other than the class's own."""
        return f"{printable(self.file)}:{self.line}" if self.is_elsewhere else str(self.line)

    def is_beside(self, other: "Place") -> bool:
        """Returns whether both lines are in one file, and have the same ``call``."""
        return (self.file, self.package, self.call) == (other.file, other.package, other.call)


def line_or_lines(names: str) -> str:
    """Returns ``line`` if ``names`` (from ``Places.names``) name only one line, else ``lines``."""
    return "line" if _ONE_LINE.fullmatch(names) else "lines"


def lines_phrase(names: str) -> str:
    """Returns the names of lines for use in a sentence: ``line 12``, or ``lines 4-9, 12``."""
    return f"{line_or_lines(names)} {names}"


class Places:
    """The places of one method's lines."""

    def __init__(self, lines: Iterable[int], mapped: Mapping[int, Place]) -> None:
        """Takes all line numbers of the method's code, and the places of mapped lines."""
        self._lines = frozenset(lines)
        self._mapped = mapped
        self._own: dict[int, Place] = {}

    def of(self, line: int) -> Place:
        """Returns the place of a line."""
        found = self._mapped.get(line) or self._own.get(line)
        if found is None:
            found = self._own[line] = Place("", "", -1, line)
        return found

    def is_own(self, line: int) -> bool:
        """Returns whether a line number is a line of the class's own file, and isn't mapped."""
        return self.of(line) == Place("", "", -1, line)

    def name(self, line: int) -> str:
        """Returns the name of a line: ``12``, or ``Util.kt:12`` if it is in another file.

        If a line's code was inlined into several lines of the method, the name ends with the line
        into which the code was inlined, as in ``Util.kt:12@7``.
        """
        place = self.of(line)
        return self._span(place, place)

    def phrase(self, line: int) -> str:
        """Returns the name for use in a sentence: ``line 12``, or ``Util.kt:12``."""
        return self.name(line) if self.of(line).is_elsewhere else f"line {self.name(line)}"

    def phrase_if_known(self, line: int | None) -> str | None:
        """Returns ``phrase``, or None for code whose line isn't known."""
        return None if line is None else self.phrase(line)

    def names(self, lines: Sequence[int]) -> str:
        """Returns the names of lines, in the given order.

        Lines are joined, as in ``4-9``, if every line with code from 4 to 9 is given. Lines that
        only mark the ends of inlined code are omitted, unless no other lines are given.
        """
        if not self._mapped:
            return self._own_names(lines)
        spans: list[tuple[Place, Place]] = []
        places = [self.of(line) for line in lines]
        real = [place for place in places if (place.package, place.file) != _MARKER]
        for place in real or places:
            if spans and self._following.get(spans[-1][1]) == place:
                spans[-1] = (spans[-1][0], place)
            elif not spans or spans[-1][1] != place:
                spans.append((place, place))
        return ", ".join(self._span(first, last) for first, last in spans)

    def _own_names(self, lines: Sequence[int]) -> str:
        spans: list[tuple[int, int]] = []
        for line in lines:
            if spans and self._next_own.get(spans[-1][1]) == line:
                spans[-1] = (spans[-1][0], line)
            elif not spans or spans[-1][1] != line:
                spans.append((line, line))
        return ", ".join(
            str(first) if first == last else f"{first}-{last}" for first, last in spans
        )

    @cached_property
    def _next_own(self) -> dict[int, int]:
        return dict(pairwise(sorted(self._lines)))

    def names_phrase(self, lines: Iterable[int]) -> str:
        """Returns the names of lines for use in a sentence, such as ``lines 4-9, Util.kt:3``.

        The class's own lines come first. Without lines, returns "".
        """
        ordered = sorted(set(lines), key=lambda line: (self.of(line).is_elsewhere, line))
        names = self.names(ordered)
        if not ordered or self.of(ordered[0]).is_elsewhere:
            return names
        return lines_phrase(names)

    def _span(self, first: Place, last: Place) -> str:
        text = first.label if first == last else f"{first.label}-{last.line}"
        if not self._mapped:
            return text
        is_copied = any(len(self._calls.get(place.text, ())) > 1 for place in (first, last))
        return f"{text}@{first.call}" if is_copied and first.call >= 0 else text

    @cached_property
    def _all(self) -> list[Place]:
        return sorted({self.of(line) for line in self._lines})

    @cached_property
    def _following(self) -> dict[Place, Place]:
        """For each place, the next place with code in the same file and in the same piece of code.

        If two pieces of code were inlined from one file, their lines are closer together in the
        class file's numbers than in that file. So the last place of the first piece has no entry.
        """
        raw: dict[Place, int] = {}
        for line in sorted(self._lines):
            raw.setdefault(self.of(line), line)
        return {
            one: other
            for one, other in pairwise(self._all)
            if one.is_beside(other) and other.line - one.line <= raw[other] - raw[one]
        }

    @cached_property
    def _calls(self) -> dict[_Text, set[int]]:
        """For each place in source text, the lines into which its code was inlined."""
        calls: dict[_Text, set[int]] = {}
        for place in self._all:
            calls.setdefault(place.text, set()).add(place.call)
        return calls
