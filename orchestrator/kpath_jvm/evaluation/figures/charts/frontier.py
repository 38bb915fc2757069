"""Overhead against information: what profilers cost, and how much their profiles tell."""

from dataclasses import replace

import numpy as np
import pandas as pd

from kpath_jvm.evaluation.figures.charts.chart import TIMED, Chart, MissingDataError
from kpath_jvm.evaluation.figures.plots.scatter import frontier
from kpath_jvm.evaluation.profilers import NATIVE
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import BENCHMARK, ChartView, Results, label_of_each
from kpath_jvm.evaluation.results.schema import BACK_EDGE
from kpath_jvm.evaluation.results.series import GEOMETRIC
from kpath_jvm.evaluation.results.series_names import SeriesName

COLUMNS = [
    *BENCHMARK, "label", "series", "k", "length", "value", "low", "high", "n", "exact", "definite",
]  # fmt: skip


def data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns a row per benchmark, series and length of sequences, and means over benchmarks.

    ``value`` is the mean of T / T(native) over pairs of trials, where T is the wall time of the
    timed iterations. ``low`` and ``high`` are the confidence interval of the median over the same
    pairs. ``exact`` is the share of the real flow (all executions of sequences of ``length`` paths)
    that the profile determines exactly. ``definite`` is ``exact`` plus the share of the real flow
    that lower bounds guarantee.

    A mean over benchmarks covers the benchmarks that have all series. Its ``low`` and ``high`` are
    the least and the greatest ``value`` of these benchmarks.
    """
    view = replace(view, cut=BACK_EDGE)
    costs = _named(results, view, "ratios")
    costs = costs[
        (costs["baseline"] == NATIVE.name)
        & (costs["form"] == "ratio")
        & (costs["metric"] == "timed_wall")
        & costs["mean"].notna()
    ]
    known = _named(results, view, "information")
    known = known[known["flow"] > 0]
    keys = [*BENCHMARK, "way"]
    both = known[[*keys, "length", "flow", "exact", "bounded"]].merge(
        costs[[*keys, "series", "k", "mean", "ci_low", "ci_high", "n"]], on=keys
    )
    if not len(both):
        missing = "information.csv" if not len(known) else "ratios.csv"
        raise MissingDataError(
            "tables/information.csv and tables/ratios.csv have no benchmark and profiler in common "
            f"for {view.text()}; rows are missing in tables/{missing}"
        )
    flow = both["flow"].astype(float)
    found = both.assign(
        label=label_of_each(both),
        value=both["mean"], low=both["ci_low"], high=both["ci_high"],
        exact=both["exact"].fillna(0.0) / flow,
        definite=(both["exact"].fillna(0.0) + both["bounded"].fillna(0.0)) / flow,
    )  # fmt: skip
    return pd.concat([found[COLUMNS], _means(found)], ignore_index=True)


def _named(results: Results, view: ChartView, name: str) -> pd.DataFrame:
    """Returns rows of the table ``name``, with columns ``series`` and ``way`` added.

    The rows are about runs that profiled all methods. They have the view's cut or no cut; if a
    profiler has no such rows, its rows have the other cut. ``way`` is the series without options
    that are set to the profiler's defaults.
    """
    table = series.of_cut(series.of_all_methods(results.of_view(name, view)), view)
    names = [series.series_name(row, view) for _, row in table.iterrows()]
    ways = [str(SeriesName.parse(name).of_defaults()) for name in names]
    return table.assign(
        series=pd.Series(names, index=table.index, dtype="str"),
        way=pd.Series(ways, index=table.index, dtype="str"),
    )


def _means(found: pd.DataFrame) -> pd.DataFrame:
    """Returns geometric means of T / T(native) and means of shares, by kind, length and series."""
    rows = []
    for (kind, length), group in found.groupby(["kind", "length"], sort=False):
        wide = group.pivot_table(index=BENCHMARK, columns="series", values="value")
        complete = wide.dropna().index
        if len(complete) < 2:
            continue
        keys = pd.MultiIndex.from_frame(group[BENCHMARK])
        for name, same in group[keys.isin(complete)].groupby("series", sort=False):
            rows.append(
                {
                    "suite": "", "benchmark": GEOMETRIC, "kind": kind,
                    "label": "geo. mean" + series.MARKS.get(str(kind), ""), "series": name,
                    "k": same["k"].iloc[0], "length": length,
                    "value": float(np.exp(np.log(same["value"].astype(float)).mean())),
                    "low": same["value"].min(), "high": same["value"].max(), "n": len(complete),
                    "exact": same["exact"].mean(), "definite": same["definite"].mean(),
                }
            )  # fmt: skip
    return pd.DataFrame(rows, columns=COLUMNS)


CHARTS = (
    Chart(
        "frontier", "", "Overhead against information",
        "Each panel's title gives the length of its sequences in paths; in a loop, each path "
        "is an iteration. Across: T / T(native) of the timed iterations, logarithmic. Up: the "
        "share of the sequences' real flow "
        "that the profiler's counts determine exactly (filled marks), and the share that they "
        "determine exactly or by a lower bound (hollow marks, drawn if this share is larger). "
        "Large marks are "
        "means over the programs (geometric means of times), and lines run from the program with "
        "the least overhead to that with the most. Small dots are programs. Paths are cut at back "
        "edges if the profiler was run with this cut.",
        TIMED, data, frontier, by_cut=False, shows_information=True,
    ),
)  # fmt: skip
