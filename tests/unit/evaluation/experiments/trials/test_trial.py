"""Tests a trial: its trial.json, and the files that are left in its directory."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.configuration import Steady, read_experiment
from kpath_jvm.evaluation.experiments.planning.plan import Trial, make_plan
from kpath_jvm.evaluation.experiments.trials import trial as module
from kpath_jvm.evaluation.experiments.trials.directory import ResultsDirectory
from kpath_jvm.evaluation.experiments.trials.lanes import Lane
from kpath_jvm.evaluation.experiments.trials.processes import Finished, Stop
from kpath_jvm.evaluation.experiments.trials.trial import (
    Circumstances,
    chosen_variables,
    jvm_flags,
    run_trial,
)

from .conftest import FILE

GOOD = Finished(0, None, None, 2.5, 4.0, 1000)


class Laboratory:
    """Replaces the processes of trials.

    ``finished`` is how each process ends. ``leaves`` has the files that each process writes.
    """

    def __init__(self, directory: Path) -> None:
        self.results = ResultsDirectory(directory / "results")
        self.finished = GOOD
        self.leaves: dict[str, str] = {}
        self.commands: list[list[str]] = []

    def limited(
        self, command: Sequence[str], log: Path, _: Path, environment: Mapping[str, str], *__: Any
    ) -> Finished:
        self.commands.append(list(command))
        assert environment["KPATH_JVM_TRIAL"] == str(log.resolve())
        log.write_text("the last line\n", "utf-8")
        for name, text in self.leaves.items():
            path = log.parent / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        return self.finished

    def run(self, trial: Trial) -> dict[str, Any]:
        stop = Stop()
        around = Circumstances(2, "0" * 16, {"cpu": "one"}, None, has_counters=False)
        try:
            return run_trial(trial, 7, 3, self.results, around, Steady(), Lane(1, None), stop)
        finally:
            stop.close()

    def directory(self) -> Path:
        (path,) = self.results.trials.iterdir()
        return path


@pytest.fixture
def laboratory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    made = Laboratory(tmp_path)
    monkeypatch.setattr(module, "run_limited", made.limited)
    monkeypatch.setattr(module, "jvm_flags", lambda *_: "-XX:+UseG1GC")
    return made


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """Returns a native trial of the program ``one``."""
    path = tmp_path / "mine.toml"
    path.write_text(FILE, "utf-8")
    trials = make_plan(read_experiment(path)).trials()
    return next(it for it in trials if it.configuration.benchmark.name == "one")


def test_successful_trials_have_times(laboratory: Laboratory, trial: Trial) -> None:
    document = laboratory.run(trial)
    assert (document["status"], document["reason"]) == ("ok", "")
    assert document["metrics"]["wall_seconds"] == document["metrics"]["timed_wall_seconds"] == 2.5
    assert document["metrics"]["timed_cpu_seconds"] == 4.0


def test_the_document_has_the_trial_s_number_order_and_round(
    laboratory: Laboratory, trial: Trial
) -> None:
    document = laboratory.run(trial)
    assert (document["trial"], document["order"], document["round"]) == (7, 3, 2)
    assert document["identity"] == trial.identity("0" * 16)
    assert document["command"] == laboratory.commands[0]
    path = laboratory.directory() / "trial.json"
    assert laboratory.directory().name.startswith("000007-")
    assert json.loads(path.read_text("utf-8")) == json.loads(json.dumps(document))


def test_failed_trials_have_a_reason(laboratory: Laboratory, trial: Trial) -> None:
    laboratory.finished = replace(GOOD, exit_status=5)
    document = laboratory.run(trial)
    assert document["status"] == "failed"
    assert document["reason"] == "exit status 5: the last line"
    assert document["exit_status"] == 5


def test_trials_ended_by_the_time_limit_are_timeouts(laboratory: Laboratory, trial: Trial) -> None:
    laboratory.finished = replace(GOOD, exit_status=None, signal=15, stopped="time limit of 9 s")
    document = laboratory.run(trial)
    assert (document["status"], document["reason"]) == ("timeout", "time limit of 9 s")


def test_trials_that_cannot_be_prepared_have_failed(
    laboratory: Laboratory, trial: Trial, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> None:
        raise KpathError("no such program")

    monkeypatch.setattr(module, "program_command", refuse)
    document = laboratory.run(trial)
    assert document["reason"] == "cannot be prepared: no such program"
    assert laboratory.commands == []


def test_a_profiler_s_output_is_measured_and_removed(laboratory: Laboratory, trial: Trial) -> None:
    laboratory.leaves = {"recording.jfr": "x" * 100, "inline/tables": "x" * 50}
    document = laboratory.run(trial)
    assert document["left_bytes"] == 150
    left = {it.name for it in laboratory.directory().rglob("*") if it.is_file()}
    assert left == {module.LOG_FILE, "trial.json"}


def test_environment_variables_that_may_affect_a_trial_are_recorded() -> None:
    chosen = chosen_variables({"JAVA_TOOL_OPTIONS": "-Xint", "HOME": "/somewhere"})
    assert chosen == {"JAVA_TOOL_OPTIONS": "-Xint"}


def test_a_jvm_that_does_not_start_has_no_flags(tmp_path: Path) -> None:
    assert jvm_flags(tmp_path / "none", ("-Xmx1g",)) == ""


def test_a_benchmark_without_a_program_is_refused(trial: Trial) -> None:
    benchmark = replace(trial.configuration.benchmark, workload=None, program=None)
    with pytest.raises(KpathError, match="has neither a workload nor a command"):
        module._base_command(benchmark, None, None)
