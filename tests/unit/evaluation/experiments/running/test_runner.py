"""Tests which trials and recorded runs are made, in which order, and which ones are missing."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.planning.configuration import Variance
from kpath_jvm.evaluation.experiments.planning.plan import Plan, Trial
from kpath_jvm.evaluation.experiments.running import runner as module
from kpath_jvm.evaluation.experiments.running.display import Display
from kpath_jvm.evaluation.experiments.running.progress import ExperimentProgress
from kpath_jvm.evaluation.experiments.running.runner import Runner, RunOutcome
from kpath_jvm.evaluation.experiments.trials.directory import ResultsDirectory
from kpath_jvm.evaluation.experiments.trials.lanes import Lane
from kpath_jvm.evaluation.experiments.trials.recorded_run import RecordedRun
from kpath_jvm.evaluation.experiments.trials.trial import Circumstances
from kpath_jvm.evaluation.results.tables import table_path

from .conftest import FINGERPRINT, made

AROUND = Circumstances(1, FINGERPRINT, {"kpath_version": "1"}, None, has_counters=False)


class Laboratory:
    """Makes trials and recorded runs without a process, and remembers their order."""

    def __init__(self, directory: Path) -> None:
        self.results = ResultsDirectory(directory)
        self.made: list[str] = []
        self.outcome_of: Callable[[Trial], dict[str, Any]] = lambda _: {}

    def trial(self, trial: Trial, number: int, *_: object) -> dict[str, Any]:
        self.made.append(f"{name(trial)} {trial.repetition}")
        document = made(trial, number, **self.outcome_of(trial))
        path = self.results.trials / str(number) / "trial.json"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(document), "utf-8")
        return document

    def recording(self, recording: RecordedRun, *_: object) -> dict[str, Any]:
        self.made.append(recording.benchmark.name)
        return {
            "identity": recording.identity(),
            "configuration": {**recording.benchmark.flattened(), "cut": recording.structure.cut},
            "status": "failed",
            "reason": "no stream",
            "steps": {},
        }

    def run(self, plan: Plan, lanes: int = 1, **options: Any) -> RunOutcome:
        with Display() as display:
            chosen = [Lane(number, None) for number in range(1, lanes + 1)]
            return Runner(plan, self.results, AROUND, display, chosen, **options).run()


def name(trial: Trial) -> str:
    return f"{trial.configuration.benchmark.name} {trial.configuration.profiler}"


@pytest.fixture
def laboratory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Laboratory:
    made_here = Laboratory(tmp_path / "results")
    made_here.results.root.mkdir()
    monkeypatch.setattr(module, "run_trial", made_here.trial)
    monkeypatch.setattr(module, "record_structure", made_here.recording)
    monkeypatch.setattr(module, "prepared_workload", lambda *_: None)
    return made_here


def test_recorded_runs_precede_trials_and_each_trial_is_made_once(
    plan: Plan, laboratory: Laboratory
) -> None:
    outcome = laboratory.run(plan)
    assert sorted(laboratory.made[:2]) == ["one", "two"]
    assert laboratory.made[2:] == [f"{name(it)} {it.repetition}" for it in plan.trials()]
    assert (outcome.ran, outcome.missing, outcome.out_of_budget) == (10, [], False)


def test_failed_recorded_runs_are_among_the_failures(plan: Plan, laboratory: Laboratory) -> None:
    outcome = laboratory.run(plan)
    assert len(outcome.failed_recordings) == 2
    assert outcome.failures == outcome.failed_recordings
    assert outcome.failures[0].endswith("structure: no stream")


def test_finished_runs_are_not_repeated(plan: Plan, laboratory: Laboratory) -> None:
    laboratory.run(plan)
    laboratory.made.clear()
    outcome = laboratory.run(replace(plan, structures=()))
    assert (laboratory.made, outcome.ran) == ([], 0)


def test_failed_trials_are_repeated_on_request(plan: Plan, laboratory: Laboratory) -> None:
    plan = replace(plan, structures=())
    laboratory.outcome_of = lambda it: (
        {"status": "failed", "reason": "why"} if name(it) == "one native" else {}
    )
    laboratory.run(plan)
    laboratory.made.clear()
    laboratory.outcome_of = lambda _: {}
    laboratory.run(plan, retry_failed=True)
    assert sorted(laboratory.made) == ["one native 1", "one native 2"]


def test_configurations_that_never_succeed_are_given_up(plan: Plan, laboratory: Laboratory) -> None:
    laboratory.outcome_of = lambda it: (
        {"status": "failed", "reason": "why"} if name(it) == "two k-blpp" else {}
    )
    outcome = laboratory.run(plan)
    assert laboratory.made.count("two k-blpp 1") == 1
    assert "two k-blpp 2" not in laboratory.made
    (missing,) = outcome.missing
    assert "repetition 2: not run after trial " in missing
    assert missing.endswith("failed (why)")


def test_without_time_all_runs_are_missing(plan: Plan, laboratory: Laboratory) -> None:
    outcome = laboratory.run(plan, budget_seconds=0.0)
    assert laboratory.made == []
    assert outcome.out_of_budget
    assert len(outcome.missing) == 10
    assert all(it.endswith(": no time left") for it in outcome.missing)


def test_several_lanes_make_each_trial_once(plan: Plan, laboratory: Laboratory) -> None:
    outcome = laboratory.run(plan, lanes=2)
    assert outcome.ran == 10
    expected = [f"{name(it)} {it.repetition}" for it in plan.trials()]
    assert sorted(it for it in laboratory.made if " " in it) == sorted(expected)


def test_tables_are_written_if_an_error_ends_the_run(plan: Plan, laboratory: Laboratory) -> None:
    def fail(trial: Trial) -> dict[str, Any]:
        if trial.repetition == 2:
            raise RuntimeError("the laboratory burns")
        return {}

    laboratory.outcome_of = fail
    with pytest.raises(RuntimeError, match="burns"):
        laboratory.run(plan)
    lines = table_path(laboratory.results.root, "trials").read_text("utf-8").splitlines()
    assert len(lines) == 1 + 4


def test_wide_intervals_lead_to_more_repetitions(
    plan: Plan, laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = [it for it in plan.configurations if it.benchmark.name == "one"]
    monkeypatch.setattr(ExperimentProgress, "unsettled", lambda *_: wide)
    experiment = replace(plan.experiment, variance=Variance(0.1, 4))
    outcome = laboratory.run(replace(plan, experiment=experiment, structures=()))
    more = [it for it in laboratory.made if it[-1] in "34"]
    assert sorted(more) == [
        f"one {profiler} {number}" for profiler in ("k-blpp", "native") for number in (3, 4)
    ]
    assert outcome.ran == 8 + 4


def test_narrow_intervals_lead_to_no_more_repetitions(
    plan: Plan, laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExperimentProgress, "unsettled", lambda *_: [])
    experiment = replace(plan.experiment, variance=Variance(0.1, 4))
    assert laboratory.run(replace(plan, experiment=experiment, structures=())).ran == 8
