"""Parses Kotlin files, and finds the code of a compiled method in their trees."""

from collections.abc import Collection

import tree_sitter_kotlin
from tree_sitter import Language, Node, Parser

from kpath_jvm.source.kotlin.nodes import children
from kpath_jvm.source.nodes import around, text_of

_FUNCTIONS = frozenset(("function_declaration", "getter", "setter"))
_LAMBDAS = frozenset(("lambda_literal", "anonymous_function"))
_CLASSES = frozenset(
    ("class_declaration", "object_declaration", "companion_object", "object_literal")
)


def parsed(text: str) -> Node:
    """Returns the tree of a file; code that the grammar doesn't know becomes error nodes."""
    parser = Parser(Language(tree_sitter_kotlin.language()))
    return parser.parse(text.encode()).root_node


def scopes_of(root: Node, method: str, lines: Collection[int]) -> list[list[Node]]:
    """Returns the pieces of code that a method may be compiled from.

    For the method of a lambda, there is a piece for each lambda around the lines. Each piece is a
    list of statements, as ``scope_of`` returns it.
    """
    if not lines or not _is_lambda(method):
        scope = scope_of(root, method, lines)
        return [scope] if scope else []
    covering = around(root, min(lines), max(lines))
    lambdas = [one for one in covering if one.type in _LAMBDAS and not one.has_error]
    return [statements_of(one) for one in lambdas]


def scope_of(root: Node, method: str, lines: Collection[int]) -> list[Node]:
    """Returns the statements that were compiled to a method, found by its name and its lines.

    The statements are those of the innermost function or lambda, or of all initialisers of a class.
    The list is empty if nothing fits, if two pieces of code that fit begin and end on the same
    lines, or if the code can't be parsed.
    """
    if not lines:
        return []
    found = [one for one in around(root, min(lines), max(lines)) if _is_of(one, method)]
    if not found or found[-1].has_error:
        return []
    best = found[-1]
    span = best.start_point[0], best.end_point[0]
    if any((one.start_point[0], one.end_point[0]) == span for one in found[:-1]):
        return []
    return statements_of(best)


def function_at(root: Node, line: int) -> Node | None:
    """Returns the innermost function or accessor around a line, or None if there is none."""
    found = [one for one in around(root, line, line) if one.type in _FUNCTIONS]
    return found[-1] if found else None


def _is_of(node: Node, method: str) -> bool:
    if method in ("<init>", "<clinit>"):
        return node.type in _CLASSES or (method == "<clinit>" and node.type == "source_file")
    if _is_lambda(method):
        return node.type in _LAMBDAS
    if node.type not in _FUNCTIONS:
        return False
    name = _name(node)
    plain, _, inner = method.partition("$")
    return bool(name) and name in (plain, inner, plain.partition("-")[0])


def _is_lambda(method: str) -> bool:
    return "lambda$" in method or method == "invoke"


def _name(node: Node) -> str:
    """Returns the compiled name of a function, or of a property's accessor."""
    if node.type in ("getter", "setter"):
        owner = node.parent
        if owner is None or owner.type != "property_declaration":
            return ""
        variable = next(one for one in owner.named_children if one.type == "variable_declaration")
        name = text_of(children(variable)[0])
        if name.startswith("is") and not name[2:3].islower():
            return name if node.type == "getter" else f"set{name[2:]}"
        return f"{node.type[:3]}{name[:1].upper()}{name[1:]}"
    name_node = node.child_by_field_name("name")
    return "" if name_node is None else text_of(name_node).strip("`")


def statements_of(node: Node) -> list[Node]:
    """Returns the statements of a function, an accessor, a lambda or a class's initialisers."""
    if node.type == "lambda_literal":
        return children(node)
    if node.type in _FUNCTIONS or node.type == "anonymous_function":
        return [child for child in node.named_children if child.type in ("function_body", "block")]
    body = next((one for one in node.named_children if one.type.endswith("class_body")), node)
    return [
        one
        for one in body.named_children
        if one.type in ("property_declaration", "anonymous_initializer")
    ]


def has_call(root: Node, line: int) -> bool:
    """Returns whether a line is in a call that passes a lambda.

    Lines below the start of the lambda don't count.
    """
    for node in around(root, line, line):
        if node.type == "call_expression":
            for child in node.named_children:
                if child.type == "annotated_lambda" and line <= child.start_point[0] + 1:
                    return True
    return False
