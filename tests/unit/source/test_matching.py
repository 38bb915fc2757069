"""Tests that a branch is matched with a condition only if they certainly belong together."""

import pytest

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Condition
from kpath_jvm.source.conditions import conditions
from kpath_jvm.source.matching import matched, why_unmatched
from kpath_jvm.source.question import Question
from kpath_jvm.source.syntax import bodies_of, parsed


def branch(
    block: int, text: str, kind: str = "I", line: int = 2, ways: tuple[int | None, ...] = ()
) -> Branch:
    """Returns a branch of the bytecode. The text is ``a < b``, or ``a`` for a Boolean value."""
    left, _, rest = text.partition(" ")
    operator, _, right = rest.partition(" ")
    decision = Decision(
        block, operator or "true", kind, (left, right) if right else (left,), (1, 0), (90, 91)
    )
    return Branch(decision, line, (line, line), ways or (None, None))


def questions(code: str, *branches: Branch) -> dict[int, Question]:
    """Returns the questions that are matched with the branches. The code begins on line 2."""
    return matched(branches, conditions_of(code))


def conditions_of(code: str) -> list[Condition]:
    (body,) = bodies_of(parsed(f"class A {{ void f() {{\n{code}\n}} }}"), "f", {2})
    return conditions(body)


def test_questions_may_be_negated() -> None:
    found = questions(
        "if (a > x || !p && d != d) b();",
        branch(0, "a <= x", ways=(1, None)),
        branch(1, "p", "Z", ways=(None, 2)),
        branch(2, "d != d", "D"),
    )
    assert {block: (one.text, one.is_negated) for block, one in found.items()} == {
        0: ("a > x", True), 1: ("!p", True), 2: ("d != d", False),
    }  # fmt: skip


@pytest.mark.parametrize("written", ["int.class", "Integer.TYPE"])
def test_classes_of_primitive_types_must_match(written: str) -> None:
    code = f"if (a == {written}) b();"
    assert set(questions(code, branch(0, "a == Integer.TYPE", "A"))) == {0}
    assert questions(code, branch(0, "a == Long.TYPE", "A")) == {}


@pytest.mark.parametrize(
    ("code", "branches"),
    [
        # The numbers of branches and conditions differ. Constant conditions have no branches.
        ("if (DEBUG && a > 0) b();", [branch(0, "a > 0")]),
        ("if (a > 0) b();", [branch(0, "a > 0"), branch(1, "a > 0")]),
        # The branch and the condition are of different kinds.
        ("if (a > 0) b();", [branch(0, "a == 0")]),
        ("if (a) b();", [branch(0, "a > 0")]),
        ("if (a == b) c();", [branch(0, "a", "Z")]),
        ("if (a > 0) b();", [Branch(Decision(0, "switch", "I", ("a",), (), (1,)), 2, (2,), (1,))]),
        # Because of NaN, a <= 0.0 isn't the negation of a > 0.
        ("if (a > 0) b();", [branch(0, "a <= 0.0", "D")]),
        # The condition doesn't contain the name "other".
        ("if (a > 0) b();", [branch(0, "other > 0")]),
        # The branches are those of an "and", not of an "or".
        ("if (a > 0 || b > 0) c();", [branch(0, "a <= 0", ways=(None, 1)), branch(1, "b <= 0")]),
        # In some compilers' bytecode, a loop's body comes before the loop's condition. So it isn't
        # known which of two branches belongs to the condition.
        ("while (a > 0) c(b > 0);", [branch(0, "local > 0"), branch(1, "local > 0")]),
        ("for (T t : ts) if (t.is()) b();", [branch(0, "t.is()", "Z"), branch(1, "x.hasNext()")]),
    ],
)  # fmt: skip
def test_uncertain_branches_get_no_question(code: str, branches: list[Branch]) -> None:
    assert questions(code, *branches) == {}


@pytest.mark.parametrize(
    ("code", "branches", "why"),
    [
        ("b();", [branch(0, "a > 0")], "the source has no condition there"),
        ("if (a > 0) b();", [branch(0, "other > 0")],
         "no condition of the source there can be the one that the branch decides"),
        ("if (a > 0 && b()) c();", [branch(0, "a > 0")],
         "the source has 2 conditions there, and the bytecode 1 branch"),
        ("if (a > 0) b();", [branch(0, "a > 0"), branch(1, "a > 0")],
         "the source has 1 condition there, and the bytecode 2 branches"),
        ("if (a > 0 || b > 0) c();", [branch(0, "a <= 0", ways=(None, 1)), branch(1, "b <= 0")],
         "the branches there ask or lead to something other than the source's conditions"),
        ("while (a > 0) c(b > 0);", [branch(0, "local > 0"), branch(1, "local > 0")],
         "a loop's condition and body are on one line, and compilers differ in their order"),
    ],
)  # fmt: skip
def test_unmatched_branches_have_a_reason(code: str, branches: list[Branch], why: str) -> None:
    told = conditions_of(code)
    assert why_unmatched(branches[0], [(branches, told)]) == why
    assert why_unmatched(branches[0], []).endswith("or the source can't be parsed there")


