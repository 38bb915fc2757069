"""Tests how the loop statements of a method's bodies are found."""

import pytest

from kpath_jvm.source.nodes import children, part_of
from kpath_jvm.source.statements import LoopStatement, loop_statements
from kpath_jvm.source.syntax import parsed

FIVE = "class A { void f(int n, int[] a) {\n\n\n\n"


def _loops(text: str, before: str = FIVE) -> list[LoopStatement]:
    """Returns the loops of a method whose body begins with the given text, on line 5."""
    root = parsed(f"{before}{text}\n}}}}")
    return loop_statements([part_of(children(part_of(children(root)[0], "body"))[0], "body")])


@pytest.mark.parametrize(
    ("text", "loops"),
    [
        ("for (int i = 0; i < 9; i++) {\n  f();\n}", [(5, 7, "for (int i = 0; i < 9; i++)")]),
        ("while (more()) step();", [(5, 5, "while (more())")]),
        ("a:\nwhile (b()) { c: do { continue a; } while (d()); }",
         [(6, 6, "a: while (b())"), (6, 6, "c: do … while (d())")]),
        ("do {\n  step();\n} while (a && (b));", [(5, 7, "do … while (a && (b))")]),
        ("for (String s : of(\")\", '('))\n  f(s);", [(5, 6, "for (String s : of(\")\", '('))")]),
        ("while (a\n    && b) // why\n{\n  f();\n}", [(5, 9, "while (a && b)")]),
        ("if (a) {\n  f();\n}", []),
        ("int x = switch (y) { case 1 -> 2; default -> 3; };", []),
        ("for (T t : ts) {\n  x = switch (t) { default -> 1; };\n}", [(5, 7, "for (T t : ts)")]),
        # Loops of lambdas and classes belong to other methods.
        ("for (;;) f(() -> { while (h()) ; }, new B() { void g() { while (i()); } });",
         [(5, 5, "for (;;)")]),
        ("do x = switch (y) {\n default -> { while (h()) ; yield 1; }\n}; while (x\n > 0);",
         [(5, 8, "do … while (x > 0)"), (6, 6, "while (h())")]),
        ("switch (o) {\n case A a when a.b() -> f();\n default -> g();\n}", [(5, 8, "switch (o)")]),
    ],
)  # fmt: skip
def test_loops_have_their_lines_and_heads(text: str, loops: list[tuple[int, int, str]]) -> None:
    found = _loops(text)
    assert [(one.lines.start, one.lines.stop - 1, one.text) for one in found] == loops
    assert [one.is_hidden for one in found] == [one[2].startswith("switch") for one in loops]


def test_outer_loops_come_before_inner_ones() -> None:
    found = _loops("while (a) {\n  for (;;) {\n    do { f(); } while (c);\n  }\n}\nwhile (d) {}")
    assert [one.text for one in found] == ["while (a)", "for (;;)", "do … while (c)", "while (d)"]
    assert [one.contains(other) for one in found[:1] for other in found] == [
        False, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "top", "within"),
    [
        ("for (int i = 0;\n i < n;\n i++) {\nf();\n}", (6, 6), [(6, 6), (7, 7)]),
        # YES and A.n may be constants, so there may be no code for these conditions.
        ("while (YES) {\nint i;\nf();\nf();\n}", (5, 7), []),
        ("while (A.n) {\nf();\n}", (5, 6), []),
        ("while (A.n()) {\nf();\n}", (5, 5), [(5, 5)]),
        ("for (;;\n n++) {\nif (b) f();\n}", (5, 8), [(6, 6)]),
        ("do {\nf();\n} while (\nn > 1);", (5, 6), [(7, 8)]),
        ("for (int x\n : a) {\n}", (5, 6), [(5, 6)]),
    ],
)
def test_lines_of_a_loops_code_are_found(
    text: str, top: tuple[int, int], within: list[tuple[int, int]]
) -> None:
    (loop,) = _loops(text)
    assert (loop.top.start, loop.top.stop - 1) == top
    assert [(one.start, one.stop - 1) for one in loop.within] == within


def test_a_finally_block_is_copied() -> None:
    loops = _loops("try { while (n > 0) n--; } finally { while (n > 1) n--; }")
    assert [one.is_copied for one in loops] == [False, True]


def test_a_loop_in_another_loops_head_has_an_uncertain_place() -> None:
    update = "n = switch (n) { default -> { while (n > 2) n--; yield 3; } }"
    loops = _loops(f"for (;; {update}) while (n > 1) n--;")
    assert {one.text: one.has_place for one in loops[1:]} == {
        "while (n > 2)": False, "while (n > 1)": True,
    }  # fmt: skip


def test_a_long_head_is_shortened() -> None:
    (loop,) = _loops(f"while ({' + '.join(['x'] * 60)} > 0) f();")
    assert len(loop.text) == 100
    assert loop.text.startswith("while (x + x")
    assert loop.text.endswith(" …")
