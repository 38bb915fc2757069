"""Tests our own charts: what they show, and that they say what is missing."""

from pathlib import Path

import pytest

from kpath_jvm.evaluation.figures.charts.chart import MissingDataError
from kpath_jvm.evaluation.figures.charts.own_charts import loop_free
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.tables import write_table

VIEW = ChartView("17", "small", "loop-header")
TRIAL = {
    "round": 1, "suite": "s", "benchmark": "b", "kind": "official", "size": "small", "jvm": "17",
    "repetition": 1, "order": 1, "status": "ok", "warmups": 1, "iterations": 1, "wall_seconds": 2.0,
}  # fmt: skip


def written(directory: Path, **stream: object) -> Results:
    trials = [
        {**TRIAL, "trial": 1, "profiler": "edge", "cut": "", "items": 9},
        {**TRIAL, "trial": 2, "profiler": "stream", "k": 8, "cut": "loop-header", **stream},
        {
            **TRIAL,
            "trial": 3,
            "profiler": "stream",
            "k": 8,
            "cut": "loop-header",
            "scope": "loops",
            "items": 7,
            "streamed_items": 7,
        },
    ]
    write_table(directory, "trials", trials)
    return Results(directory)


def test_without_recorded_runs_the_streams_trials_say_what_is_loop_free(tmp_path: Path) -> None:
    data = loop_free(written(tmp_path, items=100, streamed_items=25), VIEW)
    own = data[data["benchmark"] == "b"]
    assert own["series"].tolist() == ["loop-free"]
    assert own["value"].tolist() == [0.75]


def test_without_trials_of_the_stream_it_is_missing(tmp_path: Path) -> None:
    write_table(tmp_path, "trials", [{**TRIAL, "trial": 1, "profiler": "edge", "cut": ""}])
    with pytest.raises(MissingDataError, match="has items and streamed_items"):
        loop_free(Results(tmp_path), VIEW)
