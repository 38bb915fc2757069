"""If kpath-jvm itself is killed or can't write its profile, the recording can be recovered."""

import os
import random
import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.versions import LEFT, Version, versions_profile
from builders.waiting import wait_for_end
from kpath_jvm import Profile
from kpath_jvm.seals import file_digest

CALLS_PATHS = 11
SMALLEST_SEGMENT = ("--segment-size", "2M")


def counting(classes: str, segments: Path, log: Path, *more: str) -> list[str]:
    own = ["run", "-k", "3", "-o", "p.kpath", "--segment-dir", str(segments), *more]
    return [*own, "--", "java", "-cp", classes, "Behaviours", "count", str(log)]


def recover(*arguments: str, directory: Path) -> "subprocess.CompletedProcess[bytes]":
    return kpath.run("recover", *arguments, directory=directory)


def only(segments: Path) -> Path:
    (left,) = segments.iterdir()
    return left


def check(profile: Path, at_least: int, at_most: int) -> None:
    """Checks a recovered profile.

    ``at_least`` is the number of calls of step that ended before kpath-jvm died. ``at_most`` is the
    number of calls of step that ended before the target died. Each call completes eleven paths: one
    for each of ten iterations, and a last one. Paths that were completed after the death of
    kpath-jvm may be lost; the profile has the number of lost paths.
    """
    opened = Profile.open(profile)
    lost = opened.run.lost_events
    step = opened.methods.loc[opened.find_method("Behaviours.step")]
    assert at_least * CALLS_PATHS <= step["completed"] <= (at_most + 1) * CALLS_PATHS
    reasons = " ".join(opened.run.completeness.reasons)
    assert "recovered" in reasons
    assert "engine failed" not in reasons
    assert step["completed"] + lost >= at_most * CALLS_PATHS
    assert opened.run.completeness.verdict == ("lower bounds" if lost else "truncated")
    assert opened.run.command[-2] == "count"


@pytest.mark.parametrize(
    "more", [pytest.param((), marks=pytest.mark.slow), (*SMALLEST_SEGMENT, "--engine", "k-sf")]
)
def test_a_recording_whose_engine_was_killed_can_be_recovered(
    classes: str, tmp_path: Path, segments: Path, more: tuple[str, ...]
) -> None:
    log = tmp_path / "calls"
    # Pass a relative path to `run`, and an absolute one to `recover`.
    place = segments.relative_to(tmp_path)
    started = kpath.start(*counting(classes, place, log, *more), directory=tmp_path)
    java = kpath.target_pid(started.pid)
    enough = random.randrange(20_000, 200_000)
    kpath.wait_for_calls(log, enough)
    started.kill()
    emitted = kpath.calls_in(log)
    kpath.wait_for_calls(log, emitted + 100_000)
    left = only(segments)
    running = recover(str(left), directory=tmp_path)
    assert running.returncode != 0
    assert kpath.last_line(running.stderr).startswith(f"kpath-jvm: process {java} is still")
    os.kill(java, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    listed = recover("--segment-dir", str(segments), directory=tmp_path)
    assert listed.stdout.decode().startswith(f"{left}  ")
    assert b"recoverable" in listed.stdout
    done = recover(str(left), "--keep", "-o", "kept.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    check(tmp_path / "kept.kpath", emitted, kpath.calls_in(log))
    done = recover(str(left), "-o", "p.kpath", "-k", "5", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    check(tmp_path / "p.kpath", emitted, kpath.calls_in(log))
    assert Profile.open(tmp_path / "p.kpath").run.k == 5
    statistics = kpath.run_json(tmp_path / "p.kpath")["engine"]["statistics"]
    assert statistics["engine"] == ("k-sf" if more else "contexts")
    assert list(segments.iterdir()) == []


def test_a_kill_of_engine_and_target_at_once_loses_nothing(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    """An earlier profile is renamed before the run, so that nobody takes it for the new one."""
    log = tmp_path / "calls"
    before = file_digest(versions_profile(tmp_path, "p", Version().walked(LEFT)).path / "run.json")
    started = kpath.start(*counting(classes, segments, log, "--force"), directory=tmp_path)
    java = kpath.target_pid(started.pid)
    kpath.wait_for_calls(log, 50_000)
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    assert not (tmp_path / "p.kpath").exists()
    assert file_digest(tmp_path / "p.kpath.earlier" / "run.json") == before
    done = recover(str(only(segments)), "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    check(tmp_path / "p.kpath", kpath.calls_in(log), kpath.calls_in(log))
    profile = Profile.open(tmp_path / "p.kpath")
    entries = profile.methods.loc[profile.find_method("Behaviours.step")]["entries"]
    assert entries in (kpath.calls_in(log), kpath.calls_in(log) + 1)
    assert profile.run.lost_events == 0


def test_the_next_run_keeps_what_can_be_recovered(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    log = tmp_path / "calls"
    started = kpath.start(*counting(classes, segments, log), directory=tmp_path)
    java = kpath.target_pid(started.pid)
    kpath.wait_for_calls(log, 1000)
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    left = only(segments)
    own = ["run", "-o", "next.kpath", "--segment-dir", str(segments)]
    done = kpath.run(*own, "--", "java", "-cp", classes, "Behaviours", directory=tmp_path)
    assert done.returncode == 0
    assert re.search(
        rf"1 recording of dead runs can be recovered, or discarded to free [0-9.]+ [KM]iB in "
        rf"{segments}: `kpath-jvm recover --segment-dir {segments}` lists",
        done.stderr.decode(),
    )
    assert list(segments.iterdir()) == [left]
    # A later run doesn't repeat the message.
    again = [*own, "--force", "--", "java", "-cp", classes, "Behaviours"]
    done = kpath.run(*again, directory=tmp_path)
    assert b"recording of dead runs" not in done.stderr
    assert list(segments.iterdir()) == [left]
    done = recover(str(left), "--discard", directory=tmp_path)
    assert done.returncode == 0
    assert list(segments.iterdir()) == []


def test_a_full_disk_loses_nothing(
    classes: str, tmp_path: Path, segments: Path, file_system: Callable[[str], Path]
) -> None:
    small = file_system("64k")
    filler = small / "filler"
    own = ["run", "-k", "3", "-o", str(small / "p.kpath"), "--segment-dir", str(segments)]
    filler.write_bytes(bytes(60 * 1024))
    done = kpath.run(*own, "--", "java", "-cp", classes, "Behaviours", directory=tmp_path)
    assert done.returncode == 125
    told = done.stderr.decode()
    left = only(segments)
    assert "No space left on device" in told
    assert f"kpath-jvm recover {left}" in told
    assert "Traceback" not in told
    assert list(small.iterdir()) == [filler]
    done = recover(str(left), "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    work = profile.methods.loc[profile.find_method("Behaviours.work")]
    assert (work["entries"], work["completed"]) == (1, 10_001)
    assert list(segments.iterdir()) == []


def test_only_our_own_recordings_are_recovered(tmp_path: Path, segments: Path) -> None:
    kpath.ensure_jars()
    (segments / "kpath-empty").mkdir()
    (segments / "link").symlink_to(segments / "kpath-empty")
    for name in ("nothing", "kpath-empty", "link"):
        done = recover(str(segments / name), directory=tmp_path)
        assert done.returncode != 0
        assert len(done.stderr.splitlines()) == 1
        assert b"kpath-jvm recover" in done.stderr
    listed = recover("--segment-dir", str(segments), directory=tmp_path)
    assert listed.stdout == b"nothing was left behind\n"
