"""Tests an experiment's plan: what is run, in which order, and which trials are already done."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from kpath_jvm.evaluation.experiments.planning.configuration import read_experiment
from kpath_jvm.evaluation.experiments.planning.plan import Plan, groups, make_plan

FILE = """
seed = 5
description = "a test"
benchmarks = ["program/*"]
repetitions = 3
[programs.one]
command = ["java", "One"]
[programs.two]
command = ["java", "Two"]
[profilers.native]
[profilers.k-blpp]
k = [2, 8]
cuts = ["loop-header", "back-edge"]
[profilers.jfr]
benchmarks = ["two"]
repetitions = 1
[overrides."program/two"]
repetitions = 2
trial_seconds = 7
"""


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    path = tmp_path / "mine.toml"
    path.write_text(FILE, "utf-8")
    return make_plan(read_experiment(path))


def test_every_configuration_is_repeated(plan: Plan) -> None:
    counts: dict[tuple[str, str], int] = {}
    for trial in plan.trials():
        configuration = trial.configuration
        key = (configuration.benchmark.name, configuration.profiler)
        counts[key] = counts.get(key, 0) + 1
    assert counts == {
        ("one", "native"): 3,
        ("one", "k-blpp"): 12,
        ("two", "native"): 2,
        ("two", "k-blpp"): 8,
        ("two", "jfr"): 1,
    }
    assert {it.trial_seconds for it in plan.configurations if it.benchmark.name == "two"} == {7}


def test_no_configuration_occurs_twice_in_a_repetition(plan: Plan) -> None:
    trials = plan.trials()
    repetitions = [trial.repetition for trial in trials]
    assert repetitions == sorted(repetitions)
    for repetition in (1, 2, 3):
        of_round = [it.configuration for it in trials if it.repetition == repetition]
        assert len(of_round) == len(set(of_round))
        names = [it.benchmark.name for it in of_round]
        changes = sum(a != b for a, b in pairwise(names))
        assert changes == len(set(names)) - 1


def test_a_benchmark_s_trials_of_a_repetition_stay_together(plan: Plan) -> None:
    handed_out = groups(plan.trials())
    assert [trial for group in handed_out for trial in group] == plan.trials()
    keys = [{(it.repetition, it.configuration.benchmark.name) for it in g} for g in handed_out]
    assert [len(it) for it in keys] == [1] * 5
    assert len(set().union(*keys)) == 5


def test_the_seed_decides_the_order(plan: Plan) -> None:
    assert plan.trials() == plan.trials()
    orders = {tuple(replace(plan, seed=seed).trials()) for seed in range(5)}
    assert len(orders) == 5
    # The order differs from repetition to repetition.
    one = [it.configuration for it in plan.trials() if it.configuration.benchmark.name == "one"]
    assert len({tuple(one[:5]), tuple(one[5:10]), tuple(one[10:])}) == 3


def test_a_trial_s_identity_ignores_only_limits_and_repetition_counts(plan: Plan) -> None:
    first, *others = plan.trials()
    identities = {it.identity("machine") for it in (first, *others)}
    assert len(identities) == len(others) + 1
    assert first.identity("other machine") not in identities
    configuration = first.configuration
    assert replace(first, configuration=replace(configuration, iterations=9)).identity(
        "machine"
    ) != first.identity("machine")
    # With a longer limit or more repetitions, old trials still count.
    longer = replace(configuration, trial_seconds=99, repetitions=99)
    assert replace(first, configuration=longer).identity("machine") == first.identity("machine")


def test_runs_with_kept_profiles_come_first_and_the_rest_in_random_order(tmp_path: Path) -> None:
    names = [f"b{number:02}" for number in range(20)]
    path = tmp_path / "mine.toml"
    path.write_text(
        'description = "a test"\nbenchmarks = ["program/*"]\nrepetitions = 1\n'
        + "".join(f'[programs.{name}]\ncommand = ["java", "A"]\n' for name in names)
        + '[structure]\nk = [2]\ncut = "loop-header"\n'
        + 'profiles = { "program/b17" = { k = 2 } }\n'
    )
    orders = [
        [it.name for it in make_plan(read_experiment(path, [f"seed={seed}"])).structures]
        for seed in (1, 1, 2)
    ]
    assert orders[0] == orders[1] != orders[2]
    assert [sorted(order) for order in orders] == [names] * 3
    assert {order[0] for order in orders} == {"b17"}
    assert orders[0][1:] != sorted(orders[0][1:])


def test_a_scope_is_part_of_a_configuration(tmp_path: Path, plan: Plan) -> None:
    path = tmp_path / "scopes.toml"
    path.write_text(FILE.replace("k = [2, 8]\n", 'k = [2]\nscopes = ["all", "loops"]\n'), "utf-8")
    found = make_plan(read_experiment(path)).configurations
    mine = [it for it in found if (it.benchmark.name, it.profiler) == ("one", "k-blpp")]
    assert [(it.cut, it.scope) for it in mine] == [
        ("loop-header", None), ("loop-header", "loops"),
        ("back-edge", None), ("back-edge", "loops"),
    ]  # fmt: skip
    assert mine[1].label.endswith(", k-blpp k=2 loop-header scope loops")
    assert mine[1].settings()["scope"] == "loops"
    assert len({it.digest for it in mine}) == 4
    # Trials that were made before there were scopes still count.
    before = {it.digest for it in plan.configurations}
    assert mine[0].digest in before
    assert "scope" not in mine[0].settings()
