"""Tests which trials and recorded runs stay in the tables, and which are set aside."""

from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.planning.plan import Plan, Trial
from kpath_jvm.evaluation.experiments.running.standing import Standing
from kpath_jvm.evaluation.experiments.trials.recorded_run import RecordedRun

from .conftest import made


def changed(trial: Trial, **values: Any) -> dict[str, Any]:
    """Returns the content of trial.json for a trial with other values in its configuration."""
    configuration = {**trial.configuration.flattened(), **values}
    return made(trial, configuration=configuration, configuration_digest="another")


def test_trials_of_the_plan_stay_in_the_tables(plan: Plan, first: Trial) -> None:
    assert Standing(plan).has(made(first))


@pytest.mark.parametrize(
    "values",
    [
        {"content": "another jar"},
        {"jvm_options": ["-Xmx1g"]},
        {"iterations": 3},
        {"profiler_version": "another"},
    ],
)
def test_trials_of_a_changed_benchmark_or_configuration_are_set_aside(
    plan: Plan, first: Trial, values: dict[str, Any]
) -> None:
    assert not Standing(plan).has(changed(first, **values))


@pytest.mark.parametrize("values", [{"benchmark": "three", "content": "its own"}, {"k": 16}])
def test_trials_outside_the_plan_stay_in_the_tables(
    plan: Plan, first: Trial, values: dict[str, Any]
) -> None:
    assert Standing(plan).has(changed(first, **values))


def test_trials_that_are_set_aside_are_counted_by_benchmark(plan: Plan, first: Trial) -> None:
    old = changed(first, content="another jar")
    assert Standing(plan).set_aside([made(first), old, old]) == [
        "program one: 2 trials whose kit, program or configuration has changed since"
    ]
    assert Standing(plan).set_aside([old]) == [
        "program one: 1 trial whose kit, program or configuration has changed since"
    ]


def recorded(recording: RecordedRun, **changes: Any) -> dict[str, Any]:
    configuration = {**recording.benchmark.flattened(), "cut": recording.structure.cut}
    return {"identity": recording.identity(), "configuration": configuration, **changes}


def test_planned_recorded_runs_replace_those_of_other_versions(plan: Plan) -> None:
    structure = plan.experiment.structure
    assert structure is not None
    asked = RecordedRun(plan.structures[0], structure, "1")
    other = RecordedRun(plan.structures[1], structure, "1")
    now, old = recorded(asked), recorded(asked, identity="of an older version")
    beside = recorded(other)
    assert Standing(plan).records([old, beside, now], [asked]) == [now, beside]


def test_recorded_runs_of_changed_programs_are_set_aside(plan: Plan) -> None:
    structure = plan.experiment.structure
    assert structure is not None
    other = recorded(RecordedRun(plan.structures[1], structure, "1"))
    other["configuration"]["content"] = "another jar"
    assert Standing(plan).records([other], []) == []
