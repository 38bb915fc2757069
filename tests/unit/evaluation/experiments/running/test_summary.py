"""Tests the rows of tables that are made from the results of trials and recorded runs."""

from kpath_jvm.evaluation.experiments.planning.plan import Trial
from kpath_jvm.evaluation.experiments.running.summary import (
    counter_rows,
    information_rows,
    iteration_rows,
    structure_rows,
    trial_row,
)
from kpath_jvm.evaluation.results.schema import TABLES

from .conftest import made


def test_a_trial_gives_a_row_with_all_columns(first: Trial) -> None:
    row = trial_row(made(first))
    assert set(row) == {column.name for column in TABLES["trials"]}
    assert (row["benchmark"], row["profiler"], row["k"]) == ("one", "k-blpp", 2)
    assert row["wall_seconds"] == 2.0
    assert row["items"] is None


def test_each_iteration_of_a_trial_gives_a_row(first: Trial) -> None:
    iteration = {"phase": "timed", "number": 1, "wall_seconds": 1.5, "cpu_seconds": 1.0}
    rows = list(iteration_rows(made(first, 7, iterations=[iteration])))
    assert rows == [
        {"trial": 7, "phase": "timed", "iteration": 1, "wall_seconds": 1.5, "cpu_seconds": 1.0}
    ]
    assert list(iteration_rows(made(first))) == []


def test_only_successful_trials_with_counters_have_rows_of_counters(first: Trial) -> None:
    counters = {
        "counts": {}, "cycles_per_instruction": 1.0, "l1_miss_rate": 0.5, "l2_miss_rate": 0.25,
    }  # fmt: skip
    [row] = counter_rows(made(first, counters=counters))
    assert row["cycles_per_instruction"] == 1.0
    assert list(counter_rows(made(first, counters={"reason": "why not"}))) == []
    assert list(counter_rows(made(first, counters=counters, status="failed"))) == []


def test_a_successful_recorded_run_has_a_row_for_each_k(first: Trial) -> None:
    document = {
        "status": "ok",
        "configuration": {**first.configuration.benchmark.flattened(), "cut": "loop-header"},
        "rows": {"items": 9, "rows": [{"k": 2, "ksf_nodes": 4}, {"k": 3}]},
    }
    rows = list(structure_rows(document))
    assert [(row["k"], row["items"], row["ksf_nodes"]) for row in rows] == [(2, 9, 4), (3, 9, None)]
    assert set(rows[0]) == {column.name for column in TABLES["structure"]}
    assert list(structure_rows({**document, "status": "failed"})) == []


def test_rows_come_only_from_information_that_a_run_has(first: Trial) -> None:
    configuration = {**first.configuration.benchmark.flattened(), "cut": "back-edge"}
    row = {"k": 2, "methods": 9, "hashed": 1, "aborted": 0, "paths": 80, "most_paths": 20}
    document = {"configuration": configuration, "information": {"iterated": [row]}}
    (found,) = information_rows(document, "iterated")
    assert set(found) == {column.name for column in TABLES["iterated"]}
    assert (found["benchmark"], found["k"]) == ("one", 2)
    assert list(information_rows(document, "overlaps")) == []
    assert list(information_rows({"configuration": configuration}, "iterated")) == []
