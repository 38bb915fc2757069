"""Tests the verb branches: its options and its output."""

import json
from pathlib import Path
from typing import Any

import pytest

from builders.settled import settled_profile
from kpath_jvm.cli.main import run_verb


def document(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert run_verb(["branches", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_branches_that_always_went_one_way_are_listed_on_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = str(settled_profile(tmp_path))
    listed, usual = document([profile, "--always"], capsys), document([profile], capsys)
    assert (len(listed["always"]), listed["methods"]) == (1, [])
    assert {one["class"] for one in usual["methods"]} >= {one["class"] for one in listed["always"]}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--always", "-k", "2"], "-k has no effect with --always"),
        (["-k", "9"], "more than the profile's k"),
        (["--method", "nowhere"], "nowhere"),
        (["--top", "0"], "not a whole number"),
    ],
)
def test_wrong_usage_of_branches_gives_an_error_of_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert run_verb(["branches", str(settled_profile(tmp_path)), *options]) != 0
    errors = capsys.readouterr().err
    assert said in errors
    assert errors.count("\n") == 1
