"""Tests ``run --follow-children``: every JVM below a command is recorded, however it ends."""

import os
import re
import shlex
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

import kpath_command as kpath
from builders.waiting import wait_for
from kpath_jvm import Profile
from kpath_jvm.records.completeness import Completeness
from oracle.harness import find_java_homes

#: Whether Linux shows the exit status of a process to processes other than its parent.
TELLS_STATUS = tuple(map(int, os.uname().release.split(".")[:2])) >= (6, 15)

pytestmark = pytest.mark.usefixtures("no_segment_is_left")


def arguments(segments: Path, *more: str) -> list[str]:
    own = ["run", "--follow-children", "-k", "2", "-o", "p.kpath", "--segment-size", "4M"]
    return [*own, "--segment-dir", str(segments), "--no-report", *more]


def script(directory: Path, *lines: str) -> str:
    path = directory / "script.sh"
    path.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    path.chmod(0o755)
    return f"./{path.name}"


def said_by_us(stderr: bytes) -> list[str]:
    return [line for line in stderr.decode().splitlines() if line.startswith("kpath-jvm: ")]


def wait_until_said(started: "subprocess.Popen[bytes]", text: bytes) -> None:
    """Reads stderr until a line has the text.

    Fails if the profile is announced before that, or if stderr ends.
    """
    assert started.stderr is not None
    read = b""
    while text not in read:
        read = started.stderr.readline()
        assert read != b""
        assert b"; profile p.kpath" not in read


def method(profile: Profile, name: str) -> Any:
    return profile.methods.loc[profile.find_method(name)]


@pytest.fixture(scope="module")
def followed(
    classes: str, tmp_path_factory: pytest.TempPathFactory
) -> "tuple[subprocess.CompletedProcess[bytes], subprocess.CompletedProcess[bytes], Path]":
    """Runs the script natively, and then recorded.

    Returns how the two runs ended, and the directory with the profile.
    """
    directory = tmp_path_factory.mktemp("script")
    recordings = directory / "segments"
    recordings.mkdir()
    homes = find_java_homes()
    java = [shlex.quote(str(home / "bin" / "java")) for home in (homes[0], homes[-1])]
    command = script(
        directory,
        f"{java[0]} -cp {classes} Behaviours exit 3 & first=$!",
        f"{java[1]} -cp {classes} Behaviours halt",
        'echo "second $?"; wait $first; echo "first $?"',
        f"{java[0]} -version 2>/dev/null; exit 7",
    )
    native = subprocess.run([command], cwd=directory, capture_output=True, check=False)
    done = kpath.run(*arguments(recordings, "-q"), "--", command, directory=directory)
    assert list(recordings.iterdir()) == []
    return native, done, directory


@pytest.fixture(scope="module")
def profile(followed: Any) -> Profile:
    return Profile.open(followed[2] / "p.kpath")


