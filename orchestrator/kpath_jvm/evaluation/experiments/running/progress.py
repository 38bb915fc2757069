"""The progress of a plan: which trials and recorded runs are done, left, or given up.

``ExperimentProgress`` isn't thread-safe. The runner guards it with a lock.
"""

from collections.abc import Iterable
from typing import Any

from kpath_jvm.evaluation.experiments.planning.estimates import Estimates
from kpath_jvm.evaluation.experiments.planning.plan import Configuration, Plan, Trial
from kpath_jvm.evaluation.experiments.running import summary
from kpath_jvm.evaluation.experiments.running.carried import OF_RECORDED, OF_TRIALS, Carried
from kpath_jvm.evaluation.experiments.running.ratios import configuration_key, unsettled
from kpath_jvm.evaluation.experiments.running.standing import Standing
from kpath_jvm.evaluation.experiments.trials.directory import ResultsDirectory
from kpath_jvm.evaluation.experiments.trials.recorded_run import RecordedRun
from kpath_jvm.evaluation.experiments.trials.trial import Circumstances

#: A configuration is given up after two failures, or after one if it has never succeeded.
_MOST_FAILURES = 2


class ExperimentProgress:
    """Knows what is in all trial.json and structure.json files of a results directory.

    The tables also keep the rows of trials and recorded runs that have no such file; see
    ``Carried``.
    """

    def __init__(
        self, plan: Plan, results: ResultsDirectory, around: Circumstances, retry_failed: bool
    ) -> None:
        self._plan = plan
        self._results = results
        self._around = around
        self._retry_failed = retry_failed
        self._standing = Standing(plan)
        self._trials: list[dict[str, Any]] = results.completed_trials()
        self._recorded = {it["identity"]: it for it in results.completed_structures()}
        self._carried = Carried(results.root)
        self._made_now: set[int] = set()
        numbers = (int(it["trial"]) for it in self._trials)
        self._number = max([self._carried.last_trial, *numbers])
        self._order = sum(self._is_ours(it) for it in self._trials)
        self.estimates = Estimates(self._trials, self._recorded.values())

    def next_number(self) -> tuple[int, int]:
        """Returns the number of the next trial, and its position among this round's trials."""
        self._number += 1
        self._order += 1
        return self._number, self._order

    def add_trial(self, document: dict[str, Any]) -> None:
        """Takes a new trial into account."""
        self._trials.append(document)
        self._made_now.add(document["trial"])
        self.estimates.learn(document)

    def add_recorded(self, document: dict[str, Any]) -> None:
        """Takes a new recorded run into account."""
        self._recorded[document["identity"]] = document
        self.estimates.learn_recorded(document)

    def is_open(self, recording: RecordedRun) -> bool:
        """Returns whether a recorded run still has to be made."""
        known = self._recorded.get(recording.identity())
        return known is None or (known["status"] != "ok" and self._retry_failed)

    def is_done(self, trial: Trial) -> bool:
        """Returns whether a trial needn't be run."""
        identity = trial.identity(self._around.fingerprint)
        known = [it for it in self._trials if it["identity"] == identity]
        if not known:
            return False
        return known[-1]["status"] == "ok" or not self._retry_failed

    def has_succeeded(self, configuration: Configuration) -> bool:
        """Returns whether any trial of the configuration succeeded in this round."""
        return any(
            it["status"] == "ok" and it["configuration_digest"] == configuration.digest
            for it in self._trials
            if self._is_ours(it)
        )

    def given_up(self, configuration: Configuration) -> str | None:
        """Returns why no more trials of a configuration are made, or None.

        If failed trials are retried, only failures in this run count.
        """
        own = [
            it
            for it in self._trials
            if self._is_ours(it)
            and it["configuration_digest"] == configuration.digest
            and (not self._retry_failed or it["status"] == "ok" or it["trial"] in self._made_now)
        ]
        failed = [it for it in own if it["status"] != "ok"]
        if not failed or (len(failed) < len(own) and len(failed) < _MOST_FAILURES):
            return None
        return f"trial {failed[-1]['trial']} failed ({failed[-1]['reason']})"

    def unsettled(self, half_width: float) -> list[Configuration]:
        """Returns the configurations with a ratio whose interval is too wide, and their baselines.

        An interval is too wide if its relative half-width exceeds ``half_width``. Configurations
        that were given up are left out.
        """
        rows = [summary.trial_row(it) for it in self._standing_trials() if self._is_ours(it)]
        wide = unsettled(rows, half_width)
        return [
            it
            for it in self._plan.configurations
            if _configuration_key(it) in wide.get(_benchmark_key(it), ())
            and self.given_up(it) is None
        ]

    def failed_trials(self) -> list[str]:
        """Returns a line for each failed trial of a planned configuration in this round.

        A failed trial has a line even if a retry succeeded.
        """
        chosen = {it.digest for it in self._plan.configurations}
        lines = []
        for document in self._trials:
            planned = document["configuration_digest"] in chosen
            if document["status"] != "ok" and planned and self._is_ours(document):
                label = _configuration_label(document["configuration"])
                lines.append(f"trial {document['trial']}, {label}: {document['reason']}")
        return lines

    def failed_recordings(self, recordings: Iterable[RecordedRun]) -> list[str]:
        """Returns a line for each recorded run that has failed."""
        found = ((it, self._recorded.get(it.identity())) for it in recordings)
        return [
            f"{it.label}: {known['reason']}"
            for it, known in found
            if known is not None and known["status"] != "ok"
        ]

    def set_aside(self) -> list[str]:
        """Returns a line for each benchmark with trials of this round that aren't in the tables."""
        return self._standing.set_aside(it for it in self._trials if self._is_ours(it))

    def write_trials(self, recordings: Iterable[RecordedRun]) -> None:
        """Writes all tables except ratios.csv, which takes longer."""
        of_trials = {it: self._carried_of(it) for it in OF_TRIALS}
        summary.write_trials(self._results, self._standing_trials(), of_trials)
        known = [it["configuration"] for it in self._recorded.values() if it["status"] == "ok"]
        of_recorded = {it: self._carried.of_recorded(it, known) for it in OF_RECORDED}
        recorded = self._standing.records(self._recorded.values(), recordings)
        summary.write_structure(self._results, recorded, of_recorded)

    def write_tables(self, recordings: Iterable[RecordedRun]) -> None:
        """Writes all tables."""
        self.write_trials(recordings)
        own = map(summary.trial_row, self._standing_trials())
        summary.write_ratios(self._results, [*self._carried_of("trials"), *own])

    def _carried_of(self, table: str) -> list[dict[str, Any]]:
        return self._carried.of_trials(table, (int(it["trial"]) for it in self._trials))

    def _standing_trials(self) -> list[dict[str, Any]]:
        """Returns all trials, except trials of this round that don't agree with the plan."""
        return [it for it in self._trials if not self._is_ours(it) or self._standing.has(it)]

    def _is_ours(self, trial: dict[str, Any]) -> bool:
        """Returns whether a trial belongs to this round.

        The tables also show trials of other rounds, but don't pool them with those of this round.
        """
        return bool(trial["round"] == self._around.round)


def _configuration_key(configuration: Configuration) -> tuple[Any, ...]:
    return configuration_key(summary.configuration_cells(configuration.settings()))


def _benchmark_key(configuration: Configuration) -> tuple[str, ...]:
    it = configuration.benchmark
    return it.suite, it.name, it.kind, it.size, it.jvm


def _configuration_label(settings: dict[str, Any]) -> str:
    parts = [settings["suite"], settings["benchmark"], settings["size"], f"JDK {settings['jvm']}"]
    k = settings["k"] and f"k={settings['k']}"
    scope = settings.get("scope") and f"scope {settings['scope']}"
    parts += [settings["profiler"], k, settings["cut"], scope]
    return " ".join(part for part in parts if part)
