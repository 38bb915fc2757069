"""Tests the comparison of the loops that two Java parsers find."""

from dataclasses import replace
from pathlib import Path

import pytest
from tree_sitter import Node

from kpath_jvm.source.nodes import children
from kpath_jvm.source.second_reading import differs
from kpath_jvm.source.statements import LoopStatement, loop_statements
from kpath_jvm.source.syntax import parsed

REPOSITORY = Path(__file__).resolve().parents[3]
NESTED = """{
  outer:
  for (int i = 0; i < 3; i++) {
    inner: while (x) { do { step(); } while (y); }
    Runnable r = () -> { for (;;) { } };
    new Object() { void f() { while (a) { } } };
    class Local { void g() { do { } while (z); } }
    for (String s : all) switch (s) { case "for": for (;;) break; }
  }
}"""


def bodies_in(text: str) -> list[Node]:
    """Returns the blocks of all methods and constructors of a file."""
    found: list[Node] = []
    waiting = [parsed(text)]
    while waiting:
        node = waiting.pop()
        waiting += children(node)
        if node.type in ("method_declaration", "constructor_declaration"):
            body = node.child_by_field_name("body")
            found += [] if body is None else [body]
    return found


def body_of(text: str) -> tuple[Node, list[LoopStatement]]:
    body = bodies_in(f"class Some {{\n\n void own() {text} }}")[0]
    return body, loop_statements([body])


def test_both_parsers_find_the_loops_of_nested_code() -> None:
    body, found = body_of(NESTED)
    assert len(found) == 5
    assert not differs(body, found)


@pytest.mark.parametrize("missing", range(5))
def test_a_loop_that_only_one_parser_finds_is_noticed(missing: int) -> None:
    body, found = body_of(NESTED)
    assert differs(body, found[:missing] + found[missing + 1 :])


def test_a_different_line_or_keyword_or_label_is_noticed() -> None:
    body, found = body_of("{\n while (x) { }\n here: do { } while (y);\n}")
    first, second = found
    assert not differs(body, found)
    later = replace(first, lines=range(first.lines.start + 1, first.lines.stop + 1))
    assert differs(body, [later, second])
    assert differs(body, [replace(first, text="for (;;)"), second])
    assert differs(body, [first, replace(second, text="there: do … while (y)")])


@pytest.mark.parametrize(
    "text",
    [
        "{ int x = switch (y) { case 1 -> 2; default -> 3; }; while (x) { } }",
        "{ while (x) { if (o instanceof String s) f(s); } }",
        "{ for ( }",
    ],
)
def test_code_that_javalang_cannot_read_is_accepted(text: str) -> None:
    body, _ = body_of(text)
    assert not differs(body, [])


def test_hidden_loops_of_switches_are_ignored() -> None:
    body, found = body_of("{ while (x) { } }")
    hidden = replace(found[0], text="switch (y)", is_hidden=True)
    assert not differs(body, [hidden, *found])


def test_both_parsers_agree_on_this_repositorys_programs() -> None:
    files = sorted((REPOSITORY / "benchmarks" / "src" / "main").rglob("*.java"))
    loops = 0
    for path in files:
        for body in bodies_in(path.read_text("utf-8")):
            found = loop_statements([body])
            loops += len(found)
            assert not differs(body, found), path
    assert loops > 200
