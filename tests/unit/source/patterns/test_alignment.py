"""Tests that branches get questions only if they match a pattern of conditions in just one way.

Several ways count as one if they give the same questions.
"""

import pytest

from builders.sources.branches import branch
from builders.sources.kotlin_code import pattern
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.asking import asked
from kpath_jvm.source.patterns.alignment import ways


def texts(code: str, *branches: Branch) -> list[str] | None:
    """Returns what the branches ask, one after another."""
    found = ways(branches, pattern(code), asked)
    return [found[0][one.decision.block].text for one in branches] if found else None


def test_an_equality_has_one_or_two_branches() -> None:
    code = "if (a == 2f) b()"
    assert texts(code, branch(0, "a == 2.0f", "F")) == ["a == 2f"]
    stored = (branch(0, "a == 2.0f", "F", ways=(3, 3)), branch(3, "… != 0"))
    assert texts(code, *stored) == ["a == 2f", ""]


@pytest.mark.parametrize(
    ("code", "branches"),
    [
        # The second branch may test a stored value only if both answers of the first lead to it.
        ("if (a == 2f) b()", [branch(0, "a == 2.0f", "F", ways=(3, 4)), branch(3, "… != 0")]),
        # There is one branch too many, or one too few.
        ("if (a > 0) b()", [branch(0, "a > 0"), branch(1, "a > 0")]),
        ("if (a > 0 && b) c()", [branch(0, "a > 0")]),
        # The answers lead elsewhere: these are the branches of an "and", not of an "or".
        ("if (a > 0 || b > 0) c()", [branch(0, "a <= 0", ways=(None, 1)), branch(1, "b <= 0")]),
        # The name or the comparison differs.
        ("if (a > 0) b()", [branch(0, "other > 0")]),
        ("if (a > 0) b()", [branch(0, "a == 0")]),
        ("val x = a?.b", [branch(0, "a == 0")]),
    ],
)
def test_unmatched_branches_get_no_question(code: str, branches: list[Branch]) -> None:
    assert texts(code, *branches) is None


def test_ambiguous_matches_give_no_question() -> None:
    """If either of two lambdas may have been inlined, both must ask the same question."""
    code = "f { a?.b }\ng { a?.c }"
    one = branch(0, "… != null", "A")
    assert texts("f { a?.b }", one) == ["a != null"]
    assert texts("f { x?.b }; g { y?.c }", one) is None
    assert texts(code, one) == ["a != null"]


def test_a_finally_block_has_copies() -> None:
    code = "try { a() } finally { if (b > 0) c() }"
    assert texts(code, branch(0, "b > 0"), branch(5, "b > 0")) == ["b > 0"] * 2
    assert texts(code, branch(0, "b > 0"), branch(5, "b == 1")) is None


def test_too_many_ways_to_match_give_no_question() -> None:
    many = "; ".join("f { a?.b }" for _ in range(40))
    assert texts(many, *[branch(one, "… != null", "A") for one in range(20)]) is None


def test_a_range_is_two_comparisons() -> None:
    stored = (
        branch(0, "1 <= a", ways=(1, 4)), branch(1, "a < 10", ways=(4, 4)), branch(4, "… == 0")
    )  # fmt: skip
    assert texts("if (a in 1..9) b()", *stored) == ["1 <= a", "a <= 9", ""]
    assert texts("if (a in 1..9) b()", branch(0, "x.other(a)", "Z")) is None
