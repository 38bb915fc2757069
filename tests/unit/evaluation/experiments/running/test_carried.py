"""Tests that a resumed experiment keeps the rows of its tables, even without its trials' files."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.planning.plan import Plan, Trial
from kpath_jvm.evaluation.experiments.running.carried import Carried
from kpath_jvm.evaluation.experiments.running.progress import ExperimentProgress
from kpath_jvm.evaluation.experiments.trials.directory import (
    STRUCTURE_FILE,
    TRIAL_FILE,
    ResultsDirectory,
    write_json,
)
from kpath_jvm.evaluation.experiments.trials.trial import Circumstances
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import read_table

from .conftest import FINGERPRINT, made

ITERATION = {"phase": "timed", "number": 1, "wall_seconds": 2.0, "cpu_seconds": 2.0}


def progress_in(plan: Plan, directory: Path, number: int) -> ExperimentProgress:
    around = Circumstances(number, FINGERPRINT, {}, None, has_counters=False)
    return ExperimentProgress(plan, ResultsDirectory(directory), around, retry_failed=False)


def trials_of(plan: Plan, benchmark: str) -> list[Trial]:
    return [it for it in plan.trials() if it.configuration.benchmark.name == benchmark]


def measure(plan: Plan, directory: Path, benchmark: str, number: int, seconds: float) -> None:
    """Writes the tables, and the files of a benchmark's trials in one round.

    k-BLPP takes ``seconds``, and the native program takes 1 s.
    """
    progress = progress_in(plan, directory, number)
    for trial in trials_of(plan, benchmark):
        at, order = progress.next_number()
        took = 1.0 if trial.configuration.profiler == "native" else seconds
        document = made(
            trial, at, round=number, order=order, metrics={"timed_wall_seconds": took},
            iterations=[ITERATION],
        )  # fmt: skip
        write_json(directory / "trials" / str(at) / TRIAL_FILE, document)
        progress.add_trial(document)
    progress.write_tables([])


def medians(directory: Path) -> dict[str, tuple[float, int]]:
    table = read_table(directory, "ratios")
    table = table[(table["metric"] == "timed_wall") & (table["profiler"] == "k-blpp")]
    return {
        row["benchmark"]: (row["median"], int(row["round"])) for row in table.to_dict("records")
    }


@pytest.mark.parametrize("kept", [False, True])
def test_tables_have_benchmarks_of_several_rounds(plan: Plan, tmp_path: Path, kept: bool) -> None:
    results = tmp_path / "results"
    measure(plan, results, "one", 1, 3.0)
    if not kept:
        shutil.rmtree(results / "trials")
    measure(plan, results, "two", 2, 5.0)
    assert medians(results) == {"one": (3.0, 1), "two": (5.0, 2)}
    table = read_table(results, "trials")
    assert sorted(table["trial"]) == list(range(1, 9))
    assert len(read_table(results, "iterations")) == 8
    assert set(Results(results).current_trials["benchmark"]) == {"one", "two"}


def test_remeasured_benchmarks_have_ratios_of_their_last_round(plan: Plan, tmp_path: Path) -> None:
    results = tmp_path / "results"
    measure(plan, results, "one", 1, 3.0)
    shutil.rmtree(results / "trials")
    measure(plan, results, "one", 2, 4.0)
    assert medians(results) == {"one": (4.0, 2)}
    assert len(read_table(results, "trials")) == 8
    assert set(Results(results).current_trials["round"]) == {2}


def test_rewriting_tables_duplicates_no_rows(plan: Plan, tmp_path: Path) -> None:
    results = tmp_path / "results"
    measure(plan, results, "one", 1, 3.0)
    for _ in range(2):
        progress_in(plan, results, 1).write_tables([])
    assert len(read_table(results, "trials")) == 4
    assert len(read_table(results, "iterations")) == 4


def recorded(plan: Plan, benchmark: str, nodes: int, **changes: Any) -> dict[str, Any]:
    (found,) = [it for it in plan.structures if it.name == benchmark]
    rows = {"items": 9, "rows": [{"k": 2, "status": "ok", "ksf_nodes": nodes}]}
    return {
        "status": "ok", "identity": benchmark, "rows": rows, "steps": {},
        "configuration": {**found.flattened(), "cut": "loop-header"}, **changes,
    }  # fmt: skip


def test_rows_of_recorded_runs_stay_until_the_runs_are_repeated(plan: Plan, tmp_path: Path) -> None:
    results = tmp_path / "results"
    for benchmark, nodes in (("one", 4), ("two", 5)):
        document = recorded(plan, benchmark, nodes)
        write_json(results / "structure" / benchmark / STRUCTURE_FILE, document)
    progress_in(plan, results, 1).write_tables([])
    shutil.rmtree(results / "structure")
    progress = progress_in(plan, results, 2)
    progress.add_recorded(recorded(plan, "one", 7))
    progress.add_recorded(recorded(plan, "two", 8, status="failed", rows=None))
    progress.write_tables([])
    table = read_table(results, "structure")
    found = dict(zip(table["benchmark"], table["ksf_nodes"], strict=True))
    assert found == {"one": 7, "two": 5}


def test_missing_values_stay_missing(plan: Plan, tmp_path: Path) -> None:
    results = tmp_path / "results"
    measure(plan, results, "one", 1, 3.0)
    rows = Carried(results).of_trials("trials", [1])
    assert [row["trial"] for row in rows] == [2, 3, 4]
    assert {row["wall_seconds"] for row in rows} == {None}
    assert {row["k"] for row in rows} == {None, 2}
