"""Tests the functions that read nodes of Scala's grammar."""

import pytest
from tree_sitter import Node

from kpath_jvm.source.nodes import children, text_of, unwrapped
from kpath_jvm.source.scala.nodes import (
    guard_of,
    is_function,
    literal_of,
    operand_of,
    operator_of,
    regrouped,
    text_between,
)  # fmt: skip
from kpath_jvm.source.scala.syntax import parsed, scopes_of


def first(code: str) -> Node:
    ((body,),) = scopes_of(parsed(f"object A {{ def f() = {{\n{code}\n}} }}\n"), "f", {2})
    return children(body)[0]


def test_operators_and_literals_are_read() -> None:
    assert operator_of(first("a && b")) == "&&"
    assert operator_of(first("a.b")) == ""
    assert (operator_of(first("!a")), text_of(operand_of(first("!a")))) == ("!", "a")
    assert [literal_of(first(text)) for text in ("true", "false", "a")] == [True, False, None]
    guard = guard_of(children(children(first("a match { case b if c => d }"))[1])[0])
    assert guard is not None
    assert text_of(guard) == "c"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x => x > 1", True),
        ("_ > 1", True),
        ("f(_)", True),
        ("!_.isEmpty", True),
        ("(_: Int) > 1", True),
        ("_ + _", True),
        ("f(_ > 1)", False),
        ("(_ > 1)", False),
        ("a match { case _ => b }", False),
        ("x.isInstanceOf[List[_]]", False),
        ("_", False),
    ],
)
def test_functions_are_recognised_by_their_syntax(code: str, expected: bool) -> None:
    (argument,) = children(children(first(f"g({code})"))[1])
    assert is_function(argument) is expected


def test_an_operation_before_type_arguments_is_regrouped() -> None:
    node = first("a && b.c[T]")
    operation = regrouped(node)
    assert operation is not None
    right = operation.child_by_field_name("right")
    assert right is not None
    assert text_between(right, node) == "b.c[T]"
    assert regrouped(first("b.c[T]")) is None
    assert regrouped(unwrapped(first("(a && b)"))) is None
