"""Tests signals that come while the agent is leaving the JVM, and agents that don't answer.

tests/integration/running tests the rest of attach.
"""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import Received
from kpath_jvm.sessions import attach
from kpath_jvm.sessions.attach import AttachedSource


class Leaving:
    """A recording whose agent leaves after the header has been read ``looks`` times."""

    def __init__(self, looks: float, *, is_early: bool = False) -> None:
        self._looks = looks
        self._is_early = is_early
        self.is_asked = False

    def ask_to_leave(self) -> None:
        self.is_asked = True

    def header(self) -> object:
        assert self.is_asked
        self._looks -= 1
        return SimpleNamespace(left=self._looks < 0, ended_early=self._is_early)

    def poll(self, reporter: object) -> None:
        pass


@pytest.fixture(autouse=True)
def _runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attach, "is_running", lambda *_: True)


def leave(looks: int, signals: int, before: int) -> int:
    """Calls the source's ``leave``, and returns its result: the number of signals.

    The agent leaves after the header has been read ``looks`` times. ``signals`` is the number of
    signals that come while ``leave`` waits, and ``before`` is the number that came earlier.
    """
    waiting = [Received(2, False)] * signals
    gate: Any = SimpleNamespace(wait=lambda _: waiting.pop() if waiting else None)
    nothing: Any = None
    under_way: Any = Leaving(looks)
    source = AttachedSource(nothing, nothing, SimpleNamespace(pid=1, started=1))  # type: ignore[arg-type]
    return source.leave(under_way, gate, nothing, before)


def test_the_first_signal_is_only_counted() -> None:
    assert leave(3, 0, 0) == 0
    assert leave(3, 0, 1) == 1
    assert leave(3, 1, 0) == 1


@pytest.mark.parametrize(("signals", "before"), [(1, 1), (2, 0)])
def test_after_the_second_signal_no_profile_is_made(signals: int, before: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        leave(3, signals, before)


def test_a_silent_agent_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    from kpath_jvm.engine import attaching

    monkeypatch.setattr(attaching, "load_agent", lambda *_: None)
    monkeypatch.setattr(attach, "agent_text", lambda *_, **__: "")
    prepared: Any = SimpleNamespace(jars=SimpleNamespace(agent=Path("/kpath.jar")))
    directory: Any = SimpleNamespace(segment=Path("/segment"), agent_lines=list)
    jvm: Any = SimpleNamespace(pid=7, started=1, options=())
    under_way: Any = SimpleNamespace(header=lambda: SimpleNamespace(attached=False))
    silent = r"^cannot record process 7: the agent has said nothing; a security manager that"
    with pytest.raises(KpathError, match=silent):
        AttachedSource(prepared, directory, jvm)._load(under_way)


def test_an_agent_that_can_t_leave_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent's recording has ended, so the profile is complete without an answer."""
    monkeypatch.setattr(attach, "_PATIENCE_SECONDS", 0.0)
    failed = "the agent could not detach as it should have: java.lang.OutOfMemoryError"
    directory: Any = SimpleNamespace(agent_lines=lambda: ["odd", failed, "    at a.B.run"])
    jvm: Any = SimpleNamespace(pid=1, started=1)
    gate: Any = SimpleNamespace(wait=lambda _: None)
    said: list[str] = []
    reporter: Any = SimpleNamespace(say=said.append)
    under_way: Any = Leaving(float("inf"), is_early=True)
    nothing: Any = None
    source = AttachedSource(nothing, directory, jvm)
    assert source.leave(under_way, gate, reporter, 0) == 0
    assert len(said) == 1
    assert said[0].startswith("the agent could not leave process 1")
    assert [fact.text for fact in source.facts(nothing)] == [failed]
