"""Cuts one method's body out of a Java file without parsing the file.

A parser that knows Java up to version 8 fails on a file with a record in it, and takes seconds for
a file of ten thousand lines. So this module matches braces, and only one body goes to the parser.
"""

import bisect
import re

from msgspec import Struct

from kpath_jvm.source.java_text import OPAQUE

#: Matches comments and literals as a whole, so that braces within them aren't matched.
_TOKEN = re.compile(rf"{OPAQUE}|[{{}};]", re.DOTALL)
_TYPE = re.compile(r"\b(?:class|interface|enum|record)\s+\w+")
_NEW = re.compile(r"\bnew\s+[\w.<>,\s?@&]+\Z")


class Body(Struct, frozen=True):
    """The text between a member's braces, and the line of its opening brace."""

    text: str
    first_line: int


class Braces(Struct, frozen=True):
    """The positions of a pair of braces; ``parent`` is the index of the pair around it, or -1."""

    opening: int
    closing: int
    is_type: bool
    parent: int


class JavaMembers:
    """The brace structure of one Java file."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._braces = match_braces(text)

    def body_around(self, first_line: int, last_line: int) -> Body | None:
        """Returns the innermost class member that covers the lines, or None if there is none."""
        best: Braces | None = None
        for braces in self._braces:
            is_member = braces.parent >= 0 and self._braces[braces.parent].is_type
            covers = self._line(braces.opening) <= first_line and last_line <= self._line(
                braces.closing
            )
            is_inner = best is None or braces.opening > best.opening
            if is_member and not braces.is_type and covers and is_inner:
                best = braces
        if best is None:
            return None
        return Body(self._text[best.opening + 1 : best.closing], self._line(best.opening))

    def _line(self, position: int) -> int:
        return bisect.bisect_right(self._line_starts, position)


def match_braces(text: str) -> list[Braces]:
    """Returns all pairs of braces by ascending opening; unclosed ones end with the file."""
    found: list[list[int]] = []  # opening, closing, is_type, parent
    stack: list[int] = []
    header = 0
    for token in _TOKEN.finditer(text):
        kind = token.group()
        if kind == "{":
            is_type = _opens_type(text[header : token.start()])
            found.append([token.start(), len(text), is_type, stack[-1] if stack else -1])
            stack.append(len(found) - 1)
        elif kind == "}" and stack:
            found[stack.pop()][1] = token.start()
        if kind in "{};":
            header = token.end()
    return [Braces(opening, end, bool(is_type), parent) for opening, end, is_type, parent in found]


def _opens_type(header: str) -> bool:
    """Returns whether a brace after this text opens a class body, even an anonymous class's."""
    code = _TOKEN.sub(" ", header).rstrip()
    if not code.endswith(")"):
        return bool(_TYPE.search(code))
    depth = 0
    for at in range(len(code) - 1, -1, -1):
        depth += (code[at] == ")") - (code[at] == "(")
        if depth == 0:
            # This matches `new T(...) {`, but not `try (T t = new T()) {`. Records have
            # parentheses, too.
            return bool(_NEW.search(code, 0, at) or _TYPE.search(code, 0, at))
    return False
