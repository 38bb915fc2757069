"""Builds profiles from recordings that the agent made alone, without ``kpath-jvm run``."""

import mmap
import os
import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.recording.segment_layout import SegmentLayout


@pytest.fixture
def recording(classes: str, tmp_path: Path) -> Path:
    agent = f"-javaagent:{require_jars().agent}=output=app.recording,segment-size=8M"
    done = subprocess.run(
        ["java", agent, "-cp", classes, "Behaviours"],
        cwd=tmp_path,
        capture_output=True,
        timeout=kpath.TIMEOUT_SECONDS,
        check=True,
    )
    assert (done.stdout, done.stderr) == (b"sum 16564994\n", b"nothing to do\n")
    return tmp_path / "app.recording"


def test_one_recording_gives_profiles_for_any_k(recording: Path, tmp_path: Path) -> None:
    for k in (1, 4):
        output = f"k{k}.kpath"
        done = kpath.run("build", recording.name, "-k", str(k), "-o", output, directory=tmp_path)
        assert done.returncode == 0, done.stderr
        profile = Profile.open(tmp_path / output)
        work = profile.methods.loc[profile.find_method("Behaviours.work")]
        assert (work["entries"], work["completed"]) == (1, 10_001)
        assert profile.ipf["depth"].max() == k
    done = kpath.run("report", "k4.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"Behaviours.work" in done.stdout


def test_a_range_of_lengths_gives_several_profiles(recording: Path, tmp_path: Path) -> None:
    build = ("build", recording.name, "-k", "2-3,5", "-o", "all")
    done = kpath.run(*build, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    names = ["k2.kpath", "k3.kpath", "k5.kpath"]
    assert done.stderr.decode().splitlines() == [f"kpath-jvm: profile all/{it}" for it in names]
    assert sorted(path.name for path in (tmp_path / "all").iterdir()) == names
    for name in names:
        profile = Profile.open(tmp_path / "all" / name)
        assert profile.k == profile.ipf["depth"].max() == int(name[1])
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "all").rglob("*")}
    again = kpath.run(*build, directory=tmp_path)
    assert again.returncode == 2
    assert again.stderr.count(b"\n") == 1
    assert b"all/k2.kpath exists; pass --force" in again.stderr
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "all").rglob("*")} == before
    assert kpath.run(*build, "--force", directory=tmp_path).returncode == 0


def test_nothing_is_left_of_profiles_that_cannot_be_written(
    recording: Path, tmp_path: Path
) -> None:
    (recording / "methods.jsonl").write_text("")
    (recording / "segment").write_bytes(b"")
    done = kpath.run("build", recording.name, "-k", "2-4", "-o", "all", directory=tmp_path)
    assert done.returncode != 0
    assert done.stderr.count(b"\n") == 1
    assert b"k=2: " in done.stderr
    assert b"k=4: " in done.stderr
    assert not (tmp_path / "all").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["app.recording"]


def test_every_engine_makes_the_same_tables(recording: Path, tmp_path: Path) -> None:
    written = {}
    for engine in ("k-sf", "contexts"):
        output = tmp_path / f"{engine}.kpath"
        done = kpath.run(
            "build", recording.name, "--engine", engine, "-o", str(output), directory=tmp_path
        )
        assert done.returncode == 0, done.stderr
        written[engine] = {path.name: path.read_bytes() for path in output.glob("*.parquet")}
        statistics = kpath.run_json(output)["engine"]["statistics"]
        assert statistics["engine"] == engine
        assert ("ksf_nodes" in statistics, "contexts" in statistics) == (
            engine == "k-sf",
            engine == "contexts",
        )
    assert len(written["k-sf"]) > 5
    assert written["k-sf"] == written["contexts"]


def test_a_process_id_that_is_used_again_prevents_no_build(recording: Path, tmp_path: Path) -> None:
    field = SegmentLayout.load(require_jars().contract).header["TARGET_PID"]
    content = bytearray((recording / "segment").read_bytes())
    field.write(content, os.getpid())
    (recording / "segment").write_bytes(content)
    done = kpath.run("build", recording.name, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    with (recording / "segment").open("r+b") as file, mmap.mmap(file.fileno(), 0):
        done = kpath.run("build", recording.name, "--force", directory=tmp_path)
    assert done.returncode == 2
    assert b"still writing" in done.stderr


def test_the_default_name_is_that_of_the_recording(recording: Path, tmp_path: Path) -> None:
    done = kpath.run("build", str(recording), directory=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"kpath-jvm: profile app.kpath\n")
    done = kpath.run("build", str(recording), directory=tmp_path)
    assert done.returncode == 2
    assert b"app.kpath exists" in done.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [("absent", "is not a recording"), ("cut", "its header says"), ("noise", "is not a segment")],
)
def test_anything_but_a_recording_is_refused(
    recording: Path, tmp_path: Path, name: str, message: str
) -> None:
    content = (recording / "segment").read_bytes()
    for other, bytes_of in (("cut", content[:1_000_000]), ("noise", b"\x55" * 8192)):
        (tmp_path / other).mkdir()
        (tmp_path / other / "segment").write_bytes(bytes_of)
    done = kpath.run("build", name, directory=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
