"""The table of ratios, which compares every configuration with its baselines."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kpath_jvm.evaluation.profilers import NATIVES
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.schema import (
    BACK_EDGE,
    BASELINES,
    BENCHMARK,
    CONFIGURATION,
    FORMS,
    METRICS,
)
from kpath_jvm.evaluation.results.statistics import (
    ConfidenceInterval,
    Summary,
    noise_of,
    overhead_noise,
    paired_overheads,
    paired_ratios,
    ratio_noise,
    summarise,
    verdict,
)
from kpath_jvm.profilers import PROFILERS as OWN

NATIVE, AGAIN = NATIVES
_COLUMNS = {
    "timed_wall": "timed_wall_seconds",
    "timed_cpu": "timed_cpu_seconds",
    "whole_wall": "wall_seconds",
    "total_cpu": "total_cpu_seconds",
    "rss": "target_max_rss_bytes",
}
Row = Mapping[str, Any]
Key = tuple[Any, ...]
_OTHERS = (None,) * (len(CONFIGURATION) - 1)
_BARE, _BARE_AGAIN = ((name, *_OTHERS) for name in NATIVES)


@dataclass(frozen=True)
class TrialGroup:
    """The successful trials of one benchmark, by configuration and repetition."""

    benchmark: Key
    values: Mapping[Key, Mapping[int, Row]]

    def metric(self, configuration: Key, metric: str) -> dict[int, float]:
        """Returns the values of a metric by repetition; {} for a missing configuration."""
        trials = self.values.get(configuration, {})
        values = {number: row.get(_COLUMNS[metric]) for number, row in trials.items()}
        return {number: float(value) for number, value in values.items() if value is not None}


def group_trials(trials: Sequence[Row]) -> list[TrialGroup]:
    """Returns the trials whose status is ok, by benchmark; ``trials`` are rows of trials.csv.

    If a repetition has several trials, the last one counts, because it is a retry.
    """
    groups: dict[Key, dict[Key, dict[int, Row]]] = {}
    for row in trials:
        if row["status"] != "ok":
            continue
        benchmark = tuple(row[name] for name in BENCHMARK)
        by_repetition = groups.setdefault(benchmark, {}).setdefault(configuration_key(row), {})
        by_repetition[row["repetition"]] = row
    return [TrialGroup(benchmark, values) for benchmark, values in groups.items()]


def configuration_key(row: Row) -> Key:
    """Returns the configuration in a row of trials.csv, in the order of CONFIGURATION."""
    # 0 and False are values of a setting. An empty string means that there is no value.
    values = (row.get(name) for name in CONFIGURATION)
    return tuple(None if value == "" else value for value in values)


def ratio_rows(trials: Sequence[Row]) -> list[dict[str, Any]]:
    """Returns the rows of ratios.csv; ``trials`` are the rows of trials.csv for one round."""
    return [
        row
        for group in group_trials(trials)
        for configuration in sorted(group.values, key=_order)
        for metric in METRICS
        for row in _rows(group, configuration, metric)
    ]


def _order(configuration: Key) -> tuple[Any, ...]:
    return tuple((value is not None, "" if value is None else value) for value in configuration)


def _rows(group: TrialGroup, configuration: Key, metric: str) -> Iterator[dict[str, Any]]:
    for baseline, form in comparisons(configuration):
        reference = _reference(group, configuration, baseline)
        if reference is None:
            continue
        summary, noise = compare(group, configuration, reference, form, metric)
        yield {
            **dict(zip(BENCHMARK, group.benchmark, strict=True)),
            **dict(zip(CONFIGURATION, configuration, strict=True)),
            "cut": configuration[2] or "",
            "scope": configuration[3] or "",
            "baseline": baseline,
            "form": form,
            "metric": metric,
            **_cells(summary, noise),
            "verdict": verdict(summary, noise),
        }


def comparisons(configuration: Key) -> Iterator[tuple[str, str]]:
    """Yields the comparisons of a configuration as pairs (baseline, form).

    Every configuration is compared with native. A configuration whose profiler numbers paths is
    also compared with each BLPP profiler in BASELINES, run with default options and with the same
    cut and scope. A BLPP profiler with other options is compared with the same profiler, too.
    """
    profiler, _, _, _, *own = configuration
    is_default = settings.are_defaults(_set(own))
    for baseline in BASELINES:
        if baseline == profiler and is_default:
            continue
        if baseline == NATIVE:
            yield baseline, "ratio"
        elif _cut(configuration) is not None:
            yield from ((baseline, form) for form in FORMS)


def _cut(configuration: Key) -> str | None:
    """Returns where paths are cut, or None if the profiler numbers no paths.

    Paths are cut at back edges if the configuration doesn't say where.
    """
    profiler, _, cut, *_ = configuration
    numbers_paths = profiler in OWN and OWN[profiler].numbers_paths
    return BACK_EDGE if cut is None and numbers_paths else cut


def _set(own: Sequence[Any]) -> settings.Chosen:
    return settings.chosen(dict(zip(settings.NAMES, own, strict=True)))


def _reference(group: TrialGroup, configuration: Key, baseline: str) -> Key | None:
    """Returns the baseline's configuration in the group, or None if it wasn't run."""
    if baseline == NATIVE:
        return _BARE if _BARE in group.values else None
    scope = configuration[3]
    wanted = (baseline, None, _cut(configuration), scope)
    found = [
        key for key in group.values if key[:4] == wanted and settings.are_defaults(_set(key[4:]))
    ]
    # A configuration that leaves options unset comes before one that sets them to their defaults.
    return min(found, key=_order, default=None)


def compare(
    group: TrialGroup, configuration: Key, reference: Key, form: str, metric: str
) -> tuple[Summary | None, ConfidenceInterval | None]:
    """Returns the summary of the paired values, and the band of noise.

    The summary is None if there are no pairs, and the band is None if the noise isn't known.
    """
    measured = group.metric(configuration, metric)
    baseline = group.metric(reference, metric)
    native = group.metric(_BARE, metric)
    factor = noise_of(_native_against_native(group, metric))
    if form == "ratio":
        pairs = paired_ratios(measured, baseline)
        noise = ratio_noise(factor)
    else:
        pairs = paired_overheads(measured, baseline, native)
        noise = overhead_noise(factor, _median(baseline), _median(native))
    values = list(pairs.values())
    return (summarise(values) if values else None), noise


def _native_against_native(group: TrialGroup, metric: str) -> list[float]:
    """Returns ratios of native to native, within each repetition or over all pairs of repetitions.

    All pairs are used if native ran only once in each repetition. Runs of different repetitions are
    farther apart in time, so the noise is more likely overestimated than underestimated.
    """
    native = group.metric(_BARE, metric)
    if _BARE_AGAIN in group.values:
        return list(paired_ratios(group.metric(_BARE_AGAIN, metric), native).values())
    return [later / earlier for earlier, later in combinations(native.values(), 2) if earlier > 0]


def _median(values: Mapping[int, float]) -> float:
    return float(np.median(list(values.values()))) if values else math.nan


def _cells(summary: Summary | None, noise: ConfidenceInterval | None) -> dict[str, Any]:
    cells: dict[str, Any] = {"n": 0}
    if summary is not None:
        cells = {
            "n": summary.n,
            "mean": summary.mean,
            "median": summary.median,
            "ci_low": summary.interval.low,
            "ci_high": summary.interval.high,
            "least": summary.least,
            "most": summary.most,
        }
    if noise is not None and math.isfinite(noise.high):
        cells |= {"noise_low": noise.low, "noise_high": noise.high}
    return cells


def unsettled(trials: Sequence[Row], half_width: float) -> dict[Key, set[Key]]:
    """Returns, by benchmark, the configurations whose ``timed_wall`` ratio has a wide interval.

    More trials of the ratio's baseline make the interval narrower, too. So the baselines are
    included: native, native again, and BLPP if the ratio compares with BLPP.
    """
    wide: dict[Key, set[Key]] = {}
    for group in group_trials(trials):
        for configuration in group.values:
            for baseline, form in comparisons(configuration):
                reference = _reference(group, configuration, baseline)
                if form != "ratio" or reference is None:
                    continue
                summary, _ = compare(group, configuration, reference, form, "timed_wall")
                if summary is not None and summary.half_width > half_width:
                    needed = {configuration, reference, _BARE, _BARE_AGAIN}
                    wide.setdefault(group.benchmark, set()).update(needed)
    return wide
