"""Tests that a branch is recognised although an edit has moved it or put a condition before it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, TypeAlias, cast

import numpy as np
import pytest

from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff import same_branches
from kpath_jvm.analysis.diff.branches import branch_changes
from kpath_jvm.analysis.diff.changes import BranchChange
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.diff.same_branches import matched_branches
from kpath_jvm.analysis.matching import alike
from kpath_jvm.analysis.matching.blocks import BlockMatch
from kpath_jvm.analysis.matching.cases import SameOutcome
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.matching.methods import MethodPair, match_methods
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision

#: The loop's body before the edit: block 2 computes c, and asks whether c is 0.
BEFORE = Version(
    operands={2: "c"}, instructions={2: 9, 3: 4, 4: 6}
).walked(LEFT, LEFT, LEFT, RIGHT)  # fmt: skip
#: After the edit, block 2 computes c and asks something else. The short block 3 asks whether c is
#: 0. Blocks 4 and 5 are the arms of block 3, block 6 goes back, and block 7 leaves the loop.
AFTER = replace(
    Version(
        ((1,), (2, 7), (3, 6), (4, 5), (6,), (6,), (1,), ()),
        operands={2: "plus", 3: "c"}, instructions={2: 9, 3: 3, 4: 4, 5: 6}, digest="x",
    ),
    walks=[[0, *(1, 2, 3, 4, 6) * 3, 1, 2, 3, 5, 6, 1, 7]],
)  # fmt: skip


def changes(directory: Path, base: Version, new: Version) -> list[BranchChange]:
    sides = [
        Side([versions_profile(directory, name, one)])
        for name, one in (("base", base), ("new", new))
    ]
    (pair,) = match_methods(*sides)
    assert pair.base is not None
    assert pair.new is not None
    totals = sides[0].bytecodes, sides[1].bytecodes
    return list(branch_changes(pair, MeasuredMethod(pair.base), MeasuredMethod(pair.new), totals))


@pytest.mark.parametrize("is_added", [True, False])
def test_a_branch_stays_the_same_if_a_condition_is_put_before_it(
    tmp_path: Path, *, is_added: bool
) -> None:
    sides = (BEFORE, AFTER) if is_added else (AFTER, BEFORE)
    (found,) = changes(tmp_path, *sides)
    assert found.status == ("new" if is_added else "gone")
    row = found.new if is_added else found.base
    assert row is not None
    assert (row.block, row.decision.operands) == (2, ("plus", "0"))


def test_the_first_of_two_branches_with_the_same_question_is_the_old_one(tmp_path: Path) -> None:
    twice = replace(AFTER, operands={2: "c", 3: "c"})
    found = changes(tmp_path, BEFORE, twice)
    assert [(one.status, one.new and one.new.block) for one in found] == [
        ("shifted", 2),
        ("new", 3),
    ]


def test_a_branch_with_a_changed_condition_stays_the_same_branch(tmp_path: Path) -> None:
    """Another branch now asks what this branch asked before the edit."""
    asked = replace(BEFORE, operands={2: "c", 1: "i"}, walks=[])
    changed = replace(asked, operands={2: "c2", 1: "c"}, digest="x").walked(LEFT, RIGHT)
    found = changes(tmp_path, asked.walked(LEFT, LEFT, LEFT, RIGHT), changed)
    assert ARMS[2] == (3, 4)
    assert {one.status for one in found if one.new is not None and one.new.block == 2} == {
        "shifted"
    }


#: Statements ``if (question) yes else no``, one after the other.
Statements: TypeAlias = Sequence[tuple[str, str, str]]


@pytest.fixture
def any_outcomes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets any outcomes correspond, because only the correspondence of decisions is tested."""
    same = (SameOutcome((0,), (0,)),)
    monkeypatch.setattr(same_branches, "same_outcomes", lambda *_, **__: same)


