"""The file stream.json: what is known about a recorded stream's run (docs/formats/recording.md)."""

from typing import ClassVar

from kpath_jvm.checked_lines import Checksum
from kpath_jvm.records.record import Count, Int32, Seconds
from kpath_jvm.records.run import Course


class StreamRecord(Course, frozen=True, kw_only=True):
    """The facts about the run, and how much it emitted. Nothing in the record depends on k.

    ``segment`` is the checksum of the segment's copy in the stream, or None before the copy is
    made.
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
        """Returns one line about completions that the files lack; None if they lack none.

        ``events`` is the number of completions in the files. If the last chunk of a thread is
        missing, only the recorded number of events shows that.
        """
        lacking = self.events - events
        if lacking <= 0:
            return None
        return f"{lacking:,} path completions of the stream are missing in its files"
