"""What ``run`` finds when its target has ended, with a profile or without one."""

from collections.abc import Iterator
from contextlib import contextmanager

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.target import Ended
from kpath_jvm.recording.segment import Header
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.recording.stream_directory import StreamDirectory, is_complete, reason
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import Course
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.sessions.drained import Drained, unlisted
from kpath_jvm.sessions.program import Program
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.workspace import Workspace

_MAX_LOG_LINES = 20


def repeat(log: list[str], reporter: Reporter) -> None:
    """The agent's messages."""
    for line in log[:_MAX_LOG_LINES]:
        reporter.say(f"agent: {line}")
    if len(log) > _MAX_LOG_LINES:
        reporter.say(f"agent: {len(log) - _MAX_LOG_LINES} more lines, all of them in run.json")


def why_nothing(
    header: Header, ended: Ended, directory: SessionDirectory, log: list[str]
) -> str | None:
    """Why there is nothing to make a profile of; None when there is something."""
    if not header.attached:
        if log:
            return f"the agent did not start in the target: {log[-1]}"
        if _is_cut_off(directory):
            return (
                "the agent did not start in the target: there was no room for the metadata beside "
                f"the segment; make room in {directory.path.parent} or pass another --segment-dir"
            )
        return f"the target ended with status {ended.status} before the agent started"
    if directory.methods.is_file() and directory.methods.stat().st_size > 0:
        return None
    if header.unlisted_classes > 0:
        return (
            f"{unlisted(header)}; make room in "
            f"{directory.path.parent} or pass another --segment-dir"
        )
    if ended.status != 0:
        return (
            f"the target ended with status {ended.status} before any of its classes "
            "was loaded; its own message says why"
        )
    return "the target loaded only classes of the JDK; pass --include to profile these"


def _is_cut_off(directory: SessionDirectory) -> bool:
    """Whether the agent has begun with its recording.json and could not write it."""
    try:
        directory.recording()
    except KpathError:
        return directory.recording_file.exists()
    return False


@contextmanager
def left_behind(space: Workspace) -> Iterator[None]:
    """What was recorded outlives what cannot be written of it, as on a full disk."""
    try:
        yield
    except KpathError as error:
        stream, verb = space.directory.stream, "build"
        place = None if stream is None else stream.path
        if stream is None or stream.is_begun or not is_complete(stream.path):
            space.is_left_behind = True
            place, verb = space.directory.path, "recover"
        raise KpathError(
            f"{error}; nothing is lost: `kpath-jvm {verb} {place} -o ...` makes the profile",
            error.exit_status,
        ) from error


def complete_stream(
    stream: StreamDirectory, drained: Drained, course: Course, directory: SessionDirectory
) -> None:
    """Gives the stream what it lacks of the session, and its name; OSError when it can't."""
    files = (
        *(directory.segment, directory.methods, directory.agent_log),
        *(directory.recording_file, directory.session_file),
    )
    record = StreamRecord(
        **fields_of(course, Course),
        version=__version__,
        events=drained.events,
        threads=drained.header.threads,
        lost_events=drained.header.lost_events,
    )
    stream.complete({file.name: file for file in files}, record)


def no_stream(stream: StreamDirectory, failure: OSError | str) -> str:
    """Why there is no stream, in one line."""
    why = reason(failure) if isinstance(failure, OSError) else failure
    return f"no stream {stream.path}: {why}"


def kept(stream: StreamDirectory, drained: Drained) -> str:
    """A line about a complete stream."""
    size = sum(file.stat().st_blocks * 512 for file in stream.path.rglob("*") if file.is_file())
    return f"stream {stream.path}: {drained.events:,} events in {format_size(size)}"


def end_line(drained: Drained, ended: Ended) -> str:
    """A line about how the target ended and what it emitted."""
    rate = drained.events / max(ended.wall_seconds, 1e-9) / 1e6
    return (
        f"the target ended with status {ended.status} after {ended.wall_seconds:.1f} s; "
        f"{drained.events:,} events ({rate:.1f} M/s)"
    )


def unentered(program: Program, entered: set[str]) -> str | None:
    """The first method that the workload must have entered and has not; of dotted names."""
    for required in program.required_methods:
        if not any(name == required or name.endswith(f".{required}") for name in entered):
            return (
                f"{required} was never entered, so this was not the workload "
                f"{program.name}; check its configuration"
            )
    return None
