"""Tests charts that show the overheads printed in papers next to those that we measured."""

from pathlib import Path

import pytest

from builders.evaluation.cost_rows import VIEW, costs
from kpath_jvm.evaluation.figures.charts.chart import MissingDataError
from kpath_jvm.evaluation.figures.charts.cost_charts import CHARTS, beside
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import write_table

ROWS = [
    *costs("blpp", 1.5, 1.7),
    *costs("blpp", 9.0, 9.0, cut="loop-header"),
    *costs("blpp", 2.5, 2.7, array_paths=0),
    *costs("ol", 2.0, 2.2, degree=1),
    *costs("edge", 1.2, 1.3),
]


def results(directory: Path) -> Results:
    write_table(directory, "ratios", ROWS)
    return Results(directory)


def test_means_come_last_and_printed_overheads_precede_ours(tmp_path: Path) -> None:
    data = beside("ball-larus-overhead", ("blpp", "edge"))(results(tmp_path), VIEW)
    assert data["label"].iloc[0] == "099.go '96"
    kinds = list(dict.fromkeys(zip(data["suite"] == "", data["kind"], strict=True)))
    assert kinds == [
        (False, "published"), (False, "official"), (True, "published"), (True, "official"),
    ]  # fmt: skip
    found = data[data["label"] == "mean"].set_index("series")["value"]
    # Rows count only if their paths are cut as in the paper: at back edges.
    wanted = {"blpp": 1.6, "blpp array_paths = 0": 2.6, "edge": 1.25}
    assert found.to_dict() == pytest.approx(wanted)


def test_plain_profilers_are_shown_only_with_their_defaults(tmp_path: Path) -> None:
    data = beside("tallam-table9", ("blpp", "ol"), plain=("blpp",))(results(tmp_path), VIEW)
    ours = data[data["kind"] == "official"]
    assert set(ours["series"]) == {"blpp", "ol degree = 1"}


def test_missing_times_are_reported(tmp_path: Path) -> None:
    with pytest.raises(MissingDataError, match="no ratio of timed_wall to blpp for kiter"):
        beside("roy-srikant-table3", ("kiter",), baseline="blpp")(results(tmp_path), VIEW)


def test_each_chart_is_named_after_its_paper_and_needs_native() -> None:
    assert {it.paper for it in CHARTS} == {"ball-larus", "tallam", "yasue", "roy-srikant"}
    for chart in CHARTS:
        assert chart.name.startswith(f"{chart.paper}-")
        assert chart.profilers is not None
        assert "native" in chart.profilers
