"""Judges the k-BLPP paper's statements about time. Differences within noise don't count."""

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import numpy as np
import pandas as pd

from kpath_jvm.evaluation.results.evidence import FALLS, RISES, UNDECIDED, Evidence
from kpath_jvm.evaluation.results.experiment import OUTLIERS, named_in_paper
from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    NOISE,
    Judgement,
    among,
    holds_if,
    too_few_trials,
    unmeasured,
)
from kpath_jvm.evaluation.results.statistics import LEAST_PAIRS
from kpath_jvm.profilers import BLPP_HASH

_SHARE = 0.75
_BEST, _PEAK_LOW, _PEAK_HIGH = 0.6, 2.5, 5.0


def _timed(judge: Callable[[Evidence], Judgement]) -> Callable[[Evidence], Judgement]:
    """Makes a judge give no verdict unless at least one benchmark has enough trials.

    The judgement also names the benchmarks that have too few trials.
    """

    @wraps(judge)
    def judged(evidence: Evidence) -> Judgement:
        if not evidence.most_trials:
            return unmeasured("no times of k-BLPP and BLPP with a hash table")
        if evidence.most_trials < LEAST_PAIRS:
            return too_few_trials(evidence.most_trials, LEAST_PAIRS)
        found = judge(evidence)
        if not evidence.little_tried:
            return found
        left_out = f"because of fewer than {LEAST_PAIRS} trials: {among(evidence.little_tried)}"
        return replace(found, measured=f"{found.measured}; left out {left_out}")

    return judged


def _split(evidence: Evidence, direction: str) -> list[str]:
    return [label for label, found in evidence.directions.items() if found == direction]


def _shape(evidence: Evidence, label: str) -> str:
    """Returns the figures of structure.csv that may explain a benchmark's time."""
    parts = []
    if label in evidence.paths_per_activation.index:
        parts.append(f"{evidence.paths_per_activation[label]:.3g} paths per activation")
    if label in evidence.scans_per_path.index:
        scans = evidence.scans_per_path.loc[label].dropna()
        if len(scans):
            parts.append(
                f"{scans.iloc[0]:.3g} to {scans.iloc[-1]:.3g} node scans per path "
                f"(k = {scans.index[0]}, {scans.index[-1]})"
            )
    return f"{label}: {', '.join(parts)}" if parts else ""


def _shapes(evidence: Evidence, which: list[str]) -> str:
    shapes = [text for text in (_shape(evidence, label) for label in which[:6]) if text]
    return "; ".join(shapes) + "." if shapes else ""


def _prices(evidence: Evidence) -> str:
    """Returns a sentence with the cost of a path under BLPP, and under k-BLPP for each k.

    The sentence explains times, because k-BLPP can't save more than BLPP costs.
    """
    costs = evidence.nanos_per_path
    if not len(costs) or BLPP_HASH.name not in costs or costs.shape[1] < 2:
        return ""
    middle = costs.median()
    lengths = sorted(middle.index.drop(BLPP_HASH.name), key=lambda name: int(name[2:]))
    medians = ", ".join(f"{middle[name]:.1f} ns at {name}" for name in lengths)
    return (
        f"A path costs {middle[BLPP_HASH.name]:.1f} ns under BLPP, its update of the hash table "
        f"included, and {medians} under k-BLPP (medians over {len(costs)} benchmarks)."
    )


def _why(*parts: str) -> str:
    return " ".join(part for part in parts if part)


@_timed
def falls(evidence: Evidence) -> Judgement:
    """Judges whether the overhead falls with k on three quarters of the benchmarks.

    The paper says this of 12 of its 16 benchmarks.
    """
    if not evidence.directions:
        return unmeasured("no times at two values of k")
    falling, rising, open_ = (_split(evidence, way) for way in (FALLS, RISES, UNDECIDED))
    n = len(evidence.directions)
    measured = (
        f"falls on {len(falling)} of {n}; rises on {len(rising)} ({among(rising)}); "
        f"within noise on {len(open_)} ({among(open_)})"
    )
    if len(falling) >= _SHARE * n:
        return Judgement(HOLDS, measured, over=n)
    if len(falling) + len(open_) >= _SHARE * n:
        return Judgement(NOISE, measured, _shapes(evidence, rising), over=n)
    why = _why(_prices(evidence), _shapes(evidence, rising))
    return Judgement(FAILS, measured, why, over=n)


@_timed
def best(evidence: Evidence) -> Judgement:
    """Judges whether the best improvement over BLPP is almost 50 %."""
    row = evidence.times.sort_values("median").iloc[0]
    measured, over = _best_in_words(row), evidence.times["label"].nunique()
    sure = evidence.times[evidence.times["verdict"] == "faster"]
    if (sure["median"] <= _BEST).any():
        row = sure.sort_values("median").iloc[0]
        return Judgement(HOLDS, _best_in_words(row), over=over)
    if (evidence.times["ci_low"] <= _BEST).any():
        return Judgement(NOISE, measured, over=over)
    why = _why(_prices(evidence), _shapes(evidence, [row["label"]]))
    return Judgement(FAILS, measured, why, over=over)


