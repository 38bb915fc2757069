"""Tests recovery after kpath-jvm was killed while it followed JVMs, or couldn't write a profile."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for, wait_for_end
from kpath_jvm import Profile
from oracle.harness import find_java_homes

pytestmark = pytest.mark.slow


def follow(segments: Path, *more: str) -> list[str]:
    own = ["run", "--follow-children", "-k", "2", "-o", "p.kpath", "--segment-size", "2M"]
    return [*own, "--segment-dir", str(segments), "--no-report", *more, "--"]


def script(directory: Path, *lines: str) -> str:
    path = directory / "script.sh"
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return f"./{path.name}"


def recover(*arguments: str, directory: Path) -> "subprocess.CompletedProcess[bytes]":
    return kpath.run("recover", *arguments, directory=directory)


def only(segments: Path) -> Path:
    (left,) = segments.iterdir()
    return left


def counts(profile: Path) -> dict[str, tuple[int, int]]:
    """Returns how many entries and completed paths each method has, by the method's name."""
    methods = Profile.open(profile).methods
    return {
        str(row["name"]): (int(row["entries"]), int(row["completed"]))
        for _, row in methods.iterrows()
    }


@dataclass(frozen=True)
class Killed:
    """A recording whose kpath-jvm was killed.

    ``recover`` was tried both before and after the last JVM ended.
    """

    directory: Path
    left: Path
    java: int
    emitted: int
    """The number of calls in the program's log when kpath-jvm was killed."""
    calls: int
    """The number of calls in the program's log after the program itself was killed."""
    while_running: "subprocess.CompletedProcess[bytes]"
    listed_while_running: str
    listed: str
    with_another_k: "subprocess.CompletedProcess[bytes]"
    recovered: "subprocess.CompletedProcess[bytes]"

    @property
    def profile(self) -> Profile:
        return Profile.open(self.directory / "r.kpath")


