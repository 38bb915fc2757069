"""Tests line charts that have the values of a profiler's option on the x-axis."""

import pandas as pd
import pytest

from kpath_jvm.evaluation.figures.plots.curves import CurvePanel, Curves, draw_curves

DATA = pd.DataFrame(
    [
        {"panel": panel, "label": label, "x": x, "value": value}
        for panel in ("a", "b")
        for label, values in (("one", (0.25, 1.0)), ("other", (1.0, 1.0)))
        for x, value in zip((100, 10_000), values, strict=True)
    ]
)


def test_x_values_are_equally_spaced_and_means_are_geometric() -> None:
    curves = Curves([CurvePanel("a", "A", 0, 2), CurvePanel("b", "B")], "x", mean="mean")
    figure = draw_curves(DATA, curves, "title", "note")
    first, second = figure.axes
    assert [text.get_text() for text in first.get_xticklabels()] == ["100", "10,000"]
    lines = [line.get_xydata().tolist() for line in first.lines]
    assert lines[0] == [[0.0, 0.25], [1.0, 1.0]]
    assert lines[-1] == [pytest.approx([0.0, 0.5]), pytest.approx([1.0, 1.0])]
    assert first.get_ylim() == (0, 2)
    assert len(second.lines) == 3


def test_each_label_looks_the_same_in_all_panels() -> None:
    figure = draw_curves(DATA, Curves([CurvePanel("a", "A"), CurvePanel("b", "B")], "x"), "t", "n")
    colours = [[line.get_color() for line in axes.lines] for axes in figure.axes]
    assert colours[0] == colours[1]
    assert len(set(colours[0])) == 2


def test_lines_with_different_labels_look_different() -> None:
    """An experiment may have more programs than there are pairs of a colour and a marker."""
    labels = [str(number) for number in range(100)]
    data = pd.DataFrame({"panel": "a", "label": labels, "x": 1, "value": 0.5})
    figure = draw_curves(data, Curves([CurvePanel("a", "A")], "x", mean="mean"), "t", "n")
    *lines, mean = figure.axes[0].lines
    looks = {(line.get_color(), line.get_marker(), line.get_linestyle()) for line in lines}
    assert len(looks) == len(labels)
    assert mean.get_linestyle() not in {line for _, _, line in looks}
