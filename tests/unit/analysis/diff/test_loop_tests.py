"""Tests that iterations aren't compared as if they were counted alike when loop tests differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from builders.versions import Version, versions_profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.loop_tests import are_counted_alike
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.diff.gates import of_conditions
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.diff.words import facts

#: ``while (x1 && x2) body``: the header (block 1) and block 2 test, and block 3 is the body.
WHILE = ((1,), (2, 4), (3, 4), (1,), ())
#: ``do body; while (x1)``: the header (block 1) is the body with its condition.
DO = ((1,), (1, 2), ())


def sides(directory: Path, base: Version, new: Version) -> list[Profile]:
    return [versions_profile(directory, name, it) for name, it in (("base", base), ("new", new))]


def compared(directory: Path, base: Version, new: Version) -> Difference:
    one, other = sides(directory, base, new)
    return difference(Side([one]), Side([other]))


def gate(found: Difference, text: str) -> tuple[bool, str, str | None]:
    (one,) = of_conditions(judge(found, [parsed(text)]))
    return one["passed"], one["text"], one["brief"]


def walked(*passes: Sequence[int], times: int = 1) -> list[tuple[int, ...]]:
    return [(0, *(block for one in passes for block in one), 4)] * times


#: Code between the two conditions, such as an ``assert``: block 2 does more than test.
BETWEEN = {"instructions": {2: 9}, "test_sizes": {2: 2}, "digest": "x"}


def test_a_condition_that_leaves_the_loop_test_makes_no_iterations(tmp_path: Path) -> None:
    """All 12 entries end their first pass at x2, which is in the loop test of the base only."""
    base = Version(WHILE, [*walked((1, 2), times=12), *walked((1,), times=8)])
    found = compared(tmp_path, base, replace(base, **BETWEEN))
    (loop,) = found.loops
    assert loop.mean.known is not None
    assert loop.mean.known.means == (0, 12 / 20)
    assert loop.has_other_test
    assert loop.back_edges.counted.means == (0, 0)
    row = Rows().loop(loop)
    assert not row["counted_alike"]
    assert facts("loops", row) == [
        "on the new side: loop test: x1 == 0; a pass that ends there is no iteration",
        "in the base: loop test: x1 == 0, x2 == 0 (lines 2-3); a pass that ends there is no "
        "iteration",
        "iterations in all 0 → 12; per entry 0 → 0.6 (the loop tests differ, so iterations aren't "
        "counted alike; back edges per entry 0); bytecodes each - → 19",
    ]
    for text in ("iterations > +10%", "iterations > 10%", "iterations(Work.run:2) > +1%"):
        passed, told, brief = gate(found, text)
        assert passed
        assert (
            "; 1 loop whose loop test differs doesn't count, because only the iterations exceed "
            "the bound, and not the back edges: demo.Work.run(int), loop at line 2 (iterations per "
            "entry 0 → 0.6, back edges per entry 0)"
        ) in told
        assert brief is not None
        assert "1 loop whose loop test differs doesn't count" in brief
    assert loop.concerned == loop.moved_part


@pytest.mark.parametrize("text", ["iterations > +60%", "iterations > 30%"])
def test_a_loop_that_goes_round_more_often_fails_although_its_test_differs(
    tmp_path: Path, text: str
) -> None:
    base = Version(WHILE, walked((1, 2, 3), (1, 2, 3), (1, 2), times=4))
    walks = walked(*[(1, 2, 3)] * 4, (1, 2), times=4)
    passed, told, _ = gate(compared(tmp_path, base, replace(base, walks=walks, **BETWEEN)), text)
    assert not passed
    assert ": back edges per entry 2 → 4 (" in told
    assert (
        "; the loop tests differ, so iterations aren't counted alike; iterations per entry 2 → 5; "
    ) in told


def test_a_while_loop_that_becomes_a_do_loop_makes_as_many_iterations(tmp_path: Path) -> None:
    """The base's condition fails after 3 iterations, and so does the new one."""
    base = Version(((1,), (2, 3), (1,), ()), [(0, *(1, 2) * 3, 1, 3)])
    new = Version(DO, [(0, 1, 1, 1, 2)], instructions={1: 4}, test_sizes={1: 2}, digest="x")
    for name, one, other in (("there", base, new), ("back", new, base)):
        (tmp_path / name).mkdir()
        found = compared(tmp_path / name, one, other)
        (loop,) = found.loops
        assert loop.has_other_test
        assert loop.mean.known is not None
        assert loop.mean.known.means == (3, 3)
        assert loop.back_edges.counted.change
        for sign in ("", "+"):
            assert gate(found, f"iterations > {sign}1%")[0]


