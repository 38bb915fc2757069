"""Matches the outcomes of a decision with its outcomes in another version of the code.

The answers of a branch, yes and no, are matched by the code to which they lead. If that doesn't
decide, they are matched by what they mean. Bytecode doesn't show whether the source negates a
condition. For example, ``if (a < b)`` and ``if (!(a >= b))`` compile to the same instruction, and
``if (!flag)`` has the same test as ``if (flag)``, with the two targets swapped.
"""

from __future__ import annotations

import re

from kpath_jvm.analysis.matching.alike import AlikeCode
from kpath_jvm.analysis.matching.asked import NEGATED, Question, question_of, without_variables
from kpath_jvm.analysis.matching.blocks import differ_in_operands_only, likeness
from kpath_jvm.analysis.matching.cases import SameOutcome, same_cases
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import UNTOLD, Decision

#: The likeness of blocks decides only if one pairing of the targets is better by this margin.
_LEAST_MARGIN = 0.1
_CONSTANT = re.compile(r"-?[0-9].*|null|true|false")
_LOCAL = re.compile(r"\blocal [0-9]+")
#: A constant that tells a question from others: a text, or a number other than 0 and 1.
_TELLING_CONSTANT = re.compile(r"[\"']|(?<![\w.$])(?![01](?:\.0)?[LfFdD]?(?![\w.]))[0-9]")


def same_outcomes(
    base: Decision,
    new: Decision,
    base_code: MethodCode,
    new_code: MethodCode,
    *,
    is_equal: bool,
    is_same_file: bool = False,
) -> tuple[SameOutcome, ...] | None:
    """Returns which outcomes of two versions of a decision correspond; each target occurs once.

    The result is None if only one of the decisions is a switch. If ``is_equal``, both graphs are
    equal, and targets with equal numbers are the same block. If ``is_same_file``, both versions are
    from equal class files.
    """
    if (base.operator == "switch") != (new.operator == "switch"):
        return None
    if new.operator == "switch":
        return same_cases(base, new, base_code, new_code, is_same_file=is_same_file)
    by_code = _are_exchanged(base, new, base_code, new_code)
    if by_code is not None:
        are_crossed = by_code
    elif is_equal:
        are_crossed = base.targets != new.targets and base.targets == new.targets[::-1]
    else:
        are_crossed = _are_crossed(base, new, base_code, new_code)
    others = new.targets[::-1] if are_crossed else new.targets
    return tuple(
        SameOutcome((one,), (other,)) for one, other in zip(base.targets, others, strict=True)
    )


def have_exchanged_answers(
    base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode
) -> bool:
    """Returns whether each answer to a branch's question leads where the other answer led before.

    Either the condition was negated and the arms stayed, or the arms were exchanged. The result is
    True only if both versions clearly ask the same question, and the arms begin with the same
    instructions as before.
    """
    if not is_same_question(base, new):
        return False
    are_crossed = _are_exchanged(base, new, base_code, new_code)
    return are_crossed is not None and are_crossed == (base.operator == new.operator)


def are_akin(base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode) -> bool:
    """Returns whether two decisions with matched blocks may be versions of the same decision.

    The result is True if their blocks have equal instructions, even if the decisions' texts differ:
    without debug information, a text has no names of variables and doesn't show booleans. For a
    switch, the result is always True, because cases are matched one by one (matching/cases.py).
    """
    if "switch" in (base.operator, new.operator):
        return True
    if base_code.digests and new_code.digests:
        digests = base_code.digests[base.block], new_code.digests[new.block]
        if digests[0] == digests[1] != 0:
            return True
    ones, others = set(base.operands), set(new.operands)
    if any(not _CONSTANT.fullmatch(one) for one in ones & others):
        return True
    have_one_operator = new.operator in (base.operator, NEGATED.get(base.operator))
    if have_one_operator and without_variables(base.operands) == without_variables(new.operands):
        return True
    return differ_in_operands_only(base_code, base.block, new_code, new.block)


