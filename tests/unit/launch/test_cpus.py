"""Tests how many CPUs a process may use."""

import os
from pathlib import Path

import pytest

from kpath_jvm.launch import cpus


def test_cpus_are_those_that_the_process_may_run_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cpus, "_GROUPS", tmp_path)
    allowed = os.sched_getaffinity(0)
    assert cpus.usable_cpus(os.getpid()) == len(allowed)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        assert cpus.usable_cpus(os.getpid()) == 1
    finally:
        os.sched_setaffinity(0, allowed)
    # An id that no process has causes no error.
    assert cpus.usable_cpus(1 << 22) >= 1


def test_the_least_quota_is_the_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cpus, "_GROUPS", tmp_path)
    process = tmp_path / "process"
    process.write_text("1:name=x:/other\n0::/outer/inner\n")
    monkeypatch.setattr(
        cpus, "Path", lambda text: process if str(text).endswith("/cgroup") else Path(text)
    )
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    (inner / "cpu.max").write_text("max 100000\n")
    assert cpus.usable_cpus(os.getpid()) == len(os.sched_getaffinity(0))
    (inner.parent / "cpu.max").write_text("50000 100000\n")
    assert cpus.usable_cpus(os.getpid()) == 0.5
    (inner / "cpu.max").write_text("25000 100000\n")
    assert cpus.usable_cpus(os.getpid()) == 0.25
    (inner / "cpu.max").write_text("nonsense\n")
    assert cpus.usable_cpus(os.getpid()) == 0.5
