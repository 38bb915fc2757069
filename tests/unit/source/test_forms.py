"""Tests how Java's expressions and statements are classified."""

import pytest
from tree_sitter import Node

from kpath_jvm.source import forms
from kpath_jvm.source.nodes import children, part_of
from kpath_jvm.source.syntax import parsed


def statement(code: str) -> Node:
    (type_,) = children(parsed(f"class A {{ void f() {{ {code} }} }}"))
    (method,) = children(part_of(type_, "body"))
    return children(part_of(method, "body"))[0]


@pytest.mark.parametrize(
    ("code", "operator", "is_compound", "is_condition"),
    [
        ("a < b", "<", False, True),
        ("a && b", "&&", True, True),
        ("!a", "!", False, True),
        ("!(a || b)", "!", True, True),
        ("a ? b : c", "", True, False),
        ("a + b", "+", False, False),
        ("o instanceof T", "", False, False),
        ("o instanceof T t", "", False, True),
        ("o instanceof P(int x)", "", False, True),
    ],
)
def test_expressions_have_operators_and_may_be_conditions(
    code: str, operator: str, is_compound: bool, is_condition: bool
) -> None:
    call = children(statement(f"return f({code});"))[0]
    (node,) = children(part_of(call, "arguments"))
    assert forms.operator_of(node) == operator
    assert forms.is_compound(node) == is_compound
    assert forms.is_condition(node) == is_condition


def test_a_statement_that_contains_others_is_not_simple() -> None:
    assert forms.is_simple(statement("return a;"))
    assert forms.is_simple(statement("int a = 1;"))
    assert not forms.is_simple(statement("try { a(); } finally { b(); }"))


def test_cases_have_their_labels_and_lines() -> None:
    node = statement("switch (a) {\ncase 1:\ncase 2:\nb();\ndefault:\nc(); }")
    found = forms.cases_of(children(part_of(node, "body")))
    assert [(one.labels, one.first_line, one.last_line) for one in found] == [
        (("1", "2"), 2, 4), (("default",), 5, 6),
    ]  # fmt: skip
