"""Tests the conditions in ``match`` expressions, exception handlers and functions made of cases."""

from builders.sources.branches import branch
from builders.sources.scala_code import pattern, told
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.patterns.pattern import conditions_of
from kpath_jvm.source.scala.reading import questions
from kpath_jvm.source.scala.syntax import parsed

NUMBERS = "a match {\ncase 1 | 2 => b()\ncase 3 => c()\ncase _ => d()\n}"


def test_a_switch_has_labels() -> None:
    decision = Decision(0, "switch", "I", ("local 2",), (1, 2, 3), (1, 1, 2, 3))
    for line in (2, 3):
        switch = Branch(decision, line, (3, 3, 4, 5), (None,) * 4)
        found = questions(parsed(f"object A {{ def f() = {{\n{NUMBERS}\n}} }}"), "f", [switch])
        assert found[0].answers == {1: ("1", "2"), 2: ("3",), 3: ("_",)}


def test_a_match_may_be_a_chain_of_comparisons() -> None:
    tests = [
        branch(0, "1 == local 2", line=3), branch(1, "2 == local 2", line=3),
        branch(2, "3 == local 2", line=4),
    ]  # fmt: skip
    assert told(NUMBERS, *tests) == ["a == 1", "a == 2", "a == 3"]


def test_a_switch_over_strings_uses_hashes() -> None:
    code = 's match {\ncase "x" => b()\ncase "y" | "z" => c()\ncase _ => d()\n}'
    kinds = [one.kind for one in conditions_of(pattern(code))]
    assert kinds[:5] == ["null", "hash", "label", "label", "label"]
    switch = Decision(1, "switch", "I", ("…",), (1, 2), (2, 3, 9))
    own = [
        branch(0, "local 2 == null", "A", line=3, ways=(1, 1)),
        Branch(switch, 3, (3, 3, 5), (2, 3, None)),
        *(branch(at + 2, f'"{one}".equals(local 2)', "Z", line=3) for at, one in enumerate("xyz")),
    ]
    expected = ["s == null", "hash of s", 's == "x"', 's == "y"', 's == "z"']
    assert told(code, *own) == expected
    unknown = branch(2, '"w".equals(local 2)', "Z", line=3)
    assert told(code, *own[:2], unknown, *own[3:]) == [None] * 5


def test_guards_and_bodies_of_cases_are_matched() -> None:
    code = "a match {\ncase n if n > 4 && p =>\nif (q) b()\ncase _ => c()\n}"
    own = [
        branch(0, "n > 4", line=3, ways=(1, None)), branch(1, "p", "Z", line=3),
        branch(2, "q", "Z", line=4),
    ]  # fmt: skip
    assert told(code, *own) == ["n > 4", "p", "q"]


def test_cases_of_exception_handlers_are_matched() -> None:
    code = "try {\nb()\n} catch {\ncase e: T if p => c()\ncase _: U => d()\n}"
    tests = [
        branch(0, "local 4 instanceof T", "Z", line=5), branch(1, "p", "Z", line=5),
        branch(2, "local 4 instanceof U", "Z", line=6),
    ]  # fmt: skip
    assert told(code, *tests) == ["exception: T", "p", "exception: U"]
    # The types may be in the exception table instead.
    assert told(code, tests[1]) == ["p"]


def test_functions_defined_by_cases_are_matched() -> None:
    code = "xs.map {\ncase 3 => b()\ncase y if y > a => c()\n}"
    own = [branch(0, "3 == local 2", line=3), branch(1, "y > a$1", line=4)]
    assert told(code, *own, method="$anonfun$f$1") == ["_ == 3", "y > a"]
    assert told(code, *own, method="f") == [None, None]
    assert told(code, *own, method="applyOrElse") == ["_ == 3", "y > a"]


def test_is_defined_at_omits_the_bodies_of_cases() -> None:
    code = "xs.collect { case x if x > a => if (x > b) 1 else 2 }"
    asked = branch(0, "x > a$1")
    assert told(code, asked, method="isDefinedAt") == ["x > a"]
    assert told(code, asked, method="applyOrElse") == [None]