def written(statements: Statements) -> MethodCode:
    """Returns the code of statements. Statement n has its question in block 3 * n."""
    texts, follow, deciding = [], {}, {}
    for at, (question, yes, no) in enumerate(statements):
        block = 3 * at
        texts += [f"if {question}", f"{yes} goto", no]
        arms = (block + 1, block + 2)
        follow |= {block: arms, block + 1: (block + 3,), block + 2: (block + 3,)}
        deciding[block] = (
            Decision(block, "switch", "I", (question,), (1,), arms)
            if question == "switch"
            else Decision(block, "true", "Z", (question,), (1, 0), arms)
        )
    texts.append("return")
    follow[len(texts) - 1] = ()
    words = [[word for word in text.split() if word != "goto"] for text in texts]
    found = SimpleNamespace(
        offsets=tuple((10 * block, 10 * block + 5) for block in range(len(texts))),
        instructions=tuple(len(text.split()) for text in texts),
        digests=tuple(int.from_bytes(" ".join(own).encode(), "big") for own in words),
        decoder=SimpleNamespace(following=lambda block: follow[block]),
        lines=SimpleNamespace(of_block=lambda _: ()),
        deciding=deciding, decisions=tuple(deciding.values()), loops=(), cuts=frozenset(),
    )  # fmt: skip
    return cast(MethodCode, found)


