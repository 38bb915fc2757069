"""Tests what is found out about processes: start times, mapped files and environments."""

import mmap
import os
import subprocess
import time
from pathlib import Path

import pytest

from builders.waiting import wait_for
from kpath_jvm.recording import processes
from kpath_jvm.recording.processes import (
    has_mapped,
    is_alive,
    seconds_since,
    start_time,
    variables_of,
)
from made_up_segments import NO_PROCESS


def test_a_process_is_alive_if_its_start_time_agrees() -> None:
    me = os.getpid()
    assert is_alive(me)
    assert is_alive(me, start_time(me))
    assert not is_alive(me, start_time(me) + 1)
    assert not is_alive(NO_PROCESS)
    assert not is_alive(0)
    assert 0 <= seconds_since(start_time(me)) < 24 * 3600
    assert seconds_since(2**62) == float("inf")


def test_mapped_files_of_a_process_are_found(tmp_path: Path) -> None:
    file = tmp_path / "segment"
    file.write_bytes(bytes(4096))
    me = os.getpid()
    assert not has_mapped(me, file)
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ):
        assert has_mapped(me, file)
        # If the mapping can be seen, the start time doesn't matter, because a container may have
        # its own clock.
        assert has_mapped(me, file, start_time(me) + 1)
    assert not has_mapped(NO_PROCESS, file)


def test_without_readable_mappings_the_start_time_decides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process is assumed to have mapped the file unless its start time differs.

    An agent in a container may report that java is process 1. Outside the container, process 1
    belongs to another user, so its mappings can't be read.
    """
    me = os.getpid()
    read_text = Path.read_text

    def refusing(path: Path, *arguments: str) -> str:
        if path.name == "maps":
            raise PermissionError(13, "Permission denied", str(path))
        return read_text(path, *arguments)

    monkeypatch.setattr(Path, "read_text", refusing)
    assert has_mapped(me, tmp_path)
    assert has_mapped(me, tmp_path, start_time(me))
    assert not has_mapped(me, tmp_path, start_time(me) + 1)


def test_the_environment_of_a_starting_process_is_waited_for() -> None:
    for given in [{"SOME": "value"}] * 50:
        with subprocess.Popen(["/bin/sleep", "600"], env=given) as process:
            try:
                assert variables_of(process.pid) == [b"SOME=value"]
            finally:
                process.kill()


def test_a_process_without_an_environment_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with subprocess.Popen(["/bin/sleep", "600"], env={}) as process:
        try:
            place = Path(f"/proc/{process.pid}")
            wait_for(lambda: processes._environment_end(place), "the process runs its program")
            monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("variables_of waits"))
            assert variables_of(process.pid) == []
        finally:
            process.kill()
