"""A stream that is recorded without a profile equals one that is recorded with a profile."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.waiting import wait_for_end
from kpath_jvm import Profile

TABLES = ("methods", "blocks", "edges", "loops", "paths", "ipf", "folded")
#: The fields of stream.json that differ from run to run.
OF_THE_TIME = ("started", "wall_seconds", "target", "segment", "seal")


def record(
    classes: str, stream: str, *options: str, main: tuple[str, ...], directory: Path
) -> "subprocess.CompletedProcess[bytes]":
    own = ["run", "--record", stream, *options, "--", "java", "-cp", classes, *main]
    return kpath.run(*own, directory=directory)


def start_counting(classes: str, directory: Path, *options: str) -> "subprocess.Popen[bytes]":
    """Starts a program that calls a method endlessly, and waits for 50,000 calls.

    The program writes the number of calls so far to the file ``calls``.
    """
    log = directory / "calls"
    own = ["run", "--record", "s", "--no-profile", *options]
    words = [*own, "--", "java", "-cp", classes, "Behaviours", "count", str(log)]
    started = kpath.start(*words, directory=directory)
    kpath.wait_for_calls(log, 50_000)
    return started


def structure_rows(stream: str, directory: Path) -> list[dict[str, object]]:
    words = ["structure", stream, "-k", "2,8", "-q", "-o", f"{stream}.json"]
    done = kpath.run(*words, directory=directory)
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, object]] = json.loads((directory / f"{stream}.json").read_text())["rows"]
    return rows


def test_a_stream_is_the_same_without_a_profile(classes: str, tmp_path: Path) -> None:
    main = ("Behaviours",)
    beside = ("--no-report", "-k", "4", "-o", "live.kpath")
    assert record(classes, "with", *beside, main=main, directory=tmp_path).returncode == 0
    done = record(classes, "only", "--no-profile", main=main, directory=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"sum 16564994\n")
    assert b"without a profile" in done.stderr
    assert kpath.last_line(done.stderr).startswith("kpath-jvm: stream "), "a report was printed"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["live.kpath", "only", "with"]
    built = kpath.run("build", "only", "-k", "4", "-o", "built.kpath", directory=tmp_path)
    assert built.returncode == 0, built.stderr
    live, later = (Profile.open(tmp_path / name) for name in ("live.kpath", "built.kpath"))
    for name in TABLES:
        assert getattr(live, name).equals(getattr(later, name)), name
    assert structure_rows("only", tmp_path) == structure_rows("with", tmp_path)
    told = [json.loads((tmp_path / name / "stream.json").read_text()) for name in ("with", "only")]
    for one in told:
        assert one["events"] > 0
        for name in OF_THE_TIME:
            del one[name]
    assert told[0] == told[1]


@pytest.mark.slow
def test_threads_can_be_told_apart_later(classes: str, tmp_path: Path) -> None:
    options = ("--no-profile", "--per-thread", "-q")
    done = record(classes, "s", *options, main=("Crew",), directory=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    built = kpath.run("build", "s", "-k", "2", "-o", "p.kpath", directory=tmp_path)
    assert built.returncode == 0, built.stderr
    threads = {path.name.split("-", 1)[1] for path in (tmp_path / "p.kpath/threads").iterdir()}
    assert {"worker-0", "worker-1", "worker-2", "main"} <= threads


def test_a_run_without_its_main_class_leaves_no_stream(classes: str, tmp_path: Path) -> None:
    done = record(classes, "s", "--no-profile", main=("NoSuchClass",), directory=tmp_path)
    assert done.returncode == 1
    assert "no stream: the target ended with status 1" in kpath.last_line(done.stderr)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_disk_that_becomes_full_ends_only_the_recording(
    classes: str, tmp_path: Path, segments: Path, small_disk: Path
) -> None:
    log = tmp_path / "calls"
    own = ["run", "--record", str(small_disk / "s"), "--no-profile", "--segment-dir", str(segments)]
    words = [*own, "--", "java", "-cp", classes, "Behaviours", "count", str(log)]
    started = kpath.start(*words, directory=tmp_path)
    assert started.stderr is not None
    ended = next(line for line in started.stderr if b"the recording of the stream" in line)
    assert b"goes on unrecorded, and there will be no s" in ended
    calls = int(log.read_bytes().strip())
    kpath.wait_for_calls(log, calls + 10_000)
    os.killpg(started.pid, signal.SIGINT)
    rest = started.communicate(timeout=kpath.TIMEOUT_SECONDS)[1]
    assert started.returncode == 130
    assert "no stream " in kpath.last_line(rest)
    assert list(small_disk.iterdir()) == []
    assert list(segments.iterdir()) == []


def test_a_stream_that_cannot_be_completed_can_be_recovered(
    classes: str, tmp_path: Path, segments: Path, small_disk: Path
) -> None:
    """The disk has room for the journal, but not for the files that are added at the end."""
    own = ("--no-profile", "--segment-dir", str(segments), "--segment-size", "2M")
    (small_disk / "filler").write_bytes(bytes(1000 * 1024))
    stream = small_disk / "s"
    done = record(classes, str(stream), *own, main=("Behaviours",), directory=tmp_path)
    assert (done.returncode, done.stdout) == (125, b"sum 16564994\n")
    (left,) = segments.iterdir()
    told = kpath.last_line(done.stderr)
    assert f"no stream {stream}: the disk is full; nothing is lost: `kpath-jvm recover" in told
    assert str(left) in told
    recovered = kpath.run("recover", str(left), "-o", "p.kpath", directory=tmp_path)
    assert recovered.returncode == 0, recovered.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    work = profile.methods.loc[profile.find_method("Behaviours.work")]
    assert (work["entries"], work["completed"]) == (1, 10_001)
    assert profile.run.completeness.verdict == "exact"
    assert [path.name for path in small_disk.iterdir()] == ["filler"]
    assert list(segments.iterdir()) == []


@pytest.mark.slow
def test_an_interrupted_run_leaves_its_stream(classes: str, tmp_path: Path) -> None:
    started = start_counting(classes, tmp_path)
    os.killpg(started.pid, signal.SIGINT)
    rest = started.communicate(timeout=kpath.TIMEOUT_SECONDS)[1]
    assert started.returncode == 130, rest
    built = kpath.run("build", "s", "-k", "2", "-o", "p.kpath", directory=tmp_path)
    assert built.returncode == 0, built.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    step = profile.methods.loc[profile.find_method("Behaviours.step")]
    assert step["entries"] >= int((tmp_path / "calls").read_bytes().strip())


@pytest.mark.parametrize("victim", ["kpath-jvm", "target"])
def test_a_kill_loses_nothing(victim: str, classes: str, tmp_path: Path, segments: Path) -> None:
    started = start_counting(classes, tmp_path, "--segment-dir", str(segments))
    java = kpath.target_pid(started.pid)
    if victim == "target":
        os.kill(java, signal.SIGKILL)
    else:
        os.killpg(started.pid, signal.SIGKILL)
    rest = started.communicate(timeout=kpath.TIMEOUT_SECONDS)[1]
    wait_for_end(java)
    if victim == "target":
        assert started.returncode == 137, rest
        made = kpath.run("build", "s", "-k", "3", "-o", "p.kpath", directory=tmp_path)
    else:
        (left,) = segments.iterdir()
        made = kpath.run("recover", str(left), "-k", "3", "-o", "p.kpath", directory=tmp_path)
    assert made.returncode == 0, made.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    calls = int((tmp_path / "calls").read_bytes().strip())
    step = profile.methods.loc[profile.find_method("Behaviours.step")]
    assert step["entries"] in (calls, calls + 1)
    assert step["completed"] >= calls * 11
    assert list(segments.iterdir()) == []
    shutil.rmtree(tmp_path / "s", ignore_errors=True)
    assert not (tmp_path / "s.partial").exists()