def test_a_condition_with_other_operands_stays_in_the_loop_test(tmp_path: Path) -> None:
    base = Version(WHILE, walked((1, 2, 3), (1, 2)))
    new = replace(base, walks=walked((1, 2, 3), (1, 2, 3), (1,)), operands={1: "size"}, digest="x")
    (loop,) = compared(tmp_path, base, new).loops
    assert not loop.has_other_test
    assert Rows().loop(loop)["counted_alike"]


def random_loop(random: Random) -> tuple[list[list[int]], dict[int, int], dict[int, int]]:
    """Returns a chain of conditions in a loop: its successors, sizes and sizes of the tests.

    Each condition goes on to the next block, or leaves the loop, or goes back to the header. The
    header's condition leaves the loop.
    """
    length = random.randint(1, 4)
    out = length + 2
    successors = [[1]]
    for block in range(1, length + 1):
        successors.append([block + 1, out if block == 1 else random.choice([out, out, 1])])
    successors += [[1], []]
    sizes = {block: random.choice([2, 2, 5]) for block in range(1, length + 1)}
    return successors, sizes, dict.fromkeys(sizes, 2)


def random_walk(random: Random, successors: list[list[int]]) -> tuple[int, ...]:
    walk = [0]
    while successors[walk[-1]]:
        onward = successors[walk[-1]]
        # A long walk takes the way out as soon as it can.
        walk.append(max(onward) if len(walk) > 30 else random.choice(onward))
    return tuple(walk)


def iterations_of(nest: LoopNest, walks: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Counts iterations and back edges, step by step, as docs/loops.md defines them."""
    (loop,) = nest.loops
    ended = back = 0
    for walk in walks:
        for here, there in pairwise(walk):
            if here in loop.blocks and there == loop.header:
                back += 1
            elif here in loop.blocks and there not in loop.blocks and here not in nest.test(0):
                ended += 1
    return back + ended, back


@pytest.mark.parametrize("seed", range(12))
def test_equal_executions_make_as_many_iterations_if_these_are_counted_alike(
    tmp_path: Path, seed: int
) -> None:
    """An edit adds code before random conditions; each execution takes the same way as before."""
    random = Random(seed)
    successors, sizes, tests = random_loop(random)
    walks = [random_walk(random, successors) for _ in range(20)]
    base = Version(successors, walks, instructions=sizes, test_sizes=tests)
    more = {block: size + random.choice([0, 0, 3]) for block, size in sizes.items()}
    one, other = sides(tmp_path, base, replace(base, instructions=more, digest="x"))
    nests = tuple(LoopNest(it.code(0), it.method_rows.row(0)) for it in (one, other))
    blocks = len(successors)
    # With and without knowing which blocks correspond.
    for to_new in ([*range(blocks)], [-1] * blocks):
        is_alike = are_counted_alike((nests[0], nests[1]), (0, 0), to_new)
        before, after = (iterations_of(nest, walks) for nest in nests)
        if is_alike:
            assert before == after
        if nests[0].test(0) == nests[1].test(0) and to_new[0] == 0:
            assert is_alike
    found = difference(Side([one]), Side([other]))
    for loop in found.loops:
        before, after = (iterations_of(nest, walks) for nest in nests)
        entries = len(walks)
        assert loop.counted_mean.means == (before[0] / entries, after[0] / entries)
        assert loop.back_edges.counted.means == (before[1] / entries, after[1] / entries)
        for text in ("iterations > 0%", "iterations > +0%", "iterations < -0%"):
            (gate_row,) = judge(found, [parsed(text)])
            assert not gate_row.is_failed
