"""Tests how the file of an experiment is read, and the errors for wrong files."""

from pathlib import Path

import pytest

from fake_kits import write_jar
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.configuration import read_experiment
from kpath_jvm.evaluation.experiments.planning.document import directory, named
from kpath_jvm.evaluation.experiments.planning.plan import make_plan
from kpath_jvm.evaluation.results.schema import OFFICIAL, STAND_IN
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces

BASE = """
seed = 1
description = "a test"
benchmarks = ["program/*"]
repetitions = 2
{more}
[programs.one]
command = ["java", "One"]
[profilers.native]
[profilers.k-blpp]
k = [2, 8]
cuts = ["back-edge"]
{last}
"""


def write(directory: Path, more: str = "", last: str = "", name: str = "mine") -> Path:
    path = directory / f"{name}.toml"
    path.write_text(BASE.format(more=more, last=last), "utf-8")
    return path


@pytest.mark.parametrize(
    ("more", "last", "complaint"),
    [
        ("repetitons = 3", "", "repetitons is unknown; did you mean repetitions?"),
        ('sizes = ["smal"]', "", "sizes has 'smal'; did you mean small?"),
        ("iterations = 0", "", "iterations is 0, not 1 or more; correct the file"),
        ("warmups = true", "", "warmups is true, not a whole number; correct the file"),
        ('mode = "fast"', "", "mode is 'fast'; there are: custom, paper, quick"),
        (
            "",
            '[profilers.stream]\nk = [65]\ncuts = ["back-edge"]',
            "profilers.stream.k has 65, more than 64; correct the file",
        ),
        (
            "",
            '[profilers.stream]\nk = [8]\ncuts = ["backedge"]',
            "profilers.stream.cuts has 'backedge'; did you mean back-edge?",
        ),
        ("", '[profilers.edge]\nscopes = ["loop"]', "profilers.edge.scopes has 'loop'; did"),
        ("", '[profilers.jfr]\nscopes = ["hot"]', "profilers.jfr.scopes is unknown"),
        ("", "[profilers.jfr]\nk = [2]", "profilers.jfr.k is unknown; did you mean benchmarks?"),
        ("", '[limits]\ndisk = "much"', "limits.disk is 'much', not a size such as 500M or 20G"),
        ("", "[limits]\ntrial_seconds = 0", "limits.trial_seconds is 0, not a number above 0"),
        ("", "[variance]\nhalf_width = 0.1", "variance.most_repetitions is missing"),
        ("", '[programs.two]\ncommand = ["mvn"]', "programs.two.command does not start with java"),
        ("", '[structure]\nk = [1]\ncut = "loop-header"', "structure.k has 1, not a whole number"),
    ],
)
def test_wrong_files_give_an_error_of_one_line(
    tmp_path: Path, more: str, last: str, complaint: str
) -> None:
    path = write(tmp_path, more, last)
    with pytest.raises(KpathError) as raised:
        read_experiment(path)
    message = str(raised.value)
    if complaint.startswith("profilers.jfr.k"):
        complaint = complaint.partition(";")[0]
    assert message.startswith(f"{path}: {complaint}")
    assert "\n" not in message
    assert raised.value.exit_status == 2


def test_the_error_for_an_unknown_profiler_suggests_the_nearest(tmp_path: Path) -> None:
    path = write(tmp_path, last="[profilers.jacocco]")
    with pytest.raises(KpathError, match=r"unknown profiler 'jacocco'; did you mean jacoco\?"):
        read_experiment(path)


@pytest.mark.parametrize(
    ("benchmarks", "complaint"),
    [
        ('["eclispe"]', "unknown benchmark 'eclispe'; did you mean"),
        ('["dacapo/oen"]', "unknown benchmark 'dacapo/oen'"),
    ],
)
def test_unknown_benchmarks_are_refused(tmp_path: Path, benchmarks: str, complaint: str) -> None:
    chosen = read_experiment(write(tmp_path), [f"benchmarks={benchmarks}"])
    with pytest.raises(KpathError) as raised:
        make_plan(chosen)
    assert str(raised.value).startswith(complaint)


