"""Tests how kpath-jvm finds out in what way a child of another process has ended."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from builders.waiting import wait_for, wait_for_state
from kpath_jvm.recording.child_end import ChildEnd, EndedWith
from kpath_jvm.recording.processes import start_time


@contextmanager
def started(line: str) -> "Iterator[tuple[subprocess.Popen[bytes], ChildEnd]]":
    with subprocess.Popen(["/bin/sh", "-c", f"read line; {line}"], stdin=subprocess.PIPE) as one:
        end = ChildEnd(one.pid, start_time(one.pid))
        try:
            yield one, end
        finally:
            end.close()
            one.kill()


def go_on(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin is not None
    process.stdin.close()


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("exit 0", EndedWith(0, None)),
        ("exit 7", EndedWith(7, None)),
        ("kill -9 $$", EndedWith(128 + signal.SIGKILL, signal.SIGKILL)),
    ],
)
def test_the_status_is_known_before_and_after_the_parent_waits(
    line: str, expected: EndedWith
) -> None:
    with started(line) as (process, end):
        assert end.found() is None
        go_on(process)
        wait_for_state(process.pid, "Z")
        assert end.found() == expected
        process.wait()
        # The parent has waited for its child. From now on, only Linux 6.15 and later show another
        # process how the child ended.
        assert end.found() in (expected, None)
        if end._in_descriptor() is not None:
            assert end.found() == expected


def test_a_reused_process_id_is_noticed() -> None:
    with started("exit 7") as (process, _):
        other = ChildEnd(process.pid, start_time(process.pid) - 1)
        go_on(process)
        wait_for_state(process.pid, "Z")
        assert other.found() is None


def test_a_process_that_is_gone_has_no_known_end() -> None:
    with subprocess.Popen(["/bin/true"]) as process:
        since = start_time(process.pid)
    wait_for(lambda: not Path(f"/proc/{process.pid}").exists(), "the process is gone")
    assert ChildEnd(process.pid, since).found() is None
