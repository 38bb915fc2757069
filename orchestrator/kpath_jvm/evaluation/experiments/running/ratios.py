"""The table of ratios: every configuration against its baselines."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from kpath_jvm.evaluation.profilers import NATIVES
from kpath_jvm.evaluation.results.schema import (
    BASELINES,
    BENCHMARK,
    CONFIGURATION,
    FORMS,
    METRICS,
)
from kpath_jvm.evaluation.results.statistics import (
    Interval,
    Summary,
    noise_of,
    overhead_noise,
    paired_overheads,
    paired_ratios,
    ratio_noise,
    summarise,
    verdict,
)

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


@dataclass(frozen=True)
class Group:
    """The good trials of one benchmark: metric values by configuration and repetition."""

    benchmark: Key
    values: Mapping[Key, Mapping[int, Row]]

    def metric(self, configuration: Key, metric: str) -> dict[int, float]:
        """The values of a metric by repetition; none for a configuration that is not there."""
        trials = self.values.get(configuration, {})
        values = {number: row.get(_COLUMNS[metric]) for number, row in trials.items()}
        return {number: float(value) for number, value in values.items() if value is not None}


def group_trials(trials: Sequence[Row]) -> list[Group]:
    """The trials with status ok (rows of trials.csv) by benchmark.

    Of several trials of the same repetition, the last counts: it is that of a retry.
    """
    groups: dict[Key, dict[Key, dict[int, Row]]] = {}
    for row in trials:
        if row["status"] != "ok":
            continue
        benchmark = tuple(row[name] for name in BENCHMARK)
        configuration = tuple(row[name] or None for name in CONFIGURATION)
        by_repetition = groups.setdefault(benchmark, {}).setdefault(configuration, {})
        by_repetition[row["repetition"]] = row
    return [Group(benchmark, values) for benchmark, values in groups.items()]


def ratio_rows(trials: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows of ratios.csv for the trials of one round (rows of trials.csv)."""
    return [
        row
        for group in group_trials(trials)
        for configuration in sorted(group.values, key=_order)
        for metric in METRICS
        for row in _rows(group, configuration, metric)
    ]


def _order(configuration: Key) -> tuple[str, int, str]:
    profiler, k, cut = configuration
    return profiler, k or 0, cut or ""


def _rows(group: Group, configuration: Key, metric: str) -> Iterator[dict[str, Any]]:
    for baseline, form in comparisons(configuration):
        reference = _reference(configuration, baseline)
        if reference not in group.values:
            continue
        summary, noise = compare(group, configuration, reference, form, metric)
        yield {
            **dict(zip(BENCHMARK, group.benchmark, strict=True)),
            **dict(zip(CONFIGURATION, configuration, strict=True)),
            "cut": configuration[2] or "",
            "baseline": baseline,
            "form": form,
            "metric": metric,
            **_cells(summary, noise),
            "verdict": verdict(summary, noise),
        }


def comparisons(configuration: Key) -> Iterator[tuple[str, str]]:
    """The (baseline, form) that a configuration is compared by.

    Everything with native; and what cuts paths with BLPP that cuts them at the same places.
    """
    profiler, _, cut = configuration
    for baseline in BASELINES:
        if baseline == profiler:
            continue
        if baseline == NATIVE:
            yield baseline, "ratio"
        elif cut is not None:
            yield from ((baseline, form) for form in FORMS)


def _reference(configuration: Key, baseline: str) -> Key:
    return (baseline, None, None if baseline == NATIVE else configuration[2])


def compare(
    group: Group, configuration: Key, reference: Key, form: str, metric: str
) -> tuple[Summary | None, Interval | None]:
    """Summary of the paired values and the band of noise; None where there is none."""
    measured = group.metric(configuration, metric)
    baseline = group.metric(reference, metric)
    native = group.metric((NATIVE, None, None), metric)
    factor = noise_of(_native_against_native(group, metric))
    if form == "ratio":
        pairs = paired_ratios(measured, baseline)
        noise = ratio_noise(factor)
    else:
        pairs = paired_overheads(measured, baseline, native)
        noise = overhead_noise(factor, _median(baseline), _median(native))
    values = list(pairs.values())
    return (summarise(values) if values else None), noise


def _native_against_native(group: Group, metric: str) -> list[float]:
    """Ratios within each repetition; where native ran once in each, of all pairs of repetitions.

    The latter lie farther apart in time, so that the noise is rather over- than underestimated.
    """
    native = group.metric((NATIVE, None, None), metric)
    if (AGAIN, None, None) in group.values:
        return list(paired_ratios(group.metric((AGAIN, None, None), metric), native).values())
    return [
        later / earlier for earlier, later in combinations(native.values(), 2) if earlier > 0
    ]


def _median(values: Mapping[int, float]) -> float:
    return float(np.median(list(values.values()))) if values else math.nan


def _cells(summary: Summary | None, noise: Interval | None) -> dict[str, Any]:
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
    """Configurations by benchmark whose ratio of timed wall times is wider than ``half_width``.

    Each with the baselines that more trials of it need: native, native again and BLPP.
    """
    wide: dict[Key, set[Key]] = {}
    for group in group_trials(trials):
        for configuration in group.values:
            for baseline, form in comparisons(configuration):
                reference = _reference(configuration, baseline)
                if form != "ratio" or reference not in group.values:
                    continue
                summary, _ = compare(group, configuration, reference, form, "timed_wall")
                if summary is not None and summary.half_width > half_width:
                    needed = {configuration, reference, (NATIVE, None, None), (AGAIN, None, None)}
                    wide.setdefault(group.benchmark, set()).update(needed)
    return wide
