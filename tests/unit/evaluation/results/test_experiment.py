"""Tests an experiment's results: labels, names in the k-BLPP paper, and the order of rows."""

from pathlib import Path

import pandas as pd

from kpath_jvm.evaluation.results.experiment import (
    BENCHMARK,
    Results,
    is_named,
    labels,
    named_in_paper,
)
from kpath_jvm.evaluation.results.tables import write_table


def test_a_benchmark_s_label_is_the_shortest_unique_one() -> None:
    rows = [
        ("spec", "scimark.sparse", "stand-in"), ("grande", "sparse", "stand-in"),
        ("spec", "scimark.lu", "stand-in"), ("spec", "scimark.lu", "official"),
        ("other", "fft", "official"), ("other", "scimark.fft", "official"),
    ]  # fmt: skip
    table = pd.DataFrame(rows, columns=BENCHMARK)
    assert list(labels(table).values()) == [
        "spec:sparse*", "grande:sparse*", "lu*", "lu", "other:fft", "other:scimark.fft",
    ]  # fmt: skip


def test_benchmarks_may_have_other_names_than_in_the_paper() -> None:
    assert is_named("monte_carlo", "scimark.monte_carlo")
    assert is_named("scimark.monte_carlo", "scimark.monte_carlo")
    assert is_named("moldyn", "md")
    assert not is_named("cmd", "md")


def test_labels_are_found_by_the_paper_s_names() -> None:
    found = ["specjvm:monte_carlo*", "moldyn", "md5"]
    assert named_in_paper(["md", "scimark.monte_carlo"], found) == ["moldyn", found[0]]


def test_a_table_without_benchmarks_keeps_its_order(tmp_path: Path) -> None:
    one = {"phase": "timed", "iteration": 1, "wall_seconds": 1.5, "cpu_seconds": 1.0}
    write_table(tmp_path, "iterations", [{"trial": trial} | one for trial in (2, 1)])
    results = Results(tmp_path)
    assert list(results.table("iterations")["trial"]) == [2, 1]
    assert results.iterations is results.table("iterations")
