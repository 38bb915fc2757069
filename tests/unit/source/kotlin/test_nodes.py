"""Tests the functions that read nodes of Kotlin's grammar."""

from tree_sitter import Node

from kpath_jvm.source.kotlin.nodes import children, has_token, literal_of, operator_of, parts_around
from kpath_jvm.source.kotlin.syntax import parsed, scope_of
from kpath_jvm.source.nodes import text_of, unwrapped


def first(code: str) -> Node:
    (body,) = scope_of(parsed(f"fun f() {{\n{code}\n}}\n"), "f", {2})
    return children(children(body)[0])[0]


def test_parentheses_operators_and_tokens_are_read() -> None:
    node = first("((a /* why */ !in b))")
    assert text_of(unwrapped(node)).startswith("a")
    assert has_token(unwrapped(node), "!in")
    assert operator_of(first("a && b")) == "&&"
    assert operator_of(first("a.b")) == ""
    assert [literal_of(first(text)) for text in ("true", "false", "a")] == [True, False, None]


def test_parts_of_an_if_and_a_for_are_found() -> None:
    node = first("if (a) b else { c }")
    condition = node.child_by_field_name("condition")
    before, behind = parts_around(node, condition, "else")
    assert [text_of(one) for one in (*before, *behind)] == ["b", "{ c }"]
    over, body = parts_around(first("for ((k, v) in m) x()"), None, ")", after="in")
    assert [text_of(one) for one in (*over, *body)] == ["m", "x()"]
