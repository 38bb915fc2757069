"""What each chart shows, from an experiment's tables; ``MissingDataError`` where they lack it."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures.charts.figure04_tree import TreeRequest, tree_data
from kpath_jvm.evaluation.figures.plots.bars import rank
from kpath_jvm.evaluation.figures.plots.strips import outliers
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import BENCHMARK, Results, View, is_named, labels
from kpath_jvm.evaluation.results.laws import fit_inverse_law
from kpath_jvm.evaluation.results.series import MEAN, column, l2_misses, quotient
from kpath_jvm.profile.model import Profile

Data = Callable[[Results, View], pd.DataFrame]

#: Section 4.2: the four whose overhead rises with k.
OUTLIERS = ("compress", "scimark.monte_carlo", "heapsort", "md")
#: Those that the text names for short loops.
SHORT_LOOPS = ("avrora", "hsqldb")
CHECK_TASK_TAG = TreeRequest("org.eclipse.jdt.internal.compiler.parser.Scanner.checkTaskTag", 11)
COMPARED = (
    "edge", "blpp-hash", "blpp-array", "k-blpp", "stream", "jacoco", "async-profiler", "jfr",
)  # fmt: skip


class MissingDataError(Exception):
    """A chart cannot be drawn; the message says which data is missing."""


def structure(measure: series.Measure, what: str, blpp: str = "") -> Data:
    """Return the data function of a structural chart over k, with its means."""

    def data(results: Results, view: View) -> pd.DataFrame:
        found = series.structural(results, view, measure, blpp)
        if not found["value"].notna().any():
            raise MissingDataError(f"tables/structure.csv has no {what} for {view.text()}")
        return series.with_averages(found)

    return data


def against(
    profilers: Sequence[str],
    baseline: str,
    metric: str,
    form: str = "ratio",
    averages: Sequence[str] = (MEAN,),
) -> Data:
    """Return the data function of a chart of ratios, with its averages."""

    def data(results: Results, view: View) -> pd.DataFrame:
        found = series.ratios(results, view, profilers, baseline, form, metric)
        if not found["value"].notna().any():
            raise MissingDataError(
                f"tables/ratios.csv has no {form} of {metric} to {baseline} for "
                f"{', '.join(profilers)}, {view.text()}"
            )
        return series.with_averages(_three_ks(found) if len(profilers) > 1 else found, averages)

    return data


def _three_ks(bars: pd.DataFrame) -> pd.DataFrame:
    """Keep the least, a middle and the greatest k: beside other profilers that is enough."""
    ks = sorted(set(bars["k"].dropna()))
    if len(ks) <= 3:
        return bars
    middle = min(ks[1:-1], key=lambda k: abs(k - 8))
    return bars[bars["k"].isna() | bars["k"].isin([ks[0], middle, ks[-1]])]


def per_trial(
    value: Callable[[pd.DataFrame], "pd.Series[float]"], what: str, averages: Sequence[str] = ()
) -> Data:
    """Return the data function of a chart of means over trials."""

    def data(results: Results, view: View) -> pd.DataFrame:
        found = series.of_trials(results, view, value)
        found = found[found["value"].notna() & (found["value"] > 0)]
        if not len(found):
            raise MissingDataError(f"tables/trials.csv has no {what} for {view.text()}")
        return series.with_averages(_three_ks(found), averages)

    return data


def mebibytes(table: pd.DataFrame) -> "pd.Series[float]":
    """The profiler's tables."""
    return _floats(table["engine_bytes"]) / 2**20


def instrumentation(table: pd.DataFrame) -> "pd.Series[float]":
    """Seconds that the agent took to rewrite classes."""
    return _floats(table["instrumentation_seconds"])


def event_rate(table: pd.DataFrame) -> "pd.Series[float]":
    """Path completions per second of the process, in millions; also of the native one.

    A native run counts nothing, but does the same work: it gets the median of the items that the
    profiled runs of the benchmark with the same number of iterations counted.
    """
    items = _floats(table["items"])
    keys = [*BENCHMARK, "warmups", "iterations"]
    told = table.assign(items=items).groupby(keys, dropna=False)["items"].transform("median")
    counted = items.where(table["profiler"] != "native", told)
    return counted / table["wall_seconds"] / 1e6


def loop_free(results: Results, view: View) -> pd.DataFrame:
    """Return the share of path completions that are only counted, not streamed."""
    share = quotient("streamed_items", "items")
    found = series.structural(results, view, lambda table: 1 - share(table))
    if found["value"].notna().any():
        # The same for every k: one recorded stream.
        found = found.drop_duplicates(BENCHMARK)
    else:
        found = series.of_trials(
            results, view, lambda t: 1 - _floats(t["streamed_items"]) / _floats(t["items"])
        )
        found = found[found["series"].str.startswith("stream")]
    if not found["value"].notna().any():
        raise MissingDataError(f"no table has items and streamed_items for {view.text()}")
    found = found.assign(series="loop-free", k=pd.array([None] * len(found), dtype="Int64"))
    return series.with_averages(found)


