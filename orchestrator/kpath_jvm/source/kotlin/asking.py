"""Finds the question that a branch of Kotlin code asks, if the branch fits a given condition."""

import re

from kpath_jvm.profile.metadata import UNTOLD, Decision
from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Condition
from kpath_jvm.source.kotlin.names import are_written
from kpath_jvm.source.matching import answers_by_target, asks_truth, compares
from kpath_jvm.source.question import Question

_EQUAL = re.compile(r"Intrinsics\.areEqual\(.*\)|.*\.equals\(.*\)", re.DOTALL)
_STRING_EQUAL = re.compile(r'\.equals\(("(?:[^"\\]|\\.)*")\)\Z', re.DOTALL)
_INTEGER = re.compile(r"-?\d+L?")


def asked(branch: Branch, condition: Condition) -> Question | None:
    """Returns what the branch asks, or None if the branch doesn't fit the condition."""
    decision, kind = branch.decision, condition.kind
    if kind in ("switch", "hash"):
        return _switched(branch, condition)
    if decision.operator == "switch":
        return None
    if kind == "result":
        return _result(decision, condition)
    if kind == "element":
        return _element(decision)
    if kind == "last":
        return _last(decision)
    if kind == "equal":
        return _labelled(decision, condition)
    holds = _holds(decision, condition)
    source = condition.source
    if kind == "empty":
        source += " isEmpty isBlank length"
    if holds is None or not are_written(decision, source):
        return None
    return Question(condition.text, is_negated=holds == condition.is_negated)


def _holds(decision: Decision, condition: Condition) -> bool | None:
    """Returns whether the question's answer is yes where the branch's comparison is true.

    Returns None if the branch doesn't fit the condition.
    """
    if condition.kind == "null":
        return _is_not_null(decision)
    if condition.kind == "type":
        is_test = any(" instanceof " in one or "TypeIntrinsics.is" in one
                      for one in decision.operands)  # fmt: skip
        return asks_truth(decision) if is_test else None
    if condition.kind == "upper":
        return _is_within(decision, condition)
    if condition.kind == "empty":
        return _is_empty(decision)
    if condition.kind == "truth":
        return asks_truth(decision)
    return _compares(decision, condition)


def _switched(branch: Branch, condition: Condition) -> Question | None:
    decision = branch.decision
    if decision.operator != "switch":
        return None
    is_hash = decision.operands[0].endswith("hashCode()")
    if condition.kind == "hash":
        return Question(condition.text) if is_hash else None
    is_named = are_written(decision, f"{condition.source} ordinal WhenMappings EnumSwitchMapping")
    if is_hash or not is_named:
        return None
    return Question(condition.text, answers=answers_by_target(branch, condition.cases))


def _result(decision: Decision, condition: Condition) -> Question | None:
    """Returns a question without text for a branch that only tests what other branches stored.

    The path already shows what those branches found. Returns None for all other branches.
    """
    holds = asks_truth(decision)
    if holds is None or decision.operands[0] != UNTOLD:
        return None
    return Question("", is_negated=holds == condition.is_negated)


def _element(decision: Decision) -> Question | None:
    """Returns the question of whether an iterator, an array or a range has another element."""
    if decision.operands[0].endswith("hasNext()"):
        holds = asks_truth(decision)
        return None if holds is None else Question("another element", is_negated=not holds)
    is_index = decision.operator in ("<", "<=") and decision.type not in ("F", "D", "A")
    return Question("another element") if is_index else None


def _last(decision: Decision) -> Question | None:
    """Returns the question at the end of a loop over a range: was the element not the last?"""
    if decision.operator not in ("==", "!=") or decision.type in ("F", "D", "A"):
        return None
    return Question("another element", is_negated=decision.operator == "==")


def _labelled(decision: Decision, condition: Condition) -> Question | None:
    """Returns the question of whether a string equals a label, after the switch over hashes."""
    found = _STRING_EQUAL.search(decision.operands[0])
    labels = {label for case in condition.cases for label in case.labels}
    if decision.operator != "true" or found is None or found.group(1) not in labels:
        return None
    return Question(f"{condition.text} == {found.group(1)}")


def _is_not_null(decision: Decision) -> bool | None:
    is_test = decision.operator in ("==", "!=") and decision.operands[1:] == ("null",)
    return decision.operator == "!=" if is_test else None


def _is_within(decision: Decision, condition: Condition) -> bool | None:
    """Returns True if a branch tests a range's end, and None otherwise.

    Instead of ``<=`` and a constant end, compilers use ``<`` and the next larger number.
    """
    if decision.operator == "<" and condition.operator == "<=":
        is_end = decision.type not in ("F", "D") and _INTEGER.fullmatch(decision.operands[1])
        return True if is_end else None
    return True if decision.operator == condition.operator else None


def _is_empty(decision: Decision) -> bool | None:
    """Returns whether something is empty where a branch's comparison is true.

    Returns None unless the branch tests the result of ``isEmpty`` or ``isBlank``, or compares a
    length with 0.
    """
    told = decision.operands[0]
    if told.endswith(("isEmpty()", "isBlank()")) or "StringsKt.isBlank(" in told:
        return asks_truth(decision)
    if decision.operands[1:] != ("0",) or not told.endswith((".length", "length()")):
        return None
    return {"==": True, "!=": False, ">": False, "<=": True}.get(decision.operator)


def _compares(decision: Decision, condition: Condition) -> bool | None:
    operator = condition.operator
    is_equality = operator in ("==", "!=")
    if is_equality and decision.operator == "true" and _EQUAL.fullmatch(decision.operands[0]):
        return operator == "=="
    is_compared = decision.operator in ("==", "!=") and decision.operands[1:] == ("1",)
    if condition.literal is not None and is_compared:
        is_true = decision.operator == "=="
        return is_true == ((operator == "==") == condition.literal)
    return compares(decision, condition)
