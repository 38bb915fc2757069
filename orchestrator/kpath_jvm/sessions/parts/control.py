"""Who may ask something of a recording while it runs: ``ctl``, or nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kpath_jvm.recording.segment import Segment
    from kpath_jvm.sessions.parts.drain import Drain
    from kpath_jvm.sessions.progress import Reporter


class Control(Protocol):
    """Whether somebody can ask something of a recording, and what has come of it."""

    @property
    def has_to_end(self) -> bool:
        """Whether it was asked to end the recording."""

    def listen(self, segment: Segment, drain: Drain, reporter: Reporter) -> None:
        """Can be asked as soon as the agent has started; called until then, and later on."""

    def poll(self) -> None:
        """Takes note of how far the recording is; called now and then."""

    def notes(self) -> list[str]:
        """Returns what a profile that is made now has to say of what was asked for."""

    def close(self, is_interrupted: Callable[[float], bool]) -> None:
        """Can't be asked any more; waits for what is being done, unless that is interrupted.

        ``is_interrupted`` tells that within so many seconds.
        """


class ClosedToCtl:
    """Nobody controls the recording, as it is over at once."""

    has_to_end = False

    def listen(self, segment: Segment, drain: Drain, reporter: Reporter) -> None:
        """Does nothing."""

    def poll(self) -> None:
        """Does nothing."""

    def notes(self) -> list[str]:
        """Returns nothing."""
        return []

    def close(self, is_interrupted: Callable[[float], bool]) -> None:
        """Does nothing."""
