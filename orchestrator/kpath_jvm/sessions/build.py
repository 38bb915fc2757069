"""What ``build`` does: profiles of what the agent alone, or ``run --record``, has recorded."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace as replace_fields

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import Jdk, engine_jdk
from kpath_jvm.profile.destination import check_destination
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.engine_budget import default_workers
from kpath_jvm.recording.inline import profiler_of, read_inline
from kpath_jvm.recording.options import DEFAULT_LENGTH
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
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import Course, RunRecord
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.inline import inline_record, inline_recorded
from kpath_jvm.sessions.parts.drain import start_engine
from kpath_jvm.sessions.parts.verdict import verdict_of_dead


@dataclass(frozen=True)
class EngineOptions:
    """How the engine is to work: JDK, threads, memory in bytes, its name; None are defaults."""

    java_home: Path | None = None
    workers: int | None = None
    engine_memory: int | None = None
    engine: EngineName | None = None


@dataclass(frozen=True)
class BuildRequest:
    """The command line of ``build``.

    ``lengths`` are values of k, None the default; ``output`` is the profile's directory, that of
    all of them if there are several lengths.
    """

    recording: Path
    lengths: tuple[int, ...] | None
    output: Path
    force: bool
    engine: EngineOptions


@dataclass(frozen=True)
class Source:
    """A recording whose target is dead: a stream has its record, and journals as a left one has."""

    directory: SessionDirectory
    journals: Path | None = None
    stream: StreamRecord | None = None

    @classmethod
    def of(cls, recording: Path) -> "Source":
        """What is in a directory; KpathError when that is no recording, or a part of one."""
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
                "directory that the agent has made, or `run --record`"
            )
        return cls(directory)


def build(request: BuildRequest, tell: Callable[[Path], None] = lambda _: None) -> None:
    """Writes the profiles, and tells of each that is written.

    KpathError for anything that keeps it from that. When one of several can't be written, or has
    lower bounds, the others are written all the same; a directory for them that stays empty goes.
    """
    if profiler_of(request.recording) is not None:
        tell(_build_inline(request))
        return
    source = Source.of(request.recording)
    lengths = request.lengths or (DEFAULT_LENGTH,)
    if len(lengths) == 1:
        build_one(source, lengths[0], request.output, request.engine, force=request.force)
        tell(request.output)
        return
    with _directory(request.output):
        profiles = {k: request.output / f"k{k}.kpath" for k in lengths}
        for profile in profiles.values():
            check_destination(profile, replace=request.force)
        failures = []
        for k, profile in profiles.items():
            try:
                build_one(source, k, profile, request.engine, force=request.force)
            except KpathError as error:
                failures.append(f"k={k}: {error}")
            else:
                tell(profile)
    if failures:
        raise KpathError("; ".join(failures))


@contextmanager
def _directory(path: Path) -> Iterator[None]:
    """Makes a directory if it isn't there, and removes it again if nothing has come into it."""
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        raise KpathError(
            f"cannot make the directory {path}: {error.strerror}; choose another one with -o"
        ) from None
    try:
        yield
    finally:
        with suppress(OSError):
            path.rmdir()


def build_one(
    source: Source, k: int, destination: Path, engine: EngineOptions, *, force: bool
) -> None:
    """Writes the profile for one k; KpathError for anything that keeps it from that."""
    check_destination(destination, replace=force)
    with drained(source, k, engine) as (recording, jdk):
        record = _record(source, recording, jdk)
        write_profile(destination, recording.recorded, record, replace=force)
    if recording.failure is not None:
        raise KpathError(f"the engine failed: {recording.failure}; {destination} has lower bounds")


def _build_inline(request: BuildRequest) -> Path:
    """Writes the profile of what an inline profiler has recorded."""
    lengths = request.lengths or (None,)
    if len(lengths) > 1:
        why = "an inline profiler's recording makes one profile at a time"
        raise KpathError(f"{why}; give one -k", 2)
    recording = read_inline(request.recording)
    recorded = inline_recorded(recording, lengths[0] or recording.k)
    check_destination(request.output, replace=request.force)
    agent = recording.agent
    record = inline_record(
        recording,
        Course(started=iso(agent.started), environment=Environment.here(agent.java, None)),
        command=command_of(agent),
        recording=str(request.recording.resolve()),
    )
    write_profile(request.output, recorded, record, replace=request.force)
    return request.output


@contextmanager
def drained(source: Source, k: int, options: EngineOptions) -> Iterator[tuple[Recording, Jdk]]:
    """What a recording comes to, valid within, and the engine's JDK; KpathError when it can't be.

    Its ``failure`` is set when it has lower bounds only.
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


def require_ended(source: Source, header: Header) -> None:
    """KpathError unless a recording is over and has all that its target emitted."""
    recording = source.directory.path
    if not header.kept and source.journals is None:
        raise KpathError(
            f"{recording} belongs to a `kpath-jvm run`, which drains it; if that is dead, "
            f"`kpath-jvm recover {recording}` makes the profile"
        )
    if not header.attached:
        raise KpathError(f"{recording} is empty: the agent did not start; see its agent.log")
    # By the segment: a process id comes again, soon in a container, where a java is 1.
    begun = source.directory.recording().process_start
    if has_mapped(header.target_pid, source.directory.segment.resolve(), begun):
        raise KpathError(
            f"process {header.target_pid} is still writing to {recording}; wait for its end"
        )


def _require_length(directory: SessionDirectory, k: int) -> None:
    """KpathError when longer loops were only counted than such sequences need."""
    longest = directory.recording().options.get("longest", 0)
    if isinstance(longest, int) and 0 < longest < k:
        raise KpathError(
            f"{directory.path} was recorded for sequences of up to {longest} paths, not {k}; "
            f"give -k {longest} or less (`run --record` keeps what any k needs)"
        )


def iso(moment: datetime) -> str:
    """A moment as records have it."""
    return moment.isoformat(timespec="seconds")


def command_of(agent: RecordingRecord) -> tuple[str, ...]:
    """The command of a JVM that kpath-jvm has not launched, as far as it is known."""
    return ("java", "-javaagent:kpath.jar", agent.main or "(main class not known)")


def _record(source: Source, recording: Recording, jdk: Jdk) -> RunRecord:
    """What is known of the run; what neither a launcher nor the agent could know is None."""
    directory, stream = source.directory, source.stream
    agent = directory.recording()
    session = directory.session()
    environment = Environment.here(agent.java, jdk.record)
    if stream is None:
        started = iso(agent.started) if session is None else session.started
        course = Course(started=started, environment=environment)
    else:
        there = stream.environment
        environment = replace_fields(
            environment, os=there.os, cpu=there.cpu, memory_bytes=there.memory_bytes
        )
        course = Course(**fields_of(stream, Course) | {"environment": environment})
    completeness = verdict_of_dead(
        recording,
        course.signal,
        is_stream=stream is not None,
        is_recovered=source.journals is not None and stream is None,
    )
    return recording.record(
        course,
        completeness,
        command=command_of(agent) if session is None else session.command,
        options=agent.options,
        identities=recording.identities(agent),
        recording=str(directory.path.resolve()),
        workload=None if session is None else session.workload,
    )