def test_a_file_overrides_its_includes_by_key_and_settings_override_both(tmp_path: Path) -> None:
    write(tmp_path, last="[limits]\ntrial_seconds = 5\nstructure_seconds = 6", name="base")
    path = tmp_path / "top.toml"
    path.write_text(
        'include = ["base.toml"]\nrepetitions = 9\n[limits]\ntrial_seconds = 50\n', "utf-8"
    )
    chosen = read_experiment(path, ["limits.structure_seconds=60", "description=two words"])
    assert (chosen.name, chosen.repetitions, chosen.description) == ("top", 9, "two words")
    assert (chosen.limits.trial_seconds, chosen.limits.structure_seconds) == (50, 60)
    assert [it.profiler for it in chosen.selections] == ["native", "k-blpp"]


def test_an_include_without_an_ending_names_a_shipped_experiment(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('include = ["quick"]\nrepetitions = 4\n', "utf-8")
    chosen = read_experiment(path)
    assert (chosen.name, chosen.mode, chosen.repetitions) == ("mine", "custom", 4)
    assert chosen.structure is not None
    path.write_text('include = ["quik"]\n', "utf-8")
    with pytest.raises(KpathError, match=r"^no experiment 'quik'; did you mean quick\?"):
        read_experiment(path)


def test_an_experiment_needs_only_benchmarks_and_a_profiler(tmp_path: Path) -> None:
    path = tmp_path / "least.toml"
    path.write_text('benchmarks = ["heapsort"]\n[profilers.native]\n', "utf-8")
    chosen = read_experiment(path)
    assert (chosen.seed, chosen.repetitions, chosen.sizes) == (20131026, 7, ("default",))


def test_a_file_that_includes_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "loop.toml"
    path.write_text('include = ["loop.toml"]\n', "utf-8")
    with pytest.raises(KpathError, match="includes itself"):
        read_experiment(path)


@pytest.mark.parametrize("setting", ["repetitions", "=3", "a b = 3"])
def test_malformed_settings_are_refused(tmp_path: Path, setting: str) -> None:
    with pytest.raises(KpathError, match="is not KEY=VALUE"):
        read_experiment(write(tmp_path), [setting])


def test_files_that_are_not_toml_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.toml"
    path.write_text("seed = ", "utf-8")
    with pytest.raises(KpathError, match=r"^cannot read the experiment .*broken\.toml: "):
        read_experiment(path)
    with pytest.raises(KpathError, match="No such file"):
        read_experiment(tmp_path / "none.toml")


def test_the_error_for_an_unknown_experiment_suggests_the_nearest() -> None:
    with pytest.raises(KpathError, match=r"no experiment 'quik'; did you mean quick\?"):
        named("quik")


def empty_kits(directory: Path) -> KitPlaces:
    """Makes kits with all benchmarks of the experiment ``kits``.

    The kits are recognised, but they are too incomplete to be run.
    """
    asked = [name.partition("/") for name in read_experiment(named("kits")).benchmarks]
    signs = {"old": "dacapo/TestHarness", "bach": "harness/org/dacapo/harness/TestHarness"}
    suites = {"old": "dacapo-2006", "bach": "dacapo-9.12"}
    jars = tuple(
        write_jar(
            directory / f"{name}.jar",
            {"Harness.class": b"", f"{sign}.class": b""},
            cnf=[f"cnf/{benchmark}.cnf" for suite, _, benchmark in asked if suite == suites[name]],
        )
        for name, sign in signs.items()
    )
    for name in ("lib", "resources"):
        (directory / name).mkdir()
    write_jar(directory / "SPECjvm2008.jar", {"spec/harness/Launch.class": b""})
    return KitPlaces(dacapo=jars, specjvm=(directory,))


def test_a_directory_does_not_hide_an_experiment_with_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "startup").mkdir()
    assert named("startup") == directory() / "startup.toml"


def test_every_shipped_experiment_can_be_read(tmp_path: Path) -> None:
    places = empty_kits(tmp_path)
    names = sorted(path.stem for path in directory().glob("*.toml"))
    assert {"headline", "kits", "paper", "quick", "startup"} <= set(names)
    for name in sorted(set(names) - {"base"}):
        chosen = read_experiment(named(name))
        assert chosen.name == name
        plan = make_plan(chosen, places)
        assert plan.trials()
        kinds = {it.benchmark.kind for it in plan.configurations}
        assert kinds == {OFFICIAL if name == "kits" else STAND_IN}
