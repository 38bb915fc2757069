"""Tests the choice of the loops with the highest cost."""

from pathlib import Path

import pytest

from builders.advisable import advisable_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.hot_loops import hottest_loops
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.analysis.selection import ALL, Selection, select


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile.open(advisable_profile(tmp_path))


def every(profile: Profile) -> list[LoopRow]:
    rows = [row for number in range(5) for row in loop_rows(profile, number)]
    return sorted(rows, key=lambda row: -row.cost)


@pytest.mark.parametrize("top", [1, 2, 3, 10])
def test_the_loops_with_the_highest_cost_are_the_hottest(profile: Profile, top: int) -> None:
    assert hottest_loops(select(profile, ALL), top) == every(profile)[:top]


def test_a_selection_has_only_its_own_hottest_loops(profile: Profile) -> None:
    methods = ("Rare.run", "Steady.run")
    found = hottest_loops(select(profile, Selection(method=methods)), 10)
    assert found == [row for row in every(profile) if row.method in (1, 4)]
