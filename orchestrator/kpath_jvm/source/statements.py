"""The loop statements of a method's body."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import javalang

from kpath_jvm.source.java_text import blanked, on_one_line
from kpath_jvm.source.members import Body, match_braces
from kpath_jvm.source.nodes import part_of, text_of
from kpath_jvm.source.syntax import parsed

_MOST_CHARACTERS = 100
#: At most this many characters are searched for the end of a loop's head.
_MOST_LOOKED_AT = 4000
#: The loop statements in tree-sitter's grammar.
_NODES = frozenset(("for_statement", "enhanced_for_statement", "while_statement", "do_statement"))
_LOOPS = (javalang.tree.ForStatement, javalang.tree.WhileStatement, javalang.tree.DoStatement)


@dataclass(frozen=True)
class LoopStatement:
    """A loop: its first and last source line, and its head as text: ``for (int i = 0; ...)``."""

    first_line: int
    last_line: int
    text: str


def loop_statements(body: Body) -> list[LoopStatement]:
    """Parses a body and returns its loops, outer before inner.

    javalang knows Java up to version 8. Code that it can't parse is read with tree-sitter's
    grammar.
    """
    prefix = "class Members { void member() {"
    text = f"{prefix}{body.text}\n}}}}"
    try:
        tree = javalang.parse.parse(text)
    except (
        javalang.parser.JavaSyntaxError,
        javalang.tokenizer.LexerError,
        # On unexpected text, javalang's parser may also raise errors that aren't its own.
        AttributeError,
        IndexError,
        StopIteration,
        TypeError,
        ValueError,
        RecursionError,
    ):
        return sorted(_newer(text, body.first_line), key=_order)
    lines = text.split("\n")
    braces = [
        (_place(text, pair.opening), text.count("\n", 0, pair.closing) + 1)
        for pair in match_braces(text)
    ]
    found: list[LoopStatement] = []
    for kind in _LOOPS:
        for _, node in tree.filter(kind):
            first, last = node.position.line, _last_line(node, braces)
            head = _do_text(node, lines) if kind is _LOOPS[2] else _head(lines, node.position)
            offset = body.first_line - 1
            found.append(LoopStatement(first + offset, last + offset, head))
    return sorted(found, key=_order)


def _order(loop: LoopStatement) -> tuple[int, int]:
    return loop.first_line, -loop.last_line


def _newer(text: str, first_line: int) -> Iterator[LoopStatement]:
    """Yields the loops of a text, except those whose heads the grammar can't read."""
    waiting = [parsed(text)]
    while waiting:
        node = waiting.pop()
        waiting += node.named_children
        if node.type not in _NODES:
            continue
        body = part_of(node, "body")
        head = [child for child in node.children if child != body]
        if any(child.has_error or child.is_missing for child in head):
            continue
        if node.type == "do_statement":
            told = f"do … while {text_of(part_of(node, 'condition'))}"
        else:
            length = body.start_byte - node.start_byte
            told = (node.text or b"")[:length].decode(errors="replace")
        first, last = node.start_point[0] + first_line, node.end_point[0] + first_line
        yield LoopStatement(first, last, _shortened(told))


def _place(text: str, position: int) -> tuple[int, int]:
    """Returns line and column of a position, both from 1 as in javalang."""
    return text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)


def _last_line(node: Any, braces: list[tuple[tuple[int, int], int]]) -> int:
    """Returns a statement's last line, found by its braces; javalang tells only where code begins.

    ``braces`` are the place of each opening brace and the line of the closing one.
    """
    places = [
        (child.position.line, child.position.column)
        for _, child in node
        if getattr(child, "position", None)
    ]
    first, last = min(places), max(places)
    # A brace that opens between two parts of a statement closes within the statement.
    ends: list[int] = [last[0], *(end for opening, end in braces if first <= opening <= last)]
    return max(ends)


def _head(lines: list[str], position: Any) -> str:
    """Returns the head of a statement: from its keyword to the closing parenthesis."""
    text = "\n".join(lines[position.line - 1 :])[position.column - 1 :]
    depth = 0
    for at, character in enumerate(blanked(text[:_MOST_LOOKED_AT])):
        depth += (character == "(") - (character == ")")
        if character == ")" and depth == 0:
            return _shortened(text[: at + 1])
    return _shortened(text.partition("\n")[0])


def _do_text(node: Any, lines: list[str]) -> str:
    """Returns ``do ... while (condition)``."""
    condition = node.condition
    positions = [
        child.position for _, child in condition if getattr(child, "position", None) is not None
    ]
    if positions:
        before = "\n".join(lines)
        first = min((place.line, place.column) for place in positions)
        end = sum(len(line) + 1 for line in lines[: first[0] - 1]) + first[1] - 1
        at = blanked(before[:end]).rfind("while")
        if at >= 0:
            line = before.count("\n", 0, at)
            column = at - (before.rfind("\n", 0, at) + 1) + 1
            place = javalang.tokenizer.Position(line + 1, column)
            return _shortened(f"do … {_head(lines, place)}")
    return "do … while"


def _shortened(text: str) -> str:
    text = on_one_line(text)
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 2]} …"
