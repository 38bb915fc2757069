"""Runs a plan: prepares the results directory and the round, and records how the run ended."""

import json
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

from kpath_jvm import __version__, installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.estimates import Estimates, in_words, together
from kpath_jvm.evaluation.experiments.planning.plan import Plan, kits_of, plan_document
from kpath_jvm.evaluation.experiments.running.display import Display
from kpath_jvm.evaluation.experiments.running.runner import Runner, RunOutcome
from kpath_jvm.evaluation.experiments.trials.directory import (
    EXPERIMENT_FILE,
    MACHINES_FILE,
    ResultsDirectory,
    now,
    read_json,
    write_json,
)
from kpath_jvm.evaluation.experiments.trials.hardware_counters import why_not
from kpath_jvm.evaluation.experiments.trials.lanes import Lane, choose_lanes
from kpath_jvm.evaluation.experiments.trials.lanes import in_words as lanes_in_words
from kpath_jvm.evaluation.experiments.trials.machine import describe_machine, fingerprint, git_state
from kpath_jvm.evaluation.experiments.trials.trial import Circumstances

_ELSEWHERE = "pass another directory by -o"


@dataclass(frozen=True)
class Settings:
    """The options of a run.

    A run continues an earlier run in the same directory, if there is one. ``resume`` says that
    there must be an earlier run. ``budget_seconds`` is the run's time limit (None: no limit).
    """

    retry_failed: bool = False
    budget_seconds: float | None = None
    resume: bool = False


def run_experiment(plan: Plan, root: Path, settings: Settings) -> RunOutcome:
    """Runs what is left of a plan in its results directory.

    Raises KpathError when the directory is in use, holds another experiment, or lacks the earlier
    run that ``resume`` demands. When the user or a signal ends the run, writes the tables and
    raises KeyboardInterrupt.
    """
    if settings.resume and not (root / EXPERIMENT_FILE).exists():
        raise KpathError(
            f"--resume: {root} has no results of an earlier run; correct -o, or leave out --resume "
            "to begin there",
            2,
        )
    results = ResultsDirectory(root)
    lanes, complaint = choose_lanes(plan.experiment.lanes, plan.experiment.pinned)
    with results.locked(), _signals_interrupt():
        seed = _recorded_seed(results, plan)
        results.remove_unfinished()
        no_counters = why_not(results.root)
        circumstances = _circumstances(results, plan, lanes, no_counters is None)
        description = {
            **_description(plan, seed, results, lanes, circumstances.git),
            "no_hardware_counters": no_counters,
        }
        write_json(results.root / EXPERIMENT_FILE, {**description, "state": "running"})
        with Display() as display:
            if complaint is not None:
                display.say(complaint)
            runner = Runner(
                replace(plan, seed=seed),
                results,
                circumstances,
                display,
                lanes,
                retry_failed=settings.retry_failed,
                budget_seconds=settings.budget_seconds,
            )
            state = "interrupted"
            try:
                runner.run()
                missing = len(runner.outcome.missing) > len(plan.excluded)
                state = "incomplete" if missing else "complete"
            finally:
                results.remove_unfinished()
                _conclude(results, description, runner.outcome, state)
    return runner.outcome


def outline(plan: Plan, root: Path | None) -> tuple[list[str], float]:
    """Returns a line per trial and recorded run, in order, and the estimated seconds for all."""
    estimates = Estimates()
    if root is not None and root.is_dir():
        known = ResultsDirectory(root)
        estimates = Estimates(known.completed_trials(), known.completed_structures())
    lines: list[str] = []
    seconds: list[float] = []
    for benchmark in plan.structures:
        expected = estimates.recorded_seconds(benchmark.flattened())
        seconds.append(expected)
        lines.append(f"{benchmark.label}, structure: about {in_words(expected)}")
    for trial in plan.trials():
        expected = estimates.seconds(trial.configuration)
        seconds.append(expected)
        label = f"{trial.configuration.label}, repetition {trial.repetition}"
        lines.append(f"{label}: about {in_words(expected)}")
    lanes, _ = choose_lanes(plan.experiment.lanes, plan.experiment.pinned)
    return lines, together(seconds, len(lanes))


