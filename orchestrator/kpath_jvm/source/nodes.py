"""Nodes of tree-sitter's trees, for all languages."""

from collections.abc import Iterator

from tree_sitter import Node


def text_of(node: Node) -> str:
    """Returns a node's source text."""
    return (node.text or b"").decode(errors="replace")


def part_of(node: Node, field: str) -> Node:
    """Returns the child of a field that every such node has; raises ValueError if it is missing."""
    found = node.child_by_field_name(field)
    if found is None:
        raise ValueError(f"{node.type} has no {field}")
    return found


def children(node: Node) -> list[Node]:
    """Returns the direct named children of a node, without comments."""
    return [child for child in node.named_children if not child.type.endswith("comment")]


def unwrapped(node: Node) -> Node:
    """Returns the expression within any parentheses."""
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
