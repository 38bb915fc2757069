"""Tests the lists of components and resources for which javac adds branches."""

import pytest
from tree_sitter import Node

from kpath_jvm.source import hidden
from kpath_jvm.source.syntax import parsed


def first(kind: str, code: str) -> Node:
    waiting = [parsed(f"class A {{ void f() {{ {code} }} }}")]
    while waiting:
        node = waiting.pop(0)
        if node.type == kind:
            return node
        waiting = node.named_children + waiting
    raise AssertionError(code)


@pytest.mark.parametrize(
    ("pattern", "tests"),
    [
        ("P(int x, var y, _)", []),
        ("P(boolean x, double y)", []),
        ("B(a.S<T> s)", [("a.S<T> s of B(a.S<T> s)", "S", False)]),
        ("B(P(int x), S s)", [("P(int x) of B(P(int x), S s)", "P", True),
                              ("S s of B(P(int x), S s)", "S", False)]),
        # A component of P is tested, too. So the text of the test for P shows only the type P.
        ("B(P(S s))", [("P of B(P(S s))", "P", True), ("S s of P(S s)", "S", False)]),
    ],
)  # fmt: skip
def test_hidden_tests_of_a_record_pattern_are_listed(
    pattern: str, tests: list[tuple[str, str, bool]]
) -> None:
    node = first("record_pattern", f"if (o instanceof {pattern}) g();")
    found = hidden.tests_of(node)
    assert [(one.text, one.name, one.is_sure) for one in found] == tests
    assert hidden.type_of(node) == pattern[0]


def test_only_record_patterns_are_found() -> None:
    for code in ("o instanceof S", "o instanceof S s"):
        assert hidden.record_pattern(first("instanceof_expression", f"z = {code};")) is None
    assert hidden.record_pattern(first("instanceof_expression", "z = o instanceof P(int x);"))


def test_resources_are_named_in_order() -> None:
    code = "try (R r = open(); q; this.z) { g(); }"
    names = hidden.resources_of(first("try_with_resources_statement", code))
    assert names == ["r", "q", "this.z"]
