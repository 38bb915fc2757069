"""What is left of the evaluation when some of it is asked for."""

from kpath_jvm.evaluation.experiments.reproduce import reproduction
from kpath_jvm.evaluation.figures.drawing import select


def test_structural_figures_need_no_trials() -> None:
    experiment = reproduction("quick", None, select(["figure09", "figure14"]))
    assert experiment.selections == ()
    assert experiment.structure is not None
    assert experiment.structure.profiles == ()


def test_figure_4_keeps_its_profile() -> None:
    experiment = reproduction("quick", None, select(["figure04"]))
    assert experiment.structure is not None
    assert experiment.structure.profiles == (("dacapo/eclipse", 11),)


def test_figure_8_needs_blpp_and_the_noise_and_nothing_else() -> None:
    experiment = reproduction("paper", ["eclipse"], select(["figure08", "figure08-overhead"]))
    assert experiment.structure is None
    assert experiment.benchmarks == ("eclipse",)
    profilers = [it.profiler for it in experiment.selections]
    assert profilers == ["native", "native-again", "blpp-hash", "k-blpp"]


def test_overheads_need_all_profilers() -> None:
    experiment = reproduction("paper", None, select(["overhead-wall"]))
    assert experiment.structure is None
    assert len(experiment.selections) == 11


def test_charts_of_both_kinds_need_both() -> None:
    experiment = reproduction("quick", None, select(["figure09", "figure08-array"]))
    assert experiment.structure is not None
    assert {it.profiler for it in experiment.selections} == {
        "native", "native-again", "blpp-hash", "blpp-array", "k-blpp",
    }  # fmt: skip
