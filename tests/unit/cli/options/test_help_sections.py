"""Tests the help of ``run``, which has sections by profiler."""

import re

import pytest
from click import Context, Option

from kpath_jvm.cli.main import run_verb
from kpath_jvm.cli.options.agent_options import agent_table, takers_of
from kpath_jvm.cli.run import command


def sections(text: str) -> dict[str, list[str]]:
    """Returns, for each heading, the first spelling of each option below the heading."""
    found: dict[str, list[str]] = {}
    title = ""
    for line in text.splitlines():
        if line.startswith("Options"):
            title = line.rstrip(":")
        elif title and (option := re.match(r"  (--?[a-z][a-z-]*)", line)):
            found.setdefault(title, []).append(option[1])
    return found


def test_options_are_listed_under_their_profilers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["run", "--help"]) == 0
    found = sections(capsys.readouterr().out)
    assert list(found)[:2] == ["Options", "Options of stream, the default profiler"]
    assert {"--size", "--profiler", "--include"} <= set(found["Options"])
    assert "--journal" in found["Options of stream, the default profiler"]
    assert found["Options of all profilers but stream"] == ["--table-memory"]
    assert found["Options of ol"] == ["--degree", "--loop-degree", "--calls"]
    assert found["Options of kiter"] == ["--kiter-array", "--kiter-most", "--kiter-loops"]
    assert found["Options of spp and bpp"] == ["--threshold", "--remove-probes"]
    assert found["Options of spp"] == ["--window-timeout"]
    assert found["Options of stream, kiter, k-blpp and k-blpp-packed"] == ["-k"]


def test_each_option_is_listed_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["run", "--help"]) == 0
    shown = [one for part in sections(capsys.readouterr().out).values() for one in part]
    assert len(shown) == len(set(shown))
    with Context(command) as ctx:
        options = [one for one in command.get_params(ctx) if isinstance(one, Option)]
    assert len(shown) == len(options)


def test_options_that_belong_to_no_profiler_apply_to_all_profilers() -> None:
    with Context(command) as ctx:
        (top,) = [one for one in command.get_params(ctx) if one.name == "top"]
    assert takers_of(top) == tuple(agent_table().profilers)
