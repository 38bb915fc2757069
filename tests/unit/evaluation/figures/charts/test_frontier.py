"""Tests the chart of overhead and information, with times and shares calculated by hand."""

from pathlib import Path
from typing import Any

import pytest

from builders.evaluation.cost_rows import VIEW, Rows, costs
from kpath_jvm.evaluation.figures.charts.chart import MissingDataError
from kpath_jvm.evaluation.figures.charts.frontier import data
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import write_table

_OF_ROW = ("suite", "benchmark", "kind", "size", "jvm", "profiler", "k", "cut", "scope")


def known(row: dict[str, Any], length: int, exact: float, bounded: float, **own: Any) -> Any:
    """Returns a row of information.csv that belongs to the given row of ratios.csv."""
    about = {name: row[name] for name in _OF_ROW}
    shares = {"exact": exact, "bounded": bounded}
    return {**about, "length": length, "flow": 1000, **shares, **own}


@pytest.fixture
def timed() -> Rows:
    return [*costs("ol", 2.0, 8.0, degree=3), *costs("edge", 1.2, 1.3), *costs("blpp", 1.5)]


def test_points_have_a_cost_and_shares(tmp_path: Path, timed: Rows) -> None:
    write_table(tmp_path, "ratios", timed)
    rows = [
        # The default degree is 3, so a row without a degree belongs to degree 3, too.
        known(timed[0], 2, 500, 100), known(timed[1], 2, 700, 0, degree=3),
        known(timed[2], 2, 0, 250), known(timed[3], 2, 0, 0), known(timed[2], 4, 0, 0),
    ]  # fmt: skip
    write_table(tmp_path, "information", rows)
    found = data(Results(tmp_path), VIEW).set_index(["label", "series", "length"])
    assert set(found.index.get_level_values("series")) == {"ol degree = 3", "edge"}
    one = found.loc["a", "ol degree = 3", 2]
    assert (one["value"], one["exact"], one["definite"]) == (2.0, 0.5, 0.6)
    assert (one["low"], one["high"]) == pytest.approx((1.99, 2.01))
    assert found.loc["a", "edge", 2]["definite"] == 0.25
    # At length 2, both profilers have values for both benchmarks. The mean of times is geometric.
    mean = found.loc["geo. mean", "ol degree = 3", 2]
    assert (mean["value"], mean["exact"], mean["definite"]) == pytest.approx((4.0, 0.6, 0.65))
    assert (mean["low"], mean["high"], mean["n"]) == (2.0, 8.0, 2)
    assert ("geo. mean", "edge", 4) not in found.index


def test_means_include_only_programs_with_every_profiler(tmp_path: Path, timed: Rows) -> None:
    write_table(tmp_path, "ratios", timed)
    write_table(tmp_path, "information", [known(row, 2, 10, 0) for row in timed])
    found = data(Results(tmp_path), VIEW)
    # BLPP was timed on only one of the two benchmarks, and there is no mean of a single one.
    assert not (found["suite"] == "").any()


@pytest.mark.parametrize(
    ("ratios", "information", "missing"), [(True, False, "information"), (False, True, "ratios")]
)
def test_missing_data_are_reported(
    tmp_path: Path, timed: Rows, ratios: bool, information: bool, missing: str
) -> None:
    write_table(tmp_path, "ratios", timed if ratios else [])
    rows = [known(timed[0], 2, 500, 100)] if information else []
    write_table(tmp_path, "information", rows)
    with pytest.raises(
        MissingDataError, match=f"paths cut at back edges; rows are missing in tables/{missing}.csv"
    ):
        data(Results(tmp_path), VIEW)


def test_programs_without_flow_have_no_share(tmp_path: Path, timed: Rows) -> None:
    write_table(tmp_path, "ratios", timed)
    rows = [known(row, 2, 0, 0, flow=0) for row in timed[:1]] + [known(timed[1], 2, 10, 0)]
    write_table(tmp_path, "information", rows)
    assert data(Results(tmp_path), VIEW)["label"].tolist() == ["b"]
