"""Lets ``ctl`` control a recording while it runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kpath_jvm.control.server import Server
    from kpath_jvm.recording.segment import Segment
    from kpath_jvm.recording.session_directory import SessionDirectory
    from kpath_jvm.sessions.components.drain import Drain
    from kpath_jvm.sessions.controlled import Controlled
    from kpath_jvm.sessions.prepared import Prepared
    from kpath_jvm.sessions.progress import Reporter


class OpenToCtl:
    """Lets ``ctl`` control the recording as soon as the agent has started."""

    def __init__(
        self, prepared: Prepared, directory: SessionDirectory, notes: Sequence[str]
    ) -> None:
        """Takes as ``notes`` the notes that every profile of the recording has, a line each."""
        self._prepared = prepared
        self._directory = directory
        self._always = notes
        self._controlled: Controlled | None = None
        self._server: Server | None = None

    @property
    def has_to_end(self) -> bool:
        """Whether ``ctl`` has asked for the end of the recording."""
        return self._controlled is not None and self._controlled.has_to_end

    def listen(self, segment: Segment, drain: Drain, reporter: Reporter) -> None:
        """Starts listening if the agent has started and nothing listens yet."""
        from kpath_jvm.sessions.controlled import Controlled, listen

        pid = segment.get("TARGET_PID")
        if self._controlled is None and pid:
            self._controlled = Controlled(
                self._prepared, segment, drain, self._directory,
                lambda: [*self._always, *self.notes()],
            )  # fmt: skip
            self._server = listen(self._controlled, pid, reporter)

    def poll(self) -> None:
        """Notes how many events there are, for the rate that ``ctl`` shows."""
        if self._controlled is not None:
            self._controlled.poll()

    def notes(self) -> list[str]:
        """Returns notes on changes and cuts for a profile that is made now, a line each."""
        return [] if self._controlled is None else self._controlled.notes()

    def close(self, is_interrupted: Callable[[float], bool]) -> None:
        """Stops listening, and waits for the request that is being served."""
        if self._server is not None:
            self._server.close()
        if self._controlled is not None:
            self._controlled.close(is_interrupted)
