"""Compares the joint outcomes of branches in different loops with pairs of executions."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from builders.walks import Program
from builders.walks import walked_profile as profile_of
from builders.wild_walks import Walked, WalkedMethod, walked_method, walked_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.dependence import dependences
from kpath_jvm.analysis.of_loops.across import across_loops

#: Counts of pairs of executions of two branches. The keys have the header of the loop around both
#: branches (None if there is no such loop), the number of this loop's iterations between the two
#: executions, and the block and target of each branch.
Pairs: TypeAlias = Counter[tuple[int | None, int, int, int, int, int]]


def loops_around(method: WalkedMethod, block: int) -> list[int | None]:
    """Returns the headers of the loops around a block, the smallest loop's first, and then None."""
    around = [header for header, blocks in method.loops.items() if block in blocks]
    return [*sorted(around, key=lambda it: len(method.loops[it])), None]


def slowly(method: WalkedMethod, k: int) -> Pairs:
    """Counts, one by one, the pairs that n-grams show."""
    found: Pairs = Counter()
    for sequence in method.sequences:
        steps = [
            (place, block, to)
            for place, one in enumerate(sequence)
            for block, to in zip(one.blocks, (*one.blocks[1:], one.went_to), strict=True)
        ]
        for first, (place, block, to) in enumerate(steps):
            for last in range(first + 1, len(steps)):
                later, other, way = steps[last]
                own, others = loops_around(method, block), loops_around(method, other)
                if later - place >= k:
                    break
                if to is None or way is None or own[0] == others[0]:
                    continue
                if min(len(set(method.successors[it])) for it in (block, other)) < 2:
                    continue
                both = next(it for it in own if it in others)
                between = steps[first : last + 1]
                if both is not None and not {it for _, it, _ in between} <= method.loops[both]:
                    continue
                # The headers at which loops went round between the two executions, in order.
                turns = [
                    after[1] for before, after in pairwise(between)
                    if after[0] > before[0] and (before[1], after[1]) in method.back
                ]  # fmt: skip
                iterations = turns.count(both) if both is not None else 0
                rest = turns[: turns.index(both)] if iterations and both is not None else turns
                if set(rest) & set(own[: own.index(both)]):
                    continue
                if told(method, sequence, later, other, k - (later - place)):
                    found[both, iterations, block, to, other, way] += 1
    return found


def told(method: WalkedMethod, sequence: list[Walked], place: int, block: int, room: int) -> bool:
    """Returns whether n-grams show which block followed ``block`` on the path at ``place``.

    The path itself shows the next block, unless ``block`` is the path's last block and may lead to
    several blocks. Then only the next path shows the block, if n-grams have ``room`` for both
    paths.
    """
    one = sequence[place]
    if block != one.blocks[-1] or len(method.ways(block, one.end)) == 1:
        return True
    return place + 1 < len(sequence) and room > 1


def fast(profile: Profile) -> Pairs:
    found: Pairs = Counter()
    for tables in across_loops(DecidedPaths(profile, 0)):
        header = None if tables.loop is None else tables.loop.header
        for at, given in enumerate(tables.given):
            for to, last in enumerate(tables.told):
                for j in tables.tables:
                    cells = tables.cells(j, at, to)
                    for row, target in enumerate(dict.fromkeys(given.targets)):
                        for column, way in enumerate(dict.fromkeys(last.targets)):
                            key = (header, j, given.block, target, last.block, way)
                            found[key] += int(cells[row, column])
    return +found


@pytest.mark.parametrize(("cut", "first"), [("back-edge", 3000), ("loop-header", 4000)])
def test_joint_outcomes_across_loops_are_those_of_random_walks(
    tmp_path: Path, cut: str, first: int
) -> None:
    nested = before = behind = 0
    apart: Counter[int] = Counter()
    for seed in range(first, first + 110):
        method = walked_method(seed, cut=cut)
        if method is None or not method.loops:
            continue
        k = 1 + seed % 6
        directory = tmp_path / str(seed)
        directory.mkdir()
        profile = Profile.open(walked_profile(directory, method, k))
        expected = slowly(method, k)
        assert fast(profile) == expected, seed
        nested += any(both is not None for both, *_ in expected)
        for both, j, block, _, other, _ in expected:
            apart[j] += 1
            before += loops_around(method, block)[0] == both
            behind += loops_around(method, other)[0] == both
    assert nested > 3
    assert before > 20
    assert behind > 10
    assert apart[1] > 10
    assert apart[2] > 2


def test_each_later_execution_is_in_at_most_one_pair_of_a_kind() -> None:
    """A kind of pair is two branches and a number of iterations between their executions.

    With k = 99, n-grams reach through whole activations.
    """
    most = 0
    for seed in range(5000, 5030):
        method = walked_method(seed)
        if method is None:
            continue
        counts: Counter[int] = Counter()
        for sequence in method.sequences:
            for one in sequence:
                counts.update(one.blocks)
        pairs: Counter[tuple[int, int, int]] = Counter()
        for (_, j, block, _, other, _), count in slowly(method, 99).items():
            pairs[j, block, other] += count
        for (_, _, other), count in pairs.items():
            assert count <= counts[other]
            most += 1
    assert most > 20


@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_dependences_across_loops_are_found(tmp_path: Path, cut: str) -> None:
    """Block 5 is the inner loop's test.

    The inner loop goes round once if block 2 led to block 3, and three times if it led to block 4.
    """
    program = Program(Random(0), [[1], [2, 8], [3, 4], [5], [5], [6, 7], [5], [1], []])
    assert sorted(program.back_edges) == [(6, 5), (7, 1)]
    short, long = [1, 2, 3, 5, 6, 5, 7], [1, 2, 4, *[5, 6] * 3, 5, 7]
    rows = [short if at % 3 == 0 else long for at in range(300)]
    walk = [0, *(block for row in rows for block in row), 1, 8]
    profile = profile_of(tmp_path, program, cut, 6, [walk])
    one = next(it for it in dependences(profile, 0) if it.is_across)
    assert (one.given.block, one.branch.block, one.iterations) == (2, 5, 0)
    assert one.loop is not None
    assert one.loop.header == 1
    assert (one.given.targets, one.branch.targets) == ((3, 4), (6, 7))
    assert one.table == ((100, 100), (600, 200))
    assert one.count == 1000
    # Only the dependence between branches 2 and 5 is across loops.
    for other in dependences(profile, 0):
        assert other.is_across == ({other.given.block, other.branch.block} == {2, 5})
