"""The data by which trends are judged: measures by benchmark and k, and how times change with k."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pandas as pd

from kpath_jvm.evaluation.profilers import NATIVE
from kpath_jvm.evaluation.results.experiment import ChartView, Results, label_of_each
from kpath_jvm.evaluation.results.series import (
    MEMORY,
    Measure,
    of_all_methods,
    quotient,
    why_missing,
)
from kpath_jvm.evaluation.results.statistics import LEAST_PAIRS
from kpath_jvm.profilers import BLPP_HASH, K_BLPP

FALLS, RISES, UNDECIDED = "falls", "rises", "undecided"
#: If an iteration completes fewer paths than this number, their cost is lost among other costs.
_MANY = 1e6


@dataclass(frozen=True)
class Evidence:
    """The results of one kind of benchmarks in one view."""

    results: Results
    view: ChartView
    kind: str
    _rows: dict[str, pd.DataFrame] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def structure(self) -> pd.DataFrame:
        """The rows of structure.csv, with the benchmarks' short names as ``label``."""
        table = self.results.of_view("structure", self.view)
        return self._mine(table[table["cut"] == self.view.cut])

    @cached_property
    def times(self) -> pd.DataFrame:
        """The ratios T(k-BLPP) / T(BLPP) of the timed wall time, with a column ``label``.

        Only ratios from enough trials for a verdict are included.
        """
        return self._all_times[self._all_times["n"] >= LEAST_PAIRS].reset_index(drop=True)

    @cached_property
    def little_tried(self) -> list[str]:
        """The benchmarks with a ratio from fewer trials than a verdict needs."""
        few = self._all_times[self._all_times["n"] < LEAST_PAIRS]
        return list(dict.fromkeys(few["label"]))

    @property
    def most_trials(self) -> int:
        """The most pairs of trials that a ratio of times comes from; 0 if there are no ratios."""
        return int(self._all_times["n"].max()) if len(self._all_times) else 0

    @cached_property
    def _all_times(self) -> pd.DataFrame:
        table = of_all_methods(self.results.of_view("ratios", self.view))
        return self._mine(
            table[
                (table["profiler"] == K_BLPP.name)
                & (table["baseline"] == BLPP_HASH.name)
                & (table["form"] == "ratio")
                & (table["metric"] == "timed_wall")
                & (table["cut"] == self.view.cut)
            ]
        )

    def rows(self, name: str) -> pd.DataFrame:
        """Returns a table's rows for this view and kind of benchmarks, with a column ``label``."""
        if name not in self._rows:
            self._rows[name] = self._mine(self.results.of_view(name, self.view))
        return self._rows[name]

    def _mine(self, table: pd.DataFrame) -> pd.DataFrame:
        table = table[table["kind"] == self.kind].reset_index(drop=True)
        return table.assign(label=label_of_each(table))

    def wide(self, measure: Measure) -> pd.DataFrame:
        """Returns a structural measure: a row per benchmark (short name), a column per k.

        Values are NaN where memory ran out.
        """
        table = self.structure.assign(measured=measure(self.structure))
        return table.pivot(index="label", columns="k", values="measured").reindex(
            list(dict.fromkeys(table["label"]))
        )

    @cached_property
    def directions(self) -> dict[str, str]:
        """Whether each benchmark's time falls or rises from the least to the greatest k.

        The medians at these two k are compared. If their confidence intervals overlap, or if their
        quotient is within the noise floor, the direction is undecided. Benchmarks with a median at
        fewer than two k are omitted.
        """
        found = {}
        for label, rows in self.times.groupby("label", sort=False):
            usable = rows[rows["median"].notna()].sort_values("k")
            if len(usable) >= 2:
                found[str(label)] = direction(usable.iloc[0], usable.iloc[-1])
        return found

    @cached_property
    def paths_per_activation(self) -> "pd.Series[float]":
        """The mean number of path completions per activation, for each benchmark."""
        wide = self.wide(quotient("items", "activations"))
        # There was one recorded run, so the value is the same for each k that had enough memory.
        return wide.max(axis=1) if len(wide) else pd.Series(dtype="float64")

    @cached_property
    def scans_per_path(self) -> pd.DataFrame:
        """Node scans divided by path completions: a row per benchmark, a column per k."""
        return self.wide(quotient("node_scans", "items"))

    @cached_property
    def nanos_per_path(self) -> pd.DataFrame:
        """The cost of a path completion in ns: a row per benchmark, columns for BLPP and "k=K".

        The cost is an iteration's median wall time minus the median of native iterations, divided
        by the median number of path completions per iteration. A run's completions are divided
        equally among its iterations, so an iteration's completions are overestimated if paths are
        also completed outside iterations. Trials with fewer than a million completions per
        iteration are left out, and so are benchmarks without a cost in every column.
        """
        table = self._mine(of_all_methods(self.results.of_view("trials", self.view)))
        table = table[table["status"] == "ok"]
        iterations = table["warmups"] + table["iterations"]
        table = table.assign(
            nanos=table["timed_wall_seconds"] * 1e9 / table["iterations"],
            paths=table["items"] / iterations,
        )
        native = table[table["profiler"] == NATIVE.name].groupby("label")["nanos"].median()
        is_compared = table["profiler"].isin([BLPP_HASH.name, K_BLPP.name])
        mine = table[is_compared & table["paths"].ge(_MANY)]
        mine = mine[mine["cut"] == self.view.cut]
        names = [
            f"k={k}" if name == K_BLPP.name else name for name, k in mine[["profiler", "k"]].values
        ]
        means = mine.assign(name=names).groupby(["label", "name"])[["nanos", "paths"]].median()
        costs = means["nanos"].sub(native, level="label") / means["paths"]
        return costs.unstack("name").dropna()

    def ran_out(self) -> "pd.Series[int]":
        """Returns, for each benchmark that ran out of memory, the least k at which that happened.

        Memory may run out when the recorded run is measured, or in a trial of k-BLPP, whose tables
        are in the program's heap.
        """
        trials = of_all_methods(self.results.of_view("trials", self.view))
        trials = trials[(trials["profiler"] == K_BLPP.name) & (trials["cut"] == self.view.cut)]
        full = self._mine(trials[trials["reason"].astype(str).map(why_missing) == MEMORY])
        table = self.structure[self.structure["status"] == "memory"]
        both = pd.concat([table[["label", "k"]], full[["label", "k"]]])
        return both.groupby("label", sort=False)["k"].min()


