"""Reads nodes of tree-sitter's trees, for all languages."""

import re
from collections.abc import Iterator

from tree_sitter import Node

#: The literals of Java, Kotlin and Scala in which blanks matter and `//` doesn't begin a comment.
_LITERALS = frozenset(
    ("string_literal", "multiline_string_literal", "character_literal", "string",
     "interpolated_string_expression")
)  # fmt: skip
#: Finds the beginnings of comments, and white space other than single blanks. A text without these
#: stays as it is.
_UNSETTLED = re.compile(r"//|/\*|[^\S ]|  ")


def text_of(node: Node) -> str:
    """Returns a node's source text on one line, without comments.

    Literals are kept as they are written, except those of several lines. In these, each run of
    white space becomes one blank.
    """
    return text_from(node.start_byte, node)


def text_from(first: int, node: Node) -> str:
    """Returns a node's text as ``text_of`` does, but begins at the file's byte ``first``."""
    written = (node.text or b"")[first - node.start_byte :]
    text = written.decode(errors="replace")
    if not _UNSETTLED.search(text):
        return text
    parts: list[str] = []
    at = first
    for one in _opaque(node):
        if one.start_byte < at:
            continue
        parts.append(_on_one_line(written[at - first : one.start_byte - first]))
        own = one.text or b""
        if one.type not in _LITERALS:
            parts.append(" ")
        else:
            parts.append(_on_one_line(own) if b"\n" in own else own.decode(errors="replace"))
        at = one.end_byte
    parts.append(_on_one_line(written[at - first :]))
    return _joined(parts)


def _opaque(node: Node) -> Iterator[Node]:
    """Yields the outermost literals and comments of a node, in order."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.type in _LITERALS or one.type.endswith("comment"):
            yield one
        else:
            waiting += reversed(one.children)


def _on_one_line(text: bytes) -> str:
    return re.sub(r"\s+", " ", text.decode(errors="replace"))


def _joined(parts: list[str]) -> str:
    """Joins parts of a text; where two blanks meet, only one is kept."""
    text = ""
    for part in parts:
        text += part[1:] if text.endswith(" ") and part.startswith(" ") else part
    return text.strip()


def part_of(node: Node, field: str) -> Node:
    """Returns the child in a node's field; raises ValueError if the node lacks the field."""
    found = node.child_by_field_name(field)
    if found is None:
        raise ValueError(f"{node.type} has no {field}")
    return found


def children(node: Node) -> list[Node]:
    """Returns the direct named children of a node, without comments."""
    return [child for child in node.named_children if not child.type.endswith("comment")]


def unwrapped(node: Node) -> Node:
    """Returns an expression without the parentheses around it."""
    while node.type == "parenthesized_expression" and len(children(node)) == 1:
        node = children(node)[0]
    return node


def around(root: Node, first: int, last: int) -> Iterator[Node]:
    """Yields the nodes that cover the lines from first to last, outer before inner."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.start_point[0] + 1 <= first and last <= node.end_point[0] + 1:
            yield node
            waiting += reversed(node.named_children)
