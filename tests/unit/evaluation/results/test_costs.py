"""Tests how a profiler's costs are read from ratios.csv, and how wide the noise floor is."""

from pathlib import Path

import pandas as pd
import pytest

from builders.evaluation.cost_rows import VIEW, costs
from kpath_jvm.evaluation.results import costs as tables
from kpath_jvm.evaluation.results.costs import Way
from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.tables import write_table
from kpath_jvm.profilers import BLPP, KITER, OL


def evidence(directory: Path, *rows: dict[str, object]) -> Evidence:
    write_table(directory, "ratios", rows)
    return Evidence(Results(directory), VIEW, "official")


def test_rows_have_one_baseline_form_and_metric_and_no_scope(tmp_path: Path) -> None:
    found = tables.ratios_of(
        evidence(
            tmp_path,
            *costs("blpp", 1.5),
            *costs("blpp", 2.5, scope="hot"),
            *costs("blpp", 3.5, metric="rss"),
            *costs("blpp", 4.5, baseline="blpp-array"),
            *costs("blpp", 5.5, baseline="blpp-array", form="overhead"),
            *costs("blpp", 6.5, kind="stand-in"),
            *costs("edge", 7.5),
        ),
        BLPP,
    )
    assert found["mean"].tolist() == [1.5]
    assert found["label"].tolist() == ["a"]


def test_the_view_s_cut_is_preferred(tmp_path: Path) -> None:
    both = evidence(tmp_path, *costs("blpp", 1.5), *costs("blpp", 2.5, cut="loop-header"))
    assert tables.ratios_of(both, BLPP)["mean"].tolist() == [2.5]


def test_a_way_has_only_rows_with_enough_trials(tmp_path: Path) -> None:
    found = evidence(
        tmp_path,
        *costs("kiter", 1.2, 1.3, k=2),
        *costs("kiter", 2.2, k=3),
        *costs("ol", 1.5, 1.6, degree=0),
        *costs("ol", 1.7, n=2, degree=1),
        *costs("ol", 1.9, degree=3),
    )
    rows = tables.ratios_of(found, KITER)
    assert tables.tried(rows, Way(KITER, 2))["mean"].to_dict() == {"a": 1.2, "b": 1.3}
    assert tables.settings_of(rows, "k") == [2, 3]
    rows = tables.ratios_of(found, OL)
    assert tables.settings_of(rows, "degree") == [0, 1, 3]
    assert tables.tried(rows, Way(OL, own=(("degree", 0),)))["mean"].to_dict() == {
        "a": 1.5, "b": 1.6,
    }  # fmt: skip
    assert not len(tables.tried(rows, Way(OL, own=(("degree", 1),))))
    # The default degree is 3.
    assert tables.tried(rows, Way(OL))["mean"].to_dict() == {"a": 1.9}


def test_the_noise_floor_is_the_mean_of_the_benchmarks_widest_floors() -> None:
    first = pd.DataFrame({"noise_low": [0.9, 0.7], "noise_high": [1.1, 1.3]}, index=["a", "b"])
    second = pd.DataFrame({"noise_low": [0.8, None], "noise_high": [1.05, None]}, index=["a", "c"])
    for table in (first, second):
        table.index.name = "label"
    assert tables.noise_of(first, second) == pytest.approx((0.75, 1.2))
    assert tables.noise_of(second.loc[["c"]]) == (1.0, 1.0)


def test_ways_and_overheads_have_descriptions() -> None:
    assert Way(KITER, 2).text == "k-iteration numbering, k = 2"
    assert Way(OL, own=(("degree", 0),)).text == "overlapping paths, degree 0"
    assert tables.percent(1.309) == "30.9 %"
