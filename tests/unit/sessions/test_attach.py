"""Signals while the agent leaves; what attach does else is in tests/integration/running."""

from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.launch.signals import Received
from kpath_jvm.sessions.attach import AttachSession


class Leaving(AttachSession):
    """One whose agent has left when it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        self._looks = looks
        self._segment: Any = SimpleNamespace(ask_to_leave=lambda: None)

    def _is_over(self, jvm: object) -> bool:  # noqa: ARG002
        self._looks -= 1
        return self._looks < 0

    def _poll(self, reporter: object) -> None:
        pass


def leave(looks: int, signals: int, before: int) -> int:
    """What ``_leave`` returns."""
    waiting = [Received(2, False)] * signals
    gate: Any = SimpleNamespace(wait=lambda _: waiting.pop() if waiting else None)
    nothing: Any = None
    return Leaving(looks)._leave(gate, nothing, nothing, before)


def test_the_first_signal_asks_for_what_is_under_way_already() -> None:
    assert leave(3, 0, 0) == 0
    assert leave(3, 0, 1) == 1
    assert leave(3, 1, 0) == 1


@pytest.mark.parametrize(("signals", "before"), [(1, 1), (2, 0)])
def test_the_second_one_gives_the_profile_up(signals: int, before: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        leave(3, signals, before)
