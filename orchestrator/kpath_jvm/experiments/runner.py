"""Runs what a plan has left: recorded runs, trials, more trials where variance asks for them."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kpath_jvm.experiments import summary
from kpath_jvm.experiments.directory import ResultsDirectory
from kpath_jvm.experiments.display import Display
from kpath_jvm.experiments.estimates import Estimates
from kpath_jvm.experiments.plan import Configuration, Plan, Trial
from kpath_jvm.experiments.ratios import unsettled
from kpath_jvm.experiments.structure import Recording, record_structure
from kpath_jvm.experiments.trial import Circumstances, run_trial

_BETWEEN_TABLES_SECONDS = 30.0
#: Of the budget that recorded runs may take where there are trials, too.
_STRUCTURE_SHARE = 0.5
#: A configuration that never succeeded is given up on after one failure, another after two.
_MOST_FAILURES = 2


@dataclass
class Outcome:
    """What a run has done: what is missing in the end (with the reason), and what failed."""

    ran: int = 0
    missing: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    out_of_budget: bool = False


class Runner:
    """One run of an experiment; the results directory is locked by the caller."""

    def __init__(
        self,
        plan: Plan,
        results: ResultsDirectory,
        circumstances: Circumstances,
        display: Display,
        *,
        retry_failed: bool = False,
        budget_seconds: float | None = None,
    ) -> None:
        self._plan = plan
        self._results = results
        self._around = circumstances
        self._display = display
        self._retry_failed = retry_failed
        self._started = time.monotonic()
        self._budget_seconds = budget_seconds
        self._trials: list[dict[str, Any]] = results.completed_trials()
        self._recorded = {it["identity"]: it for it in results.completed_structures()}
        self._estimates = Estimates(self._trials)
        self._tried_now: set[str] = set()
        self._written = 0.0
        self.outcome = Outcome(missing=list(plan.excluded))

    def run(self) -> Outcome:
        """Runs all that is left; tables are written whatever happens, also on an interrupt."""
        trials = self._plan.trials()
        recordings = self._recordings()
        open_recordings = [it for it in recordings if self._is_open(it)]
        left = [trial for trial in trials if not self._is_done(trial)]
        total = len(trials) + len(recordings)
        self._display.plan(total, total - len(left) - len(open_recordings))
        try:
            for recording in open_recordings:
                self._record(recording, self._expected(left))
            for position, trial in enumerate(left):
                self._try(trial, left[position:])
            self._add_trials()
        finally:
            self._note_failures(recordings)
            self.write_tables()
        return self.outcome

    def write_tables(self) -> None:
        """Writes all tables of what there is."""
        summary.write_trials(self._results, self._trials)
        summary.write_structure(self._results, self._recorded_now())
        summary.write_ratios(self._results, self._trials, self._around.round)
        self._written = time.monotonic()

    def _recorded_now(self) -> list[dict[str, Any]]:
        wanted = {recording.identity() for recording in self._recordings()}
        # Recorded runs of an earlier selection are still what they say.
        known = [it for it in self._recorded.values() if it["identity"] in wanted]
        others = [it for it in self._recorded.values() if it["identity"] not in wanted]
        return known + others

    def _recordings(self) -> list[Recording]:
        structure = self._plan.experiment.structure
        if structure is None:
            return []
        version = str(self._around.machine["kpath_version"])
        return [Recording(benchmark, structure, version) for benchmark in self._plan.structures]

    def _is_open(self, recording: Recording) -> bool:
        known = self._recorded.get(recording.identity())
        return known is None or (known["status"] != "ok" and self._retry_failed)

    def _record(self, recording: Recording, left_seconds: float) -> None:
        expected = self._estimates.recorded_seconds(recording.benchmark.flattened())
        share = _STRUCTURE_SHARE if self._plan.configurations else 1.0
        if self._must_stop(recording.label, expected, share):
            return
        self._display.begin(recording.label, left_seconds + expected)
        experiment = self._plan.experiment
        started = time.monotonic()
        document = record_structure(
            recording, self._results, experiment.limits, experiment.jvm_options
        )
        self._recorded[document["identity"]] = document
        self.outcome.ran += 1
        seconds = time.monotonic() - started
        self._display.end(f"{seconds:.2f} s" if document["status"] == "ok" else _failed(document))

    def _try(self, trial: Trial, left: Sequence[Trial]) -> None:
        """Runs a trial unless its configuration is hopeless or time is up."""
        configuration = trial.configuration
        reason = self._given_up(configuration)
        if reason is not None:
            self.outcome.missing.append(f"{_label(trial)}: not run after {reason}")
            return
        if self._must_stop(_label(trial), self._estimates.seconds(configuration)):
            return
        self._display.begin(_label(trial), self._expected(left))
        number = max((int(it["trial"]) for it in self._trials), default=0) + 1
        of_round = [it for it in self._trials if self._is_ours(it)]
        document = run_trial(
            trial,
            number,
            len(of_round) + 1,
            self._results,
            self._around,
            self._plan.experiment.steady,
        )
        self._trials.append(document)
        self._tried_now.add(document["identity"])
        self._estimates.learn(document)
        self.outcome.ran += 1
        ok = document["status"] == "ok"
        seconds = document["metrics"].get("wall_seconds", 0.0)
        self._display.end(f"{seconds:.2f} s" if ok else _failed(document))
        if time.monotonic() - self._written > _BETWEEN_TABLES_SECONDS:
            summary.write_trials(self._results, self._trials)
            summary.write_structure(self._results, self._recorded_now())
            self._written = time.monotonic()

    def _must_stop(self, label: str, expected_seconds: float, share: float = 1.0) -> bool:
        """Whether a run would end after its share of the budget; then it's noted as missing."""
        if self._budget_seconds is None:
            return False
        end = time.monotonic() + expected_seconds - self._started
        if end <= self._budget_seconds * share:
            return False
        self.outcome.out_of_budget = True
        self.outcome.missing.append(f"{label}: no time left")
        return True

    def _is_done(self, trial: Trial) -> bool:
        identity = trial.identity(self._around.fingerprint)
        known = [it for it in self._trials if it["identity"] == identity]
        if not known:
            return False
        return known[-1]["status"] == "ok" or not self._retry_failed

    def _given_up(self, configuration: Configuration) -> str | None:
        """Why no more trials of a configuration are made, if so; a retry starts anew."""
        own = [
            it
            for it in self._trials
            if self._is_ours(it)
            and it["configuration_digest"] == configuration.digest
            and (
                not self._retry_failed or it["status"] == "ok" or it["identity"] in self._tried_now
            )
        ]
        failed = [it for it in own if it["status"] != "ok"]
        if not failed or (len(failed) < len(own) and len(failed) < _MOST_FAILURES):
            return None
        return f"trial {failed[-1]['trial']} failed ({failed[-1]['reason']})"

    def _add_trials(self) -> None:
        """Repetitions beyond the planned ones, of what has too wide an interval still."""
        variance = self._plan.experiment.variance
        if variance is None:
            return
        planned = max((it.repetitions for it in self._plan.configurations), default=0)
        for repetition in range(planned + 1, variance.most_repetitions + 1):
            wide = self._unsettled(variance.half_width)
            chosen = [replace(it, repetitions=repetition) for it in wide]
            trials = [
                trial
                for trial in self._plan.round_of(repetition, chosen)
                if not self._is_done(trial)
            ]
            if not wide or self.outcome.out_of_budget:
                return
            if trials:
                self._display.say(
                    f"repetition {repetition} of {len(trials)} configurations: their intervals "
                    f"are wider than ±{variance.half_width:.0%}"
                )
                self._display.plan(self.outcome.ran + len(trials), self.outcome.ran)
            for position, trial in enumerate(trials):
                self._try(trial, trials[position:])

    def _unsettled(self, half_width: float) -> list[Configuration]:
        rows = [summary.trial_row(it) for it in self._trials if self._is_ours(it)]
        wide = unsettled(rows, half_width)
        return [
            it
            for it in self._plan.configurations
            if (it.profiler, it.k, it.cut) in wide.get(_key(it), ()) and self._given_up(it) is None
        ]

    def _is_ours(self, trial: dict[str, Any]) -> bool:
        """Whether it's of this round: others' are shown, and pooled with nothing."""
        return bool(trial["round"] == self._around.round)

    def _expected(self, trials: Iterable[Trial]) -> float:
        return sum(self._estimates.seconds(trial.configuration) for trial in trials)

    def _note_failures(self, recordings: Sequence[Recording]) -> None:
        chosen = {it.digest for it in self._plan.configurations}
        for document in self._trials:
            planned = document["configuration_digest"] in chosen
            if document["status"] != "ok" and planned and self._is_ours(document):
                label = _configuration_label(document["configuration"])
                self.outcome.failures.append(
                    f"trial {document['trial']}, {label}: {document['reason']}"
                )
        for recording in recordings:
            known = self._recorded.get(recording.identity())
            if known is not None and known["status"] != "ok":
                self.outcome.failures.append(f"{recording.label}: {known['reason']}")


def _key(configuration: Configuration) -> tuple[str, ...]:
    it = configuration.benchmark
    return it.suite, it.name, it.kind, it.size, it.jvm


def _label(trial: Trial) -> str:
    return f"{trial.configuration.label}, repetition {trial.repetition}"


def _configuration_label(told: dict[str, Any]) -> str:
    parts = [told["suite"], told["benchmark"], told["size"], f"JDK {told['jvm']}"]
    parts += [told["profiler"], f"k={told['k']}" if told["k"] else None, told["cut"]]
    return " ".join(part for part in parts if part)


def _failed(document: dict[str, Any]) -> str:
    return f"{document['status']}: {document['reason']}"
