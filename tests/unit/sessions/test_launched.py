"""Tests the messages after a target's end, and the order of additional runs."""

import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from builders.checked import checked
from builders.recordings import recording_document
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.sessions.beforehand import run_beforehand
from kpath_jvm.sessions.launched import (
    Launched,
    _target_output,
    launch,
    repeat,
    run_postponed,
    why_nothing,
)
from kpath_jvm.sessions.progress import Reporter, rate_text
from kpath_jvm.sessions.run import _rest


def ended(status: int = 0, seconds: float = 2.0) -> Ended:
    return Ended(status, None, seconds, 0, 7, 1.0, None)


def header(*, attached: bool = True, unlisted: int = 0, ended_early: bool = False) -> Any:
    """Returns a segment's header with only those fields that are read."""
    return SimpleNamespace(
        attached=attached,
        unlisted_classes=unlisted,
        unlisted="2 classes",
        ended_early=ended_early,
    )


@pytest.mark.parametrize(
    ("head", "status", "log", "why"),
    [
        (header(attached=False), 0, ["a", "b"], "the agent did not start in the target: b"),
        (header(attached=False), 3, [], "the target ended with status 3 before the agent started"),
        (header(), 1, [], "before any of its classes was loaded"),
        (header(), 0, [], "--include"),
        (header(unlisted=2), 0, [], "; make room in "),
        (header(ended_early=True), 0, [], "ended before any class was recorded"),
        (header(ended_early=True), 1, [], "ended before any class was recorded"),
    ],
)
def test_reasons_for_a_missing_profile_are_given(
    tmp_path: Path, head: Any, status: int, log: list[str], why: str
) -> None:
    found = why_nothing(head, ended(status), SessionDirectory(tmp_path), log)
    assert found is not None
    assert why in found


def test_an_empty_recording_file_means_that_there_was_no_room(tmp_path: Path) -> None:
    directory = SessionDirectory(tmp_path)
    directory.recording_file.write_bytes(b"")
    found = why_nothing(header(attached=False), ended(), directory, [])
    assert found is not None
    assert "no room for the metadata" in found
    assert f"make room in {tmp_path.parent} or pass another --segment-dir" in found
    directory.recording_file.write_text(checked(recording_document()))
    found = why_nothing(header(attached=False), ended(), directory, [])
    assert found == "the target ended with status 0 before the agent started"


@pytest.mark.parametrize(
    ("option", "is_told"),
    [
        ("-Djava.security.manager", True),
        ("-Djava.security.manager=default", True),
        ("-Djava.security.manager=allow", False),
        ("-Djava.security.manager.x=y", False),
        ("-Djava.security.policy=p", False),
    ],
)
def test_a_security_manager_is_the_reason_if_the_agent_is_silent(
    tmp_path: Path, option: str, is_told: bool
) -> None:
    command = ("java", option, "-jar", "app.jar")
    directory = SessionDirectory(tmp_path)
    found = why_nothing(header(attached=False), ended(), directory, [], command)
    assert found is not None
    assert (f"a security manager ({option})" in found) == is_told
    assert ("AllPermission" in found) == is_told
    # The agent's own message takes precedence.
    found = why_nothing(header(attached=False), ended(), directory, ["why"], command)
    assert found == "the agent did not start in the target: why"


def test_metadata_means_that_there_is_a_profile(tmp_path: Path) -> None:
    directory = SessionDirectory(tmp_path)
    directory.methods.write_text("")
    assert why_nothing(header(), ended(), directory, []) is not None
    directory.methods.write_text("{}\n")
    assert why_nothing(header(), ended(), directory, []) is None


def test_only_the_first_messages_of_the_agent_are_repeated(
    capfd: pytest.CaptureFixture[str],
) -> None:
    repeat([f"line {number}" for number in range(23)], Reporter())
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 21
    assert lines[0] == "kpath-jvm: agent: line 0"
    assert lines[-1] == "kpath-jvm: agent: 3 more lines, all of them in run.json"


@pytest.mark.parametrize(("seconds", "rate"), [(2.0, "1.5 M/s"), (0.0, "M/s")])
def test_the_last_line_has_status_time_and_rate(seconds: float, rate: str) -> None:
    prepared: Any = None
    line = Launched(prepared, ended(3, seconds), None, None, None).end_line(3_000_000)
    assert line.startswith(
        f"the target ended with status 3 after {seconds:.1f} s; 3,000,000 path completions were "
    )
    assert rate in line


