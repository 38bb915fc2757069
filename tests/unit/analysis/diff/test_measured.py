"""Tests a method's figures in each run, which are sums over all versions of the method."""

from dataclasses import replace
from pathlib import Path

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.diff.figures import Bounded
from kpath_jvm.analysis.diff.measured import NO_TRIPS, LoopTrips, MeasuredMethod
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_loops.last_tests import NO_TESTS, LastTests
from kpath_jvm.analysis.of_loops.loop_counts import LoopCounts


def made(
    entries: int,
    iterations: int,
    cost: int,
    missing: int | None = 0,
    last: LastTests = NO_TESTS,
) -> LoopTrips:
    counts = LoopCounts(
        entries=entries,
        iterations=iterations,
        back_edges_taken=iterations,
        missing=missing,
        missing_entries=missing,
        missing_iterations=missing,
        ran_inside=missing,
    )
    return LoopTrips(counts, cost, AmountBounds.exact(cost), last_tests=last)


def test_quotients_have_bounds() -> None:
    assert made(2, 3, 140).mean == Bounded.exact(1.5)
    assert made(2, 4, 140).per_iteration == Bounded.exact(35.0)
    assert (NO_TRIPS.mean, NO_TRIPS.per_iteration, NO_TRIPS.counted_mean) == (None, None, None)
    # The quotient of two lower bounds isn't a bound.
    assert made(2, 4, 140, missing=6).mean == Bounded(None, 0.5, 5.0)
    assert made(2, 4, 140, missing=6).per_iteration == Bounded(None, 14.0, None)
    # What ran on a path that was cut off in the loop isn't counted, even if no iteration is
    # missing.
    caught = replace(made(2, 4, 140).counts, ran_inside=1)
    cost = AmountBounds.exact(140)
    assert LoopTrips(caught, 140, cost, NO_TESTS).mean == Bounded.exact(2.0)
    assert LoopTrips(caught, 140, cost, NO_TESTS).per_iteration == Bounded(None, 35.0, None)
    # Paths that were cut off may have entered a loop that seems not to have run.
    assert made(0, 0, 0, missing=6).mean == Bounded(None, 0.0, None)
    assert made(2, 4, 140, missing=None).mean == Bounded(None, None, None)
    assert made(2, 4, 140, missing=None).per_iteration == Bounded(None, None, None)
    estimate = LoopCounts(entries=2, iterations=4, missing=None, is_estimate=True)
    assert LoopTrips(estimate, 140, cost, NO_TESTS).mean == Bounded(2.0, None, None)
    assert LoopTrips(estimate, 140, cost, NO_TESTS).per_iteration == Bounded(35.0, None, None)


def test_tests_that_end_a_loop_belong_to_no_iteration() -> None:
    last = LastTests(20, 20, 20)
    assert made(2, 4, 140, last=last).per_iteration == Bounded.exact(30.0)
    assert made(2, 4, 140, missing=6, last=last).per_iteration == Bounded(None, 12.0, None)
    # The test ended each entry at once, so there is no iteration.
    assert made(2, 0, 20, last=last).per_iteration is None
    # If ways through the test differ in length, it may not be known which way was taken.
    several = LastTests(20, 40, 20)
    assert made(2, 4, 140, last=several).per_iteration == Bounded(None, 25.0, 30.0)
    assert made(2, 4, 140, missing=6, last=several).per_iteration == Bounded(None, 10.0, None)
    unknown = LastTests(20, None, 20)
    assert made(2, 4, 140, last=unknown).per_iteration == Bounded(None, None, 30.0)
    estimate = LoopCounts(entries=2, iterations=4, missing=None, is_estimate=True)
    assert LoopTrips(
        estimate, 140, AmountBounds.exact(140), last_tests=last
    ).per_iteration == Bounded(30.0, None, None)


def test_runs_and_versions_add_up(tmp_path: Path) -> None:
    one = Version().walked(LEFT, RIGHT)
    twice = versions_profile(tmp_path, "two", one, Version(digest="b").walked(RIGHT))
    side = Side([versions_profile(tmp_path, "one", one), twice])
    (known,) = side.methods
    assert known.numbers == ((0,), (0, 1))
    measured = MeasuredMethod(known)
    assert measured.blocks.tolist() == [[1, 3, 2, 1, 1, 2, 1], [2, 5, 3, 1, 2, 3, 2]]
    # Each of the loop's blocks has ten instructions.
    tests = LastTests(10, 10, 10), LastTests(20, 20, 20)
    assert measured.loops == [[made(1, 2, 90, last=tests[0]), made(2, 3, 140, last=tests[1])]]
    assert made(2, 3, 140).counted_mean == 1.5
    assert made(0, 3, 9).counted_mean is None
    assert measured.outcomes[0][2] == {3: 1, 4: 1}
    assert measured.outcomes[1][2] == {3: 1, 4: 2}
    assert set(measured.branches) == {1, 2}


def test_a_run_without_the_method_has_figures_of_0(tmp_path: Path) -> None:
    walked = Version().walked(LEFT)
    other = versions_profile(tmp_path, "two", Version(name="other").walked(LEFT))
    side = Side([other, versions_profile(tmp_path, "one", walked)])
    measured = MeasuredMethod(next(known for known in side.methods if known.name == "run"))
    assert measured.loops == [[made(0, 0, 0), made(1, 1, 50, last=LastTests(10, 10, 10))]]
    assert measured.outcomes[0] == {}
