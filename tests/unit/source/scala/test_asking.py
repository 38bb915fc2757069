"""Tests which question a branch asks, given a condition of Scala code."""

import pytest

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Condition
from kpath_jvm.source.scala.asking import asked


@pytest.mark.parametrize(
    ("kind", "operands", "operator", "negated"),
    [
        ("null", ("…", "null"), "==", True),
        ("null", ("…", "null"), "!=", False),
        ("null", ("…", "0"), "!=", None),
        ("type", ("o instanceof String",), "true", False),
        ("type", ("o",), "true", None),
        ("truth", ("o",), "true", False),
        ("truth", ("…", "0"), "==", True),
        ("called", ("o.equals(local 2)",), "true", False),
        ("called", ("o", "String"), "==", None),
        ("extracted", ("o.isEmpty()",), "true", True),
        ("extracted", ("String$.unapply(o)",), "true", False),
        ("extracted", ("o",), "true", None),
        ("result", ("…", "0"), "!=", False),
        ("result", ("local 3", "0"), "!=", None),
        ("flag", ("local 3", "0"), "!=", False),
        ("flag", ("o", "0"), "!=", None),
        ("constant", ("1", "0"), "!=", False),
        ("constant", ("o", "0"), "!=", None),
    ],
)
def test_each_kind_of_condition_fits_certain_branches(
    kind: str, operands: tuple[str, ...], operator: str, negated: bool | None
) -> None:
    found = _asked(Condition(kind, "o String", "o String", 1, 1), operands, operator)
    assert found == negated


@pytest.mark.parametrize(
    ("operator", "operands", "compared", "negated"),
    [
        ("<", ("o", "String"), "<", False),
        ("<", ("o", "String"), ">=", True),
        ("<", ("StringOps$.MODULE$.$less$extension(o, String)",), "true", False),
        ("<", ("StringOps$.MODULE$.$greater$extension(o, String)",), "true", None),
        ("<", ("…", "0"), "!=", False),
        ("==", ("….equals(o)",), "true", False),
        ("!=", ("….equals(o)",), "true", True),
        ("==", ("other", "String"), "==", None),
    ],
)
def test_comparisons_may_be_negated(
    operator: str, operands: tuple[str, ...], compared: str, negated: bool | None
) -> None:
    condition = Condition("comparison", "o String", "o String", 1, 1, operator=operator)
    assert _asked(condition, operands, compared) == negated


def test_literals_and_numbers_are_compared() -> None:
    truth = Condition("comparison", "p == true", "p == true", 1, 1, operator="==", literal=True)
    assert _asked(truth, ("p", "1"), "==") is False
    assert _asked(truth, ("p", "1"), "!=") is True
    number = Condition("comparison", "a == 3", "a == 3", 1, 1, operator="==", numbers=(3,))
    assert _asked(number, ("3", "local 1"), "==") is False
    assert _asked(number, ("a", "4"), "==") is None


def _asked(condition: Condition, operands: tuple[str, ...], operator: str) -> bool | None:
    """Returns whether the branch's question is negated, or None if the branch doesn't fit."""
    decision = Decision(0, operator, "I", operands, (1, 0), (1, 2))
    found = asked(Branch(decision, 1, (1, 1), (None, None)), condition)
    return None if found is None else found.is_negated
