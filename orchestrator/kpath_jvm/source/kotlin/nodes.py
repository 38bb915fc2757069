"""Reads nodes of tree-sitter's grammar of Kotlin."""

from tree_sitter import Node

from kpath_jvm.source.nodes import text_of

#: Code that is compiled to methods of its own, or isn't compiled.
OTHER_CODE = frozenset(
    ("function_declaration", "anonymous_function", "class_declaration", "object_declaration",
     "object_literal", "companion_object", "getter", "setter", "annotation", "type_alias",
     "callable_reference")
)  # fmt: skip


def children(node: Node) -> list[Node]:
    """Returns a node's named children, except comments, labels, lambda parameters and modifiers."""
    return [
        child
        for child in node.named_children
        if not child.type.endswith("comment")
        and child.type not in ("label", "lambda_parameters", "modifiers")
    ]


def operator_of(node: Node) -> str:
    """Returns the operator of an expression with one or two operands, or "" for other nodes."""
    if node.type not in ("binary_expression", "unary_expression"):
        return ""
    operator = node.child_by_field_name("operator")
    return "" if operator is None else text_of(operator)


def has_token(node: Node, token: str) -> bool:
    """Returns whether a token, such as ``?.`` or ``!in``, is a direct child of a node."""
    return any(not child.is_named and child.type == token for child in node.children)


def literal_of(node: Node) -> bool | None:
    """Returns the value of a literal ``true`` or ``false``; None for anything else."""
    return {"true": True, "false": False}.get(text_of(node))


def parts_around(
    node: Node, condition: Node | None, token: str, after: str = ""
) -> tuple[list[Node], list[Node]]:
    """Returns a node's children after ``condition``, or after the token ``after``, in two lists.

    The first list has the children before ``token``, and the second list those after it.
    """
    before: list[Node] = []
    behind: list[Node] = []
    is_there, is_behind = False, False
    for child in node.children:
        if child == condition or (after and child.type == after):
            is_there = True
        elif is_there and child.type == token:
            is_behind = True
        elif is_there and child in children(node):
            (behind if is_behind else before).append(child)
    return before, behind
