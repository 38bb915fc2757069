"""Tests the chart ``table1``: the paper's Table 1, with a column for what we measured."""

from pathlib import Path

import pytest

from kpath_jvm.evaluation.figures.drawing import drawing
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import write_table


@pytest.mark.parametrize(
    ("suites", "whose"),
    [
        (("s", "s"), "official benchmarks"),
        (("program", "program"), "own programs"),
    ],
)
def test_table_1_shows_means_of_profilers_with_either_cut(
    tmp_path: Path, suites: tuple[str, str], whose: str
) -> None:
    row = {
        "kind": "official", "size": "small", "jvm": "17", "baseline": "blpp-hash",
        "form": "ratio", "metric": "timed_wall", "n": 3, "verdict": "faster",
    }  # fmt: skip
    write_table(
        tmp_path, "ratios",
        [
            {**row, "suite": suite, "benchmark": name, "profiler": profiler, "k": 8, "cut": cut,
             "mean": mean}
            for suite, name, mean in zip(suites, "ab", (0.5, 0.7), strict=True)
            for profiler, cut in (("stream", "back-edge"), ("k-blpp", "loop-header"))
        ],
    )  # fmt: skip
    table = drawing(Results(tmp_path), "table1").data.set_index("technique")["measured here"]
    told = f"0.60 (k\u00a0=\u00a08): mean of 2 {whose}"
    assert table["kpath-jvm's stream"] == told
    assert table["this paper: k-BLPP"] == told
    assert table["edge counts"] == "not measured"


def test_table_1_shows_the_costs_of_a_single_benchmark(tmp_path: Path) -> None:
    row = {
        "suite": "program", "benchmark": "walk", "kind": "own", "size": "small", "jvm": "17",
        "cut": "back-edge", "baseline": "blpp-hash", "form": "ratio", "metric": "timed_wall",
        "n": 3, "verdict": "faster",
    }  # fmt: skip
    write_table(
        tmp_path, "ratios",
        [{**row, "profiler": "k-blpp", "k": 2, "mean": 2.5},
         {**row, "profiler": "k-blpp", "k": 8, "mean": 1.5},
         {**row, "profiler": "kiter", "k": 2, "mean": 1.25},
         {**row, "profiler": "ol", "cut": "", "degree": 2, "mean": 3.0}],
    )  # fmt: skip
    table = drawing(Results(tmp_path), "table1").data.set_index("technique")["measured here"]
    assert (
        table["this paper: k-BLPP"] == "2.50 (k\u00a0=\u00a02), 1.50 (k\u00a0=\u00a08): walk alone"
    )
    assert table["Roy and Srikant"] == "1.25 (k\u00a0=\u00a02): walk alone"
    assert table["Tallam et al."] == "3.00 (degree\u00a02): walk alone"
    assert table["SPP, TPP, PPP"].startswith("see structural path profiling")
    assert table["Li et al."] == "not implemented here"
    assert "k-iteration numbering" not in table.index
