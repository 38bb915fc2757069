"""Tests how commands that tests have started are ended."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for, wait_for_end

#: A program that starts a child process, prints the child's id, and ends before the child does.
OUTLIVED = "import subprocess; print(subprocess.Popen(['sleep', '1000'], stdout=-3, stderr=-3).pid)"


@pytest.fixture
def somebody_else() -> "Iterator[subprocess.Popen[bytes]]":
    """Yields a process that belongs to no started command, in a process group of its own."""
    with subprocess.Popen(["sleep", "1000"], start_new_session=True) as process:
        yield process
        process.kill()


def test_a_child_that_outlives_its_command_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kpath, "command", lambda words: [sys.executable, "-c", *words])
    command = kpath.start(OUTLIVED, directory=tmp_path)
    left = int(command.communicate()[0])
    assert os.getpgid(left) == command.pid
    kpath.end_all_started()
    wait_for_end(left)


def test_a_child_that_is_still_starting_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kpath, "command", lambda words: [sys.executable, "-c", *words])
    command = kpath.start(OUTLIVED, directory=tmp_path)
    left = int(command.communicate()[0])
    environ = Path(f"/proc/{left}/environ")
    empty = [b"", b""]
    read = Path.read_bytes
    monkeypatch.setattr(
        Path, "read_bytes", lambda it: empty.pop() if it == environ and empty else read(it)
    )
    kpath.end_all_started()
    assert not empty
    wait_for_end(left)


def test_a_running_command_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kpath, "command", lambda words: list(words))
    command = kpath.start("sleep", "1000", directory=tmp_path)
    kpath.end_all_started()
    wait_for(lambda: command.poll() is not None, "the command has ended")


def test_a_process_with_the_id_of_an_ended_command_is_left_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    somebody_else: "subprocess.Popen[bytes]",
) -> None:
    monkeypatch.setattr(kpath, "command", lambda words: list(words))
    command = kpath.start("true", directory=tmp_path)
    command.communicate()
    # Now the system seems to have given the ended command's id to another process.
    command.pid = somebody_else.pid
    killed = []
    monkeypatch.setattr(os, "killpg", lambda *it: killed.append(it))
    kpath.end_all_started()
    assert killed == []
