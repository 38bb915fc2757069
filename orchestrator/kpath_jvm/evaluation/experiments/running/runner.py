"""Runs what is left of a plan: recorded runs, trials, and more trials if the variance is high."""

import threading
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.estimates import together
from kpath_jvm.evaluation.experiments.planning.plan import Plan, Trial, groups
from kpath_jvm.evaluation.experiments.running.display import Display
from kpath_jvm.evaluation.experiments.running.progress import ExperimentProgress
from kpath_jvm.evaluation.experiments.trials.directory import ResultsDirectory
from kpath_jvm.evaluation.experiments.trials.lanes import Lane, run_in_lanes
from kpath_jvm.evaluation.experiments.trials.processes import Stop
from kpath_jvm.evaluation.experiments.trials.recorded_run import RecordedRun, record_structure
from kpath_jvm.evaluation.experiments.trials.trial import (
    Circumstances,
    prepared_workload,
    run_trial,
)

_BETWEEN_TABLES_SECONDS = 30.0
#: The share of the budget that recorded runs may take if there are also trials to run.
_STRUCTURE_SHARE = 0.5
#: The unit of work of a lane: a recorded run, or a benchmark's trials of one repetition.
Task = RecordedRun | tuple[Trial, ...]


@dataclass
class RunOutcome:
    """The result of a run: what ran, what failed, and what wasn't run, with the reasons."""

    ran: int = 0
    missing: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    #: The lines of ``failures`` about recorded runs. These runs have no rows in structure.csv.
    failed_recordings: list[str] = field(default_factory=list)
    #: Lines about trials that aren't in the tables, because their kit, program or configuration has
    #: changed since they ran.
    set_aside: list[str] = field(default_factory=list)
    out_of_budget: bool = False


