"""The target's process: how it ends, what it took, where it runs, and what signals do to it."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target


@pytest.fixture
def gate() -> Iterator[SignalGate]:
    with SignalGate() as opened:
        yield opened


def run(gate: SignalGate, script: str, **more: Any) -> tuple[Ended, list[str]]:
    """Runs a shell's script to its end; what was said meanwhile."""
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
def test_its_end_is_told_as_a_shell_does(
    gate: SignalGate, script: str, status: int, number: int | None
) -> None:
    ended, said = run(gate, script)
    assert (ended.status, ended.signal, ended.interrupts, said) == (status, number, 0, [])
    assert ended.wall_seconds > 0


def test_output_environment_and_directory_may_be_its_own(gate: SignalGate, tmp_path: Path) -> None:
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
    loop = "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done"
    ended, _ = run(gate, f"sh -c '{loop}'")
    assert 0 < ended.cpu_seconds <= ended.wall_seconds + 0.1
    assert ended.max_rss_bytes is None or ended.max_rss_bytes > 100_000


def test_it_is_polled_while_it_runs(gate: SignalGate) -> None:
    polls: list[float] = []
    run_target(["sleep", "0.7"], gate, lambda: polls.append(time.monotonic()), lambda _: None)
    assert len(polls) >= 2


def test_what_cannot_be_started_is_one_line(gate: SignalGate, tmp_path: Path) -> None:
    with pytest.raises(KpathError, match=r"cannot start .*/none: No such file") as refused:
        run_target([str(tmp_path / "none")], gate, lambda: None, lambda _: None)
    assert refused.value.exit_status == 125


def send_after(pid_file: Path, *numbers: signal.Signals) -> threading.Thread:
    """Sends us signals one by one as soon as the target has written its file."""

    def send() -> None:
        while not pid_file.exists():
            time.sleep(0.01)
        for number in numbers:
            os.kill(os.getpid(), number)
            time.sleep(0.5)

    thread = threading.Thread(target=send)
    thread.start()
    return thread


def test_a_signal_is_passed_on(gate: SignalGate, tmp_path: Path) -> None:
    sender = send_after(tmp_path / "there", signal.SIGTERM)
    script = f"trap 'exit 5' TERM; touch {tmp_path}/there; while :; do sleep 0.05; done"
    ended, said = run(gate, script)
    sender.join()
    assert (ended.status, ended.interrupts, said) == (5, 0, [])


def test_the_second_interrupt_kills(gate: SignalGate, tmp_path: Path) -> None:
    sender = send_after(tmp_path / "there", signal.SIGINT, signal.SIGINT)
    script = f"trap '' INT; touch {tmp_path}/there; while :; do sleep 0.05; done"
    ended, said = run(gate, script)
    sender.join()
    assert (ended.status, ended.signal, ended.interrupts) == (137, 9, 2)
    assert [line.partition(":")[0].partition(" ")[0] for line in said] == ["interrupted", "killing"]
