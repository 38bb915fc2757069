"""Tests how the loop statements of a method's body are found."""

import pytest

from kpath_jvm.source.members import Body
from kpath_jvm.source.statements import LoopStatement, loop_statements


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        ("for (int i = 0; i < 9; i++) {\n  f();\n}", [(5, 7, "for (int i = 0; i < 9; i++)")]),
        ("while (more()) step();", [(5, 5, "while (more())")]),
        ("do {\n  step();\n} while (a && (b));", [(5, 7, "do … while (a && (b))")]),
        ("for (String s : of(\")\", '('))\n  f(s);", [(5, 6, "for (String s : of(\")\", '('))")]),
        ("while (a\n    && b) {\n  f();\n}", [(5, 8, "while (a && b)")]),
        ("if (a) {\n  f();\n}", []),
        ("int x = switch (y) { case 1 -> 2; default -> 3; };", []),
        ("for (", []),
        # This text needs tree-sitter's grammar, since javalang doesn't know switch expressions.
        ("for (T t : ts) {\n  x = switch (t) { default -> 1; };\n}\ndo x = switch (y) {\n"
         "  default -> g(() -> { while (h()) ; });\n}; while (x\n > 0);",
         [(5, 7, "for (T t : ts)"), (8, 11, "do … while (x > 0)"), (9, 9, "while (h())")]),
        ("while (a ? ) { x = switch (y) { default -> 1; }; for (;;) ; }",
         [(5, 5, "for (;;)")]),
    ],
)  # fmt: skip
def test_a_loop_has_its_lines_and_its_head(text: str, loops: list[tuple[int, int, str]]) -> None:
    assert loop_statements(Body(text, 5)) == [LoopStatement(*loop) for loop in loops]


def test_outer_loops_come_before_inner_ones() -> None:
    text = "while (a) {\n  for (;;) {\n    do { f(); } while (c);\n  }\n}\nwhile (d) {}"
    found = loop_statements(Body(text, 1))
    assert [(loop.first_line, loop.last_line) for loop in found] == [(1, 5), (2, 4), (3, 3), (6, 6)]
    assert [loop.text for loop in found] == [
        "while (a)", "for (;;)", "do … while (c)", "while (d)",
    ]  # fmt: skip


def test_a_long_head_is_shortened() -> None:
    (loop,) = loop_statements(Body(f"while ({' + '.join(['x'] * 60)} > 0) f();", 1))
    assert len(loop.text) == 100
    assert loop.text.startswith("while (x + x")
    assert loop.text.endswith(" …")
