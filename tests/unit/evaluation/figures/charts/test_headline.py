"""Tests the chart of the benchmarks on which profiling k iterations costs less than BLPP."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from builders.evaluation.cost_rows import VIEW
from chart_texts import check_texts
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.charts.chart import MissingDataError
from kpath_jvm.evaluation.figures.charts.headline import CHARTS, headline_data
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import write_table


def ratio(benchmark: str, median: float, verdict: str, **changes: Any) -> dict[str, Any]:
    return {
        "suite": "grande", "benchmark": benchmark, "kind": "stand-in", "size": VIEW.size,
        "jvm": VIEW.jvm, "profiler": "k-blpp", "k": 2, "cut": VIEW.cut, "scope": "",
        "baseline": "blpp-hash", "form": "ratio", "metric": "timed_wall", "round": 1, "n": 7,
        "mean": median, "median": median, "verdict": verdict, **changes,
    }  # fmt: skip


def data_of(directory: Path, *rows: dict[str, Any]) -> pd.DataFrame:
    write_table(directory, "ratios", rows)
    return headline_data(Results(directory), VIEW)


def numbers(data: pd.DataFrame, label: str) -> dict[str, int]:
    mine = data[(data["label"] == label) & (data["n"] > 0)]
    return dict(zip(mine["part"], mine["n"], strict=True))


def test_benchmarks_are_counted_by_verdict(tmp_path: Path) -> None:
    data = data_of(
        tmp_path,
        ratio("md", 0.5, "faster"),
        ratio("crypt", 2.0, "slower"),
        ratio("series", 1.0, "within-noise"),
        ratio("lufact", 4.0, "slower"),
    )
    assert numbers(data, "k-BLPP, k = 2*") == {
        "cheaper than BLPP": 1, "within the noise": 1, "dearer than BLPP": 2,
    }  # fmt: skip
    assert set(data["of"]) == {4}
    assert data["geometric_mean"].iloc[0] == pytest.approx(2**0.5)
    dearer = data[data["part"] == "dearer than BLPP"]
    assert dearer["benchmarks"].tolist() == ["crypt*; lufact*"]


def test_profilers_baselines_and_kinds_are_counted_separately(tmp_path: Path) -> None:
    data = data_of(
        tmp_path,
        ratio("md", 0.5, "faster"),
        ratio("md", 1.5, "slower", kind="official"),
        ratio("md", 0.8, "faster", profiler="k-blpp-packed", k=16),
        ratio("md", 3.0, "slower", baseline="blpp-array"),
    )
    found = {
        (panel, label): n
        for panel, label, part, n in data[["panel", "label", "part", "n"]].values
        if part == "cheaper than BLPP"
    }
    assert found == {
        ("timed_wall blpp-hash", "k-BLPP, k = 2"): 0,
        ("timed_wall blpp-hash", "k-BLPP, k = 2*"): 1,
        ("timed_wall blpp-hash", "packed k-BLPP, k = 16*"): 1,
        ("timed_wall blpp-array", "k-BLPP, k = 2*"): 0,
    }


def test_profilers_that_do_not_count_all_sequences_are_left_out(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match="no ratio of k-blpp, k-blpp-packed, stream"):
        data_of(tmp_path, ratio("md", 0.5, "faster", profiler="edge", k=None))


def test_the_chart_needs_both_baselines_and_both_native_runs() -> None:
    (chart,) = CHARTS
    assert {"native", "native-again", "blpp-hash", "blpp-array"} < set(chart.profilers or ())


def test_titles_of_all_panels_are_legible(tmp_path: Path) -> None:
    data = data_of(
        tmp_path,
        ratio("md", 0.5, "faster", profiler="k-blpp-packed", k=16),
        ratio("md", 3.0, "slower", baseline="blpp-array"),
        ratio("md", 0.8, "faster", metric="total_cpu"),
    )
    (chart,) = CHARTS
    assert data["panel"].nunique() == 3
    with style.styled():
        figure = chart.draw(data, chart.title, "A note.")
    check_texts(figure)
