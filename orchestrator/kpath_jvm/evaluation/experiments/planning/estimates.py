"""Estimates how long runs will take, from earlier runs if possible, and otherwise roughly."""

import statistics
from collections.abc import Iterable, Mapping
from typing import Any

from kpath_jvm.evaluation.experiments.planning.plan import Configuration
from kpath_jvm.evaluation.profilers import NATIVES, PROFILERS
from kpath_jvm.evaluation.results.settings import chosen

_NATIVE_SECONDS = {"small": 2.0, "default": 8.0, "large": 40.0}
_RECORDED_FACTOR = 8.0


class Estimates:
    """Estimates the seconds that trials and recorded runs take, from earlier ones."""

    def __init__(
        self, trials: Iterable[Mapping[str, Any]] = (), recorded: Iterable[Mapping[str, Any]] = ()
    ) -> None:
        self._same: dict[str, list[float]] = {}
        self._native: dict[str, list[float]] = {}
        #: The seconds of trials, divided by the seconds of native runs of the same benchmark.
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
        settings = trial["configuration"]
        self._same.setdefault(_key(settings), []).append(seconds)
        if settings["profiler"] in NATIVES:
            self._native.setdefault(_benchmark(settings), []).append(seconds)
        elif _benchmark(settings) in self._native:
            factor = seconds / self._native_seconds(settings)
            self._factors.setdefault(_profiler(settings), []).append(factor)

    def learn_recorded(self, document: Mapping[str, Any]) -> None:
        """Takes a structure.json into account."""
        settings, seconds = document["configuration"], sum(document["steps"].values())
        self._recorded[_benchmark(settings)] = seconds
        self._recorded_of_size.setdefault(settings["size"], []).append(seconds)

    def seconds(self, configuration: Configuration) -> float:
        """Returns the estimated seconds of a trial's whole process."""
        settings = configuration.settings()
        if _key(settings) in self._same:
            return statistics.median(self._same[_key(settings)])
        native = self._native_seconds(settings)
        if _profiler(settings) in self._factors:
            return native * statistics.median(self._factors[_profiler(settings)])
        profiler = PROFILERS[configuration.profiler]
        return native * profiler.cost + profiler.start_seconds

    def recorded_seconds(self, settings: Mapping[str, Any]) -> float:
        """Returns the estimated seconds of the recorded run of the benchmark in ``settings``."""
        if _benchmark(settings) in self._recorded:
            return self._recorded[_benchmark(settings)]
        others = self._recorded_of_size.get(settings["size"])
        if others:
            return statistics.median(others)
        return self._native_seconds(settings) * _RECORDED_FACTOR

    def _native_seconds(self, settings: Mapping[str, Any]) -> float:
        known = self._native.get(_benchmark(settings))
        return statistics.median(known) if known else _NATIVE_SECONDS.get(settings["size"], 8.0)


def _key(settings: Mapping[str, Any]) -> str:
    counts = settings["warmups"], settings["iterations"]
    return f"{_benchmark(settings)} {_profiler(settings)} {counts}"


def _profiler(settings: Mapping[str, Any]) -> tuple[Any, ...]:
    own = chosen(settings)
    return settings["profiler"], settings["k"], settings["cut"], settings.get("scope"), own


def _benchmark(settings: Mapping[str, Any]) -> str:
    return f"{settings['suite']} {settings['benchmark']} {settings['size']} {settings['jvm']}"


def together(seconds: Iterable[float], lanes: int) -> float:
    """Returns the least time in seconds that the runs can take, ``lanes`` of them at a time."""
    every = list(seconds)
    return max(sum(every) / lanes, max(every, default=0.0))


def in_words(seconds: float) -> str:
    """Returns a duration such as "40 s", "12 min" or "3 h 20 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{minutes} min"
