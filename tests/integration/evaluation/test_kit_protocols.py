"""Tests the protocols of the official benchmark kits, with small made-up kits that follow them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from fake_kits import make_all
from kpath_command import TIMEOUT_SECONDS, ensure_jars, last_line, run, run_json, start
from kpath_jvm.evaluation.workloads.catalogue import find_workload, prepare
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.launch.jdk import default_jdk

pytestmark = pytest.mark.slow

ALL_VALID = [("warmup", 1, True), ("timed", 1, True), ("timed", 2, True)]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> KitPlaces:
    ensure_jars()
    return make_all(tmp_path_factory.mktemp("kits"))


class Done:
    """Runs a benchmark natively, and keeps its exit status, output, log lines and files."""

    def __init__(self, places: KitPlaces, suite: str, name: str, directory: Path) -> None:
        java = default_jdk().java
        ready = prepare(find_workload(suite, name, places), "small", 2, java)
        assert ready.in_own_directory
        log = directory / "log.jsonl"
        command = [ready.command[0], f"-Dkpath.iterations={log}", *ready.command[1:]]
        work = directory / "work"
        work.mkdir()
        done = subprocess.run(
            command, cwd=work, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False
        )
        self.status = done.returncode
        self.output = done.stdout + done.stderr
        lines = log.read_text("utf-8").splitlines() if log.exists() else []
        self.lines: list[dict[str, Any]] = [json.loads(line) for line in lines]
        self.files = {path.name for path in work.iterdir()}

    @property
    def iterations(self) -> list[tuple[str, int, bool]]:
        return [(it["phase"], it["iteration"], it["valid"]) for it in self.lines]


@pytest.mark.parametrize(
    ("suite", "name"),
    [
        ("dacapo-2006", "antlr"),
        ("dacapo-9.12", "batik"),
        # The small kit ends this benchmark's iterations by the older method stop().
        ("dacapo-9.12", "xalan"),
        ("dacapo-23.11", "sunflow"),
        ("specjvm2008-kit", "compress"),
    ],
)
def test_warm_ups_and_timed_iterations_are_told_apart(
    places: KitPlaces, suite: str, name: str, tmp_path: Path
) -> None:
    done = Done(places, suite, name, tmp_path)
    assert done.status == 0, done.output
    assert done.iterations == ALL_VALID
    assert all(it["wall_nanos"] > 0 and it["cpu_nanos"] >= 0 for it in done.lines)
    assert [it["start_nanos"] for it in done.lines] == sorted(
        it["start_nanos"] for it in done.lines
    )
    assert {it["digest"] for it in done.lines} == {None}


def test_renaissance_has_more_warm_ups(places: KitPlaces, tmp_path: Path) -> None:
    done = Done(places, "renaissance", "scrabble", tmp_path)
    assert (done.status, "configuration test" in done.output) == (0, True), done.output
    assert done.iterations == [("warmup", 1, True), ("warmup", 2, True), *ALL_VALID[1:]]
    assert "renaissance.json" in done.files


@pytest.mark.parametrize(
    ("suite", "name", "status", "iterations"),
    [
        ("dacapo-2006", "fop", 254, [ALL_VALID[0], ("timed", 1, False), ALL_VALID[2]]),
        ("dacapo-9.12", "fop", 254, [*ALL_VALID[:2], ("timed", 2, False)]),
        ("specjvm2008-kit", "derby", 3, [ALL_VALID[0], ("timed", 1, False), ALL_VALID[2]]),
        # All iterations are valid, but the suite's result isn't.
        ("specjvm2008-kit", "mpegaudio", 3, ALL_VALID),
        # No iteration is run.
        ("specjvm2008-kit", "serial", 3, []),
        ("renaissance", "als", 1, None),
    ],
)
def test_a_wrong_result_is_a_failed_run(
    places: KitPlaces,
    suite: str,
    name: str,
    status: int,
    iterations: list[tuple[str, int, bool]] | None,
    tmp_path: Path,
) -> None:
    done = Done(places, suite, name, tmp_path)
    assert done.status == status, done.output
    if iterations is None:
        assert done.iterations[-1] == ("timed", 2, False)
    else:
        assert done.iterations == iterations


def test_specjvm_reports_missing_iterations(places: KitPlaces, tmp_path: Path) -> None:
    done = Done(places, "specjvm2008-kit", "serial", tmp_path)
    last = done.output.splitlines()[-1]
    assert last == "kpath kit: SPECjvm2008: 0 of 3 iterations were run; the kit's output says more"


def test_jvms_of_startup_benchmarks_get_our_options(places: KitPlaces, tmp_path: Path) -> None:
    done = Done(places, "specjvm2008-kit", "startup.xml.transform", tmp_path)
    asked = done.output.partition("asked: ")[2].splitlines()[0]
    assert " -ja -Xmx2g --add-exports=java.xml/" in asked


class TestRun:
    """Runs kits that an option or an environment variable names, or that are in the cache."""

    def test_the_profile_describes_the_kit_and_its_iterations(
        self, places: KitPlaces, tmp_path: Path
    ) -> None:
        jars = [argument for jar in places.dacapo for argument in ("--dacapo-jar", str(jar))]
        asked = ["dacapo-9.12", "batik", "--size", "small", "-n", "2", "-o", "b.kpath"]
        process = start("run", *asked, *jars, "--compare-native", directory=tmp_path)
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
        assert process.returncode == 0, err.decode()
        assert b"size small" in out
        assert b"the kit found all iterations valid; the timed ones took " in err
        told = run_json(tmp_path / "b.kpath")
        assert told["completeness"]["verdict"] == "exact"
        workload = told["workload"]
        assert (workload["kind"], workload["version"]) == (
            "official",
            "DaCapo 9.12 (bach), 9.12-fake",
        )
        assert workload["kit"]["file"] == "bach with blank.jar"
        # The iterations of the earlier native run are not included.
        assert [it["phase"] for it in workload["measured"]] == ["warmup", "timed", "timed"]
        assert [path.name for path in tmp_path.iterdir()] == ["b.kpath"]

    def test_a_failed_validation_sets_the_exit_status(
        self, places: KitPlaces, tmp_path: Path
    ) -> None:
        extra = {"KPATH_DACAPO_JAR": ":".join(map(str, places.dacapo))}
        asked = ["dacapo-2006", "fop", "--size", "small", "-n", "2", "--no-report"]
        done = run("run", *asked, "-o", "f.kpath", directory=tmp_path, extra=extra)
        assert done.returncode == 254, done.stderr.decode()
        assert run_json(tmp_path / "f.kpath")["exit_status"] == 254

    def test_a_kit_that_runs_too_little_fails(self, places: KitPlaces, tmp_path: Path) -> None:
        cache = tmp_path / "kpath-jvm" / "kits"
        cache.mkdir(parents=True)
        for number, jar in enumerate(places.dacapo[:2]):
            (cache / f"dacapo-{number}.jar").symlink_to(jar)
        (cache / "dacapo-broken.jar").write_text("no jar", "utf-8")
        extra = {"XDG_CACHE_HOME": str(tmp_path)}
        asked = ["dacapo-9.12", "pmd", "--size", "small", "-n", "2", "--no-report"]
        done = run("run", *asked, "-o", "p.kpath", directory=tmp_path, extra=extra)
        assert (done.returncode, last_line(done.stderr)) == (
            125,
            "kpath-jvm: no valid run of pmd: 1 warm-up and 1 timed iterations were run instead "
            "of 1 and 2",
        )
