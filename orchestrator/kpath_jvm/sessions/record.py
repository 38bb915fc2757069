"""What ``run`` does: the program's profile, and its stream too if that is asked for."""

from pathlib import Path
from typing import IO

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.run import Course, ProfileRecord
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.ending import (
    complete_stream,
    end_line,
    kept,
    left_behind,
    no_stream,
    repeat,
    unentered,
    why_nothing,
)
from kpath_jvm.sessions.launched import Launched
from kpath_jvm.sessions.prepared import Prepared
from kpath_jvm.sessions.program import Program
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.recorder import Recorder
from kpath_jvm.sessions.workspace import Workspace


class RecordSession:
    """One JVM, drained while it runs; see launched.Session."""

    def __init__(self, prepared: Prepared, space: Workspace) -> None:
        self._prepared = prepared
        self._space = space
        self._directory = space.directory

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs the target beside the engine."""
        self._recorder = Recorder(self._prepared, self._directory)
        return self._recorder.run(gate, reporter, output)

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Writes the profile; returns why there is none or why it is no good, in one line."""
        course, nothing = self._look_at_end(launched, reporter)
        if nothing is not None:
            return f"no profile{' and no stream' if self._directory.stream else ''}: {nothing}"
        destination, missing = self._prepared.destination, None
        try:
            with reporter.busy("writing the profile"), left_behind(self._space):
                recording = self._recorder.finish()
                missing = self._keep_stream(recording, course)
                written = self._write(recording, course, launched)
            reporter.tell(f"{end_line(recording, launched.ended)}; profile {destination}")
            if self._directory.stream is not None and missing is None:
                reporter.tell(kept(self._directory.stream, recording))
            if recording.failure is not None:
                return f"the engine failed: {recording.failure}; {destination} has lower bounds"
            if written.tables.methods == 0:
                reporter.say("no method was instrumented; check --include and --exclude")
            return missing or unmet_requirement(self._prepared.program, destination)
        except KpathError as error:
            return str(error) if missing is None else f"{error}; {missing}"

    def _look_at_end(self, launched: Launched, reporter: Reporter) -> tuple[Course, str | None]:
        """How the target has run, and why there is nothing of it, if there is."""
        log = self._directory.agent_lines()
        repeat(log, reporter)
        java, engine_java = self._prepared.program.jdk.record, self._prepared.engine_jdk.record
        header = self._recorder.segment.header()
        nothing = why_nothing(header, launched.ended, self._directory, log)
        return launched.course(java, engine_java, log), nothing

    def _keep_stream(self, recording: Recording, course: Course) -> str | None:
        """Completes what --record asks for, before anything else can fail; why it couldn't."""
        stream = self._directory.stream
        if stream is None:
            return None
        failure: OSError | str | None = self._recorder.journaling.failure()
        if failure is None:
            try:
                complete_stream(stream, recording, course, self._directory)
                return None
            except OSError as error:
                failure = error
        return f"{no_stream(stream, failure)}; record again where there is more room"

    def _write(self, recording: Recording, course: Course, launched: Launched) -> ProfileRecord:
        record = recording.record(
            course,
            recording.completeness(course.signal),
            command=tuple(self._prepared.program.command),
            options=self._directory.recording().options,
            workload=launched.workload,
        )
        return write_profile(
            self._prepared.destination,
            recording.recorded,
            record,
            replace=self._prepared.request.force,
        )


def unmet_requirement(program: Program, destination: Path) -> str | None:
    """The first method that the workload must have entered and has not, by its profile."""
    if not program.required_methods:
        return None
    methods = Profile.open(destination).methods
    entered = methods[methods["entries"] > 0]
    return unentered(program, set(entered["class"].str.replace("/", ".") + "." + entered["name"]))
