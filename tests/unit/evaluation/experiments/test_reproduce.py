"""Tests which trials and recorded runs `reproduce` plans for the requested charts."""

from dataclasses import replace
from pathlib import Path

import msgspec.toml
import pytest

from kpath_command import REPOSITORY
from kpath_jvm.evaluation.experiments.experiment import show_plan
from kpath_jvm.evaluation.experiments.planning.plan import make_plan
from kpath_jvm.evaluation.experiments.reproduce import reproduction
from kpath_jvm.evaluation.experiments.running.session import Settings
from kpath_jvm.evaluation.figures.catalogue import CHARTS
from kpath_jvm.evaluation.figures.drawing import select
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.profilers import PROFILERS as OWN


def test_figures_9_and_14_need_no_trials() -> None:
    experiment = reproduction("quick", None, select(["figure09", "figure14"]))
    assert experiment.selections == ()
    assert experiment.structure is not None
    assert experiment.structure.profiles == ()


def test_figure_4_needs_a_profile_of_eclipse() -> None:
    experiment = reproduction("quick", None, select(["figure04"]))
    assert experiment.structure is not None
    assert experiment.structure.profiles == (("dacapo/eclipse", 11),)


def test_figure_8_needs_only_its_profilers_and_the_native_runs() -> None:
    experiment = reproduction("paper", ["eclipse"], select(["figure08", "figure08-overhead"]))
    assert experiment.structure is None
    assert experiment.benchmarks == ("eclipse",)
    profilers = [it.profiler for it in experiment.selections]
    assert profilers == ["native", "native-again", "blpp-hash", "k-blpp"]


def test_overheads_need_all_profilers() -> None:
    experiment = reproduction("paper", None, select(["overhead-wall"]))
    assert experiment.structure is None
    paper = msgspec.toml.decode((REPOSITORY / "dacapo_configs/experiments/paper.toml").read_bytes())
    assert [it.profiler for it in experiment.selections] == list(paper["profilers"])


def test_timed_charts_of_a_paper_need_only_the_paper_s_profilers() -> None:
    charts = [chart for chart in CHARTS if chart.paper == "tallam" and chart.is_timed]
    experiment = reproduction("quick", None, charts)
    assert {it.profiler for it in experiment.selections} == {"native", "native-again", "blpp", "ol"}
    assert experiment.structure is None


def test_the_frontier_needs_trials_and_recorded_runs() -> None:
    experiment = reproduction("quick", None, select(["frontier"]))
    assert experiment.structure is not None
    assert len(experiment.selections) > 10


def test_a_dry_run_shows_the_limit_that_applies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    experiment = replace(
        reproduction("quick", ["compress"], select(["figure09"])), budget_minutes=90
    )
    for seconds, told in ((None, "1 h 30 min"), (7800, "2 h 10 min")):
        show_plan(make_plan(experiment, KitPlaces()), tmp_path, Settings(budget_seconds=seconds))
        assert f"; no run starts that would end after {told}; seed" in capsys.readouterr().out


def test_both_modes_run_all_of_our_profilers() -> None:
    for mode in ("quick", "paper"):
        experiment = reproduction(mode, ["compress"], None)
        assert set(OWN) <= {it.profiler for it in experiment.selections}


def test_figures_8_and_9_together_need_trials_and_recorded_runs() -> None:
    experiment = reproduction("quick", None, select(["figure09", "figure08-array"]))
    assert experiment.structure is not None
    assert {it.profiler for it in experiment.selections} == {
        "native", "native-again", "blpp-hash", "blpp-array", "k-blpp",
    }  # fmt: skip
