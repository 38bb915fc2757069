"""A profile for any k can be built from one recorded stream; incomplete streams are reported."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.checked import write_sealed
from builders.waiting import wait_for_end
from kpath_jvm import Profile

LENGTHS = (1, 4)


def record(
    classes: str, *options: str, main: tuple[str, ...] = ("Behaviours",), directory: Path
) -> "subprocess.CompletedProcess[bytes]":
    own = ["run", "--no-report", *options, "--", "java", "-cp", classes, *main]
    return kpath.run(*own, directory=directory)


def same_tables(one: Path, other: Path) -> None:
    first, second = Profile.open(one), Profile.open(other)
    for name in ("methods", "blocks", "edges", "loops", "paths", "ipf", "folded"):
        mine, theirs = getattr(first, name), getattr(second, name)
        assert len(mine) == len(theirs), name
        assert mine.equals(theirs), name


def test_profiles_of_a_stream_equal_those_of_live_runs(classes: str, tmp_path: Path) -> None:
    main = ("Crew",)
    done = record(
        classes, "-k", "2", "--record", "s", "-o", "p.kpath", main=main, directory=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert b"stream " in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p.kpath", "s"]
    given = ",".join(str(k) for k in LENGTHS)
    built = kpath.run("build", "s", "-k", given, "-o", "built", directory=tmp_path)
    assert built.returncode == 0, built.stderr
    assert built.stderr.count(b"\n") == len(LENGTHS)
    for k in LENGTHS:
        live = record(classes, "-k", str(k), "-o", f"{k}.kpath", main=main, directory=tmp_path)
        assert live.returncode == 0, live.stderr
        same_tables(tmp_path / f"{k}.kpath", tmp_path / "built" / f"k{k}.kpath")
    run = kpath.run_json(tmp_path / "built" / f"k{LENGTHS[0]}.kpath")
    of_live = kpath.run_json(tmp_path / "p.kpath")
    for name in ("command", "wall_seconds", "exit_status", "events", "completeness", "threads"):
        assert run[name] == of_live[name], name


@pytest.mark.slow
def test_nothing_is_overwritten_without_force(classes: str, tmp_path: Path) -> None:
    options = ("--record", "s", "-o", "p.kpath")
    assert record(classes, *options, directory=tmp_path).returncode == 0
    again = record(classes, "--record", "s", "-o", "q.kpath", directory=tmp_path)
    assert (again.returncode, again.stdout) == (125, b"")
    assert b"s exists; pass --force" in again.stderr
    forced = record(classes, *options, "--force", directory=tmp_path)
    assert forced.returncode == 0, forced.stderr
    (tmp_path / "mine").mkdir()
    foreign = record(classes, "--record", "mine", "-o", "q.kpath", "--force", directory=tmp_path)
    assert foreign.returncode == 125
    assert b"is not a stream" in foreign.stderr
    built = kpath.run("build", "s", "-k", "2,3", "-o", "all", directory=tmp_path)
    assert built.returncode == 0
    (tmp_path / "all" / "k2.kpath" / "mark").touch()
    shutil.rmtree(tmp_path / "all" / "k3.kpath")
    again = kpath.run("build", "s", "-k", "2,3", "-o", "all", directory=tmp_path)
    assert again.returncode != 0
    assert b"k2.kpath exists" in again.stderr
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == ["k2.kpath"]


def test_a_run_without_classes_leaves_no_stream(classes: str, tmp_path: Path) -> None:
    done = record(classes, "--record", "s", main=("NoSuchClass",), directory=tmp_path)
    assert done.returncode == 1
    assert "no profile and no stream: " in kpath.last_line(done.stderr)
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_ends_only_the_stream(
    classes: str, tmp_path: Path, segments: Path, small_disk: Path
) -> None:
    """The stream's disk has only 24 KiB left. The segment is on another disk."""
    stream = small_disk / "s"
    own = ("--segment-dir", str(segments), "--segment-size", "2M")
    (small_disk / "filler").write_bytes(bytes(1000 * 1024))
    done = record(classes, "--record", str(stream), *own, "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 125, done.stderr
    assert done.stdout == b"sum 16564994\n"
    told = done.stderr.decode()
    assert "Traceback" not in told
    assert f"no stream {stream}: " in kpath.last_line(done.stderr)
    assert [path.name for path in small_disk.iterdir()] == ["filler"]
    assert list(segments.iterdir()) == []
    work = Profile.open(tmp_path / "p.kpath")
    method = work.methods.loc[work.find_method("Behaviours.work")]
    assert (method["entries"], method["completed"]) == (1, 10_001)


@pytest.mark.slow
def test_a_disk_that_becomes_full_later_ends_only_the_stream(
    classes: str, tmp_path: Path, segments: Path, small_disk: Path
) -> None:
    log = tmp_path / "calls"
    own = ["run", "-k", "2", "--record", str(small_disk / "s"), "--segment-dir", str(segments)]
    words = [*own, "-o", "p.kpath", "--", "java", "-cp", classes, "Behaviours", "count", str(log)]
    started = kpath.start(*words, directory=tmp_path)
    assert started.stderr is not None
    ended = next(line for line in started.stderr if b"the recording of the stream" in line)
    assert b"there will be no s" in ended
    os.killpg(started.pid, signal.SIGINT)
    rest = started.communicate(timeout=kpath.TIMEOUT_SECONDS)[1]
    assert "no stream " in kpath.last_line(rest)
    assert list(small_disk.iterdir()) == []
    counted = Profile.open(tmp_path / "p.kpath")
    step = counted.methods.loc[counted.find_method("Behaviours.step")]
    assert step["entries"] >= int(log.read_bytes().strip())


@pytest.mark.slow
def test_a_killed_run_leaves_a_recording_and_no_stream(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    log = tmp_path / "calls"
    own = ["run", "-k", "3", "--record", "s", "--segment-dir", str(segments), "-o", "p.kpath"]
    words = [*own, "--", "java", "-cp", classes, "Behaviours", "count", str(log)]
    started = kpath.start(*words, directory=tmp_path)
    java = kpath.target_pid(started.pid)
    kpath.wait_for_calls(log, 50_000)
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    wait_for_end(java)
    (left,) = segments.iterdir()
    for name in ("s", "s.partial"):
        done = kpath.run("build", name, "-o", "b.kpath", directory=tmp_path)
        assert done.returncode == 2
        assert f"{name} is not complete" in done.stderr.decode()
        assert f"kpath-jvm recover {left}" in done.stderr.decode()
        assert done.stderr.count(b"\n") == 1
    again = record(classes, "--record", "s", "--force", "-o", "q.kpath", directory=tmp_path)
    assert again.returncode == 125
    assert f"recover {left}" in kpath.last_line(again.stderr)
    done = kpath.run("recover", str(left), "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    profile = Profile.open(tmp_path / "p.kpath")
    calls = int(log.read_bytes().strip())
    step = profile.methods.loc[profile.find_method("Behaviours.step")]
    assert step["entries"] in (calls, calls + 1)
    assert step["completed"] >= calls * 11
    assert list(segments.iterdir()) == []
    assert not (tmp_path / "s.partial").exists()


@pytest.mark.slow
def test_structure_reports_metadata_that_it_cannot_read(classes: str, tmp_path: Path) -> None:
    assert record(classes, "--record", "s", "-o", "p.kpath", directory=tmp_path).returncode == 0
    methods = tmp_path / "s" / "methods.jsonl"
    lines = methods.read_bytes().splitlines(keepends=True)
    others = [line for line in lines if b'"name":"work"' not in line]
    assert len(others) == len(lines) - 1
    methods.write_bytes(b"{}\n" + b"".join(others))
    done = kpath.run("structure", "s", "-k", "2", "-q", "-o", "s.json", directory=tmp_path)
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        b"kpath-jvm: lower bounds: line 1 of s/methods.jsonl is damaged, so what it describes is "
        b"left out; record again; 10,002 path completions of methods without metadata",
        b"kpath-jvm: wrote s.json",
    ]
    whole = json.loads((tmp_path / "s.json").read_text())["completeness"]
    assert whole["verdict"] == "lower bounds"


def test_events_that_are_missing_are_reported(classes: str, tmp_path: Path) -> None:
    """The stream has fewer events than stream.json says, and nothing else is wrong with it.

    Only this difference can show `build` that a thread's last chunk is missing.
    """
    assert record(classes, "--record", "s", "-o", "p.kpath", directory=tmp_path).returncode == 0
    marker = tmp_path / "s" / "stream.json"
    told = json.loads(marker.read_text())
    del told["seal"]
    write_sealed(marker, {**told, "events": told["events"] + 5})
    built = kpath.run("build", "s", "-k", "2", "-o", "b.kpath", directory=tmp_path)
    assert built.returncode == 2
    assert (
        b"5 path completions of the stream are missing in its files; b.kpath has lower"
        in built.stderr
    )
    assert built.stderr.count(b"\n") == 1
    assert kpath.run_json(tmp_path / "b.kpath")["completeness"]["verdict"] == "lower bounds"
    done = kpath.run("structure", "s", "-k", "2", "-q", "-o", "s.json", directory=tmp_path)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"s is damaged, so there are no figures: 5 path completions of the" in done.stderr
    assert done.stderr.count(b"\n") == 1
    assert not (tmp_path / "s.json").exists()
