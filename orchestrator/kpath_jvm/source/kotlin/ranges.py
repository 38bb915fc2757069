"""Reads ranges in Kotlin's sources."""

from tree_sitter import Node

from kpath_jvm.source.kotlin.nodes import children, has_token
from kpath_jvm.source.nodes import text_of, unwrapped


def range_of(node: Node) -> tuple[str, str, str] | None:
    """Returns the first bound of a range without a step, the operator, and the last bound.

    The operator is ``<=`` or ``<``, and the bounds are texts. Returns None if the node isn't such a
    range.
    """
    node = unwrapped(node)
    if node.type == "range_expression":
        first, last = children(node)
        return text_of(first), "<" if has_token(node, "..<") else "<=", text_of(last)
    if node.type == "infix_expression" and len(children(node)) == 3:
        first, word, last = children(node)
        if text_of(word) == "until":
            return text_of(first), "<", text_of(last)
    return None
