"""Tests what a run prints on stderr."""

import pytest

from kpath_jvm.cli.main import run_verb
from kpath_jvm.sessions.progress import Reporter, streamed


def test_messages_have_no_control_characters(capfd: pytest.CaptureFixture[str]) -> None:
    """The agent's messages contain names of classes, and errors contain names of files."""
    name = "\x1b]0owned\x07\u202e\n"
    Reporter().say(f"agent: {name} was refused")
    assert run_verb(["report", name]) == 2
    out, err = capfd.readouterr()
    assert out == ""
    lines = err.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.startswith("kpath-jvm: ")
        assert line.isprintable()
        assert "\\u001b]0owned\\u0007\\u202e\\u000a" in line


def test_runs_are_numbered(capsys: pytest.CaptureFixture[str]) -> None:
    reporter = Reporter()
    reporter.tell_run("running Main")
    reporter = Reporter()
    reporter.expect_runs(1)
    reporter.tell_run("recording Main")
    reporter = Reporter()
    reporter.expect_runs(3)
    reporter.tell_run("running Main without the agent first")
    reporter.tell_run("running Main to count callers")
    reporter.tell_run("recording Main")
    assert capsys.readouterr().err.splitlines() == [
        "kpath-jvm: running Main",
        "kpath-jvm: recording Main",
        "kpath-jvm: running Main without the agent first (run 1 of 3)",
        "kpath-jvm: running Main to count callers (run 2 of 3)",
        "kpath-jvm: recording Main (run 3 of 3)",
    ]


@pytest.mark.parametrize(
    ("events", "has_paths", "text"),
    [
        (1234, True, "1,234 path completions were streamed (9 /s), all others only counted"),
        (1, True, "1 path completion was streamed (9 /s), all others only counted"),
        (0, True, "no path completions were streamed; all were only counted"),
        (0, None, "no path completions were streamed; if there were any, they were counted"),
        # This message appears if the program only waited while the agent was attached.
        (0, False, "no profiled path was completed"),
    ],
)
def test_the_number_of_streamed_completions_is_reported(
    events: int, has_paths: bool | None, text: str
) -> None:
    assert streamed(events, " (9 /s)", has_paths=has_paths) == text