@pytest.fixture(scope="module")
def killed(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Killed:
    directory = tmp_path_factory.mktemp("killed")
    segments = directory / "segments"
    segments.mkdir()
    log = directory / "calls"
    command = script(
        directory,
        f"java -cp {classes} Behaviours",
        f"java -cp {classes} Family 0",
        f"exec java -cp {classes} Behaviours count {log}",
    )
    own = follow(segments, "--exclude", "Family")
    started = kpath.start(*own, command, directory=directory)
    java = kpath.target_pid(started.pid)
    kpath.wait_for_calls(log, 50_000)
    left = only(segments)
    wait_for(
        lambda: len(list(left.glob("journal/jvms/[!.]*"))) == 2, "two JVMs have their profiles"
    )
    started.kill()
    emitted = kpath.calls_in(log)
    kpath.wait_for_calls(log, emitted + 50_000)
    while_running = recover(str(left), directory=directory)
    before = recover("--segment-dir", str(segments), directory=directory)
    os.kill(java, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    after = recover("--segment-dir", str(segments), directory=directory)
    return Killed(
        directory, left, java, emitted, kpath.calls_in(log), while_running,
        before.stdout.decode(), after.stdout.decode(),
        recover(str(left), "-k", "3", directory=directory),
        recover(str(left), "-o", "r.kpath", directory=directory),
    )  # fmt: skip


class TestAKillOfUs:
    """kpath-jvm is killed while the last of three JVMs runs. That JVM goes on for a while."""

    def test_a_session_with_a_running_jvm_is_not_recovered(self, killed: Killed) -> None:
        assert killed.while_running.returncode != 0
        said = kpath.last_line(killed.while_running.stderr)
        assert said.startswith(f"kpath-jvm: process {killed.java} is still")
        assert f"{killed.left}  " in killed.listed_while_running
        assert f"process {killed.java} is still running" in killed.listed_while_running

    def test_a_session_whose_jvms_have_ended_is_listed(self, killed: Killed) -> None:
        assert "recoverable (3 JVMs)  ./script.sh\n" in killed.listed

    def test_another_k_is_refused(self, killed: Killed) -> None:
        other = killed.with_another_k
        assert other.returncode != 0
        assert len(other.stderr.splitlines()) == 1
        assert b"concluded with k=2, which can't become 3; leave out -k" in other.stderr

    def test_nothing_that_a_jvm_recorded_is_lost(self, killed: Killed) -> None:
        assert killed.recovered.returncode == 0, killed.recovered.stderr
        found = counts(killed.profile.path)
        assert found["work"] == (2, 20_002)
        entries, completed = found["step"]
        assert killed.emitted <= entries <= killed.calls + 1
        assert killed.emitted * 11 <= completed <= (killed.calls + 1) * 11

    def test_the_profile_describes_the_command_as_a_whole(self, killed: Killed) -> None:
        run = killed.profile.run
        assert (run.command, run.exit_status) == (("./script.sh",), None)
        assert {entry.class_name for entry in run.skipped} == {"Family"}
        assert len([r for r in run.completeness.reasons if "recovered" in r]) == 1

    def test_each_jvm_has_its_profile(self, killed: Killed) -> None:
        jvms = killed.profile.run.jvms
        mains = [jvm.main.split()[:2] for jvm in jvms]
        assert mains == [["Behaviours"], ["Family", "0"], ["Behaviours", "count"]]
        for jvm in jvms:
            single = Profile.open(killed.profile.path / jvm.profile)
            assert single.run.pid == jvm.pid

    def test_nothing_else_is_left(self, killed: Killed) -> None:
        assert list((killed.directory / "segments").iterdir()) == []
        assert sorted(path.name for path in killed.directory.iterdir()) == (
            ["calls", "r.kpath", "script.sh", "segments"]
        )


@dataclass(frozen=True)
class Left:
    """A session whose two JVMs, on two JDKs, were killed together with kpath-jvm."""

    directory: Path
    session: Path
    calls: int


@pytest.fixture(scope="module")
def left(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Left:
    directory = tmp_path_factory.mktemp("all")
    segments = directory / "segments"
    segments.mkdir()
    logs = [directory / name for name in ("one", "two")]
    commands = [
        f"{home / 'bin' / 'java'} -cp {classes} Behaviours count {log}"
        for home, log in zip(the_jdks(), logs, strict=True)
    ]
    command = script(directory, f"{commands[0]} &", commands[1])
    started = kpath.start(*follow(segments), command, directory=directory)
    for log in logs:
        kpath.wait_for_calls(log, 30_000)
    session = only(segments)
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    # All processes have closed the pipes, so they have ended, and the logs don't change any more.
    return Left(directory, session, sum(map(kpath.calls_in, logs)))


@pytest.fixture(scope="module")
def recovered(left: Left) -> Profile:
    words = (str(left.session), "--keep", "-k", "4", "-o", "r.kpath")
    done = recover(*words, directory=left.directory)
    assert done.returncode == 0, done.stderr
    return Profile.open(left.directory / "r.kpath")


class TestAllKilledAtOnce:
    """kpath-jvm and its two JVMs are killed. A later run doesn't remove what they left."""

    def test_the_next_run_keeps_the_session(self, classes: str, left: Left) -> None:
        segments = left.session.parent
        next_run = ["run", "-o", "next.kpath", "--segment-dir", str(segments)]
        command = [*next_run, "--", "java", "-cp", classes, "Behaviours"]
        done = kpath.run(*command, directory=left.directory)
        assert done.returncode == 0
        assert b"1 recording of dead runs can be recovered" in done.stderr
        assert list(segments.iterdir()) == [left.session]

    def test_nothing_is_lost(self, left: Left, recovered: Profile) -> None:
        entries, completed = counts(recovered.path)["step"]
        assert left.calls <= entries <= left.calls + 2
        assert left.calls * 11 <= completed <= (left.calls + 2) * 11
        assert recovered.run.lost_events == 0

    def test_the_profile_covers_all_jdks(self, recovered: Profile) -> None:
        assert recovered.run.k == 4
        versions = {jvm.java_version for jvm in recovered.run.jvms}
        assert len(versions) == len(set(the_jdks()))

    def test_a_profile_whose_recording_is_still_there_is_not_counted_twice(
        self, left: Left, recovered: Profile
    ) -> None:
        """Simulates a kill between writing a JVM's profile and removing its recording."""
        concluded = recovered.path / recovered.run.jvms[0].profile
        shutil.copytree(concluded, left.session / "journal" / "jvms" / concluded.name)
        words = (str(left.session), "--keep", "-k", "4", "-o", "again.kpath")
        done = recover(*words, directory=left.directory)
        assert done.returncode == 0, done.stderr
        again = left.directory / "again.kpath"
        assert counts(again)["step"] == counts(recovered.path)["step"]
        assert len(Profile.open(again).run.jvms) == 2

    def test_a_kept_session_can_be_discarded(self, left: Left, recovered: Profile) -> None:
        assert recovered.path.exists()
        done = recover(str(left.session), "--discard", directory=left.directory)
        assert done.returncode == 0
        assert list(left.session.parent.iterdir()) == []


def the_jdks() -> tuple[Path, Path]:
    """Returns the first and the last of the JDKs to test on."""
    homes = find_java_homes()
    return homes[0], homes[-1]


def test_a_full_disk_loses_nothing(
    classes: str, tmp_path: Path, segments: Path, file_system: Callable[[str], Path]
) -> None:
    small = file_system("64k")
    command = ["java", "-cp", classes, "Family", "1"]
    filler = small / "filler"
    filler.write_bytes(bytes(60 * 1024))
    own = follow(segments, "-o", str(small / "p.kpath"))
    done = kpath.run(*own, *command, directory=tmp_path)
    # The target's own status takes precedence.
    assert done.returncode == 3
    told = kpath.last_line(done.stderr)
    left = only(segments)
    assert "No space left on device" in told
    assert f"nothing is lost: `kpath-jvm recover {left} -o" in told
    assert b"Traceback" not in done.stderr
    assert list(small.iterdir()) == [filler]
    done = recover(str(left), "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert counts(tmp_path / "p.kpath")["sum"] == (3, 201 + 2 * 101)
    assert len(Profile.open(tmp_path / "p.kpath").run.jvms) == 3
    assert list(segments.iterdir()) == []
