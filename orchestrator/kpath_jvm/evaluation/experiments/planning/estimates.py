"""How long runs will take: by those that were made, of the same or of others, else roughly."""

import statistics
from collections.abc import Iterable, Mapping
from typing import Any

from kpath_jvm.evaluation.experiments.planning.plan import Configuration
from kpath_jvm.evaluation.profilers import NATIVES, PROFILERS

_NATIVE_SECONDS = {"small": 2.0, "default": 8.0, "large": 40.0}
_RECORDED_FACTOR = 8.0


class Estimates:
    """Seconds of trials and recorded runs, from those that are known."""

    def __init__(
        self,
        trials: Iterable[Mapping[str, Any]] = (),
        recorded: Iterable[Mapping[str, Any]] = (),
    ) -> None:
        self._same: dict[str, list[float]] = {}
        self._native: dict[str, list[float]] = {}
        #: Times native of the same benchmark, by profiler, k and cut.
        self._factors: dict[tuple[Any, ...], list[float]] = {}
        self._recorded: dict[str, float] = {}
        self._recorded_of_size: dict[str, list[float]] = {}
        for trial in trials:
            self.learn(trial)
        for document in recorded:
            self.learn_recorded(document)

    def learn(self, trial: Mapping[str, Any]) -> None:
        """Takes a trial.json into account."""
        seconds = trial["metrics"].get("wall_seconds")
        if seconds is None:
            return
        told = trial["configuration"]
        self._same.setdefault(_key(told), []).append(seconds)
        if told["profiler"] in NATIVES:
            self._native.setdefault(_benchmark(told), []).append(seconds)
        elif _benchmark(told) in self._native:
            factor = seconds / self._native_seconds(told)
            self._factors.setdefault(_profiler(told), []).append(factor)

    def learn_recorded(self, document: Mapping[str, Any]) -> None:
        """Takes a structure.json into account."""
        told, seconds = document["configuration"], sum(document["steps"].values())
        self._recorded[_benchmark(told)] = seconds
        self._recorded_of_size.setdefault(told["size"], []).append(seconds)

    def seconds(self, configuration: Configuration) -> float:
        """Of one trial, as a whole process."""
        told = configuration.settings()
        if _key(told) in self._same:
            return statistics.median(self._same[_key(told)])
        native = self._native_seconds(told)
        if _profiler(told) in self._factors:
            return native * statistics.median(self._factors[_profiler(told)])
        profiler = PROFILERS[configuration.profiler]
        return native * profiler.cost + profiler.start_seconds

    def recorded_seconds(self, told: Mapping[str, Any]) -> float:
        """Of a recorded run with its structural metrics, of a flattened benchmark."""
        if _benchmark(told) in self._recorded:
            return self._recorded[_benchmark(told)]
        others = self._recorded_of_size.get(told["size"])
        return (
            statistics.median(others) if others else self._native_seconds(told) * _RECORDED_FACTOR
        )

    def _native_seconds(self, told: Mapping[str, Any]) -> float:
        known = self._native.get(_benchmark(told))
        return statistics.median(known) if known else _NATIVE_SECONDS.get(told["size"], 8.0)


def _key(told: Mapping[str, Any]) -> str:
    parts = (told["profiler"], told["k"], told["cut"], told["warmups"], told["iterations"])
    return f"{_benchmark(told)} {parts}"


def _profiler(told: Mapping[str, Any]) -> tuple[Any, ...]:
    return told["profiler"], told["k"], told["cut"]


def _benchmark(told: Mapping[str, Any]) -> str:
    return f"{told['suite']} {told['benchmark']} {told['size']} {told['jvm']}"


def in_words(seconds: float) -> str:
    """As "40 s", "12 min" or "3 h 20 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{minutes} min"
