"""Tests an experiment's profilers: their own options, their guides, and wrong values."""

import re
from pathlib import Path

import pytest

from builders.evaluation.guiding import guiding_profile
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.configuration import read_experiment
from kpath_jvm.evaluation.experiments.planning.plan import Configuration, make_plan
from kpath_jvm.evaluation.profilers import PROFILERS
from kpath_jvm.recording.options import DEFAULT_LENGTH

HEAD = """
benchmarks = ["program/one"]
repetitions = 1
[programs.one]
command = ["java", "One"]
"""
CUTS = "cuts = ['back-edge']"


def write(directory: Path, profilers: str) -> Path:
    path = directory / "mine.toml"
    path.write_text(HEAD + profilers, "utf-8")
    return path


def planned(directory: Path, profilers: str) -> list[Configuration]:
    return list(make_plan(read_experiment(write(directory, profilers))).configurations)


def names(configurations: list[Configuration]) -> list[str]:
    """Returns the labels without their beginnings, which name the benchmark and the JVM."""
    return [re.sub(r".*?, JDK [^,]*, ", "", it.label) for it in configurations]


@pytest.mark.parametrize(
    ("profilers", "complaint"),
    [
        ("[profilers.ol]\ndegree = [255]\n" + CUTS, "profilers.ol.degree has 255, more than 254"),
        ("[profilers.ol]\ndegree = [-1]\n" + CUTS,
         "profilers.ol.degree has -1, not a whole number"),
        ("[profilers.ol]\ndegree = 3\n" + CUTS, "profilers.ol.degree is 3, not a list"),
        ("[profilers.ol]\ndegree = []\n" + CUTS, "profilers.ol.degree is empty"),
        ("[profilers.ol]\ndegre = [1]\n" + CUTS,
         "profilers.ol.degre is unknown; did you mean degree?"),
        ("[profilers.spp]\nthreshold = ['many']",
         "profilers.spp.threshold has 'many', not a whole number"),
        ("[profilers.spp]\nremove_probes = [1]",
         "profilers.spp.remove_probes has 1, not true or false"),
        ("[profilers.spp]\ndegree = [1]", "profilers.spp.degree is unknown"),
        ("[profilers.edge]\nthreshold = [1]", "profilers.edge.threshold is unknown"),
        ("[profilers.kiter]\nk = [1]", "profilers.kiter.k has 1, not a whole number of 2 or more"),
        ("[profilers.jfr]\narray_paths = [1]", "profilers.jfr.array_paths is unknown"),
        ("[profilers.edge.guides]\none = 'x.kpath'", "profilers.edge.guides is unknown"),
        (
            "[profilers.blpp]\ncuts = ['back-edge']\nguides = {'program/one' = 'no.kpath'}",
            "profilers.blpp.guides.program/one is ",
        ),
    ],
)  # fmt: skip
def test_nonsense_gives_an_error_of_one_line(
    tmp_path: Path, profilers: str, complaint: str
) -> None:
    path = write(tmp_path, profilers)
    with pytest.raises(KpathError) as raised:
        read_experiment(path)
    assert str(raised.value).startswith(f"{path}: {complaint}")
    assert "\n" not in str(raised.value)
    assert raised.value.exit_status == 2


def test_every_combination_of_options_is_a_configuration(tmp_path: Path) -> None:
    found = planned(
        tmp_path, "[profilers.spp]\nthreshold = [100, 10000]\nremove_probes = [true, false]"
    )
    assert names(found) == [
        f"spp threshold = {threshold} remove_probes = {removed}"
        for threshold in (100, 10000)
        for removed in ("yes", "no")
    ]
    assert len({it.digest for it in found}) == 4
    assert found[1].settings()["threshold"] == 100
    assert found[1].settings()["remove_probes"] is False


def test_options_at_their_defaults_do_not_change_a_trial_s_identity(tmp_path: Path) -> None:
    """Trials that were made before an option existed need not be run again."""
    (bare,) = planned(tmp_path, "[profilers.spp]")
    assert "threshold" not in bare.settings()
    assert names([bare]) == ["spp"]


def test_guided_and_unguided_runs_are_two_configurations(tmp_path: Path) -> None:
    demo = guiding_profile(tmp_path)
    guides = f"guides = {{ 'program/*' = '{demo.name}' }}"
    text = f"[profilers.blpp]\ncuts = ['back-edge']\n{guides}"
    plain, guided = planned(tmp_path, text)
    assert names([plain, guided]) == ["blpp back-edge", "blpp back-edge guided = yes"]
    assert (plain.guide, guided.guide) == (None, str(demo))
    assert "guide" in guided.flattened()
    assert "guide" not in plain.flattened()


def test_guides_for_an_unknown_benchmark_are_refused(tmp_path: Path) -> None:
    name = guiding_profile(tmp_path).name
    text = f"[profilers.blpp]\ncuts = ['back-edge']\nguides = {{ 'program/on' = '{name}' }}"
    with pytest.raises(KpathError, match="unknown benchmark 'program/on'"):
        planned(tmp_path, text)


@pytest.mark.parametrize("name", sorted(PROFILERS))
def test_an_empty_table_has_the_defaults_of_run(tmp_path: Path, name: str) -> None:
    """Options that a profiler's table leaves out, such as -k, have the defaults of ``run``."""
    (found,) = planned(tmp_path, f"[profilers.{name}]")
    profiler = PROFILERS[name]
    assert found.k == (None if profiler.least_k is None else DEFAULT_LENGTH)
    assert found.cut == ("back-edge" if profiler.takes("cut") else None)


def test_the_example_of_the_docs_can_be_read(tmp_path: Path) -> None:
    page = Path(__file__).parents[5].joinpath("docs", "experiments.md").read_text("utf-8")
    text = page.partition("## Writing one")[2].partition("```toml\n")[2].partition("```")[0]
    (tmp_path / "ours.toml").write_text("", "utf-8")
    guiding_profile(tmp_path).rename(tmp_path / "earlier.kpath")
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    experiment = read_experiment(file)
    assert {"k-blpp", "ol", "spp", "blpp"} <= {one.profiler for one in experiment.selections}
