"""Source text for lines, and statements for loops, from the roots that the user gave."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from kpath_jvm.source.finder import SourceRoot
from kpath_jvm.source.members import Members

if TYPE_CHECKING:
    from kpath_jvm.source.statements import LoopStatement


class SourceTexts:
    """Looks classes up in the roots, in their order; each file and each body is read once."""

    def __init__(self, roots: Iterable[Path]) -> None:
        """KpathError when a root is neither a directory nor a jar."""
        self._roots = [SourceRoot(root) for root in roots]
        self._texts: dict[tuple[str, str], str | None] = {}
        self._members: dict[tuple[str, str], Members] = {}
        self._loops: dict[tuple[str, int], list[LoopStatement]] = {}

    def lines(self, class_name: str, source: object) -> list[str] | None:
        """Returns the lines of a class's file (line 1 first), None if no root has it.

        ``class_name`` is a/b/C$D; ``source`` the class file's SourceFile attribute, if a string.
        """
        text = self._text(*_place(class_name, source))
        return None if text is None else text.split("\n")

    def loop_statement(
        self,
        class_name: str,
        source: object,
        header_line: int,
        loop_lines: Collection[int],
        method_lines: Collection[int],
    ) -> str | None:
        """Returns a loop's statement, or its header's line of text where it cannot be parsed.

        None without source text. The loop is the innermost statement that covers ``loop_lines``.
        """
        place = _place(class_name, source)
        text = self._text(*place)
        if text is None:
            return None
        if place not in self._members:
            self._members[place] = Members(text)
        body = self._members[place].body_around(min(method_lines), max(method_lines))
        if body is not None:
            key = ("/".join(place), body.first_line)
            if key not in self._loops:
                # javalang takes time to import: only who has loops to name pays for it.
                from kpath_jvm.source.statements import loop_statements

                self._loops[key] = loop_statements(body)
            statement = _innermost(self._loops[key], header_line, loop_lines)
            if statement is not None:
                return statement
        lines = text.split("\n")
        return lines[header_line - 1].strip() or None if header_line <= len(lines) else None

    def _text(self, package: str, file: str) -> str | None:
        key = (package, file)
        if key not in self._texts:
            found = (root.find(package, file) for root in self._roots)
            self._texts[key] = next((text for text in found if text is not None), None)
        return self._texts[key]


def _innermost(
    loops: "list[LoopStatement]", header_line: int, loop_lines: Collection[int]
) -> str | None:
    first, last = min(loop_lines), max(loop_lines)
    covering = [
        loop
        for loop in loops
        if loop.first_line <= first and last <= loop.last_line
    ]
    if not covering:
        return None
    # Of two loops on one line the header's is as good as any; sorted, the inner comes last.
    return max(covering, key=lambda loop: (loop.first_line <= header_line, loop.first_line)).text


def _place(class_name: str, source: object) -> tuple[str, str]:
    """Returns the package and the file name of a class."""
    package, _, simple = class_name.rpartition("/")
    file = source if isinstance(source, str) and source else f"{simple.partition('$')[0]}.java"
    # A SourceFile attribute is a bare name; anything else is not looked for.
    return package, file.rpartition("/")[2]