class TestAScript:
    """Records a script whose JVMs run at the same time on several JDKs."""

    def test_the_script_ends_as_without_us(self, followed: Any) -> None:
        native, done, directory = followed
        assert (done.returncode, native.returncode) == (7, 7)
        assert sorted(done.stdout.splitlines()) == sorted(native.stdout.splitlines())
        lines = done.stderr.decode().splitlines()
        # The only visible sign of kpath-jvm is a line that each JVM prints, if its stderr is shown.
        assert [line.partition(":")[0] for line in lines] == ["Picked up JAVA_TOOL_OPTIONS"] * 2
        assert sorted(path.name for path in directory.iterdir()) == (
            ["p.kpath", "script.sh", "segments"]
        )

    def test_the_profile_sums_all_jvms(self, profile: Profile) -> None:
        assert len(profile.run.jvms) == 3
        work = method(profile, "Behaviours.work")
        assert (work["entries"], work["completed"], work["loader"]) == (2, 20_002, "app")
        assert profile.run.events == 20_002
        assert profile.run.exit_status == 7
        assert profile.run.completeness.verdict == "exact"

    def test_each_jvm_that_ran_a_program_has_a_profile(self, profile: Profile) -> None:
        for jvm in profile.run.jvms:
            # `java -version` has loaded only the JDK's classes.
            assert (jvm.profile is None) == (not jvm.main)
            assert jvm.name == ("Behaviours" if jvm.main else "unknown program")
            assert jvm.completed == (jvm.profile is not None and 10_001)
            if jvm.profile is not None:
                single = Profile.open(profile.path / jvm.profile)
                assert jvm.profile == f"jvms/Behaviours-{jvm.pid}.kpath"
                assert method(single, "Behaviours.work")["completed"] == 10_001
                assert single.run.pid == jvm.pid

    @pytest.mark.skipif(not TELLS_STATUS, reason="needs Linux 6.15")
    def test_the_exit_status_of_each_jvm_is_known(self, profile: Profile) -> None:
        statuses = {"Behaviours exit 3": 3, "Behaviours halt": 5, None: 0}
        assert {jvm.main for jvm in profile.run.jvms} == statuses.keys()
        for jvm in profile.run.jvms:
            # On a busy machine, a JVM may have ended before kpath-jvm saw it.
            assert jvm.exit_status in (statuses[jvm.main], None)
        assert all(jvm.signal is None for jvm in profile.run.jvms)

    def test_report_lists_the_jvms(self, followed: Any) -> None:
        shown = kpath.run("report", "p.kpath", directory=followed[2])
        assert shown.returncode == 0, shown.stderr
        assert re.search(
            rb"\n *\d+ +10,001 +50.0 % +Behaviours(: exit status [35])?\n", shown.stdout
        ), shown.stdout
        jvms = Profile.open(followed[2] / "p.kpath").run.jvms
        # On a busy machine, a JVM may have ended before kpath-jvm saw it.
        is_known = any(jvm.exit_status == 3 for jvm in jvms)
        assert (b"Behaviours: exit status 3\n" in shown.stdout) == is_known
        unknown = sum(jvm.exit_status is None for jvm in jvms)
        assert (b"isn't known: only the process that" in shown.stdout) == (unknown > 0)
        pid = str(Profile.open(followed[2] / "p.kpath").run.jvms[0].pid)
        single = kpath.run("report", "p.kpath", "--jvm", pid, directory=followed[2])
        assert f"Behaviours, process {pid}".encode() in single.stdout
        shown = kpath.run("report", "p.kpath", "--json", directory=followed[2])
        assert b'"completions": 20,' not in shown.stdout


