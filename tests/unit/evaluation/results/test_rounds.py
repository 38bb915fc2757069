"""Tests which round a benchmark's figures are from."""

from typing import Any

import pandas as pd

from kpath_jvm.evaluation.results.rounds import last_rounds, of_last_rounds


def row(
    benchmark: str, number: int, status: str = "ok", profiler: str = "native"
) -> dict[str, Any]:
    return {
        "suite": "dacapo", "benchmark": benchmark, "kind": "stand-in", "size": "default",
        "jvm": "17.0.15", "profiler": profiler, "round": number, "status": status,
    }  # fmt: skip


def test_each_benchmark_has_its_own_latest_round() -> None:
    rows = [row("pmd", 1), row("pmd", 2), row("fop", 1), row("h2", 3)]
    found = {benchmark[1]: number for benchmark, number in last_rounds(rows).items()}
    assert found == {"pmd": 2, "fop": 1, "h2": 3}


def test_failures_in_a_later_round_do_not_hide_an_earlier_round() -> None:
    rows = [
        row("pmd", 1),
        row("pmd", 2, "failed"),
        row("fop", 1, "failed"),
        row("fop", 2, "timeout"),
    ]
    found = {benchmark[1]: number for benchmark, number in last_rounds(rows).items()}
    assert found == {"pmd": 1, "fop": 2}


def test_a_later_round_without_native_trials_does_not_hide_an_earlier_round() -> None:
    """Without a native trial, there would be no ratios."""
    rows = [row("pmd", 1), row("pmd", 2, profiler="edge"), row("pmd", 2, "failed")]
    rows += [row("fop", 1, profiler="edge"), row("fop", 2, "failed")]
    found = {benchmark[1]: number for benchmark, number in last_rounds(rows).items()}
    assert found == {"pmd": 1, "fop": 1}


def test_rows_of_other_rounds_are_left_out() -> None:
    table = pd.DataFrame([row("pmd", 1), row("fop", 1), row("pmd", 2), row("pmd", 2, "failed")])
    kept = of_last_rounds(table)
    assert list(zip(kept["benchmark"], kept["round"], strict=True)) == [
        ("fop", 1), ("pmd", 2), ("pmd", 2),
    ]  # fmt: skip
    assert len(of_last_rounds(table.iloc[:0])) == 0