def is_same_question(base: Decision, new: Decision) -> bool:
    """Returns whether two branches ask the same or the opposite question; False for switches."""
    asked = question_of(base)
    return asked is not None and asked == question_of(new)


def telling_question_of(decision: Decision) -> Question | None:
    """Returns the question of a branch if it is unlikely that another branch happens to ask it.

    Many branches compare with 0 or 1, or ask ``hasNext()`` of some iterator. So the question must
    have a constant that tells it from others, perhaps as an argument of a call. The result has no
    numbers of local variables, because an edit may change them all.
    """
    asked = question_of(decision)
    if asked is None:
        return None
    kind, operator, operands = asked
    known = tuple(_LOCAL.sub("local", operand) for operand in operands)
    if not any(_TELLING_CONSTANT.search(one) for one in known):
        return None
    return kind, operator, known


def may_ask_the_same(base: Decision, new: Decision) -> bool:
    """Returns whether two decisions may ask the same question, as far as incomplete texts show.

    In an incomplete text, "…" stands for something unknown: a call whose arguments are put into
    an array, or a text that is too long. The result is False if neither text has a "…".
    """
    (operator, ones), (other_operator, others) = _as_comparison(base), _as_comparison(new)
    if operator not in (other_operator, NEGATED.get(other_operator)) or len(ones) != len(others):
        return False
    if not any(UNTOLD in one for one in (*ones, *others)):
        return False
    return all(_may_be_equal(one, other) for one, other in zip(ones, others, strict=True))


def _as_comparison(decision: Decision) -> tuple[str, tuple[str, ...]]:
    """Returns a decision's operator and operands.

    A test of a boolean is returned as a comparison with 0, which is what it looks like in a version
    whose bytecode doesn't show that the value is a boolean.
    """
    if decision.operator == "true":
        return "!=", (*decision.operands, "0")
    return decision.operator, decision.operands


def _may_be_equal(one: str, other: str) -> bool:
    patterns = (".*".join(map(re.escape, text.split(UNTOLD))) for text in (one, other))
    return any(
        re.fullmatch(pattern, text, re.DOTALL)
        for pattern, text in zip(patterns, (other, one), strict=True)
    )


def _are_exchanged(
    base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode
) -> bool | None:
    """Returns whether the base's "yes" leads to the code to which the new "no" leads.

    The result is None if the digests of the target blocks don't show it.
    """
    if not (base_code.digests and new_code.digests):
        return None
    before = tuple(base_code.digests[target] for target in base.targets)
    after = tuple(new_code.digests[target] for target in new.targets)
    if before[0] == before[1] or before not in (after, after[::-1]):
        return None
    return before != after


def _are_crossed(
    base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode
) -> bool:
    """Returns whether the base's "yes" leads where the new "no" leads.

    The first of these criteria that applies decides: an arm that has kept its instructions; the
    likeness of the target blocks, if one pairing is clearly better; the meaning of the answers, if
    both versions ask about the same values; and finally the order of the code, in which the part
    that runs if the source's condition is true comes first.
    """

    def agree(one: int, other: int) -> float:
        return likeness(base_code, one, new_code, other)

    (yes, no), (new_yes, new_no) = base.targets, new.targets
    kept, exchanged = AlikeCode(base_code, new_code).likeness_of_arms(base, new)
    if kept != exchanged:
        return exchanged > kept
    straight = agree(yes, new_yes) + agree(no, new_no)
    crossed = agree(yes, new_no) + agree(no, new_yes)
    if abs(straight - crossed) >= _LEAST_MARGIN:
        return crossed > straight
    if (base.type, base.operands) == (new.type, new.operands):
        if base.operator == new.operator:
            return False
        if NEGATED.get(base.operator) == new.operator:
            return True
    return _comes_first(base_code, yes, no) != _comes_first(new_code, new_yes, new_no)


def _comes_first(code: MethodCode, one: int, other: int) -> bool:
    return code.offsets[one] < code.offsets[other]
