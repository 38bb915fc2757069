"""The engine can't keep up: what it hasn't counted goes to the disk, and all is counted."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.recording.processes import is_alive

#: Several times what the smallest segment holds, before any engine has started.
ITERATIONS = 5_000_000
BLOCK_BYTES = 64 * 1024
SMALLEST_SEGMENT = ("--segment-size", "2M")


def arguments(classes: str, segments: Path, *options: str) -> list[str]:
    own = ["run", "-k", "6", "--segment-dir", str(segments), *SMALLEST_SEGMENT, *options]
    return [*own, "--", "java", "-cp", classes, "RandomBranches", str(ITERATIONS)]


def check(profile: Path) -> None:
    opened = Profile.open(profile)
    walk = opened.methods.loc[opened.find_method("RandomBranches.walk")]
    assert (walk["entries"], walk["completed"]) == (1, ITERATIONS + 1)
    ipf = opened.ipf
    for depth in range(2, 7):
        assert ipf.loc[ipf["depth"] == depth, "count"].sum() == ITERATIONS + 2 - depth


def test_what_is_counted_later_is_counted_the_same(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    spilled, told = {}, {}
    for limit in ("0", "1G"):
        options = ("--spill-limit", limit, "-o", f"{limit}.kpath")
        done = kpath.run(*arguments(classes, segments, *options), directory=tmp_path)
        assert done.returncode == 0, done.stderr
        assert list(segments.iterdir()) == []
        run = kpath.run_json(tmp_path / f"{limit}.kpath")
        assert run["completeness"]["verdict"] == "exact"
        spilled[limit], told[limit] = run["spilled_bytes"], done.stderr
    check(tmp_path / "0.kpath")
    mine, other = (Profile.open(tmp_path / f"{limit}.kpath") for limit in ("0", "1G"))
    for name in ("methods", "paths", "ipf"):
        assert getattr(mine, name).equals(getattr(other, name)), name
    assert spilled["0"] == 0
    assert spilled["1G"] > 0
    assert spilled["1G"] % BLOCK_BYTES == 0
    assert b"counted later" in told["1G"]
    assert b"counted later" not in told["0"]


@pytest.mark.parametrize("journal", ["0", pytest.param("1G", marks=pytest.mark.slow)])
def test_a_full_disk_makes_the_program_wait(
    classes: str, tmp_path: Path, file_system: Callable[[str], Path], journal: str
) -> None:
    """Besides the segment there is room for a part of what the program emits before it ends."""
    disk = file_system("3m")
    options = ("--journal", journal, "--spill-limit", "1G", "-o", "p.kpath", "--no-report")
    done = kpath.run(*arguments(classes, disk, *options), directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (b"No space left on device; the recording goes on" in done.stderr) == (journal != "0")
    assert b"Traceback" not in done.stderr
    assert list(disk.iterdir()) == []
    run = kpath.run_json(tmp_path / "p.kpath")
    assert run["completeness"]["verdict"] == "exact"
    assert 0 < run["spilled_bytes"] < 4 << 20
    check(tmp_path / "p.kpath")


def test_a_kill_loses_nothing_of_what_is_not_counted_yet(
    classes: str, tmp_path: Path, segments: Path
) -> None:
    over = tmp_path / "over"
    words = arguments(classes, segments, "-o", "p.kpath")
    started = kpath.start(*words, str(over), directory=tmp_path)
    java = kpath.target_pid(started.pid)
    kpath.wait_for(over.exists)
    os.killpg(started.pid, signal.SIGKILL)
    started.communicate(timeout=kpath.TIMEOUT_SECONDS)
    kpath.wait_for(lambda: not is_alive(java))
    (left,) = segments.iterdir()
    done = kpath.run("recover", str(left), "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    check(tmp_path / "p.kpath")
    assert list(segments.iterdir()) == []
