"""Tests data of charts: ratios and means calculated by hand, and marks for missing data."""

from pathlib import Path

from kpath_jvm.evaluation.figures.drawing import drawing
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.tables import write_table

ROW = {
    "suite": "dacapo", "kind": "stand-in", "size": "small", "jvm": "17", "cut": "loop-header",
    "status": "ok", "blpp_hash_operations": 100, "blpp_entries": 5, "blpp_paths": 5,
}  # fmt: skip
VIEW = ChartView("17", "small", "loop-header")


def test_ratios_and_means_agree_with_those_calculated_by_hand(tmp_path: Path) -> None:
    rows = [
        {**ROW, "benchmark": "a", "k": 2, "hash_operations": 100},
        {**ROW, "benchmark": "a", "k": 3, "hash_operations": 60},
        {**ROW, "benchmark": "b", "k": 2, "hash_operations": 100},
        {**ROW, "benchmark": "b", "k": 3, "hash_operations": 80},
        {**ROW, "benchmark": "c", "k": 2, "hash_operations": 10},
        {**ROW, "benchmark": "c", "k": 3, "status": "memory"},
        {**ROW, "benchmark": "a", "k": 2, "hash_operations": 100, "kind": "official"},
        {**ROW, "benchmark": "a", "k": 3, "hash_operations": 20, "kind": "official"},
        {**ROW, "benchmark": "b", "k": 2, "hash_operations": 100, "kind": "official"},
        {**ROW, "benchmark": "b", "k": 3, "hash_operations": 40, "kind": "official"},
    ]
    write_table(tmp_path, "structure", rows)
    data = drawing(Results(tmp_path), "figure09").data
    values = data.set_index(["label", "series"])["value"]
    assert values["a*", "k = 3"] == 0.6
    assert values["a", "k = 3"] == 0.2
    # c lacks k = 3, so no mean includes c. Official benchmarks and stand-ins have separate means.
    means = data[data["suite"] == ""].set_index(["kind", "series"])
    assert means["value"].round(9).to_dict() == {
        ("stand-in", "k = 2"): 1.0, ("stand-in", "k = 3"): 0.7,
        ("official", "k = 2"): 1.0, ("official", "k = 3"): 0.3,
    }  # fmt: skip
    assert set(means["n"]) == {2}
    missing = data[data["missing"] == "memory"]
    assert missing[["label", "series"]].to_numpy().tolist() == [["c*", "k = 3"]]


def test_failed_trials_are_marked(results: Results) -> None:
    data = drawing(results, "figure08").data
    found = data[(data["benchmark"] == "sunflow") & (data["series"] == "k = 16")]
    assert found["missing"].tolist() == ["memory"]
    assert found["value"].isna().all()
    assert series.why_missing("exit status 3") == "failed"


def test_charts_of_costs_show_scopes_side_by_side(results: Results) -> None:
    costs = drawing(results, "overhead-wall").data
    found = costs[costs["benchmark"] == "eclipse"].set_index("series")["value"]
    streams = found[["stream (back-edge)", "stream scope loops (back-edge)"]]
    assert streams.iloc[0] > streams.iloc[1] > found["stream scope hot (back-edge)"]
    assert "k-blpp k = 2 scope loops" in found.index
    # The k-BLPP paper's figures are about all methods, so they show no scopes.
    assert not drawing(results, "figure08").data["series"].str.contains("scope").any()
