"""Charts that no paper has: costs of profiling, counts of recorded runs, all trials."""

import pandas as pd

from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.chart import (
    COUNTED,
    MEANS,
    NO_BAR,
    OF_TRIALS,
    TIMED,
    Chart,
    Data,
    MissingDataError,
    against,
    bars,
    per_trial,
    structure,
)
from kpath_jvm.evaluation.figures.plots.strips import outliers, strip_plots
from kpath_jvm.evaluation.profilers import COMPARED, NATIVE
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import BENCHMARK, ChartView, Results, label_of_each
from kpath_jvm.evaluation.results.schema import ALL_METHODS
from kpath_jvm.evaluation.results.series import (
    GEOMETRIC,
    MEAN,
    MEDIAN,
    column,
    quotient,
)
from kpath_jvm.evaluation.results.series_names import SeriesName
from kpath_jvm.profilers import STREAM


def event_rate(table: pd.DataFrame) -> "pd.Series[float]":
    """Returns path completions per second of the process, in millions, also for native runs.

    A native run counts nothing, so its path completions are the median over the benchmark's
    profiled runs with the same numbers of iterations.
    """
    items = column("items")(table)
    keys = [*BENCHMARK, "warmups", "iterations"]
    # If only some methods were profiled, fewer paths were counted for the same work.
    of_all = items.where(table["scope"] == ALL_METHODS)
    medians = table.assign(items=of_all).groupby(keys, dropna=False)["items"].transform("median")
    counted = items.where(table["profiler"] != NATIVE.name, medians)
    return counted / table["wall_seconds"] / 1e6


