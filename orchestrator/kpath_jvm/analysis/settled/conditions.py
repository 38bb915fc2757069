"""When two branches test the same condition, as far as their bytecode tells.

What a branch compares is known from the texts of its operands, which come from the bytecode. Two
branches with equal texts load the same variables and fields, or call the same methods with the same
arguments. Whether these values changed in between can't be told from the texts.
"""

from kpath_jvm.profile.code import Outcome
from kpath_jvm.profile.metadata import Decision

#: Each comparison, and the opposite one, which holds when the first doesn't.
_OPPOSITES = {"==": "!=", "<": ">=", ">": "<="}
_POSITIVE = {opposite: operator for operator, opposite in _OPPOSITES.items()}
#: Marks in the text of an operand that isn't fully known, or whose computation changes a variable.
_DIFFERENT_EACH_TIME = ("…", "++", "--", " = ")


def is_same_condition(one: Decision, other: Decision) -> bool:
    """Returns whether two branches compare the same known values in the same or opposite way."""
    return has_same_texts(one, other) and not any(
        mark in text for text in one.operands for mark in _DIFFERENT_EACH_TIME
    )


def has_same_texts(one: Decision, other: Decision) -> bool:
    """Returns whether two branches are the same as far as the texts of their operands tell."""
    return _key(one) == _key(other)


def answer_of(outcome: Outcome) -> tuple[object, ...]:
    """Returns an outcome as an answer that is comparable between branches of one condition."""
    decision = outcome.decision
    if decision.operator == "switch":
        return (*outcome.keys, outcome.is_default)
    return (outcome.is_yes != (decision.operator in _POSITIVE),)


def _key(decision: Decision) -> tuple[object, ...]:
    operator = _POSITIVE.get(decision.operator, decision.operator)
    keys = decision.keys if operator == "switch" else ()
    return operator, decision.type, decision.operands, keys
