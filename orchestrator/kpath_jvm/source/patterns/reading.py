"""Finds the questions that branches on a pattern's lines ask, as far as they can be proven."""

from collections.abc import Sequence

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.patterns.alignment import Asked, ways
from kpath_jvm.source.patterns.pattern import Pattern, groups
from kpath_jvm.source.question import Question


def questions(
    patterns: Sequence[Pattern], branches: Sequence[Branch], asked: Asked
) -> dict[int, Question]:
    """Returns the questions by block; ``branches`` are in the order of the code.

    The branches may be those of any of the patterns. A question is omitted if two patterns, or two
    ways to match one pattern, lead to different questions.
    """
    found: dict[int, Question] = {}
    disputed: set[int] = set()
    for pattern in patterns:
        for place, part in groups(pattern):
            there = [one for one in branches if one.line in place]
            told = ways(there, part, asked) if there else []
            if told is None:
                disputed |= {one.decision.block for one in there}
                continue
            for way in told:
                disputed |= {block for block, one in way.items() if found.get(block, one) != one}
                found |= way
    return {block: one for block, one in found.items() if block not in disputed}
