"""Tests figures with a value for each run of two sides, and how surely the sides differ."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kpath_jvm.analysis.diff.figures import (
    Bounded,
    BoundedFigure,
    Figure,
    Judged,
    judged,
    quotients,
)
from kpath_jvm.analysis.diff.measured import LoopTrips
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_loops.last_tests import NO_TESTS
from kpath_jvm.analysis.of_loops.loop_counts import LoopCounts
from kpath_jvm.ratio import is_greater
from kpath_jvm.shares import growth_of, share_of


def worth(base: tuple[float | None, ...], new: tuple[float | None, ...], *others: Figure) -> Judged:
    figures = [Figure(base, new), *others]
    return judged(figures, are_relative=[False] * len(figures))[0]


def test_figures_have_means_and_changes() -> None:
    figure = Figure((1.0, 3.0), (8.0,))
    assert figure.means == (2, 8)
    assert (figure.change, figure.relative) == (6, 0.75)
    assert Figure((0.0,), (0.0,)).relative == Figure((0.0,), (0.0,)).growth == 0
    assert (figure.growth, Figure((8.0,), (2.0,)).growth) == (3, -0.75)
    assert Figure((0.0,), (0.5,)).growth == float("inf")
    assert figure.plain() == {"base": 2.0, "new": 8.0, "runs": [[1.0, 3.0], [8.0]]}
    assert Figure((2.0, 2.0), (2.0,)).is_equal
    assert not figure.is_equal


@pytest.mark.parametrize(
    ("base", "new", "verdict"),
    [
        ((1,), (2,), "counted"),
        ((1, 1, 1), (2, 2), "counted"),
        ((1, 2), (3, 4), "apart"),
        ((1, 2, 3), (3, 4, 5), "spread"),
        ((1, 2), (3,), "apart"),
        ((1, 4), (3,), "spread"),
        ((0.1, 0.2, 0.1, 0.2), (0.8, 0.9, 0.8, 0.9), "likely"),
        ((0.1, 0.9, 0.1, 0.2), (0.8, 0.3, 0.8, 0.9), "spread"),
        # One side has 0 in all its runs. That isn't proof of a difference if there are so few runs,
        # or if a run of the other side has 0, too.
        ((0, 0), (1, 90), "apart"),
        ((0, 0, 0, 0), (0, 90, 5, 3), "spread"),
    ],
)
def test_the_verdict_says_how_surely_the_sides_differ(
    base: tuple[float, ...], new: tuple[float, ...], verdict: str
) -> None:
    assert worth(base, new).verdict == verdict


def test_p_takes_all_figures_into_account() -> None:
    base, new = (0.1, 0.12, 0.1, 0.12), (0.13, 0.15, 0.13, 0.15)
    alone = worth(base, new)
    assert alone == Judged("likely", 2 / 70)
    # The other figure divides the runs into two groups as clearly, but not by side. So it may be
    # chance that the first figure divides them by side.
    other = Figure((0.1, 0.9, 0.1, 0.9), (0.1, 0.9, 0.1, 0.9))
    judgement = worth(base, new, other)
    assert judgement.p is not None
    assert judgement.p > 0.05
    # The statistical test mustn't hide that every run of one side has a greater value than every
    # run of the other.
    assert judgement.verdict == "apart"
    # If there is a statistical test, it decides whether a gate fails.
    assert not judgement.is_difference
    assert alone.is_difference
    assert worth((1, 2), (3, 4)).is_difference
    assert not worth((1, 3), (2, 4)).is_difference
    assert worth((0, 0, 0, 0), (0.1, 0.9, 0.1, 0.12), other) == Judged("counted")
    overlapping = worth((0.1, 0.12, 0.1, 0.13), new, other)
    assert (overlapping.verdict, overlapping.p is not None) == ("spread", True)


def test_gates_rarely_fail_by_chance() -> None:
    """All differences are due to chance here.

    Nevertheless, with four runs a side and 55 figures, most comparisons have a figure whose ranges
    on the two sides don't overlap.
    """
    source = np.random.default_rng(4)
    runs, figures, times = 8, 55, 150
    failed = apart = 0
    for _ in range(times):
        spread = np.exp(source.uniform(np.log(0.002), np.log(0.4), (figures, 1)))
        values = np.exp(spread * source.normal(size=(figures, runs))).tolist()
        found = judged(
            [Figure(tuple(own[:4]), tuple(own[4:])) for own in values],
            are_relative=[True] * figures,
        )
        failed += any(one.is_difference for one in found)
        apart += any(one.verdict != "spread" for one in found)
    assert failed / times < 0.06
    assert apart / times > 0.6


def test_relative_figures_are_divided_by_their_mean() -> None:
    runs = ((1.0, 1.01, 1.02, 1.03), (2.0, 2.01, 2.02, 2.03))
    large = Figure(*(tuple(1000 * value for value in side) for side in runs))
    shares = Figure((0.1, 0.2, 0.3, 0.4), (0.4, 0.2, 0.3, 0.5))
    one, _ = judged([large, shares], are_relative=[True, False])
    same, _ = judged([Figure(*runs), shares], are_relative=[True, False])
    assert one == same == Judged("likely", 2 / 70)


def test_a_run_without_a_value_supports_no_difference() -> None:
    assert quotients([1, 0, 0], [4, 0, 2]) == (0.25, None, 0.0)
    assert quotients([0, 0], [0, 0]) == (0.0, 0.0)
    figure = Figure((None, 0.5), (0.25, None))
    assert (figure.means, figure.change) == ((0.5, 0.25), -0.25)
    assert (figure.is_apart, figure.is_on_one_side, figure.is_equal) == (True, False, False)
    assert figure.varying == (False, False)
    assert figure.plain() == {"base": 0.5, "new": 0.25, "runs": [[None, 0.5], [0.25, None]]}
    assert Figure((None, 0.5), (0.5, 0.5)).is_equal
    assert not Figure((0.0, 0.0), (None, 0.5)).is_on_one_side
    once, each = (None, None, None, 0.5), (0.5, 0.5, 0.5, 0.5)
    assert worth(once, each) == Judged("spread", 1.0)
    # Only one of the base's four runs has a value. So the difference may be chance, although the
    # two sides' ranges don't overlap.
    assert worth(once, (0.6, 0.6, 0.6, 0.6)).verdict == "apart"
    assert not worth(once, (0.6, 0.6, 0.6, 0.6)).is_difference
    assert worth((None, 0.5), (0.6, 0.6)) == Judged("apart")


def test_figures_may_have_bounds_although_some_runs_have_no_value() -> None:
    exact, least = Bounded.exact(4.0), Bounded(None, 6.0, None)
    figure = BoundedFigure((None, exact), (exact, exact))
    assert figure.known == Figure((None, 4.0), (4.0, 4.0))
    assert figure.is_equal
    assert figure.plain()["runs"] == [[None, 4.0], [4.0, 4.0]]
    assert figure.plain()["base"] == 4.0
    open_figure = BoundedFigure((None, exact), (least, least))
    assert open_figure.known is None
    assert open_figure.nearest == Figure((None, 4.0), (6.0, 6.0))


def test_too_few_runs_have_no_p() -> None:
    assert worth((1, 2), (3, 4)) == Judged("apart")
    assert worth((1, 3), (2, 4)) == Judged("spread")


@pytest.mark.parametrize(
    ("base", "new", "varying"),
    [
        ((4.0, 4.0), (4.0, 4.0), (False, False)),
        # The new side's runs differ widely; the base's runs hardly differ.
        ((100.0, 101.0), (100.0, 160.0), (False, True)),
        ((100.0, 160.0), (90.0, 165.0), (True, True)),
        # The means differ more than the runs of either side, but not all runs of the base are
        # equal.
        ((100.0, 101.0), (150.0, 150.0), (True, False)),
    ],
)
def test_it_is_known_which_side_varies(
    base: tuple[float, ...], new: tuple[float, ...], varying: tuple[bool, bool]
) -> None:
    assert Figure(base, new).varying == varying


bounds = st.lists(st.integers(0, 6), min_size=2, max_size=2).map(sorted)


@given(bounds, bounds)
def test_the_nearest_and_the_farthest_values_lie_within_bounds(
    base: list[int], new: list[int]
) -> None:
    figure = BoundedFigure(*((Bounded(None, *map(float, one)),) for one in (base, new)))
    possible = [
        Figure((float(one),), (float(other),))
        for one in range(base[0], base[1] + 1)
        for other in range(new[0], new[1] + 1)
    ]
    risen, fallen = figure.farthest
    for measure in ("change", "growth", "relative"):
        values = [getattr(one, measure) for one in possible]
        assert (min(values), max(values)) == (getattr(fallen, measure), getattr(risen, measure))
    if {one.change > 0 for one in possible} == {True}:
        assert figure.nearest == min(possible, key=lambda one: one.change)
    elif {one.change < 0 for one in possible} == {True}:
        assert figure.nearest == max(possible, key=lambda one: one.change)
    else:
        assert figure.nearest is None


def test_bounds_may_be_missing() -> None:
    exact, none = Bounded.exact(4.0), Bounded(None, 9.0, None)
    figure = BoundedFigure((exact,), (none,))
    assert figure.nearest == Figure((4.0,), (9.0,))
    risen, fallen = figure.farthest
    assert (risen.growth, risen.relative, fallen.growth) == (float("inf"), 1, 1.25)
    back = BoundedFigure((none,), (exact,))
    assert [one.growth for one in back.farthest] == [4 / 9 - 1, -1]
    assert [one.relative for one in back.farthest] == [4 / 9 - 1, -1]
    assert figure.plain() == {
        "base": 4.0, "new": None, "runs": [[4.0], [None]],
        "least": {"base": 4.0, "new": 9.0, "runs": [[4.0], [9.0]]},
        "most": {"base": 4.0, "new": None, "runs": [[4.0], [None]]},
    }  # fmt: skip
    # An estimate has a value and no bounds.
    estimate = BoundedFigure((exact,), (Bounded(5.0, None, None),))
    assert estimate.nearest == estimate.known == Figure((4.0,), (5.0,))
    assert estimate.farthest == (estimate.known, estimate.known)


def test_bounds_are_compared_exactly() -> None:
    """10 iterations per 10 entries become 11, which is exactly 10 % more."""

    def counted(iterations: int) -> LoopCounts:
        # Nothing was cut off, but the counts are taken for lower bounds.
        return LoopCounts(
            entries=10, iterations=iterations, missing=0, missing_entries=0, missing_iterations=0,
            is_at_least=True,
        )  # fmt: skip

    loops = [LoopTrips(counted(number), 0, AmountBounds.exact(0), NO_TESTS) for number in (10, 11)]
    for bounds in (
        [one.mean for one in loops],
        [Bounded.of_edges(5.0, AmountBounds(n, n).divided_by(10)) for n in (10, 11)],
    ):
        base, new = bounds
        nearest = BoundedFigure((base,), (new,)).nearest
        assert nearest is not None
        assert nearest.means[1] > nearest.means[0]
        assert not is_greater(nearest.exact_growth, growth_of("10%"))
        assert is_greater(nearest.exact_growth, growth_of("9.99%"))
    shares = (AmountBounds(n, n).share_beside(AmountBounds(100 - n, 100 - n)) for n in (10, 15))
    nearest = BoundedFigure(*((Bounded.of_edges(0.12, one),) for one in shares)).nearest
    assert nearest is not None
    assert not is_greater(nearest.exact_change, share_of("5%"))
    assert AmountBounds(1, inf).divided_by(3).most == inf
    assert AmountBounds(1, 2).share_beside(AmountBounds(1, inf)).least == 0
