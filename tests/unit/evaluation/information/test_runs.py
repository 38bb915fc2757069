"""Tests the list of runs that show how much each profiler can tell about a program."""

from kpath_jvm.evaluation.information.runs import EXACT, Run, runs
from kpath_jvm.profilers import PROFILERS


def test_every_profiler_is_run_or_counts_the_same_as_another() -> None:
    alike = {"blpp-hash", "blpp-array", "k-blpp-packed"}
    assert {run.profiler for run in runs()} == set(PROFILERS) - alike


def test_the_exact_run_comes_first_and_names_are_unique() -> None:
    names = [run.name for run in runs()]
    assert names[0] == EXACT.name == "stream-k-8"
    assert len(names) == len(set(names))


def test_runs_have_their_profiler_s_options() -> None:
    assert Run("ol", degree=3).arguments == [
        "--profiler", "ol", "--cut", "back-edge", "--degree", "3",
    ]  # fmt: skip
    assert Run("kiter", k=2).arguments == ["--profiler", "kiter", "-k", "2"]
    assert EXACT.arguments == ["--cut", "back-edge", "-k", "8"]
    assert (Run("edge").cut, Run("spp", threshold=0).arguments[-1]) == ("", "0")
