"""Tests git_state(), and the fingerprints of machines, which decide whether trials are pooled."""

from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.trials.machine import fingerprint, git_state

MACHINE: dict[str, Any] = {
    "cpu": {"model": "a", "count": 2}, "memory_bytes": 1 << 30, "kernel": "6.1",
    "engine_java": "17", "kpath_version": "1", "load_average": 0.5, "described": "today",
}  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"cpu": {"model": "b", "count": 2}}, {"memory_bytes": 1}, {"kernel": "6.2"},
        {"engine_java": "25"}, {"kpath_version": "2"}, {"pinned_lanes": 2},
    ],
)  # fmt: skip
def test_a_change_that_affects_timings_changes_the_fingerprint(change: dict[str, Any]) -> None:
    assert fingerprint({**MACHINE, **change}) != fingerprint(MACHINE)


def test_load_and_time_do_not_change_the_fingerprint() -> None:
    assert fingerprint({**MACHINE, "load_average": 9, "described": "later"}) == fingerprint(MACHINE)


def test_directories_without_git_have_no_state(tmp_path: Any) -> None:
    assert git_state(None) is None
    assert git_state(tmp_path) is None
