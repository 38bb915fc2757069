"""Tests verdicts on papers' statements about information, at the limits of the criteria."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.evaluation.results.evidence import Evidence
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.information_trends import JUDGES
from kpath_jvm.evaluation.results.judgement import FAILS, HOLDS, UNMEASURED, Judgement
from kpath_jvm.evaluation.results.tables import write_table
from kpath_jvm.evaluation.results.trends import TRENDS

BENCHMARK = {
    "suite": "s", "benchmark": "one", "kind": "official", "size": "small", "jvm": "17",
}  # fmt: skip
Row = dict[str, Any]


def judged(directory: Path, trend: str, table: str, rows: Iterable[Row]) -> Judgement:
    write_table(directory, table, [{**BENCHMARK, **row} for row in rows])
    return JUDGES[trend](
        Evidence(Results(directory), ChartView("17", "small", "back-edge"), "official")
    )


def test_each_judge_belongs_to_a_published_trend() -> None:
    assert set(JUDGES) <= {trend.name for trend in TRENDS}


@pytest.mark.parametrize("trend", JUDGES)
def test_trends_without_rows_were_not_measured(tmp_path: Path, trend: str) -> None:
    found = JUDGES[trend](
        Evidence(Results(tmp_path), ChartView("17", "small", "back-edge"), "official")
    )
    assert found.verdict == UNMEASURED


def paths(predicted: int, trained: int | None = None) -> list[Row]:
    row: Row = {
        "paths": 100, "predicted_paths": predicted, "completions": 1000,
        "predicted_completions": 800,
    }  # fmt: skip
    return [row if trained is None else row | {"trained_paths": 60, "trained_completions": trained}]


def test_edges_must_predict_fewer_than_half_of_the_paths(tmp_path: Path) -> None:
    assert judged(tmp_path, "predicted", "predictions", paths(49)).verdict == HOLDS
    found = judged(tmp_path, "predicted", "predictions", paths(51))
    assert found.verdict == FAILS
    assert "51.0% of the distinct paths of 1 program on average" in found.measured
    assert "80.0% of all completions" in found.measured


def test_trained_paths_must_have_90_percent_of_the_completions(tmp_path: Path) -> None:
    assert judged(tmp_path, "trained", "predictions", paths(40)).verdict == UNMEASURED
    assert judged(tmp_path, "trained", "predictions", paths(40, 900)).verdict == HOLDS
    assert judged(tmp_path, "trained", "predictions", paths(40, 899)).verdict == FAILS


def too_many(aborted: list[int]) -> list[Row]:
    return [
        {"k": k, "methods": 100, "hashed": 1, "aborted": many, "paths": 9, "most_paths": 9}
        for k, many in enumerate(aborted, start=1)
    ]


@pytest.mark.parametrize(
    ("aborted", "verdict"),
    [([0, 5, 9], HOLDS), ([0, 6, 9], FAILS), ([0, 0, 0], FAILS), ([1, 3, 2], FAILS)],
)
def test_the_share_of_aborts_must_be_small_at_k_2_and_grow(
    tmp_path: Path, aborted: list[int], verdict: str
) -> None:
    found = judged(tmp_path, "aborts", "iterated", too_many(aborted))
    assert found.verdict == verdict
    assert found.measured.startswith("k = 1: ")


def online(spp: dict[int, float], bpp: dict[int, float], paths: int = 90) -> list[Row]:
    return [
        {
            "profiler": profiler, "threshold": threshold, "methods": 3, "pooled": 0.5,
            "mean": value, "paths": paths if profiler == "spp" else 100,
        }
        for profiler, values in (("spp", spp), ("bpp", bpp))
        for threshold, value in values.items()
    ]  # fmt: skip


def test_overlap_at_a_thousand_samples_is_judged(tmp_path: Path) -> None:
    assert judged(tmp_path, "accuracy", "accuracy", online({1000: 0.88}, {})).verdict == HOLDS
    assert judged(tmp_path, "accuracy", "accuracy", online({1000: 0.87}, {})).verdict == FAILS
    assert judged(tmp_path, "accuracy", "accuracy", online({100: 0.9}, {})).verdict == UNMEASURED


@pytest.mark.parametrize(
    ("bpp", "verdict"),
    [({1000: 0.5, 5000: 0.9}, HOLDS), ({1000: 0.5, 2000: 0.9}, FAILS), ({1000: 0.5}, HOLDS)],
)
def test_bpp_must_need_at_least_five_times_the_samples(
    tmp_path: Path, bpp: dict[int, float], verdict: str
) -> None:
    found = judged(tmp_path, "ten-times", "accuracy", online({1000: 0.9}, bpp))
    assert found.verdict == verdict


@pytest.mark.parametrize(("count", "verdict"), [(99, HOLDS), (100, FAILS)])
def test_there_must_be_fewer_structural_paths_than_ball_larus_paths(
    tmp_path: Path, count: int, verdict: str
) -> None:
    rows = online({1000: 0.9}, {1000: 0.9}, count)
    assert judged(tmp_path, "fewer-paths", "accuracy", rows).verdict == verdict


def flows(by_degree: dict[int, tuple[int, int]]) -> list[Row]:
    return [
        {
            "degree": degree, "loops": 1, "pairs": 4, "precise_pairs": 0, "outside": 0,
            "real": 1000, "definite": definite, "potential": potential,
        }
        for degree, (definite, potential) in by_degree.items()
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("of_paths", "of_degree", "verdicts"),
    [
        ((600, 2000), (960, 1079), (HOLDS, HOLDS)),
        ((600, 2000), (950, 1079), (HOLDS, FAILS)),
        ((600, 2000), (960, 1090), (HOLDS, FAILS)),
        ((950, 2000), (950, 2000), (FAILS, FAILS)),
    ],
)
def test_definite_and_potential_flow_are_judged(
    tmp_path: Path, of_paths: tuple[int, int], of_degree: tuple[int, int], verdicts: object
) -> None:
    """Ball-Larus flow is judged at degree 0, overlapping flow at degrees up to 8 (here 0 and 3)."""
    rows = flows({0: of_paths, 3: of_degree, 16: (1000, 1000)})
    found = [
        judged(tmp_path, trend, "overlaps", rows).verdict
        for trend in ("ball-larus-flow", "overlapping-flow")
    ]
    assert tuple(found) == verdicts
