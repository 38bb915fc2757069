"""Tests charts that no paper has: what they show, and the errors for missing data."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures.charts.chart import MissingDataError
from kpath_jvm.evaluation.figures.charts.own_charts import loop_free
from kpath_jvm.evaluation.figures.drawing import drawing
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


def test_the_loop_free_share_comes_from_trials_if_no_run_was_recorded(
    tmp_path: Path,
) -> None:
    data = loop_free(written(tmp_path, items=100, streamed_items=25), VIEW)
    own = data[data["benchmark"] == "b"]
    assert own["series"].tolist() == ["loop-free"]
    assert own["value"].tolist() == [0.75]


def test_captions_mention_no_recorded_run_if_shares_come_from_trials(tmp_path: Path) -> None:
    results = written(tmp_path, items=100, streamed_items=25)
    note = drawing(results, "loop-free", VIEW).note
    assert "recorded run" not in note
    assert "1 trial of each benchmark and profiler." in note


def test_only_whole_runs_are_drawn_if_no_program_logs_its_iterations(tmp_path: Path) -> None:
    row = {key: TRIAL[key] for key in ("suite", "benchmark", "kind", "size", "jvm")}
    ratios = [
        {**row, "profiler": "edge", "cut": "", "baseline": "native", "form": "ratio",
         "metric": metric, "n": 2, "mean": 1.5, "median": 1.5, "verdict": "too-few"}
        for metric in ("timed_wall", "whole_wall", "total_cpu")
    ]  # fmt: skip
    write_table(tmp_path, "ratios", ratios)
    trial = {**TRIAL, "profiler": "edge", "cut": "", "warmups": None, "iterations": None}
    write_table(tmp_path, "trials", [{**trial, "trial": at, "repetition": at} for at in (1, 2, 3)])
    results = Results(tmp_path)
    with pytest.raises(KpathError, match="no program logs its iterations"):
        drawing(results, "overhead-wall", VIEW)
    drawn = drawing(results, "overhead-whole", VIEW)
    # Bars may cover fewer pairs than there are trials. The caption describes only what is drawn.
    assert "3 trials of each benchmark and profiler. A bar covers 2 pairs of trials." in drawn.note
    caption = drawn.chart.told(drawn.data)
    assert "Grey bands" in drawn.chart.caption
    assert "Grey bands" not in caption
    assert "A cross" not in caption
    noisy = drawn.data.assign(noise_low=0.9, noise_high=1.1, missing="failed")
    assert drawn.chart.told(noisy) == drawn.chart.caption


def test_missing_trials_of_stream_are_reported(tmp_path: Path) -> None:
    write_table(tmp_path, "trials", [{**TRIAL, "trial": 1, "profiler": "edge", "cut": ""}])
    with pytest.raises(MissingDataError, match="has items and streamed_items"):
        loop_free(Results(tmp_path), VIEW)
