"""Tests the verb advise: its options and its output."""

import json
from pathlib import Path

import pytest

from builders.advisable import advisable_profile
from kpath_jvm.cli.main import run_verb


def test_advice_is_written_to_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    profile, target = advisable_profile(tmp_path), tmp_path / "advice.json"
    arguments = ["advise", str(profile), "--json", "--top", "2", "-o", str(target)]
    assert run_verb(arguments) == 0
    assert len(json.loads(target.read_text())["loops"]) == 2
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-k", "9"], "-k 9 is more than the profile's k = 8"),
        (["-k", "1"], "k = 1 has single paths only"),
        (["--method", "Stedy.run"], "Steady.run"),
        (["--top", "0"], "not a whole number"),
    ],
)
def test_wrong_usage_of_advise_gives_an_error_of_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert run_verb(["advise", str(advisable_profile(tmp_path)), *options]) != 0
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1
