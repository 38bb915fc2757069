"""What ``build`` and ``recover`` do: a dead target's segment through the engine into a profile."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from msgspec.structs import replace as replace_fields

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.engine.jvm import start_jvm
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import Jdk, engine_jdk
from kpath_jvm.profile.writer import check_destination, write_profile
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.processes import has_mapped
from kpath_jvm.recording.segment import Header, Segment
from kpath_jvm.recording.session_directory import SEGMENT_NAME, SessionDirectory
from kpath_jvm.recording.sizes import engine_memory_bytes
from kpath_jvm.recording.stream_directory import (
    JOURNALS_NAME,
    has_stream,
    read_stream,
    refuse_partial,
)
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import Course, RunRecord
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.sessions.description import run_record
from kpath_jvm.sessions.drained import Recording, collect, default_workers

#: Why a profile may lack what its recording would have had in the end.
RECOVERED = "recovered: kpath-jvm itself was killed, or could not write"


@dataclass(frozen=True)
class BuildRequest:
    """The command line of ``build``, for one k.

    That of ``recover`` has journals beside the segment, as a recorded stream has; ``stream`` is
    then its record.
    """

    recording: Path
    k: int
    destination: Path
    force: bool
    java_home: Path | None
    workers: int | None
    engine_memory: int | None
    also_blpp: bool
    journals: Path | None = None
    stream: StreamRecord | None = None


def build_all(request: BuildRequest, lengths: Sequence[int], directory: Path) -> list[Path]:
    """Writes kK.kpath for each K of ``lengths`` to ``directory``, which is made if need be.

    Returns their paths. KpathError when one can't be written, or has lower bounds; then the others
    are written all the same.
    """
    request = with_stream(request)
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        raise KpathError(
            f"cannot make the directory {directory}: {error.strerror}; choose another one with -o"
        ) from None
    requests = [replace(request, k=k, destination=directory / f"k{k}.kpath") for k in lengths]
    for one in requests:
        check_destination(one.destination, replace=one.force)
    failures = []
    for one in requests:
        try:
            build(one)
        except KpathError as error:
            failures.append(f"k={one.k}: {error}")
    if failures:
        raise KpathError("; ".join(failures))
    return [one.destination for one in requests]


def build(request: BuildRequest) -> None:
    """Writes the profile; KpathError for anything that keeps it from that."""
    check_destination(request.destination, replace=request.force)
    request = with_stream(request)
    with drained(request) as (recording, jdk):
        run = _record(request, recording, jdk)
        write_profile(request.destination, recording.recorded, run, replace=request.force)
    if recording.failure is not None:
        raise KpathError(
            f"the engine failed: {recording.failure}; {request.destination} has lower bounds"
        )


def with_stream(request: BuildRequest) -> BuildRequest:
    """The same of a recorded stream, if that is what ``recording`` is; KpathError if of a part."""
    if request.journals is not None:
        return request
    journals, stream = stream_of(request.recording)
    return replace(request, journals=journals, stream=stream)


def stream_of(recording: Path) -> tuple[Path | None, StreamRecord | None]:
    """The journals of a recorded stream and its record; None of the agent's alone.

    KpathError when it is neither, or a part of one.
    """
    if has_stream(recording):
        stream = read_stream(recording)
        if SessionDirectory(recording).segment.is_file():
            return recording / JOURNALS_NAME, stream
        raise KpathError(f"{recording} lacks its file {SEGMENT_NAME}; record again")
    if not SessionDirectory(recording).segment.is_file():
        refuse_partial(recording)
        raise KpathError(
            f"{recording} is not a recording: it has no file {SEGMENT_NAME}; give the directory "
            "that the agent has made, or `run --record`"
        )
    return None, None


@contextmanager
def drained(request: BuildRequest) -> Iterator[tuple[Recording, Jdk]]:
    """What a recording comes to, valid within, and the engine's JDK; KpathError when it can't be.

    Its ``failure`` is set when it has lower bounds only.
    """
    jars = require_jars()
    directory = SessionDirectory(request.recording)
    jdk = engine_jdk(request.java_home)
    with Segment.open(directory.segment, Contract.load(jars.contract)) as segment:
        require_ended(request.recording, request.journals, segment.header())
        memory = engine_memory_bytes(request.engine_memory)
        start_jvm(jdk.library, jdk.feature_version, jars.engine_class_path, memory)
        workers = request.workers or default_workers()
        engine = EngineBridge(
            directory.segment,
            request.k,
            also_blpp=request.also_blpp,
            workers=workers,
            memory_bytes=memory,
            journals=request.journals,
        )
        recording = collect(engine, segment, directory.methods, lambda: None)
        if recording.failure is None and request.stream is not None:
            recording = replace(recording, failure=request.stream.shortfall(recording.events))
        yield recording, jdk


def require_ended(recording: Path, journals: Path | None, header: Header) -> None:
    """KpathError unless a recording is over and has all that its target emitted."""
    if not header.kept and journals is None:
        raise KpathError(
            f"{recording} belongs to a `kpath-jvm run`, which drains it; if that is dead, "
            f"`kpath-jvm recover {recording}` makes the profile"
        )
    if not header.attached:
        raise KpathError(f"{recording} is empty: the agent did not start; see its agent.log")
    # By the segment: a process id comes again, soon in a container, where a java is 1.
    segment = SessionDirectory(recording).segment
    if has_mapped(header.target_pid, segment.resolve()):
        raise KpathError(
            f"process {header.target_pid} is still writing to {recording}; wait for its end"
        )


def _record(request: BuildRequest, recording: Recording, jdk: Jdk) -> RunRecord:
    """What is known of the run; what neither a launcher nor the agent could know is None."""
    directory, stream = SessionDirectory(request.recording), request.stream
    agent, session = directory.recording(), directory.session()
    course = _course(agent, session, stream, jdk)
    completeness = recording.completeness(course.signal)
    if not (stream or recording.header.shut_down or recording.header.ended_early):
        completeness = completeness.noted(
            "how the target ended is not known; everything that it emitted is counted"
        )
    if request.journals is not None and stream is None:
        completeness = completeness.noted(RECOVERED)
    alone = ("java", "-javaagent:kpath.jar", agent.main or "(main class not known)")
    return run_record(
        recording,
        course,
        completeness,
        command=alone if session is None else session.command,
        options=agent.options,
        recording=str(request.recording.resolve()),
        workload=None if session is None else session.workload,
    )


def _course(
    agent: RecordingRecord, session: SessionRecord | None, stream: StreamRecord | None, jdk: Jdk
) -> Course:
    """The stream's, or the little that is known else; the engine's Java is ours in either."""
    here = Environment.here(agent.java, jdk.record)
    if stream is None:
        alone = agent.started.isoformat(timespec="seconds")
        return Course(started=alone if session is None else session.started, environment=here)
    there = stream.environment
    environment = replace_fields(
        here, os=there.os, cpu=there.cpu, memory_bytes=there.memory_bytes
    )
    return Course(**fields_of(stream, Course) | {"environment": environment})
