"""Decides which earlier trials and recorded runs still count in addition to those of the plan."""

from collections.abc import Iterable, Mapping
from typing import Any

from kpath_jvm.evaluation.experiments.planning.plan import Plan
from kpath_jvm.evaluation.experiments.trials.recorded_run import RecordedRun
from kpath_jvm.evaluation.results.schema import BENCHMARK, CONFIGURATION
from kpath_jvm.reports.output import counted

_RECORDED = (*BENCHMARK, "cut")
#: The settings of a benchmark that are the same under every profiler. If one of them changes, the
#: benchmark does different work.
_COMMON = ("content", "jvm_vendor", "warmups", "iterations", "jvm_options")
Document = Mapping[str, Any]


class Standing:
    """Decides which trials may be in the tables together with those that a plan asks for.

    A benchmark keeps its name in the tables when its kit, jars, iterations or options change.
    Trials from before such a change aren't compared with trials that are made now. All other trials
    count, even if their benchmark or configuration isn't in the plan.
    """

    def __init__(self, plan: Plan) -> None:
        self._common: dict[tuple[Any, ...], tuple[Any, ...]] = {}
        self._digests: dict[tuple[Any, ...], str] = {}
        for configuration in plan.configurations:
            settings = configuration.flattened()
            self._common[_picked(settings, BENCHMARK)] = _picked(settings, _COMMON)
            self._digests[_picked(settings, (*BENCHMARK, *CONFIGURATION))] = configuration.digest
        benchmarks = (*(it.benchmark for it in plan.configurations), *plan.structures)
        flattened = [benchmark.flattened() for benchmark in dict.fromkeys(benchmarks)]
        self._contents = {_picked(one, BENCHMARK): one["content"] for one in flattened}

    def has(self, trial: Document) -> bool:
        """Returns whether a trial still counts.

        It doesn't count if its benchmark has changed since the trial, or if a planned configuration
        looks the same in the tables but has another digest.
        """
        settings = trial["configuration"]
        common = self._common.get(_picked(settings, BENCHMARK))
        if common is not None and common != _picked(settings, _COMMON):
            return False
        digest = self._digests.get(_picked(settings, (*BENCHMARK, *CONFIGURATION)))
        return digest in (None, trial["configuration_digest"])

    def set_aside(self, trials: Iterable[Document]) -> list[str]:
        """Returns a line for each benchmark with trials that are set aside."""
        counts: dict[str, int] = {}
        for trial in trials:
            if not self.has(trial):
                label = " ".join(str(trial["configuration"][name]) for name in BENCHMARK[:2])
                counts[label] = counts.get(label, 0) + 1
        return [
            f"{label}: {counted(count, 'trial')} whose kit, program or configuration has changed "
            "since"
            for label, count in counts.items()
        ]

    def records(
        self, recorded: Iterable[Document], recordings: Iterable[RecordedRun]
    ) -> list[Document]:
        """Returns the recorded runs that ``recordings`` ask for, then others that still count.

        The others have another benchmark or cut, and their benchmark's content hasn't changed.
        """
        asked = {recording.identity(): _subject(recording) for recording in recordings}
        subjects = set(asked.values())
        documents = list(recorded)
        first = [it for it in documents if it["identity"] in asked]
        others = [it for it in documents if _picked(it["configuration"], _RECORDED) not in subjects]
        return first + [it for it in others if self._has_content(it["configuration"])]

    def _has_content(self, settings: Document) -> bool:
        return self._contents.get(_picked(settings, BENCHMARK)) in (None, settings["content"])


def _subject(recording: RecordedRun) -> tuple[Any, ...]:
    return _picked({**recording.benchmark.flattened(), "cut": recording.structure.cut}, _RECORDED)


def _picked(settings: Document, names: Iterable[str]) -> tuple[Any, ...]:
    values = (settings.get(name) for name in names)
    return tuple(tuple(value) if isinstance(value, list) else value for value in values)
