"""Judges papers' statements about the costs of profiling in windows (SPP, BPP), from ratios.csv."""

from collections.abc import Iterable, Mapping

import pandas as pd

from kpath_jvm.evaluation.results.costs import (
    Judge,
    Way,
    lacking,
    mean_against_noise,
    noise_of,
    percent,
    ratios_of,
    tried,
    tried_by,
)
from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    NOISE,
    Judgement,
    among,
    unmeasured,
)
from kpath_jvm.profilers import BLPP_HASH, BPP, SPP, Profiler
from kpath_jvm.reports.output import counted

#: Yasue et al., section 4.4: the average over SPECjvm98, the worst ratio, and the thresholds of
#: figure 17.
_AVERAGE, _FLAT = 1.03, 1.08
_THRESHOLDS = range(100, 10_001)
#: The agent's default threshold.
_DEFAULT = 1000


def _windows(evidence: Evidence, profiler: Profiler = SPP) -> dict[int, pd.DataFrame]:
    """Returns the ratios of whole runs to native ones, by threshold.

    Only thresholds in the range of figure 17 are used.
    """
    rows = ratios_of(evidence, profiler, metric="whole_wall")
    found = tried_by(rows, profiler, "threshold", _DEFAULT)
    return {threshold: table for threshold, table in found.items() if threshold in _THRESHOLDS}


def _no_windows(evidence: Evidence) -> Judgement:
    return lacking([ratios_of(evidence, SPP, metric="whole_wall")], "structural path profiling")


def _of_all(tables: Iterable[pd.DataFrame]) -> "pd.Index[str]":
    """Returns the benchmarks that are in all tables.

    The charts' averages cover the same benchmarks.
    """
    first, *others = (table.index for table in tables)
    for other in others:
        first = first.intersection(other)
    return first


def _no_common() -> Judgement:
    return unmeasured("no benchmark was timed at every threshold")


def windows_average(evidence: Evidence) -> Judgement:
    """Judges whether SPP adds at most 3 % to whole runs on average (2 to 3 % in the paper)."""
    by_threshold = _windows(evidence)
    if not by_threshold:
        return _no_windows(evidence)
    common = _of_all(by_threshold.values())
    if not len(common):
        return _no_common()
    tables = {at: table.loc[common] for at, table in by_threshold.items()}
    means = {at: float(table["mean"].mean()) for at, table in tables.items()}
    _, high = noise_of(*tables.values())
    listed = ", ".join(f"{percent(mean)} (threshold {at:,})" for at, mean in means.items())
    count = len(common)
    measured = (
        f"whole runs against native, mean over {counted(count, 'benchmark')}: {listed}; "
        f"the noise floor ends at {percent(high)}"
    )
    worst = max(means.values())
    if worst <= _AVERAGE:
        return Judgement(HOLDS, measured, over=count)
    return Judgement(NOISE if worst <= high else FAILS, measured, over=count)


def windows_worst(evidence: Evidence) -> Judgement:
    """Judges whether SPP costs at most 8 % on every benchmark.

    Yasue et al. measured 6 to 8 % where many methods are equally warm, and less elsewhere.
    """
    by_threshold = _windows(evidence)
    if not by_threshold:
        return _no_windows(evidence)
    rows = pd.concat(
        [table.assign(threshold=at) for at, table in by_threshold.items()]
    ).sort_values("mean")
    worst = rows.iloc[-1]
    measured = f"worst: {worst.name}, {percent(worst['mean'])} at threshold {worst['threshold']:,}"
    above = rows[rows["mean"] > _FLAT]
    over = rows.index.nunique()
    if not len(above):
        return Judgement(HOLDS, measured, over=over)
    measured += f"; above 8 %: {among(dict.fromkeys(map(str, above.index)))}"
    is_sure = (above["verdict"] == "slower").any()
    return Judgement(FAILS if is_sure else NOISE, measured, over=over)


def windows_of_both(evidence: Evidence) -> Judgement:
    """Judges whether BPP's overhead is very close to SPP's."""
    of_spp, of_bpp = _windows(evidence), _windows(evidence, BPP)
    pairs = {
        threshold: (spp, of_bpp[threshold])
        for threshold, spp in of_spp.items()
        if threshold in of_bpp and len(_of_all([spp, of_bpp[threshold]]))
    }
    if not pairs:
        rows = ratios_of(evidence, BPP, metric="whole_wall")
        return lacking([rows], "SPP and BPP at the same threshold")
    common = _of_all(table for pair in pairs.values() for table in pair)
    if not len(common):
        return _no_common()
    texts, gaps = [], []
    for threshold, pair in pairs.items():
        first, second = (float(table.loc[common, "mean"].mean()) for table in pair)
        gaps.append(abs(first - second))
        texts.append(f"{percent(first)} and {percent(second)} (threshold {threshold:,})")
    low, high = noise_of(*(table.loc[common] for pair in pairs.values() for table in pair))
    measured = (
        f"SPP and BPP, mean over {counted(len(common), 'benchmark')}: {'; '.join(texts)}; "
        f"noise floor {low:.2f} to {high:.2f}"
    )
    over = len(common)
    if max(gaps) <= _AVERAGE - 1:
        return Judgement(HOLDS, measured, over=over)
    return Judgement(NOISE if max(gaps) <= high - 1 else FAILS, measured, over=over)


def subset_smaller(evidence: Evidence) -> Judgement:
    """Judges whether SPP, which counts a subset of the acyclic paths, costs less than BLPP."""
    tables = [ratios_of(evidence, profiler) for profiler in (SPP, BLPP_HASH)]
    blpp = tried(tables[1], Way(BLPP_HASH))
    by_threshold = {
        threshold: spp
        for threshold, spp in tried_by(tables[0], SPP, "threshold", _DEFAULT).items()
        if len(_of_all([spp, blpp]))
    }
    if not by_threshold:
        return lacking(tables, "structural path profiling and of BLPP")
    spp = by_threshold.get(_DEFAULT, next(iter(by_threshold.values())))
    both = _of_all([spp, blpp])
    quotients = pd.DataFrame(
        {
            "mean": spp.loc[both, "mean"] / blpp.loc[both, "mean"],
            "noise_low": blpp.loc[both, "noise_low"],
            "noise_high": blpp.loc[both, "noise_high"],
        }
    )
    return mean_against_noise(quotients, "T(SPP) / T(BLPP), of timed iterations", False)


#: The judges by the names in published/yasue-costs.toml and delia-techniques.toml.
JUDGES: Mapping[str, Judge] = {
    "cost-windows-average": windows_average,
    "cost-windows-worst": windows_worst,
    "cost-windows-of-both": windows_of_both,
    "cost-subset-smaller": subset_smaller,
}
