"""The figures that ``structure`` prints for a recorded run equal those computed from a trace.

The oracle runs the algorithm of Fig. 6 in the k-BLPP paper on all traced paths.
"""

import csv
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import kpath_command as kpath
from differential import Variant, record
from kpath_jvm import installation
from kpath_jvm.records.inline import InlineFile
from kpath_jvm.records.record import read_record
from oracle.harness import compile_program, default_java_home, trace_program
from oracle.oracle import BACK_EDGE, LOOP_HEADER
from oracle.random_programs import random_program
from oracle.structures import completions, figures
from oracle.targets import DIRECTORY

pytestmark = pytest.mark.slow

LENGTHS = (2, 3, 8)


def random_source(directory: Path) -> Path:
    source = directory / "Main.java"
    source.write_text(random_program(3), encoding="utf-8")
    return source


@pytest.mark.parametrize(
    ("source", "cut"),
    [
        (lambda _: DIRECTORY / "CaughtInLoop.java", BACK_EDGE),
        (random_source, LOOP_HEADER),
    ],
    ids=["CaughtInLoop", "random"],
)
def test_figures_equal_those_of_the_oracle(
    tmp_path: Path, source: Callable[[Path], Path], cut: str
) -> None:
    program = compile_program(source(tmp_path), tmp_path / "classes")
    trace, _ = trace_program(program, tmp_path / "log")
    done = list(completions(tmp_path / "log", program.classes, cut))
    assert len({one.thread for one in done}) == 1, "leases of several threads come in any order"
    stream = tmp_path / "s"
    variant = Variant(default_java_home(), cut, 1, ("--record", str(stream), "--no-report"))
    recorded = record(program, variant, tmp_path / "p.kpath")
    assert recorded.returncode == trace.status, recorded.stderr
    told = structure(stream, tmp_path)
    assert told["items"] == len(done)
    assert 0 < told["streamed_items"] < told["items"], "some paths must be counted, some streamed"
    assert told["activations"] == len({one.sequence for one in done})
    assert told["cut"] == cut
    for row, k in zip(told["rows"], LENGTHS, strict=True):
        expected = figures(done, k)
        assert row["status"] == "ok"
        for name, figure in expected.items():
            assert row[name] == pytest.approx(figure, rel=1e-12), f"{name}, k={k}"
    assert told["rows"][0]["hash_operations"] == told["items"], "Figure 9's curve must begin at 1"


def structure(stream: Path, directory: Path) -> dict:
    """Runs ``structure``, checks its files and its output, and returns the JSON document."""
    words = ["structure", str(stream), "-k", ",".join(map(str, LENGTHS)), "-q"]
    done = kpath.run(*words, "-o", "s.json", "--csv", "s.csv", directory=directory)
    assert done.returncode == 0, done.stderr
    assert done.stdout == b""
    told = json.loads((directory / "s.json").read_text("utf-8"))
    printed = kpath.run(*words[:-1], "--format", "json", directory=directory)
    assert json.loads(printed.stdout) == told
    with (directory / "s.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row, line in zip(told["rows"], rows, strict=True):
        assert {name: line[name] for name in row} == {
            name: "" if value is None else str(value) for name, value in row.items()
        }
        assert line["items"] == str(told["items"])
    return told


def test_the_inline_profiler_gives_the_same_figures(classes: str, tmp_path: Path) -> None:
    """The agent has its own implementation of Fig. 6, in the probes."""
    java = ["java", "-cp", classes, "Behaviours"]
    words = ["run", "-k", "1", "--cut", "loop-header", "--record", "s", "--no-report"]
    recorded = kpath.run(*words, "-o", "p.kpath", "--", *java, directory=tmp_path)
    assert recorded.returncode == 0, recorded.stderr
    told = structure(tmp_path / "s", tmp_path)
    agent = installation.require_jars().agent
    for row in told["rows"]:
        given = f"profiler=k-blpp,k={row['k']},cut=loop-header,output=k{row['k']}"
        done = subprocess.run(
            [java[0], f"-javaagent:{agent}={given}", *java[1:]],
            cwd=tmp_path,
            capture_output=True,
            timeout=kpath.TIMEOUT_SECONDS,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        inline = read_record(tmp_path / f"k{row['k']}" / "inline.json", InlineFile)
        assert inline.items == told["items"]
        for name in (
            "hash_operations", "node_scans", "ksf_nodes", "ksf_roots", "ksf_internal_degree",
        ):  # fmt: skip
            assert getattr(inline, name) == row[name], f"{name}, k={row['k']}"


@pytest.fixture(scope="module")
def recording(classes: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records, with the agent alone, a program whose k-SF grows with k."""
    directory = tmp_path_factory.mktemp("recording")
    done = kpath.run_agent_alone(classes, "RandomBranches", "400000", directory=directory)
    assert done.returncode == 0, done.stderr
    return directory / "app.recording"


def test_a_k_that_needs_too_much_memory_has_blpp_figures(recording: Path, tmp_path: Path) -> None:
    words = ["structure", str(recording), "-k", "2,16", "--engine-memory", "16M", "-o", "s.json"]
    done = kpath.run(*words, directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"k=16 needs more than the engine's memory" in done.stderr
    assert b"no memory" in done.stdout
    small, large = json.loads((tmp_path / "s.json").read_text("utf-8"))["rows"]
    assert (small["status"], large["status"]) == ("ok", "memory")
    assert small["ksf_nodes"] > 0
    assert large["blpp_hash_operations"] == small["blpp_hash_operations"]
    known = {"k", "status", "blpp_hash_operations", "blpp_entries", "blpp_paths"}
    assert [name for name, value in large.items() if value is not None and name not in known] == []


def test_caches_are_simulated(recording: Path, tmp_path: Path) -> None:
    words = ["structure", str(recording), "-k", "2,3", "--caches", "--l1", "4K:4", "--l2", "64K:8"]
    done = kpath.run(*words, "-o", "s.json", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    assert b"caches are simulated" in done.stdout
    assert b"CPI is not available" in done.stdout
    told = json.loads((tmp_path / "s.json").read_text("utf-8"))
    assert told["caches"]["simulated"] is True
    assert told["caches"]["cpi"] is None
    for row in told["rows"]:
        assert 0 < row["l1_miss_rate"] < 1
        assert row["l1_miss_rate"] == row["l1_misses"] / row["cache_accesses"]
        assert row["l2_miss_rate"] == row["l2_misses"] / row["l1_misses"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{recording}", "--caches", "--l2", "3K:5"], "a cache with 5 ways"),
        (["{recording}", "--engine-memory", "1K"], "engine memory of 1024 bytes is too small"),
    ],
)
def test_the_engine_refuses_wrong_sizes(
    recording: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    words = [word.format(recording=recording) for word in arguments]
    done = kpath.run("structure", *words, directory=tmp_path)
    assert done.returncode != 0
    assert message in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
