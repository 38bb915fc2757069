"""Tests which outcomes of a decision are the same in two versions."""

import pytest

from kpath_jvm.analysis.diff import outcomes
from kpath_jvm.analysis.diff.outcomes import SameOutcome, same_outcomes
from kpath_jvm.profile.metadata import Decision


class Code:
    """The blocks of a method: each one's offset, and a letter for what it does."""

    def __init__(self, blocks: dict[int, tuple[int, str]]) -> None:
        self.blocks = blocks
        self.offsets = {block: (offset, offset) for block, (offset, _) in blocks.items()}


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
#: Arms that only their positions distinguish.
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
def test_arms_that_can_be_told_apart(
    new: Decision, code: Code, pairs: list[tuple[int, int]]
) -> None:
    found = same_outcomes(branch("<"), new, TWO, code, is_equal=False)  # type: ignore[arg-type]
    assert found == tuple(SameOutcome((one,), (other,)) for one, other in pairs)


@pytest.mark.parametrize("operator", ["<", ">="])
@pytest.mark.parametrize("targets", [(1, 2), (2, 1)])
@pytest.mark.parametrize("is_equal", [True, False])
def test_arms_that_nothing_tells_apart_go_by_their_place(
    operator: str, targets: tuple[int, int], *, is_equal: bool
) -> None:
    new = branch(operator, targets)
    found = same_outcomes(branch("<"), new, TWINS, TWINS, is_equal=is_equal)  # type: ignore[arg-type]
    assert found == (SameOutcome((1,), (1,)), SameOutcome((2,), (2,)))


@pytest.mark.parametrize(
    ("base", "new", "pairs"),
    [
        (
            switch((1, 11), (2, 12)), switch((2, 22), (1, 21)),
            {((99,), (99,)), ((11,), (21,)), ((12,), (22,))},
        ),
        # A new case and a removed case match no other case.
        (switch((1, 11)), switch((1, 11), (2, 12)), {((99,), (99,)), ((11,), (11,)), ((), (12,))}),
        (switch((1, 11), (2, 12)), switch((2, 12)), {((99,), (99,)), ((12,), (12,)), ((11,), ())}),
        # Several cases became one, and one became several.
        (switch((1, 11), (2, 12)), switch((1, 21), (2, 21)), {((99,), (99,)), ((11, 12), (21,))}),
        (switch((1, 11), (2, 11)), switch((1, 21), (2, 22)), {((99,), (99,)), ((11,), (21, 22))}),
        # In the base, this case leads where the default leads.
        (switch((1, 99)), switch((1, 11)), {((99,), (11, 99))}),
    ],
)  # fmt: skip
def test_cases_by_their_keys(
    base: Decision, new: Decision, pairs: set[tuple[tuple[int, ...], tuple[int, ...]]]
) -> None:
    found = same_outcomes(base, new, TWO, TWO, is_equal=False)  # type: ignore[arg-type]
    assert found is not None
    assert {(one.base, one.new) for one in found} == pairs


def test_a_branch_is_no_switch() -> None:
    for one, other in ((branch("<"), switch((1, 11))), (switch((1, 11)), branch("<"))):
        assert same_outcomes(one, other, TWO, TWO, is_equal=True) is None  # type: ignore[arg-type]
