"""Answers of two versions of a question."""

from pathlib import Path

import pytest

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.branches import answers, branch_changes
from kpath_jvm.analysis.diff.measured import Measured
from kpath_jvm.analysis.identity.known import Side
from kpath_jvm.analysis.identity.methods import match_methods
from kpath_jvm.profile.metadata import Decision


def branch(operator: str, operand: str = "x", targets: tuple[int, int] = (1, 2)) -> Decision:
    return Decision(0, operator, "I", (operand, "0"), (1, 0), targets)


def switch(*keys: int) -> Decision:
    return Decision(0, "switch", "I", ("x",), keys, (*(key + 10 for key in keys), 99))


@pytest.mark.parametrize(
    ("base", "new", "found"),
    [
        (branch("<"), branch("<", targets=(5, 6)), {5: 1, 6: 2}),
        (branch("<"), branch("<=", targets=(5, 6)), {5: 1, 6: 2}),
        # The compiler has turned the question round.
        (branch("<"), branch(">=", targets=(5, 6)), {5: 2, 6: 1}),
        # That is another question.
        (branch("<"), branch(">=", "y", targets=(5, 6)), {5: 1, 6: 2}),
        (switch(1, 2), switch(1, 2), {11: 11, 12: 12, 99: 99}),
        # A case that is new was the default.
        (switch(1), switch(1, 2), {11: 11, 12: 99, 99: 99}),
        (switch(1, 2), switch(2), {12: 12, 99: 99}),
        (branch("<"), switch(1), None),
    ],
)
def test_answers(base: Decision, new: Decision, found: dict[int, int] | None) -> None:
    assert answers(base, new) == found


def test_what_went_elsewhere(tmp_path: Path) -> None:
    walks = Version().walked(LEFT, LEFT, LEFT, RIGHT), Version().walked(LEFT, RIGHT)
    sides = [Side([versions_profile(tmp_path, str(at), one)]) for at, one in enumerate(walks)]
    (pair,) = match_methods(*sides)
    assert pair.base is not None
    assert pair.new is not None
    totals = sides[0].bytecodes, sides[1].bytecodes
    found = {
        one.new.block: one
        for one in branch_changes(pair, Measured(pair.base), Measured(pair.new), totals)
    }
    assert set(found) == {1, 2}
    assert found[2].moved == 0.25
    assert found[2].executions.means == (4, 2)
    # Ten bytecodes in the block: 4 of 19 blocks of 10 before, 2 of 11 now.
    assert found[2].weight == pytest.approx(0.25 * (4 / 19 + 2 / 11) / 2)
    assert not found[2].is_asked_anew
