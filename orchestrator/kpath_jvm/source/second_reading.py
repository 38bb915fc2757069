"""Reads the loops of a Java source a second time, with javalang.

A report presents a loop's statement as proven, so the proof must begin with the right loops.
tree-sitter's parser goes on after text that it doesn't understand, and may then take something for
a loop that isn't one. javalang is an independent parser, and gives up when it doesn't understand
something. So if javalang can read a method's body, both parsers have to find the same loops.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import javalang
from tree_sitter import Node

from kpath_jvm.source.statements import LoopStatement

_KEYWORDS = {
    javalang.tree.ForStatement: "for",
    javalang.tree.WhileStatement: "while",
    javalang.tree.DoStatement: "do",
}
#: The nodes whose code is compiled into other methods.
_OTHER_CODE = (
    javalang.tree.LambdaExpression,
    javalang.tree.ClassCreator,
    javalang.tree.TypeDeclaration,
)
_BLOCKS = frozenset(("block", "constructor_body"))


def differs(body: Node, statements: Sequence[LoopStatement]) -> bool:
    """Returns whether javalang can read a body but finds loops that differ from ``statements``.

    javalang knows Java up to version 8. The result is False for a body that javalang can't read,
    and for a body that isn't a block.

    Args:
        body: The body of a method, constructor, initialiser or lambda in tree-sitter's tree.
        statements: The loops that ``loop_statements`` found in this body.
    """
    if body.type not in _BLOCKS:
        return False
    text = (body.text or b"").decode(errors="replace")
    try:
        tree = javalang.parse.parse(f"class Members {{ void member() {text} }}")
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
        return False
    (member,) = tree.types[0].methods
    first = body.start_point[0]
    loops = [one for one in statements if not one.is_hidden]
    others = list(_loops(member.body))
    return len(loops) != len(others) or not all(
        _is_same(one, other, first)
        for one, other in zip(sorted(loops, key=lambda one: one.span), others, strict=True)
    )


def _loops(node: Any) -> Iterator[Any]:
    """Yields the loops in a part of javalang's tree in the order of the source."""
    if isinstance(node, (list, tuple)):
        for child in node:
            yield from _loops(child)
    elif isinstance(node, javalang.tree.Node) and not isinstance(node, _OTHER_CODE):
        if type(node) in _KEYWORDS:
            yield node
        yield from _loops(node.children)


def _is_same(one: LoopStatement, other: Any, lines_before: int) -> bool:
    line = other.position.line + lines_before
    if other.label is None:
        return one.text.startswith(_KEYWORDS[type(other)]) and line == one.lines.start
    # The position of a statement with a label is that of the label.
    head = f"{other.label}: {_KEYWORDS[type(other)]}"
    return one.text.startswith(head) and line <= one.lines.start
