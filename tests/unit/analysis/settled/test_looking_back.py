"""Checks, step by step, what is found when looking back from each execution of a branch."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TypeAlias

import pytest

from builders.wild_walks import Walked, WalkedMethod, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.settled.looking_back import Before, LookingBack, Reach
from kpath_jvm.profile.metadata import Decision, Loop

#: Counts of the executions of one branch, the told branch, by two blocks. The first is the block to
#: which another branch, the given branch, led when it was last executed before the told branch. In
#: place of this block, there is "none" if the given branch wasn't executed before, and "unknown" if
#: n-grams don't show whether it was. The second is the block to which the told branch led.
Counts: TypeAlias = Counter[tuple[int | str, int]]


def steps_of(sequence: list[Walked]) -> list[tuple[int, int, int | None]]:
    """Returns each executed block in order: its path's place, the block, and the block after it."""
    return [
        (place, block, to)
        for place, one in enumerate(sequence)
        for block, to in zip(one.blocks, (*one.blocks[1:], one.went_to), strict=True)
    ]


def slowly(
    method: WalkedMethod, k: int, told: int, given: int, header: int | None, reach: Reach
) -> Counts:
    """Returns the counts, looking back at most k paths from each execution of the told branch."""
    found: Counts = Counter()
    for sequence, at, to, room in executions(method, told, k):
        before = looked_back(method, sequence, at, given, header, reach, room)
        found[before, to] += 1
    return found


def executions(
    method: WalkedMethod, told: int, k: int
) -> Iterator[tuple[list[Walked], int, int, int]]:
    """Yields the executions of a branch of which n-grams of k paths show the outcome.

    Each item has the sequence, the step in it, the branch's target, and how many paths n-grams show
    up to and including the step's path.
    """
    for sequence in method.sequences:
        for at, (place, block, to) in enumerate(steps_of(sequence)):
            if block != told or to is None:
                continue
            path = sequence[place]
            shows = block != path.blocks[-1] or len(method.ways(block, path.end)) == 1
            room = k if shows else k - 1
            if room >= 1 and (shows or place + 1 < len(sequence)):
                yield sequence, at, to, room


def looked_back(
    method: WalkedMethod,
    sequence: list[Walked],
    at: int,
    given: int,
    header: int | None,
    reach: Reach,
    room: int,
) -> int | str:
    """Returns the last target of the given branch before a step, or "none" or "unknown"."""
    steps = steps_of(sequence)
    own = method.loops[header] if header is not None else set(range(99))
    oldest = steps[at][0] - room + 1
    is_looking = reach is not Reach.PREVIOUS
    while True:
        place = steps[at][0]
        if at == 0 or steps[at - 1][0] < place:
            start = sequence[place].start
            if start in ("entry", "handler"):
                return "none" if start == "entry" else "unknown"
            if (start, sequence[place].blocks[0]) == ("loop", header) and reach is not Reach.ENTRY:
                if is_looking:
                    return "none"
                is_looking = True
        at -= 1
        place, block, to = steps[at]
        if place < oldest:
            return "unknown"
        if block not in own:
            return "none"
        if block == given and is_looking and to is not None:
            return to


def counted(before: Before, told: Decision, given: Decision) -> Counts:
    found: Counts = Counter()
    for to, target in enumerate(dict.fromkeys(told.targets)):
        for at, way in enumerate(dict.fromkeys(given.targets)):
            found[way, target] += int(before.table[at, to])
        found["none", target] += int(before.none[to])
        found["unknown", target] += int(before.unknown[to])
    return +found


@pytest.mark.parametrize(
    ("cut", "seeds"), [("back-edge", (5000, 5080)), ("loop-header", (6000, 6060))]
)
def test_last_outcomes_are_those_of_random_walks(
    tmp_path: Path, cut: str, seeds: tuple[int, int]
) -> None:
    met: Counter[tuple[Reach, str]] = Counter()
    for seed in range(*seeds):
        method = walked_method(seed, cut=cut)
        if method is None:
            continue
        k = 1 + seed % 8
        directory = tmp_path / str(seed)
        directory.mkdir()
        decided = DecidedPaths(Profile.open(walked_profile(directory, method, k)), 0)
        looking_back = LookingBack(decided)
        loops: list[Loop | None] = [None, *decided.code.loops]
        for told, given in product(decided.code.deciding.values(), repeat=2):
            for loop, reach in product(loops, Reach):
                held = range(99) if loop is None else loop.blocks
                if not {told.block, given.block} <= set(held):
                    continue
                header = None if loop is None else loop.header
                expected = slowly(method, k, told.block, given.block, header, reach)
                before = looking_back.before(told, given, loop, reach)
                assert counted(before, told, given) == expected, (seed, told, given, loop, reach)
                met.update((reach, str(type(it).__name__ if it != "none" else it))
                           for it, _ in expected)  # fmt: skip
    for reach in Reach:
        assert met[reach, "int"] > 10
        assert met[reach, "none"] > 10
        assert met[reach, "str"] > 10


def first_or_later(
    method: WalkedMethod, sequence: list[Walked], at: int, header: int, room: int
) -> str:
    """Returns whether a step is in an entry's first iteration, looking back at most k paths."""
    steps = steps_of(sequence)
    oldest = steps[at][0] - room + 1
    own = method.loops[header]
    while True:
        place, block, _ = steps[at]
        path = sequence[place]
        is_begun = at == 0 or steps[at - 1][0] < place
        if block == header:
            if not is_begun or path.start in ("entry", "cut"):
                return "first"
            if path.start == "handler":
                return "unknown"
            # If paths are cut at headers, only the previous path shows where control came from.
            if method.cut == "loop-header" and place - 1 < oldest:
                return "unknown"
            return "later" if (steps[at - 1][1], header) in method.back else "first"
        if is_begun and (path.start in ("entry", "handler") or place - 1 < oldest):
            return "unknown"
        at -= 1
        if steps[at][1] not in own:
            return "unknown"


@pytest.mark.parametrize(
    ("cut", "seeds"), [("back-edge", (7000, 7080)), ("loop-header", (8000, 8060))]
)
def test_first_iterations_are_those_of_random_walks(
    tmp_path: Path, cut: str, seeds: tuple[int, int]
) -> None:
    met: Counter[int | str] = Counter()
    behind = 0
    for seed in range(*seeds):
        method = walked_method(seed, cut=cut)
        if method is None:
            continue
        k = 1 + seed % 8
        directory = tmp_path / str(seed)
        directory.mkdir()
        decided = DecidedPaths(Profile.open(walked_profile(directory, method, k)), 0)
        looking_back = LookingBack(decided)
        for told, loop in product(decided.code.deciding.values(), decided.code.loops):
            inner = [one for one in decided.code.loops if set(one.blocks) < set(loop.blocks)]
            if told.block not in loop.blocks or any(told.block in one.blocks for one in inner):
                continue
            expected: Counts = Counter()
            for sequence, at, to, room in executions(method, told.block, k):
                kind = first_or_later(method, sequence, at, loop.header, room)
                expected[kind, to] += 1
                place = steps_of(sequence)[at][0]
                behind += kind == "first" and loop.header not in sequence[place].blocks
            found = looking_back.by_first(told, loop)
            counts: Counts = Counter()
            for to, target in enumerate(dict.fromkeys(told.targets)):
                counts["first", target] += int(found.first[to])
                counts["later", target] += int(found.later[to])
                counts["unknown", target] += int(found.unknown[to])
            assert +counts == expected, (seed, told, loop)
            for kind, _ in expected:
                met[kind] += 1
    assert min(met["first"], met["later"], met["unknown"]) > 10
    assert behind > 10
