"""Parses Java files with tree-sitter's grammar, and finds the code of a method in the trees."""

from collections.abc import Collection, Iterator

import tree_sitter_java
from tree_sitter import Language, Node, Parser

from kpath_jvm.source.nodes import around, children, part_of, text_of

_CLASS_BODIES = frozenset(("class_body", "enum_body", "interface_body", "annotation_type_body"))
_CONSTRUCTORS = frozenset(("constructor_declaration", "compact_constructor_declaration"))


def parsed(text: str) -> Node:
    """Returns the tree of a file; code that the grammar doesn't know becomes error nodes."""
    parser = Parser(Language(tree_sitter_java.language()))
    return parser.parse(text.encode()).root_node


def scopes_of(root: Node, method: str, lines: Collection[int]) -> list[list[Node]]:
    """Returns the pieces of code that a method may be compiled from.

    Each piece is a list of bodies, as ``bodies_of`` returns it. The method of a lambda may be
    compiled from any lambda that covers the lines.
    """
    if not lines or not method.startswith("lambda$"):
        bodies = bodies_of(root, method, lines)
        return [bodies] if bodies else []
    covering = around(root, min(lines), max(lines))
    lambdas = [part_of(node, "body") for node in covering if _is_of(node, method)]
    return [[body] for body in lambdas if not body.has_error]


def bodies_of(root: Node, method: str, lines: Collection[int]) -> list[Node]:
    """Returns the bodies that the method with a given compiled name is compiled from.

    Most methods have one body: that of the innermost method with this name around the lines. But a
    constructor or static initialiser is compiled from several bodies, and from initial values of
    fields. The result is then all such code of the innermost class around the lines. The list is
    empty if nothing fits, if two methods or classes that fit are on the same lines, or if the file
    can't be parsed there.
    """
    if not lines:
        return []
    covering = list(around(root, min(lines), max(lines)))
    is_initialiser = method in ("<init>", "<clinit>")
    found = [
        node
        for node in covering
        if (node.type in _CLASS_BODIES if is_initialiser else _is_of(node, method))
    ]
    if not found or any(_span(node) == _span(found[-1]) for node in found[:-1]):
        return []
    best = found[-1]
    if is_initialiser:
        bodies = list(_initialisers(best, is_static=method == "<clinit>"))
    else:
        body = best.child_by_field_name("body")
        bodies = [] if body is None or best.has_error else [body]
    return [] if any(body.has_error for body in bodies) else bodies


def _span(node: Node) -> tuple[int, int]:
    return node.start_point[0], node.end_point[0]


def _initialisers(body: Node, is_static: bool) -> Iterator[Node]:
    """Yields the code from which a class's constructors, or its static initialiser, are compiled.

    The bodies of all constructors are yielded. This does no harm, because no branch of the wanted
    constructor lies on the lines of another.
    """
    for member in _members(body):
        if member.type in ("enum_constant", "constant_declaration"):
            if is_static:
                yield member
        elif member.type == "field_declaration":
            if _is_static(member) == is_static:
                yield member
        elif member.type == "static_initializer":
            if is_static:
                yield children(member)[0]
        elif member.type == "block" and not is_static:
            yield member
        elif member.type in _CONSTRUCTORS and not is_static:
            yield part_of(member, "body")


def _members(body: Node) -> Iterator[Node]:
    for member in children(body):
        if member.type == "enum_body_declarations":
            yield from children(member)
        else:
            yield member


def _is_static(field: Node) -> bool:
    modifiers = next((one for one in children(field) if one.type == "modifiers"), None)
    return modifiers is not None and any(one.type == "static" for one in modifiers.children)


def _is_of(node: Node, method: str) -> bool:
    if method.startswith("lambda$"):
        return node.type == "lambda_expression"
    name = node.child_by_field_name("name")
    return node.type == "method_declaration" and name is not None and text_of(name) == method
