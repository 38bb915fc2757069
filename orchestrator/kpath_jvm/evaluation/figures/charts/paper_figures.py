"""Figures 8 to 14 of the k-BLPP paper: times, hash operations, caches, and sizes of forests."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.evaluation.figures.charts.chart import (
    COUNTED,
    MEANS,
    NO_BAR,
    TIMED,
    Chart,
    MissingDataError,
    against,
    bars,
    named_or_few,
    structure,
)
from kpath_jvm.evaluation.figures.plots.lines import Panel, law, line_panels
from kpath_jvm.evaluation.profilers import NATIVE, NATIVE_AGAIN
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import (
    BENCHMARK,
    OUTLIERS,
    SHORT_LOOPS,
    ChartView,
    Results,
)
from kpath_jvm.evaluation.results.laws import fit_inverse_law
from kpath_jvm.evaluation.results.papers import DELIA
from kpath_jvm.evaluation.results.schema import ALL_METHODS
from kpath_jvm.evaluation.results.series import column, l2_misses, quotient
from kpath_jvm.profilers import BLPP_ARRAY, BLPP_HASH, K_BLPP, K_BLPP_PACKED


def law_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns k-BLPP's hash operations divided by BLPP's, with a law fitted to each benchmark.

    The law is ``floor + slope / (k - 1)``.
    """
    found = series.structural(results, view, quotient("hash_operations", "blpp_hash_operations"))
    found = found[found["value"].notna()]
    if found["k"].nunique() < 3:
        raise MissingDataError(
            f"tables/structure.csv has hash operations for fewer than three k, {view.text()}"
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


def _draw_law(data: pd.DataFrame, title: str, note: str) -> Figure:
    return law(data, named_or_few(data, SHORT_LOOPS + OUTLIERS), title, note)


def cache_data(results: Results, view: ChartView) -> pd.DataFrame:
    """Returns cache miss rates per benchmark and k.

    The rates come from hardware counters, which also give cycles per instruction. If no counters
    were read, the rates come from simulated caches.
    """
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


def _hardware(results: Results, view: ChartView) -> pd.DataFrame:
    parts = []
    for panel in ("cycles_per_instruction", "l1_miss_rate", "l2_miss_rate"):
        counted = results.counters.set_index("trial")[panel]

        def value(table: pd.DataFrame, counted: "pd.Series[float]" = counted) -> "pd.Series[float]":
            is_compared = (table["profiler"] == K_BLPP.name) & (table["scope"] == ALL_METHODS)
            return table["trial"].map(counted).where(is_compared).astype("float64")

        found = series.of_trials(results, view, value, only_k=True)
        parts.append(found.assign(panel=panel, source="hardware counters"))
    data = pd.concat(parts)
    return data[["panel", *BENCHMARK, "label", "series", "k", "value", "n", "source"]]


def _draw_caches(data: pd.DataFrame, title: str, note: str) -> Figure:
    is_real = (data["source"] == "hardware counters").all()
    how, l2_of = ("", "access of L2") if is_real else (", simulated", "access")
    panels = [
        Panel(
            "cycles_per_instruction", "(a) cycles per instruction", "cycles per instruction",
            "" if is_real else
            "Cycles per instruction: not available on this machine (no hardware counters).",
        ),
        Panel("l1_miss_rate", f"(b) L1 miss rate{how}", "misses per access"),
        Panel("l2_miss_rate", f"(c) L2 miss rate{how}", f"misses per {l2_of}"),
    ]  # fmt: skip
    return line_panels(data, panels, named_or_few(data, OUTLIERS), title, note)


def _packed_beside_k_blpp(results: Results, view: ChartView) -> pd.DataFrame:
    packed, both = (
        against(profilers, BLPP_HASH.name, "timed_wall")
        for profilers in ([K_BLPP_PACKED.name], [K_BLPP.name, K_BLPP_PACKED.name])
    )
    packed(results, view)  # Raises MissingDataError if there are no ratios of packed k-BLPP.
    return both(results, view)


_K_BLPP = (NATIVE.name, NATIVE_AGAIN.name, BLPP_HASH.name, K_BLPP.name)

CHARTS = (
    Chart(
        "figure08", "8", "Figure 8. Time of k-BLPP relative to BLPP",
        f"Wall time of the timed iterations, T(k-BLPP) / T(BLPP with the same hash). {MEANS}",
        TIMED, against([K_BLPP.name], BLPP_HASH.name, "timed_wall"),
        bars("T(k-BLPP) / T(BLPP)", reference=1.0), profilers=_K_BLPP,
        paper=DELIA.key,
    ),
    Chart(
        "figure08-overhead", "8", "Figure 8, overheads. Overhead of k-BLPP relative to BLPP's",
        "(T(k-BLPP) - T(native)) / (T(BLPP) - T(native)) of the timed iterations' wall time: the "
        "other way to read the overheads in the paper. This ratio isn't defined for pairs of "
        "trials in which BLPP was not slower than native; such pairs are left out. "
        f"{MEANS}",
        TIMED, against([K_BLPP.name], BLPP_HASH.name, "timed_wall", "overhead"),
        bars("overhead of k-BLPP / that of BLPP", reference=1.0), profilers=_K_BLPP,
        paper=DELIA.key,
    ),
    Chart(
        "figure08-array", "8", "Figure 8, arrays. Time of k-BLPP relative to BLPP with arrays",
        "Like figure 8, but compared with the faster BLPP that counts in arrays, which the paper "
        f"does not consider. {MEANS}",
        TIMED, against([K_BLPP.name], BLPP_ARRAY.name, "timed_wall"),
        bars("T(k-BLPP) / T(BLPP, arrays)", reference=1.0),
        profilers=(*_K_BLPP, BLPP_ARRAY.name),
        paper=DELIA.key,
    ),
    Chart(
        "figure08-packed", "8", "Figure 8, packed. Time of both k-BLPPs relative to BLPP",
        "Like figure 8, with bars for packed k-BLPP, whose activations keep their latest paths in "
        f"a word. The paper doesn't have packed k-BLPP. {MEANS}",
        TIMED, _packed_beside_k_blpp, bars("T(k-BLPP) / T(BLPP)", reference=1.0),
        profilers=(*_K_BLPP, K_BLPP_PACKED.name),
        paper=DELIA.key,
    ),
    Chart(
        "figure09", "9", "Figure 9. Hash table operations of k-BLPP relative to BLPP",
        "The number of searches for roots in the k-SF's table, divided by the number of updates of "
        "BLPP's hash table. "
        f"BLPP makes one update per path. {NO_BAR}",
        COUNTED,
        structure(quotient("hash_operations", "blpp_hash_operations"), "hash operations"),
        bars("operations, k-BLPP / BLPP", reference=1.0),
        paper=DELIA.key,
    ),
    Chart(
        "figure09-law", "9", "Figure 9, law. How hash operations fall with k",
        "The data of figure 9, both axes logarithmic. The dotted line is 1/(k-1), the law for long "
        "loops; the CSV has a fit per benchmark, ratio = floor + slope/(k-1), and the slope of the "
        "logarithms (exponent).",
        COUNTED, law_data, _draw_law,
        paper=DELIA.key,
    ),
    Chart(
        "figure10", "10", "Figure 10. Cache behaviour of k-BLPP",
        "Labels name the four benchmarks whose overhead rises with k in the paper, or all "
        "benchmarks if there are few. The mean is over the other benchmarks that have a value at "
        "every k. "
        "Simulated rates come from caches that see only the accesses to the k-SF's nodes and hash "
        "table, not those of the whole program; L2's rate is per access to any level. If the "
        "experiment says so, only the beginning of each stream is simulated.",
        COUNTED, cache_data, _draw_caches,
        paper=DELIA.key,
    ),
    Chart(
        "figure11", "11", "Figure 11. Space: entries of BLPP's hash table and nodes of the k-SF",
        f"Numbers at the end of the run, logarithmic. {NO_BAR}",
        COUNTED, structure(column("ksf_nodes"), "nodes of the k-SF", "blpp_entries"),
        bars("entries or nodes", log=True),
        paper=DELIA.key,
    ),
    Chart(
        "figure12", "12", "Figure 12. Profiled paths: BLPP, and nodes of the k-IPF",
        "BLPP's paths are the distinct acyclic paths that were executed; a node of the k-IPF is a "
        f"sequence of up to k such paths. Logarithmic. {NO_BAR}",
        COUNTED, structure(column("ipf_nodes"), "nodes of the k-IPF", "blpp_paths"),
        bars("paths", log=True),
        paper=DELIA.key,
    ),
    Chart(
        "figure13", "13", "Figure 13. Average degree of internal k-IPF nodes",
        f"Children per node that has children. {NO_BAR}",
        COUNTED, structure(column("ipf_internal_degree"), "degrees of the k-IPF"),
        bars("children per internal node"),
        paper=DELIA.key,
    ),
    Chart(
        "figure14", "14", "Figure 14. Average depth of k-IPF leaves",
        f"Roots have depth 0. {NO_BAR}",
        COUNTED, structure(column("ipf_leaf_depth"), "leaf depths of the k-IPF"),
        bars("depth of leaves"),
        paper=DELIA.key,
    ),
)  # fmt: skip
