"""Tests that the conditions of Java code are found in the order of their branches."""

import pytest

from kpath_jvm.source.condition import Condition
from kpath_jvm.source.conditions import conditions
from kpath_jvm.source.syntax import bodies_of, parsed


def found(code: str) -> list[Condition]:
    """Returns the conditions of a method's code. The code begins on line 2."""
    (body,) = bodies_of(parsed(f"class A {{ void f() {{\n{code}\n}} }}"), "f", {2})
    return conditions(body)


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("if (a > x && (i & 1) == 0 || a == 7) b();", ["a > x", "(i & 1) == 0", "a == 7"]),
        ("s = a ? b : c > d;", ["a", "c > d"]),
        ("boolean z = !done || is(a < b);", ["!done", "a < b", "is(a < b)"]),
        ("if ((a /* of\nit */ > 0)) b();", ["a > 0"]),
        ("while (true) if (a) break;", ["a"]),
        ("for (int i = 0; i < n; i++) b(i == 1);", ["i < n", "i == 1"]),
        ("for (int i = 0; a; b(i > 2)) c(i < 1);", ["a", "i < 1", "i > 2"]),
        ("do b(i == 1); while (i < n);", ["i == 1", "i < n"]),
        ("for (T t : all(a == 1)) if (t.is()) b();", ["a == 1", "another element", "t.is()"]),
        ("assert a > b : c == d;", ["assertion check (are assertions on?)", "a > b", "c == d"]),
        ("switch (a + b) { case 1: if (c) d(); default: e(); }", ["a + b", "c"]),
        ("run(() -> a > b);", []),
        ("new T() { void g() { if (a) b(); } };", []),
        (
            "try (T t = open(a == 1)) { if (b) c(); } finally { if (d) e(); }",
            ["a == 1", "b", "t != null", "t != null", "d"],
        ),
        (
            "if (!(o instanceof P(int x, var y)) || x > y) b();",
            ["!(o instanceof P(int x, var y))", "x > y"],
        ),
        (
            "if (o instanceof B<T>(String s, P(var x, _)) && x > 3) b();",
            [
                "o instanceof B<T>",
                "String s of B<T>(String s, P(var x, _))",
                "P(var x, _) of B<T>(String s, P(var x, _))",
                "x > 3",
            ],
        ),
        (
            "switch (o) { case P(a.B.C x, int y) when y > 3 -> b(); default -> c(); }",
            ["o", "a.B.C x of P(a.B.C x, int y)", "y > 3"],
        ),
        ("return o instanceof T t && t.is();", ["o instanceof T t", "t.is()"]),
        ("boolean z = o instanceof T;", []),
        # If a switch is used as a condition, each of its results gets a branch, unless the result
        # is a constant. The results of other switches get none.
        (
            "while (switch (o) { case 1 -> is(); case 2 -> true; default -> { yield a; } } "
            "&& n > 0) b();",
            ["o", "is()", "a", "n > 0"],
        ),
        (
            "if (switch (o) { case 1 -> { switch (p) { case 2 -> c(); } yield a; } "
            "default -> is(switch (q) { case 3 -> d(); default -> { yield e; } }); }) b();",
            ["o", "p", "a", "q", "is(switch (q) { case 3 -> d(); default -> { yield e; } })"],
        ),
        ("boolean z = switch (o) { case 1 -> is(); default -> { yield a; } };", ["o"]),
    ],
)
def test_conditions_are_in_the_order_of_evaluation(code: str, texts: list[str]) -> None:
    assert [one.text for one in found(code)] == texts


def test_a_switch_over_strings_is_several_branches() -> None:
    one = found('switch (a) { case "x": b(); break; case "y": c(); }')
    assert [condition.kind for condition in one] == ["hash", "equal", "equal", "switch"]
    one = found('while (switch (a) { case "x" -> true; default -> false; } && n > 0) b();')
    assert [condition.kind for condition in one] == ["hash", "equal", "switch", "comparison"]


def test_an_answer_leads_to_the_next_condition() -> None:
    a, b, c = found("if ((a || b) && !c) d();")
    assert (a.if_true.condition, a.if_false.condition) == (c, b)
    assert (b.if_true.condition, b.if_false.condition) == (c, None)
    assert (c.if_true.condition, c.if_false.condition, c.is_negated) == (None, None, True)


def test_conditions_have_the_lines_of_their_part_of_the_statement() -> None:
    a, b = found("if (a\n || b)\n c();")
    assert (a.first_line, a.last_line) == (b.first_line, b.last_line) == (2, 3)


def test_conditions_know_the_loops_that_repeat_them() -> None:
    head, body, update, after = found("for (; a; b(i > 2)) c(i < 1); if (d) e();")
    assert head.head_of in body.repeated_by
    assert head.head_of in update.repeated_by
    assert (head.repeated_by, after.repeated_by) == ((), ())


def test_a_long_text_is_shortened_in_the_middle() -> None:
    (one,) = found(f"if ({'a' * 99} > 0) b();")
    assert one.text == f"{'a' * 40}…{'a' * 35} > 0"
    assert one.source == "a" * 99 + " > 0"


def test_labels_without_a_body_belong_to_the_next_case() -> None:
    (one,) = found("switch (a) {\ncase 1:\ncase 2:\nb();\nbreak;\ndefault:\nc();\n}")
    assert [(case.labels, case.first_line, case.last_line) for case in one.cases] == [
        (("1", "2"), 3, 6), (("default",), 7, 8),
    ]  # fmt: skip
