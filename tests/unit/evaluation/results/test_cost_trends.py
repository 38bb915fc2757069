"""Tests verdicts on papers' statements about costs."""

from pathlib import Path

import pytest

from builders.evaluation.cost_rows import Rows, costs, judged
from kpath_jvm.evaluation.results.cost_trends import JUDGES
from kpath_jvm.evaluation.results.judgement import FAILS, HOLDS, NOISE, UNMEASURED, UNTOLD

BL = {"baseline": "blpp"}
OVERHEAD = {"baseline": "blpp", "form": "overhead"}


def kiter(k: int, *means: float, width: float = 0.01, n: int = 7) -> Rows:
    return costs("kiter", *means, **BL, k=k, width=width, n=n)


def ol(degree: int, *means: float, width: float = 0.01, form: str = "ratio", **own: bool) -> Rows:
    return costs("ol", *means, **BL, degree=degree, width=width, form=form, **own)


#: Each case has a trend, its verdict, and rows of ratios.csv.
CASES: list[tuple[str, str, Rows]] = [
    ("cost-path-over-edge", HOLDS, costs("blpp", 1.4, 1.3) + costs("edge", 1.2, 1.1)),
    ("cost-path-over-edge", FAILS, costs("blpp", 1.1, 1.2) + costs("edge", 1.4, 1.5)),
    ("cost-path-over-edge", NOISE, costs("blpp", 1.4, 1.3) + costs("edge", 1.38, 1.3)),
    ("cost-path-over-edge", UNMEASURED, costs("blpp", 1.4, 1.3)),
    ("cost-path-over-edge", UNMEASURED, costs("blpp", 1.4) + costs("edge", 1.2, n=2)),
    # Benchmarks that one of the profilers lacks don't count.
    ("cost-path-over-edge", HOLDS, costs("blpp", 1.4, 1.3) + costs("edge", 1.2, 1.1, 9.0)),
    ("cost-path", HOLDS, costs("blpp", 1.2, 1.5)),
    ("cost-path", FAILS, costs("blpp", 2.2, 1.5)),
    ("cost-path", NOISE, costs("blpp", 1.02, 1.04)),
    # Only rows with the default setting count. The first rows here state this setting.
    ("cost-path", HOLDS, costs("blpp", 1.2, 1.5, array_paths=4000)
     + costs("blpp", 9.0, 9.0, array_paths=0) + costs("blpp", 9.0, 9.0, guided=True)),
    ("cost-edge", HOLDS, costs("edge", 1.2, 1.1)),
    ("cost-edge", FAILS, costs("edge", 1.9, 1.1)),
    ("cost-edge", UNTOLD, costs("edge", 1.2, n=1)),
    ("cost-hashing", HOLDS, costs("blpp", 1.4, 1.2, **BL, array_paths=0)),
    ("cost-hashing", FAILS, costs("blpp", 0.4, 0.7, **BL, array_paths=0)),
    ("cost-hashing", NOISE, costs("blpp", 1.0, 1.02, **BL, array_paths=0)),
    ("cost-hashing", HOLDS, costs("blpp-hash", 1.4, 1.2, baseline="blpp-array")),
    ("cost-hashing", UNMEASURED, costs("blpp-hash", 1.4, 1.2)),
    ("cost-event-counting", HOLDS, costs("blpp", 0.8, 0.7, baseline="blpp-array")),
    ("cost-event-counting", FAILS, costs("blpp", 1.8, 1.7, baseline="blpp-array")),
    ("cost-event-counting", NOISE, costs("blpp", 1.0, 0.99, baseline="blpp-array")),
    ("cost-two-iterations", HOLDS, kiter(2, 1.1, 1.2, 1.5, 6.0)),
    ("cost-two-iterations", FAILS, kiter(2, 1.1, 1.2, 1.8, 6.0)),
    ("cost-two-iterations", NOISE, kiter(2, 1.1, 1.2, 1.8, 6.0, width=0.3)),
    ("cost-two-iterations", UNMEASURED, kiter(3, 1.1, 1.2, 1.5, 6.0)),
    ("cost-three-iterations", HOLDS, kiter(3, 1.1, 1.8, 1.5, 6.0)),
    ("cost-three-iterations", FAILS, kiter(3, 1.1, 2.1, 1.5, 6.0)),
    ("cost-three-iterations", UNTOLD, kiter(3, 1.1, 1.8, n=2)),
    ("cost-iterations-rise", HOLDS, kiter(2, 1.1, 1.2) + kiter(3, 1.2, 1.3)),
    ("cost-iterations-rise", FAILS, kiter(2, 1.1, 1.5) + kiter(3, 1.2, 1.3)),
    ("cost-iterations-rise", NOISE, kiter(2, 1.1, 1.2) + kiter(3, 1.2, 1.205)),
    # Separate intervals aren't evidence if they are within the noise of native runs.
    ("cost-iterations-rise", NOISE, kiter(2, 1.2) + kiter(3, 1.16)),
    ("cost-iterations-rise", UNMEASURED, kiter(2, 1.1, 1.2)),
    ("cost-iterations-worst", HOLDS, kiter(2, 1.1, 4.0) + kiter(3, 1.1, 3.0)),
    ("cost-iterations-worst", FAILS, kiter(2, 1.1, 2.0) + kiter(3, 1.1, 2.0)),
    ("cost-iterations-worst", FAILS, kiter(3, 1.1, 44.0)),
    ("cost-iterations-worst", NOISE, kiter(3, 1.0, 1.01)),
    ("cost-overlaps-more", HOLDS, ol(0, 1.0, 1.0) + ol(3, 1.5, 1.2)),
    ("cost-overlaps-more", FAILS, ol(0, 9.0, 9.0) + ol(3, 0.5, 1.2)),
    ("cost-overlaps-more", NOISE, ol(3, 1.0, 1.2)),
    # Overlapping paths of degree 0 are Ball-Larus paths, so they don't count.
    ("cost-overlaps-more", UNMEASURED, ol(0, 1.5, 1.2)),
    ("cost-overlaps-loops", HOLDS, ol(3, 1.5, 1.2, form="overhead")),
    ("cost-overlaps-loops", FAILS, ol(3, 9.5, 9.2, form="overhead")),
    ("cost-overlaps-loops", NOISE, ol(3, 3.5, 3.2, form="overhead", width=9)),
    ("cost-overlaps-loops", UNMEASURED, ol(3, 1.5, 1.2)),
    # Measurements of loops alone don't count for loops and calls together, and vice versa.
    ("cost-overlaps-all", HOLDS, ol(3, 4.5, 3.2, form="overhead", calls=True)
     + ol(3, 1.5, 1.2, form="overhead")),
    ("cost-overlaps-all", FAILS, ol(3, 1.5, 1.2, form="overhead", calls=True)
     + ol(3, 4.5, 3.2, form="overhead")),
    ("cost-overlaps-all", NOISE, ol(3, 9.5, 9.2, form="overhead", width=9, calls=True)),
    ("cost-overlaps-all", UNMEASURED, ol(3, 4.5, 3.2, form="overhead")),
    ("cost-overlaps-loops", UNMEASURED, ol(3, 1.5, 1.2, form="overhead", calls=True)),
    ("cost-iterations-larger", HOLDS,
     costs("kiter", 1.5, 1.6, baseline="blpp-hash", k=3)
     + costs("kiter", 0.5, 0.6, baseline="blpp-hash", k=2)),
    ("cost-iterations-larger", FAILS, costs("kiter", 0.5, 0.6, baseline="blpp-hash", k=2)),
    ("cost-iterations-larger", NOISE, costs("kiter", 1.0, 1.0, baseline="blpp-hash", k=2)),
    # The greatest k, or degree, that has enough trials counts.
    ("cost-iterations-larger", FAILS,
     costs("kiter", 1.5, 1.6, baseline="blpp-hash", k=3, n=2)
     + costs("kiter", 0.5, 0.6, baseline="blpp-hash", k=2)),
    ("cost-iterations-larger", UNMEASURED, kiter(2, 1.5)),
    ("cost-overlaps-larger", HOLDS, costs("ol", 1.5, 1.6, baseline="blpp-hash", degree=3)
     + costs("ol", 0.5, 0.6, baseline="blpp-hash", degree=0)),
    ("cost-overlaps-larger", FAILS, costs("ol", 0.5, 0.6, baseline="blpp-hash")),
    ("cost-overlaps-larger", FAILS, costs("ol", 1.5, 1.6, baseline="blpp-hash", degree=8, n=2)
     + costs("ol", 0.5, 0.6, baseline="blpp-hash", degree=4)),
    # Rows that leave the degree unset have the default degree, which is 3.
    ("cost-overlaps-larger", HOLDS, costs("ol", 1.5, 1.6, baseline="blpp-hash")
     + costs("ol", 0.5, 0.6, baseline="blpp-hash", degree=1)),
    ("cost-overlaps-larger", UNMEASURED, costs("ol", 1.5, 1.6, baseline="blpp-hash", degree=0)),
    ("cost-overlaps-larger", UNMEASURED, ol(3, 1.5)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("trend", "verdict", "rows"), CASES, ids=[f"{at} {c[0]}: {c[1]}" for at, c in enumerate(CASES)]
)
def test_each_cost_trend_gets_the_expected_verdict(
    tmp_path: Path, trend: str, verdict: str, rows: Rows
) -> None:
    found, measured = judged(tmp_path, trend, rows)
    assert found == verdict, measured
    assert measured


def test_every_cost_trend_has_cases_that_hold_and_that_fail() -> None:
    tested = {(trend, verdict) for trend, verdict, _ in CASES}
    for name in JUDGES:
        assert {(name, HOLDS), (name, FAILS)} <= tested, name


def test_measured_costs_are_described_with_their_noise(tmp_path: Path) -> None:
    rows = costs("blpp", 1.4, 1.3) + costs("edge", 1.2, 1.1)
    _, measured = judged(tmp_path, "cost-path-over-edge", rows)
    assert measured == (
        "35.0 % against 15.0 % (edge counts) in the mean over 2 benchmarks; noise floor 0.95 to "
        "1.05"
    )


def test_counters_on_chords_are_preferred_to_counters_on_all_edges(tmp_path: Path) -> None:
    rows = costs("blpp", 1.4, 1.3) + costs("edge", 9.2, 9.1)
    verdict, measured = judged(
        tmp_path, "cost-path-over-edge", rows + costs("edge-chords", 1.1, 1.2)
    )
    assert verdict == HOLDS
    assert "against 15.0 % (edge counts, chords)" in measured
    few = costs("edge-chords", 1.1, 1.2, n=2)
    assert judged(tmp_path, "cost-path-over-edge", rows + few)[0] == FAILS


def test_too_few_trials_are_named_as_the_reason(tmp_path: Path) -> None:
    _, measured = judged(tmp_path, "cost-two-iterations", kiter(2, 1.1, n=2))
    assert measured == "too few trials: 2 where 3 are needed"


def test_benchmarks_above_a_bound_are_named(tmp_path: Path) -> None:
    _, measured = judged(tmp_path, "cost-two-iterations", kiter(2, 1.1, 1.2, 1.8, 6.0))
    assert measured == "T(k = 2) / T(BL): at most 1.57 on 2 of 4; above: c 1.80, d 6.00"
