"""What run.json and stream.json say about a run."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from kpath_jvm import __version__
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.target import Ended
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.record import fields_of, write_record
from kpath_jvm.records.run import Course, EngineUse, RunRecord, SegmentUse, TargetUse
from kpath_jvm.records.session import SessionRecord
from kpath_jvm.records.workload import Workload
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.recorder import Settings


def write_session(
    directory: SessionDirectory, settings: Settings, started: datetime, workload: Workload | None
) -> None:
    """Writes session.json: what a profile's run.json needs, for when somebody else builds it."""
    record = SessionRecord(
        command=tuple(settings.command),
        k=settings.k,
        started=started.isoformat(timespec="seconds"),
        blpp=settings.also_blpp,
        engine_memory=settings.engine_memory,
        journals=str(directory.journals.absolute()),
        stream=None if directory.stream is None else str(directory.stream.path),
        workload=workload,
    )
    path = directory.session_file
    try:
        write_record(path, record)
    except OSError as error:
        raise KpathError(f"cannot write {path}: {error.strerror}; make room there", 125) from None


def course_of(
    started: datetime,
    ended: Ended | None,
    native_wall_seconds: float | None,
    environment: Environment,
    log: Sequence[str],
) -> Course:
    """What is known of the target's course; ``ended`` is None when nobody has seen its end."""
    begun = started.isoformat(timespec="seconds")
    if ended is None:
        return Course(
            started=begun,
            native_wall_seconds=native_wall_seconds,
            environment=environment,
            agent_log=tuple(log),
        )
    return Course(
        started=begun,
        wall_seconds=ended.wall_seconds,
        native_wall_seconds=native_wall_seconds,
        exit_status=ended.status,
        signal=ended.signal,
        target=TargetUse(cpu_seconds=ended.cpu_seconds, max_rss_bytes=ended.max_rss_bytes),
        environment=environment,
        agent_log=tuple(log),
    )


def run_record(
    drained: Recording, course: Course, completeness: Completeness, **more: Any
) -> RunRecord:
    """What is known of a run whose recording has been drained; ``more`` are fields of RunRecord."""
    header = drained.header
    return RunRecord(
        **fields_of(course, Course),
        version=__version__,
        completeness=completeness,
        events=drained.events,
        threads=header.threads,
        lost_events=header.lost_events,
        waited_seconds=header.waited_seconds,
        segment=SegmentUse(
            bytes=drained.segment_bytes, peak_bytes=drained.segment_peak_bytes
        ),
        engine=EngineUse(bytes=drained.engine_bytes, statistics=drained.statistics),
        folding=Folding.of(drained.statistics),
        **more,
    )
