"""Table 1: what was measured here beside what the papers say."""

from pathlib import Path

from kpath_jvm.evaluation.figures.drawing import drawing
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import write_table


def test_table_1_knows_the_stream_with_its_k_and_cut(tmp_path: Path) -> None:
    row = {
        "suite": "s", "kind": "official", "size": "small", "jvm": "17", "baseline": "blpp-hash",
        "form": "ratio", "metric": "timed_wall", "n": 3, "verdict": "faster",
    }  # fmt: skip
    write_table(
        tmp_path, "ratios",
        [
            {**row, "benchmark": name, "profiler": profiler, "k": 8, "cut": cut, "mean": mean}
            for name, mean in (("a", 0.5), ("b", 0.7))
            for profiler, cut in (("stream", "back-edge"), ("k-blpp", "loop-header"))
        ],
    )  # fmt: skip
    table = drawing(Results(tmp_path), "table1").data.set_index("technique")["measured here"]
    told = "0.60 (k\u00a0=\u00a08): mean of 2 official benchmarks"
    assert table["kpath-jvm's stream"] == told
    assert table["this paper: k-BLPP"] == told
    assert table["edge counts"] == "not measured"
