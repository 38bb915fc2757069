"""Runs stand-ins as programs, and checks what they print and how they end."""

import os
import re
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.evaluation.workloads.preparation import MAIN_CLASS
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import default_jdk

TAGGED = "package p; class A { /* TODO tagged */ }"
ITERATION = re.compile(
    r"===== kpath stand-in for dacapo eclipse: (warm-up|iteration) (\d) took \d+ ms, "
    r"\d+ ms of CPU: 1 classes, 1 task tags, digest ([0-9a-f]{64}) ====="
)

StandIn = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def stand_in(tmp_path: Path) -> StandIn:
    """Returns a function that runs the stand-in on one source file."""

    def run(source: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        jar = tmp_path / "sources.jar"
        with zipfile.ZipFile(jar, "w") as sources:
            sources.writestr("p/A.java", source)
        workload = find_workload("dacapo", "eclipse")
        java = default_jdk().java
        class_path = [require_jars().workloads, *provide(workload.class_path, java)]
        command = [
            *(str(java), "-cp", os.pathsep.join(map(str, class_path)), MAIN_CLASS),
            *("--benchmark", "dacapo eclipse", "--class", workload.benchmark_class),
            *("--set", "release=11", "--input", f"sources={jar}", *arguments),
        ]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    return run


def test_iterations_give_the_same_classes(stand_in: StandIn) -> None:
    done = stand_in(TAGGED, "--warmups", "1", "--iterations", "2")
    assert (done.returncode, done.stderr) == (0, "")
    found = ITERATION.findall(done.stdout)
    assert [(kind, number) for kind, number, _ in found] == [
        ("warm-up", "1"),
        ("iteration", "1"),
        ("iteration", "2"),
    ]
    assert len({digest for _, _, digest in found}) == 1
    assert done.stdout.endswith("===== kpath stand-in for dacapo eclipse: passed =====\n")


@pytest.mark.parametrize(
    ("source", "arguments", "status", "complaint"),
    [
        (TAGGED, ["--expect-digest", "00"], 3, "digest: expected 00, got [0-9a-f]{64}"),
        ("package p; class A {}", [], 3, "no task tag was found, .*"),
        ("class A { B b; }", [], 3, "sources do not compile: p/A.java line 1: B cannot be .*"),
        (TAGGED, ["--warmup", "1"], 2, "unknown argument --warmup"),
    ],
)
def test_a_failure_gives_one_line_and_a_status(
    stand_in: StandIn, source: str, arguments: list[str], status: int, complaint: str
) -> None:
    done = stand_in(source, *arguments)
    assert done.returncode == status
    assert re.fullmatch(f"kpath stand-in: {complaint}\n", done.stderr)
    assert "passed" not in done.stdout


@pytest.mark.parametrize("name", ["avrora", "hsqldb"])
def test_the_smallest_size_gives_the_expected_digest(name: str) -> None:
    """tests/workloads/check.py checks the other stand-ins and sizes."""
    command = prepare(find_workload("dacapo", name), "small", 1, default_jdk().java).command
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f"===== kpath stand-in for dacapo {name}: passed =====\n")
