"""Matches the outcomes of a decision with those in another version of the code.

The answers of a branch are matched by where they lead. Bytecode doesn't show the polarity of the
source: ``if (a < b)`` and ``if (!(a >= b))`` compile to the same instruction, and ``if (flag)`` is
the same test as ``if (!flag)`` with its two targets swapped. If the code that follows doesn't
decide, the answers are matched by what they mean.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kpath_jvm.analysis.matching.blocks import differ_in_operands_only, likeness
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import UNTOLD, Decision

#: The likeness of blocks decides only if it favours one pairing by at least this much.
_LEAST_MARGIN = 0.1
#: The operator that holds where another one doesn't.
_NEGATED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_CONSTANT = re.compile(r"-?[0-9].*|null|true|false")
#: A name that is neither called nor part of a longer one: a variable, or a class before a dot.
_VARIABLE = re.compile(r"local [0-9]+|(?<![\w.$])(?!null\b)[A-Za-z_$][\w$]*(?![\w$]*\()")


@dataclass(frozen=True)
class SameOutcome:
    """Targets of the base's decision, and the new targets that are the same outcome.

    Several new cases may share one case of the base, or the other way round. One of the two tuples
    is empty if a case is gone or new.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]


def same_outcomes(
    base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode, *, is_equal: bool
) -> tuple[SameOutcome, ...] | None:
    """Returns the outcomes of two versions of a decision, each target once.

    The result is None if they can't be versions of one decision, as when one is a branch and the
    other a switch.
    ``is_equal`` says that both graphs are equal, so that targets with equal numbers are the same
    block.
    """
    if (base.operator == "switch") != (new.operator == "switch"):
        return None
    if new.operator == "switch":
        return _of_switches(base, new)
    if is_equal:
        are_crossed = base.targets != new.targets and base.targets == new.targets[::-1]
    else:
        are_crossed = _are_crossed(base, new, base_code, new_code)
    others = new.targets[::-1] if are_crossed else new.targets
    return tuple(
        SameOutcome((one,), (other,)) for one, other in zip(base.targets, others, strict=True)
    )


def are_akin(base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode) -> bool:
    """Returns whether two decisions, whose blocks were matched, may be versions of one.

    They have an operand in common, or differ in the names of variables only, or their blocks differ
    in nothing but operands. Switches are matched by their keys.
    """
    if "switch" in (base.operator, new.operator):
        return True
    ones, others = set(base.operands), set(new.operands)
    if any(not _CONSTANT.fullmatch(one) for one in ones & others):
        return True
    if new.operator in (base.operator, _NEGATED.get(base.operator)):
        erased = [[_VARIABLE.sub("v", one) for one in it.operands] for it in (base, new)]
        if erased[0] == erased[1]:
            return True
    return differ_in_operands_only(base_code, base.block, new_code, new.block)


def is_same_question(base: Decision, new: Decision) -> bool:
    """Returns whether two branches ask the same, or one asks the opposite; never for switches."""
    if "switch" in (base.operator, new.operator) or base.operands != new.operands:
        return False
    if any(UNTOLD in operand for operand in base.operands):
        return False
    return base.type == new.type and new.operator in (
        base.operator, _NEGATED.get(base.operator)
    )  # fmt: skip


def may_ask_the_same(base: Decision, new: Decision) -> bool:
    """Returns whether two decisions may ask the same, as far as the text of one of them tells.

    What bytecode doesn't tell is written as "…" (a call whose arguments are put into an array, or a
    text that is too long). It may be anything. The answer is no if both texts tell all there is.
    """
    (operator, ones), (other_operator, others) = _as_comparison(base), _as_comparison(new)
    if operator not in (other_operator, _NEGATED.get(other_operator)) or len(ones) != len(others):
        return False
    if not any(UNTOLD in one for one in (*ones, *others)):
        return False
    return all(_may_be_equal(one, other) for one, other in zip(ones, others, strict=True))


def _as_comparison(decision: Decision) -> tuple[str, tuple[str, ...]]:
    """Returns a decision's operator and operands; a test of a boolean compares it with 0.

    Where bytecode doesn't tell that a value is a boolean, its test is such a comparison.
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


def _are_crossed(
    base: Decision, new: Decision, base_code: MethodCode, new_code: MethodCode
) -> bool:
    """Returns whether the base's "yes" leads to what the new "no" leads to.

    The blocks at the targets decide if they can. If not, and if both versions ask about the same
    values, the meaning of the answers decides. Otherwise the order in the code does: the part that
    runs if the source's condition holds comes first.
    """

    def agree(one: int, other: int) -> float:
        return likeness(base_code, one, new_code, other)

    (yes, no), (new_yes, new_no) = base.targets, new.targets
    straight = agree(yes, new_yes) + agree(no, new_no)
    crossed = agree(yes, new_no) + agree(no, new_yes)
    if abs(straight - crossed) >= _LEAST_MARGIN:
        return crossed > straight
    if (base.type, base.operands) == (new.type, new.operands):
        if base.operator == new.operator:
            return False
        if _NEGATED.get(base.operator) == new.operator:
            return True
    return _comes_first(base_code, yes, no) != _comes_first(new_code, new_yes, new_no)


def _comes_first(code: MethodCode, one: int, other: int) -> bool:
    return code.offsets[one] < code.offsets[other]


def _of_switches(base: Decision, new: Decision) -> tuple[SameOutcome, ...]:
    """Groups the targets that share a key, or the default, into outcomes."""
    label: dict[tuple[str, int], int] = {}

    def found(node: tuple[str, int]) -> int:
        return label.setdefault(node, len(label))

    def join(one: tuple[str, int], other: tuple[str, int]) -> None:
        kept, gone = found(one), found(other)
        label.update({node: kept for node, own in label.items() if own == gone})

    for side, decision in (("base", base), ("new", new)):
        for target in decision.targets:
            found((side, target))
    join(("base", base.targets[-1]), ("new", new.targets[-1]))
    theirs = dict(zip(new.keys, new.targets, strict=False))
    for key, target in zip(base.keys, base.targets, strict=False):
        if key in theirs:
            join(("base", target), ("new", theirs[key]))
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for (side, target), own in label.items():
        groups.setdefault(own, ([], []))[side == "new"].append(target)
    return tuple(SameOutcome(tuple(ones), tuple(others)) for ones, others in groups.values())
