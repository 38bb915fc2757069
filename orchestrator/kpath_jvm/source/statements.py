"""Finds the loop statements of a method, and the lines that compilers may give to a loop's code."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from kpath_jvm.source.forms import OTHER_CODE
from kpath_jvm.source.nodes import children, part_of, text_from, text_of

_MOST_CHARACTERS = 100
_LOOPS = frozenset(("for_statement", "enhanced_for_statement", "while_statement", "do_statement"))
#: Expressions for which there is always bytecode, because they are never constant.
_COMPUTED = frozenset(
    ("method_invocation", "object_creation_expression", "array_access", "update_expression",
     "assignment_expression", "instanceof_expression", "null_literal", "this")
)  # fmt: skip
#: Statements for which there is always bytecode, on a line of the statement.
_SURE = frozenset(("expression_statement", "enhanced_for_statement", "return_statement",
                   "throw_statement"))  # fmt: skip
#: Nodes in a switch's labels that may make javac compile the switch to a loop. The loop tries one
#: case after another until a case fits.
_TRYING = frozenset(("guard", "pattern", "record_pattern", "type_pattern"))


@dataclass(frozen=True, eq=False)
class LoopStatement:
    """A loop statement, or a switch that javac may compile to a loop (``is_hidden``).

    ``text`` is the loop's head: ``for (int i = 0; ...)``. ``lines`` are all lines of the statement.
    The first instruction of the loop's header is on one of the lines ``top``. The loop has code on
    some line of each of the ranges ``within``. The statement begins and ends at the bytes ``span``
    of the file. ``body`` is the number of the body that the statement is in, if a method has
    several. ``is_copied`` is true of a statement in a finally block, which compilers copy.
    ``has_place`` is true if compilers agree on whether the statement's code comes before or after
    the code of other loops; loops within or around the statement don't matter. ``has_records`` is
    true of a switch with patterns of records, for which javac may make several loops.
    """

    text: str
    lines: range
    top: range
    within: tuple[range, ...]
    span: tuple[int, int]
    body: int
    is_copied: bool
    has_place: bool
    is_hidden: bool = False
    has_records: bool = False

    def contains(self, other: "LoopStatement") -> bool:
        """Returns whether another statement is within this one."""
        first, last = self.span
        return self is not other and first <= other.span[0] and other.span[1] <= last


def loop_statements(bodies: Sequence[Node]) -> list[LoopStatement]:
    """Returns the loop statements in a method's bodies, outer before inner.

    Loops of lambdas and classes within a body belong to other methods, so they aren't returned.
    """
    variables = _variables(bodies)
    found: list[LoopStatement] = []
    for number, body in enumerate(bodies):
        found += _loops(body, number, variables, is_copied=False, has_place=True)
    return found


def _loops(
    node: Node, body: int, variables: frozenset[str], *, is_copied: bool, has_place: bool
) -> Iterator[LoopStatement]:
    if node.type in OTHER_CODE:
        return
    is_copied = is_copied or node.type == "finally_clause"
    is_loop = node.type in _LOOPS
    if is_loop:
        top, within = _shape(node, variables)
        lines = _lines(node, node)
        span = node.start_byte, node.end_byte
        yield LoopStatement(
            _head(node), lines, top, within, span, body, is_copied, has_place
        )  # fmt: skip
    elif node.type == "switch_expression" and (patterns := _patterns(node)):
        has_records = "record_pattern" in patterns
        # For a record's components, javac makes a loop that may begin on any line of the switch.
        top = _lines(node, node if has_records else part_of(node, "condition"))
        span = node.start_byte, node.end_byte
        yield LoopStatement(
            f"switch {_shortened(text_of(part_of(node, 'condition')))}", _lines(node, node), top,
            (), span, body, is_copied, has_place, is_hidden=True,
            has_records=has_records,
        )  # fmt: skip
    inner = part_of(node, "body") if is_loop else None
    for child in children(node):
        # Compilers differ in whether they put a loop's head before its body.
        has_own = has_place and (not is_loop or child == inner)
        yield from _loops(child, body, variables, is_copied=is_copied, has_place=has_own)


def _shape(node: Node, variables: frozenset[str]) -> tuple[range, tuple[range, ...]]:
    """Returns ``top`` and ``within`` of a ``LoopStatement``."""
    body = part_of(node, "body")
    if node.type == "enhanced_for_statement":
        head = _lines(node, body.prev_sibling or body)
        return head, (head,)
    condition = node.child_by_field_name("condition")
    is_sure = condition is not None and _varies(condition, variables)
    asked = [_lines(condition, condition)] if condition is not None and is_sure else []
    updates = [_lines(one, one) for one in node.children_by_field_name("update")]
    within = (*asked, *updates)
    if node.type != "do_statement" and asked:
        return asked[0], within
    return range(node.start_point[0] + 1, _first_code(body, node)), within


def _first_code(body: Node, loop: Node) -> int:
    """Returns the line after the last line that a body's first instruction can have."""
    for statement in children(body) if body.type == "block" else [body]:
        if statement.type in _SURE:
            return _lines(statement, statement).stop
    return _lines(loop, loop).stop


def _varies(condition: Node, variables: frozenset[str]) -> bool:
    """Returns whether a condition isn't constant, so that no compiler can know its value."""
    waiting = [condition]
    while waiting:
        node = waiting.pop()
        if node.type in _COMPUTED or (node.type == "identifier" and text_of(node) in variables):
            return True
        # A field may have the same name as a variable, so the field's name isn't looked up.
        waiting += children(node)[:1] if node.type == "field_access" else children(node)
    return False


def _variables(bodies: Iterable[Node]) -> frozenset[str]:
    """Returns the names of variables that aren't final, except names that constants may have."""
    found: set[str] = set()
    final: set[str] = set()
    waiting = [body.parent or body for body in bodies]
    while waiting:
        node = waiting.pop()
        waiting += children(node)
        if node.type == "lambda_expression":
            parameters = part_of(node, "parameters")
            named = [parameters, *children(parameters)]
            found |= {text_of(one) for one in named if one.type == "identifier"}
        if node.type in ("local_variable_declaration", "formal_parameter", "field_declaration"):
            kinds = [one for one in children(node) if one.type == "modifiers"]
            is_final = any(child.type == "final" for one in kinds for child in one.children)
            declared = [
                one.child_by_field_name("name") for one in (node, *children(node))
            ]  # fmt: skip
            names = {text_of(one) for one in declared if one is not None}
            if is_final or node.type == "field_declaration":
                final |= names
            else:
                found |= names
    return frozenset(found - final)


def _patterns(switch: Node) -> frozenset[str]:
    waiting = [
        label
        for group in children(part_of(switch, "body"))
        for label in children(group)
        if label.type == "switch_label"
    ]
    found: set[str] = set()
    while waiting:
        node = waiting.pop()
        waiting += children(node)
        found.add(node.type)
    return frozenset(found & _TRYING)


def _lines(first: Node, last: Node) -> range:
    return range(first.start_point[0] + 1, last.end_point[0] + 2)


def _head(node: Node) -> str:
    label = ""
    if node.parent is not None and node.parent.type == "labeled_statement":
        label = f"{text_of(children(node.parent)[0])}: "
    if node.type == "do_statement":
        return _shortened(f"{label}do … while {text_of(part_of(node, 'condition'))}")
    whole, body = text_of(node), part_of(node, "body")
    head = whole[: len(whole) - len(text_from(body.start_byte, node))].rstrip()
    return _shortened(f"{label}{head}")


def _shortened(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 2]} …"
