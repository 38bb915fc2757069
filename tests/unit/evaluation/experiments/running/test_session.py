"""Tests the results directory of a run: its seed, rounds and state."""

import json
import os
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.plan import Plan
from kpath_jvm.evaluation.experiments.running import session
from kpath_jvm.evaluation.experiments.running.runner import RunOutcome
from kpath_jvm.evaluation.experiments.running.session import Settings, outline, run_experiment


class Machine:
    """A fake machine that makes fake runners and remembers their arguments."""

    def __init__(self) -> None:
        self.description: dict[str, Any] = {
            "cpu": "one", "memory_bytes": 1, "kernel": "", "engine_java": "", "kpath_version": "1",
        }  # fmt: skip
        self.work: Callable[[RunOutcome], None] = lambda _: None
        self.plans: list[Plan] = []
        self.rounds: list[int] = []

    def runner(self, plan: Plan, _results: Any, around: Any, *_: Any, **__: Any) -> Any:
        self.plans.append(plan)
        self.rounds.append(around.round)
        work = self.work

        class Runner:
            outcome = RunOutcome(missing=list(plan.excluded))

            def run(self) -> None:
                work(self.outcome)

        return Runner()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    one = Machine()
    monkeypatch.setattr(session, "Runner", one.runner)
    monkeypatch.setattr(session, "describe_machine", lambda _: dict(one.description))
    monkeypatch.setattr(session, "why_not", lambda _: "no counters here")
    return one


def run(plan: Plan, directory: Path) -> dict[str, Any]:
    """Returns the content of experiment.json after a run."""
    run_experiment(plan, directory, Settings())
    return described(directory)


def described(directory: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((directory / "experiment.json").read_text("utf-8"))
    return document


@pytest.mark.usefixtures("machine")
def test_only_an_existing_run_can_be_resumed(plan: Plan, tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="has no results of an earlier run"):
        run_experiment(plan, tmp_path / "results", Settings(resume=True))
    assert not (tmp_path / "results").exists()
    run(plan, tmp_path / "results")
    run_experiment(plan, tmp_path / "results", Settings(resume=True))
    assert described(tmp_path / "results")["state"] == "complete"


@pytest.mark.usefixtures("machine")
def test_a_finished_run_is_complete(plan: Plan, tmp_path: Path) -> None:
    document = run(plan, tmp_path / "results")
    assert (document["state"], document["missing"]) == ("complete", [])
    assert document["no_hardware_counters"] == "no counters here"


def test_a_run_that_lacks_trials_is_incomplete(
    plan: Plan, machine: Machine, tmp_path: Path
) -> None:
    machine.work = lambda outcome: outcome.missing.append("one: no time left")
    document = run(plan, tmp_path / "results")
    assert (document["state"], document["missing"]) == ("incomplete", ["one: no time left"])


def test_the_state_is_running_during_a_run(plan: Plan, machine: Machine, tmp_path: Path) -> None:
    states = []
    machine.work = lambda _: states.append(described(tmp_path / "results")["state"])
    run(plan, tmp_path / "results")
    assert states == ["running"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_state_is_interrupted_after_a_signal(
    plan: Plan, machine: Machine, tmp_path: Path, number: signal.Signals
) -> None:
    before = signal.getsignal(number)
    machine.work = lambda _: os.kill(os.getpid(), number)
    with pytest.raises(KeyboardInterrupt):
        run(plan, tmp_path / "results")
    assert described(tmp_path / "results")["state"] == "interrupted"
    assert signal.getsignal(number) is before


def test_a_directory_keeps_its_first_seed(plan: Plan, machine: Machine, tmp_path: Path) -> None:
    run(plan, tmp_path / "results")
    document = run(replace(plan, seed=77), tmp_path / "results")
    assert [it.seed for it in machine.plans] == [5, 5]
    assert document["seed"] == 5


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("seed", [None, "five"])
def test_a_directory_without_a_seed_is_damaged(
    plan: Plan, tmp_path: Path, seed: str | None
) -> None:
    run(plan, tmp_path / "results")
    path = tmp_path / "results" / "experiment.json"
    path.write_text(json.dumps({**described(path.parent), "seed": seed}), "utf-8")
    with pytest.raises(KpathError, match=r"experiment\.json is damaged: its seed is .*; pass"):
        run(plan, tmp_path / "results")


@pytest.mark.usefixtures("machine")
def test_a_directory_keeps_its_first_start_time(plan: Plan, tmp_path: Path) -> None:
    run(plan, tmp_path / "results")
    path = tmp_path / "results" / "experiment.json"
    path.write_text(json.dumps({**described(path.parent), "started": "long ago"}), "utf-8")
    assert run(plan, tmp_path / "results")["started"] == "long ago"


def test_another_experiment_s_directory_is_refused(
    plan: Plan, machine: Machine, tmp_path: Path
) -> None:
    run(plan, tmp_path / "results")
    other = replace(plan, experiment=replace(plan.experiment, name="other"))
    with pytest.raises(KpathError, match=r"has the results of experiment mine .*, not of other"):
        run(other, tmp_path / "results")
    assert len(machine.plans) == 1


def test_a_known_machine_continues_its_round(plan: Plan, machine: Machine, tmp_path: Path) -> None:
    for cpu in ("one", "two", "one", "two"):
        machine.description["cpu"] = cpu
        run(plan, tmp_path / "results")
    assert machine.rounds == [1, 2, 1, 2]
    rounds = json.loads((tmp_path / "results" / "machines.json").read_text("utf-8"))
    assert [(it["round"], it["cpu"]) for it in rounds] == [(1, "one"), (2, "two")]


def test_pinned_and_unpinned_runs_belong_to_different_rounds(
    plan: Plan, machine: Machine, tmp_path: Path
) -> None:
    run(plan, tmp_path / "results")
    run(replace(plan, experiment=replace(plan.experiment, pinned=True)), tmp_path / "results")
    assert machine.rounds == [1, 2]


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("text", ["", "[{}]", "[1]"])
def test_unreadable_rounds_are_an_error(plan: Plan, tmp_path: Path, text: str) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "machines.json").write_text(text, "utf-8")
    with pytest.raises(KpathError, match=r"cannot read .*machines.json.*; use another directory"):
        run(plan, tmp_path / "results")


@pytest.mark.usefixtures("machine")
@pytest.mark.parametrize("text", ["", "[1]"])
def test_an_unreadable_experiment_is_an_error(plan: Plan, tmp_path: Path, text: str) -> None:
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "experiment.json").write_text(text, "utf-8")
    with pytest.raises(KpathError, match=r"experiment.json.*; pass another directory by -o$"):
        run(plan, tmp_path / "results")


def test_outlines_list_all_runs_in_order(plan: Plan) -> None:
    lines, seconds = outline(plan, None)
    assert [line.partition(":")[0] for line in lines] == [
        *(f"{it.label}, structure" for it in plan.structures),
        *(f"{it.configuration.label}, repetition {it.repetition}" for it in plan.trials()),
    ]
    assert seconds > 0
