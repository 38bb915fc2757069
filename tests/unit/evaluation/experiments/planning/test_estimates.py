"""Tests the estimates of how long runs take."""

from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.planning.configuration import read_experiment
from kpath_jvm.evaluation.experiments.planning.estimates import Estimates, together
from kpath_jvm.evaluation.experiments.planning.plan import Configuration, make_plan

FILE = """
seed = 5
description = "a test"
benchmarks = ["program/*"]
repetitions = 2
[programs.one]
command = ["java", "One"]
[programs.two]
command = ["java", "Two"]
[profilers.native]
[profilers.k-blpp]
k = [2, 8]
cuts = ["loop-header"]
"""


@pytest.fixture
def found(tmp_path: Path) -> dict[tuple[str, str, int | None], Configuration]:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, "utf-8")
    plan = make_plan(read_experiment(path))
    return {(it.benchmark.name, it.profiler, it.k): it for it in plan.configurations}


def trial(configuration: Configuration, seconds: float) -> dict[str, Any]:
    return {"configuration": configuration.settings(), "metrics": {"wall_seconds": seconds}}


def test_times_of_trials_are_estimated(
    found: dict[tuple[str, str, int | None], Configuration],
) -> None:
    estimates = Estimates()
    rough = estimates.seconds(found["two", "k-blpp", 8])
    assert rough > estimates.seconds(found["two", "native", None]) > 0
    estimates.learn(trial(found["one", "native", None], 2.0))
    for seconds in (20.0, 22.0, 90.0):
        estimates.learn(trial(found["one", "k-blpp", 8], seconds))
    assert estimates.seconds(found["one", "k-blpp", 8]) == 22
    # For another benchmark, the profiler's factor is applied to that benchmark's native time.
    estimates.learn(trial(found["two", "native", None], 3.0))
    assert estimates.seconds(found["two", "k-blpp", 8]) == 33
    assert estimates.seconds(found["two", "k-blpp", 2]) < 33
    # A trial that could not be prepared has no times, so it changes no estimate.
    estimates.learn({"configuration": found["two", "native", None].settings(), "metrics": {}})
    assert estimates.seconds(found["two", "native", None]) == 3


def test_times_of_recorded_runs_are_estimated(
    found: dict[tuple[str, str, int | None], Configuration],
) -> None:
    one, two = (found[name, "native", None].benchmark.flattened() for name in ("one", "two"))
    estimates = Estimates(recorded=[{"configuration": one, "steps": {"record": 4, "build": 3}}])
    assert estimates.recorded_seconds(one) == 7
    assert estimates.recorded_seconds(two) == 7
    estimates.learn_recorded({"configuration": two, "steps": {"record": 11}})
    assert estimates.recorded_seconds(two) == 11
    assert Estimates().recorded_seconds(two) > 0


@pytest.mark.parametrize(
    ("seconds", "lanes", "expected"),
    [([16.0], 2, 16.0), ([16.0, 4.0], 2, 16.0), ([5.0, 5.0, 5.0], 2, 7.5), ([], 2, 0.0)],
)
def test_lanes_divide_the_runs_but_no_single_run(
    seconds: list[float], lanes: int, expected: float
) -> None:
    assert together(seconds, lanes) == expected
