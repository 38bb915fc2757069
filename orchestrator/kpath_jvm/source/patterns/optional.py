"""Finds the branches of conditions if compilers may make no branch for some conditions."""

from collections.abc import Sequence

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.condition import Condition, Jump
from kpath_jvm.source.patterns.alignment import Asked, ways
from kpath_jvm.source.patterns.pattern import Choice, Item, JumpPlace
from kpath_jvm.source.question import Question


def fitting(
    branches: Sequence[Branch], conditions: Sequence[Condition], asked: Asked
) -> dict[int, Question]:
    """Returns the questions by block; {} unless branches and conditions fit in exactly one way.

    ``branches`` are in the order of the code, and ``conditions`` in the order of their branches.
    """
    leading: dict[int, list[Jump]] = {}
    for one in conditions:
        for jump in (one.if_true, one.if_false):
            own = leading.setdefault(id(jump.condition), [])
            if jump.condition is not None and jump not in own:
                own.append(jump)
    pattern: list[Item] = []
    for one in conditions:
        places = leading.get(id(one), [])
        pattern += [JumpPlace(jump) for jump in places]
        pattern.append(Choice(((one,), ())) if one.is_optional else one)
        pattern += [JumpPlace(jump, is_end=True) for jump in places]
    found = ways(branches, tuple(pattern), asked)
    return found[0] if found else {}
