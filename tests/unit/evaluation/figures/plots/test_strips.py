"""Tests which trials are outliers in charts with a point for each trial."""

import pandas as pd

from kpath_jvm.evaluation.figures.plots.strips import outliers


def test_outliers_are_beyond_tukeys_fences() -> None:
    assert outliers(pd.Series([1.0, 1.1, 1.2, 1.1, 9.0])).tolist() == [False] * 4 + [True]
    assert not outliers(pd.Series([1.0, 1.0, 9.0])).any()
