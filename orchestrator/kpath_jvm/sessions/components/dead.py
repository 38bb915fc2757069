"""Finds recordings whose targets are dead, and drains the rest of their streams."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import Jdk, engine_jdk
from kpath_jvm.recording.engine_memory import default_workers
from kpath_jvm.recording.processes import has_mapped
from kpath_jvm.recording.segment import Header, Segment
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import (
    JOURNALS_NAME,
    SEGMENT_NAME,
    has_stream,
    read_stream,
    refuse_partial,
    require_whole_segment,
)
from kpath_jvm.records.engine import DEFAULT_ENGINE, EngineName
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.sessions.components.drain import start_engine
from kpath_jvm.sessions.drained import Recording


@dataclass(frozen=True)
class EngineOptions:
    """The engine's JDK, threads, memory in bytes, and name. None stands for a default."""

    java_home: Path | None = None
    workers: int | None = None
    engine_memory: int | None = None
    engine: EngineName | None = None


@dataclass(frozen=True)
class DeadSource:
    """A recording whose target is dead.

    ``journals`` is the directory with what has been drained already. It is None for a recording
    that the agent made without kpath-jvm. ``stream`` is the record of a recorded stream. It is None
    for a recording that ``run --record`` didn't make or didn't finish.
    """

    directory: SessionDirectory
    journals: Path | None = None
    stream: StreamRecord | None = None

    @classmethod
    def of(cls, recording: Path) -> "DeadSource":
        """Returns the recording in a directory; raises KpathError if there is no complete one."""
        directory = SessionDirectory(recording)
        if has_stream(recording):
            stream = read_stream(recording)
            if directory.segment.is_file():
                require_whole_segment(recording, stream)
                return cls(directory, recording / JOURNALS_NAME, stream)
            raise KpathError(f"{recording} lacks its file {SEGMENT_NAME}; record again")
        if not directory.segment.is_file():
            refuse_partial(recording)
            raise KpathError(
                f"{recording} is not a recording: it has no file {SEGMENT_NAME}; give the "
                "directory that the agent or `run --record` has made"
            )
        return cls(directory)


@contextmanager
def drain_dead(
    source: DeadSource, k: int, options: EngineOptions
) -> Iterator[tuple[Recording, Jdk]]:
    """Drains a recording; yields what was recorded, and the engine's JDK.

    The yielded Recording is valid only in the ``with`` block. If its ``failure`` is set, its counts
    are lower bounds. Raises KpathError if the recording can't be drained.
    """
    jars = require_jars()
    directory = source.directory
    jdk = engine_jdk(options.java_home)
    with Segment.open(directory.segment, SegmentLayout.load(jars.contract)) as segment:
        require_ended(source, segment.header())
        _require_length(directory, k)
        workers = options.workers or default_workers()
        memory = start_engine(jdk, jars, options.engine_memory, workers)
        engine = EngineBridge(
            directory.segment,
            k,
            name=options.engine or DEFAULT_ENGINE,
            workers=workers,
            memory_bytes=memory,
            journals=source.journals,
            all_parts=source.stream is not None,
        )
        recording = Recording.of(engine, segment, directory.methods)
        replace(recording, is_kept_uncounted=engine.tables_are_full()).require_counted()
        if recording.failure is None and source.stream is not None:
            recording = replace(recording, failure=source.stream.shortfall(recording.events))
        yield recording, jdk


def require_ended(source: DeadSource, header: Header) -> None:
    """Raises KpathError unless the recording is over and has everything that was emitted."""
    recording = source.directory.path
    if not header.kept and source.journals is None:
        raise KpathError(
            f"{recording} belongs to a `kpath-jvm run`, which drains it; if that is dead, "
            f"`kpath-jvm recover {recording}` makes the profile"
        )
    if not header.attached:
        raise KpathError(f"{recording} is empty: the agent did not start; see its agent.log")
    # A process counts as the target only if it has mapped the segment. The target's id isn't
    # enough, because ids are reused, and in a container java always has the id 1.
    begun = source.directory.recording().process_start
    if has_mapped(header.target_pid, source.directory.segment.resolve(), begun):
        raise KpathError(
            f"process {header.target_pid} is still writing to {recording}; wait for its end"
        )


def _require_length(directory: SessionDirectory, k: int) -> None:
    longest = directory.recording().options.get("longest", 0)
    if isinstance(longest, int) and 0 < longest < k:
        raise KpathError(
            f"{directory.path} was recorded for sequences of up to {longest} paths, not {k}; "
            f"give -k {longest} or less (`run --record` keeps what any k needs)"
        )
