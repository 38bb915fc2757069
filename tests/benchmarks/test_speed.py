"""Tests speed.py: an unknown benchmark, the order of runs, and a round with a made-up kit."""

import json
from pathlib import Path

import pytest

from benchmarks import speed
from benchmarks.comparison import OTHER, THIS
from benchmarks.speed import BUSY, CONFIGURATIONS, Plan
from benchmarks.trees import Tree
from fake_kits import make_dacapo
from kpath_command import ensure_jars
from kpath_jvm.evaluation.workloads.preparation import PreparedWorkload
from kpath_jvm.records.workload import WorkloadRecord


def test_an_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert speed.main(["dacapo/eklipse"]) == 1
    assert capsys.readouterr().err.startswith("speed: unknown benchmark 'eklipse' of dacapo;")


def test_a_seed_gives_the_same_order_in_every_process(tmp_path: Path) -> None:
    """A set of strings would have another order in each process."""
    described = WorkloadRecord(suite="s", name="n", size="small", stand_in=True)
    program = PreparedWorkload(["java", "-version"], described, [])
    trees = [Tree(tmp_path), Tree(tmp_path)]
    plan = Plan({}, trees, [*reversed(CONFIGURATIONS), BUSY], tmp_path / "bin" / "java")
    ordered = [which for which, _ in speed._commands(plan, program, tmp_path)]
    assert ordered == [
        *((THIS, name) for name in ("native", BUSY, *CONFIGURATIONS)),
        *((OTHER, name) for name in CONFIGURATIONS),
    ]


@pytest.mark.slow
def test_a_round_runs_all_benchmarks_of_a_kit(tmp_path: Path) -> None:
    ensure_jars()
    kit = make_dacapo(tmp_path)["dacapo-23.11"]
    runs = tmp_path / "runs.json"
    options = ["--configuration", "k=8", "blpp-hash", "busy", "--rounds", "1", "--iterations", "2"]
    programs = ["dacapo-23.11/*", "--dacapo-jar", str(kit), "--json", str(runs)]
    assert speed.main([*programs, *options]) == 0
    measured = json.loads(runs.read_text("utf-8"))["runs"]
    assert {(it["program"], it["configuration"], it["waited"] is None) for it in measured} == {
        (f"dacapo-23.11/{name}", configuration, configuration != "k=8")
        for name in ("sunflow", "xalan")
        for configuration in ("native", "busy", "k=8", "blpp-hash")
    }