def matched(
    base: Statements, new: Statements, in_place: Mapping[int, int] | None = None
) -> list[tuple[int, int, bool]]:
    """Returns the new statement, the old one and whether the match is doubtful, for each match.

    ``in_place`` maps new statements to those statements of the base whose blocks seem to
    correspond. By default, these are the statements with the same numbers.
    """
    to_base = np.full(3 * len(new) + 1, -1, np.int32)
    to_new = np.full(3 * len(base) + 1, -1, np.int32)
    both = range(min(len(base), len(new)))
    for one, other in ({at: at for at in both} if in_place is None else in_place).items():
        for block in range(3):
            to_base[3 * one + block], to_new[3 * other + block] = 3 * other + block, 3 * one + block
    codes = written(base), written(new)
    sides = [SimpleNamespace(code=code) for code in codes]
    pair = SimpleNamespace(
        base=sides[0], new=sides[1], code="other", has_equal_blocks=False,
        blocks=BlockMatch(to_new, to_base),
    )  # fmt: skip
    branches = [
        {
            block: BranchOutcomes(0, block, decision, None, 1, (), (), 0, ())
            for block, decision in code.deciding.items()
        }
        for code in codes
    ]
    found = matched_branches(cast(MethodPair, pair), *branches)
    return [(one.block // 3, one.place // 3, one.is_doubtful) for one in found]


@pytest.mark.usefixtures("any_outcomes")
def test_each_pair_of_blocks_is_compared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: dict[str, list[tuple[Any, ...]]] = {"_ways": [], "_straight": [], "likeness": []}

    def counted(owner: object, name: str) -> None:
        asked = getattr(owner, name)

        def call(*arguments: Any) -> Any:
            known = [id(it) if isinstance(it, SimpleNamespace) else it for it in arguments]
            calls[name].append(tuple(it for it in known if not isinstance(it, list)))
            return asked(*arguments)

        monkeypatch.setattr(owner, name, call)

    counted(alike, "_ways")
    counted(alike, "_straight")
    counted(alike.AlikeCode, "likeness")
    size = 20
    base = [("flag", "c++", "")] * size
    found = matched(base, [("flag", "d++", ""), *base])
    assert [(one, other) for one, other, _ in found] == [(at + 1, at) for at in range(size)]
    # From a pair of blocks, only pairs of their arms are reached.
    assert len(calls["_ways"]) <= 2 * size * (size + 1)
    assert max(Counter(calls["_straight"]).values()) == 1
    # For each pair of statements, two arms are compared with two arms.
    assert len(calls["likeness"]) <= 4 * size * (size + 1)


@pytest.mark.usefixtures("any_outcomes")
@pytest.mark.parametrize("seed", range(20))
def test_moved_branches_are_found_by_their_code(seed: int) -> None:
    random = Random(seed)
    size = random.randint(2, 7)
    base = [(random.choice("fy"), f"a{at}", f"b{at}") for at in range(size)]
    order = random.sample(range(size), size)
    found = matched(base, [base[at] for at in order])
    assert found == [(one, other, False) for one, other in enumerate(order)]


@pytest.mark.usefixtures("any_outcomes")
def test_a_question_that_is_asked_only_once_is_found_elsewhere() -> None:
    base = [("f", "c++", ""), ("y", "d++", "e++")]
    assert matched(base, base[::-1]) == [(0, 1, False), (1, 0, False)]
    # If the code after the question differs, too, nothing shows that the decision is the same.
    moved = [("y", "d++", "e++"), ("f", "other", "code")]
    assert (1, 0) not in [one[:2] for one in matched(base, moved, {0: 1})]


@pytest.mark.usefixtures("any_outcomes")
@pytest.mark.parametrize("local", ["", "local 3.", "local 4."])
def test_a_telling_question_is_found_although_its_code_was_edited(local: str) -> None:
    """A statement is inserted in front, and statements with the same number seem to correspond."""
    base = [(f"{local}is(36)", "p", "q"), (f"{local}is(9)", "r", "s")]
    new_local = local.replace("3", "2")
    new = [
        ("num(d)", "t", "u"),
        (f"{new_local}is(36)", "p2", "q2"),
        (f"{new_local}is(9)", "r2", "s2"),
    ]
    assert [one[:2] for one in matched(base, new, {0: 0, 1: 1})] == [(1, 0), (2, 1)]


@pytest.mark.usefixtures("any_outcomes")
def test_a_question_is_not_telling_if_several_statements_ask_it() -> None:
    base = [("is(36)", "p", "q"), ("is(36)", "r", "s"), ("is(9)", "r", "s")]
    new = [("is(36)", "p", "q"), ("is(1)", "r2", "s2")]
    assert [one[:2] for one in matched(base, new, {0: 0})] == [(0, 0)]
    # The variable d may be another one after the edit.
    assert not matched([("d", "p", "q")], [("x", "t", "u"), ("d", "p2", "q2")], {})


@pytest.mark.usefixtures("any_outcomes")
def test_code_that_fits_tells_more_than_a_question() -> None:
    """A statement's constant was changed, and a statement with the old constant was added."""
    base = [("x.is(36)", "p", "q")]
    assert [one[:2] for one in matched(base, [("x.is(37)", "p", "q"), *base])] == [(1, 0)]
    new = [("x.is(37)", "p", "q"), ("x.is(36)", "p2", "q2")]
    assert [one[:2] for one in matched(base, new)] == [(0, 0)]


@pytest.mark.usefixtures("any_outcomes")
def test_statements_that_lose_their_counterparts_are_paired_anew() -> None:
    base = [("x", "p", "q"), ("x", "r", "s")]
    new = [("x", "r", "s"), ("x", "p2", "q2")]
    assert matched(base, new) == [(0, 1, False), (1, 0, True)]


@pytest.mark.usefixtures("any_outcomes")
def test_remaining_statements_are_paired_in_order() -> None:
    base = [("x", "p", "q"), ("x", "r", "s")]
    new = [("x", "t", "u"), base[0], ("x", "r2", "s2")]
    assert matched(base, new) == [(1, 0, False), (2, 1, True)]


@pytest.mark.usefixtures("any_outcomes")
def test_only_the_order_counts_if_all_arms_are_edited() -> None:
    base = [("x", "p", "q"), ("x", "r", "s")]
    edited = [(question, f"{yes}2", f"{no}2") for question, yes, no in base]
    assert matched(base, edited) == [(0, 0, True), (1, 1, True)]
    # Here, the blocks show that the statements have changed places, so their order doesn't count.
    assert matched(base, edited, {0: 1, 1: 0}) == [(0, 1, False), (1, 0, False)]


@pytest.mark.usefixtures("any_outcomes")
def test_a_match_is_certain_if_the_other_candidate_fits_elsewhere() -> None:
    """The first new statement fits both old statements equally well.

    But the second old statement fits the last new statement best.
    """
    base = [("x", "p", "q"), ("x", "p", "r")]
    new = [("x", "p", "q2"), ("y", "t", "u"), base[1]]
    assert matched(base, new, {0: 0, 2: 1}) == [(0, 0, False), (2, 1, False)]


@pytest.mark.usefixtures("any_outcomes")
def test_a_switch_in_the_place_of_a_branch_is_not_the_branch() -> None:
    base = [("x", "p", "q")]
    assert matched(base, [("switch", "a", "b"), *base]) == [(1, 0, False)]
    assert matched([("switch", "a", "b"), *base], base) == [(0, 1, False)]
