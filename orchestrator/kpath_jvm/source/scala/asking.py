"""Finds the question that a branch of Scala code asks, if the branch fits a given condition."""

import re

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Condition
from kpath_jvm.source.matching import answers_by_target, asks_truth, compares
from kpath_jvm.source.question import Question
from kpath_jvm.source.scala.names import are_written

_STORED = re.compile(r"…|local \d+")
_EQUAL = re.compile(r"(?:.*\.)?equals\w*\(.*\)", re.DOTALL)
_LABEL = re.compile(r'("(?:[^"\\]|\\.)*")\.equals\(', re.DOTALL)
_CALLED = {"<": "$less", "<=": "$less$eq", ">": "$greater", ">=": "$greater$eq"}


def asked(branch: Branch, condition: Condition) -> Question | None:
    """Returns the question, or None if the branch doesn't fit the condition."""
    decision, kind = branch.decision, condition.kind
    if kind in ("switch", "hash"):
        return _switched(branch, condition)
    if decision.operator == "switch":
        return None
    if kind in ("result", "flag"):
        return _result(decision, kind)
    if kind == "constant":
        return _constant(decision, condition)
    if kind == "label":
        return _labelled(decision, condition)
    holds = _holds(decision, condition)
    source = condition.source
    if kind == "extracted":
        source += " isEmpty unapply"
    if holds is None or not are_written(decision, source):
        return None
    return Question(condition.text, is_negated=holds == condition.is_negated)


def _holds(decision: Decision, condition: Condition) -> bool | None:
    """Returns whether a condition, without its negation, holds where the branch's test is true.

    Returns None if the branch doesn't fit the condition.
    """
    told = decision.operands[0]
    if condition.kind == "null":
        is_test = decision.operator in ("==", "!=") and decision.operands[1:] == ("null",)
        return decision.operator == "!=" if is_test else None
    if condition.kind == "type":
        return asks_truth(decision) if " instanceof " in told else None
    if condition.kind == "called":
        return True if decision.operator == "true" and _EQUAL.fullmatch(told) else None
    if condition.kind == "extracted":
        return _extracts(decision)
    if condition.kind == "truth":
        return asks_truth(decision)
    if condition.kind == "same":
        return compares(decision, condition)
    return _compares(decision, condition)


def _switched(branch: Branch, condition: Condition) -> Question | None:
    decision = branch.decision
    if decision.operator != "switch":
        return None
    told = decision.operands[0]
    is_hash = told == "…" or told.endswith("hashCode()")
    if condition.kind == "hash":
        return Question(condition.text) if is_hash else None
    if is_hash or not are_written(decision, condition.source):
        return None
    return Question(condition.text, answers=answers_by_target(branch, condition.cases))


def _result(decision: Decision, kind: str) -> Question | None:
    """Returns a question without text for a branch that only tests what other branches stored.

    The path already shows what those branches found. Returns None for all other branches.
    """
    told = decision.operands[0]
    is_stored = told == "…" if kind == "result" else bool(_STORED.fullmatch(told))
    return Question("") if is_stored and asks_truth(decision) is not None else None


def _constant(decision: Decision, condition: Condition) -> Question | None:
    is_one = decision.operator == "!=" and decision.operands in (("1", "0"), ("0", "0"))
    return Question(condition.text) if is_one else None


def _labelled(decision: Decision, condition: Condition) -> Question | None:
    """Returns the question whether a string equals a label, asked after a switch over hashes."""
    found = _LABEL.match(decision.operands[0])
    labels = {label for case in condition.cases for label in case.labels}
    if decision.operator != "true" or found is None or found.group(1) not in labels:
        return None
    return Question(f"{condition.text} == {found.group(1)}")


def _extracts(decision: Decision) -> bool | None:
    """Returns whether a true comparison means that the extractor found something.

    Branches test the extractor's result, or the result's ``isEmpty``. Returns None for other tests.
    """
    truth, told = asks_truth(decision), decision.operands[0]
    if truth is None:
        return None
    if told.endswith("isEmpty()"):
        return not truth
    return truth if "unapply(" in told else None


def _compares(decision: Decision, condition: Condition) -> bool | None:
    operator, told = condition.operator, decision.operands[0]
    if decision.operator == "true":
        if operator in ("==", "!=") and _EQUAL.fullmatch(told):
            return operator == "=="
        if any(f"{_CALLED.get(operator)}{one}(" in told for one in ("", "$extension")):
            return True
    if operator in _CALLED and told == "…":
        return asks_truth(decision)
    is_compared = decision.operator in ("==", "!=") and decision.operands[1:] == ("1",)
    if condition.literal is not None and is_compared:
        is_true = decision.operator == "=="
        return is_true == ((operator == "==") == condition.literal)
    return compares(decision, condition)
