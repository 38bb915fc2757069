"""Tests ``live`` and ``ctl`` while a program emits far more than the engine has counted."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm import Profile
from kpath_jvm.control import places
from kpath_jvm.control.client import connected
from kpath_jvm.control.messages import Status, Verb
from kpath_jvm.launch.jdk import default_jdk

#: The backlog is what the program has emitted and the engine hasn't counted. It is at least this
#: large when a command is sent to the recording.
ARREARS_BYTES = 100 << 20
#: The backlog is at least this large in the test that waits until all of it is counted.
COUNTED_BYTES = 20 << 20


class Flooded:
    """A recording whose engine is far behind."""

    def __init__(self, recorder: "subprocess.Popen[str]", directory: Path) -> None:
        assert recorder.stdout is not None
        assert recorder.stdout.readline().strip() == "ready"
        self.directory = directory
        self.pid = kpath.target_pid(recorder.pid)
        wait_for(lambda: self.pid in places.recorded(), "the recording listens")

    def status(self) -> Status:
        with connected(self.pid) as recording:
            return recording.status()

    def wait_for_arrears(self, least_bytes: int = ARREARS_BYTES) -> None:
        wait_for(
            lambda: (self.status().backlog_bytes or 0) >= least_bytes,
            f"{least_bytes} bytes aren't counted",
        )

    def run(self, *words: str) -> "subprocess.CompletedProcess[bytes]":
        return kpath.run(*words, directory=self.directory)

    def ctl(self, *words: str) -> str:
        done = self.run("ctl", str(self.pid), *words)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()

    def start_dump(self, *options: str) -> "subprocess.Popen[bytes]":
        """Starts a dump that has to wait for the engine."""
        words = ("ctl", str(self.pid), "dump", "-o", "d.kpath", *options)
        started = kpath.start(*words, directory=self.directory)
        wait_for(lambda: self.status().doing is Verb.DUMP, "the dump waits")
        return started


@pytest.fixture
def flooded(classes: str, runtime: Path, tmp_path: Path) -> Iterator[Flooded]:  # noqa: ARG001
    """Yields a recording whose engine has one thread and is far behind."""
    java = [str(default_jdk().home / "bin" / "java"), "-cp", classes, "Flood", "3"]
    own = [
        "run", "-k", "3", "-o", "p.kpath", "--no-report", "--workers", "1", "--engine-memory",
        "1G", "--segment-size", "32M", "--spill-limit", "2G", "--", *java,
    ]  # fmt: skip
    pipe = subprocess.PIPE
    with (tmp_path / "stderr").open("w") as errors, subprocess.Popen(
        kpath.command(own), cwd=tmp_path, env=kpath.environment(), text=True,
        stdin=pipe, stdout=pipe, stderr=errors, start_new_session=True,
    ) as process:  # fmt: skip
        try:
            one = Flooded(process, tmp_path)
            one.wait_for_arrears()
            yield one
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            kpath.end_all_started()


def test_ctl_and_live_show_the_backlog(flooded: Flooded) -> None:
    status = json.loads(flooded.ctl("status", "--json"))
    assert status["backlog_bytes"] >= ARREARS_BYTES
    assert status["behind_seconds"] > 0
    assert status["emitted"] > status["events"]
    assert 0 <= status["waited_share"] <= 1
    text = flooded.ctl("status")
    assert "not counted yet: " in text
    assert " s behind" in text
    assert " per second now; a dump also has " in text
    view = json.loads(flooded.run("live", str(flooded.pid), "--once", "--json").stdout)
    assert view["problem"] is None
    assert view["status"]["backlog_bytes"] >= ARREARS_BYTES
    # While the engine is behind, the counters are newer than the sequences. So the view shows
    # lower bounds.
    assert view["at_least"]
    assert view["status"]["behind_seconds"] > 0
    once = flooded.run("live", str(flooded.pid), "--once").stdout.decode()
    assert " counted" in once.splitlines()[1]
    assert " behind" in once
    assert "as of " in once
    assert "Flood.walk(" in once


def test_stop_does_not_wait_for_a_dump(flooded: Flooded) -> None:
    dump = flooded.start_dump()
    assert "a dump is under way; it waits until everything emitted" in flooded.ctl("status")
    assert "counting nothing from now on" in flooded.ctl("stop")
    refused = flooded.run("ctl", str(flooded.pid), "reset")
    kpath.check_one_line(refused, "to give it up, end the command that asked for it", status=2)
    stopped = flooded.status()
    assert stopped.is_stopped
    assert stopped.doing is Verb.DUMP
    assert "state: paused" in flooded.ctl("status")
    dump.terminate()
    dump.wait(kpath.TIMEOUT_SECONDS)
    wait_for(lambda: flooded.status().doing is None, "the dump is given up")
    assert not (flooded.directory / "d.kpath").exists()
    assert flooded.status().dumps == 0
    assert (flooded.status().backlog_bytes or 0) > 0
    flooded.ctl("reset")
    wait_for(lambda: not flooded.status().backlog_bytes, "the reset has dropped the backlog")
    assert flooded.status().events == 0
    # Everything recorded from now on is counted, though much of it is spilled at first.
    assert "counting again" in flooded.ctl("start")
    flooded.wait_for_arrears(COUNTED_BYTES)
    flooded.ctl("stop")
    assert (flooded.status().backlog_bytes or 0) > 0
    told = flooded.ctl("dump", "-o", "later.kpath")
    opened = Profile.open(flooded.directory / "later.kpath")
    assert f"completeness: {opened.completeness.text}\n" in told
    wait_for(lambda: not flooded.status().backlog_bytes, "no backlog is left")
    completed = sum(opened.table("methods").column("completed").to_pylist())
    assert completed >= flooded.status().events > 0
