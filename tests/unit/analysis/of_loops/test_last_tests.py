"""Checks the bytecodes of the tests that end loops against walks, step by step."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from builders.looping import LoopingProgram, profile_of, random_program
from builders.versions import Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.measured import MeasuredMethod
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.of_loops.last_tests import LastTests, last_tests, summed_tests
from kpath_jvm.analysis.of_loops.loop_counts import CountedLoops

seeds = st.integers(0, 2**32)


def slow_costs(program: LoopingProgram, header: int, test: frozenset[int]) -> tuple[int, int]:
    """Returns two sums of the bytecodes of a loop's own blocks.

    The first sum is over all passes, and the second over the passes that the loop test ended.
    """
    body, sizes = program.bodies()[header], program.method.instructions
    cost = ended = 0
    for activation in program.activations:
        of_pass = 0
        for kind, left, block in activation.steps:
            if kind == "edge" and left in test and block not in body:
                ended += of_pass
            if block == header:
                of_pass = 0
            if block in body and program.innermost(block) == header:
                of_pass += sizes[block]
                cost += sizes[block]
    return cost, ended


def of_loops(profile: Profile) -> Iterator[tuple[int, frozenset[int], LastTests]]:
    counted = CountedLoops(profile, 0)
    for loop, one in enumerate(counted.nest.loops):
        yield one.header, counted.nest.test(loop), last_tests(profile, 0, counted, loop)


@given(seeds, st.integers(1, 4), st.sampled_from([0.0, 0.3]))
def test_costs_are_exact_if_all_paths_were_completed(seed: int, k: int, jumps: float) -> None:
    program = random_program(seed, jumps=jumps)
    program.activations = [one for one in program.activations if not one.lost]
    with profile_of(program, k) as profile:
        (known,) = Side([profile]).methods
        loops = [row for (row,) in MeasuredMethod(known).loops]
        for (header, test, found), row in zip(of_loops(profile), loops, strict=True):
            cost, ended = slow_costs(program, header, test)
            assert row.cost == cost
            assert row.last_tests == found
            assert found.most is not None
            assert found.least <= ended <= found.most
            if k > 1:
                assert found == LastTests(ended, ended, ended)
            if row.counts.are_exact and row.iterations and found.least == found.most:
                assert row.per_iteration is not None
                assert row.per_iteration.value == (cost - ended) / row.iterations


# In the first program, a cut edge divides a loop's test, and an exception hides the test's end.
@example(1833, 0.05)
@given(seeds, st.sampled_from([0.05, 0.3]))
def test_after_exceptions_costs_are_lower_bounds(seed: int, exceptions: float) -> None:
    program = random_program(seed, exceptions=exceptions)
    with profile_of(program, 2) as profile:
        (known,) = Side([profile]).methods
        loops = [row for (row,) in MeasuredMethod(known).loops]
        nest = LoopNest(known.code, known.row)
    for loop, row in enumerate(loops):
        cost, ended = slow_costs(program, nest.loops[loop].header, nest.test(loop))
        mean, most = row.per_iteration, row.counts.iterations_most
        if mean is not None and mean.least is not None and most:
            # The bytecodes of cut-off paths aren't counted, so the lower bound lacks them.
            assert mean.least <= (cost - ended) / max(row.iterations, 1)
            assert mean.least <= (cost - ended) / most


#: ``while ((a || b) && c) body``: a is block 1, b is 2, c is 3 and the body is 4.
EITHER = ((1,), (3, 2), (3, 5), (4, 5), (1,), ())


@pytest.mark.parametrize(("with_b", "without_b"), [(3, 0), (0, 2), (3, 4)])
def test_several_ways_through_a_test_are_distinguished(
    tmp_path: Path, with_b: int, without_b: int
) -> None:
    """Counts of paths show how often ``c`` ended the loop after ``b``; counts of edges don't."""
    walks = [(0, 1, 2, 3, 4, 1, 2, 3, 5)] * with_b + [(0, 1, 3, 4, 1, 3, 5)] * without_b
    profile = versions_profile(tmp_path, "either", Version(EITHER, walks))
    counted = CountedLoops(profile, 0)
    assert counted.nest.test(0) == {1, 2, 3}
    # Each block has ten instructions.
    ended = 30 * with_b + 20 * without_b
    assert last_tests(profile, 0, counted, 0) == LastTests(ended, ended, ended)


def test_costs_of_versions_add_up() -> None:
    assert summed_tests([LastTests(1, 2, 1), LastTests(3, 3, 3)]) == LastTests(4, 5, 4)
    assert summed_tests([LastTests(1, None, 1), LastTests(3, 3, 3)]) == LastTests(4, None, 4)
    assert summed_tests([]) == LastTests(0, 0, 0)
