"""Tests processes of trials: how they end by themselves, and how they are ended."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from builders.waiting import LIMIT_SECONDS, wait_for_program
from experiment_runs import is_alive
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.trials import processes
from kpath_jvm.evaluation.experiments.trials.processes import (
    MARK,
    Finished,
    Stop,
    StoppedError,
    end_marked,
    run_limited,
)


@pytest.fixture
def stop() -> Iterator[Stop]:
    made = Stop()
    yield made
    made.close()


@pytest.fixture
def shell(tmp_path: Path, stop: Stop) -> Callable[..., Finished]:
    """Returns a function that runs a shell command. The output goes to the file ``log``."""

    def run(
        line: str, seconds: float = LIMIT_SECONDS, **more: Callable[[], str | None]
    ) -> Finished:
        words = ["/bin/sh", "-c", line]
        log = tmp_path / "log"
        return run_limited(words, log, tmp_path, dict(os.environ), seconds, stop, **more)

    return run


Shell = Callable[..., Finished]


def test_the_status_and_peak_memory_of_a_process_are_returned(shell: Shell, tmp_path: Path) -> None:
    finished = shell("echo out; echo err >&2; exit 3")
    assert (finished.exit_status, finished.signal, finished.stopped) == (3, None, None)
    assert finished.max_rss_bytes > 100_000
    assert (tmp_path / "log").read_text("utf-8") == "out\nerr\n"


def test_the_signal_that_killed_a_process_is_returned(shell: Shell) -> None:
    finished = shell("kill -9 $$")
    assert (finished.exit_status, finished.signal) == (None, signal.SIGKILL)


def test_a_process_runs_in_its_directory_and_leaves_only_its_log(
    shell: Shell, tmp_path: Path
) -> None:
    shell("pwd -P")
    assert (tmp_path / "log").read_text("utf-8").strip() == str(tmp_path.resolve())
    assert [it.name for it in tmp_path.iterdir()] == ["log"]


def test_a_process_has_a_time_limit(shell: Shell) -> None:
    finished = shell("sleep 600", seconds=0.0)
    assert finished.stopped == "time limit of 0 s"


def test_a_check_may_end_a_process(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_POLL_SECONDS", 0.01)
    answers = iter([None, None, "too large"])
    assert shell("sleep 600", check=lambda: next(answers)).stopped == "too large"


def test_a_process_is_ended_when_stop_is_set(shell: Shell, stop: Stop) -> None:
    stop.set()
    assert stop.is_set()
    with pytest.raises(StoppedError):
        shell("sleep 600")


def test_child_processes_end_with_their_parent(shell: Shell, tmp_path: Path) -> None:
    shell("sleep 600 & echo $!")
    left = int((tmp_path / "log").read_text("utf-8"))
    assert not is_alive(left)


def test_processes_that_ignore_sigterm_are_killed(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_GRACE_SECONDS", 0.1)
    monkeypatch.setattr(processes, "_POLL_SECONDS", 0.01)
    # The kernel takes a while to free used memory, so the process below stays alive for a moment
    # after it is killed.
    large = "import os, time; held = bytearray(400 << 20); print(os.getpid(), 'all', flush=True)"
    line = f'trap "" TERM; {sys.executable} -c "{large}; time.sleep(600)"; wait'
    log = tmp_path / "log"
    assert shell(line, check=lambda: "seen" if "all" in log.read_text("utf-8") else None).stopped
    assert not is_alive(int(log.read_text("utf-8").split()[0]))


def test_errors_say_why_a_process_cannot_start(tmp_path: Path, stop: Stop) -> None:
    with pytest.raises(KpathError, match=r"cannot start .*: No such file or directory"):
        run_limited(["true"], tmp_path / "log", tmp_path / "none", {}, 9.0, stop)


def test_just_started_processes_are_killed_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {MARK: str(tmp_path.resolve() / "trial")}
    monkeypatch.setattr(Path, "resolve", lambda self: self)
    for _ in range(100):
        # Popen returns while the process begins to run its program.
        with subprocess.Popen(["/bin/sleep", "600"], env=environment) as process:
            try:
                # Anything that takes time, such as looking at all processes, would miss the moment.
                own = Path(f"/proc/{process.pid}")
                monkeypatch.setattr(Path, "iterdir", lambda _, own=own: iter([own]))
                assert end_marked(tmp_path) == [process.pid]
            finally:
                process.kill()


def test_only_processes_left_by_a_directory_s_trials_are_killed(tmp_path: Path) -> None:
    started = {}
    for name in ("mine", "mine too", "other"):
        (tmp_path / name).mkdir()
        mark = {MARK: str(tmp_path.resolve() / name / "trial")}
        started[name] = subprocess.Popen(["sleep", "600"], env={**os.environ, **mark})
    try:
        for process in started.values():
            wait_for_program(process)
        assert end_marked(tmp_path / "mine") == [started["mine"].pid]
        assert started["mine"].wait() == -signal.SIGKILL
        assert [started[it].poll() for it in ("mine too", "other")] == [None, None]
    finally:
        for process in started.values():
            process.kill()
            process.wait()
