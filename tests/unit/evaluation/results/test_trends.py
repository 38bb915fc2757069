"""Tests the verdicts on the trends in the k-BLPP paper."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from experiment_builder import build_results
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures.catalogue import CHARTS
from kpath_jvm.evaluation.results import structural_trends, timing_trends
from kpath_jvm.evaluation.results.evidence import FALLS, RISES, UNDECIDED, Evidence
from kpath_jvm.evaluation.results.experiment import OUTLIERS, ChartView, Results
from kpath_jvm.evaluation.results.judgement import (
    FAILS,
    HOLDS,
    NOISE,
    UNMEASURED,
    UNTOLD,
    VERDICTS,
    Judgement,
)
from kpath_jvm.evaluation.results.papers import PAPERS, TALLAM
from kpath_jvm.evaluation.results.tables import write_table
from kpath_jvm.evaluation.results.trends import TRENDS, judge_all, write_trends

BENCHMARK = {"suite": "s", "kind": "official", "size": "small", "jvm": "17"}
VIEW = ChartView("17", "small", "loop-header")
#: The modules of the trends that are tested here. The trends of other papers have other tests.
OWN = {structural_trends.__name__, timing_trends.__name__}
Rows = list[dict[str, Any]]


def structure(benchmark: str, **by_k: dict[int, Any]) -> Rows:
    """Returns rows of structure.csv, given each column's values by k."""
    ks = sorted({k for values in by_k.values() for k in values})
    return [
        {
            **BENCHMARK, "benchmark": benchmark, "cut": "loop-header", "k": k, "status": "ok",
            "blpp_hash_operations": 1000, "blpp_entries": 100, "items": 1000, "activations": 10,
            **{name: values[k] for name, values in by_k.items() if k in values},
        }
        for k in ks
    ]  # fmt: skip


def times(benchmark: str, by_k: dict[int, float], width: float = 0.01, n: int = 7) -> Rows:
    """Returns rows of ratios.csv for T(k-BLPP) / T(BLPP), with intervals of ± ``width``."""
    return [
        {
            **BENCHMARK, "benchmark": benchmark, "profiler": "k-blpp", "k": k,
            "cut": "loop-header", "baseline": "blpp-hash", "form": "ratio",
            "metric": "timed_wall", "n": n, "mean": ratio, "median": ratio,
            "ci_low": ratio - width, "ci_high": ratio + width, "least": ratio, "most": ratio,
            "noise_low": 0.97, "noise_high": 1.03,
            "verdict": "slower" if ratio - width > 1.03
            else "faster" if ratio + width < 0.97 else "within-noise",
        }
        for k, ratio in by_k.items()
    ]  # fmt: skip


def operations(values: dict[int, float], activations: int = 10) -> dict[str, Any]:
    return {
        "hash_operations": {k: int(1000 * value) for k, value in values.items()},
        "activations": dict.fromkeys(values, activations),
    }


def degrees(values: dict[int, float]) -> dict[str, Any]:
    return {"ipf_internal_degree": values}


PURE = {k: 1 / (k - 1) for k in (2, 3, 4, 6, 8, 11, 16)}
FLAT = {2: 1.0, 4: 0.6, 11: 0.5, 16: 0.48}

