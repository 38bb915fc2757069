"""Tests the functions that read nodes of syntax trees, for all languages."""

from collections.abc import Callable

import pytest
from tree_sitter import Node

from kpath_jvm.source.kotlin.syntax import parsed as kotlin
from kpath_jvm.source.nodes import around, children, part_of, text_of, unwrapped
from kpath_jvm.source.scala.syntax import parsed as scala
from kpath_jvm.source.syntax import parsed

ROOT = parsed("class A {\n  int f() {\n    return ((( /* why */ a)));\n  }\n}\n")


def test_outer_nodes_around_lines_come_first() -> None:
    found = [node.type for node in around(ROOT, 3, 3)]
    assert found[:4] == ["program", "class_declaration", "class_body", "method_declaration"]
    assert [node.type for node in around(ROOT, 2, 4)][-1] == "block"
    assert list(around(ROOT, 1, 9)) == []


def test_parts_are_found_and_parentheses_removed() -> None:
    statement = next(node for node in around(ROOT, 3, 3) if node.type == "return_statement")
    (value,) = children(statement)
    assert text_of(unwrapped(value)) == "a"
    assert text_of(part_of(children(ROOT)[0], "name")) == "A"
    with pytest.raises(ValueError, match="return_statement has no name"):
        part_of(statement, "name")


def _condition(root: Node) -> Node:
    """Returns the first condition below a node, without the parentheses around it."""
    waiting = [root]
    while waiting:
        node = waiting.pop(0)
        found = node.child_by_field_name("condition")
        if found is not None:
            return unwrapped(found)
        waiting += node.named_children
    raise AssertionError("no condition")


JAVA = "class A {{ void f() {{ if ({}) f(); }} }}"
KOTLIN = "fun f() {{ if ({}) f() }}"
SCALA = "object A {{ def f: Unit = if ({}) f }}"


@pytest.mark.parametrize(
    ("parse", "file", "written", "shown"),
    [
        (parsed, JAVA, 's.startsWith("//")', 's.startsWith("//")'),
        (parsed, JAVA, 's.contains("a//b") // why\n', 's.contains("a//b")'),
        (parsed, JAVA, 's.contains("/* a */") /* why */ && t', 's.contains("/* a */") && t'),
        (parsed, JAVA, "c == '/' // it's\n || c == '\"'", "c == '/' || c == '\"'"),
        (parsed, JAVA, 's.equals("a  b\tc")', 's.equals("a  b\tc")'),
        (parsed, JAVA, 's\n   ==\n"""\n   x // \\""" y\n   """', 's == """ x // \\""" y """'),
        (parsed, JAVA, "a /* of\nit */ >\n 0 // why\n", "a > 0"),
        (kotlin, KOTLIN, 's == "a//b" && c == \'/\'', 's == "a//b" && c == \'/\''),
        (kotlin, KOTLIN, 's /* a /* b */ c */ == "${t}//"', 's == "${t}//"'),
        (kotlin, KOTLIN, 's == """a // "b" """', 's == """a // "b" """'),
        (scala, SCALA, 's == "a//b" /* a /* b */ c */ && c == \'/\'', 's == "a//b" && c == \'/\''),
        (scala, SCALA, 's == s"$t//"  && t == """a // """', 's == s"$t//" && t == """a // """'),
    ],
)  # fmt: skip
def test_text_has_whole_literals_but_no_comments(
    parse: Callable[[str], Node], file: str, written: str, shown: str
) -> None:
    assert text_of(_condition(parse(file.format(written)))) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("for (int i = 0; // from\n     i < n; /* up */ i++)", "for (int i = 0; i < n; i++)"),
        ('while (!s.startsWith("//"))', 'while (!s.startsWith("//"))'),
        ('while (s.contains("/* a  b */")) // why', 'while (s.contains("/* a  b */"))'),
        ("while (c != '\"' && d != '/' /* \" */)", "while (c != '\"' && d != '/' )"),
        (r"""while (c != '\'' && s != "\"//")""", r"""while (c != '\'' && s != "\"//")"""),
        ('if (s == """\n    a // b \\""" c\n    """)', 'if (s == """ a // b \\""" c """)'),
        ('while (s.equals("""\n  \\\\""") && b) // c', 'while (s.equals(""" \\\\""") && b)'),
    ],
)  # fmt: skip
def test_code_is_on_one_line_without_comments(text: str, shown: str) -> None:
    assert text_of(parsed(text)) == shown
