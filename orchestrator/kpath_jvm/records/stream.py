"""stream.json: what is known of the run that a recorded stream is of (docs/formats/stream.md)."""

from typing import ClassVar

from kpath_jvm.checked_lines import Checksum
from kpath_jvm.records.record import Count, Int32, Seconds
from kpath_jvm.records.run import Course


class StreamRecord(Course, frozen=True, kw_only=True):
    """The run whatever k it had, and how much it emitted.

    ``segment`` is the checksum of the stream's copy of the segment. None before that is made.
    """

    MARKER: ClassVar[str] = "kpath_stream"
    VERSION: ClassVar[int] = 3
    SEALED_WITH: ClassVar[str] = "events"

    version: str
    wall_seconds: Seconds
    exit_status: Int32
    events: Count
    threads: Count
    lost_events: Count
    segment: Checksum | None = None

    def shortfall(self, events: int) -> str | None:
        """What the files lack of the completions that it had, in one line, or None.

        A chunk that is missing at a thread's end has no other sign of it.
        """
        lacking = self.events - events
        return (
            None if lacking <= 0 else f"{lacking:,} events of the stream are missing in its files"
        )
