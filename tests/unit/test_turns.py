"""Tests that each case of a test is marked as slow on all JDKs but one."""

from pathlib import Path

import pytest

from builders.turns import HOMES, NEWEST, OLDEST, in_turns, on_the_newest, on_the_oldest

OLD, NEW = Path("/jdk/old"), Path("/jdk/new")


def test_cases_take_turns_on_the_jdks() -> None:
    runs = in_turns([("a", 1), ("b", 2), ("c", 3)], [OLD, NEW])
    assert [run.values for run in runs] == [
        ("a", 1, OLD), ("a", 1, NEW), ("b", 2, OLD), ("b", 2, NEW), ("c", 3, OLD), ("c", 3, NEW),
    ]  # fmt: skip
    assert [run.values for run in runs if not run.marks] == [
        ("a", 1, OLD), ("b", 2, NEW), ("c", 3, OLD),
    ]  # fmt: skip
    assert all(run.marks in ([], [pytest.mark.slow]) for run in runs)
    assert [run.id for run in runs[:2]] == ["a-1-old", "a-1-new"]


def test_a_single_jdk_runs_every_case() -> None:
    assert all(run.marks == [] for run in in_turns([("a",), ("b",)], [OLD]))


def test_a_test_without_cases_runs_once_on_each_jdk() -> None:
    runs = in_turns([()], [NEW, OLD])
    assert [(run.values, run.id, bool(run.marks)) for run in runs] == [
        ((NEW,), "new", False), ((OLD,), "old", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mark", "home"),
    [(on_the_oldest, OLDEST), (on_the_newest, NEWEST)],
)
def test_all_jdks_but_one_are_marked_as_slow(mark: pytest.MarkDecorator, home: Path) -> None:
    name, rows = mark.args
    assert name == "home"
    assert mark.kwargs == {"indirect": True}
    assert [row.values for row in rows] == [(one,) for one in HOMES]
    assert [row.values for row in rows if not row.marks] == [(home,)]
