"""Tests the verb ``merge``, and what other verbs report of merged profiles."""

import json
from pathlib import Path

import pytest

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.resampled import resample, with_record
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = Profile.open(demo_profile(tmp_path))
    for seed in (1, 2):
        resample(source, Path(f"{seed}.kpath"), seed)


@pytest.mark.usefixtures("two")
def test_profiles_are_named_on_the_command_line_or_in_a_list(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("list").write_text("1.kpath\n2.kpath\n")
    assert run_verb(["merge", "1.kpath", "2.kpath", "-o", "named.kpath"]) == 0
    assert run_verb(["merge", "--list", "list", "-o", "listed.kpath"]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert [line.split(":")[1:] for line in told.err.splitlines()] == [
        [f" profile {name}.kpath", " 2 runs, k = 4, 6 methods"] for name in ("named", "listed")
    ]
    assert Profile.open("named.kpath").table("ipf") == Profile.open("listed.kpath").table("ipf")


def test_the_message_says_why_versions_stay_separate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, loader in (("a", "app"), ("b", "web@1")):
        builder = RecordingBuilder(k=4)
        builder.stream(builder.add(figure_3(loader=loader, counters=())), (6, 3))
        write_profile(tmp_path / f"{name}.kpath", builder.build(tmp_path), demo_run())
    assert run_verb(["merge", "a.kpath", "b.kpath", "-o", "sum.kpath"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "kpath-jvm: 1 method was loaded by several class loaders: the versions are kept apart, and "
        "reports without --no-merge add them up",
        "kpath-jvm: profile sum.kpath: 2 runs, k = 4, 1 method (2 versions)",
    ]
    # All outputs count the method once, except those with --no-merge.
    assert run_verb(["report", "sum.kpath"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "1 method (2 versions, --no-merge shows each) of 1 class, 1 entered" in text
    assert "(2 distinct paths, 3 distinct sequences of 1 to 4 paths)" in text
    assert run_verb(["report", "sum.kpath", "--format", "md"]) == 0
    assert "of 1 method;" in capsys.readouterr().out
    assert run_verb(["report", "sum.kpath", "--no-merge"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "2 methods of 2 classes, 2 entered" in text
    assert "(4 distinct paths, 6 distinct sequences of 1 to 4 paths)" in text


@pytest.mark.usefixtures("two")
def test_errors_of_merge_have_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["merge", "-o", "none.kpath"]) == 2
    assert run_verb(["merge", "1.kpath", "1.kpath", "-o", "none.kpath"]) == 2
    assert run_verb(["merge", "1.kpath", "nosuch", "-o", "none.kpath"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "kpath-jvm: name the profiles to merge, or a list of them with --list "
        "(see `kpath-jvm merge --help`)",
        "kpath-jvm: 1.kpath is given twice; its run would count twice",
        "kpath-jvm: no profile nosuch: it does not exist",
    ]
    assert not Path("none.kpath").exists()


@pytest.mark.usefixtures("two")
def test_reports_name_the_number_of_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["merge", "1.kpath", "2.kpath", "-o", "whole.kpath"]) == 0
    for verb in (["report"], ["report", "--json"], ["tree", "Figure3.run"], ["branches"]):
        assert run_verb([verb[0], "whole.kpath", *verb[1:]]) == 0
        assert "2 runs of dacapo eclipse (stand-in), size default" in capsys.readouterr().out


@pytest.mark.usefixtures("two")
def test_the_counts_of_one_run_s_jvms_are_added_up(capsys: pytest.CaptureFixture[str]) -> None:
    """After ``merge --one-run``, ``diff`` compares the sum of the JVMs' counts, not their mean.

    The gate is refused, because the two sides have recordings in common.
    """
    for name, options in (("runs", []), ("build", ["--one-run"])):
        assert run_verb(["merge", "1.kpath", "2.kpath", "-o", f"{name}.kpath", *options]) == 0
    assert "build.kpath: 1 run in 2 profiles, k = 4" in capsys.readouterr().err
    bytecodes = {}
    for name in ("1", "2", "build"):
        assert run_verb(["diff", "runs.kpath", f"{name}.kpath", "--json"]) == 0
        bytecodes[name] = json.loads(capsys.readouterr().out)["new"]["bytecodes"]
    assert bytecodes["build"] == [bytecodes["1"][0] + bytecodes["2"][0]]
    assert run_verb(["diff", "runs.kpath", "build.kpath", "--fail-if", "total > +10%"]) == 2
    assert run_verb(["report", "build.kpath"]) == 0
    assert "1 run in 2 profiles of dacapo eclipse" in capsys.readouterr().out


@pytest.mark.usefixtures("two")
def test_different_filters_are_refused_or_reported(capsys: pytest.CaptureFixture[str]) -> None:
    recorded = {"profiler": "stream", "scope": "all", "exclude": ()}
    with_record(Path("1.kpath"), options=recorded | {"include": ("acme",)})
    with_record(Path("2.kpath"), options=recorded | {"include": ()})
    told = "1.kpath was recorded with --include acme and 2.kpath with no --include"
    both = ["merge", "1.kpath", "2.kpath", "-o", "sum.kpath"]
    assert run_verb(both) == 2
    assert f"kpath-jvm: these profiles count different things: {told}" in capsys.readouterr().err
    assert not Path("sum.kpath").exists()
    assert run_verb([*both, "--however-recorded"]) == 0
    assert run_verb(["merge", "sum.kpath", "-o", "again.kpath"]) == 2
    capsys.readouterr()
    Path("rules.toml").write_text('[[rule]]\nentries = "Figure3.run"\nat-most = 1_000_000\n')
    for verb in (
        ["report", "sum.kpath"],
        ["report", "sum.kpath", "--format", "md"],
        ["check", "sum.kpath", "--rules", "rules.toml"],
        ["check", "sum.kpath", "--rules", "rules.toml", "--format", "md"],
        ["diff", "sum.kpath", "1.kpath"],
    ):
        assert run_verb(verb) == 0
        text = " ".join(capsys.readouterr().out.replace("\\", "").split())
        assert "recorded with no --include and with --include acme" in text
        assert "not asked for: the JDK" not in text
    other = resample(Profile.open("2.kpath"), Path("3.kpath"), 3)
    with_record(other, options=recorded | {"include": ()})
    assert run_verb(["diff", "sum.kpath", "3.kpath", "--fail-if", "any"]) == 2
    told = capsys.readouterr().err
    assert "can't judge these profiles: sum.kpath adds up profiles that were recorded with" in told


@pytest.mark.usefixtures("two")
def test_different_numbers_of_runs_are_reported(capsys: pytest.CaptureFixture[str]) -> None:
    resample(Profile.open("1.kpath"), Path("3.kpath"), 3)
    assert run_verb(["merge", "1.kpath", "2.kpath", "-o", "sum.kpath"]) == 0
    for options in ([], ["--format", "md"]):
        assert run_verb(["diff", "sum.kpath", "3.kpath", *options]) == 0
        text = " ".join(capsys.readouterr().out.split())
        assert "note: sum.kpath adds up 2 runs, 3.kpath has one run; every count is" in text
    assert run_verb(["merge", "1.kpath", "2.kpath", "-o", "one.kpath", "--one-run"]) == 0
    assert run_verb(["diff", "one.kpath", "3.kpath"]) == 0
    assert "adds up" not in capsys.readouterr().out
