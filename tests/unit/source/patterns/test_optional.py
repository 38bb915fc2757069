"""Tests how branches are matched with conditions, some of which may have no branch."""

from builders.sources.branches import branch
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Condition, Jump
from kpath_jvm.source.patterns.optional import fitting
from kpath_jvm.source.question import Question


def condition(
    text: str, *, is_optional: bool = False, leads_to: Condition | None = None
) -> Condition:
    leads = Jump(leads_to)
    return Condition("comparison", text, text, 2, 2, is_optional=is_optional, if_true=leads)


def asked(branch: Branch, condition: Condition) -> Question | None:
    return Question(condition.text) if told(branch.decision) in condition.source else None


def told(decision: Decision) -> str:
    return f" {decision.operator} ".join(decision.operands)


def test_optional_conditions_may_have_no_branch() -> None:
    conditions = [condition("a < b"), condition("r != null", is_optional=True), condition("c < d")]
    without = [branch(0, "a < b"), branch(1, "c < d")]
    assert [one.text for one in fitting(without, conditions, asked).values()] == ["a < b", "c < d"]
    whole = [branch(0, "a < b"), branch(1, "r != null"), branch(2, "c < d")]
    assert [one.text for one in fitting(whole, conditions, asked).values()] == [
        "a < b", "r != null", "c < d",
    ]  # fmt: skip
    assert fitting(whole[1:], conditions, asked) == {}


def test_ambiguous_matches_give_no_question() -> None:
    same = [condition("r != null", is_optional=True), condition("r != null || x")]
    other = [*same, condition("r != null, too", is_optional=True)]
    branches = [branch(0, "r != null"), branch(1, "r != null")]
    assert fitting(branches, other, asked) == {}
    assert len(fitting(branches, same, asked)) == 2


def test_answers_must_lead_to_the_same_conditions_as_in_the_source() -> None:
    last = condition("c < d")
    conditions = [condition("a < b", leads_to=last), condition("r", is_optional=True), last]
    right = [branch(0, "a < b", ways=(1, None)), branch(1, "c < d")]
    wrong = [branch(0, "a < b", ways=(7, None)), branch(1, "c < d")]
    assert len(fitting(right, conditions, asked)) == 2
    assert fitting(wrong, conditions, asked) == {}
