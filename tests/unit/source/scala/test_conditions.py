"""Tests the conditions of Scala code, and the branches that scalac may make of them."""

import pytest

from builders.sources.branches import branch
from builders.sources.scala_code import pattern, told
from kpath_jvm.source.patterns.pattern import conditions_of


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ("if (a > x && !p || q) b()", ["a > x", "!p", "q"]),
        ("if a > x then b() else if p then c()", ["a > x", "p"]),
        ("while (a < 1) b(c > 2)", ["a < 1", "c > 2"]),
        ("do b(c > 2) while (a < 1)", ["c > 2", "a < 1"]),
        ("while ({ b(); a < 1 }) ()", ["a < 1"]),
        ("while (true) if (a) return", ["true", "a"]),
        ("for (x <- (if (p) xs else ys)) if (x > 1) b()", ["p"]),
        ("try { if (a) b() } finally { if (c) d() }", ["a", "c"]),
        ("xs.map(x => x > 1).count(_ > 2)", []),
        ("xs.filter(!_.isEmpty).map { case 1 => 2 }", []),
        ("def g() = if (a) 1 else 2", []),
        ("val z = a < b && !(c || d)", ["a < b", "c", "d"]),
        ("new T(a > 1) { def g = if (a) 1 else 2 }", ["a > 1"]),
        ('s"${if (p) 1 else 2}"', ["p"]),
        ("return o.isInstanceOf[T] && p", ["o.isInstanceOf[T]", "p"]),
        # The grammar parses all of the text before the type arguments as the function.
        ("if (p && o.isInstanceOf[T]) b()", ["p", "o.isInstanceOf[T]"]),
        ("if (!o.isInstanceOf[T]) b()", ["!o.isInstanceOf[T]"]),
    ],
)
def test_conditions_are_in_the_order_of_evaluation(code: str, texts: list[str]) -> None:
    assert [one.text for one in conditions_of(pattern(code))] == texts


def test_branches_that_match_get_questions() -> None:
    code = "if (a > 3 && !p || (p && a < 7)) b()"
    branches = [
        branch(0, "a > 3", ways=(1, 2)), branch(1, "p", "Z", ways=(2, None)),
        branch(2, "p", "Z", ways=(3, None)), branch(3, "a < 7"),
    ]  # fmt: skip
    assert told(code, *branches) == ["a > 3", "not !p", "p", "a < 7"]
    # The first branch's answers lead to places that && and || rule out.
    wrong = [branch(0, "a > 3", ways=(2, 1)), *branches[1:]]
    assert told(code, *wrong) == [None] * 4


def test_conditions_within_an_if_expression_are_matched() -> None:
    code = "if ((if (p) a > 3 else q) && r) b()"
    direct = [
        branch(0, "p", "Z", ways=(1, 2)), branch(1, "a > 3", ways=(3, None)),
        branch(2, "q", "Z", ways=(3, None)), branch(3, "r", "Z"),
    ]  # fmt: skip
    assert told(code, *direct) == ["p", "a > 3", "q", "r"]
    assert told(code, *direct[:2], direct[3]) == [None] * 3


def test_arguments_may_be_passed_by_name() -> None:
    code = "if (lazily(a > 3)) b()"
    assert told(code, branch(0, "lazily(apply(a))", "Z")) == ["lazily(a > 3)"]
    both = (branch(0, "a > 3", ways=(4, 4)), branch(4, "lazily(…)", "Z"))
    assert told(code, *both) == ["a > 3", "lazily(a > 3)"]
    assert told(code, branch(0, "a > 3"), method="$anonfun$f$1") == ["a > 3"]


def test_an_assertion_may_be_inlined() -> None:
    assert told("assert(p)", branch(0, "p", "Z")) == ["p"]
    assert told("other(p)", branch(0, "p", "Z")) == [None]
