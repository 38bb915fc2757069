"""Whether two versions of a method ask the same questions, except for the names of variables."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import UNTOLD, Decision

#: What an operand is made of: texts in quotes, names and single characters.
_PART = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[^\W\d][\w$]*|.', re.DOTALL)
_NAME = re.compile(r"[^\W\d][\w$]*")
_WORDS = frozenset(
    ("null", "true", "false", "this", "super", "new", "instanceof", "class", "local")
)


def differ_in_names_only(base: MethodCode, new: MethodCode) -> bool:
    """Returns whether the questions of two equal graphs differ only in the names of variables.

    A name must be replaced by the same other name everywhere. The new version must not have a
    variable with the old name: ``i < from`` and ``i < to`` aren't the same question in a method
    that has both variables. Names that are called, that follow a dot, or that begin with a capital
    letter (classes, constants) must be equal.
    """
    if len(base.decisions) != len(new.decisions):
        return False
    names: dict[str, str] = {}
    for one, other in zip(base.decisions, new.decisions, strict=True):
        if _without_operands(one) != _without_operands(other):
            return False
        if len(one.operands) != len(other.operands):
            return False
        for before, after in zip(one.operands, other.operands, strict=True):
            if not _are_renamed(before, after, names):
                return False
    renamed = {before: after for before, after in names.items() if before != after}
    is_one_to_one = len(set(names.values())) == len(names)
    return is_one_to_one and renamed.keys().isdisjoint(names.values())


def _without_operands(decision: Decision) -> tuple[object, ...]:
    # The sizes of tests follow from the code, and earlier versions didn't write them.
    return decision.block, decision.operator, decision.type, decision.keys, decision.targets


def _are_renamed(before: str, after: str, names: dict[str, str]) -> bool:
    """Returns whether two operands only differ in names, and adds these pairs to ``names``."""
    if UNTOLD in before or UNTOLD in after:
        return before == after
    ones, others = [*_parts(before)], [*_parts(after)]
    if len(ones) != len(others):
        return False
    for (one, is_name), (other, is_other_name) in zip(ones, others, strict=True):
        if is_name and is_other_name:
            if names.setdefault(one, other) != other:
                return False
        elif one != other:
            return False
    return True


def _parts(operand: str) -> Iterator[tuple[str, bool]]:
    """Yields the parts of an operand, and whether each is the name of a variable."""
    parts = _PART.findall(operand)
    for at, part in enumerate(parts):
        follows_dot = at > 0 and parts[at - 1] == "."
        is_called = at + 1 < len(parts) and parts[at + 1] == "("
        is_name = _NAME.fullmatch(part) is not None and part not in _WORDS
        yield part, is_name and not follows_dot and not is_called and not part[0].isupper()
