"""Tests the options of ``predict``: which methods are shown, and how many."""

import json
from pathlib import Path

import pytest

from builders.recordings import demo_profile
from verb_runs import printed, said


@pytest.fixture
def profile(tmp_path: Path) -> str:
    return str(demo_profile(tmp_path))


def test_the_methods_with_the_most_completions_are_listed(profile: str) -> None:
    rows = json.loads(printed(["predict", profile, "--json", "--top", "100"]))["by_method"]
    counts = [row["completions"] for row in rows]
    assert len(rows) > 1
    assert counts == sorted(counts, reverse=True)
    text = printed(["predict", profile, "--top", "1"])
    assert f"methods with the most completions: 1 of {len(rows)}" in text
    assert rows[0]["title"] in text
    assert "methods with the most completions" not in printed(["predict", profile, "--top", "0"])


def test_a_method_is_chosen_by_its_name(profile: str) -> None:
    every = json.loads(printed(["predict", profile, "--json"]))
    first = every["by_method"][0]
    name = first["title"].partition("(")[0]
    only = json.loads(printed(["predict", profile, "--json", "--train", profile, "--method", name]))
    assert only["by_method"][0]["title"] == first["title"]
    assert only["completions"] == sum(row["completions"] for row in only["by_method"])
    assert only["completions"] < every["completions"]
    assert only["train"]["of_judged_run"].startswith("training is the judged run itself")
    status, _, told = said(["predict", profile, "--method", "No.such"])
    assert status != 0
    assert "No.such" in told


def test_a_loop_is_chosen_by_its_line(profile: str) -> None:
    every = json.loads(printed(["predict", profile, "--json", "--top", "100"]))
    first = every["by_loop"][0]
    line = str(first["loop"]["header_line"])
    only = json.loads(printed(["predict", profile, "--json", "--train", profile, "--loop", line]))
    assert only["by_loop"][0]["title"] == first["title"]
    assert only["completions"] <= every["completions"]
    assert only["selection"] == f"loop at {line}"
    text = printed(["predict", profile, "--loop", line, "--top", "1"])
    assert f"{first['title']}, line {line}" in text
    assert f"only: loop at {line}" in text
    status, _, told = said(["predict", profile, "--loop", "No.such:1"])
    assert status != 0
    assert "No.such" in told
