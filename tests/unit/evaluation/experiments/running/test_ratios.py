"""Tests the table of ratios, from trials with known values."""

from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.running.ratios import ratio_rows
from kpath_jvm.evaluation.results import settings

Rows = list[dict[str, Any]]


def trials(profiler: str, seconds: list[float], **more: Any) -> Rows:
    """Returns one row of trials.csv for each repetition, with the given timed wall times."""
    return [
        {
            "suite": "s", "benchmark": "b", "kind": "stand-in", "size": "small", "jvm": "17",
            "profiler": profiler, "k": None, "cut": "", "scope": "", "repetition": number,
            "status": "ok",
            "timed_wall_seconds": time, "timed_cpu_seconds": 0.0, "wall_seconds": time + 1,
            "total_cpu_seconds": time, "target_max_rss_bytes": 10, **more,
        }
        for number, time in enumerate(seconds, 1)
    ]  # fmt: skip


def row(rows: Rows, profiler: str, metric: str = "timed_wall") -> dict[str, Any]:
    return next(it for it in rows if it["profiler"] == profiler and it["metric"] == metric)


def test_noise_comes_from_native_again_if_it_ran() -> None:
    native, again = trials("native", [1.0, 2.0, 4.0]), trials("native-again", [1.1, 2.2, 4.4])
    told = row(ratio_rows([*native, *again, *trials("jfr", [3.0, 6.0, 12.0])]), "jfr")
    assert (told["noise_low"], told["noise_high"]) == pytest.approx((1 / 1.1, 1.1))
    assert told["verdict"] == "slower"


def test_noise_comes_from_native_repetitions_without_native_again() -> None:
    native = trials("native", [1.0, 1.2, 1.1])
    told = row(ratio_rows([*native, *trials("jfr", [1.1, 1.3, 1.2])]), "jfr")
    # The ratios of pairs of native runs are 1.2, 1.1 and 1.1 / 1.2.
    assert (told["noise_low"], told["noise_high"]) == pytest.approx((1 / 1.2, 1.2))
    assert told["verdict"] == "within-noise"


def test_two_native_runs_are_too_few_for_a_verdict_on_ratios() -> None:
    rows = ratio_rows([*trials("native", [1.0, 1.0]), *trials("jfr", [3.0, 3.0])])
    assert row(rows, "jfr")["verdict"] == "too-few"


def test_the_whole_run_s_time_is_a_separate_metric() -> None:
    rows = ratio_rows([*trials("native", [1.0, 1.0, 1.0]), *trials("jfr", [3.0, 3.0, 3.0])])
    assert row(rows, "jfr", "whole_wall")["median"] == 2.0


def test_cpu_times_of_0_give_neither_a_ratio_nor_an_error() -> None:
    native = trials("native", [1.0, 1.0, 1.0], timed_cpu_seconds=0.0)
    again = trials("native-again", [1.0, 1.0, 1.0])
    told = row(ratio_rows([*native, *again, *trials("jfr", [3.0] * 3)]), "jfr", "timed_cpu")
    assert (told["n"], told["verdict"]) == (0, "too-few")


def test_a_cpu_time_of_0_makes_noise_unbounded() -> None:
    native = trials("native", [1.0] * 3, timed_cpu_seconds=0.01)
    again = trials("native-again", [1.0] * 3)
    profiled = trials("jfr", [3.0] * 3, timed_cpu_seconds=0.05)
    told = row(ratio_rows([*native, *again, *profiled]), "jfr", "timed_cpu")
    assert (told["verdict"], "noise_high" in told) == ("within-noise", False)


