"""Profiles of a loop whose branch is executed after an inner loop, in each iteration."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from builders.walks import Program, walked_profile
from kpath_jvm import Profile

#: Blocks: the header of the outer loop, the header of the inner loop, the branch, and the branch's
#: two targets.
OUTER, INNER, ASKS, YES, NO = 1, 2, 4, 5, 6
_AGAIN, _LATCH, _OUT = 3, 7, 8

#: The iterations of one entry into the outer loop. For each iteration: how often the inner loop
#: went round, and whether the branch led to ``YES``.
Entry = Sequence[tuple[int, bool]]


def walks_of(entries: Sequence[Entry]) -> tuple[Program, list[list[int]]]:
    """Returns the program, and a walk for each of ``entries``.

    A walk is the list of blocks that one activation executes.
    """
    successors = [[OUTER], [INNER, _OUT], [_AGAIN, ASKS], [INNER], [YES, NO], [_LATCH], [_LATCH],
                  [OUTER], []]  # fmt: skip
    walks = []
    for entry in entries:
        walk = [0]
        for rounds, is_yes in entry:
            walk += [OUTER, *[INNER, _AGAIN] * rounds, INNER, ASKS, YES if is_yes else NO, _LATCH]
        walks.append([*walk, OUTER, _OUT])
    return Program(Random(0), successors), walks


def behind_inner_loop(
    directory: Path, entries: Sequence[Entry], k: int, cut: str = "back-edge"
) -> Profile:
    """Returns a profile with one activation for each of ``entries``."""
    program, walks = walks_of(entries)
    return walked_profile(directory, program, cut, k, walks)


def outer_loop(profile: Profile) -> int:
    """Returns the outer loop's index in MethodCode.loops."""
    (place,) = (at for at, one in enumerate(profile.code(0).loops) if one.header == OUTER)
    return place