def trials(results: Results, view: View) -> pd.DataFrame:
    """Return every trial: its timed seconds, whether an outlier, why it has none."""
    table = results.of_view("trials", view)
    table = series.of_cut(table, view).reset_index(drop=True)
    if not len(table):
        raise MissingDataError(f"tables/trials.csv has no trial for {view.text()}")
    names = labels(table)
    is_ok = table["status"] == "ok"
    found = table[[*BENCHMARK, "k", "round", "trial", "repetition", "status", "reason"]].assign(
        label=[names[key] for key in map(tuple, table[BENCHMARK].to_numpy().tolist())],
        series=[series.series_name(row, view) for _, row in table.iterrows()],
        value=table["timed_wall_seconds"].where(is_ok),
        missing=[
            "" if ok else series.why_missing(why)
            for ok, why in zip(is_ok, table["reason"], strict=True)
        ],
    )
    order = {name: at for at, name in enumerate(_in_order_of_profilers(found["series"]))}
    found = found.assign(rank=found["series"].map(order))
    found["is_outlier"] = (
        found.groupby([*BENCHMARK, "series"], sort=False)["value"]
        .transform(lambda values: outliers(values.dropna()).reindex(values.index, fill_value=False))
        .astype(bool)
    )
    return found.sort_values("rank", kind="stable").drop(columns="rank")


def _in_order_of_profilers(names: "pd.Series[str]") -> list[str]:
    return sorted(set(names), key=lambda name: (*rank(name), name))


def law(results: Results, view: View) -> pd.DataFrame:
    """Return hash operations against BLPP's per k, with the law fitted to each benchmark."""
    found = series.structural(results, view, quotient("hash_operations", "blpp_hash_operations"))
    found = found[found["value"].notna()]
    if found["k"].nunique() < 3:
        raise MissingDataError(
            f"tables/structure.csv has hash operations of fewer than three k, {view.text()}"
        )
    fits = {}
    for key, group in found.groupby(BENCHMARK, sort=False):
        fits[key] = fit_inverse_law(group["k"].to_numpy(float), group["value"].to_numpy())
    keys = list(map(tuple, found[BENCHMARK].to_numpy().tolist()))
    extra = {
        name: [getattr(fits[key], name) if fits[key] else np.nan for key in keys]
        for name in ("floor", "slope", "r_squared", "exponent")
    }
    return found[[*BENCHMARK, "label", "series", "k", "value"]].assign(**extra)


def caches(results: Results, view: View) -> pd.DataFrame:
    """Return cache miss rates (and CPI where counters told it) per benchmark and k."""
    measured = _hardware(results, view)
    if len(measured):
        return measured
    parts = []
    for panel, rate in (("l1_miss_rate", column("l1_miss_rate")), ("l2_miss_rate", l2_misses)):
        found = series.structural(results, view, rate)
        parts.append(found[found["value"].notna()].assign(panel=panel, source="simulated"))
    data = pd.concat(parts)
    if not len(data):
        raise MissingDataError(
            f"no hardware counters (tables/counters.csv) and no simulated miss rates in "
            f"tables/structure.csv for {view.text()}"
        )
    return data[["panel", *BENCHMARK, "label", "series", "k", "value", "n", "source"]]


def _hardware(results: Results, view: View) -> pd.DataFrame:
    parts = []
    for panel in ("cycles_per_instruction", "l1_miss_rate", "l2_miss_rate"):
        told = results.counters.set_index("trial")[panel]

        def value(table: pd.DataFrame, told: "pd.Series[float]" = told) -> "pd.Series[float]":
            return table["trial"].map(told).where(table["profiler"] == "k-blpp").astype("float64")

        found = series.of_trials(results, view, value, only_k=True)
        parts.append(found.assign(panel=panel, source="hardware counters"))
    data = pd.concat(parts)
    return data[["panel", *BENCHMARK, "label", "series", "k", "value", "n", "source"]]


def named(data: pd.DataFrame, published: Sequence[str]) -> list[str]:
    """Return the labels of the benchmarks in a table that the paper names."""
    pairs = dict(zip(data["label"], data["benchmark"], strict=True))
    return [label for name in published for label, own in pairs.items() if is_named(str(own), name)]


def named_or_few(data: pd.DataFrame, published: Sequence[str]) -> list[str]:
    """Return the labels to name in a chart of lines: the paper's, and all if they are few."""
    labelled = list(dict.fromkeys(data["label"]))
    first = named(data, published)
    return first + [label for label in labelled if label not in first and len(labelled) <= 8]


def check_task_tag(results: Results, _view: View) -> pd.DataFrame:
    """Return figure 4's tree, from the first profile that has the method at k = 11."""
    tried = []
    for path in sorted((results.path / "profiles").glob("*")):
        try:
            profile = Profile.open(path)
            if profile.run["cut"] != "loop-header":
                raise KpathError(f"{path.name} was cut at back edges")
            data = tree_data(profile, CHECK_TASK_TAG)
            return data.assign(profile=path.name, program=_program(profile))
        except KpathError as error:
            tried.append(str(error))
    told = "; ".join(tried) or f"{results.path / 'profiles'} holds none"
    raise MissingDataError(f"no profile of eclipse with k = 11, cut at loop headers: {told}")


def _program(profile: Profile) -> str:
    workload = profile.run.get("workload")
    if not isinstance(workload, dict):
        return "a program of unknown name"
    kind = " (stand-in)" if workload.get("stand_in") else ""
    return f"{workload.get('suite')} {workload.get('name')}{kind}, size {workload.get('size')}"


def _floats(values: "pd.Series[int]") -> "pd.Series[float]":
    return values.astype("Float64").astype("float64")
