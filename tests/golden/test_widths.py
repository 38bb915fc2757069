"""Tests what verbs that read no profile print on terminals of several widths, and in pipes.

``pytest --rewrite-golden`` rewrites the files; read the differences before you commit them.
"""

import io
from collections.abc import Callable, Iterable
from contextlib import redirect_stderr
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from builders.checked import write_sealed
from builders.recordings import session_document
from kpath_jvm.cli import doctor, recover, workloads
from kpath_jvm.cli.main import run_verb
from kpath_jvm.engine.structure import StructureRow
from kpath_jvm.evaluation.structure.table import renderables as structure_renderables
from kpath_jvm.evaluation.workloads.catalogue import find_workload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.reports.output import write
from kpath_jvm.sessions import build
from kpath_jvm.sessions import recover as recovering
from kpath_jvm.sessions.doctor import Check

WIDTHS = pytest.mark.parametrize("width", [60, 80, 200])
Golden = Callable[[str, str], None]


def compare(golden: Golden, verb: str, width: int, renderables: Iterable[object]) -> None:
    """Compares the output at a width with the verb's golden file. No line may be wider."""
    stream = io.StringIO()
    write(stream, width, *renderables)
    text = stream.getvalue()
    assert max(map(len, text.splitlines())) <= width
    golden(f"{verb}-{width}.txt", text)


@WIDTHS
def test_output_of_doctor(golden: Golden, width: int) -> None:
    checks = [
        Check("Python", "3.11.7"),
        Check("JDK", "Java 25.0.3 Eclipse Adoptium, /usr/lib/jvm/temurin-25-jdk-amd64 (PATH)"),
        Check("jars", "/home/somebody/projects/profiling/.venv/lib/python3.11/site-packages/jars"),
        Check("rich", "not installed", "pip install rich"),
        Check(
            "shared memory", "/dev/shm, 64.0 MiB free; segments of 128 MiB",
            "mount a larger one, or give --segment-dir a directory of a file system that has room",
        ),
        Check(
            "hardware counters", "this machine doesn't count cycles: not supported",
            "run on a machine that has them; without them figure 10 shows simulated caches",
            is_needed=False,
        ),
    ]  # fmt: skip
    compare(golden, "doctor", width, doctor.renderables(checks))


@WIDTHS
def test_output_of_workloads(
    golden: Golden, width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DACAPO_JAR", "SPECJVM2008_HOME", "RENAISSANCE_JAR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    some = [find_workload("dacapo", "batik"), find_workload("specjvm2008", "scimark.lu")]
    shown = [*workloads.listed(some, KitPlaces()), *workloads.described_in_full(some[0])]
    compare(golden, "workloads", width, shown)


def test_in_a_pipe_each_workload_takes_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["workloads"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (batik,) = (line for line in lines if " batik " in line and " dacapo " in line)
    assert batik.split()[-2:] == ["Maven", "Central"]


@pytest.fixture
def left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Leftover]:
    """Returns three recordings: one under way, an empty one, and one of a command's JVMs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Leftover, "allocated_bytes", lambda _: 128 << 20)
    names = ("kpath-x7ab", "kpath-5_vd", "segments-of-the-server/kpath-qqqqqqqq")
    going, empty, child = (SessionDirectory(Path(name)) for name in names)
    going.path.mkdir()
    command = ["java", "-cp", "lib/*:classes", "org.example.server.Main", "--port", "8080", "-v"]
    write_sealed(going.session_file, session_document(command=command))
    return [
        Leftover(going, 4711, True),
        Leftover(empty, 0, False),
        Leftover(child, 8, True, (Leftover(child, 8, True),)),
    ]


@WIDTHS
def test_output_of_recover(golden: Golden, width: int, left_behind: list[Leftover]) -> None:
    compare(golden, "recover", width, recover.renderables(left_behind))


def test_in_a_pipe_each_recording_takes_one_line(
    capsys: pytest.CaptureFixture[str],
    left_behind: list[Leftover],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recovering, "find", lambda _: left_behind)
    monkeypatch.setenv("COLUMNS", "60")
    assert run_verb(["recover"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [str(it.directory.path) for it in left_behind]


@WIDTHS
def test_output_of_build(
    golden: Golden, width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names that users copy are never broken into several lines."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    Path("app.recording").mkdir()
    Path("app.recording/segment").touch()
    monkeypatch.setattr(build, "build_one", lambda *_, **__: None)
    monkeypatch.setattr("kpath_jvm.cli.build.tell_worth_of", lambda _: None)
    stream = io.StringIO()
    directory = "profiles-of-the-server-under-load-on-the-new-machine"
    with redirect_stderr(stream):
        assert run_verb(["build", "app.recording", "-k", "2,16", "-o", directory]) == 0
        assert run_verb(["build", "app.recording"]) == 0
        assert run_verb(["build", "nosuch.recording"]) == 2
    golden("build.txt", stream.getvalue())


@WIDTHS
def test_output_of_structure(golden: Golden, width: int) -> None:
    rows = [structure_row(k, 10_953_841 // (k - 1)) for k in (2, 4, 16)]
    caches = {
        "l1": "32 KiB, 8 ways, lines of 64 bytes", "l2": "6 MiB, 24 ways, lines of 64 bytes",
        "blpp_l1_miss_rate": 0.0123, "blpp_l2_miss_rate": 0.00001,
    }  # fmt: skip
    rows[2] |= {name: None for name in rows[2] if "blpp" not in name}
    rows[2] |= {"k": 16, "status": "out-of-memory"}
    document = {
        "items": 10_953_841, "streamed_items": 10_953_840, "activations": 100_001,
        "cut": "back-edge", "rows": rows, "caches": caches,
    }  # fmt: skip
    compare(golden, "structure", width, structure_renderables(document))


def structure_row(k: int, operations: int) -> dict[str, Any]:
    """Returns the figures for one k."""
    figures = dict.fromkeys((field.name for field in fields(StructureRow)), 0)
    return figures | {
        "k": k, "status": "ok", "hash_operations": operations, "ksf_nodes": 5_312 * k,
        "ksf_internal_degree": 1.65, "node_scans": 27_384_602, "ipf_nodes": 332 * k,
        "ipf_internal_degree": 1.74, "ipf_leaf_depth": 6.38, "l1_miss_rate": 0.01 / k,
        "l2_miss_rate": 0.001 / k, "blpp_hash_operations": 10_953_841, "blpp_entries": 9,
        "blpp_paths": 9,
    }  # fmt: skip
