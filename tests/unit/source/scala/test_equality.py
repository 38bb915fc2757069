"""Tests comparisons for equality, which scalac compiles to up to three branches."""

import pytest

from builders.sources.branches import branch
from builders.sources.scala_code import told
from kpath_jvm.source.branches import Branch


def called(left: str = "…", right: str = "local 5", yes: int | None = None) -> list[Branch]:
    """Returns the branches of an ``==`` that calls ``equals`` unless the left side is null.

    ``yes`` is the block to which equality leads.
    """
    return [
        branch(0, f"{left} == null", "A", ways=(1, 3)),
        branch(1, f"{right} != null", "A", ways=(None, yes)),
        branch(3, f"{left}.equals({right})", "Z", ways=(yes, None)),
    ]


def test_the_last_two_branches_ask_the_whole_condition() -> None:
    assert told("if (a == b) c()", *called()) == ["a == null", "not a == b", "a == b"]
    assert told("if (a != b) c()", *called()) == ["a == null", "a != b", "not a != b"]
    assert told("if (!(a == b)) c()", *called()) == ["a == null", "!(a == b)", "not !(a == b)"]


def test_the_last_two_branches_lead_to_the_next_condition() -> None:
    code = "if (a == b && d) c()"
    assert told(code, *called(yes=5), branch(5, "d", "Z"))[3] == "d"
    assert told(code, *called(yes=6), branch(5, "d", "Z")) == [None] * 4


@pytest.mark.parametrize(
    ("code", "one", "text"),
    [
        ("if (a == 3) c()", branch(0, "BoxesRunTime.equals(a,boxToInteger(3))", "Z"), "a == 3"),
        ('if ("x" == a) c()', branch(0, '"x".equals(a)', "Z"), '"x" == a'),
        ("if (a eq b) c()", branch(0, "a == b", "A"), "a eq b"),
        ("if (a ne b) c()", branch(0, "a == b", "A"), "not a ne b"),
        ("if (a == 3) c()", branch(0, "a == 3"), "a == 3"),
        # The number, the name or the comparison differs. For floating-point numbers, a >= b isn't
        # the opposite of a < b, because of NaN.
        ("if (a == 3) c()", branch(0, "a == 4"), None),
        ("if (a == b) c()", branch(0, "a == d"), None),
        ("if (a < b) c()", branch(0, "a >= b", "D"), None),
        ("if (a eq b) c()", branch(0, "….equals(b)", "Z"), None),
    ],
)
def test_an_equality_may_be_one_branch(code: str, one: Branch, text: str | None) -> None:
    assert told(code, one) == [text]


def test_a_stored_equality_may_have_no_branch() -> None:
    assert told("val z = a == b; if (c) d()", branch(0, "c", "Z")) == ["c"]
