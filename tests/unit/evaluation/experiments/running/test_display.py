"""Tests what an experiment prints while it runs: lines, or a bar on a terminal."""

import io

import pytest
from rich.console import Console

from kpath_jvm.evaluation.experiments.running import display as module
from kpath_jvm.evaluation.experiments.running.display import Display


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Returns the stream to a simulated terminal."""
    sent = io.StringIO()

    def console(**_: object) -> Console:
        return Console(file=sent, force_terminal=True, width=100, highlight=False)

    monkeypatch.setattr(module, "Console", console)
    return sent


def test_each_end_is_a_line_with_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with Display() as display:
        display.plan(total=7, done=2)
        display.begin(1, "one", 90.0)
        display.begin(2, "two", 60.0)
        display.end(1, "1.50 s", 30.0, has_failed=False)
        display.end(2, "failed: why", 0.0, has_failed=True)
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("kpath-jvm: [3/7, ")
    # The line shows the time left at the end of a run, not the time left when the run began.
    assert first.endswith("30 s left] one: 1.50 s")
    assert second.startswith("kpath-jvm: [4/7, ")
    assert second.endswith("0 s left] two: failed: why")


def test_a_line_has_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    with Display() as display:
        display.say("a\x1b[31mb")
    assert "\x1b" not in capsys.readouterr().err


def test_nothing_goes_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    with Display() as display:
        display.say("a line")
    assert capsys.readouterr().out == ""


def test_on_a_terminal_only_failures_leave_a_line(terminal: io.StringIO) -> None:
    with Display() as display:
        display.plan(2, 0)
        display.begin(1, "good", 9.0)
        display.end(1, "1.50 s", 5.0, has_failed=False)
        display.begin(1, "bad", 5.0)
        display.end(1, "failed: time limit of 600 s", 0.0, has_failed=True)
    assert "kpath-jvm: bad: failed: time limit of 600 s" in terminal.getvalue()
    assert "good: 1.50 s" not in terminal.getvalue()


def test_on_a_terminal_all_lanes_are_shown(terminal: io.StringIO) -> None:
    with Display() as display:
        display.plan(5, 1)
        display.begin(2, "second", 9.0)
        display.begin(1, "first", 9.0)
    assert "first | second" in terminal.getvalue()
    assert "1/5" in terminal.getvalue()
