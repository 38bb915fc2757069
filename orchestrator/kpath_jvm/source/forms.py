"""Classifies expressions and statements of Java by how they are compiled."""

from tree_sitter import Node

from kpath_jvm.source.condition import Case
from kpath_jvm.source.nodes import children, text_of, unwrapped

#: The operators that compare.
COMPARISONS = frozenset(("==", "!=", "<", "<=", ">", ">="))
#: Nodes whose code is compiled to other methods, or to nothing.
OTHER_CODE = frozenset(
    ("lambda_expression", "class_body", "class_declaration", "record_declaration",
     "interface_declaration", "enum_declaration", "annotation", "marker_annotation")
)  # fmt: skip
_COMPOUND = frozenset(
    ("try_statement", "try_with_resources_statement", "labeled_statement", "synchronized_statement")
)


def is_simple(node: Node) -> bool:
    """Returns whether a node directly contains expressions, and no statements."""
    return node.type in ("resource", "parenthesized_expression") or (
        node.type.endswith(("_statement", "_declaration", "_invocation"))
        and node.type not in _COMPOUND
    )


def operator_of(node: Node) -> str:
    """Returns the operator of an expression with one or two operands, or "" for other nodes."""
    operator = node.child_by_field_name("operator")
    is_one = node.type in ("binary_expression", "unary_expression")
    return text_of(operator) if operator is not None and is_one else ""


def is_compound(node: Node) -> bool:
    """Returns whether an expression is decided by several branches."""
    inner = unwrapped(node)
    return (
        operator_of(inner) in ("&&", "||")
        or inner.type == "ternary_expression"
        or (operator_of(inner) == "!" and is_compound(children(inner)[0]))
    )


def is_condition(node: Node) -> bool:
    """Returns whether an expression is compiled to branches even if only its value is used."""
    operator = operator_of(node)
    binds = node.type == "instanceof_expression" and (
        node.child_by_field_name("name") is not None
        or node.child_by_field_name("pattern") is not None
    )
    return operator in ("&&", "||", "!") or operator in COMPARISONS or binds


def is_result(node: Node) -> bool:
    """Returns whether a statement of a switch is the result after an arrow."""
    around = node.parent
    return (
        node.type == "expression_statement" and around is not None and around.type == "switch_rule"
    )


def cases_of(groups: list[Node]) -> tuple[Case, ...]:
    """Returns a switch's cases; labels without a body belong to the next case, if there is one."""
    cases = []
    labels: list[str] = []
    first: Node | None = None
    for group in groups:
        first = first or group
        for label in children(group):
            if label.type == "switch_label":
                texts = [text_of(one) for one in children(label) if one.type != "guard"]
                labels += texts or ["default"]
        if children(group)[-1].type != "switch_label":
            lines = first.start_point[0] + 1, group.end_point[0] + 1
            cases.append(Case(tuple(labels), *lines))
            labels, first = [], None
    if first is not None:
        # The last labels have no body, so they lead past the end of the switch.
        cases.append(Case(tuple(labels), first.start_point[0] + 1, groups[-1].end_point[0] + 1))
    return tuple(cases)
