"""Tests what the cases of a ``match`` ask about the matched value."""

import pytest

from builders.sources.branches import branch
from builders.sources.scala_code import told
from kpath_jvm.source.branches import Branch


def of(text: str, line: int = 3, at: int = 0) -> Branch:
    return branch(at, text, "I" if "==" in text else "Z", line=line)


@pytest.mark.parametrize(
    ("case", "operands", "texts"),
    [
        ("s: String", ["local 2 instanceof String"], ["a: String"]),
        ("i: Int", ["local 2 instanceof Integer"], ["a: Int"]),
        ("i: Int", ["local 2 instanceof Long"], [None]),
        ("s: String", [], []),
        ("q @ Some(_)", ["local 2 instanceof Some"], ["a: Some"]),
        ("Some(3)", ["local 2 instanceof Some", "3 == local 4"], ["a: Some", "a.get == 3"]),
        ("Box(2, Box(_, 3))",
         ["local 2 instanceof Box", "2 == local 3", "local 4 instanceof Box", "3 == local 5"],
         ["a: Box", "a._1 == 2", "a._2: Box", "a._2._2 == 3"]),
        ("1 :: x :: _", ["local 2 instanceof colon", "1 == local 3", "local 4 instanceof colon"],
         ["a: ::", "a.head == 1", "a.tail: ::"]),
        ("Nil", ["Nil$.MODULE$.equals(local 2)"], ["a == Nil"]),
        ("A.B", ["A$B$.MODULE$.equals(local 2)"], ["a == A.B"]),
        ("null", ["local == null"], ["a == null"]),
        ("true", ["1 == local"], ["a == true"]),
        ("false", ["0 == local"], ["a == false"]),
        ("X(y)", ["X$.MODULE$.unapply(a).isEmpty()"], ["not a: X"]),
        ("(1, x)", ["local != null", "1 == local"], ["a != null", "a._1 == 1"]),
        ("_: S | _: T", ["local 2 instanceof S", "local 2 instanceof T"], ["a: S", "a: T"]),
        ("_", [], []),
        ("n", [], []),
        ("n", ["1 == local"], [None]),
    ],
)  # fmt: skip
def test_the_branches_of_a_case_get_questions(
    case: str, operands: list[str], texts: list[str | None]
) -> None:
    code = f"a match {{\ncase {case} => b()\ncase _ => c()\n}}"
    own = [of(text, at=at) for at, text in enumerate(operands)]
    assert told(code, *own) == texts


def test_tuples_are_compared_by_their_parts() -> None:
    code = "(a, b) match {\ncase (1, x) => c()\ncase (y, 2) => d()\n}"
    own = [of("local != null", 2), of("1 == local", 3, 1), of("2 == local", 4, 2)]
    assert told(code, *own) == ["(a, b) != null", "a == 1", "b == 2"]


def test_results_of_earlier_cases_are_reused() -> None:
    code = "a match {\ncase T(1) => b()\ncase T(_) => c()\ncase U(_) => d()\n}"
    first = [of("local 2 instanceof T"), of("1 == local 3", 3, 1)]
    flag = branch(2, "local 9 != 0", line=4)
    assert told(code, *first, flag) == ["a: T", "a._1 == 1", ""]
    # No earlier branch asks whether the value is a U.
    assert told(code, *first, branch(2, "local 9 != 0", line=5)) == ["a: T", "a._1 == 1", None]


def test_the_result_of_alternatives_may_be_stored() -> None:
    code = 'a match {\ncase "x" | "y" => b()\ncase _ => c()\n}'
    own = [of('"x".equals(local)'), of('"y".equals(local)', at=1), branch(2, "… != 0", line=3)]
    assert told(code, *own) == ['a == "x"', 'a == "y"', ""]
