"""Makes branches as they are in bytecode, for tests that match source text with branches."""

import re

from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.branches import Branch

_COMPARISON = re.compile("(.+) (==|!=|<|<=|>|>=) (.+)")


def branch(
    block: int, text: str, kind: str = "I", line: int = 2, ways: tuple[int | None, ...] = ()
) -> Branch:
    """Returns the branch of a comparison such as ``a < b``, or of a boolean such as ``a``."""
    found = _COMPARISON.fullmatch(text)
    left, operator, right = found.groups() if found else (text, "true", None)
    operands = (left,) if right is None else (left, right)
    decision = Decision(block, operator, kind, operands, (1, 0), (90, 91))
    return Branch(decision, line, (line, line), ways or (None, None))
