"""Tests which outcomes of a decision are the same in two versions."""

from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.analysis.diff import outcomes
from kpath_jvm.analysis.diff.outcomes import (
    SameOutcome,
    are_akin,
    have_exchanged_answers,
    may_ask_the_same,
    same_outcomes,
)
from kpath_jvm.profile.metadata import Decision


class Code:
    """The blocks of a method, each with its offset and a letter. Equal blocks share a letter."""

    def __init__(self, blocks: dict[int, tuple[int, str]]) -> None:
        self.blocks = blocks
        own = {block: (offset, offset) for block, (offset, _) in blocks.items()}
        self.deciding: dict[int, Decision] = {}
        self.digests: tuple[int, ...] = ()
        self.instructions = dict.fromkeys(range(100), 1)
        self.loops = self.decisions = ()
        self.cuts = frozenset[tuple[int, int]]()
        self.decoder = SimpleNamespace(following=lambda _: frozenset())
        self.offsets = tuple(own.get(block, (block, block)) for block in range(100))


@pytest.fixture(autouse=True)
def _by_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    def likeness(base: Code, one: int, new: Code, other: int) -> float:
        return float(base.blocks[one][1] == new.blocks[other][1])

    monkeypatch.setattr(outcomes, "likeness", likeness)


def branch(operator: str, targets: tuple[int, int] = (1, 2), operand: str = "x") -> Decision:
    return Decision(0, operator, "I", (operand, "0"), (1, 0), targets)


def switch(*cases: tuple[int, int], default: int = 99) -> Decision:
    keys, targets = tuple(key for key, _ in cases), tuple(target for _, target in cases)
    return Decision(0, "switch", "I", ("x",), keys, (*targets, default))


TWO = Code({1: (4, "a"), 2: (9, "b")})
EXCHANGED = Code({1: (4, "b"), 2: (9, "a")})
#: Arms that differ in nothing but their positions.
TWINS = Code({1: (4, "a"), 2: (9, "a")})


@pytest.mark.parametrize(
    ("new", "code", "pairs"),
    [
        # The same answers lead to the same arms, so the code shows no change.
        (branch("<"), TWO, [(1, 1), (2, 2)]),
        (branch("<=", operand="y"), TWO, [(1, 1), (2, 2)]),
        # The condition is negated and its arms stay: each answer leads to the same arm as before.
        (branch(">="), TWO, [(1, 1), (2, 2)]),
        # The negated test of a flag is the same test in bytecode, with its targets swapped.
        (branch("<", (2, 1)), TWO, [(1, 1), (2, 2)]),
        # The condition is negated and its arms are swapped: each arm is reached by the opposite
        # answer.
        (branch(">="), EXCHANGED, [(1, 2), (2, 1)]),
        # Only the arms are swapped.
        (branch("<"), EXCHANGED, [(1, 2), (2, 1)]),
    ],
)
def test_arms_that_can_be_told_apart_are_matched_by_their_code(
    new: Decision, code: Code, pairs: list[tuple[int, int]]
) -> None:
    found = same_outcomes(branch("<"), new, TWO, code, is_equal=False)  # type: ignore[arg-type]
    assert found == tuple(SameOutcome((one,), (other,)) for one, other in pairs)


STRAIGHT = (SameOutcome((1,), (1,)), SameOutcome((2,), (2,)))
CROSSED = (SameOutcome((1,), (2,)), SameOutcome((2,), (1,)))


