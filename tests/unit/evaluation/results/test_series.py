"""Tests the averages of a data series."""

import pytest

from kpath_jvm.evaluation.results import series


def test_averages_are_means_medians_and_geometric_means() -> None:
    rows = [
        {"suite": "s", "benchmark": b, "kind": "official", "label": b, "series": "x", "value": v,
         "n": 1, "missing": ""}
        for b, v in (("a", 1.0), ("b", 2.0), ("c", 4.0), ("d", 8.0))
    ]  # fmt: skip
    found = series.with_averages(series.frame(rows), series.AVERAGES)
    averages = found[found["suite"] == ""].set_index("benchmark")["value"]
    assert averages["mean"] == 3.75
    assert averages["median"] == 3.0
    assert averages["geometric mean"] == pytest.approx(2 * 2**0.5)
