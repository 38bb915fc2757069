"""Checks how many executions of a branch are unseen.

An execution is unseen if no n-gram reaches back from it far enough to show whether another branch
was executed before.
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from builders.wild_walks import Walked, WalkedMethod, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.decided_together import LoopBranches, decisions_by_loop, loop_tables
from kpath_jvm.analysis.of_loops.across import across_loops
from kpath_jvm.analysis.of_loops.unseen import Unseen


def loops_around(method: WalkedMethod, block: int) -> list[int | None]:
    """Returns the headers of the loops around a block, the smallest loop first, and None last."""
    around = [header for header, blocks in method.loops.items() if block in blocks]
    return [*sorted(around, key=lambda it: len(method.loops[it])), None]


def slowly(
    method: WalkedMethod, k: int, given: int, told: int, iterations: int
) -> Counter[str | None]:
    """Walks back from each execution of ``told``, and counts the walks by their ends."""
    own, others = loops_around(method, given), loops_around(method, told)
    both = next(it for it in own if it in others)
    closing = set(own[: own.index(both)])
    inside = set(range(99)) if both is None else method.loops[both]
    found: Counter[str | None] = Counter()
    for sequence in method.sequences:
        for place, one in enumerate(sequence):
            room = room_before(method, sequence, place, told, k)
            if room is None:
                continue
            before = sequence[max(place - room, 0) : place] if room >= 0 else []
            at = one.blocks.index(told)
            walks = [(it, it.blocks) for it in before] + [(one, one.blocks[:at])]
            asked = given, both, closing, inside
            found[None if room < 0 else end_of(method, walks, asked, iterations)] += 1
    return found


def room_before(
    method: WalkedMethod, sequence: list[Walked], place: int, block: int, k: int
) -> int | None:
    """Returns how many earlier paths fit into an n-gram that shows the outcome of a block.

    The block is executed on the path at ``place``. Returns None if the block isn't on this path, or
    if n-grams of k paths don't show its outcome.
    """
    one = sequence[place]
    if block not in one.blocks or (block == one.blocks[-1] and one.went_to is None):
        return None
    if block != one.blocks[-1] or len(method.ways(block, one.end)) == 1:
        return k - 1
    return k - 2 if place + 1 < len(sequence) and k > 1 else None


def end_of(
    method: WalkedMethod,
    walks: list[tuple[Walked, list[int]]],
    asked: tuple[int, int | None, set[int | None], set[int]],
    iterations: int,
) -> str | None:
    """Returns the end of a walk back through the pieces of paths.

    The end is "given" if the walk meets the branch ``given``, "none" if this branch certainly
    wasn't executed, and None if the pieces don't reach back far enough.
    """
    given, both, closing, inside = asked
    while walks:
        one, blocks = walks.pop()
        for block in reversed(blocks):
            if block not in inside:
                return "none"
            if block == given and iterations == 0:
                return "given"
        first = one.blocks[0]
        if one.start == "entry" or (one.start == "cut" and first == both):
            return "none"
        if iterations == 0 and one.start == "loop" and first in {both, *closing}:
            return "none"
        if one.start == "loop" and first == both:
            before = walks[-1][0].blocks[-1] if walks else None
            iterations -= before is None or (before, first) in method.back
    return None


def pairs_of(decided: DecidedPaths) -> Counter[tuple[int, int, int]]:
    """Counts the pairs of executions in all tables, by iterations and by both branches' blocks."""
    found: Counter[tuple[int, int, int]] = Counter()
    for tables in loop_tables(decided):
        for j, table in tables.tables.items():
            for row, one in enumerate(tables.decisions):
                for column, other in enumerate(tables.decisions):
                    count = int(table[tables.slots(row), tables.slots(column)].sum())
                    found[j, one.block, other.block] += count
    for others in across_loops(decided):
        for j in others.tables:
            for row, one in enumerate(others.given):
                for column, other in enumerate(others.told):
                    found[j, one.block, other.block] += int(others.cells(j, row, column).sum())
    return found


@pytest.mark.parametrize(("cut", "first"), [("back-edge", 3000), ("loop-header", 4000)])
def test_unseen_executions_are_those_of_random_walks(tmp_path: Path, cut: str, first: int) -> None:
    met: Counter[str] = Counter()
    for seed in range(first, first + 150):
        method = walked_method(seed, cut=cut)
        if method is None or not method.loops:
            continue
        # Some recordings begin in the middle of an activation.
        rng = Random(seed)
        method.sequences = [it[rng.choice((0, 0, 1, 3)) :] for it in method.sequences]
        k = 1 + seed % 6
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = Profile.open(walked_profile(directory, method, k))
        decided = DecidedPaths(profile, 0)
        outcomes = LoopBranches(profile, 0).branches
        unseen, pairs = Unseen(decided), pairs_of(decided)
        loops = {loop.header: loop for loop in decided.code.loops}
        branches = [it.block for _, own in decisions_by_loop(decided.code) for it in own]
        for given in branches:
            for told in branches:
                own, others = loops_around(method, given), loops_around(method, told)
                both = next(it for it in own if it in others)
                closing = [loops[it] for it in own[: own.index(both)] if it is not None]
                loop = None if both is None else loops[both]
                for j in range(1 if loop is None else k):
                    found = unseen.count(loop, closing, given, told, j)
                    walks = slowly(method, k, given, told, j)
                    assert found == walks[None], (seed, given, told, j)
                    assert pairs[j, given, told] == walks["given"], (seed, given, told, j)
                    # All other executions certainly don't come after the given branch. Their number
                    # is Dependence.absent.
                    absent = sum(outcomes[told].counts) - pairs[j, given, told] - found
                    assert absent == walks["none"], (seed, given, told, j)
                    met["absent"] += absent > 0
                    # If no execution is unseen, a larger k wouldn't show more pairs. With k = 1,
                    # some outcomes are unknown, and their executions aren't counted at all.
                    if not found and k > 1:
                        whole = slowly(method, 99, given, told, j)
                        assert pairs[j, given, told] == whole["given"], (seed, given, told, j)
                    met["across" if closing else "together"] += found > 0
                    met["none"] += found == 0
    assert met["across"] > 20
    assert met["together"] > 50
    assert met["none"] > 50
    assert met["absent"] > 50
