"""Runs experiments in lanes: trials run side by side, each on its own CPU."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from builders.waiting import LIMIT_SECONDS, wait_for
from experiment_runs import both_iterating, experiment, is_alive, trials, write
from kpath_command import last_line, start
from kpath_jvm.evaluation.results.tables import read_table

SECOND = """
[programs.another]
command = ["java", "-cp", "{classes}", "TimedLoop", "1", "3", "{hold}"]
iterations_log = true
"""


pytestmark = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="two lanes need two CPUs")


@pytest.fixture(scope="module")
def cpus(directory: Path, classes: str) -> list[set[int]]:
    """Runs an experiment to the end in two lanes, and returns the CPUs of its first two trials."""
    write(directory, classes, more=SECOND.format(classes=classes, hold=directory / "hold"))
    (directory / "hold").touch()
    process = start("experiment", "mine.toml", "-o", "results", "--lanes", "2", directory=directory)
    first = wait_for(lambda: both_iterating(directory), "trials iterate in both lanes")
    cpus = [os.sched_getaffinity(pid) for pid in first]
    (directory / "hold").unlink()
    _, err = process.communicate(timeout=LIMIT_SECONDS)
    assert process.returncode == 0, err
    return cpus


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("lanes")


class TestLanes:
    """Trials run side by side, each on its own CPU."""

    @pytest.fixture
    def document(self, directory: Path) -> dict[str, Any]:
        read: dict[str, Any] = json.loads(
            (directory / "results" / "experiment.json").read_text("utf-8")
        )
        return read

    def test_two_lanes_use_different_cpus(
        self, cpus: list[set[int]], document: dict[str, Any]
    ) -> None:
        assert [len(it) for it in cpus] == [1, 1]
        assert cpus[0] != cpus[1]
        assert document["lanes_in_words"] == "2 lanes, each pinned to one core"
        cores = {it["lane"]: it["core"] for it in document["lanes"]}
        assert {frozenset(it) for it in cpus} == {frozenset({core}) for core in cores.values()}

    @pytest.mark.usefixtures("cpus")
    def test_two_lanes_run_all_trials(self, directory: Path, document: dict[str, Any]) -> None:
        assert document["state"] == "complete"
        cores = {it["lane"]: it["core"] for it in document["lanes"]}
        documents = list(trials(directory).values())
        assert sorted(it["trial"] for it in documents) == list(range(1, 9))
        assert sorted(it["order"] for it in documents) == list(range(1, 9))
        assert all(cores[it["lane"]] == it["core"] for it in documents)
        assert len(read_table(directory / "results", "trials")) == 8

    @pytest.mark.usefixtures("cpus")
    def test_a_repetition_of_a_benchmark_uses_one_lane(self, directory: Path) -> None:
        groups: dict[tuple[str, int], set[int]] = {}
        for it in trials(directory).values():
            key = it["configuration"]["benchmark"], it["repetition"]
            groups.setdefault(key, set()).add(it["lane"])
        assert {len(lanes) for lanes in groups.values()} == {1}

    @pytest.mark.usefixtures("cpus")
    def test_pinned_and_unpinned_trials_are_in_separate_rounds(self, directory: Path) -> None:
        assert b"0 runs done" in experiment(directory, "--lanes", "2").stderr
        alone = experiment(directory)
        assert b"8 runs done" in alone.stderr
        rounds = json.loads((directory / "results" / "machines.json").read_text("utf-8"))
        assert [it.get("pinned_lanes") for it in rounds] == [2, None]

    @pytest.mark.parametrize(
        "number",
        [
            signal.SIGTERM,
            pytest.param(signal.SIGINT, marks=pytest.mark.slow),
            pytest.param(signal.SIGKILL, marks=pytest.mark.slow),
        ],
    )
    def test_lanes_are_interrupted_and_resumed(
        self, tmp_path: Path, classes: str, number: signal.Signals
    ) -> None:
        more = SECOND.format(classes=classes, hold=tmp_path / "hold")
        write(tmp_path, classes, repetitions=1, more=more)
        (tmp_path / "hold").touch()
        options = ("experiment", "mine.toml", "-o", "results", "--lanes", "2")
        process = start(*options, directory=tmp_path)
        targets = wait_for(lambda: both_iterating(tmp_path), "trials iterate in both lanes")
        os.kill(process.pid, number)
        if number == signal.SIGKILL:
            # The killed process's trials go on and hold its pipes open.
            process.wait(timeout=LIMIT_SECONDS)
            err = b""
        else:
            _, err = process.communicate(timeout=LIMIT_SECONDS)
        if number != signal.SIGKILL:
            assert process.returncode == 130
            assert last_line(err).startswith("kpath-jvm: interrupted; run the same command again")
            assert not any(map(is_alive, targets))
            assert not list((tmp_path / "results" / "trials").iterdir())
        assert trials(tmp_path) == {}
        resumed = start(*options, directory=tmp_path)
        wait_for(lambda: not any(map(is_alive, targets)), "the processes of the trials have ended")
        (tmp_path / "hold").unlink()
        _, err = resumed.communicate(timeout=LIMIT_SECONDS)
        assert resumed.returncode == 0, err
        assert sorted(it["trial"] for it in trials(tmp_path).values()) == [1, 2, 3, 4]

    def test_a_failing_configuration_is_tried_once_over_all_lanes(
        self, tmp_path: Path, classes: str
    ) -> None:
        path = write(tmp_path, classes, repetitions=4)
        path.write_text(path.read_text("utf-8").replace("TimedLoop", "NoSuchClass"), "utf-8")
        done = experiment(tmp_path, "--lanes", "2")
        assert done.returncode == 1
        assert len(trials(tmp_path)) == 2

    def test_there_are_at_most_as_many_lanes_as_cpus(self, tmp_path: Path, classes: str) -> None:
        write(tmp_path, classes, repetitions=1)
        done = experiment(tmp_path, "--lanes", "4000")
        assert done.returncode == 0
        assert b"4000 lanes were asked for, and " in done.stderr
        refused = experiment(tmp_path, "--lanes", "2", "--set", "pinned=false")
        assert refused.returncode == 2
        assert "2 lanes that aren't pinned would share CPUs" in last_line(refused.stderr)
