"""Tests ``attach``: its arguments and its requests."""

from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb
from kpath_jvm.recording.options import DEFAULT_LENGTH
from kpath_jvm.sessions.request import Request, RunningProgram


def test_options_become_a_request(asked: list[Request]) -> None:
    options = ["-d", "2.5", "-k", "3", "--scope", "loops", "--include", "a.*", "-o", "p", "-q"]
    assert run_verb(["attach", "17", *options]) == 0
    (request,) = asked
    assert request.program == RunningProgram(17, 2.5)
    assert (request.k, request.output) == (3, Path("p"))
    assert (request.quiet, request.no_report) == (True, True)
    assert request.agent.values == {"scope": "loops", "include": ("a.*",)}
    assert request.agent.profiler == "stream"


def test_the_scope_hot_is_accepted(asked: list[Request]) -> None:
    assert run_verb(["attach", "17", "--scope", "hot"]) == 0
    (request,) = asked
    assert request.agent.values == {"scope": "hot"}
    assert "no method was found hot" in request.agent.why_no_method


def test_by_default_attach_lasts_until_an_interrupt(asked: list[Request]) -> None:
    assert run_verb(["attach", "17"]) == 0
    (request,) = asked
    assert request.program == RunningProgram(17, None)
    assert request.k == DEFAULT_LENGTH
    assert request.agent.values == {"scope": "all"}
    assert not request.no_report


@pytest.mark.parametrize(
    ("arguments", "fragment"),
    [
        (["-d", "3"], "say which JVM"),
        (["no.such.Main"], "cannot attach: no JVM of yours has 'no.such.Main' in its main class"),
        (["17", "-d", "0"], "--duration"),
        (["17", "-d", "nan"], "nan"),
        (["17", "-k", "65"], "'65'"),
        (["17", "--scope", "cold"], "'cold'"),
        (["17", "--include", ""], "'--include': an empty pattern"),
        (["17", "--exclude", " "], "'--exclude': an empty pattern"),
        (["17", "--scope", "hot", "--max-overhead", "3%"], "which --scope hot doesn't work with"),
        (["17", "--profiler", "edge"], "--profiler"),
    ],
)
def test_wrong_usage_of_attach_gives_an_error_of_one_line(
    asked: list[Request], capfd: pytest.CaptureFixture[str], arguments: list[str], fragment: str
) -> None:
    assert run_verb(["attach", *arguments]) == 125
    told = capfd.readouterr().err
    assert fragment in told
    assert len(told.splitlines()) == 1
    assert asked == []