@pytest.mark.parametrize(
    ("rate", "text"),
    [
        (4_321_000, "4.3 M/s"), (999_960, "1.0 M/s"), (999_940, "999.9 K/s"), (26_411, "26.4 K/s"),
        (1_000, "1.0 K/s"), (999, "999 /s"), (0.0, "0 /s"),
    ],
)  # fmt: skip
def test_rates_have_suitable_units(rate: float, text: str) -> None:
    assert rate_text(rate) == text


class Run:
    """Stands for the recorded run or for an additional run.

    It adds its name to ``order``, and prints its name and number.
    """

    def __init__(self, name: str, order: list[str], status: int = 0) -> None:
        self.name, self.order, self.ended = name, order, ended(status)

    def run(self, program: Any, gate: Any, reporter: Reporter) -> "Run":  # noqa: ARG002
        self.order.append(self.name)
        reporter.tell_run(self.name)
        return self

    def launch(self, _: Any, reporter: Reporter, *__: Any) -> Ended:
        self.order.append(self.name)
        reporter.tell_run(self.name)
        return self.ended

    def conclude(self, *_: Any) -> None:
        return None


@pytest.mark.parametrize(
    ("statuses", "before", "after"),
    [
        ((0, 0), ["a", "b", "recorded"], []),
        # After a failure, the recorded run comes next, as it shows the program's messages.
        ((1, 0), ["a", "recorded"], ["b"]),
        ((0, 1), ["a", "b", "recorded"], []),
    ],
)
def test_a_failed_run_postpones_the_others(
    statuses: tuple[int, int],
    before: list[str],
    after: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Runs are numbered in the order in which they are made."""
    order: list[str] = []
    besides = [Run(name, order, status) for name, status in zip("ab", statuses, strict=True)]
    prepared: Any = SimpleNamespace(
        request=SimpleNamespace(compare_native=False, target_output=None),
        program=SimpleNamespace(surroundings=None, workload=None),
    )
    reporter = Reporter()
    launched = launch(prepared, Run("recorded", order), reporter, besides)
    assert order == before
    assert [one.name for one in run_postponed(launched, reporter)] == after  # type: ignore[union-attr]
    assert order == before + after
    assert capsys.readouterr().err.splitlines() == [
        f"kpath-jvm: {name} (run {number} of 3)" for number, name in enumerate(order, 1)
    ]


def test_a_postponed_run_that_fails_leaves_the_profile_complete() -> None:
    def fails(*_: Any) -> Any:
        raise KpathError("no java")

    prepared: Any = SimpleNamespace(program=None)
    waiting: Any = SimpleNamespace(run=fails)
    launched = Launched(prepared, ended(), None, None, None, (), (waiting, waiting))
    without = "no java; the profile is complete without that run"
    assert [str(one) for one in run_postponed(launched, Reporter())] == [without]
    assert _rest(launched, Path(), Reporter()) == ([without], 125)


@pytest.mark.usefixtures("stdin")
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (signal.SIGTERM, "stopped by SIGTERM"),
        (signal.SIGHUP, "stopped by SIGHUP"),
        (signal.SIGINT, "interrupted"),
    ],
)
def test_a_signal_during_a_postponed_run_ends_the_runs(number: signal.Signals, said: str) -> None:
    """The exit status shows the signal, and no further run is made."""
    order: list[str] = []
    script = (
        f"trap 'exit 7' {number.name[3:]}; kill -{number.value} $PPID; while :; do sleep 0.1; done"
    )

    def stopped(program: Any, gate: SignalGate, reporter: Reporter) -> Any:
        return run_beforehand(program, ["sh", "-c", script], "--time", "running", gate, reporter)

    program = SimpleNamespace(surroundings=None, directory=None)
    prepared: Any = SimpleNamespace(program=program)
    waiting: Any = (SimpleNamespace(run=stopped), Run("another", order))
    launched = Launched(prepared, ended(), None, None, None, (), waiting)
    told = f"{said} after the recorded run; the profile is complete without the rest"
    assert _rest(launched, Path(), Reporter()) == ([told], 128 + number)
    assert order == []


def test_an_unwritable_output_is_refused(tmp_path: Path) -> None:
    refusal = f"cannot write --target-output {tmp_path}: Is a directory; choose another file"
    with pytest.raises(KpathError, match=refusal), _target_output(tmp_path):
        pass
