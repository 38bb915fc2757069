"""Tests which object answers ``ctl``, and from when on."""

from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.sessions import controlled
from kpath_jvm.sessions.open_to_ctl import OpenToCtl


class Listened:
    """Stands for the object that ``ctl`` reaches. ``said`` lists what happened to the object."""

    def __init__(self, *given: Any) -> None:
        self.notes_of_all = given[-1]
        self.has_to_end = False
        self.said: list[str] = []

    def notes(self) -> list[str]:
        return ["it was reset"]

    def poll(self) -> None:
        self.said.append("poll")

    def close(self, is_interrupted: object) -> None:
        assert is_interrupted is not None
        self.said.append("close")


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Listened]:
    """Returns a list to which each new object for ``ctl`` is added."""
    found: list[Listened] = []

    def make(*given: Any) -> Listened:
        found.append(Listened(*given))
        return found[-1]

    def listen(one: Listened, pid: int, _: object) -> object:
        one.said.append(f"listen for {pid}")
        return SimpleNamespace(close=lambda: one.said.append("hear no more"))

    monkeypatch.setattr(controlled, "Controlled", make)
    monkeypatch.setattr(controlled, "listen", listen)
    return found


def test_listening_begins_once_after_the_agent_has_started(made: list[Listened]) -> None:
    nothing: Any = None
    control = OpenToCtl(nothing, nothing, ["it ran before"])
    pid = 0
    segment: Any = SimpleNamespace(get=lambda _: pid)
    control.listen(segment, nothing, nothing)
    control.poll()
    control.close(lambda _: True)
    assert made == []
    assert (control.notes(), control.has_to_end) == ([], False)
    pid = 7
    control.listen(segment, nothing, nothing)
    control.listen(segment, nothing, nothing)
    control.poll()
    (one,) = made
    # A dump made now contains both notes.
    assert one.notes_of_all() == ["it ran before", "it was reset"]
    assert control.notes() == ["it was reset"]
    one.has_to_end = True
    assert control.has_to_end
    control.close(lambda _: False)
    assert one.said == ["listen for 7", "poll", "hear no more", "close"]
