"""Tests what is said about a sum of profiles: how many runs, which programs, how they ended."""

from typing import Any

import pytest

from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.merged import MergedRun, ended, members_ended, runs_in, runs_told, title_of


def part(title: str = "java A", **fields: Any) -> MergedRun:
    return MergedRun(
        profile="p.kpath", title=title, started="2026-01-02T03:04:05+00:00", version="0.1.0", k=2,
        completed=3, completeness=Completeness(), **fields,
    )  # fmt: skip


def test_profiles_of_one_run_count_as_one_run() -> None:
    parts = (part(one_run=1), part(one_run=1), part(one_run=2), part())
    assert runs_in(parts) == 3
    assert runs_told(parts) == "3 runs in 4 profiles"
    assert runs_told(parts[3:]) == "1 run"


def test_a_sum_is_named_by_its_programs() -> None:
    assert title_of((part(), part())) == "2 runs of java A"
    assert title_of((part(), part("java B"))) == "2 runs of 2 commands, for example java A"
    parts = (part(directory="/x/a/core"), part(directory="/x/b/core"))
    assert title_of(parts) == "2 runs of java A, in a/core and b/core"


@pytest.mark.parametrize(
    ("status", "signal", "said"),
    [
        (0, None, None), (None, None, None), (3, None, "ended with status 3"),
        (137, 9, "was killed by signal 9"),
    ],
)  # fmt: skip
def test_an_unsuccessful_end_is_described(
    status: int | None, signal: int | None, said: str | None
) -> None:
    assert ended(status, signal) == said


def test_failed_members_are_counted_by_exit_status_and_signal() -> None:
    good = [part(exit_status=0), part()]
    assert members_ended(good) is None
    failed = [part(exit_status=3), part(exit_status=3), part(exit_status=137, signal=9)]
    assert members_ended(good + failed) == (
        "ended with status 3 in 2, was killed by signal 9 in 1 of the 5 profiles that are added up"
    )
