"""Tests the target's process: its end, its resources, its directory, and signals sent to it."""

import os
import resource
import shutil
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from builders.waiting import wait_for
from kpath_jvm.errors import KpathError
from kpath_jvm.launch import children
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target


@pytest.fixture
def gate() -> Iterator[SignalGate]:
    with SignalGate() as opened:
        yield opened


def run(gate: SignalGate, script: str, **more: Any) -> tuple[Ended, list[str]]:
    """Runs a shell script to its end. Returns how it ended, and the messages to the user."""
    said: list[str] = []
    return run_target(["sh", "-c", script], gate, lambda: None, said.append, **more), said


@pytest.mark.parametrize(
    ("script", "status", "number"),
    [
        ("exit 0", 0, None),
        ("exit 42", 42, None),
        ("kill -9 $$", 137, 9),
        ("kill -TERM $$", 143, 15),
    ],
)
def test_the_end_is_reported_as_by_a_shell(
    gate: SignalGate, script: str, status: int, number: int | None
) -> None:
    ended, said = run(gate, script)
    assert (ended.status, ended.signal, ended.interrupts, said) == (status, number, 0, [])
    assert ended.wall_seconds > 0


def test_the_target_may_have_its_own_output_environment_and_directory(
    gate: SignalGate, tmp_path: Path
) -> None:
    with (tmp_path / "out").open("wb") as output:
        run(
            gate,
            'echo "$OWN $PWD"; echo error >&2',
            output=output,
            environment={"OWN": "x", "PATH": os.environ["PATH"]},
            directory=tmp_path,
        )
    assert (tmp_path / "out").read_text() == f"x {tmp_path}\nerror\n"


def test_cpu_and_memory_are_those_of_the_target_and_its_children(gate: SignalGate) -> None:
    # At first the child shares this process's memory, so only a child that needs more than that
    # has a peak of its own.
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 + (64 << 20)
    ended, _ = run(gate, f"{sys.executable} -c 'b\"x\" * {size}'; exit 0")
    assert 0 < ended.cpu_seconds <= ended.wall_seconds + 1
    assert ended.max_rss_bytes is not None
    assert ended.max_rss_bytes >= size


@pytest.mark.parametrize("failing", ["on_poll", "meanwhile"])
def test_the_target_is_waited_for_even_if_watching_it_fails(gate: SignalGate, failing: str) -> None:
    def fail() -> None:
        raise MemoryError("no room")

    said: list[str] = []
    work = {"on_poll": lambda: None, "meanwhile": lambda: None, failing: fail}
    ended = run_target(
        ["sh", "-c", "sleep 1; exit 7"], gate, work["on_poll"], said.append,
        meanwhile=work["meanwhile"],
    )  # fmt: skip
    assert ended.status == 7
    assert said == ["watching the target failed (MemoryError('no room')); the target goes on"]


def test_the_target_is_polled_while_it_runs(gate: SignalGate, tmp_path: Path) -> None:
    polls = iter(range(3))
    enough = tmp_path / "enough"

    def poll() -> None:
        if next(polls, None) is None:
            enough.touch()

    # The program ends as soon as it has been polled often enough.
    command = ["sh", "-c", f"while [ ! -e {enough} ]; do sleep 0.05; done"]
    assert run_target(command, gate, poll, lambda _: None).status == 0
    assert next(polls, None) is None


def test_failed_starts_are_reported(gate: SignalGate, tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"cannot start .*/none: No such file") as refused:
        run_target([str(tmp_path / "none")], gate, lambda: None, lambda _: None)
    assert refused.value.exit_status == 125


def send_after(*files: Path, number: signal.Signals) -> threading.Thread:
    """Starts a thread that sends this process one signal for each file, once the file exists."""

    def send() -> None:
        for file in files:
            wait_for(file.exists, f"{file} exists")
            os.kill(os.getpid(), number)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


def test_signals_are_passed_on(gate: SignalGate, tmp_path: Path) -> None:
    sender = send_after(tmp_path / "there", number=signal.SIGTERM)
    script = f"trap 'exit 5' TERM; touch {tmp_path}/there; while :; do sleep 0.05; done"
    ended, said = run(gate, script)
    sender.join()
    assert (ended.status, ended.interrupts, said) == (5, 0, [])


def test_the_second_interrupt_kills_the_target(gate: SignalGate, tmp_path: Path) -> None:
    # Two signals that are pending at the same time would count as one, so the second signal is sent
    # after a message has shown that the first one was received.
    sender = send_after(tmp_path / "there", tmp_path / "heeded", number=signal.SIGINT)
    script = f"trap '' INT; touch {tmp_path}/there; while :; do sleep 0.05; done"
    said: list[str] = []

    def say(line: str) -> None:
        said.append(line)
        (tmp_path / "heeded").touch()

    ended = run_target(["sh", "-c", script], gate, lambda: None, say)
    sender.join()
    assert (ended.status, ended.signal, ended.interrupts) == (137, 9, 2)
    assert [line.partition(":")[0].partition(" ")[0] for line in said] == ["interrupted", "killing"]


def test_jvms_below_the_target_are_found(
    gate: SignalGate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Before each poll there is a search for JVMs, however long the previous search took.
    monkeypatch.setattr(children, "_LEAST_RATIO", 0)
    java = shutil.copy(Path("/bin/sleep").resolve(), tmp_path / "java")
    pid, seen = tmp_path / "pid", tmp_path / "seen"
    polls = 0

    def poll() -> None:
        nonlocal polls
        if seen.exists():
            return
        text = pid.read_text() if pid.exists() else ""
        if text.endswith("\n"):
            words = Path(f"/proc/{text.strip()}/cmdline").read_bytes().split(b"\0")
            polls += words[0] == os.fsencode(java)
        # Two polls have found java running, so there was a search for JVMs between the two.
        if polls == 2:
            seen.touch()

    wait = f"echo $! > {pid}; while [ ! -e {seen} ]; do sleep 0.05; done"
    command = ["sh", "-c", f"{java} 600 & {wait}; kill $!"]
    assert run_target(command, gate, poll, lambda _: None).jvms == ("600",)
    ended, _ = run(gate, "sleep 0.5 & wait")
    assert ended.jvms == ()


def test_a_signal_before_the_start_prevents_it(tmp_path: Path, gate: SignalGate) -> None:
    os.kill(os.getpid(), signal.SIGTERM)
    with pytest.raises(KpathError, match=r"^stopped by SIGTERM before the start$") as caught:
        run(gate, f"touch {tmp_path / 'started'}")
    assert caught.value.exit_status == 143
    assert not (tmp_path / "started").exists()
