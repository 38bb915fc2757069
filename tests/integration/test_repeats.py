"""Tests that profiles don't change if some trips of a loop aren't written to the stream.

Trips that would add no new short sequence to the stream are only counted.
"""

import json
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.recording.options import DEFAULT_LENGTH

PROGRAM = "Repeats"
TABLES = ("methods", "blocks", "edges", "loops", "paths", "ipf", "folded")


def run(classes: str, *options: str, directory: Path) -> None:
    target = ("--", "java", "-cp", classes, PROGRAM)
    done = kpath.run("run", "--no-report", *options, *target, directory=directory)
    assert done.returncode == 0, done.stderr


def same_tables(mine: Profile, theirs: Profile) -> None:
    for name in TABLES:
        assert getattr(mine, name).equals(getattr(theirs, name)), name


@pytest.mark.parametrize("engine", ["k-sf", "contexts"])
def test_the_profile_is_that_of_a_stream_with_every_trip(
    classes: str, tmp_path: Path, engine: str
) -> None:
    lengths = (1, 2, 8, 12)
    run(classes, "--record", "s", "--no-profile", directory=tmp_path)
    given = ",".join(str(k) for k in lengths)
    own = ("build", "s", "--engine", engine, "-o", "built")
    built = kpath.run(*own, "-k", given, directory=tmp_path)
    assert built.returncode == 0, built.stderr
    for k in lengths:
        run(classes, "-k", str(k), "--engine", engine, "-o", f"{k}.kpath", directory=tmp_path)
        whole = Profile.open(tmp_path / "built" / f"k{k}.kpath")
        counted = Profile.open(tmp_path / f"{k}.kpath")
        same_tables(counted, whole)
        assert counted.run.events < whole.run.events
        assert counted.run.option("longest", int) == max(k, DEFAULT_LENGTH)
        assert whole.run.option("longest", int) == 0


def test_each_thread_has_the_counts_of_a_stream_with_every_trip(
    classes: str, tmp_path: Path
) -> None:
    run(classes, "--per-thread", "-o", "counted.kpath", directory=tmp_path)
    own = ("--per-thread", "--no-packing", "-o", "whole.kpath")
    run(classes, *own, directory=tmp_path)
    for name in ("worker-0", "worker-1", "worker-2"):
        counted = Profile.open(tmp_path / "counted.kpath", thread=name)
        whole = Profile.open(tmp_path / "whole.kpath", thread=name)
        assert counted.ipf["count"].equals(whole.ipf["count"]), name
        assert counted.ipf["path"].equals(whole.ipf["path"]), name


def test_a_larger_k_than_was_recorded_is_refused(classes: str, tmp_path: Path) -> None:
    kpath.run_agent_alone(classes, PROGRAM, directory=tmp_path, options="longest=3")
    own = ("build", "app.recording", "-o", "p.kpath")
    refused = kpath.run(*own, "-k", "4", directory=tmp_path)
    assert refused.returncode != 0
    line = kpath.last_line(refused.stderr)
    assert "up to 3 paths, not 4" in line
    assert "-k 3 or less" in line
    assert not (tmp_path / "p.kpath").exists()
    built = kpath.run(*own, "-k", "3", directory=tmp_path)
    assert built.returncode == 0, built.stderr
    run(classes, "-k", "3", "-o", "own.kpath", directory=tmp_path)
    same_tables(Profile.open(tmp_path / "p.kpath"), Profile.open(tmp_path / "own.kpath"))
    record = json.loads((tmp_path / "app.recording" / "recording.json").read_text("utf-8"))
    assert record["options"]["longest"] == 3
