"""Tests which questions are found for the branches of a Scala method."""

from builders.sources.branches import branch
from builders.sources.scala_code import told
from kpath_jvm.source.scala.reading import questions
from kpath_jvm.source.scala.syntax import parsed

TWO = "xs.filter(x => x > 1).map(x => if (x > 2) 3 else 4)"


def test_lines_are_matched_one_by_one() -> None:
    code = "if (a > 0) b()\nif (DEBUG) c()\nif (d eq e) f()"
    own = [branch(0, "a > 0"), branch(3, "o > 0", line=3), branch(5, "d == e", "A", line=4)]
    assert told(code, *own) == ["a > 0", None, "d eq e"]
    assert told(code, *own, method="g") == [None] * 3


def test_the_matching_function_is_chosen_from_several() -> None:
    assert told(TWO, branch(0, "x > 1"), method="$anonfun$f$1") == ["x > 1"]
    assert told(TWO, branch(0, "x > 2"), method="$anonfun$f$2") == ["x > 2"]
    both = "xs.filter(x => x > a).map(x => if (x > b) 3 else 4)"
    assert told(both, branch(0, "x > a$1"), method="$anonfun$f$1") == ["x > a"]


def test_two_matching_functions_give_no_question() -> None:
    code = "xs.filter(_ > a).map(x => if (x > a) 3 else 4)"
    assert told(code, branch(0, "x$1 > a$1"), method="$anonfun$f$1") == [None]
    assert told(code, branch(0, "x > a$1"), method="$anonfun$f$2") == ["x > a"]


def test_a_method_without_branches_has_no_questions() -> None:
    tree = parsed("object A { def f() = {\nif (a > 0) b()\n} }")
    assert set(questions(tree, "f", [branch(0, "a > 0")])) == {0}
    assert questions(tree, "f", []) == {}