def test_profilers_with_a_scope_are_compared_with_blpp_of_that_scope() -> None:
    of_all = {"cut": "back-edge"}
    of_loops = {**of_all, "scope": "loops"}
    rows = ratio_rows(
        [
            *trials("native", [1.0] * 3),
            *trials("blpp-hash", [4.0] * 3, **of_all),
            *trials("blpp-hash", [2.0] * 3, **of_loops),
            *trials("stream", [8.0] * 3, k=8, **of_all),
            *trials("stream", [3.0] * 3, k=8, **of_loops),
            # There are no BLPP trials with this scope.
            *trials("stream", [2.0] * 3, k=8, **of_all | {"scope": "hot"}),
        ]
    )
    found = {
        (it["scope"], it["baseline"]): it["median"]
        for it in rows
        if it["profiler"] == "stream" and it["metric"] == "timed_wall" and it["form"] == "ratio"
    }
    assert found == {
        ("", "native"): 8.0, ("", "blpp-hash"): 2.0, ("loops", "native"): 3.0,
        ("loops", "blpp-hash"): 1.5, ("hot", "native"): 2.0,
    }  # fmt: skip
    overheads = {
        it["scope"]: it["median"]
        for it in rows
        if it["profiler"] == "stream" and it["metric"] == "timed_wall" and it["form"] == "overhead"
    }
    assert overheads == pytest.approx({"": 7 / 3, "loops": 2.0})


def medians(rows: Rows, form: str = "ratio") -> dict[tuple[Any, ...], float]:
    """Returns the medians for timed wall times, by profiler, k, settings and baseline."""
    return {
        (it["profiler"], it["k"], *settings.chosen(it), it["baseline"]): it["median"]
        for it in rows
        if it["metric"] == "timed_wall" and it["form"] == form
    }


def test_profilers_without_a_choice_of_cuts_are_compared_at_back_edges() -> None:
    back, header = {"cut": "back-edge"}, {"cut": "loop-header"}
    rows = ratio_rows(
        [
            *trials("native", [1.0] * 3),
            *trials("blpp", [2.0] * 3, **back),
            *trials("blpp", [4.0] * 3, **header),
            *trials("kiter", [3.0] * 3, k=2),
            *trials("edge", [1.5] * 3),
            *trials("spp", [1.5] * 3),
        ]
    )
    found = medians(rows)
    assert found["kiter", 2, "blpp"] == 1.5
    assert found["kiter", 2, "native"] == 3.0
    # Edges and structural paths are never cut, so only kiter is compared with BLPP.
    assert {key for key in found if key[-1] == "blpp"} == {("kiter", 2, "blpp")}
    assert medians(rows, "overhead") == {("kiter", 2, "blpp"): 2.0}


def test_settings_of_0_or_no_are_not_taken_for_missing_settings() -> None:
    back = {"cut": "back-edge"}
    rows = ratio_rows(
        [
            *trials("native", [1.0] * 3),
            *trials("blpp", [2.0] * 3, **back),
            *trials("blpp", [5.0] * 3, **back, array_paths=0),
            *trials("blpp", [1.8] * 3, **back, guided=True),
            *trials("ol", [4.0] * 3, **back, degree=0),
            *trials("ol", [6.0] * 3, **back, degree=3),
            *trials("spp", [1.2] * 3, threshold=100, remove_probes=False),
            *trials("spp", [1.1] * 3, threshold=100, remove_probes=True),
        ]
    )
    found = medians(rows)
    assert found["ol", None, ("degree", 0), "blpp"] == 2.0
    assert found["ol", None, ("degree", 3), "native"] == 6.0
    of_spp = {key[3]: median for key, median in found.items() if key[0] == "spp"}
    assert of_spp == {("remove_probes", False): 1.2, ("remove_probes", True): 1.1}
    # BLPP without settings is the baseline of BLPP with settings, but not of itself.
    assert found["blpp", None, ("array_paths", 0), "blpp"] == 2.5
    assert found["blpp", None, ("guided", True), "blpp"] == 0.9
    assert ("blpp", None, "blpp") not in found


def test_baselines_may_state_their_defaults() -> None:
    back = {"cut": "back-edge"}
    rows = ratio_rows(
        [
            *trials("native", [1.0] * 3),
            *trials("blpp", [2.0] * 3, **back, array_paths=4000),
            *trials("blpp", [5.0] * 3, **back, array_paths=0),
            *trials("kiter", [3.0] * 3, k=2),
        ]
    )
    found = medians(rows)
    assert found["kiter", 2, "blpp"] == 1.5
    assert found["blpp", None, ("array_paths", 0), "blpp"] == 2.5