def test_a_java_command_is_recorded_with_its_descendants(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    target = ["--", "java", "-cp", classes, "Family", "2"]
    done = kpath.run(*arguments(segments), *target, directory=tmp_path)
    assert done.returncode == 7, done.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    jvms = {jvm.pid: jvm.parent_pid for jvm in profile.run.jvms}
    assert len(jvms) == 7
    # There is one root with two children and four grandchildren.
    assert (
        sorted(sum(parent == pid for parent in jvms.values()) for pid in jvms) == [0] * 4 + [2] * 3
    )
    total = method(profile, "Family.sum")
    assert (total["entries"], total["completed"]) == (7, 301 + 2 * 201 + 4 * 101)
    assert method(profile, "Family.main")["entries"] == 7
    assert profile.run.completeness == Completeness()


def test_a_killed_child_loses_no_emitted_events(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    log = tmp_path / "calls"
    command = script(
        tmp_path,
        f"java -cp {classes} Behaviours count {log}",
        f"echo status $?; java -cp {classes} Behaviours",
    )
    # The segment is so small that it must be drained all the time.
    own = arguments(segments, "--segment-size", "2M")
    started = kpath.start(*own, "--", command, directory=tmp_path)
    kpath.wait_for_calls(log, 200_000)
    shell = int(Path(f"/proc/{started.pid}/task/{started.pid}/children").read_text().split()[0])
    java = kpath.target_pid(shell)
    os.kill(java, signal.SIGKILL)
    stdout, stderr = started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert started.returncode == 0, stderr
    assert b"status 137" in stdout
    profile = Profile.open(tmp_path / "p.kpath")
    # This JVM had run for a long time when it was killed, so kpath-jvm had seen it.
    told = {jvm.pid: (jvm.exit_status, jvm.signal) for jvm in profile.run.jvms}[java]
    assert told == ((137, signal.SIGKILL) if TELLS_STATUS else (None, None))
    calls = int(log.read_bytes())
    step = method(profile, "Behaviours.step")
    # The kill may have come during one more call.
    assert step["entries"] in (calls, calls + 1)
    assert calls * 11 <= step["completed"] <= (calls + 1) * 11
    assert method(profile, "Behaviours.work")["entries"] == 2
    assert profile.run.lost_events == 0
    # The loop that calls step was still running, so at least the activation with this loop held
    # paths back.
    held_back = profile.run.held_back
    assert held_back is not None
    why = (
        "killed by SIGKILL; what it had emitted until then is counted"
        if TELLS_STATUS
        else "it ended without shutting down, so it was killed, crashed or called Runtime.halt; "
        "everything that it emitted is counted"
    )
    assert profile.run.completeness.reasons == (
        f"Behaviours (process {java}): {why}",
        f"Behaviours (process {java}): {held_back.reason()}",
    )


def test_a_child_that_outlives_its_parent_is_waited_for(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    stop = tmp_path / "stop"
    command = ["--", "java", "-cp", classes, "Family", "orphan", str(stop)]
    started = kpath.start(*arguments(segments), *command, directory=tmp_path)
    wait_until_said(started, b"Ctrl-C ends the recording")
    stop.touch()
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert started.returncode == 0
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.run.completeness == Completeness()
    assert method(profile, "Family.orphan")["entries"] == 2
    total = method(profile, "Family.sum")
    assert total["completed"] == 11 + 1001 * (total["entries"] - 1)


def test_a_signal_ends_the_waiting_and_the_child_goes_on(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    stop = tmp_path / "stop"
    command = ["--", "java", "-cp", classes, "Family", "orphan", str(stop)]
    started = kpath.start(*arguments(segments), *command, directory=tmp_path)
    wait_until_said(started, b"Ctrl-C ends the recording")
    started.send_signal(signal.SIGTERM)
    wait_for((tmp_path / "p.kpath").is_dir, "the profile is written")
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.run.completeness.verdict == "lower bounds"
    assert method(profile, "Family.sum")["entries"] >= 1
    stop.touch()
    # The orphan, which still has our stderr, runs to its end.
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    assert Path(f"{stop}.said").read_text() == "stopped"


def test_a_command_that_starts_no_jvm_gets_one_line(tmp_path: Path, segments: Path) -> None:
    done = kpath.run(*arguments(segments, "-q"), "--", "sh", "-c", "exit 3", directory=tmp_path)
    assert done.returncode == 3
    assert len(said_by_us(done.stderr)) == 1
    assert "no JVM has loaded the agent" in done.stderr.decode()
    done = kpath.run(*arguments(segments), "--", "./absent", directory=tmp_path)
    assert done.returncode == 125
    assert len(said_by_us(done.stderr)) == 1
    assert "no ./absent to run" in done.stderr.decode()
    done = kpath.run("run", "--", "sh", "-c", "exit 3", directory=tmp_path)
    assert done.returncode == 125
    assert "--follow-children" in said_by_us(done.stderr)[0]


def test_options_that_the_environment_had_are_kept(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    target = ["--", "java", "-cp", classes, "Behaviours"]
    extra = {"JAVA_TOOL_OPTIONS": "-Xint -Dkpath.test='a b'"}
    done = kpath.run(*arguments(segments, "-q"), *target, directory=tmp_path, extra=extra)
    assert done.returncode == 0
    picked = done.stderr.decode().splitlines()[0]
    assert picked.startswith("Picked up JAVA_TOOL_OPTIONS: -Xint -Dkpath.test='a b' -javaagent:")
    profile = Profile.open(tmp_path / "p.kpath")
    assert method(profile, "Behaviours.work")["completed"] == 10_001
    # If there is only one JVM, no profiles of single JVMs are kept.
    assert not (tmp_path / "p.kpath" / "jvms").exists()
    assert [jvm.profile for jvm in profile.run.jvms] == [None]
