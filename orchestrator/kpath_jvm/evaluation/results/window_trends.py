"""Judges papers' statements about the costs of profiling in windows (SPP, BPP), from ratios.csv."""

from collections.abc import Mapping

import pandas as pd

from kpath_jvm.evaluation.results.costs import (
    Judge,
    Way,
    lacking,
    mean_against_noise,
    noise_of,
    percent,
    ratios_of,
    settings_of,
    tried,
)
from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.judgement import FAILS, HOLDS, NOISE, Judgement, among
from kpath_jvm.profilers import BLPP_HASH, BPP, SPP
from kpath_jvm.reports.output import counted

#: Yasue et al., section 4.4: the average over SPECjvm98, the worst ratio, and the thresholds of
#: figure 17.
_AVERAGE, _FLAT = 1.03, 1.08
_THRESHOLDS = range(100, 10_001)
_DEFAULT = 1000


def _windows(evidence: Evidence) -> dict[int, pd.DataFrame]:
    """Returns the ratios T(SPP) / T(native) of whole runs, by threshold.

    Only thresholds in the range of figure 17 are used. If there are none, the rows that leave the
    threshold unset are used.
    """
    rows = ratios_of(evidence, SPP, metric="whole_wall")
    found = {
        threshold: tried(rows, Way(SPP, own=(("threshold", threshold),)))
        for threshold in settings_of(rows, "threshold")
        if threshold in _THRESHOLDS
    }
    if not found and len(rows):
        found = {_DEFAULT: tried(rows, Way(SPP))}
    return {threshold: table for threshold, table in found.items() if len(table)}


def _no_windows(evidence: Evidence) -> Judgement:
    return lacking([ratios_of(evidence, SPP, metric="whole_wall")], "structural path profiling")


def windows_average(evidence: Evidence) -> Judgement:
    """Judges whether SPP costs at most 3 % of whole runs on average (2 to 3 % in the paper)."""
    by_threshold = _windows(evidence)
    if not by_threshold:
        return _no_windows(evidence)
    means = {at: float(table["mean"].mean()) for at, table in by_threshold.items()}
    _, high = noise_of(*by_threshold.values())
    listed = ", ".join(f"{percent(mean)} (threshold {at:,})" for at, mean in means.items())
    count = max(map(len, by_threshold.values()))
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
    of_bpp = ratios_of(evidence, BPP, metric="whole_wall")
    by_threshold = _windows(evidence)
    pairs = []
    for threshold, spp in by_threshold.items():
        # If the threshold is the default, rows may leave it unset.
        found = [tried(of_bpp, Way(BPP, own=(("threshold", threshold),)))]
        found += [tried(of_bpp, Way(BPP))] if threshold == _DEFAULT else []
        bpp = next((table for table in found if len(table)), None)
        if bpp is not None:
            both = spp.index.intersection(bpp.index)
            pairs.append((threshold, spp.loc[both], bpp.loc[both]))
    pairs = [pair for pair in pairs if len(pair[1])]
    if not pairs:
        return lacking([of_bpp], "SPP and BPP at the same threshold")
    texts, gaps = [], []
    for threshold, spp, bpp in pairs:
        first, second = float(spp["mean"].mean()), float(bpp["mean"].mean())
        gaps.append(abs(first - second))
        texts.append(f"{percent(first)} and {percent(second)} (threshold {threshold:,})")
    low, high = noise_of(*(table for pair in pairs for table in pair[1:]))
    measured = (
        f"SPP and BPP, mean over {counted(len(pairs[0][1]), 'benchmark')}: {'; '.join(texts)}; "
        f"noise floor {low:.2f} to {high:.2f}"
    )
    over = max(len(pair[1]) for pair in pairs)
    if max(gaps) <= _AVERAGE - 1:
        return Judgement(HOLDS, measured, over=over)
    return Judgement(NOISE if max(gaps) <= high - 1 else FAILS, measured, over=over)


def subset_smaller(evidence: Evidence) -> Judgement:
    """Judges whether SPP, which counts a subset of the acyclic paths, costs less than BLPP."""
    tables = [ratios_of(evidence, profiler) for profiler in (SPP, BLPP_HASH)]
    thresholds = settings_of(tables[0], "threshold")
    own = (
        (("threshold", _DEFAULT if _DEFAULT in thresholds else thresholds[0]),)
        if thresholds
        else None
    )
    spp, blpp = tried(tables[0], Way(SPP, own=own)), tried(tables[1], Way(BLPP_HASH))
    both = spp.index.intersection(blpp.index)
    if not len(both):
        return lacking(tables, "structural path profiling and of BLPP")
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