def direction(least: "pd.Series[float]", greatest: "pd.Series[float]") -> str:
    """Returns how the time changes from the row of the least k to the row of the greatest k."""
    quotient = greatest["median"] / least["median"]
    low = np.nanmin([least["noise_low"], greatest["noise_low"], 1.0])
    high = np.nanmax([least["noise_high"], greatest["noise_high"], 1.0])
    if quotient < low and greatest["ci_high"] < least["ci_low"]:
        return FALLS
    if quotient > high and greatest["ci_low"] > least["ci_high"]:
        return RISES
    return UNDECIDED


def ends(wide: pd.DataFrame) -> pd.DataFrame:
    """Returns the first, the last but one, and the last value of each benchmark, with their k.

    Benchmarks with fewer than two values are omitted.
    """
    rows = []
    for label, values in wide.iterrows():
        there = values.dropna()
        if len(there) >= 2:
            rows.append(
                {
                    "label": label, "first": there.iloc[0], "last": there.iloc[-1],
                    "first_k": there.index[0], "last_k": there.index[-1],
                    "before_last": there.iloc[-2], "before_last_k": there.index[-2],
                }
            )  # fmt: skip
    names = [
        "label", "first", "last", "first_k", "last_k", "before_last", "before_last_k",
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=names).set_index("label")