@pytest.mark.parametrize("operator", ["<", ">="])
@pytest.mark.parametrize("targets", [(1, 2), (2, 1)])
def test_arms_of_equal_graphs_are_matched_by_number(
    operator: str, targets: tuple[int, int]
) -> None:
    new = branch(operator, targets)
    found = same_outcomes(branch("<"), new, TWINS, TWINS, is_equal=True)  # type: ignore[arg-type]
    assert found == STRAIGHT


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        # The condition is the same or negated, so its meaning shows which answer is which.
        (branch("<"), STRAIGHT),
        (branch("<", (2, 1)), CROSSED),
        (branch(">="), CROSSED),
        (branch(">=", (2, 1)), STRAIGHT),
        # The condition is another one, so the arms are matched by their order.
        (branch("<", operand="y"), STRAIGHT),
        (branch("<", (2, 1), operand="y"), STRAIGHT),
        (branch(">=", operand="y"), STRAIGHT),
        (branch("=="), STRAIGHT),
    ],
)
def test_equal_arms_are_matched_by_the_meaning_of_the_answer(
    new: Decision, expected: tuple[SameOutcome, ...]
) -> None:
    found = same_outcomes(branch("<"), new, TWINS, TWINS, is_equal=False)  # type: ignore[arg-type]
    assert found == expected


def asks(operator: str, *operands: str) -> Decision:
    return Decision(0, operator, "I", operands, (1, 0), (1, 2))


@pytest.mark.parametrize(
    ("base", "new", "expected"),
    [
        (asks("<", "value", "300"), asks("<", "value", "700"), True),
        (asks("<", "start", "0"), asks(">=", "start", "0"), True),
        (asks("==", "kind", "0"), asks("==", "sort", "0"), True),
        (asks("==", "kind", "0"), asks("!=", "sort", "0"), True),
        (asks("<", "i", "text.length()"), asks("<", "at", "line.length()"), True),
        (asks("<", "i", "text.length()"), asks(">", "text.length()", "i"), True),
        (asks("<", "at", "text.length()"), asks("<", "local 4", "local 3"), False),
        (asks("true", "Tokens.isWord(c)"), asks("true", "w.isEmpty()"), False),
        # Two conditions aren't versions of one condition just because both have the same constant.
        (asks("<", "size", "0"), asks("==", "list.head", "0"), False),
        (asks("==", "kind", "0"), asks("<", "sort", "0"), False),
    ],
)
@pytest.mark.parametrize("are_blocks_equal", [True, False])
def test_two_questions_may_be_versions_of_one_question(
    base: Decision,
    new: Decision,
    monkeypatch: pytest.MonkeyPatch,
    *,
    expected: bool,
    are_blocks_equal: bool,
) -> None:
    monkeypatch.setattr(outcomes, "differ_in_operands_only", lambda *_: are_blocks_equal)
    found = are_akin(base, new, TWO, TWO)  # type: ignore[arg-type]
    assert found is (expected or are_blocks_equal)


@pytest.mark.parametrize(
    ("base", "new", "pairs"),
    [
        (
            switch((1, 11), (2, 12)), switch((2, 22), (1, 21)),
            {((99,), (99,)), ((11,), (21,)), ((12,), (22,))},
        ),
        # The values of a new or a removed case go to the default on the other side.
        (switch((1, 11)), switch((1, 11), (2, 12)), {((99,), (12, 99)), ((11,), (11,))}),
        (switch((1, 11), (2, 12)), switch((2, 12)), {((11, 99), (99,)), ((12,), (12,))}),
        # Several cases became one, and one became several.
        (switch((1, 11), (2, 12)), switch((1, 21), (2, 21)), {((99,), (99,)), ((11, 12), (21,))}),
        (switch((1, 11), (2, 11)), switch((1, 21), (2, 22)), {((99,), (99,)), ((11,), (21, 22))}),
        # In the base, case 1 leads to the same block as the default.
        (switch((1, 99)), switch((1, 11)), {((99,), (11, 99))}),
    ],
)  # fmt: skip
def test_cases_are_matched_by_their_keys(
    base: Decision, new: Decision, pairs: set[tuple[tuple[int, ...], tuple[int, ...]]]
) -> None:
    found = same_outcomes(base, new, TWO, TWO, is_equal=False)  # type: ignore[arg-type]
    assert found is not None
    assert {(one.base, one.new) for one in found} == pairs


