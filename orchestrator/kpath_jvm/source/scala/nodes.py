"""Reads nodes of tree-sitter's grammar of Scala."""

from collections.abc import Iterator

from tree_sitter import Node

from kpath_jvm.source.nodes import children, text_from, text_of

#: Code that is compiled to methods of its own, or isn't compiled.
OTHER_CODE = frozenset(
    ("function_definition", "function_declaration", "class_definition", "object_definition",
     "trait_definition", "enum_definition", "given_definition", "extension_definition",
     "type_definition", "import_declaration", "annotation", "template_body", "type_arguments",
     "type_parameters", "parameters")
)  # fmt: skip
#: The nodes that consist of consecutive statements.
BLOCKS = frozenset(("block", "indented_block"))
#: Expressions that become functions if there is a ``_`` in them.
_OPEN = frozenset(
    ("infix_expression", "prefix_expression", "postfix_expression", "call_expression",
     "field_expression", "generic_function", "instance_expression")
)  # fmt: skip
_CHAINED = frozenset(("generic_function", "call_expression", "field_expression"))
_HOLDERS = frozenset(("arguments", "parenthesized_expression", "tuple_expression"))


def operator_of(node: Node) -> str:
    """Returns the operator of an expression with one or two operands, or "" for other nodes."""
    if node.type == "infix_expression":
        operator = node.child_by_field_name("operator")
        return "" if operator is None else text_of(operator)
    if node.type == "prefix_expression":
        return node.children[0].type
    return ""


def operand_of(node: Node) -> Node:
    """Returns the operand of a prefix operator."""
    return children(node)[-1]


def regrouped(node: Node) -> Node | None:
    """Returns the operation that the grammar mistakes for a function with type arguments, or None.

    The grammar reads ``a && b.f[T]`` as ``(a && b.f)[T]``.
    """
    is_typed = False
    while node.type in _CHAINED:
        is_typed = is_typed or node.type == "generic_function"
        node = children(node)[0]
    return node if is_typed and operator_of(node) else None


def text_between(first: Node, last: Node) -> str:
    """Returns the text of ``last`` from where ``first`` begins; ``last`` contains ``first``."""
    return text_from(first.start_byte, last)


def literal_of(node: Node) -> bool | None:
    """Returns the value of a literal ``true`` or ``false``, or None for anything else."""
    return {"true": True, "false": False}.get(text_of(node))


def is_function(node: Node) -> bool:
    """Returns whether an expression is written as a function: ``x => …``, ``_ > 2`` or cases."""
    if node.type in ("lambda_expression", "case_block"):
        return True
    if node.type in BLOCKS:
        inner = children(node)
        return len(inner) == 1 and inner[0].type == "lambda_expression"
    return node.type in _OPEN and _has_hole(node)


def cases_of(node: Node) -> list[Node]:
    """Returns the clauses of a match, of a handler or of a function that consists of cases."""
    return [child for child in children(node) if child.type == "case_clause"]


def bodies_of(clause: Node) -> Iterator[Node]:
    """Yields the statements of a case."""
    yield from clause.children_by_field_name("body")


def guard_of(node: Node) -> Node | None:
    """Returns the condition after the ``if`` of a case or generator, or None without an ``if``."""
    guard = next((one for one in children(node) if one.type == "guard"), None)
    return None if guard is None else guard.child_by_field_name("condition")


def _is_hole(node: Node) -> bool:
    """Returns whether a node is ``_``, which may have a type or be in parentheses."""
    if node.type in ("parenthesized_expression", "ascription_expression"):
        return _is_hole(children(node)[0])
    return node.type == "wildcard"


def _has_hole(node: Node) -> bool:
    """Returns whether a node has a ``_`` that doesn't belong to an inner function."""
    for child in children(node):
        if _is_hole(child) or (child.type in _OPEN and _has_hole(child)):
            return True
        if child.type in _HOLDERS and any(_is_hole(one) for one in children(child)):
            return True
    return False
