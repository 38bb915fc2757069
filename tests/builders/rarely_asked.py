"""A loop with a branch that only some iterations execute, and that seldom changes its outcome.

The outcome changes only from one entry of the loop to the next.
"""

from collections import Counter
from pathlib import Path
from random import Random

from builders.walks import Program, walked_profile
from kpath_jvm import Profile

#: The blocks of two branches. The first branch seldom changes its outcome; the second often does.
RARELY, RECENT = 2, 6
_HEADER, _LATCH, _OUT = 1, 9, 10


def rarely_asked(directory: Path, k: int) -> tuple[list[list[int]], Profile]:
    """Returns walks through the loop, as lists of blocks, and a profile of these walks."""
    successors = [[_HEADER], [RARELY, 5, _OUT], [3, 4], [RECENT], [RECENT], [RECENT], [7, 8]]
    successors += [[_LATCH], [_LATCH], [_HEADER], []]
    coin = Random(3)
    walks = []
    for number in range(600):
        walk = [0]
        for lap in range(10 + coin.randrange(20)):
            is_asked = coin.random() < 0.15
            walk += [_HEADER, *([RARELY, 3 if number % 3 else 4] if is_asked else [5])]
            walk += [RECENT, 7 if lap // 2 % 2 else 8, _LATCH]
        walks.append([*walk, _HEADER, _OUT])
    return walks, walked_profile(directory, Program(Random(0), successors), "back-edge", k, walks)


def last_outcomes(
    walks: list[list[int]], block: int, k: int
) -> tuple[Counter[tuple[int, int]], int, int]:
    """Returns three counts of executions of the branch at the end of ``block``.

    The first result counts executions by the branch's previous and new outcome; an outcome is given
    as a block. An execution is counted there only if the previous outcome came fewer than ``k``
    iterations earlier in the same entry. Each iteration is one path. The second result is the
    number of executions that a profile shows to be the first in their entry. The third result is
    the number of all other executions.
    """
    pairs: Counter[tuple[int, int]] = Counter()
    firsts = unseen = 0
    for walk in walks:
        lap, last = -1, None
        for at, here in enumerate(walk):
            lap += here == _HEADER
            if here != block:
                continue
            if last is not None and lap - last[0] < k:
                pairs[last[1], walk[at + 1]] += 1
            elif last is None and lap < k:
                firsts += 1
            else:
                unseen += 1
            last = lap, walk[at + 1]
    return pairs, firsts, unseen
