"""Tests what the branches of a ``when`` with a subject ask."""

from builders.sources.branches import branch
from builders.sources.kotlin_code import pattern
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.kotlin.reading import questions
from kpath_jvm.source.kotlin.syntax import parsed
from kpath_jvm.source.patterns.pattern import conditions_of


def told(code: str, *branches: Branch) -> list[str]:
    """Returns the questions that are found for a function's branches, as strings.

    The code begins on line 2.
    """
    found = questions(parsed(f"fun f() {{\n{code}\n}}\n"), "f", branches)
    return [question.text for _, question in sorted(found.items())]


def test_a_chain_of_comparisons_asks_about_the_subject() -> None:
    code = "when (a) {\n1 -> b()\n2, x -> c()\nis T -> d()\nnull -> e()\nelse -> g()\n}"
    chain = [
        branch(0, "local == 1", line=3), branch(1, "local != 2", line=4, ways=(2, None)),
        branch(2, "local == x", line=4), branch(3, "local instanceof T", "Z", line=5),
        branch(4, "local == null", "A", line=6),
    ]  # fmt: skip
    assert told(code, *chain) == ["a == 1", "a == 2", "a == x", "a is T", "a == null"]


def test_the_result_of_several_comparisons_may_be_stored() -> None:
    stored = [
        branch(0, "local == 2", ways=(3, 1)), branch(1, "local == 3", ways=(3, 3)),
        branch(3, "… != 0"),
    ]  # fmt: skip
    assert told("when (a) { 2, 3 -> b() }", *stored) == ["a == 2", "a == 3", ""]
    wrong = branch(0, "local == 2", ways=(None, 1))
    assert told("when (a) { 2, 3 -> b() }", wrong, *stored[1:]) == []


def test_questions_name_the_variable_of_the_subject() -> None:
    assert told("when (val v = g()) {\nin 3..4 -> b()\n}", branch(0, "v == 3", line=3)) == []
    ends = [
        branch(0, "3 <= v", line=3, ways=(1, 2)), branch(1, "v < 5", line=3, ways=(2, 2)),
        branch(2, "… != 0", line=3),
    ]  # fmt: skip
    assert told("when (val v = g()) {\nin 3..4 -> b()\n}", *ends) == ["3 <= v", "v <= 4", ""]


def test_a_switch_s_answers_are_the_labels_of_the_when() -> None:
    code = "when (a) {\n1, 2 -> b()\nelse -> c()\n}"
    switch = Branch(Decision(0, "switch", "I", ("a",), (1, 2), (1, 1, 2)), 2, (3, 3, 4), (None,))
    found = questions(parsed(f"fun f() {{\n{code}\n}}\n"), "f", [switch])
    assert found[0].answers == {1: ("1", "2"), 2: ("else",)}


def test_a_switch_over_strings_uses_hashes() -> None:
    kinds = [one.kind for one in conditions_of(pattern('when (s) { "a" -> b(); "c" -> d() }'))]
    assert kinds == ["null", "hash", "equal", "equal", "comparison", "comparison"]
