"""Tests that all conditions of Kotlin code that may be branches are found, in the code's order."""

import pytest

from builders.sources.kotlin_code import pattern
from kpath_jvm.source.patterns.pattern import conditions_of


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("if (a > x && (i and 1) == 0 || p) b()",
         ["a > x", "(i and 1) == 0", "(i and 1) == 0", "(i and 1) == 0 result", "p"]),
        ("val y = if (a) b else c > d", ["a", "c > d"]),
        ("val z = !done", ["!done"]),
        ("val z = !(!(a > 3))", ["!(!(a > 3))"]),
        ("val z = a is T", []),
        ("if (a !is T) b()", ["a !is T"]),
        ("val z = a as? T", ["a is T"]),
        ("while (true) if (a) break", ["a"]),
        ("for (i in n) b(i > 1)", ["another element", "i > 1", "another element last"]),
        ("do b(i > 1) while (i < n)", ["i > 1", "i < n"]),
        ("a?.b?.c(d > 1)", ["a != null", "a?.b != null", "d > 1"]),
        ("a ?: b", ["a != null"]),
        ("a?.b ?: return", ["a != null", "a?.b != null"]),
        ("if (a in 1..n) b()", ["a in 1..n", "1 <= a", "a <= n upper", "a in 1..n result"]),
        ("if (a !in 0 until n) b()",
         ["a !in 0 until n", "0 <= a", "a < n upper", "a !in 0 until n result"]),
        ("if (a in b) c()", ["a in b"]),
        ("run { if (a > 1) b() }", ["a > 1"]),
        ("val x = object : T {\noverride fun g() { if (a) b() }\n}", []),
        ("fun g() = a > 1", []),
        ("when { a > 1 -> b(); c -> d() }", ["a > 1", "c"]),
        ('"a${if (b > 1) 2 else 3}"', ["b > 1"]),
    ],
)  # fmt: skip
def test_conditions_are_found_in_order(code: str, texts: list[str]) -> None:
    special = ("upper", "last", "result")
    found = [
        f"{one.text} {one.kind}" if one.kind in special else one.text
        for one in conditions_of(pattern(code))
    ]
    assert found == texts


def test_lines_begin_where_the_statement_does() -> None:
    found = conditions_of(pattern("val x =\na?.b(\n1) ?: c"))
    assert [(one.first_line, one.last_line) for one in found] == [(2, 3), (2, 4)]


def test_each_finally_block_and_each_lambda_has_its_own_number() -> None:
    first, second, third = conditions_of(
        pattern("try { if (a) b() } finally { if (c) d() }\nrun { if (e) g() }")
    )
    assert first.finally_block == 0
    assert len({first.finally_block, second.finally_block, third.finally_block}) == 3
