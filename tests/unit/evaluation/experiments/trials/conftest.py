"""Provides the benchmarks of an experiment with a user's own two programs."""

from pathlib import Path

import pytest

from kpath_jvm.evaluation.experiments.planning.benchmarks import Benchmark
from kpath_jvm.evaluation.experiments.planning.configuration import read_experiment
from kpath_jvm.evaluation.experiments.planning.plan import make_plan

FILE = """
seed = 5
description = "a test"
benchmarks = ["program/*"]
repetitions = 1
[programs.one]
command = ["java", "One"]
[programs.two]
command = ["java", "Two"]
[profilers.native]
[structure]
k = [2]
"""


@pytest.fixture
def benchmarks(tmp_path: Path) -> list[Benchmark]:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, "utf-8")
    return sorted(make_plan(read_experiment(path)).structures, key=lambda it: it.name)
