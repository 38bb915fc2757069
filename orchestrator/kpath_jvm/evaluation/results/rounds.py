"""Chooses the round that a benchmark's figures are from, because rounds are never pooled.

A round is what one machine in one state has measured. The figures of different benchmarks may be
from different rounds.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from kpath_jvm.evaluation.profilers import NATIVE
from kpath_jvm.evaluation.results.schema import BENCHMARK

Benchmark = tuple[Any, ...]


def last_rounds(trials: Iterable[Mapping[str, Any]]) -> dict[Benchmark, int]:
    """Returns the round that each benchmark's figures are from.

    ``trials`` are rows of trials.csv. A benchmark's key consists of its values in the columns
    ``BENCHMARK``. Its round is the last one in which a native trial succeeded, because ratios need
    such a trial. If no native trial succeeded, it is the last round in which any trial succeeded.
    If no trial succeeded, it is the last round in which the benchmark was tried.
    """
    best: dict[Benchmark, tuple[bool, bool, int]] = {}
    for row in trials:
        benchmark = tuple(row[name] for name in BENCHMARK)
        is_good = row["status"] == "ok"
        one = (is_good and row["profiler"] == NATIVE.name, is_good, int(row["round"]))
        best[benchmark] = max(one, best.get(benchmark, one))
    return {benchmark: number for benchmark, (*_, number) in best.items()}


def of_last_rounds(trials: pd.DataFrame) -> pd.DataFrame:
    """Keeps, for each benchmark, the rows from the round that ``last_rounds`` returns."""
    columns = [*BENCHMARK, "profiler", "round", "status"]
    rows: list[dict[str, Any]] = trials[columns].to_dict("records")
    rounds = last_rounds(rows)
    kept = [rounds[tuple(row[name] for name in BENCHMARK)] == row["round"] for row in rows]
    return trials[pd.Series(kept, index=trials.index, dtype=bool)]
