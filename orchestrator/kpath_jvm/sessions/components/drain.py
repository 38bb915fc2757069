"""Reads the streams of one JVM, and keeps them on disk if that is wanted."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.engine.jvm import start_jvm
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import Jars
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.recording.engine_memory import default_workers, engine_memory_bytes, require_memory
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.sessions.drained import Drained, Recording
from kpath_jvm.sessions.prepared import most_journal_bytes, most_spill_bytes
from kpath_jvm.sessions.progress import Progress
from kpath_jvm.sessions.request import Request


class Drain:
    """Makes the engine read the streams in a segment.

    The constructor raises KpathError (125) if the engine can't be made, or if no profile is wanted
    and the stream can't be kept.
    """

    def __init__(
        self,
        segment: Segment,
        directory: SessionDirectory,
        request: Request,
        memory_bytes: int,
        journals: Path | None,
    ) -> None:
        """Takes ``journals`` from ``make_journals``."""
        self._segment = segment
        self._methods = directory.methods
        self.memory_bytes = memory_bytes
        self.engine = EngineBridge(
            directory.segment,
            None if request.no_profile else request.k,
            name=request.engine,
            workers=request.workers or default_workers(),
            memory_bytes=memory_bytes,
        )
        self.journaling = Journaling(self.engine, directory, request, journals)

    def progress(self) -> Progress:
        """Returns how far the recording has got."""
        fill = self._segment.blocks_in_use() / self._segment.geometry.block_count
        return Progress(self.engine.events(), fill)

    def finish(self) -> Recording:
        """Drains the rest and converts the counts.

        The target must be dead, or must not be recorded any more.
        """
        recording = Recording.of(self.engine, self._segment, self._methods)
        # The journals may have ended while the rest was being drained.
        is_kept = self.journaling.is_whole()
        return replace(recording, is_kept_uncounted=is_kept and self.engine.tables_are_full())

    def close(self) -> None:
        """Ends the engine's threads, which would look for more data for ever."""
        self.engine.close()

    def so_far(
        self, part: int | None, is_given_up: Callable[[], bool] = lambda: False
    ) -> Recording:
        """Returns what was emitted before ``part``, or until now if ``part`` is None.

        The recording goes on. If a part is given, the engine must hold the part's data, and the
        method waits until everything before the part has been counted, or until ``is_given_up``
        returns True. Without a part, the result lacks what hasn't been counted yet.
        """
        return Recording.so_far(self.engine, self._segment, self._methods, part, is_given_up)

    def finish_uncounted(self) -> Drained:
        """Drains the rest of a stream that is kept and not counted; the target must be dead."""
        self.engine.finish()
        return Drained(self._segment.header(), self.engine.failure(), self.engine.events())


class Journaling:
    """The journals that one engine can keep on disk. Make this object before the engine starts."""

    def __init__(
        self,
        engine: EngineBridge,
        directory: SessionDirectory,
        request: Request,
        journals: Path | None,
    ) -> None:
        self._has_profile = not request.no_profile
        self._is_wanted = most_journal_bytes(directory, request) > 0
        self._engine = engine
        self._directory = directory
        self._is_announced = False
        journal_bytes = most_journal_bytes(directory, request)
        why = f"{directory.journals} cannot be made"
        if journals is not None:
            spill_bytes = most_spill_bytes(directory, request)
            why = engine.keep_journals(journals, journal_bytes, spill_bytes) or ""
        if why and request.no_profile:
            raise KpathError(f"cannot record: {why}; make room or pass another --record", 125)
        # If journals were wanted only for spilling, their failure does no harm: the target waits
        # instead, and its profile says for how long.
        self._failure = why if why and journal_bytes > 0 else None

    def failure(self) -> str | None:
        """Returns why data isn't kept any more; None while it is kept, or needn't be kept."""
        self._failure = self._failure or self._engine.journal_failure()
        return self._failure

    def is_whole(self) -> bool:
        """Returns whether everything that was emitted is on disk or in the segment."""
        return self._is_wanted and self.failure() is None

    def news(self, of: str = "") -> str | None:
        """Returns once the message that the journals have ended; None before and after that.

        ``of`` says whose journals they are.
        """
        failure = None if self._is_announced else self.failure()
        if failure is None:
            return None
        self._is_announced = True
        stream = self._directory.stream
        if stream is not None and not self._has_profile:
            return (
                f"the recording of the stream in {stream.partial} ended: {failure}; the program "
                f"goes on unrecorded, and there will be no {stream.path.name}"
            )
        if stream is not None:
            return (
                f"the recording of the stream in {stream.partial} ended: {failure}; the program "
                f"is still profiled, but there will be no {stream.path.name}, and a kill of "
                "kpath-jvm itself would lose the sequences"
            )
        return (
            f"the journal {of}in {self._directory.journals} ended: {failure}; the recording goes "
            "on, but would be lost if kpath-jvm itself were killed"
        )


def start_engine(jdk: Jdk, jars: Jars, wanted_bytes: int | None, workers: int) -> int:
    """Starts the engine's JVM; returns the bytes of memory for its tables.

    Raises KpathError (125) if there isn't enough memory. The JVM itself would report this in its
    own words, or not at all.
    """
    memory = engine_memory_bytes(wanted_bytes)
    require_memory(memory, workers)
    start_jvm(jdk.library, jdk.feature_version, jars.engine_class_path, memory)
    return memory
