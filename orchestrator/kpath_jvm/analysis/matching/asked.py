"""Finds out what a branch asks, however compilers and edits phrase the question."""

from __future__ import annotations

import re
from typing import TypeAlias

from kpath_jvm.profile.metadata import UNTOLD, Decision

#: The type of a branch's operands; the operator or its opposite, whichever sorts first; and the
#: operands.
Question: TypeAlias = tuple[str, str, tuple[str, ...]]

NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
#: A name that isn't called and isn't part of a longer name: a variable, or a class before a dot.
_VARIABLE = re.compile(r"local [0-9]+|(?<![\w.$])(?!null\b)[A-Za-z_$][\w$]*(?![\w$]*\()")


def question_of(decision: Decision) -> Question | None:
    """Returns a value that is equal for branches that ask the same or the opposite question.

    The result is None for a switch, or if the text of an operand is incomplete.
    """
    if decision.operator == "switch" or any(UNTOLD in operand for operand in decision.operands):
        return None
    operator = min(decision.operator, NEGATED.get(decision.operator, decision.operator))
    return decision.type, operator, decision.operands


def without_variables(operands: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the operands with ``v`` in place of each variable."""
    return tuple(_VARIABLE.sub("v", one) for one in operands)
