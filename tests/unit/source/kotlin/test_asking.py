"""Tests which question a branch asks, given a condition of Kotlin code."""

import pytest

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Case, Condition
from kpath_jvm.source.kotlin.asking import asked
from kpath_jvm.source.question import Question


def question(
    kind: str, text: str, operands: tuple[str, ...], compared: str, of: str = "I",
    **more: object,
) -> tuple[str, bool] | None:  # fmt: skip
    """Returns the question and whether it's negated, or None if the branch doesn't fit."""
    condition = Condition(kind, text, text, 1, 1, **more)  # type: ignore[arg-type]
    decision = Decision(0, compared, of, operands, (1, 0), (1, 2))
    found = asked(Branch(decision, 1, (1, 1), (None, None)), condition)
    return None if found is None else (found.text, found.is_negated)


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
        ("empty", ("o.isEmpty()",), "true", False),
        ("empty", ("o.length", "0"), "==", False),
        ("empty", ("o.length()", "0"), ">", True),
        ("empty", ("o.length()", "1"), ">", None),
        ("element", ("local 1.hasNext()",), "true", False),
        ("element", ("i", "9"), "<=", False),
        ("element", ("i", "9"), "!=", None),
        ("last", ("i", "9"), "!=", False),
        ("last", ("i", "9"), "<=", None),
        ("result", ("…", "0"), "!=", False),
        ("result", ("o", "0"), "!=", None),
    ],
)
def test_each_kind_of_condition_fits_certain_branches(
    kind: str, operands: tuple[str, ...], operator: str, negated: bool | None
) -> None:
    found = question(kind, "o String", operands, operator)
    assert (None if found is None else found[1]) == negated


def test_ends_of_ranges_are_recognised() -> None:
    assert question("upper", "a <= 9", ("a", "10"), "<", operator="<=") == ("a <= 9", False)
    assert question("upper", "a <= n", ("a", "n"), "<=", operator="<=") == ("a <= n", False)
    assert question("upper", "a <= n", ("a", "n"), "<", operator="<=") is None
    assert question("upper", "a < n", ("a", "n"), "<=", operator="<") is None
    assert question("upper", "a <= 9", ("a", "9.0"), "<", "D", operator="<=") is None


@pytest.mark.parametrize(
    ("text", "operands", "operator", "negated"),
    [
        ("s == t", ("Intrinsics.areEqual(s, t)",), "true", False),
        ("s != t", ("Intrinsics.areEqual(s, t)",), "true", True),
        ("s == t", ("s.startsWith(t)",), "true", None),
        ("s != t", ("s", "t"), "==", True),
    ],
)
def test_equality_is_a_call_or_a_comparison(
    text: str, operands: tuple[str, ...], operator: str, negated: bool | None
) -> None:
    found = question("comparison", text, operands, operator, operator=text.split()[1])
    assert (None if found is None else found[1]) == negated


@pytest.mark.parametrize(
    ("operator", "literal", "compared", "negated"),
    [("==", True, "==", False), ("!=", True, "==", True), ("==", False, "==", True),
     ("!=", False, "!=", True)],
)  # fmt: skip
def test_comparisons_with_true_and_false_are_recognised(
    operator: str, literal: bool, compared: str, negated: bool
) -> None:
    text = f"p {operator} {str(literal).lower()}"
    found = question("comparison", text, ("p", "1"), compared, operator=operator, literal=literal)
    assert found == (text, negated)


def test_a_switch_over_strings_is_one_over_hashes() -> None:
    cases = (Case(('"a"', '"b"'), 2, 2),)
    switch = Branch(Decision(0, "switch", "I", ("s.hashCode()",), (97,), (1, 2)), 1, (2, 3), ())
    hashed = Condition("hash", "hash of s", "s", 1, 1)
    assert asked(switch, hashed) == Question("hash of s")
    assert asked(switch, Condition("switch", "s", "s", 1, 1, cases=cases)) is None
    assert question("equal", "s", ('s.equals("b")',), "true", cases=cases) == ('s == "b"', False)
    assert question("equal", "s", ('s.equals("c")',), "true", cases=cases) is None


def test_a_switch_s_answers_are_the_labels_of_its_targets() -> None:
    cases = (Case(("1", "2"), 2, 2), Case(("else",), 3, 3))
    condition = Condition("switch", "n", "n", 1, 1, cases=cases)
    found = asked(
        Branch(Decision(0, "switch", "I", ("n",), (1, 2), (5, 5, 6)), 1, (2, 2, 3), ()), condition
    )
    assert found is not None
    assert found.answers == {5: ("1", "2"), 6: ("else",)}
    other = Branch(Decision(0, "switch", "I", ("x",), (1, 2), (5, 5, 6)), 1, (2, 2, 3), ())
    assert asked(other, condition) is None
