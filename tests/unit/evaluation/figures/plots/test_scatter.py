"""Tests scatter plots of profilers: their marks, panels and legends."""

import pandas as pd

from chart_texts import check_texts
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.plots.scatter import frontier


def point(
    series: str, x: float, exact: float, definite: float, suite: str = "s"
) -> dict[str, object]:
    return {
        "suite": suite, "benchmark": "b", "kind": "official", "label": "b", "series": series,
        "k": None, "length": 2, "value": x, "low": x / 1.1, "high": x * 1.1, "n": 3,
        "exact": exact, "definite": definite,
    }  # fmt: skip


def texts(rows: list[dict[str, object]]) -> list[str]:
    with style.styled():
        figure = frontier(pd.DataFrame(rows), "title", "note")
    check_texts(figure)
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_the_legend_has_bounds_only_if_they_add_something() -> None:
    assert texts([point("edge", 1.2, 0.1, 0.1)]) == ["edge counts"]
    rows = [point("edge", 1.2, 0.1, 0.1), point("ol", 3.0, 0.2, 0.5)]
    assert texts(rows) == ["edge counts", "overlapping paths", "with lower bounds"]


def test_programs_are_small_dots_beside_means() -> None:
    rows = [point("ol", 3.0, 0.2, 0.2), point("ol", 2.0, 0.2, 0.2, suite="")]
    (axes,) = frontier(pd.DataFrame(rows), "title", "note").axes
    dots = [it.get_offsets() for it in axes.collections if it.get_paths() and len(it.get_offsets())]
    assert [tuple(map(float, row)) for row in dots[0]] == [(3.0, 0.2)]
    marks = [line for line in axes.lines if line.get_marker() not in ("None", None)]
    assert [float(line.get_xdata()[0]) for line in marks] == [2.0]
    low, high = axes.get_xlim()
    assert low < 1 / 1.0 < 3.3 < high


def test_each_length_has_a_panel() -> None:
    rows = [point("ol", 3.0, 0.2, 0.2), {**point("ol", 3.0, 0.1, 0.1), "length": 4}]
    figure = frontier(pd.DataFrame(rows), "title", "note")
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["sequences of 2 paths", "sequences of 4 paths"]
