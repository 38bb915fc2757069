"""Finds the questions of branches on a pattern's lines, as far as the questions can be proven."""

from collections.abc import Sequence

from kpath_jvm.source.branches import Branch
from kpath_jvm.source.patterns.alignment import Asked, ways
from kpath_jvm.source.patterns.pattern import Pattern, groups
from kpath_jvm.source.question import Question


def questions(
    patterns: Sequence[Pattern], branches: Sequence[Branch], asked: Asked
) -> dict[int, Question]:
    """Returns the questions by block; ``branches`` are in the order of the code.

    Each branch may belong to any of the patterns. A branch gets no question if two patterns, or two
    ways to match one pattern, lead to different questions for it.
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