def test_lines_are_matched_one_by_one() -> None:
    found = questions("if (DEBUG)\nb();\nif (a > 0)\nc();", branch(0, "a <= 0", line=4))
    assert [one.text for one in found.values()] == ["a > 0"]


def test_a_finally_block_has_copies() -> None:
    code = "try { a(); } finally {\nif (b > 0) c();\n}"
    copies = [branch(0, "b <= 0", line=3), branch(7, "b <= 0", line=3)]
    assert set(questions(code, *copies)) == {0, 7}


def switch(keys: tuple[int, ...], lines: tuple[int, ...], targets: tuple[int, ...]) -> Branch:
    decision = Decision(0, "switch", "I", ("a",), keys, targets)
    return Branch(decision, 2, lines, (None,) * len(targets))


CASES = "switch (a) {\ncase {}:\ncase {}:\nb(); break;\ncase {}:\nc();\n}\nd();"


@pytest.mark.parametrize(
    ("labels", "answers"),
    [
        ("123", {1: ("1", "2"), 2: ("3",), 3: ("no case",)}),
        ("XYZ", {1: ("X", "Y"), 2: ("Z",), 3: ("no case",)}),
        ("124", None),
    ],
)
def test_keys_must_fit_the_labels_of_a_switch(
    labels: str, answers: dict[int, tuple[str, ...]] | None
) -> None:
    code = CASES
    for label in labels:
        code = code.replace("{}", label, 1)
    found = questions(code, switch((1, 2, 3), (5, 5, 7, 9), (1, 1, 2, 3)))
    assert found[0].text == "a"
    assert found[0].answers == answers


@pytest.mark.parametrize(
    ("last", "answer"), [("default: break;", "default"), ("default:", "default"), ("", "no case")]
)
def test_a_target_past_the_switch_gets_the_label_of_the_default(last: str, answer: str) -> None:
    code = f"switch (a) {{\ncase 1:\nb(); break;\ncase 2:\nc(); break;\n{last}\n}}\nd();"
    found = questions(code, switch((1, 2), (4, 6, 9), (1, 2, 3)))
    assert found[0].answers == {1: ("1",), 2: ("2",), 3: (answer,)}


def over_strings(
    keys: tuple[int, ...], targets: tuple[int, ...], labels: str = "Aa BB c d"
) -> list[Branch]:
    """Returns the branches that javac makes for a switch over strings on line 2."""
    first = Decision(0, "switch", "I", ("local 1.hashCode()",), (1, 2), (1, 2, 9))
    second = Decision(9, "switch", "I", ("local 2",), keys, targets)
    equals = [
        Decision(at, "true", "Z", (f'local 1.equals("{label}")',), (1, 0), (90, 91))
        for at, label in enumerate(labels.split(), start=1)
    ]
    return [Branch(one, 2, (2,) * len(one.targets), ()) for one in (first, *equals, second)]


ONE_LINE = 'switch (t) { case "Aa": a(); break; case "BB": b(); break; default: e(); break; {} }'


@pytest.mark.parametrize(
    ("keys", "targets", "answers"),
    [
        # javac numbers the default, too, so no label has the number 2.
        ((0, 1, 3, 4), (10, 11, 13, 13, 12),
         {10: ('"Aa"',), 11: ('"BB"',), 13: ('"c"', '"d"'), 12: ("default",)}),
        # A tableswitch also has a key for the default.
        ((0, 1, 2, 3, 4), (10, 11, 12, 13, 13, 12),
         {10: ('"Aa"',), 11: ('"BB"',), 13: ('"c"', '"d"'), 12: ("default",)}),
        # javac never gives the labels these numbers.
        ((0, 1, 2, 3), (10, 11, 13, 13, 12), None),
        ((1, 2, 3, 4), (10, 11, 13, 13, 12), None),
        ((0, 1, 3, 4, 5), (10, 11, 13, 13, 13, 12), None),
    ],
)  # fmt: skip
def test_labels_on_one_line_are_found_by_javacs_numbers(
    keys: tuple[int, ...], targets: tuple[int, ...], answers: dict[int, tuple[str, ...]] | None
) -> None:
    code = ONE_LINE.replace("{}", 'case "c": case "d": c();')
    found = questions(code, *over_strings(keys, targets))
    assert (found[9].text, found[9].answers) == ("t", answers)


def test_a_switch_without_a_default_has_the_answer_no_case() -> None:
    code = 'switch (t) { case "Aa": a(); break; case "BB": }'
    found = questions(code, *over_strings((0, 1), (10, 12, 12), "Aa BB"))
    assert found[9].answers == {10: ('"Aa"',), 12: ('"BB"', "no case")}


def test_a_switch_with_merged_cases_gets_no_answers() -> None:
    code = "switch (a) {\ncase X: {}\ncase Y:\nc();\n}\nd();"
    found = questions(code, switch((1, 2), (5, 5, 7), (1, 1, 2)))
    assert found[0].answers is None
