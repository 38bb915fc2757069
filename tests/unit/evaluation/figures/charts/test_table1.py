"""Tests Table 1: our measurements beside the papers' statements."""

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
        (("s", "program"), "official benchmarks and own programs"),
    ],
)
def test_table_1_knows_the_stream_with_its_k_and_cut(
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
