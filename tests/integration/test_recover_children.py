"""kpath-jvm itself is killed while it follows a command's JVMs, or cannot write their profile."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.recording.processes import is_alive
from oracle.harness import find_java_homes


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> str:
    return kpath.compiled_programs(tmp_path_factory, "Behaviours", "Family")


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


def counter(log: Path) -> Callable[[], int]:
    """How many calls of step the JVM that counts them says it has made."""
    return lambda: int(log.read_bytes().strip() or b"0") if log.is_file() else 0


def counts(profile: Path) -> dict[str, tuple[int, int]]:
    """Entries and completed paths of the methods that the programs loop in."""
    methods = Profile.open(profile).methods
    return {
        str(row["name"]): (int(row["entries"]), int(row["completed"]))
        for _, row in methods.iterrows()
    }


def test_a_kill_of_us_loses_nothing_of_any_jvm(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    calls = counter(tmp_path / "calls")
    command = script(
        tmp_path,
        f"java -cp {classes} Behaviours",
        f"java -cp {classes} Family 0",
        f"exec java -cp {classes} Behaviours count {tmp_path / 'calls'}",
    )
    own = follow(segments, "--exclude", "Family")
    started = kpath.start(*own, command, directory=tmp_path)
    java = kpath.target_pid(started.pid)
    kpath.wait_for(lambda: calls() > 50_000)
    left = only(segments)
    # The first two have their profiles already, which wait for the whole one.
    kpath.wait_for(lambda: len(list(left.glob("journal/jvms/[!.]*"))) == 2)
    started.kill()
    emitted = calls()
    kpath.wait_for(lambda: calls() > emitted + 50_000)
    running = recover(str(left), directory=tmp_path)
    assert running.returncode != 0
    assert kpath.last_line(running.stderr).startswith(f"kpath-jvm: process {java} is still")
    listed = recover("--segment-dir", str(segments), directory=tmp_path)
    assert f"{left}  ".encode() in listed.stdout
    assert f"process {java} is still running".encode() in listed.stdout
    os.kill(java, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    kpath.wait_for(lambda: not is_alive(java))
    listed = recover("--segment-dir", str(segments), directory=tmp_path)
    assert b"recoverable (3 JVMs)  ./script.sh\n" in listed.stdout
    other = recover(str(left), "-k", "3", directory=tmp_path)
    assert other.returncode != 0
    assert len(other.stderr.splitlines()) == 1
    assert b"concluded with k=2, which can't become 3; leave out -k" in other.stderr

    done = recover(str(left), "-o", "r.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    found = counts(tmp_path / "r.kpath")
    assert found["work"] == (2, 20_002)
    entries, completed = found["step"]
    assert emitted <= entries <= calls() + 1
    assert emitted * 11 <= completed <= (calls() + 1) * 11
    profile = Profile.open(tmp_path / "r.kpath")
    assert (profile.run.command, profile.run.exit_status) == (("./script.sh",), None)
    assert {entry.class_name for entry in profile.run.skipped} == {"Family"}
    mains = [jvm.main.split()[:2] for jvm in profile.run.jvms]
    assert mains == [["Behaviours"], ["Family", "0"], ["Behaviours", "count"]]
    assert len([r for r in profile.run.completeness.reasons if "recovered" in r]) == 1
    for jvm in profile.run.jvms:
        single = Profile.open(tmp_path / "r.kpath" / jvm.profile)
        assert single.run.pid == jvm.pid
    assert list(segments.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == (
        ["calls", "r.kpath", "script.sh", "segments"]
    )


def test_all_killed_at_once_lose_nothing(classes: str, tmp_path: Path, segments: Path) -> None:
    """On two JDKs at a time; the next run keeps what is left, and only then it is recovered."""
    logs = [tmp_path / name for name in ("one", "two")]
    homes = find_java_homes()
    commands = [
        f"{home / 'bin' / 'java'} -cp {classes} Behaviours count {log}"
        for home, log in zip((homes[0], homes[-1]), logs, strict=True)
    ]
    command = script(tmp_path, f"{commands[0]} &", commands[1])
    started = kpath.start(*follow(segments), command, directory=tmp_path)
    kpath.wait_for(lambda: all(counter(log)() > 30_000 for log in logs))
    left = only(segments)
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    # Their writes are over when nobody has our pipes any more.
    calls = [counter(log)() for log in logs]
    next_run = ["run", "-o", "next.kpath", "--segment-dir", str(segments)]
    done = kpath.run(*next_run, "--", "java", "-cp", classes, "Behaviours", directory=tmp_path)
    assert done.returncode == 0
    assert b"1 recording of dead runs can be recovered" in done.stderr
    assert list(segments.iterdir()) == [left]

    done = recover(str(left), "--keep", "-k", "4", "-o", "r.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    entries, completed = counts(tmp_path / "r.kpath")["step"]
    assert sum(calls) <= entries <= sum(calls) + 2
    assert sum(calls) * 11 <= completed <= (sum(calls) + 2) * 11
    profile = Profile.open(tmp_path / "r.kpath")
    assert profile.run.k == 4
    assert len({jvm.java_version for jvm in profile.run.jvms}) == len(
        set(homes[:1] + homes[-1:])
    )
    assert profile.run.lost_events == 0

    # As if the kill had come between a JVM's profile and the removal of its recording.
    concluded = tmp_path / "r.kpath" / profile.run.jvms[0].profile
    shutil.copytree(concluded, left / "journal" / "jvms" / concluded.name)
    done = recover(str(left), "--keep", "-k", "4", "-o", "again.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert counts(tmp_path / "again.kpath")["step"] == (entries, completed)
    assert len(Profile.open(tmp_path / "again.kpath").run.jvms) == 2
    done = recover(str(left), "--discard", directory=tmp_path)
    assert done.returncode == 0
    assert list(segments.iterdir()) == []


def test_a_full_disk_loses_nothing(
    classes: str, tmp_path: Path, segments: Path, file_system: Callable[[str], Path]
) -> None:
    small = file_system("64k")
    command = ["java", "-cp", classes, "Family", "1"]
    filler = small / "filler"
    filler.write_bytes(bytes(60 * 1024))
    own = follow(segments, "-o", str(small / "p.kpath"))
    done = kpath.run(*own, *command, directory=tmp_path)
    # The target's own status wins.
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
