"""Tests when bursts are recorded, and the messages if no burst is recorded."""

from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.running import TakesNoAgentsError
from kpath_jvm.launch.signals import Received
from kpath_jvm.sessions.bursts import source as module
from kpath_jvm.sessions.bursts.source import AttachedBursts, LaunchedBursts
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import RunningProgram


class Planned:
    """Made-up bursts.

    ``due`` has the results of ``is_due``, in order. If ``fails`` isn't None, recording a burst
    raises an error with that text.
    """

    def __init__(self, due: list[bool]) -> None:
        self._due = due
        self.budget = SimpleNamespace(share=0.02, missing=lambda _: 5.0)
        self.recorded: list[float | None] = []
        self.fails: str | None = None
        self.has_ended = False
        self.is_removed = False
        self.is_last = False

    def is_over(self) -> bool:
        return self.has_ended

    def is_due(self) -> bool:
        if not self._due:
            self.has_ended = True
            return False
        return self._due.pop(0)

    def is_possible(self, seconds: float) -> bool:
        return seconds > 0

    def require_possible(self, seconds: float) -> None:
        if seconds < 1:
            raise KpathError("no burst is possible")

    def record(self, gate: Any, most_seconds: float | None = None) -> bool:
        assert gate.wait(0.0) is None
        if self.fails is not None:
            raise KpathError(self.fails)
        self.recorded.append(most_seconds)
        return self.is_last

    def ended(self, interrupts: int) -> int:
        return interrupts

    def why_none(self) -> str:
        return "no path was completed"

    def remove(self) -> None:
        self.is_removed = True


class Told:
    """A reporter that keeps the lines that it gets."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.tell = self.tell_run = self.lines.append


@pytest.fixture
def planned(monkeypatch: pytest.MonkeyPatch) -> Planned:
    """Returns made-up bursts, which every source records instead of real ones."""
    one = Planned([False, True, True])
    monkeypatch.setattr(module, "Bursts", lambda *_: one)
    jvm = SimpleNamespace(pid=7, warns=lambda _: True)
    monkeypatch.setattr(module, "running_jvm", lambda _: jvm)
    return one


def prepared(seconds: float | None = None) -> Any:
    return SimpleNamespace(
        request=SimpleNamespace(program=RunningProgram(7, seconds)),
        program=SimpleNamespace(name="P", jdk=None),
    )


def gate(*signals: Received) -> Any:
    waiting = list(signals)
    return SimpleNamespace(wait=lambda _: waiting.pop(0) if waiting else None)


def test_a_running_jvm_is_recorded_when_a_burst_is_due(planned: Planned) -> None:
    told: Any = Told()
    source = AttachedBursts(prepared())
    assert source.record(gate(), told, None) == 0
    assert planned.recorded == [None, None]
    assert source.bursts is planned
    assert "a warning for each burst" in told.lines[0]
    assert told.lines[1].startswith("sampling P, process 7, until Ctrl-C; bursts may cost 2 %")
    assert source.why_none() == "no path was completed"


def test_a_signal_between_bursts_ends_sampling(planned: Planned) -> None:
    told: Any = Told()
    found = AttachedBursts(prepared()).record(gate(Received(2, False)), told, None)
    assert found == 1
    assert planned.recorded == []


def test_an_interrupted_burst_is_the_last_one(planned: Planned) -> None:
    told: Any = Told()
    planned.is_last = True
    AttachedBursts(prepared()).record(gate(), told, None)
    assert planned.recorded == [None]


def test_a_too_short_window_is_refused_without_other_messages(planned: Planned) -> None:
    told: Any = Told()
    source = AttachedBursts(prepared(0.5))
    with pytest.raises(KpathError, match="no burst is possible"):
        source.record(gate(), told, None)
    assert planned.is_removed
    assert [line for line in told.lines if "sampling" in line] == []


def test_a_failing_burst_leaves_nothing_behind(planned: Planned) -> None:
    told: Any = Told()
    planned.fails = "the agent is refused"
    with pytest.raises(KpathError, match="the agent is refused"):
        AttachedBursts(prepared()).record(gate(), told, None)
    assert planned.is_removed


def test_a_launched_jvm_is_tried_until_it_can_be_recorded(
    planned: Planned, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: Any = Told()
    source = LaunchedBursts(prepared())
    assert source.why_none() == "it ended before it could be recorded"
    with monkeypatch.context() as early:

        def too_early(_: int) -> None:
            raise KpathError("process 7 isn't a JVM")

        early.setattr(module, "running_jvm", too_early)
        source._look(told)
    assert source.bursts is None
    assert source.why_none() == "process 7 isn't a JVM"
    for _ in range(3):
        source._look(told)
    assert planned.recorded == [None]
    assert source.why_none() == "no path was completed"


@pytest.mark.usefixtures("planned")
def test_a_launched_jvm_is_one_of_several_runs(capsys: pytest.CaptureFixture[str]) -> None:
    reporter = Reporter()
    reporter.expect_runs(2)
    reporter.tell_run("running P without the agent first")
    LaunchedBursts(prepared())._look(reporter)
    lines = capsys.readouterr().err.splitlines()
    assert [line[-13:] for line in lines] == [" (run 1 of 2)", " (run 2 of 2)"]
    assert lines[1].startswith("kpath-jvm: sampling P, process 0; ")


def test_bursts_that_ended_with_the_jvm_give_their_own_reason(planned: Planned) -> None:
    told: Any = Told()
    source = LaunchedBursts(prepared())
    planned.is_last = True
    for _ in range(3):
        source._look(told)
    assert planned.recorded == [None]
    assert source.why_none() == "no path was completed"


def test_a_launched_jvm_goes_on_after_a_failing_burst(planned: Planned) -> None:
    told: Any = Told()
    source = LaunchedBursts(prepared())
    source._look(told)
    planned.fails = "the agent is refused"
    for _ in range(4):
        source._look(told)
    assert source.why_none() == "the agent is refused"
    planned.fails = None
    source._look(told)
    assert planned.recorded == []


def test_the_reason_for_taking_no_agents_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found: list[KpathError] = [TakesNoAgentsError("it takes no agents"), KpathError("it has ended")]

    def refuse(_: int) -> None:
        raise found.pop(0)

    monkeypatch.setattr(module, "running_jvm", refuse)
    told: Any = Told()
    source = LaunchedBursts(prepared())
    for _ in range(2):
        source._look(told)
    assert source.why_none() == "it takes no agents"
    assert len(found) == 1
