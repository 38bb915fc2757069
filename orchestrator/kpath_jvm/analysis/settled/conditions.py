"""Decides whether two branches test the same condition, judging by their bytecode.

The texts of a branch's operands, which come from the bytecode, say what the branch compares. Two
branches with equal texts load the same variables and fields, and call the same methods with the
same arguments. The texts don't show whether the compared values changed between the two branches.
"""

from kpath_jvm.profile.code import Outcome
from kpath_jvm.profile.metadata import Decision

#: The opposite of each comparison.
_OPPOSITES = {"==": "!=", "<": ">=", ">": "<="}
_POSITIVE = {opposite: operator for operator, opposite in _OPPOSITES.items()}
#: Parts of an operand's text which show that the operand isn't completely known, or that its
#: computation changes a variable.
_DIFFERENT_EACH_TIME = ("…", "++", "--", " = ")


def is_same_condition(one: Decision, other: Decision) -> bool:
    """Returns whether two branches compare the same known values in the same or opposite way."""
    return has_same_texts(one, other) and not any(
        mark in text for text in one.operands for mark in _DIFFERENT_EACH_TIME
    )


def has_same_texts(one: Decision, other: Decision) -> bool:
    """Returns whether two branches have equal operands, and equal or opposite operators."""
    return _key(one) == _key(other)


def answer_of(outcome: Outcome) -> tuple[object, ...]:
    """Returns an outcome in a form that can be compared across equal or opposite conditions."""
    decision = outcome.decision
    if decision.operator == "switch":
        return (*outcome.keys, outcome.is_default)
    return (outcome.is_yes != (decision.operator in _POSITIVE),)


def _key(decision: Decision) -> tuple[object, ...]:
    operator = _POSITIVE.get(decision.operator, decision.operator)
    keys = decision.keys if operator == "switch" else ()
    return operator, decision.type, decision.operands, keys
