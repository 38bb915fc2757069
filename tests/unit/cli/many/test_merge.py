"""Tests the verb merge: profiles by name or from a list, and its output."""

from pathlib import Path

import pytest

from builders.recordings import demo_profile
from builders.resampled import resample
from kpath_jvm import Profile
from kpath_jvm.cli.main import run_verb


@pytest.fixture
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = Profile.open(demo_profile(tmp_path))
    for seed in (1, 2):
        resample(source, Path(f"{seed}.kpath"), seed)


@pytest.mark.usefixtures("two")
def test_by_name_and_from_a_list(capsys: pytest.CaptureFixture[str]) -> None:
    Path("list").write_text("1.kpath\n2.kpath\n")
    assert run_verb(["merge", "1.kpath", "2.kpath", "-o", "named.kpath"]) == 0
    assert run_verb(["merge", "--list", "list", "-o", "listed.kpath"]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert [line.split(":")[1:] for line in told.err.splitlines()] == [
        [f" profile {name}.kpath", " 2 runs, k = 4, 6 methods"] for name in ("named", "listed")
    ]
    assert Profile.open("named.kpath").table("ipf") == Profile.open("listed.kpath").table("ipf")


@pytest.mark.usefixtures("two")
def test_what_is_wrong_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
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
def test_reports_say_of_how_many_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["merge", "1.kpath", "2.kpath", "-o", "whole.kpath"]) == 0
    for verb in (["report"], ["report", "--json"], ["tree", "Figure3.run"], ["branches"]):
        assert run_verb([verb[0], "whole.kpath", *verb[1:]]) == 0
        assert "2 runs of dacapo eclipse (stand-in), size default" in capsys.readouterr().out
