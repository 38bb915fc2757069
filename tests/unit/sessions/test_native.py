"""Tests the timed run without the agent, and the cases in which it is refused."""

import os
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.sessions.launched import run_natively
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program


def run(directory: Path, script: str) -> Ended:
    """Runs a script in place of java."""
    java = directory / "java"
    java.write_text(f"#!/bin/sh\n{script}\n")
    java.chmod(0o755)
    program = Program("it", ["java"], Jdk(directory, "--java-home"), java)
    with SignalGate() as gate:
        return run_natively(program, gate, Reporter(quiet=True))


def test_the_run_is_timed_and_its_output_dropped(
    tmp_path: Path, stdin: int, capfd: pytest.CaptureFixture[str]
) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), stdin)
    ended = run(tmp_path, "echo output; sleep 0.2")
    assert ended.wall_seconds >= 0.2
    assert ended.cpu_seconds < ended.wall_seconds
    assert capfd.readouterr().out == ""


def test_stdin_is_rewound_for_the_next_run(tmp_path: Path, stdin: int) -> None:
    path = tmp_path / "in"
    path.write_bytes(b"0123456789")
    with path.open("rb") as file:
        os.dup2(file.fileno(), stdin)
        os.lseek(stdin, 3, os.SEEK_SET)
        run(tmp_path, f"cat > {tmp_path}/read")
        assert os.lseek(stdin, 0, os.SEEK_CUR) == 3
    assert (tmp_path / "read").read_bytes() == b"3456789"


def test_a_pipe_cannot_be_read_twice(tmp_path: Path, stdin: int) -> None:
    reading, writing = os.pipe()
    os.dup2(reading, stdin)
    with pytest.raises(KpathError, match="stdin is a pipe, which cannot be read twice") as refused:
        run(tmp_path, f"touch {tmp_path}/run")
    os.close(reading)
    os.close(writing)
    assert refused.value.exit_status == 125
    assert not (tmp_path / "run").exists()


def test_a_failing_program_is_refused(tmp_path: Path, stdin: int) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), stdin)
    with pytest.raises(KpathError, match="without the agent it ended with status 3; leave out"):
        run(tmp_path, "exit 3")
