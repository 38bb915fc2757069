"""Tests nodes of any tree."""

import pytest

from kpath_jvm.source.nodes import around, children, part_of, text_of, unwrapped
from kpath_jvm.source.syntax import parsed

ROOT = parsed("class A {\n  int f() {\n    return ((( /* why */ a)));\n  }\n}\n")


def test_what_covers_lines_comes_outer_before_inner() -> None:
    found = [node.type for node in around(ROOT, 3, 3)]
    assert found[:4] == ["program", "class_declaration", "class_body", "method_declaration"]
    assert [node.type for node in around(ROOT, 2, 4)][-1] == "block"
    assert list(around(ROOT, 1, 9)) == []


def test_parts_and_parentheses() -> None:
    statement = next(node for node in around(ROOT, 3, 3) if node.type == "return_statement")
    (value,) = children(statement)
    assert text_of(unwrapped(value)) == "a"
    assert text_of(part_of(children(ROOT)[0], "name")) == "A"
    with pytest.raises(ValueError, match="return_statement has no name"):
        part_of(statement, "name")
