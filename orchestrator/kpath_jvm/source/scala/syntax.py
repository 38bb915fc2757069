"""Parses Scala files, and finds the code from which a method may have been compiled."""

import re
from collections.abc import Collection, Iterator

import tree_sitter_scala
from tree_sitter import Language, Node, Parser

from kpath_jvm.source.nodes import around, children, part_of, text_of
from kpath_jvm.source.scala.names import plain
from kpath_jvm.source.scala.nodes import (
    BLOCKS,
    OTHER_CODE,
    guard_of,
    is_function,
    operator_of,
)  # fmt: skip

_TEMPLATES = frozenset(("template_body", "enum_body"))
_INITIALISERS = re.compile(r"<init>|<clinit>|\$init\$|delayedEndpoint\$.*")
_OPERATORS = ("&&", "||")
#: A piece of code from which a method may have been compiled: statements, or an expression.
Scope = list[Node]


def parsed(text: str) -> Node:
    """Returns the tree of a file; code that the grammar doesn't know becomes error nodes."""
    parser = Parser(Language(tree_sitter_scala.language()))
    return parser.parse(text.encode()).root_node


def scopes_of(root: Node, method: str, lines: Collection[int]) -> list[Scope]:
    """Returns the pieces of code that contain the lines, and may be compiled to the method.

    A named method comes from the innermost definition of its name, and a constructor from all
    initialisers of the class. A function without a name may come from any function around the
    lines, or from any argument, because arguments may be passed by name.
    """
    if not lines:
        return []
    covering = list(around(root, min(lines), max(lines)))
    if "$anonfun" in method:
        found = [scope for node in covering for scope in _functions(node)]
    elif method in ("applyOrElse", "isDefinedAt"):
        found = [[node] for node in covering if node.type == "case_block"]
    elif method.startswith("liftedTree"):
        found = [[node] for node in covering if node.type == "try_expression"]
    elif _INITIALISERS.fullmatch(method):
        templates = [node for node in covering if node.type in _TEMPLATES]
        found = [_initialisers(templates[-1])] if templates else []
    else:
        found = _defined(covering, method)
    return [one for one in found if not any(node.has_error for node in one)]


def _defined(covering: list[Node], method: str) -> list[Scope]:
    found = [
        node
        for node in covering
        if node.type == "function_definition" and _name(node) in (method, plain(method))
    ]
    if not found:
        return []
    best = found[-1]
    span = best.start_point[0], best.end_point[0]
    if any((one.start_point[0], one.end_point[0]) == span for one in found[:-1]):
        return []
    return [[part_of(best, "body")]]


def _name(node: Node) -> str:
    return text_of(part_of(node, "name")).strip("`")


def _initialisers(template: Node) -> Scope:
    return [
        one
        for one in children(template)
        if one.type not in OTHER_CODE
        and not any(part.type == "modifiers" and "lazy" in text_of(part) for part in children(one))
    ]


def _functions(node: Node) -> Iterator[Scope]:
    """Yields the parts of a node that may be compiled to functions."""
    if node.type == "lambda_expression":
        yield [children(node)[-1]]
    elif node.type == "for_expression":
        yield [part_of(node, "body")]
    elif node.type == "enumerators":
        for one in children(node):
            guard = guard_of(one)
            if guard is not None:
                yield [guard]
        yield from ([children(one)[1]] for one in children(node)[1:] if len(children(one)) > 1)
    elif node.parent is not None and _may_be_given(node, node.parent):
        if node.type in BLOCKS and is_function(node):
            return
        yield [node]


def _may_be_given(node: Node, parent: Node) -> bool:
    """Returns whether a node is written as a function, or may be an argument passed by name."""
    if not node.named_children:
        return False
    if is_function(node):
        return not (parent.type != "arguments" and is_function(parent))
    if parent.type == "call_expression":
        return node.type in BLOCKS
    if parent.type == "infix_expression":
        is_right = parent.child_by_field_name("right") == node
        return is_right and operator_of(parent) not in _OPERATORS
    return parent.type == "arguments"


def has_call(root: Node, line: int) -> bool:
    """Returns whether a call is on a line.

    Lines below the start of a call's arguments don't count as lines of this call.
    """
    for node in around(root, line, line):
        if node.type == "call_expression":
            arguments = node.child_by_field_name("arguments")
            if arguments is not None and line <= arguments.start_point[0] + 1:
                return True
        elif node.type == "infix_expression" and _is_named(node):
            return True
    return False


def _is_named(infix: Node) -> bool:
    """Returns whether an infix expression calls a function by a name, as in ``a map b``."""
    return text_of(part_of(infix, "operator")).isidentifier()
