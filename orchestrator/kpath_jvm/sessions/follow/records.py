"""Makes the records for run.json after a followed command: one for each JVM, and one for all."""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from kpath_jvm import __version__
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.target import Ended, signal_name
from kpath_jvm.profile.files import JVMS
from kpath_jvm.recording.child_end import EndedWith
from kpath_jvm.records.completeness import Cause, Completeness, Fact, of_parts
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.held_back import HeldBack
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import Course, EngineUse, JvmEntry, RunRecord, SegmentUse
from kpath_jvm.records.workload import WorkloadRecord
from kpath_jvm.sessions.build import iso
from kpath_jvm.sessions.components.verdict import verdict_of
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.follow.names import jvm_name

#: A note on a JVM that didn't report a shutdown, and whose exit status isn't known. Before Linux
#: 6.15, no other process can read a status that the parent has taken.
_UNKNOWN_END = (
    "it ended without shutting down, so it was killed, crashed or called Runtime.halt; everything "
    "that it emitted is counted"
)


@dataclass(frozen=True)
class JvmSummary:
    """A JVM whose recording is concluded: its name, what it ran (``main``), and its run's record.

    ``profile`` is the name of the JVM's profile, which becomes a part of the whole profile; None if
    the JVM has no profile.
    """

    name: str
    main: str | None
    run: RunRecord
    profile: str | None

    @property
    def pid(self) -> int:
        """The JVM's process id."""
        return self.run.pid or 0

    def ended(self, command: Ended | None) -> EndedWith | None:
        """Returns how the JVM ended, or None if that isn't known.

        ``command`` says how the process that we have started ended. That process may be the JVM.
        """
        if command is not None and self.pid == command.pid:
            return EndedWith(command.status, command.signal)
        if self.run.exit_status is None:
            return None
        return EndedWith(self.run.exit_status, self.run.signal)

    def completeness(self, command: Ended | None) -> Completeness:
        """Returns the JVM's completeness, including how the JVM ended, as far as known."""
        if command is None or self.pid != command.pid:
            return self.run.completeness
        found = self.run.completeness.without(_UNKNOWN_END)
        return found if self.run.signal is not None else _with_signal(found, command.signal)


def _with_signal(found: Completeness, signal: int | None) -> Completeness:
    if signal is None:
        return found
    why = f"killed by {signal_name(signal)}"
    text = f"{why}; what it had emitted until then is counted"
    return found.with_facts([Fact(cause=Cause.KILLED, text=text)])


def jvm_record(
    agent: RecordingRecord,
    recording: Recording,
    log: Sequence[str],
    engine_jdk: Jdk,
    ended: EndedWith | None = None,
) -> RunRecord:
    """Returns the record of one JVM; ``ended`` is how the JVM ended, or None if nobody knows."""
    completeness = verdict_of(recording, None)
    if ended is not None and ended.signal is not None:
        completeness = _with_signal(completeness, ended.signal)
    elif not recording.header.shut_down and not recording.header.ended_early:
        completeness = completeness.noted(_UNKNOWN_END)
    course = Course(
        started=iso(agent.started),
        exit_status=None if ended is None else ended.status,
        signal=None if ended is None else ended.signal,
        environment=Environment.here(agent.java, engine_jdk.record),
        agent_log=tuple(log),
    )
    return recording.record(
        course,
        completeness,
        command=("java", *agent.words),
        options=agent.options,
        name=jvm_name(agent),
        pid=agent.pid,
        parent_pid=agent.parent_pid,
        identities=recording.identities(agent),
        directory=agent.directory,
        started_millis=agent.started_millis,
    )


def session_record(
    command: Sequence[str],
    jvms: Sequence[JvmSummary],
    ended: Ended | None,
    course: Course,
    workload: WorkloadRecord | None,
) -> RunRecord:
    """Returns the record of a command, with the figures of its JVMs (at least one) added up.

    ``ended`` is None if nobody has seen the command's end. The agent's options and the version of
    Java are those of the first JVM.
    """
    runs = [jvm.run for jvm in jvms]
    found = [jvm.completeness(ended) for jvm in jvms]
    names = (f"{jvm.name} (process {jvm.pid})" for jvm in jvms)
    whole = of_parts(zip(names, found, strict=True))
    segments = [run.segment for run in runs if run.segment is not None]
    return RunRecord(
        **fields_of(course, Course)
        | {"environment": replace(course.environment, java=runs[0].environment.java)},
        version=__version__,
        command=tuple(command),
        options=runs[0].options,
        identities=tuple(sorted({one for run in runs for one in run.identities})),
        completeness=whole,
        events=sum(run.events for run in runs),
        threads=sum(run.threads for run in runs),
        lost_events=sum(run.lost_events for run in runs),
        held_back=HeldBack.sum_of(run.held_back for run in runs),
        waited_seconds=sum(run.waited_seconds or 0 for run in runs),
        spilled_bytes=sum(run.spilled_bytes or 0 for run in runs),
        segment=SegmentUse(
            bytes=sum(segment.bytes for segment in segments),
            peak_bytes=sum(segment.peak_bytes for segment in segments),
        ),
        engine=EngineUse(
            bytes=sum(run.engine.bytes for run in runs if run.engine is not None), statistics=None
        ),
        workload=workload,
        jvms=tuple(_entry(jvm, one, ended) for jvm, one in zip(jvms, found, strict=True)),
    )


def _entry(jvm: JvmSummary, completeness: Completeness, command: Ended | None) -> JvmEntry:
    run, ended = jvm.run, jvm.ended(command)
    java = run.environment.java
    return JvmEntry(
        pid=jvm.pid,
        parent_pid=run.parent_pid,
        main=jvm.main,
        name=jvm.name,
        completed=0,
        java_version=None if java is None else java.version,
        started=run.started,
        completeness=completeness,
        events=run.events,
        threads=run.threads,
        lost_events=run.lost_events,
        profile=None if jvm.profile is None else f"{JVMS}/{jvm.profile}",
        directory=run.directory,
        exit_status=None if ended is None else ended.status,
        signal=None if ended is None else ended.signal,
    )
