"""While a target runs: the engine beside it, what is kept of the stream, and how far that is."""

import os

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.engine.jvm import start_jvm
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import Jars
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.sizes import engine_memory_bytes
from kpath_jvm.sessions.drained import Drained, Recording
from kpath_jvm.sessions.progress import Progress
from kpath_jvm.sessions.request import Request

#: As a size: the journals have no limit but the disk.
UNLIMITED = (1 << 63) - 1


class Draining:
    """A segment's stream on its way through the engine, from the target's start to its end.

    Without a profile the engine counts nothing: it only keeps the stream. KpathError (125) when the
    engine or its journals can't be.
    """

    def __init__(
        self, segment: Segment, directory: SessionDirectory, request: Request, memory_bytes: int
    ) -> None:
        self._segment = segment
        self._methods = directory.methods
        self.engine = EngineBridge(
            directory.segment,
            None if request.no_profile else request.k,
            move_to_front=request.move_to_front,
            also_blpp=request.blpp,
            workers=request.workers or default_workers(),
            memory_bytes=memory_bytes,
        )
        most = UNLIMITED if directory.stream is not None else request.journal
        has_profile = not request.no_profile
        self.journaling = Journaling(self.engine, directory, most, has_profile=has_profile)

    def progress(self) -> Progress:
        """What has come until now."""
        fill = self._segment.blocks_in_use() / self._segment.geometry.block_count
        return Progress(self.engine.events(), fill)

    def finish(self) -> Recording:
        """Drains the rest and converts; the target must be dead, or abandoned."""
        return Recording.of(self.engine, self._segment, self._methods)

    def finish_uncounted(self) -> Drained:
        """Drains the rest of what is only kept; the target must be dead."""
        self.engine.finish()
        return Drained(self._segment.header(), self.engine.failure(), self.engine.events())


class Journaling:
    """The journals of one engine; ``most_bytes`` of all of them together, 0: none are kept.

    To be made before the engine is started; ``has_profile``: whether it counts beside that. If
    not, KpathError when there can be no journals.
    """

    def __init__(
        self,
        engine: EngineBridge,
        directory: SessionDirectory,
        most_bytes: int,
        *,
        has_profile: bool = True,
    ) -> None:
        self._has_profile = has_profile
        self._engine = engine
        self._directory = directory
        self._failure: str | None = None
        self._is_announced = False
        if most_bytes == 0:
            return
        journals = directory.create_journals()
        if journals is None and not has_profile:
            raise KpathError(
                f"cannot record: {directory.journals} cannot be made; make room or give another "
                "--record",
                125,
            )
        if journals is None:
            self._failure = f"{directory.journals} cannot be made"
        else:
            engine.keep_journals(journals, most_bytes)

    def failure(self) -> str | None:
        """Why what is consumed isn't kept any more; None while it is, or needn't be."""
        self._failure = self._failure or self._engine.journal_failure()
        return self._failure

    def news(self, of: str = "") -> str | None:
        """A line for the user, once, when the journals have ended; ``of``: whose they are."""
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
                f"the recording of the stream in {stream.partial} ended: {failure}; the profile "
                f"goes on, but there will be no {stream.path.name}, and a kill of kpath-jvm itself "
                "would lose the sequences"
            )
        return (
            f"the journal {of}in {self._directory.journals} ended: {failure}; the recording goes "
            "on, but would be lost if kpath-jvm itself were killed"
        )


def start_engine(jdk: Jdk, jars: Jars, wanted_bytes: int | None) -> int:
    """Starts the engine's JVM; returns the bytes of memory for its tables."""
    memory = engine_memory_bytes(wanted_bytes)
    start_jvm(jdk.library, jdk.feature_version, jars.engine_class_path, memory)
    return memory


def default_workers() -> int:
    """Half of the CPUs, at least one and at most four: the target needs the rest."""
    return max(1, min(4, len(os.sched_getaffinity(0)) // 2))
