"""Tests which runs are done, which configurations are given up, and messages about failed runs."""

import json
from pathlib import Path

import pytest

from kpath_jvm.evaluation.experiments.planning.plan import Plan, Trial
from kpath_jvm.evaluation.experiments.running.progress import ExperimentProgress
from kpath_jvm.evaluation.experiments.trials.directory import ResultsDirectory
from kpath_jvm.evaluation.experiments.trials.recorded_run import RecordedRun
from kpath_jvm.evaluation.experiments.trials.trial import Circumstances

from .conftest import FINGERPRINT, made

AROUND = Circumstances(1, FINGERPRINT, {}, None, has_counters=False)


def progress_of(plan: Plan, directory: Path, *, retry_failed: bool = False) -> ExperimentProgress:
    return ExperimentProgress(plan, ResultsDirectory(directory), AROUND, retry_failed)


@pytest.fixture
def progress(plan: Plan, tmp_path: Path) -> ExperimentProgress:
    return progress_of(plan, tmp_path)


def test_numbers_continue_within_the_round(progress: ExperimentProgress) -> None:
    assert [progress.next_number(), progress.next_number()] == [(1, 1), (2, 2)]


def test_a_successful_trial_is_done(progress: ExperimentProgress, first: Trial) -> None:
    assert not progress.is_done(first)
    progress.add_trial(made(first))
    assert progress.is_done(first)
    assert progress.has_succeeded(first.configuration)


def test_a_trial_of_another_machine_is_not_done(progress: ExperimentProgress, first: Trial) -> None:
    progress.add_trial(made(first, identity=first.identity("another"), round=2))
    assert not progress.is_done(first)
    assert not progress.has_succeeded(first.configuration)


@pytest.mark.parametrize("retry_failed", [False, True])
def test_a_failed_trial_is_done_unless_it_is_retried(
    plan: Plan, tmp_path: Path, first: Trial, retry_failed: bool
) -> None:
    progress = progress_of(plan, tmp_path, retry_failed=retry_failed)
    progress.add_trial(made(first, status="failed", reason="why"))
    assert progress.is_done(first) is not retry_failed


def test_a_configuration_is_given_up_after_one_failure_without_success(
    progress: ExperimentProgress, first: Trial
) -> None:
    assert progress.given_up(first.configuration) is None
    progress.add_trial(made(first, status="failed", reason="why"))
    assert progress.given_up(first.configuration) == "trial 1 failed (why)"


def test_a_configuration_that_succeeded_is_given_up_after_two_failures(
    progress: ExperimentProgress, first: Trial
) -> None:
    progress.add_trial(made(first))
    progress.add_trial(made(first, 2, status="failed", reason="why"))
    assert progress.given_up(first.configuration) is None
    progress.add_trial(made(first, 3, status="failed", reason="again"))
    assert progress.given_up(first.configuration) == "trial 3 failed (again)"


def test_a_retried_failure_does_not_count_again(plan: Plan, tmp_path: Path, first: Trial) -> None:
    """In an earlier run, trial 1 succeeded and trial 2 failed. This run retries trial 2."""
    failed = {"repetition": 2, "identity": "2", "status": "failed", "reason": "why"}
    results = tmp_path / "trials"
    for number, changes in ((1, {}), (2, failed)):
        (results / str(number)).mkdir(parents=True)
        document = json.dumps(made(first, number, **changes))
        (results / str(number) / "trial.json").write_text(document, "utf-8")
    progress = progress_of(plan, tmp_path, retry_failed=True)
    assert len(progress.failed_trials()) == 1
    progress.add_trial(made(first, 3, **failed))
    assert progress.given_up(first.configuration) is None
    progress.add_trial(made(first, 4, **failed | {"repetition": 3, "identity": "3"}))
    assert progress.given_up(first.configuration) == "trial 4 failed (why)"


def test_a_failed_trial_is_named_with_its_configuration(
    progress: ExperimentProgress, first: Trial
) -> None:
    progress.add_trial(made(first, status="failed", reason="why"))
    jvm = first.configuration.benchmark.jvm
    assert progress.failed_trials() == [
        f"trial 1, program one default JDK {jvm} k-blpp k=2 loop-header: why"
    ]


@pytest.mark.parametrize(("last", "is_wide"), [(2.0, False), (6.0, True)])
def test_configurations_with_varying_ratios_are_unsettled(
    plan: Plan, progress: ExperimentProgress, last: float, is_wide: bool
) -> None:
    for number, trial in enumerate(plan.trials(), 1):
        spreads = trial.configuration.profiler == "k-blpp" and trial.repetition == 2
        seconds = last if spreads and trial.configuration.benchmark.name == "one" else 2.0
        progress.add_trial(made(trial, number, metrics={"timed_wall_seconds": seconds}))
    wide = [(it.benchmark.name, it.profiler) for it in progress.unsettled(0.05)]
    assert sorted(wide) == ([("one", "k-blpp"), ("one", "native")] if is_wide else [])


@pytest.mark.parametrize(
    ("status", "retry_failed", "is_open"),
    [("ok", True, False), ("failed", False, False), ("failed", True, True)],
)
def test_a_recorded_run_is_made_once_unless_a_failure_is_retried(
    plan: Plan, tmp_path: Path, status: str, retry_failed: bool, is_open: bool
) -> None:
    progress = progress_of(plan, tmp_path, retry_failed=retry_failed)
    structure = plan.experiment.structure
    assert structure is not None
    recording = RecordedRun(plan.structures[0], structure, "1")
    assert progress.is_open(recording)
    document = {
        "identity": recording.identity(), "status": status, "reason": "why", "steps": {},
        "configuration": recording.benchmark.flattened(),
    }  # fmt: skip
    progress.add_recorded(document)
    assert progress.is_open(recording) is is_open
    failed = [f"{recording.label}: why"] if status == "failed" else []
    assert progress.failed_recordings([recording]) == failed
