"""Tests the factors that bring the counts of a method's loops to one scale.

The numbers are those of Table 2 of the paper "Structural Path Profiling".
"""

import pytest

from builders.paper_tables import COMPLETE_WINDOWS, GRAPHS, ONLINE_WINDOWS, adjusted
from kpath_jvm.profile.recorded.adjustment import Coefficients, coefficients


def test_coefficients_are_those_of_table_2() -> None:
    found = coefficients(GRAPHS, ONLINE_WINDOWS)
    assert found.factors == (1, pytest.approx(100 / 51), pytest.approx(100 / 51 * 100 / 58))
    assert [round(factor, 2) for factor in found.factors] == [1, 1.96, 3.38]
    assert found.guessed == ()


def test_global_profiles_are_those_of_table_2() -> None:
    """The paper rounds all values to a tenth."""
    each = [round(weight, 1) for weight in adjusted().values()]
    assert each == [100, 98.0, 2.0, 2.0, 94.1, 6.8, 189.3, 135.2, 6.8]
    assert sum(adjusted().values()) == pytest.approx(634.1, abs=0.05)


def test_a_complete_profile_needs_no_adjustment() -> None:
    """Each loop was entered as often in its own window as in the window of the level around it."""
    assert coefficients(GRAPHS, COMPLETE_WINDOWS).factors == (1, 1, 1)


def test_a_factor_is_guessed_if_a_count_is_0() -> None:
    """A factor depends on two counts of a loop's entries.

    A count can be 0 because one long activation fills a loop's window with paths after back edges.
    """
    trips = {path: count for path, count in ONLINE_WINDOWS[2].items() if path.kind == "loop"}
    found = coefficients(GRAPHS, (ONLINE_WINDOWS[0], ONLINE_WINDOWS[1], trips))
    assert found.guessed == (2,)
    assert found.factors[2] == pytest.approx(100 / 51 * 100)
    found = coefficients(GRAPHS, ({}, ONLINE_WINDOWS[1], ONLINE_WINDOWS[2]))
    assert found.guessed == (1,)
    # Without any paths there is nothing to adjust, so nothing is guessed.
    assert coefficients(GRAPHS, ({}, {}, {})) == Coefficients((1, 1, 1), ())


def test_a_factor_is_guessed_if_only_the_loop_s_own_paths_were_counted() -> None:
    """An activation that stays in an inner loop completes no paths of the levels around it."""
    inner = ONLINE_WINDOWS[2]
    assert coefficients(GRAPHS, ({}, {}, inner)) == Coefficients((1, 1, 1 / 58), (2,))