@pytest.mark.parametrize(
    ("base", "new", "pairs"),
    [
        (switch((1, 11)), switch((1, 11), (2, 12)), {((99,), (99,)), ((11,), (11,)), ((), (12,))}),
        (switch((1, 11), (2, 12)), switch((2, 12)), {((99,), (99,)), ((12,), (12,)), ((11,), ())}),
    ],
)
def test_a_case_with_other_code_than_the_default_is_new_or_gone(
    base: Decision, new: Decision, pairs: set[tuple[tuple[int, ...], tuple[int, ...]]]
) -> None:
    code = with_digests(*range(1, 101))
    found = same_outcomes(base, new, code, code, is_equal=False)  # type: ignore[arg-type]
    assert found is not None
    assert {(one.base, one.new) for one in found} == pairs


def test_outcomes_of_a_branch_and_a_switch_are_not_matched() -> None:
    for one, other in ((branch("<"), switch((1, 11))), (switch((1, 11)), branch("<"))):
        assert same_outcomes(one, other, TWO, TWO, is_equal=True) is None  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("base", "new", "expected"),
    [
        (branch("!=", operand="…"), Decision(0, "true", "Z", ("s.is(A)",), (1, 0), (1, 2)), True),
        (branch("==", operand="…"), Decision(0, "true", "Z", ("s.is(A)",), (1, 0), (1, 2)), True),
        (branch("<", operand="…"), Decision(0, "true", "Z", ("s.is(A)",), (1, 0), (1, 2)), False),
        (branch("<", operand="s.at(…)"), branch(">=", operand="s.at(1)"), True),
        (branch("<", operand="s.at(…)"), branch("<", operand="t.at(1)"), False),
        (branch("<", operand="s.at(1)"), branch("<", operand="s.at(1)"), False),
    ],
)
def test_an_unknown_question_may_be_any_with_the_same_comparison(
    base: Decision, new: Decision, expected: bool
) -> None:
    assert may_ask_the_same(base, new) is expected
    assert may_ask_the_same(new, base) is expected


def with_digests(*digests: int) -> Code:
    code = Code({1: (4, "a"), 2: (9, "a")})
    code.digests = digests
    return code


@pytest.mark.parametrize(
    ("new", "digests", "pairs", "is_exchanged"),
    [
        (branch("<"), (7, 5, 6), STRAIGHT, False),
        # The condition was negated, or its arms were exchanged, or both.
        (branch(">="), (7, 5, 6), STRAIGHT, True),
        (branch("<", (2, 1)), (7, 5, 6), STRAIGHT, True),
        (branch("<"), (7, 6, 5), CROSSED, True),
        (branch(">="), (7, 6, 5), CROSSED, False),
        # The branch asks something else.
        (branch(">=", operand="y"), (7, 5, 6), STRAIGHT, False),
        (branch("=="), (7, 5, 6), STRAIGHT, False),
        # The arms have been edited, are equal or aren't known, so only their numbers are compared.
        (branch(">="), (7, 5, 8), STRAIGHT, False),
        (branch(">="), (7, 5, 5), STRAIGHT, False),
        (branch(">="), (), STRAIGHT, False),
    ],
)
@pytest.mark.parametrize("is_equal", [True, False])
def test_the_digests_of_the_arms_tell_which_is_which(
    new: Decision,
    digests: tuple[int, ...],
    pairs: tuple[SameOutcome, ...],
    *,
    is_exchanged: bool,
    is_equal: bool,
) -> None:
    sides: Any = (branch("<"), new, with_digests(7, 5, 6), with_digests(*digests))
    assert have_exchanged_answers(*sides) is is_exchanged
    if is_equal or len({*digests[1:]} & {5, 6}) == 2:
        found = same_outcomes(*sides, is_equal=is_equal)
        assert found is not None
        by_code = {(one.base, one.new) for one in found}
        crossed = {(one.base, one.new) for one in pairs}
        assert by_code == crossed
