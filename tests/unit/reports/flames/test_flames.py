"""Tests how ``export`` writes stacks: formats, weights, parts of a profile, and errors."""

import gzip
import json
from pathlib import Path

import pytest

from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.cli.main import run_verb


def exported(demo: Path, output: Path, kind: str, *arguments: str) -> bytes:
    command = ["export", str(demo), "--format", kind, "-o", str(output), "--force", *arguments]
    assert run_verb(command) == 0
    return output.read_bytes()


def total(lines: bytes) -> int:
    return sum(int(line.rpartition(b" ")[2]) for line in lines.splitlines())


def test_totals_are_those_of_the_profile(demo: Path, tmp_path: Path) -> None:
    profile = Profile.open(demo)
    cost, count = Costs(profile).total, int(profile.method_rows.completed.sum())
    output = tmp_path / "out"
    assert total(exported(demo, output, "collapsed")) == cost
    assert total(exported(demo, output, "collapsed", "--weight", "count")) == count
    assert total(exported(demo, output, "collapsed", "-k", "1")) == cost
    document = json.loads(exported(demo, output, "speedscope"))
    assert [one["endValue"] for one in document["profiles"]] == [cost, count]
    assert b"bytecodes" in gzip.decompress(exported(demo, output, "pprof"))


def test_parts_of_a_profile_can_be_exported(demo: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    lines = exported(demo, output, "collapsed", "--method", "Figure3.run")
    assert lines
    assert all(line.startswith(b"demo.Figure3;run(int)") for line in lines.splitlines())
    first = exported(demo, output, "collapsed", "--top", "1")
    assert len({line.split(b";")[1] for line in first.splitlines()}) == 1


def test_text_goes_to_stdout(demo: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run_verb(["export", str(demo), "--format", "collapsed"]) == 0
    assert total(capfdbinary.readouterr().out) > 0


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--format", "pprof"], "pprof isn't text; name a file with -o FILE"),
        (
            ["--format", "csv", "--weight", "cost"],
            "csv has both counts and costs; leave out --weight",
        ),
        (
            ["--format", "collapsed", "--table", "paths"],
            "collapsed has stacks, not tables; leave out --table",
        ),
    ],
)
def test_invalid_options_are_refused(
    demo: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], line: str
) -> None:
    assert run_verb(["export", str(demo), *arguments]) == 2
    assert capsys.readouterr().err == f"kpath-jvm: {line}\n"


def test_a_too_large_k_is_refused(demo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["export", str(demo), "--format", "collapsed", "-k", "9"]) != 0
    assert "9" in capsys.readouterr().err
