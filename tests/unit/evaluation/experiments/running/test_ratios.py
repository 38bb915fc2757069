"""The table of ratios, from trials of which every value is known."""

from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.running.ratios import ratio_rows

Rows = list[dict[str, Any]]


def trials(profiler: str, seconds: list[float], **more: Any) -> Rows:
    """Return rows of trials.csv: one per repetition, with that timed wall time."""
    return [
        {
            "suite": "s", "benchmark": "b", "kind": "stand-in", "size": "small", "jvm": "17",
            "profiler": profiler, "k": None, "cut": "", "repetition": number, "status": "ok",
            "timed_wall_seconds": time, "timed_cpu_seconds": 0.0, "wall_seconds": time + 1,
            "total_cpu_seconds": time, "target_max_rss_bytes": 10, **more,
        }
        for number, time in enumerate(seconds, 1)
    ]  # fmt: skip


def row(rows: Rows, profiler: str, metric: str = "timed_wall") -> dict[str, Any]:
    return next(it for it in rows if it["profiler"] == profiler and it["metric"] == metric)


def test_noise_is_native_again_where_it_ran() -> None:
    native, again = trials("native", [1.0, 2.0, 4.0]), trials("native-again", [1.1, 2.2, 4.4])
    told = row(ratio_rows([*native, *again, *trials("jfr", [3.0, 6.0, 12.0])]), "jfr")
    assert (told["noise_low"], told["noise_high"]) == pytest.approx((1 / 1.1, 1.1))
    assert told["verdict"] == "slower"


def test_noise_is_that_of_natives_repetitions_where_it_ran_once_in_each() -> None:
    native = trials("native", [1.0, 1.2, 1.1])
    told = row(ratio_rows([*native, *trials("jfr", [1.1, 1.3, 1.2])]), "jfr")
    # The pairs are 1.2, 1.1 and 1.1 / 1.2.
    assert (told["noise_low"], told["noise_high"]) == pytest.approx((1 / 1.2, 1.2))
    assert told["verdict"] == "within-noise"


def test_two_native_runs_are_too_few_for_a_verdict() -> None:
    rows = ratio_rows([*trials("native", [1.0, 1.0]), *trials("jfr", [3.0, 3.0])])
    assert row(rows, "jfr")["verdict"] == "too-few"


def test_the_whole_run_is_a_metric_of_its_own() -> None:
    rows = ratio_rows([*trials("native", [1.0, 1.0, 1.0]), *trials("jfr", [3.0, 3.0, 3.0])])
    assert row(rows, "jfr", "whole_wall")["median"] == 2.0


def test_cpu_times_of_nothing_make_no_ratio_and_no_error() -> None:
    native = trials("native", [1.0, 1.0, 1.0], timed_cpu_seconds=0.0)
    again = trials("native-again", [1.0, 1.0, 1.0])
    told = row(ratio_rows([*native, *again, *trials("jfr", [3.0] * 3)]), "jfr", "timed_cpu")
    assert (told["n"], told["verdict"]) == (0, "too-few")


def test_a_cpu_time_of_nothing_beside_others_is_noise() -> None:
    native = trials("native", [1.0] * 3, timed_cpu_seconds=0.01)
    again = trials("native-again", [1.0] * 3)
    profiled = trials("jfr", [3.0] * 3, timed_cpu_seconds=0.05)
    told = row(ratio_rows([*native, *again, *profiled]), "jfr", "timed_cpu")
    assert (told["verdict"], "noise_high" in told) == ("within-noise", False)