def _best_in_words(row: "pd.Series[Any]") -> str:
    return (
        f"best: {row['label']} at k = {row['k']}, {row['median']:.2f} of BLPP's time "
        f"(interval {row['ci_low']:.2f} to {row['ci_high']:.2f})"
    )


@_timed
def peak(evidence: Evidence) -> Judgement:
    """Judges whether the greatest mean of T(k-BLPP) / T(BLPP) is about 3.5."""
    row = evidence.times.sort_values("mean").dropna(subset=["mean"]).iloc[-1]
    measured = f"worst: {row['label']} at k = {row['k']}, {row['mean']:.2f} times BLPP's time"
    over = evidence.times["label"].nunique()
    if row["verdict"] != "slower":
        return Judgement(NOISE, f"{measured}, which is within noise", over=over)
    inside = _PEAK_LOW <= row["mean"] <= _PEAK_HIGH
    return holds_if(bool(inside), measured, _shapes(evidence, [row["label"]]), over=over)


@_timed
def eclipse(evidence: Evidence) -> Judgement:
    """Judges whether eclipse gets faster with k, but remains slower than BLPP."""
    known = named_in_paper(["eclipse"], list(evidence.directions))
    if not known:
        return unmeasured("no times of eclipse at two values of k")
    label = known[0]
    rows = evidence.times[evidence.times["label"] == label].sort_values("k")
    last = rows.iloc[-1]
    way = evidence.directions[label]
    verb = "changes within noise" if way == UNDECIDED else way
    measured = (
        f"{label} {verb} from {rows.iloc[0]['median']:.2f} (k = {rows.iloc[0]['k']}) to "
        f"{last['median']:.2f} (k = {last['k']}) of BLPP's time"
    )
    slower = last["ci_low"] > np.nanmax([last["noise_high"], 1.0])
    open_ = not slower and last["ci_high"] >= np.nanmin([last["noise_low"], 1.0])
    if way == RISES or (not slower and not open_):
        return Judgement(FAILS, measured, _shapes(evidence, known), over=1)
    if way == UNDECIDED or open_:
        return Judgement(NOISE, measured, over=1)
    return Judgement(HOLDS, measured, over=1)


@_timed
def outliers_rise(evidence: Evidence) -> Judgement:
    """Judges whether the overhead of the four outliers rises with k."""
    known = named_in_paper(OUTLIERS, list(evidence.directions))
    if not known:
        return unmeasured("none of the four benchmarks was timed at two values of k")
    ways = [evidence.directions[label] for label in known]
    measured = "; ".join(
        f"{label} {'within noise' if way == UNDECIDED else way}"
        for label, way in zip(known, ways, strict=True)
    )
    falling = [label for label, way in zip(known, ways, strict=True) if way == FALLS]
    if falling:
        return Judgement(FAILS, measured, _shapes(evidence, falling), over=len(known))
    return Judgement(NOISE if UNDECIDED in ways else HOLDS, measured, over=len(known))


@_timed
def average_cost(evidence: Evidence) -> Judgement:
    """Judges whether k-BLPP costs less than BLPP on average."""
    times = evidence.times
    wide = times.pivot(index="label", columns="k", values="mean").dropna()
    if len(wide) < 2:
        return unmeasured("fewer than two benchmarks with times at every k")
    means = wide.mean()
    low, high = _noise(times[times["label"].isin(wide.index)])
    listed = ", ".join(f"{mean:.2f} at k = {k}" for k, mean in means.items())
    measured = f"mean over {len(wide)} benchmarks: {listed}; noise floor {low:.2f} to {high:.2f}"
    last = float(means.iloc[-1])
    if low <= last <= high:
        return Judgement(NOISE, measured, over=len(wide))
    above = [str(label) for label, value in wide.iloc[:, -1].items() if value > 1]
    slower = f"Slower than BLPP: {among(above)}." if above else ""
    why = _why(_prices(evidence), slower)
    return holds_if(last < low, measured, why, over=len(wide))


def _noise(times: pd.DataFrame) -> tuple[float, float]:
    """Returns the mean noise floor over benchmarks; (1, 1) if it is unknown."""
    bands = times.groupby("label")[["noise_low", "noise_high"]].agg(
        {"noise_low": "min", "noise_high": "max"}
    )
    low, high = bands["noise_low"].mean(), bands["noise_high"].mean()
    return (1.0, 1.0) if np.isnan(low) or np.isnan(high) else (float(low), float(high))
