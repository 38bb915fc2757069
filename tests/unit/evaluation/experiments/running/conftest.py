"""Provides a plan with two programs, and the content of a trial's trial.json."""

from pathlib import Path
from typing import Any

import pytest

from kpath_jvm.evaluation.experiments.planning.configuration import read_experiment
from kpath_jvm.evaluation.experiments.planning.plan import Plan, Trial, make_plan

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
k = [2]
cuts = ["loop-header"]
[structure]
k = [2]
"""
FINGERPRINT = "0" * 16


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, "utf-8")
    return make_plan(read_experiment(path))


@pytest.fixture
def first(plan: Plan) -> Trial:
    """Returns the first repetition of k-BLPP on program one."""
    return next(
        it
        for it in plan.trials()
        if (it.configuration.benchmark.name, it.configuration.profiler) == ("one", "k-blpp")
    )


def made(trial: Trial, number: int = 1, **changes: Any) -> dict[str, Any]:
    """Returns the content of a trial's trial.json, with some changes."""
    return {
        "trial": number,
        "round": 1,
        "order": number,
        "repetition": trial.repetition,
        "identity": trial.identity(FINGERPRINT),
        "configuration": trial.configuration.flattened(),
        "configuration_digest": trial.configuration.digest,
        "status": "ok",
        "reason": "",
        "metrics": {"wall_seconds": 2.0},
        **changes,
    }
