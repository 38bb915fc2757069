"""The verb ``build``, which makes profiles from recordings.

The recordings were made by the agent without kpath-jvm, or kept by ``run --record``.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace as replace_fields

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.profile.destination import check_destination
from kpath_jvm.profile.earlier import earlier_set_aside
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.recording.inline import profiler_of, read_inline
from kpath_jvm.recording.options import DEFAULT_LENGTH
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import Course, RunRecord
from kpath_jvm.sessions.components.dead import DeadSource, EngineOptions, drain_dead
from kpath_jvm.sessions.components.verdict import verdict_of_dead
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.inline import inline_record, inline_recorded


@dataclass(frozen=True)
class BuildRequest:
    """The command line of ``build``.

    ``lengths`` are the values of k; None stands for the default. ``output`` is the profile's
    directory, or the directory of all profiles if there are several lengths.
    """

    recording: Path
    lengths: tuple[int, ...] | None
    output: Path
    force: bool
    engine: EngineOptions


def build(request: BuildRequest, tell: Callable[[Path], None] = lambda _: None) -> None:
    """Writes the profiles; calls ``tell`` with the path of each one that was made without errors.

    Raises KpathError if a profile can't be made, or if the engine failed. If one of several
    profiles can't be made, the others are still written. But nothing is written if one of the
    profiles would replace something that must not be replaced. The directory of several profiles is
    removed if it is empty at the end.
    """
    with earlier_set_aside(request.output, replace=request.force):
        _build(request, tell)


def _build(request: BuildRequest, tell: Callable[[Path], None]) -> None:
    if profiler_of(request.recording) is not None:
        tell(_build_inline(request))
        return
    source = DeadSource.of(request.recording)
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
                with earlier_set_aside(profile, replace=request.force):
                    build_one(source, k, profile, request.engine, force=request.force)
            except KpathError as error:
                failures.append(f"k={k}: {error}")
            else:
                tell(profile)
    if failures:
        raise KpathError("; ".join(failures))


@contextmanager
def _directory(path: Path) -> Iterator[None]:
    """Makes a directory if it doesn't exist, and removes it afterwards if it is still empty."""
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
    source: DeadSource, k: int, destination: Path, engine: EngineOptions, *, force: bool
) -> None:
    """Writes the profile for one k; raises KpathError if it can't be made or the engine failed."""
    check_destination(destination, replace=force)
    with drain_dead(source, k, engine) as (recording, jdk):
        record = _record(source, recording, jdk)
        record = write_profile(destination, recording.recorded, record, replace=force)
    if recording.failure is not None:
        worth = record.completeness.predicate
        raise KpathError(f"the engine failed: {recording.failure}; {destination} {worth}")


def _build_inline(request: BuildRequest) -> Path:
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


def iso(moment: datetime) -> str:
    """Returns a moment in the format that records have: ISO 8601, to the second."""
    return moment.isoformat(timespec="seconds")


def command_of(agent: RecordingRecord) -> tuple[str, ...]:
    """Returns the command of a JVM that kpath-jvm didn't launch, as far as it is known."""
    return ("java", "-javaagent:kpath.jar", *(agent.words or ("(main class not known)",)))


def _record(source: DeadSource, recording: Recording, jdk: Jdk) -> RunRecord:
    """Returns the record of the run.

    What only a launcher can know comes from stream.json and session.json, if these files exist.
    """
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
        directory=agent.directory,
        recording=str(directory.path.resolve()),
        workload=None if session is None else session.workload,
    )
