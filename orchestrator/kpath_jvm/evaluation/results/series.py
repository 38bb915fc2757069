"""The data of an experiment's charts, as tables with one row per bar or point.

All tables have the columns of ``COLUMNS``. ``series`` is what the bar's colour stands for ("k = 8",
"BLPP"). ``value`` is the bar's height, ``median`` is where its dot is drawn, and ``low`` and
``high`` are the ends of its error bar. ``noise_low`` and ``noise_high`` are the ends of the noise
floor, which comes from ratios of native runs to other native runs. ``n`` is the number of trials or
benchmarks that the bar covers. ``missing`` is the reason if there is no value: "memory" (the run
ran out of memory) or "failed". Series that were never tried have no row.

Averages over benchmarks are rows of their own, whose ``benchmark`` is one of ``AVERAGES``.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.results.experiment import BENCHMARK, ChartView, Results, in_order, labels
from kpath_jvm.evaluation.results.schema import ALL_METHODS, OWN, STAND_IN
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.profilers import K_BLPP

COLUMNS = [
    "suite", "benchmark", "kind", "label", "series", "k",
    "value", "median", "low", "high", "noise_low", "noise_high", "n", "missing",
]  # fmt: skip
MEAN, MEDIAN, GEOMETRIC = "mean", "median", "geometric mean"
AVERAGES = (MEAN, MEDIAN, GEOMETRIC)
#: The endings of averages' labels, by the kind of the benchmarks; official benchmarks have none.
MARKS = {STAND_IN: "*", OWN: " (own)"}
_SHORT = {GEOMETRIC: "geo. mean"}
#: The series with BLPP's values, which is drawn beside the series of each k.
BLPP = "BLPP"
MEMORY, FAILED = "memory", "failed"

#: Computes a value for each row of a table.
Measure = Callable[[pd.DataFrame], "pd.Series[float]"]


def column(name: str) -> Measure:
    """Returns the measure whose values are a column of structure.csv or trials.csv."""
    return lambda table: table[name].astype("Float64").astype("float64")


def quotient(above: str, below: str) -> Measure:
    """Returns the measure whose values are one column divided by another."""

    def divide(table: pd.DataFrame) -> "pd.Series[float]":
        return column(above)(table) / column(below)(table).replace(0, np.nan)

    return divide


def l2_misses(table: pd.DataFrame) -> "pd.Series[float]":
    """Returns misses of L2, divided by the number of all accesses.

    In the column ``l2_miss_rate``, misses of L2 are divided by the number of accesses that missed
    L1. The column is near 1 where hardly any access misses L1.
    """
    return column("l1_miss_rate")(table) * column("l2_miss_rate")(table)


def structural(results: Results, view: ChartView, measure: Measure, blpp: str = "") -> pd.DataFrame:
    """Returns a measure's values for recorded runs, by benchmark and k.

    If ``blpp`` is the name of a column, each benchmark also has a row for BLPP, with the value of
    this column. If memory ran out at some k, the row of this k has no value.
    """
    table = results.of_view("structure", view)
    table = table[table["cut"] == view.cut].sort_values("k", kind="stable").reset_index(drop=True)
    names = labels(table)
    values = measure(table)
    rows = []
    for key, group in _benchmarks(table):
        if blpp:
            known = group[blpp].dropna()
            value = float(known.iloc[0]) if len(known) else np.nan
            rows.append(_row(key, names, BLPP, None, value, 1))
        for at in group.index:
            k, value = int(str(group.at[at, "k"])), float(values[at])
            missing = MEMORY if group.at[at, "status"] == MEMORY and np.isnan(value) else ""
            if missing or not np.isnan(value):
                rows.append(_row(key, names, str(SeriesName(k=k)), k, value, 1, missing=missing))
    return frame(rows)


def ratios(
    results: Results,
    view: ChartView,
    profilers: Iterable[str],
    baseline: str,
    form: str,
    metric: str,
    every_scope: bool = False,
) -> pd.DataFrame:
    """Returns the ratios of profilers to a baseline: means, medians and confidence intervals.

    Runs in which only some methods were profiled are left out unless ``every_scope`` is set.
    """
    table = results.of_view("ratios", view)
    table = table[
        table["profiler"].isin(list(profilers))
        & (table["baseline"] == baseline)
        & (table["form"] == form)
        & (table["metric"] == metric)
    ]
    failed = _failures(results, view, profilers)
    if not every_scope:
        table, failed = of_all_methods(table), of_all_methods(failed)
    names = labels(pd.concat([table[BENCHMARK], failed[BENCHMARK]]))
    only_k = set(table["profiler"]) | set(failed["profiler"]) == {K_BLPP.name}
    rows, done = [], set()
    for _, found in of_cut(table, view).iterrows():
        key = (found["suite"], found["benchmark"], found["kind"])
        series = series_name(found, view, only_k)
        done.add((key, series))
        rows.append(
            {
                **_row(key, names, series, found["k"], found["mean"], found["n"]),
                "median": found["median"],
                "low": found["ci_low"],
                "high": found["ci_high"],
                "noise_low": found["noise_low"],
                "noise_high": found["noise_high"],
            }
        )
    for _, trial in of_cut(failed, view).iterrows():
        key = (trial["suite"], trial["benchmark"], trial["kind"])
        series = series_name(trial, view, only_k)
        if (key, series) not in done:
            why = why_missing(str(trial["reason"]))
            rows.append(_row(key, names, series, trial["k"], np.nan, 0, missing=why))
            done.add((key, series))
    return in_order(frame(rows))


def of_trials(
    results: Results,
    view: ChartView,
    value: Callable[[pd.DataFrame], "pd.Series[float]"],
    only_k: bool = False,
) -> pd.DataFrame:
    """Returns the mean, median, least and greatest value of trials, by benchmark and series.

    Trials that failed are left out.
    """
    table = results.of_view("trials", view)
    table = of_cut(table[table["status"] == "ok"], view).reset_index(drop=True)
    names = labels(table)
    values = value(table)
    table = table.assign(
        value=values, series=[series_name(row, view, only_k) for _, row in table.iterrows()]
    )
    rows = []
    for key, group in _benchmarks(table[table["value"].notna()]):
        for series, same in group.groupby("series", sort=False):
            found = same["value"]
            rows.append(
                {
                    **_row(key, names, str(series), same["k"].iloc[0], found.mean(), len(found)),
                    "median": found.median(),
                    "low": found.min(),
                    "high": found.max(),
                }
            )
    return frame(rows)


def with_averages(bars: pd.DataFrame, averages: Sequence[str] = (MEAN,)) -> pd.DataFrame:
    """Adds averages over the benchmarks, separately for each kind.

    An average covers the benchmarks that have a value in every series, so that the averages of
    different series can be compared. If there are fewer than two such benchmarks, nothing is
    averaged.
    """
    added = []
    for kind in dict.fromkeys(bars["kind"]):
        mine = bars[bars["kind"] == kind]
        wide = mine.pivot_table(
            index=["suite", "benchmark"], columns="series", values="value", dropna=False
        )
        complete = wide.reindex(columns=list(dict.fromkeys(mine["series"]))).dropna()
        if len(complete) < 2:
            continue
        for average in averages:
            for series in complete.columns:
                value = _average(average, complete[series].to_numpy())
                key = ("", average, kind)
                label = _SHORT.get(average, average) + MARKS.get(kind, "")
                k = mine.loc[mine["series"] == series, "k"].iloc[0]
                added.append(_row(key, {key: label}, str(series), k, value, len(complete)))
    old: list[Any] = bars.to_dict("records")
    return frame([*old, *added])


def _average(name: str, values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> float:
    if name == MEDIAN:
        return float(np.median(values))
    if name == GEOMETRIC:
        return float(np.exp(np.log(values).mean())) if (values > 0).all() else np.nan
    return float(values.mean())


def why_missing(reason: str) -> str:
    """Returns the class of a failure: "memory" or "failed"."""
    why = reason.lower()
    ran_out = why.startswith("memory:") or "outofmemory" in why or "out of memory" in why
    return MEMORY if ran_out else FAILED


def _failures(results: Results, view: ChartView, profilers: Iterable[str]) -> pd.DataFrame:
    trials = results.of_view("trials", view)
    return trials[(trials["status"] != "ok") & trials["profiler"].isin(list(profilers))]


def of_cut(table: pd.DataFrame, view: ChartView) -> pd.DataFrame:
    """Keeps rows with the view's cut or no cut, and all rows of profilers without such rows."""
    fits = table["cut"].isin(["", view.cut])
    has_own = set(table.loc[fits, "profiler"])
    return table[fits | ~table["profiler"].isin(has_own)]


