"""Tests stacked bars of shares: each part of a bar begins where the part before it ends."""

import pandas as pd

from kpath_jvm.evaluation.figures.plots.shares import draw_shares

DATA = pd.DataFrame(
    [
        {"panel": "2", "label": "one", "part": "exact", "value": 0.5},
        {"panel": "2", "label": "one", "part": "bounded", "value": 0.25},
        {"panel": "2", "label": "other", "part": "exact", "value": 0.125},
        {"panel": "4", "label": "one", "part": "exact", "value": 1.0},
    ]
)


def test_each_part_begins_where_the_one_before_ends() -> None:
    figure = draw_shares(
        DATA, [("2", "two"), ("4", "four")], {"exact": ("#000000", ""), "bounded": ("#FFFFFF", "")},
        "title", "note",
    )  # fmt: skip
    first, second = figure.axes
    bars = [(bar.get_x(), bar.get_width()) for bar in first.patches]
    assert bars == [(0.0, 0.5), (0.0, 0.125), (0.5, 0.25)]
    assert [bar.get_width() for bar in second.patches] == [1.0]
    assert [text.get_text() for text in first.get_yticklabels()] == ["one", "other"]
    assert first.get_xlim() == (0, 1)