class Runner:
    """One run of an experiment; the caller must have locked the results directory.

    The lock ``_changed`` guards what the lanes share. No lane holds it while a trial runs.
    """

    def __init__(
        self,
        plan: Plan,
        results: ResultsDirectory,
        circumstances: Circumstances,
        display: Display,
        lanes: Sequence[Lane],
        *,
        retry_failed: bool = False,
        budget_seconds: float | None = None,
    ) -> None:
        self._plan = plan
        self._results = results
        self._around = circumstances
        self._display = display
        self._lanes = lanes
        self._started = time.monotonic()
        self._budget_seconds = budget_seconds
        self._progress = ExperimentProgress(plan, results, circumstances, retry_failed)
        self._changed = threading.Condition()
        self._stop = Stop()
        #: The remaining trials and recorded runs, by object id, because hashing a trial is slow.
        self._left: dict[int, Trial | RecordedRun] = {}
        self._running: set[str] = set()
        self._put_aside: list[tuple[Trial, ...]] = []
        self._written = 0.0
        self.outcome = RunOutcome(missing=list(plan.excluded))

    def run(self) -> RunOutcome:
        """Runs everything that is left, and writes the tables, even after an interrupt."""
        trials = self._plan.trials()
        recordings = self._recordings()
        open_recordings = [it for it in recordings if self._progress.is_open(it)]
        left = [trial for trial in trials if not self._progress.is_done(trial)]
        total = len(trials) + len(recordings)
        self._display.plan(total, total - len(left) - len(open_recordings))
        try:
            self._prepare(open_recordings, left)
            self._do([*open_recordings, *groups(left)])
            self._add_trials()
        finally:
            self._stop.close()
            self.outcome.failed_recordings = self._progress.failed_recordings(recordings)
            self.outcome.failures = self._progress.failed_trials() + self.outcome.failed_recordings
            self.outcome.set_aside = self._progress.set_aside()
            self._progress.write_tables(recordings)
        return self.outcome

    def _recordings(self) -> list[RecordedRun]:
        structure = self._plan.experiment.structure
        if structure is None:
            return []
        version = str(self._around.machine["kpath_version"])
        return [RecordedRun(benchmark, structure, version) for benchmark in self._plan.structures]

    def _prepare(self, recordings: Iterable[RecordedRun], trials: Iterable[Trial]) -> None:
        """Fetches and compiles what trials need; doing so later would disturb other trials."""
        wanted = [
            (it.benchmark, it.structure.warmups, it.structure.iterations) for it in recordings
        ]
        for trial in trials:
            it = trial.configuration
            wanted.append((it.benchmark, it.warmups, it.iterations))
        for arguments in dict.fromkeys(wanted):
            # If a workload can't be prepared, its trial reports that later.
            with suppress(KpathError):
                prepared_workload(*arguments)

    def _do(self, tasks: Sequence[Task]) -> None:
        """Does all tasks in the lanes.

        If a benchmark's trials of one repetition don't all fit into the remaining time, they are
        put aside. When all other tasks are done, each of these trials is run if it still fits.
        """
        self._left = {}
        for task in tasks:
            if isinstance(task, RecordedRun):
                self._left[id(task)] = task
            else:
                self._left |= {id(trial): trial for trial in task}
        run_in_lanes(self._lanes, tasks, _subject, self._work, self._stop)
        aside, self._put_aside = self._put_aside, []
        run_in_lanes(self._lanes, aside, _subject, self._try_all, self._stop)

    def _work(self, task: Task, lane: Lane) -> None:
        if isinstance(task, RecordedRun):
            self._record(task, lane)
            return
        with self._changed:
            expected = sum(
                self._expected(it)
                for it in task
                if self._progress.given_up(it.configuration) is None
            )
            if not self._fits(expected):
                # An incomplete repetition is worth less, so repetitions that can be completed come
                # first.
                self._put_aside.append(task)
                return
        self._try_all(task, lane)

    def _try_all(self, trials: Sequence[Trial], lane: Lane) -> None:
        for trial in trials:
            if self._stop.is_set():
                return
            self._try(trial, lane)

    def _record(self, recording: RecordedRun, lane: Lane) -> None:
        experiment = self._plan.experiment
        with self._changed:
            share = _STRUCTURE_SHARE if self._plan.configurations else 1.0
            if self._must_stop(recording, recording.label, share):
                return
            self._display.begin(lane.number, recording.label, self._left_seconds())
        started = time.monotonic()
        document = record_structure(
            recording, self._results, experiment.limits, experiment.jvm_options, lane, self._stop
        )
        seconds = time.monotonic() - started
        with self._changed:
            self._progress.add_recorded(document)
            self._ended(recording, lane, document, seconds)

    def _try(self, trial: Trial, lane: Lane) -> None:
        configuration, label = trial.configuration, _label(trial)
        with self._changed:
            # Until a configuration has succeeded, its trials run one at a time: after a failure, no
            # more of them are run.
            self._changed.wait_for(
                lambda: (
                    self._stop.is_set()
                    or configuration.digest not in self._running
                    or self._progress.has_succeeded(configuration)
                )
            )
            if self._stop.is_set():
                return
            reason = self._progress.given_up(configuration)
            if reason is not None:
                self.outcome.missing.append(f"{label}: not run after {reason}")
                self._left.pop(id(trial), None)
                return
            if self._must_stop(trial, label):
                return
            self._running.add(configuration.digest)
            self._display.begin(lane.number, label, self._left_seconds())
            number, order = self._progress.next_number()
        document = None
        try:
            document = run_trial(
                trial,
                number,
                order,
                self._results,
                self._around,
                self._plan.experiment.steady,
                lane,
                self._stop,
            )
        finally:
            with self._changed:
                self._running.discard(configuration.digest)
                if document is not None:
                    self._progress.add_trial(document)
                    self._ended(trial, lane, document, document["metrics"].get("wall_seconds", 0.0))
                self._changed.notify_all()

    def _ended(
        self, task: Trial | RecordedRun, lane: Lane, document: dict[str, Any], seconds: float
    ) -> None:
        self._left.pop(id(task), None)
        self.outcome.ran += 1
        ok = document["status"] == "ok"
        outcome = f"{seconds:.2f} s" if ok else f"{document['status']}: {document['reason']}"
        self._display.end(lane.number, outcome, self._left_seconds(), has_failed=not ok)
        if time.monotonic() - self._written > _BETWEEN_TABLES_SECONDS:
            self._progress.write_trials(self._recordings())
            self._written = time.monotonic()

    def _must_stop(self, task: Trial | RecordedRun, label: str, share: float = 1.0) -> bool:
        """Returns whether a run would exceed its share of the budget; lists it as missing if so."""
        if self._fits(self._expected(task), share):
            return False
        self._left.pop(id(task), None)
        self.outcome.out_of_budget = True
        self.outcome.missing.append(f"{label}: no time left")
        return True

    def _fits(self, expected_seconds: float, share: float = 1.0) -> bool:
        if self._budget_seconds is None:
            return True
        end = time.monotonic() + expected_seconds - self._started
        return end <= self._budget_seconds * share

    def _expected(self, task: Trial | RecordedRun) -> float:
        estimates = self._progress.estimates
        if isinstance(task, RecordedRun):
            return estimates.recorded_seconds(task.benchmark.flattened())
        return estimates.seconds(task.configuration)

    def _left_seconds(self) -> float:
        return together(map(self._expected, self._left.values()), len(self._lanes))

    def _add_trials(self) -> None:
        """Runs additional repetitions of configurations whose interval is still too wide."""
        variance = self._plan.experiment.variance
        if variance is None:
            return
        planned = max((it.repetitions for it in self._plan.configurations), default=0)
        for repetition in range(planned + 1, variance.most_repetitions + 1):
            wide = self._progress.unsettled(variance.half_width)
            chosen = [replace(it, repetitions=repetition) for it in wide]
            trials = [
                trial
                for trial in self._plan.round_of(repetition, chosen)
                if not self._progress.is_done(trial)
            ]
            if not wide or self.outcome.out_of_budget:
                return
            if trials:
                self._display.say(
                    f"repetition {repetition} of {len(trials)} configurations: their intervals "
                    f"are wider than ±{variance.half_width:.0%}"
                )
                self._display.plan(self.outcome.ran + len(trials), self.outcome.ran)
            self._do(groups(trials))


def _subject(task: Task) -> str:
    benchmark = task.benchmark if isinstance(task, RecordedRun) else task[0].configuration.benchmark
    return benchmark.label


def _label(trial: Trial) -> str:
    return f"{trial.configuration.label}, repetition {trial.repetition}"
