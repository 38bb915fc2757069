"""Tests verdicts on papers' statements about the cost of profiling in path windows."""

from pathlib import Path

import pytest

from builders.evaluation.cost_rows import Rows, costs, judged
from kpath_jvm.evaluation.results.judgement import FAILS, HOLDS, NOISE, UNMEASURED, UNTOLD
from kpath_jvm.evaluation.results.window_trends import JUDGES

WHOLE = {"metric": "whole_wall"}


def spp(threshold: int | None, *means: float, width: float = 0.01, n: int = 7) -> Rows:
    return costs("spp", *means, **WHOLE, threshold=threshold, width=width, n=n)


def bpp(threshold: int | None, *means: float) -> Rows:
    return costs("bpp", *means, **WHOLE, threshold=threshold)


def only_b(rows: Rows) -> Rows:
    return [row for row in rows if row["benchmark"] == "b"]


BLPP = costs("blpp-hash", 2.0, 3.0)

#: Each case has a trend, its verdict, and rows of ratios.csv.
CASES: list[tuple[str, str, Rows]] = [
    ("cost-windows-average", HOLDS, spp(100, 1.02, 1.03) + spp(10000, 1.01, 1.04)),
    ("cost-windows-average", FAILS, spp(100, 1.02, 1.03) + spp(10000, 1.2, 1.3)),
    ("cost-windows-average", NOISE, spp(100, 1.02, 1.03) + spp(10000, 1.04, 1.04)),
    # Yasue et al. state nothing about thresholds that their figure 17 lacks, such as 0.
    ("cost-windows-average", HOLDS, spp(100, 1.02, 1.03) + spp(0, 9.0, 9.0)),
    ("cost-windows-average", UNMEASURED, spp(0, 1.02, 1.03)),
    ("cost-windows-average", HOLDS, spp(None, 1.02, 1.03)),
    # Rows that leave the threshold unset have the default threshold, which is 1,000.
    ("cost-windows-average", FAILS, spp(100, 1.02, 1.03) + spp(None, 1.2, 1.3)),
    # A mean covers only benchmarks with times at every threshold.
    ("cost-windows-average", HOLDS, spp(100, 1.02, 1.03, 9.0) + spp(1000, 1.02, 1.03)),
    ("cost-windows-average", UNMEASURED, spp(100, 1.02) + only_b(spp(1000, 1.02, 1.03))),
    ("cost-windows-average", UNTOLD, spp(100, 1.02, 1.03, n=2)),
    ("cost-windows-average", UNMEASURED, costs("spp", 1.02, threshold=100)),
    ("cost-windows-worst", HOLDS, spp(100, 1.02, 1.07) + spp(1000, 1.02, 1.075)),
    ("cost-windows-worst", FAILS, spp(100, 1.02, 1.03) + spp(1000, 1.02, 1.4)),
    ("cost-windows-worst", NOISE, spp(100, 1.02, 1.4, width=0.5)),
    ("cost-windows-of-both", HOLDS, spp(1000, 1.3, 1.4) + bpp(1000, 1.3, 1.42)),
    ("cost-windows-of-both", HOLDS, spp(1000, 1.3, 1.4) + bpp(None, 1.3, 1.42)),
    ("cost-windows-of-both", FAILS, spp(1000, 1.3, 1.4) + bpp(1000, 1.1, 1.2)),
    ("cost-windows-of-both", NOISE, spp(1000, 1.3, 1.4) + bpp(1000, 1.34, 1.44)),
    ("cost-windows-of-both", HOLDS, spp(100, 1.3, 1.4) + bpp(100, 1.3, 1.4)
     + spp(1000, 1.3, 9.0, 9.0) + bpp(1000, 1.3)),
    ("cost-windows-of-both", UNMEASURED, spp(100, 1.3) + bpp(100, 1.3)
     + only_b(spp(1000, 1.3, 1.4) + bpp(1000, 1.3, 1.4))),
    ("cost-windows-of-both", UNMEASURED, spp(100, 1.3, 1.4) + bpp(1000, 1.3, 1.4)),
    ("cost-subset-smaller", HOLDS, BLPP + costs("spp", 1.1, 1.2, threshold=1000)),
    ("cost-subset-smaller", FAILS, BLPP + costs("spp", 3.1, 4.2)),
    ("cost-subset-smaller", NOISE, BLPP + costs("spp", 2.0, 3.1, threshold=100)),
    # The default threshold counts or, if it has too few trials, the least one that has enough.
    ("cost-subset-smaller", HOLDS, BLPP + costs("spp", 1.1, 1.2)
     + costs("spp", 4.1, 5.2, threshold=100)),
    ("cost-subset-smaller", HOLDS, BLPP + costs("spp", 4.1, 5.2, threshold=1000, n=2)
     + costs("spp", 1.1, 1.2, threshold=2000) + costs("spp", 4.1, 5.2, threshold=100, n=2)),
    ("cost-subset-smaller", UNMEASURED, BLPP),
]  # fmt: skip


@pytest.mark.parametrize(
    ("trend", "verdict", "rows"), CASES, ids=[f"{at} {c[0]}: {c[1]}" for at, c in enumerate(CASES)]
)
def test_each_window_trend_gets_the_expected_verdict(
    tmp_path: Path, trend: str, verdict: str, rows: Rows
) -> None:
    found, measured = judged(tmp_path, trend, rows)
    assert found == verdict, measured
    assert measured


def test_every_window_trend_has_a_case_that_holds_and_a_case_that_fails() -> None:
    tested = {(trend, verdict) for trend, verdict, _ in CASES}
    for name in JUDGES:
        assert {(name, HOLDS), (name, FAILS)} <= tested, name


def test_each_threshold_is_described(tmp_path: Path) -> None:
    rows = spp(100, 1.02, 1.04) + spp(9000, 1.2, 1.3)
    _, measured = judged(tmp_path, "cost-windows-average", rows)
    assert measured == (
        "whole runs against native, mean over 2 benchmarks: 3.0 % (threshold 100), 25.0 % "
        "(threshold 9,000); the noise floor ends at 5.0 %"
    )


def test_means_at_different_thresholds_cover_the_same_benchmarks(tmp_path: Path) -> None:
    of_spp = spp(100, 1.02, 1.04) + spp(9000, 1.2)
    _, measured = judged(tmp_path, "cost-windows-average", of_spp)
    assert measured == (
        "whole runs against native, mean over 1 benchmark: 2.0 % (threshold 100), 20.0 % "
        "(threshold 9,000); the noise floor ends at 5.0 %"
    )
    of_bpp = bpp(100, 1.02, 1.05) + bpp(9000, 1.2, 1.3)
    _, measured = judged(tmp_path, "cost-windows-of-both", of_spp + of_bpp)
    assert measured == (
        "SPP and BPP, mean over 1 benchmark: 2.0 % and 2.0 % (threshold 100); 20.0 % and 20.0 % "
        "(threshold 9,000); noise floor 0.95 to 1.05"
    )
