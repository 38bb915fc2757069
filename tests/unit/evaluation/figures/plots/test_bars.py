"""Tests bars: marks for failures, long bars that are cut off, and ticks."""

import pandas as pd

from chart_texts import check_texts
from kpath_jvm.evaluation.figures.drawing import drawing
from kpath_jvm.evaluation.figures.plots.bars import Axis, grouped_bars, log_ticks
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import Results


def test_missing_ratios_are_not_marked_as_failures(results: Results) -> None:
    def marks(data: pd.DataFrame) -> dict[str, int]:
        figure = grouped_bars(data, Axis("overhead", reference=1.0), "title", "note")
        below = [line for axes in figure.axes for line in axes.lines if 0.03 in line.get_ydata()]
        return {str(line.get_marker()): len(line.get_xdata()) for line in below}

    data = drawing(results, "figure08-overhead").data
    whole = data[data["missing"] == ""]
    assert marks(whole) == {}
    without = whole.assign(value=whole["value"].where(whole["benchmark"] != "xalan"))
    assert without["value"].isna().any()
    assert marks(without) == {}
    failed = without.assign(missing=without["missing"].where(without["value"].notna(), "failed"))
    assert set(marks(failed)) == {"s"}


def test_long_bars_are_cut_off_and_their_lengths_are_written() -> None:
    rows = [
        {"suite": "s", "benchmark": f"b{b}", "kind": "official", "label": f"b{b}", "n": 1,
         "series": f"k = {k}", "k": k, "value": value, "missing": ""}
        for b in range(24) for k, value in ((2, 1.0), (8, 2.0 + b / 24))
    ]  # fmt: skip
    axis = Axis("ratio", reference=1.0)

    def drawn(**changed: float) -> tuple[float, list[str]]:
        data = series.frame(
            [
                dict(row, value=changed.get(f"{row['benchmark']}_{row['k']}", row["value"]))
                for row in rows
            ]
        )
        figure = grouped_bars(data, axis, "title", "note")
        check_texts(figure)
        numbers = [text.get_text() for axes in figure.axes for text in axes.texts]
        return figure.axes[0].get_ylim()[1], numbers

    top, numbers = drawn()
    assert 2.9 < top < 3.3
    assert numbers == []
    top, numbers = drawn(b3_2=44.0, b20_8=17.26)
    assert 3 < top < 6
    assert numbers == ["44", "17.3"]
    # A bar that is only a little too long isn't cut off. On a logarithmic axis, no bar is cut off.
    assert drawn(b3_2=5.0)[1] == []
    axis = Axis("ratio", log=True, reference=1.0)
    top, numbers = drawn(b3_2=44.0)
    assert top > 44
    assert numbers == []


def test_short_logarithmic_axes_have_enough_ticks() -> None:
    assert log_ticks(0.76, 1.3) == [0.8, 1.0, 1.2]
    assert log_ticks(0.5, 4.0) == [0.5, 1, 2]
    assert len(log_ticks(0.97, 1.04)) >= 3