def loop_free(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns the share of path completions that are only counted, not streamed."""
    share = quotient("streamed_items", "items")
    found = series.structural(results, view, lambda table: 1 - share(table))
    if found["value"].notna().any():
        # All k have the same value, because they come from one recorded stream.
        found = found.drop_duplicates(BENCHMARK)
    else:
        found = series.of_trials(results, view, lambda table: 1 - share(table))
        names = found["series"].map(SeriesName.parse)
        is_stream = names.map(lambda it: it.of == STREAM.name and it.scope == ALL_METHODS)
        found = found[is_stream.astype(bool)]
    if not found["value"].notna().any():
        raise MissingDataError(f"no table has items and streamed_items for {view.text()}")
    found = found.assign(series="loop-free", k=pd.array([None] * len(found), dtype="Int64"))
    return series.with_averages(found)


def trials(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns for each trial its timed seconds, or why it failed, and whether it is an outlier."""
    table = results.of_view("trials", view)
    table = series.of_cut(table, view).reset_index(drop=True)
    if not len(table):
        raise MissingDataError(f"tables/trials.csv has no trial for {view.text()}")
    is_ok = table["status"] == "ok"
    found = table[[*BENCHMARK, "k", "round", "trial", "repetition", "status", "reason"]].assign(
        label=label_of_each(table),
        series=[series.series_name(row, view) for _, row in table.iterrows()],
        value=table["timed_wall_seconds"].where(is_ok),
        missing=[
            "" if ok else series.why_missing(why)
            for ok, why in zip(is_ok, table["reason"], strict=True)
        ],
    )
    order = {name: at for at, name in enumerate(_in_order(found["series"]))}
    found = found.assign(rank=found["series"].map(order))
    found["is_outlier"] = (
        found.groupby([*BENCHMARK, "series"], sort=False)["value"]
        .transform(lambda values: outliers(values.dropna()).reindex(values.index, fill_value=False))
        .astype(bool)
    )
    return found.sort_values("rank", kind="stable").drop(columns="rank")


def _in_order(names: "pd.Series[str]") -> list[str]:
    return sorted(set(names), key=lambda name: (*style.rank(name), name))


def _of_iterations(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns the costs of profiling in timed iterations."""
    trials = results.of_view("trials", view)
    finished = trials[trials["status"] == "ok"]
    if len(finished) and not finished["iterations"].notna().any():
        raise MissingDataError(
            f"no program logs its iterations for {view.text()}; overhead-whole shows whole runs"
        )
    return _costs("timed_wall", MEAN, MEDIAN, GEOMETRIC)(results, view)


def _costs(metric: str, *averages: str) -> Data:
    return against(COMPARED, NATIVE.name, metric, averages=averages, every_scope=True)


CHARTS = (
    Chart(
        "node-scans", "", "Node scans of the k-SF per path completion",
        "Children looked at in lines 13 and 21 of process_bl_path_id, divided by all path "
        f"completions; the paper prints 58.8 at k = 2 and 10.3 at k = 16 for eclipse. {NO_BAR}",
        COUNTED, structure(quotient("node_scans", "items"), "node scans"),
        bars("node scans per path"),
    ),
    Chart(
        "ksf-degree", "", "Average degree of internal k-SF nodes",
        "Children per node that has children; the paper prints 2.6 at k = 2 and 1.3 at k = 16 for "
        f"eclipse. {NO_BAR}",
        COUNTED, structure(column("ksf_internal_degree"), "degrees of the k-SF"),
        bars("children per internal node"),
    ),
    Chart(
        "overhead-wall", "", "What profiling costs: wall time relative to native",
        f"Wall time of the timed iterations, logarithmic. {MEANS} {NO_BAR}",
        TIMED,
        _of_iterations,
        bars("T / T(native)", log=True, reference=1.0),
    ),
    Chart(
        "overhead-whole", "", "What profiling costs: the whole run relative to native",
        "Wall time from the start of the process to its end, logarithmic, including the JVM's "
        f"start, class loading, instrumentation and the writing of profiles. {MEANS} {NO_BAR}",
        TIMED,
        _costs("whole_wall", MEAN, MEDIAN, GEOMETRIC),
        bars("T / T(native)", log=True, reference=1.0),
    ),
    Chart(
        "overhead-cpu", "", "What profiling costs: CPU relative to native",
        "CPU time of the target, plus that of the engine's process if there is one. "
        f"{MEANS} {NO_BAR}",
        TIMED,
        _costs("total_cpu", MEAN, MEDIAN, GEOMETRIC),
        bars("CPU / CPU(native)", log=True, reference=1.0),
    ),
    Chart(
        "memory-resident", "", "Memory: the target's peak resident size, relative to native",
        f"The engine's process isn't included. {MEANS} {NO_BAR}",
        TIMED, _costs("rss", MEAN, MEDIAN),
        bars("resident / resident(native)", log=True, reference=1.0),
    ),
    Chart(
        "memory-tables", "", "Memory: the profilers' tables",
        "MiB of counters, hash tables and forests, in whichever process they are; logarithmic. "
        f"{OF_TRIALS}",
        TIMED,
        per_trial(lambda table: column("engine_bytes")(table) / 2**20, "sizes of tables"),
        bars("MiB", log=True),
    ),
    Chart(
        "event-rate", "", "Path completions per second",
        "Millions of path completions per second of the whole process. For native runs, these are "
        f"the completions that profiled runs of the same work counted. Logarithmic. {OF_TRIALS}",
        TIMED, per_trial(event_rate, "path completions"),
        bars("millions per second", log=True),
    ),
    Chart(
        "loop-free", "", "Share of path completions that need no stream",
        "Path completions in methods without loops, and in activations with a single path, are "
        "counted instead of streamed.",
        COUNTED, loop_free, bars("share of completions"),
    ),
    Chart(
        "instrumentation", "", "Time to instrument classes",
        "Seconds that the agent took to rewrite classes, over the whole run. The profiler stream "
        f"doesn't record this time. {OF_TRIALS}",
        TIMED, per_trial(column("instrumentation_seconds"), "instrumentation times", (MEAN,)),
        bars("seconds"),
    ),
    Chart(
        "trials", "", "Every trial",
        "Wall time of the timed iterations of each trial. Outliers (beyond 1.5 interquartile "
        "ranges, if there are four trials or more) are ringed but never dropped; a cross stands "
        "for failed trials.",
        TIMED, trials, strip_plots, by_cut=False,
    ),
)  # fmt: skip
