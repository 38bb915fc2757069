"""Tests experiments with another kit, a missing kit, and a benchmark that starts its own JVMs."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from fake_kits import make_dacapo, make_specjvm
from kpath_command import ensure_jars, last_line, run
from kpath_jvm.evaluation.results.tables import read_table

FILE = """
seed = 1
description = "a small kit"
benchmarks = ["{benchmark}"]
sizes = ["small"]
repetitions = 1
warmups = 1
iterations = 1
[profilers.native]
[profilers.native-again]
[structure]
k = [2, 3]
caches = false
warmups = 0
iterations = 1
"""


@pytest.fixture(scope="module")
def bach(tmp_path_factory: pytest.TempPathFactory) -> Path:
    ensure_jars()
    return make_dacapo(tmp_path_factory.mktemp("kits"))["dacapo-9.12"]


def other_kit(kit: Path, directory: Path) -> Path:
    """Returns a copy of the kit that differs only in a file that nobody reads."""
    path = directory / "other.jar"
    path.write_bytes(kit.read_bytes())
    with zipfile.ZipFile(path, "a") as jar:
        jar.writestr("more.txt", "more")
    return path


class Runs:
    """An experiment that is run several times in the same directory."""

    def __init__(self, directory: Path, benchmark: str) -> None:
        self._directory = directory
        self.results = directory / "results"
        (directory / "mine.toml").write_text(FILE.format(benchmark=benchmark), "utf-8")

    def run(self, *options: str) -> dict[str, Any]:
        """Runs the experiment to its end and returns the content of experiment.json."""
        asked = ["experiment", "mine.toml", "-o", "results", *options]
        done = run(*asked, directory=self._directory)
        assert done.returncode == 0, done.stderr.decode()
        told: dict[str, Any] = json.loads((self.results / "experiment.json").read_text("utf-8"))
        return told

    def complaint(self, *options: str) -> str:
        done = run("experiment", "mine.toml", "-o", "results", *options, directory=self._directory)
        assert done.returncode in (2, 125)
        return last_line(done.stderr)

    def trials(self) -> list[int]:
        return [int(number) for number in read_table(self.results, "trials")["trial"]]


@pytest.mark.slow
def test_trials_of_different_kits_are_kept_apart(bach: Path, tmp_path: Path) -> None:
    other, runs = other_kit(bach, tmp_path), Runs(tmp_path, "dacapo-9.12/batik")
    first = runs.run("--dacapo-jar", str(bach))
    assert (runs.trials(), first["set_aside"]) == ([1, 2], [])
    assert [(it["suite"], it["file"], it["version"]) for it in first["kits"]] == [
        ("dacapo-9.12", "bach with blank.jar", "9.12-fake")
    ]
    second = runs.run("--dacapo-jar", str(other), "--report")
    assert second["kits"][0]["sha256"] != first["kits"][0]["sha256"]
    aside = "dacapo-9.12 batik: 2 trials whose kit, program or configuration has changed since"
    assert (runs.trials(), second["set_aside"]) == ([3, 4], [aside])
    # One recorded run of this kit serves both values of k.
    assert list(read_table(runs.results, "structure")["k"]) == [2, 3]
    page = (runs.results / "report.html").read_text("utf-8")
    assert second["kits"][0]["sha256"] in page
    assert first["kits"][0]["sha256"] not in page
    assert aside in page
    # An asterisk would mark a stand-in, but no stand-in was used.
    assert "asterisk" not in page
    assert (runs.results / "figures" / "figure09.svg").is_file()
    # With the first kit again, its trials count again.
    runs.run("--dacapo-jar", str(bach))
    assert runs.trials() == [1, 2]


@pytest.mark.slow
def test_a_missing_kit_is_reported_before_anything_runs(bach: Path, tmp_path: Path) -> None:
    runs = Runs(tmp_path, "dacapo-9.12/batik")
    runs.run("--dacapo-jar", str(bach), "--set", "profilers.native-again.repetitions=0")
    before = (runs.results / "experiment.json").read_bytes()
    assert "DaCapo 9.12 (bach) is not here" in runs.complaint()
    assert "gone.jar is not there" in runs.complaint("--dacapo-jar", str(tmp_path / "gone.jar"))
    assert (runs.results / "experiment.json").read_bytes() == before


def test_a_benchmark_that_starts_its_own_jvms_is_refused(tmp_path: Path) -> None:
    home, runs = make_specjvm(tmp_path), Runs(tmp_path, "specjvm2008-kit/startup.helloworld")
    told = runs.complaint("--spec-home", str(home))
    assert told.startswith(
        "kpath-jvm: nothing to run: specjvm2008-kit startup.helloworld: its work is done by a JVM"
    )
    assert not runs.results.exists()
