"""One of the JVMs that a followed command has started: its segment is drained while it runs."""

import contextlib
import os
import time
from contextlib import ExitStack
from dataclasses import replace

from kpath_jvm.recording.child_end import ChildEnd, EndedWith
from kpath_jvm.recording.engine_memory import default_workers, least_memory_bytes
from kpath_jvm.recording.processes import runs, start_time
from kpath_jvm.recording.segment import Segment, abandon_file, read_header
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.sessions.components.drain import Drain
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.follow.memory_of_engines import MemoryOfEngines
from kpath_jvm.sessions.follow.names import jvm_name
from kpath_jvm.sessions.prepared import make_journals
from kpath_jvm.sessions.progress import Progress
from kpath_jvm.sessions.request import Request

_ABANDON_SECONDS = 2.0
_POLL_SECONDS = 0.02


class FollowedJvm:
    """A JVM that has begun to record into its own segment, which is drained from now on.

    The constructor raises KpathError if the segment can't be read. If the constructor fails, for
    whatever reason, it makes the JVM go on unrecorded, because the JVM would otherwise wait for
    somebody to empty its segment.
    """

    def __init__(
        self,
        directory: SessionDirectory,
        layout: SegmentLayout,
        request: Request,
        memory: MemoryOfEngines,
    ) -> None:
        self._memory = memory
        self.directory = directory
        self._is_abandoned = False
        with ExitStack() as undo:
            undo.callback(abandon_file, directory.segment, layout)
            self._segment = Segment.open(directory.segment, layout)
            undo.callback(self._segment.close)
            self.pid = self._segment.header().target_pid
            self._process_start = start_time(self.pid)
            self._end = ChildEnd(self.pid, self._process_start)
            undo.callback(self._end.close)
            self.agent = directory.recording()
            least = least_memory_bytes(request.workers or default_workers())
            self._memory_bytes = memory.take(least)
            undo.callback(memory.give_back, self._memory_bytes)
            journals = make_journals(directory, request)
            self._drain = Drain(self._segment, directory, request, self._memory_bytes, journals)
            undo.callback(self._drain.close)
            self._drain.engine.start()
            undo.pop_all()

    def journal_news(self) -> str | None:
        """Returns a message, only once, if writing the JVM's journals failed; otherwise None."""
        return self._drain.journaling.news(f"of {self.name} (process {self.pid}) ")

    @property
    def name(self) -> str:
        """A name for what runs in the JVM."""
        return jvm_name(self.agent)

    def runs(self) -> bool:
        """Returns whether the JVM is still running; a zombie isn't."""
        return self._process_start != 0 and runs(self.pid, self._process_start)

    def ended(self) -> EndedWith | None:
        """Returns how the JVM's process has ended, or None if that can't be known."""
        return None if self._is_abandoned else self._end.found()

    def progress(self) -> Progress:
        """Returns how far the JVM's recording has got."""
        return self._drain.progress()

    def abandon(self) -> None:
        """Ends the recording of a JVM that goes on running; waits briefly until the JVM notices."""
        self._is_abandoned = True
        self._segment.abandon()
        deadline = time.monotonic() + _ABANDON_SECONDS
        while (
            self.runs() and not self._segment.header().ended_early and time.monotonic() < deadline
        ):
            time.sleep(_POLL_SECONDS)

    def finish(self) -> Recording:
        """Drains the rest and converts the counts, after the JVM's end or after ``abandon``."""
        recording = self._drain.finish()
        if self._is_abandoned:
            return replace(recording, header=replace(recording.header, ended_early=True))
        return recording

    def leave_behind(self) -> None:
        """Keeps the recording for ``recover``, because no profile could be made from it."""
        self._end.close()
        self._drain.close()
        self._segment.close()
        self._memory.give_back(self._memory_bytes)

    def remove(self) -> None:
        """Removes the recording and frees its memory; called when nothing uses it any more."""
        self._end.close()
        self._segment.close()
        if not self.runs():
            # The engine maps the file, too, until the garbage in its JVM is collected. Truncating
            # the file frees the pages now.
            with contextlib.suppress(OSError):
                os.truncate(self.directory.segment, 0)
        self.directory.remove()
        self._memory.give_back(self._memory_bytes)


def is_recording(directory: SessionDirectory, layout: SegmentLayout) -> bool:
    """Returns whether a JVM has begun to record into the segment in ``directory``."""
    header = read_header(directory.segment, layout)
    return header is not None and header["TARGET_PID"] != 0
