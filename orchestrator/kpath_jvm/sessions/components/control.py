"""Decides who may control a recording while it runs: ``ctl``, or nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kpath_jvm.recording.segment import Segment
    from kpath_jvm.sessions.components.drain import Drain
    from kpath_jvm.sessions.progress import Reporter


class Control(Protocol):
    """Lets other processes change a recording, and remembers what they have changed."""

    @property
    def has_to_end(self) -> bool:
        """Whether somebody has asked for the end of the recording."""

    def listen(self, segment: Segment, drain: Drain, reporter: Reporter) -> None:
        """Lets other processes reach the recording as soon as the agent has started.

        This method may be called many times, before the agent's start and after it.
        """

    def poll(self) -> None:
        """Remembers how far the recording has got; called now and then."""

    def notes(self) -> list[str]:
        """Returns notes on changes and cuts for a profile that is made now, a line each."""

    def close(self, is_interrupted: Callable[[float], bool]) -> None:
        """Refuses further requests, and waits for the one that is being served.

        ``is_interrupted`` waits for the given number of seconds at most, and returns whether to
        give up the request.
        """


class ClosedToCtl:
    """Lets no process control the recording. Bursts are over too soon for requests."""

    has_to_end = False

    def listen(self, segment: Segment, drain: Drain, reporter: Reporter) -> None:
        """Does nothing."""

    def poll(self) -> None:
        """Does nothing."""

    def notes(self) -> list[str]:
        """Returns no notes."""
        return []

    def close(self, is_interrupted: Callable[[float], bool]) -> None:
        """Does nothing."""