def _conclude(
    results: ResultsDirectory, description: dict[str, Any], outcome: RunOutcome, state: str
) -> None:
    document = {
        **description,
        "state": state,
        "ended": now(),
        "out_of_budget": outcome.out_of_budget,
        "missing": outcome.missing,
        "failures": outcome.failures,
        "failed_recordings": outcome.failed_recordings,
        "set_aside": outcome.set_aside,
    }
    write_json(results.root / EXPERIMENT_FILE, document)


def _recorded_seed(results: ResultsDirectory, plan: Plan) -> int:
    """Returns the seed with which the directory's experiment began, or else the plan's seed.

    Raises KpathError if the directory has another experiment.
    """
    path = results.root / EXPERIMENT_FILE
    if not path.exists():
        return plan.seed
    known = read_json(path, _ELSEWHERE)
    ours = (plan.experiment.name, plan.experiment.mode)
    theirs = (known.get("name"), known.get("mode"))
    if ours != theirs:
        raise KpathError(
            f"{results.root} has the results of experiment {theirs[0]} ({theirs[1]}), "
            f"not of {ours[0]} ({ours[1]}); {_ELSEWHERE}",
            2,
        )
    seed = known.get("seed")
    if not isinstance(seed, int):
        raise KpathError(f"{path} is damaged: its seed is {seed!r}, not an integer; {_ELSEWHERE}")
    return seed


def _circumstances(
    results: ResultsDirectory, plan: Plan, lanes: Sequence[Lane], has_counters: bool
) -> Circumstances:
    """Returns the run's circumstances; if the machine's state is new, a new round begins."""
    benchmarks = [*(it.benchmark for it in plan.configurations), *plan.structures]
    machine = describe_machine(list({it.jdk.home: it.jdk for it in benchmarks}.values()))
    if lanes[0].core is not None:
        # Trials that are pinned to a CPU aren't pooled with trials that have the whole machine.
        machine["pinned_lanes"] = len(lanes)
    mark = fingerprint(machine)
    path = results.root / MACHINES_FILE
    rounds = _rounds(path)
    number = next((int(it["round"]) for it in rounds if it["fingerprint"] == mark), None)
    if number is None:
        number = len(rounds) + 1
        rounds.append({"round": number, "fingerprint": mark, **machine})
        write_json(path, rounds)
    git = git_state(installation.repository())
    return Circumstances(number, mark, machine, git, has_counters)


def _rounds(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    try:
        rounds = json.loads(path.read_text("utf-8"))
        return [{**it, "round": int(it["round"])} for it in rounds]
    except (OSError, ValueError, KeyError, TypeError) as error:
        # Without this file, it isn't known which trials may be pooled.
        raise KpathError(f"cannot read {path}: {error!r}; use another directory") from error


def _description(
    plan: Plan,
    seed: int,
    results: ResultsDirectory,
    lanes: Sequence[Lane],
    git: dict[str, Any] | None,
) -> dict[str, Any]:
    path = results.root / EXPERIMENT_FILE
    started = read_json(path, _ELSEWHERE).get("started") if path.exists() else None
    experiment = plan.experiment
    return {
        "name": experiment.name,
        "mode": experiment.mode,
        "description": experiment.description,
        "seed": seed,
        "started": started or now(),
        "version": __version__,
        "git": git,
        "lanes": [lane.described() for lane in lanes],
        "lanes_in_words": lanes_in_words(lanes),
        "left_out": list(experiment.left_out),
        "kits": kits_of(plan),
        "configuration": experiment.document(),
        "plan": plan_document(plan),
    }


@contextmanager
def _signals_interrupt() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP end the run as Ctrl-C does."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    chosen = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(number, interrupt) for number in chosen]
    try:
        yield
    finally:
        for number, handler in zip(chosen, before, strict=True):
            signal.signal(number, handler)
