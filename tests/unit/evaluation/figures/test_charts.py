"""Tests all charts: their data, their legibility, and that the documentation lists them."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from chart_texts import check_texts
from experiment_builder import build_results
from kpath_command import REPOSITORY
from kpath_jvm.evaluation.figures.catalogue import CHARTS
from kpath_jvm.evaluation.figures.drawing import drawing
from kpath_jvm.evaluation.results.experiment import Results

#: Charts for which the made-up results hold no data.
WITHOUT = {"figure04", "figure08-array", "figure08-packed"}
DRAWN = [chart.name for chart in CHARTS if chart.name not in WITHOUT]


@pytest.mark.parametrize("name", DRAWN)
def test_each_chart_has_the_golden_data(
    results: Results, name: str, golden: Callable[[str, str], None]
) -> None:
    data = drawing(results, name).data
    golden(f"figures/{name}.csv", data.to_csv(index=False, float_format="%.6g"))


def test_the_documentation_lists_each_chart() -> None:
    page = (REPOSITORY / "docs" / "figures.md").read_text("utf-8")
    table = page.partition("| name | what it shows |")[2].partition("\n\n")[0]
    listed = ", ".join(row.split(" | ")[0].removeprefix("| ") for row in table.splitlines()[2:])
    # The page names a range of numbered figures by its ends: "figureN to figureM".
    numbered = re.search(r"figure(\d+) to figure(\d+)", listed)
    assert numbered
    between = [f"figure{number}" for number in range(int(numbered[1]), int(numbered[2]) + 1)]
    names = listed.replace(numbered[0], ", ".join(between)).split(", ")
    assert sorted(names) == sorted(chart.name for chart in CHARTS)


@pytest.mark.parametrize("place", [(-0.2, 0.5), (0.9, 0.5), (0.5, -0.1), (0.5, 1.0)])
def test_texts_that_reach_beyond_a_figure_are_found(place: tuple[float, float]) -> None:
    figure = Figure(figsize=(2, 2))
    FigureCanvasAgg(figure)
    figure.text(0.4, 0.4, "within")
    check_texts(figure)
    figure.text(*place, "without")
    with pytest.raises(AssertionError, match="without"):
        check_texts(figure)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", DRAWN)
def test_each_chart_is_legible(results: Results, name: str) -> None:
    figure = drawing(results, name).figure()
    check_texts(figure)


@pytest.mark.filterwarnings("error")
def test_charts_of_one_benchmark_are_legible(tmp_path: Path) -> None:
    few = Results(build_results(tmp_path, ("heapsort",)))
    for name in ("figure08-overhead", "figure09", "figure10", "memory-resident", "trials"):
        check_texts(drawing(few, name).figure())
