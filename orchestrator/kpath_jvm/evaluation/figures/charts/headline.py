"""Shows on how many benchmarks profiling k iterations costs less than profiling single paths."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.chart import TIMED, Chart, MissingDataError
from kpath_jvm.evaluation.figures.plots.shares import draw_shares
from kpath_jvm.evaluation.profilers import NATIVE, NATIVE_AGAIN
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import ChartView, Results, label_of_each
from kpath_jvm.evaluation.results.papers import DELIA
from kpath_jvm.evaluation.results.series import MARKS
from kpath_jvm.profilers import BLPP_ARRAY, BLPP_HASH, K_BLPP, K_BLPP_PACKED, STREAM

#: The profilers that count every sequence of up to k paths.
_EXACT = (K_BLPP.name, K_BLPP_PACKED.name, STREAM.name)
_TITLES = {"timed_wall": "time", "total_cpu": "CPU"}
#: For each panel, the metric and the baseline.
_PANELS = (
    ("timed_wall", BLPP_HASH.name),
    ("timed_wall", BLPP_ARRAY.name),
    ("total_cpu", BLPP_HASH.name),
)
#: For each verdict of ratios.csv, the words, colour and hatch of its part of a bar.
_VERDICTS = {
    "faster": ("cheaper than BLPP", style.OKABE_ITO["green"], ""),
    "within-noise": ("within the noise", "#DDDDDD", ""),
    "slower": ("dearer than BLPP", style.OKABE_ITO["vermilion"], "////"),
    "too-few": ("too few trials", "#FFFFFF", "...."),
}


def headline_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns the numbers of benchmarks by verdict, for each panel, profiler and k.

    ``n`` is the number of the benchmarks with the verdict, ``value`` is their share of all
    benchmarks of the bar, and ``benchmarks`` has their names. ``geometric_mean`` is the geometric
    mean of the ratios' medians over all benchmarks of the bar. Official benchmarks, stand-ins and
    our own programs have separate bars.
    """
    table = series.of_all_methods(results.of_view("ratios", view))
    table = table[(table["form"] == "ratio") & table["profiler"].isin(_EXACT)]
    table = series.of_cut(table, view)
    found = []
    for metric, baseline in _PANELS:
        own = table[(table["metric"] == metric) & (table["baseline"] == baseline)]
        shown = [
            style.label(series.series_name(row, view)) + MARKS.get(str(row["kind"]), "")
            for _, row in own.iterrows()
        ]
        own = own.assign(
            label=label_of_each(own),
            bar=shown,
            order=own["profiler"].map({name: at for at, name in enumerate(_EXACT)}),
        ).sort_values(["kind", "order", "k"], kind="stable")
        for bar, rows in own.groupby("bar", sort=False):
            mean = float(np.exp(np.log(rows["median"].dropna()).mean()))
            for verdict, (part, *_) in _VERDICTS.items():
                mine = rows.loc[rows["verdict"] == verdict, "label"]
                found.append(
                    {
                        "panel": f"{metric} {baseline}", "label": bar, "part": part,
                        "value": len(mine) / len(rows), "n": len(mine), "of": len(rows),
                        "geometric_mean": mean, "benchmarks": "; ".join(mine),
                    }
                )  # fmt: skip
    if not found:
        raise MissingDataError(
            f"tables/ratios.csv has no ratio of {', '.join(_EXACT)} to BLPP for {view.text()}"
        )
    return pd.DataFrame(found)


def _draw(data: pd.DataFrame, title: str, note: str) -> Figure:
    panels = [
        (f"{metric} {baseline}", f"{_TITLES[metric]}, against {style.label(baseline)}")
        for metric, baseline in _PANELS
        if (data["panel"] == f"{metric} {baseline}").any()
    ]
    occurring = set(data.loc[data["n"] > 0, "part"])
    parts = {
        part: (colour, hatch) for part, colour, hatch in _VERDICTS.values() if part in occurring
    }
    return draw_shares(data, panels, parts, title, note, with_numbers=True)


CHARTS = (
    Chart(
        "headline", "", "Does an exact profile of k iterations cost less than BLPP?",
        "The number of benchmarks on which each profiler is cheaper or dearer than BLPP, by the "
        "median over paired trials. A difference counts if the median's 95 % bootstrap interval "
        "lies outside the noise floor (native against native). Time is the wall time of the timed "
        "iterations; CPU is the CPU time of whole runs, including the engine's process. "
        f"{STREAM.title} was run with a single k, because it streams the same data for each k.",
        TIMED, headline_data, _draw,
        profilers=(NATIVE.name, NATIVE_AGAIN.name, BLPP_HASH.name, BLPP_ARRAY.name, *_EXACT),
        paper=DELIA.key,
    ),
)  # fmt: skip