def series_name(row: "pd.Series[Any]", view: ChartView, only_k: bool = False) -> str:
    """Returns the name of the series that a trial or ratio belongs to.

    With ``only_k``, the profiler is left out of a name that has a k.
    """
    k = None if pd.isna(row["k"]) else int(str(row["k"]))
    name = "" if only_k and k is not None else str(row["profiler"])
    cut = "" if row["cut"] == view.cut else str(row["cut"])
    return str(SeriesName(name, k, cut, str(row["scope"]), settings.chosen(row.to_dict())))


def of_all_methods(table: pd.DataFrame) -> pd.DataFrame:
    """Keeps the rows that are about runs in which all methods were profiled."""
    return table[table["scope"] == ALL_METHODS]


def _benchmarks(table: pd.DataFrame) -> Iterable[tuple[tuple[str, str, str], pd.DataFrame]]:
    for key, group in table.groupby(BENCHMARK, sort=False):
        suite, benchmark, kind = map(str, key)
        yield (suite, benchmark, kind), group


def _row(
    key: tuple[str, str, str],
    names: dict[tuple[str, str, str], str],
    series: str,
    k: object,
    value: float,
    n: int,
    missing: str = "",
) -> dict[str, object]:
    suite, benchmark, kind = key
    return {
        "suite": suite, "benchmark": benchmark, "kind": kind, "label": names[key],
        "series": series, "k": k, "value": value, "n": n, "missing": missing,
    }  # fmt: skip


def frame(rows: list[dict[str, object]]) -> pd.DataFrame:
    """Returns rows as a table with the columns ``COLUMNS``."""
    table = pd.DataFrame(rows, columns=COLUMNS)
    for name in ("value", "median", "low", "high", "noise_low", "noise_high"):
        table[name] = pd.to_numeric(table[name]).astype("float64")
    for name in ("k", "n"):
        table[name] = pd.array([None if pd.isna(v) else int(v) for v in table[name]], dtype="Int64")
    return table