#: Each case has a trend, its verdict, rows of structure.csv, and rows of ratios.csv.
CASES: list[tuple[str, str, Rows, Rows]] = [
    ("time-falls", HOLDS, [], [row for b in "abc" for row in times(b, {2: 1.0, 16: 0.6})]
     + times("d", {2: 1.0, 16: 2.0})),
    ("time-falls", FAILS, [], times("a", {2: 1.0, 16: 0.6}) + times("b", {2: 1.0, 16: 1.6})),
    ("time-falls", NOISE, [], times("a", {2: 1.0, 16: 0.6}) + times("b", {2: 1.0, 16: 0.99})),
    ("time-falls", UNTOLD, [], times("a", {2: 1.0, 16: 0.6}, n=2)),
    # Benchmark b has too few trials, so it doesn't count.
    ("time-falls", HOLDS, [], times("a", {2: 1.0, 16: 0.6}) + times("b", {2: 1, 16: 9}, n=2)),
    ("best", HOLDS, [], times("a", {2: 1.0, 16: 0.55})),
    ("best", FAILS, [], times("a", {2: 1.0, 16: 0.7})),
    ("best", NOISE, [], times("a", {2: 1.0, 16: 0.7}, width=0.2)),
    ("eclipse-slower", HOLDS, [], times("eclipse", {2: 2.0, 16: 1.4})),
    ("eclipse-slower", FAILS, [], times("eclipse", {2: 2.0, 16: 0.8})),
    ("eclipse-slower", FAILS, [], times("eclipse", {2: 1.4, 16: 2.0})),
    ("eclipse-slower", NOISE, [], times("eclipse", {2: 2.0, 16: 1.01})),
    ("eclipse-slower", UNMEASURED, [], times("xalan", {2: 2.0, 16: 1.4})),
    ("outliers-rise", HOLDS, [], times("compress", {2: 1.0, 16: 2.0})),
    ("outliers-rise", FAILS, [], times("compress", {2: 1.0, 16: 2.0}) + times("md", {2: 2, 16: 1})),
    ("outliers-rise", NOISE, [], times("heapsort", {2: 1.0, 16: 1.01})),
    ("outliers-rise", UNMEASURED, [], times("xalan", {2: 1.0, 16: 2.0})),
    ("peak", HOLDS, [], times("a", {2: 1.0, 16: 3.4})),
    ("best", NOISE, [], times("a", {2: 1.0, 16: 0.55}, width=0.5)),
    ("peak", FAILS, [], times("a", {2: 1.0, 16: 1.4})),
    ("peak", NOISE, [], times("a", {2: 1.0, 16: 3.4}, width=2.5)),
    ("peak", FAILS, [], times("a", {2: 1.0, 16: 9.4})),
    ("cost", HOLDS, [], times("a", {2: 1.0, 16: 0.7}) + times("b", {2: 1.0, 16: 0.9})),
    ("cost", FAILS, [], times("a", {2: 1.0, 16: 3.0}) + times("b", {2: 1.0, 16: 0.9})),
    ("cost", NOISE, [], times("a", {2: 1.0, 16: 1.0}) + times("b", {2: 1.0, 16: 1.0})),
    # Benchmark c isn't in the mean, so c doesn't affect the noise floor.
    ("cost", HOLDS, [], times("a", {2: 1.0, 16: 0.7}) + times("b", {2: 1.0, 16: 0.9})
     + [row | {"noise_low": 0.1, "noise_high": 1.9} for row in times("c", {2: 1.0})]),
    ("law", HOLDS, structure("a", **operations(PURE)), []),
    ("law", FAILS, structure("a", **operations(FLAT)), []),
    ("law", UNMEASURED, structure("a", **operations(PURE, activations=500)), []),
    ("flat", HOLDS, structure("avrora", **operations(FLAT)), []),
    ("flat", FAILS, structure("hsqldb", **operations(PURE)), []),
    ("flat", UNMEASURED, structure("a", **operations(FLAT)), []),
    ("scans-fall", HOLDS, structure("eclipse", node_scans={2: 9000, 16: 1000}), []),
    ("scans-fall", FAILS, structure("eclipse", node_scans={2: 1000, 16: 9000}), []),
    ("scans-size", HOLDS, structure("eclipse", node_scans={2: 50000, 16: 9000}), []),
    ("scans-size", FAILS, structure("eclipse", node_scans={2: 9000, 16: 1000},
                                    streamed_items={2: 100, 16: 100}), []),
    ("scans-size", UNMEASURED, structure("eclipse", node_scans={3: 50000, 16: 9000}), []),
    ("scans-extreme", HOLDS, structure("eclipse", node_scans={2: 900, 3: 8})
     + structure("b", node_scans={2: 100, 3: 9}), []),
    ("scans-extreme", FAILS, structure("eclipse", node_scans={2: 100, 3: 900})
     + structure("b", node_scans={2: 900, 3: 1}), []),
    ("ksf-degree", HOLDS, structure("eclipse", ksf_internal_degree={2: 2.4, 16: 1.4}), []),
    ("ksf-degree", FAILS, structure("eclipse", ksf_internal_degree={2: 5.0, 16: 1.3}), []),
    ("misses", HOLDS, structure("md", l1_miss_rate={2: 0.1, 16: 0.1}, l2_miss_rate={2: 1, 16: 2}),
     []),
    ("misses", FAILS, structure("md", l1_miss_rate={2: 0.1, 16: 0.1}), []),
    ("cpi", UNMEASURED, structure("md", l1_miss_rate={2: 0.1, 16: 0.2}), []),
    ("nodes-grow", HOLDS, structure("a", ksf_nodes={2: 100, 16: 900}), []),
    ("nodes-grow", FAILS, structure("a", ksf_nodes={2: 100, 16: 150}), []),
    ("memory", FAILS, structure("a", ksf_nodes={2: 100, 16: 150}), []),
    ("memory", HOLDS, [{**row, "status": "memory" if row["k"] == 16 else "ok"}
                       for row in structure("a", ipf_nodes={2: 7, 16: None})], []),
    ("millions", HOLDS, structure("a", ipf_nodes={2: 100, 16: 2_500_000}), []),
    ("millions", FAILS, structure("a", ipf_nodes={2: 100, 16: 900_000}), []),
    ("compact", HOLDS, structure("a", ipf_nodes={2: 100}, ksf_nodes={2: 100}), []),
    # These are the numbers of nodes for the sample trace in the k-BLPP paper.
    ("compact", FAILS, structure("a", ipf_nodes={6: 34}, ksf_nodes={6: 23}), []),
    ("ipf-degree", HOLDS, structure("a", **degrees({2: 2.0, 16: 1.2})), []),
    ("ipf-degree", FAILS, structure("a", **degrees({2: 2.0, 16: 2.2})), []),
    ("deeper", HOLDS, structure("heapsort", **degrees({2: 2.0, 8: 2.4, 16: 1.6})), []),
    ("deeper", FAILS, structure("sunflow", **degrees({2: 2.0, 8: 1.4, 16: 1.3})), []),
    ("leaf-depth", HOLDS, structure("avrora", ipf_leaf_depth={11: 3.0, 16: 3.1}), []),
    ("leaf-depth", FAILS, structure("avrora", ipf_leaf_depth={11: 9.0, 16: 14.0}), []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("trend", "verdict", "counts", "ratios"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES]
)
def test_each_trend_gets_the_expected_verdict(
    tmp_path: Path, trend: str, verdict: str, counts: Rows, ratios: Rows
) -> None:
    write_table(tmp_path, "structure", counts)
    write_table(tmp_path, "ratios", ratios)
    found = next(one for one in TRENDS if one.name == trend)
    judged = found.judge(Evidence(Results(tmp_path), VIEW, "official"))
    assert judged.verdict == verdict, judged.measured
    assert judged.measured


def test_every_trend_has_a_case_that_holds_and_a_case_that_fails() -> None:
    tested = {(trend, verdict) for trend, verdict, _, _ in CASES}
    for trend in TRENDS:
        if trend.judge.__module__ not in OWN or trend.name == "cpi":
            continue  # Other tests cover these trends.
        assert {(trend.name, HOLDS), (trend.name, FAILS)} <= tested


@pytest.mark.parametrize(
    ("reason", "verdict"), [("memory: the tables", HOLDS), ("exit status 1", UNMEASURED)]
)
def test_trials_that_run_out_of_memory_are_evidence(
    tmp_path: Path, reason: str, verdict: str
) -> None:
    trials = [
        {**BENCHMARK, "benchmark": "compress", "round": 1, "trial": k, "profiler": "k-blpp",
         "k": k, "cut": "loop-header", "status": "failed" if k == 16 else "ok",
         "reason": reason if k == 16 else ""}
        for k in (2, 16)
    ]  # fmt: skip
    write_table(tmp_path, "trials", trials)
    found = next(one for one in TRENDS if one.name == "memory")
    judged = found.judge(Evidence(Results(tmp_path), VIEW, "official"))
    assert judged.verdict == verdict
    assert ("compress from k = 16" in judged.measured) == (verdict == HOLDS)


@pytest.mark.parametrize(("last", "verdict"), [(2.0, HOLDS), (0.9, FAILS)])
def test_cycles_per_instruction_come_from_hardware_counters(
    tmp_path: Path, last: float, verdict: str
) -> None:
    trials = [
        {**BENCHMARK, "benchmark": name, "round": 1, "trial": 100 * at + k, "profiler": "k-blpp",
         "k": k, "cut": "loop-header", "status": "ok", "reason": ""}
        for at, name in enumerate(OUTLIERS)
        for k in (2, 16)
    ]  # fmt: skip
    # Trials with other cuts or scopes don't count for this view.
    others = [
        {**one, "trial": one["trial"] + 50, **change}
        for one, change in zip(
            trials, cycle([{"cut": "back-edge"}, {"scope": "hot"}]), strict=False
        )
    ]
    write_table(tmp_path, "trials", [*trials, *others])
    told = {2: 1.0, 16: last}
    counters = [
        {"trial": 100 * at + k + other, "cycles_per_instruction": 9 / value if other else value}
        for at in range(len(OUTLIERS))
        for k, value in told.items()
        for other in (0, 50)
    ]
    write_table(tmp_path, "counters", counters)
    table = judge_all(Results(tmp_path), VIEW).set_index("trend")
    assert table.at["cpi", "verdict"] == verdict


def timed(profiler: str, seconds: float, items: int | None, k: int | None = None) -> Rows:
    """Returns the row of trials.csv for one trial, with two timed iterations after a warm-up."""
    cut = "" if profiler == "native" else "loop-header"
    return [
        {**BENCHMARK, "benchmark": "a", "round": 1, "trial": 1, "profiler": profiler, "k": k,
         "cut": cut, "repetition": 1, "status": "ok", "reason": "", "warmups": 1, "iterations": 2,
         "timed_wall_seconds": seconds, "items": items}
    ]  # fmt: skip


def test_benchmarks_with_too_few_trials_are_named(tmp_path: Path) -> None:
    write_table(tmp_path, "ratios", times("a", {2: 1, 16: 2}) + times("b", {2: 1, 16: 9}, n=2))
    table = judge_all(Results(tmp_path), VIEW).set_index("trend")
    assert table.at["peak", "measured"] == (
        "worst: a at k = 16, 2.00 times BLPP's time; left out because of fewer than 3 trials: b"
    )


def test_costs_per_path_are_given_if_times_do_not_fall(tmp_path: Path) -> None:
    # An iteration has ten million paths. So 30 ms more per iteration are 3 ns per path, and 90 ms
    # more are 9 ns.
    trials = timed("native", 0.2, None) + timed("blpp-hash", 0.26, 30_000_000)
    write_table(tmp_path, "trials", trials + timed("k-blpp", 0.38, 30_000_000, k=16))
    write_table(tmp_path, "ratios", [row for b in "abc" for row in times(b, {2: 1.0, 16: 1.6})])
    evidence = Evidence(Results(tmp_path), VIEW, "official")
    assert evidence.nanos_per_path.loc["a"].to_dict() == pytest.approx({"blpp-hash": 3, "k=16": 9})
    table = judge_all(Results(tmp_path), VIEW).set_index("trend")
    assert table.at["time-falls", "explanation"].startswith(
        "A path costs 3.0 ns under BLPP, its update of the hash table included, "
        "and 9.0 ns at k=16 under k-BLPP"
    )


@pytest.mark.parametrize(
    ("rows", "direction"),
    [
        (times("a", {2: 1.0, 8: 3.0, 16: 0.8}), FALLS),
        (times("a", {2: 1.0, 8: 0.3, 16: 1.2}), RISES),
        (times("a", {2: 1.0, 16: 0.98}), UNDECIDED),
        (times("a", {2: 1.0, 16: 0.8}, width=0.2), UNDECIDED),
    ],
)
def test_a_rise_or_fall_needs_separate_intervals_beyond_the_noise(
    tmp_path: Path, rows: Rows, direction: str
) -> None:
    write_table(tmp_path, "ratios", rows)
    assert Evidence(Results(tmp_path), VIEW, "official").directions == {"a": direction}


def test_kinds_are_judged_separately(tmp_path: Path) -> None:
    both = [row for b in "abc" for row in times(b, {2: 1.0, 16: 0.5})]
    slower = [row for b in "abc" for row in times(b, {2: 1.0, 16: 2.0})]
    both += [{**row, "kind": "stand-in"} for row in slower]
    write_table(tmp_path, "ratios", both)
    table = judge_all(Results(tmp_path), VIEW).set_index(["trend", "kind"])["verdict"]
    assert table["time-falls", "official"] == HOLDS
    assert table["time-falls", "stand-in"] == FAILS


#: Each case has a trend, its verdict, and rows of structure.csv and ratios.csv. Most cases have
#: only one benchmark.
LITTLE: list[tuple[str, str, Rows, Rows]] = [
    # One benchmark can prove a statement about some benchmarks, but not refute it. It can refute a
    # statement about all benchmarks, but not prove it.
    ("memory", UNTOLD, structure("a", ksf_nodes={2: 100, 16: 150}), []),
    ("millions", UNTOLD, structure("a", ipf_nodes={2: 100, 16: 900_000}), []),
    ("millions", HOLDS, structure("a", ipf_nodes={2: 100, 16: 2_500_000}), []),
    ("millions", FAILS, [row for b in "abc" for row in structure(b, ipf_nodes={2: 1, 16: 9})], []),
    ("compact", UNTOLD, structure("a", ipf_nodes={2: 100}, ksf_nodes={2: 100}), []),
    ("compact", FAILS, structure("a", ipf_nodes={6: 34}, ksf_nodes={6: 23}), []),
    ("best", UNTOLD, [], times("a", {2: 1.0, 16: 0.7})),
    ("best", HOLDS, [], times("a", {2: 1.0, 16: 0.55})),
    # A statement about named benchmarks needs all of them.
    ("misses", UNTOLD, structure("heapsort", l1_miss_rate={2: 0.1, 16: 0.2}), []),
    ("misses", HOLDS,
     [row for b in OUTLIERS for row in structure(b, l1_miss_rate={2: 0.1, 16: 0.2})], []),
    ("deeper", UNTOLD, structure("heapsort", **degrees({2: 2.0, 8: 2.4})), []),
    ("scans-fall", HOLDS, structure("eclipse", node_scans={2: 9000, 16: 1000}), []),
    # One benchmark is too few for a statement about a mean or a share.
    ("ipf-degree", UNTOLD, structure("a", **degrees({2: 2.0, 16: 2.2})), []),
    ("peak", UNTOLD, [], times("a", {2: 1.0, 16: 3.4})),
]  # fmt: skip


@pytest.mark.parametrize(
    ("trend", "verdict", "counts", "ratios"), LITTLE, ids=[f"{c[0]}: {c[1]}" for c in LITTLE]
)
def test_few_benchmarks_decide_only_some_statements(
    tmp_path: Path, trend: str, verdict: str, counts: Rows, ratios: Rows
) -> None:
    write_table(tmp_path, "structure", counts)
    write_table(tmp_path, "ratios", ratios)
    row = judge_all(Results(tmp_path), VIEW).set_index("trend").loc[trend]
    assert row["verdict"] == verdict
    assert (" benchmarks, and this was measured on 1." in row["explanation"]) == (verdict == UNTOLD)


def test_own_programs_are_not_judged_as_the_paper_s_benchmarks(tmp_path: Path) -> None:
    own = [{**row, "kind": "own", "suite": "program"} for row in times("a", {2: 1.0, 16: 0.55})]
    # Tables of earlier versions call a user's own programs official.
    old = [{**row, "suite": "program"} for row in times("b", {2: 1.0, 16: 0.55})]
    write_table(tmp_path, "ratios", own + old)
    assert set(Results(tmp_path).ratios["kind"]) == {"own"}
    assert not len(judge_all(Results(tmp_path), VIEW))


def test_only_trends_that_the_given_charts_show_are_judged(tmp_path: Path) -> None:
    write_table(tmp_path, "structure", structure("heapsort", ipf_nodes={2: 1, 16: 9}))
    table = judge_all(Results(tmp_path), VIEW, charts=["figure09"])
    assert set(table["trend"]) == {"law", "flat"}


def test_the_charts_of_trends_exist() -> None:
    assert {name for trend in TRENDS for name in trend.charts} <= {one.name for one in CHARTS}


def test_all_trends_are_in_the_table(tmp_path: Path, golden: Callable[[str, str], None]) -> None:
    results = Results(build_results(tmp_path))
    write_trends(results)
    path = tmp_path / "trends.csv"
    table = pd.read_csv(path, keep_default_na=False)
    assert len(table) == 2 * len(TRENDS)
    assert set(table["verdict"]) <= set(VERDICTS)
    golden("figures/trends.csv", path.read_text())


def test_results_without_measurements_give_an_error(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="holds no measurements: its tables are empty or missing"):
        judge_all(Results(tmp_path))


def test_each_explanation_is_for_a_verdict_and_has_one_line() -> None:
    for trend in TRENDS:
        assert set(trend.explanations) <= set(VERDICTS)
        texts = trend.explanations.values()
        assert all("\n" not in text and "  " not in text for text in texts), trend.name


def test_trends_explain_why_they_may_fail() -> None:
    assert all(FAILS in trend.explanations for trend in TRENDS if trend.name not in
               {"cpi", "scans-fall"})  # fmt: skip


def test_every_function_that_returns_a_judgement_judges_a_trend() -> None:
    functions = {
        name
        for module in (structural_trends, timing_trends)
        for name, it in vars(module).items()
        if getattr(it, "__module__", "") == module.__name__
        and getattr(it, "__annotations__", {}).get("return") is Judgement
        and not name.startswith("_")
    }
    judges = [trend.judge for trend in TRENDS if trend.judge.__module__ in OWN]
    assert {judge.__name__ for judge in judges} == functions


def test_trends_have_unique_names_and_follow_the_order_of_papers() -> None:
    names = [trend.name for trend in TRENDS]
    assert len(set(names)) == len(names)
    assert list(dict.fromkeys(trend.paper for trend in TRENDS)) == list(PAPERS.values())


def test_judging_can_be_limited_to_some_papers(tmp_path: Path) -> None:
    write_table(tmp_path, "ratios", times("a", {2: 1.0, 16: 0.5}))
    table = judge_all(Results(tmp_path), VIEW, [TALLAM])
    assert set(table["paper"]) == {"tallam"}
    assert set(judge_all(Results(tmp_path), VIEW)["paper"]) == set(PAPERS)
