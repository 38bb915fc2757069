"""Tests what an experiment prints while it runs: lines, or a bar on a terminal."""

import io

import pytest
from rich.console import Console

from kpath_jvm.evaluation.experiments.running import display as module
from kpath_jvm.evaluation.experiments.running.display import Display


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """Returns the stream that receives what a simulated terminal shows."""
    sent = io.StringIO()

    def console(**_: object) -> Console:
        return Console(file=sent, force_terminal=True, width=100, highlight=False)

    monkeypatch.setattr(module, "Console", console)
    return sent


def test_each_finished_run_prints_a_line_with_the_progress(
    capsys: pytest.CaptureFixture[str],
) -> None:
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


def test_lines_have_no_control_characters(capsys: pytest.CaptureFixture[str]) -> None:
    with Display() as display:
        display.say("a\x1b[31mb")
    assert "\x1b" not in capsys.readouterr().err


def test_progress_is_not_printed_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    with Display() as display:
        display.say("a line")
    assert capsys.readouterr().out == ""


def test_only_failures_leave_a_line_on_a_terminal(terminal: io.StringIO) -> None:
    with Display() as display:
        display.plan(2, 0)
        display.begin(1, "good", 9.0)
        display.end(1, "1.50 s", 5.0, has_failed=False)
        display.begin(1, "bad", 5.0)
        display.end(1, "failed: time limit of 600 s", 0.0, has_failed=True)
    assert "kpath-jvm: bad: failed: time limit of 600 s" in terminal.getvalue()
    assert "good: 1.50 s" not in terminal.getvalue()


def test_a_terminal_shows_all_lanes(terminal: io.StringIO) -> None:
    with Display() as display:
        display.plan(5, 1)
        display.begin(2, "second", 9.0)
        display.begin(1, "first", 9.0)
    assert "first | second" in terminal.getvalue()
    assert "1/5" in terminal.getvalue()
