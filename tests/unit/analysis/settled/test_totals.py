"""Checks, by counting in walks, how many outcomes could have been known beforehand."""

from collections import Counter, defaultdict
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import asdict

from builders.walks import Program, walked_profile
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.settled.found import settled_of
from kpath_jvm.analysis.settled.totals import DecidedTotals, decided_totals
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.branch_words import decided_in_all
from kpath_jvm.reports.branches_summary import summarise_branches
from kpath_jvm.reports.reading import ReadOptions


def totals(profile: Profile) -> DecidedTotals:
    loops = LoopBranches(profile, 0)
    return decided_totals(loops.branches.values(), settled_of(profile, 0, loops=loops).branches)


def outcomes(program: Program, walks: list[list[int]]) -> dict[int, Counter[int]]:
    """Returns how often each block that branches was followed by each other block."""
    found: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for walk in walks:
        for block, after in pairwise(walk):
            if len(program.successors[block]) > 1:
                found[block][after] += 1
    return found


@pytest.mark.parametrize("seed", range(8))
def test_executions_are_counted_in_all_and_for_one_way_branches(tmp_path: Path, seed: int) -> None:
    program, rng = Program.random(seed), Random(seed)
    walks = [program.walk(rng, 30) for _ in range(3)]
    found = totals(walked_profile(tmp_path, program, "back-edge", 4, walks))
    counted = outcomes(program, walks)
    assert found.executions == sum(it.total() for it in counted.values())
    assert found.one_way == sum(it.total() for it in counted.values() if len(it) == 1)


def test_executions_are_counted_by_what_decided_them(tmp_path: Path) -> None:
    """The loop has five branches besides its test. One always goes the same way. Two are coins.

    Another one has the outcome of the first coin in the same iteration. The last one has the
    outcome of the second coin in the iteration before, and is a coin itself in the first iteration.
    """
    head, never, first, follows, second, late, latch = 1, 2, 3, 6, 9, 12, 15
    successors = [
        [head], [never, 17], [first, 16], [4, 5], [follows], [follows], [7, 8], [second],
        [second], [10, 11], [late], [late], [13, 14], [latch], [latch], [head], [latch], [],
    ]  # fmt: skip
    random = Random(3)
    walks, entries, laps = [], 200, 30
    for _ in range(entries):
        walk, before = [0], random.random() < 0.5
        for _ in range(laps):
            one, other = random.random() < 0.5, random.random() < 0.5
            walk += [head, never, first, 4 if one else 5, follows, 7 if one else 8]
            walk += [second, 10 if other else 11, late, 13 if before else 14, latch]
            before = other
        walks.append([*walk, head, 17])
    program = Program(Random(0), successors)
    profile = walked_profile(tmp_path, program, "back-edge", 4, walks)
    found = totals(profile)
    counted = outcomes(program, walks)
    assert found.executions == sum(it.total() for it in counted.values())
    assert found.one_way == counted[never].total() == entries * laps
    assert found.same_iteration == counted[follows].total() == entries * laps
    # In the first iteration of each entry, no earlier iteration decides ``late``.
    assert found.earlier_iteration == entries * (laps - 1)
    document = summarise_branches(profile, ReadOptions())
    assert document["decided"] == {
        "methods": 1,
        "of_methods": 1,
        "executions": found.executions,
        "one_way": found.one_way,
        "same_iteration": found.same_iteration,
        "earlier_iteration": found.earlier_iteration,
    }
    told = decided_in_all(document)
    assert told is not None
    assert told.startswith(f"of {found.executions:,} executions of branches in this method, ")
    assert decided_in_all(document | {"decided": None}) is None
    nothing = {"methods": 1, "of_methods": 2, **asdict(DecidedTotals(10, one_way=5))}
    assert decided_in_all(document | {"decided": nothing}) == (
        "of 10 executions of branches in 1 of these 2 methods, 50.0 % were of branches that always "
        "went one way; none of the other executions is known to have been decided by an earlier "
        "outcome"
    )
    assert found + DecidedTotals() == found
