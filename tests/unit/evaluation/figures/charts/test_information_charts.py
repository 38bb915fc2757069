"""Tests the data of the charts that show how much profilers can tell about a program."""

import re
from pathlib import Path

import pytest

from builders.evaluation.information_results import write_information
from kpath_jvm.evaluation.figures.charts.chart import Chart, MissingDataError
from kpath_jvm.evaluation.figures.charts.information_charts import (
    CHARTS,
    aborts_data,
    accuracy_data,
    flow_data,
    information_data,
    predicted_data,
)
from kpath_jvm.evaluation.figures.drawing import Drawing, describe
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.tables import read_table, write_table

VIEW = ChartView("17", "small", "back-edge")


@pytest.fixture
def made(tmp_path: Path) -> Results:
    write_information(
        tmp_path,
        ["antlr", "heapsort"],
        lambda name: {
            "suite": "s", "benchmark": name, "kind": "stand-in", "size": "small", "jvm": "17",
        },
    )  # fmt: skip
    return Results(tmp_path)


def test_shares_are_means_over_programs(made: Results) -> None:
    """The made-up shares are multiplied by 0.9 for one program, and by 0.2 for the other.

    The mean of these factors is 0.55. k-BLPP determines 0.8 times this mean exactly, and 0.1 times
    this mean by lower bounds.
    """
    data = information_data(made, VIEW).set_index(["panel", "label", "part"])["value"]
    assert data["2", "k-BLPP, k = 2", "exactly"] == pytest.approx(0.8 * 0.55)
    assert data["2", "k-BLPP, k = 2", "by lower bounds"] == pytest.approx(0.055)
    assert data["4", "edge counts", "exactly"] == 0


def test_rows_that_would_show_nothing_new_are_left_out(made: Results) -> None:
    """Rows with array_paths repeat other rows, and only some thresholds are shown.

    A row of ``stream`` is left out if no panel shows sequences of length k.
    """
    table = read_table(made.path, "information")
    row = table.iloc[0].to_dict() | {"profiler": "spp", "threshold": 100}
    rows = [
        row, row | {"threshold": 1_000}, row | {"profiler": "blpp", "threshold": None},
        row | {"profiler": "blpp", "threshold": None, "array_paths": 0},
        row | {"profiler": "stream", "threshold": None, "k": 3},
        row | {"profiler": "stream", "threshold": None, "k": 2},
    ]  # fmt: skip
    write_table(made.path, "information", rows)
    labels = list(dict.fromkeys(information_data(Results(made.path), VIEW)["label"]))
    assert len(labels) == 3
    assert "stream, k = 2" in labels


def test_training_is_shown_if_there_was_any(made: Results) -> None:
    data = predicted_data(made, VIEW)
    assert set(data[data["panel"] == "paths: trained"]["label"]) == {"antlr*"}
    (paths,) = data[(data["panel"] == "paths: edges tell") & (data["label"] == "antlr*")]["value"]
    assert paths == 0.54


def test_each_program_has_a_line(made: Results) -> None:
    """The x-axis shows k, the threshold or the degree."""
    assert sorted(set(aborts_data(made, VIEW)["x"])) == [1, 2, 3, 4, 5]
    assert sorted(set(accuracy_data(made, VIEW)["x"])) == [100, 1_000, 10_000]
    flow = flow_data(made, VIEW).set_index(["panel", "label", "x"])["value"]
    assert flow["definite", "heapsort*", 0] == pytest.approx(0.2, abs=1e-5)
    assert flow["potential", "heapsort*", 0] == pytest.approx(2.6)


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_a_missing_table_is_reported(tmp_path: Path, chart: object) -> None:
    with pytest.raises(MissingDataError, match=r"tables/[a-z]+\.csv has nothing for JVM 17"):
        chart.data(Results(tmp_path), VIEW)  # type: ignore[attr-defined]


@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_each_chart_has_a_description(made: Results, chart: Chart) -> None:
    """The description works although the data lack the columns suite, benchmark and kind."""
    drawing = Drawing(chart.name, chart, VIEW, chart.data(made, VIEW), "")
    assert re.fullmatch(
        re.escape(chart.title) + r": \d+ values \(.+\) from [\d.e-]+ to [\d.e-]+; the same content "
        r"is in the CSV file\.",
        describe(drawing),
    )
