"""Tests the data by which trends are judged."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from kpath_jvm.evaluation.results.evidence import Evidence, ends
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.series import column
from kpath_jvm.evaluation.results.tables import write_table

VIEW = ChartView("17", "small", "loop-header")
ROW: dict[str, Any] = {
    "suite": "s", "kind": "official", "size": "small", "jvm": "17", "cut": "loop-header",
    "status": "ok", "items": 600, "activations": 20,
}  # fmt: skip


@pytest.fixture
def evidence(tmp_path: Path) -> Evidence:
    rows = [
        {**ROW, "benchmark": "a", "k": 2, "ksf_nodes": 10, "node_scans": 1200},
        {**ROW, "benchmark": "a", "k": 8, "ksf_nodes": 30, "node_scans": 300},
        {**ROW, "benchmark": "b", "k": 2, "ksf_nodes": 5},
        {**ROW, "benchmark": "b", "k": 8, "status": "memory"},
        {**ROW, "benchmark": "b", "k": 16, "status": "memory"},
        {**ROW, "benchmark": "c", "kind": "stand-in", "k": 2, "ksf_nodes": 1},
        {**ROW, "benchmark": "d", "cut": "back-edge", "k": 2, "ksf_nodes": 1},
    ]
    write_table(tmp_path, "structure", rows)
    return Evidence(Results(tmp_path), VIEW, "official")


def test_only_rows_of_the_kind_and_cut_are_used(evidence: Evidence) -> None:
    assert set(evidence.structure["label"]) == {"a", "b"}


def test_a_measure_has_a_row_per_benchmark_and_a_column_per_k(evidence: Evidence) -> None:
    wide = evidence.wide(column("ksf_nodes"))
    assert wide.index.tolist() == ["a", "b"]
    assert wide.columns.tolist() == [2, 8, 16]
    assert wide.at["a", 8] == 30
    assert pd.isna(wide.at["b", 8])


def test_ends_need_two_values(evidence: Evidence) -> None:
    found = ends(evidence.wide(column("ksf_nodes")))
    assert found.index.tolist() == ["a"]
    row = found.loc["a"]
    assert (row["first"], row["first_k"], row["last"], row["last_k"]) == (10, 2, 30, 8)
    assert (row["before_last"], row["before_last_k"]) == (10, 2)


def test_paths_are_divided_by_activations_and_scans_by_paths(evidence: Evidence) -> None:
    assert evidence.paths_per_activation.to_dict() == {"a": 30, "b": 30}
    assert evidence.scans_per_path.loc["a", [2, 8]].tolist() == [2, 0.5]


def test_ran_out_returns_the_least_k_at_which_memory_ran_out(evidence: Evidence) -> None:
    assert evidence.ran_out().to_dict() == {"b": 8}
