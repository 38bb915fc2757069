"""Reads profilers' costs on one kind of benchmarks, and judges what papers say about costs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import pandas as pd

from kpath_jvm.evaluation.profilers import NATIVE
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    NOISE,
    Judgement,
    too_few_trials,
    unmeasured,
)
from kpath_jvm.evaluation.results.series import of_all_methods, of_cut
from kpath_jvm.evaluation.results.statistics import LEAST_PAIRS
from kpath_jvm.profilers import Profiler
from kpath_jvm.reports.output import counted


@dataclass(frozen=True)
class Way:
    """A way to run a profiler.

    If ``k`` is None, the profiler has no k, or rows with any k are about this way. ``own`` has the
    profiler's settings. A setting that isn't in ``own`` has its default value, which a row of a
    table may state or leave out.
    """

    profiler: Profiler
    k: int | None = None
    own: settings.Chosen | None = None

    def is_of(self, row: "pd.Series[Any]") -> bool:
        """Returns whether a row of ratios.csv is about this way."""
        if row["profiler"] != self.profiler.name:
            return False
        if self.k is not None and (pd.isna(row["k"]) or int(row["k"]) != self.k):
            return False
        mine = settings.chosen(row.to_dict())
        return settings.without_defaults(mine) == settings.without_defaults(self.own or ())

    @property
    def text(self) -> str:
        """The way in words, such as "k-iteration numbering, k = 2"."""
        parts = [self.profiler.title, "" if self.k is None else f"k = {self.k}"]
        return ", ".join(filter(None, (*parts, settings.told(self.own or ()))))


def ratios_of(
    evidence: Evidence,
    profiler: Profiler,
    baseline: str = NATIVE.name,
    form: str = "ratio",
    metric: str = "timed_wall",
) -> pd.DataFrame:
    """Returns a profiler's rows of ratios.csv, with a column ``label``.

    The rows are about runs in which all methods were profiled, with the view's cut or no cut. If
    there are no such runs, the rows have the other cut. Rows with too few trials are included.
    """
    table = of_all_methods(evidence.rows("ratios"))
    table = of_cut(table, evidence.view)
    return table[
        (table["profiler"] == profiler.name)
        & (table["baseline"] == baseline)
        & (table["form"] == form)
        & (table["metric"] == metric)
    ].reset_index(drop=True)


def tried(rows: pd.DataFrame, way: Way) -> pd.DataFrame:
    """Returns, by ``label``, the rows about ``way`` that have enough trials for a verdict."""
    if not len(rows):
        return rows.set_index("label")
    mine = rows[[way.is_of(row) for _, row in rows.iterrows()]]
    return mine[mine["n"] >= LEAST_PAIRS].drop_duplicates("label").set_index("label")


def settings_of(rows: pd.DataFrame, name: str) -> list[int]:
    """Returns the different numbers in a column of the rows, in ascending order."""
    return sorted({int(value) for value in rows[name].dropna()})


def tried_by(
    rows: pd.DataFrame, profiler: Profiler, name: str, default: int, own: settings.Chosen = ()
) -> dict[int, pd.DataFrame]:
    """Returns the rows that have enough trials for a verdict, by the values of a setting.

    The values are in ascending order, and those without such rows are left out. Rows that leave the
    setting unset have the value ``default``. ``own`` has the profiler's other settings.
    """
    values = sorted({*settings_of(rows, name), default})
    found = {value: tried(rows, Way(profiler, own=((name, value), *own))) for value in values}
    return {value: table for value, table in found.items() if len(table)}


def lacking(rows: Iterable[pd.DataFrame], what: str) -> Judgement:
    """Returns the judgement for a trend that can't be judged by the tables ``rows``.

    If the tables have rows, but none with enough trials, the judgement is "too few trials".
    Otherwise, the judgement is "no times of ``what``".
    """
    most = max((int(table["n"].max()) for table in rows if len(table)), default=0)
    if most and most < LEAST_PAIRS:
        return too_few_trials(most, LEAST_PAIRS)
    return unmeasured(f"no times of {what}")


def noise_of(*tables: pd.DataFrame) -> tuple[float, float]:
    """Returns the mean noise floor over the tables' benchmarks; (1, 1) if it is unknown."""
    both = pd.concat(
        [table.reset_index()[["label", "noise_low", "noise_high"]] for table in tables]
    )
    bands = both.groupby("label").agg({"noise_low": "min", "noise_high": "max"}).dropna()
    if not len(bands):
        return 1.0, 1.0
    return float(bands["noise_low"].mean()), float(bands["noise_high"].mean())


def percent(ratio: float) -> str:
    """Returns an overhead as text: 1.309 is "30.9 %"."""
    return f"{100 * (ratio - 1):.1f} %"


def mean_against_noise(found: pd.DataFrame, what: str, above: bool) -> Judgement:
    """Judges whether the mean of ratios is above the noise floor around 1.

    If ``above`` is false, the question is whether the mean is below the noise floor.
    """
    mean = float(found["mean"].mean())
    low, high = noise_of(found)
    count = counted(len(found), "benchmark")
    measured = f"{what}: mean {mean:.2f} over {count}; noise floor {low:.2f} to {high:.2f}"
    if low <= mean <= high:
        return Judgement(NOISE, measured, over=len(found))
    return Judgement(HOLDS if (mean > high) == above else FAILS, measured, over=len(found))


def mean_within(found: pd.DataFrame, what: str, least: float, most: float) -> Judgement:
    """Judges whether the mean overhead, T / T(native) - 1, is from ``least`` to ``most``."""
    mean = float(found["mean"].mean())
    _, high = noise_of(found)
    measured = (
        f"{what}: {percent(mean)} in the mean over {counted(len(found), 'benchmark')}; "
        f"the noise floor ends at {percent(high)}"
    )
    if least <= mean - 1 <= most:
        return Judgement(HOLDS, measured, over=len(found))
    return Judgement(NOISE if mean <= high else FAILS, measured, over=len(found))


def share_at_most(found: pd.DataFrame, bound: float, share: float, what: str) -> Judgement:
    """Judges whether at least ``share`` of the benchmarks have a mean of at most ``bound``.

    If fewer do, the verdict is "within noise" if at least ``share`` have a confidence interval that
    reaches down to ``bound``.
    """
    fits = found["mean"] <= bound
    above = [f"{label} {row['mean']:.2f}" for label, row in found[~fits].iterrows()]
    measured = f"{what}: at most {bound:g} on {int(fits.sum())} of {len(found)}"
    measured += f"; above: {', '.join(above)}" if above else ""
    if fits.mean() >= share:
        return Judgement(HOLDS, measured, over=len(found))
    might = (found["ci_low"] <= bound).mean() >= share
    return Judgement(NOISE if might else FAILS, measured, over=len(found))


Judge = Callable[[Evidence], Judgement]
