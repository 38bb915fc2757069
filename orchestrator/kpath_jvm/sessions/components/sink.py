"""Writes what was recorded into a profile, and completes the recorded stream if there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.sessions.launched import Launched
from kpath_jvm.sessions.unmatched import nothing_entered, profile_told

if TYPE_CHECKING:
    from pathlib import Path

    from kpath_jvm.recording.session_directory import SessionDirectory
    from kpath_jvm.records.run import Course, GuideUse, ProfileRecord
    from kpath_jvm.sessions.components.drain import Drain
    from kpath_jvm.sessions.components.source import LiveSource
    from kpath_jvm.sessions.components.verdict import LiveVerdict
    from kpath_jvm.sessions.drained import Drained, Recording
    from kpath_jvm.sessions.prepared import Prepared, Workspace
    from kpath_jvm.sessions.progress import Reporter
    from kpath_jvm.sessions.request import Program


class FinishedRecording(Struct, frozen=True):
    """A recording that is over; the drain still has to read the rest of its streams."""

    launched: Launched
    course: Course
    drain: Drain


class Sink(Protocol):
    """Takes a recording when it is over."""

    @property
    def nothing(self) -> str:
        """What is missing if nothing was recorded, in words such as "no profile"."""

    def take(self, finished: FinishedRecording, reporter: Reporter) -> str | None:
        """Drains the rest and writes the result; returns in one line what is wrong, or None."""


class ProfileSink:
    """Writes the profile and, if the user asked for it, the recorded stream."""

    def __init__(
        self, prepared: Prepared, space: Workspace, source: LiveSource, verdict: LiveVerdict
    ) -> None:
        self._prepared = prepared
        self._space = space
        self._source = source
        self._verdict = verdict
        self._directory = space.directory

    @property
    def nothing(self) -> str:
        """What is missing if nothing was recorded: the profile, and the stream if one is kept."""
        return f"no profile{' and no stream' if self._directory.stream else ''}"

    def take(self, finished: FinishedRecording, reporter: Reporter) -> str | None:
        """Writes the profile; returns in one line what is wrong with it or the stream, or None."""
        launched, stream = finished.launched, self._directory.stream
        destination, missing = self._prepared.destination, None
        try:
            with reporter.busy("writing the profile"), self._space.left_behind_on_failure():
                recording = finished.drain.finish()
                missing = self._try_to_keep_stream(recording, finished)
                recording.require_counted()
                written = self._write(recording, finished)
            if nothing := nothing_entered(destination):
                reporter.say(nothing)
            told = profile_told(destination, self._prepared.request.agent)
            has_paths = written.tables.paths > 0
            end = self._source.end_line(launched, recording, has_paths=has_paths)
            reporter.tell(f"{end}{told}")
            if stream is not None and missing is None:
                reporter.tell(stream.description(recording.events))
            if recording.failure is not None:
                worth = written.completeness.predicate
                return f"the engine failed: {recording.failure}; {destination} {worth}"
            tell_unused(written.guide, reporter)
            if missing is not None or written.tables.methods == 0:
                return missing
            return unmet_requirement(self._prepared.program, destination)
        except KpathError as error:
            return str(error) if missing is None else f"{error}; {missing}"

    def _try_to_keep_stream(self, recording: Recording, finished: FinishedRecording) -> str | None:
        """Completes the stream before anything else can fail; returns what is wrong, or None."""
        try:
            return complete_stream(self._directory, recording, finished)
        except KpathError as error:
            return f"{error}; record again where there is more room"

    def _write(self, recording: Recording, finished: FinishedRecording) -> ProfileRecord:
        from kpath_jvm.profile.writer import write_profile

        agent, guide = self._directory.recording(), self._prepared.guide
        launched = finished.launched
        record = recording.record(
            finished.course,
            self._verdict.of(recording, launched.ended.signal),
            command=tuple(self._prepared.program.command),
            options=agent.options,
            identities=recording.identities(agent),
            directory=agent.directory,
            workload=launched.workload,
            guide=None if guide is None else guide.use(self._directory.methods),
        )
        return write_profile(
            self._prepared.destination,
            recording.recorded,
            record,
            replace=self._prepared.request.force,
        )


def complete_stream(
    directory: SessionDirectory, drained: Drained, finished: FinishedRecording
) -> str | None:
    """Adds the session's files to the stream, and gives the stream its final name.

    Does nothing if there is no stream. Returns why the stream ended early, or None. Raises
    KpathError (125) when the stream can't be completed.
    """
    stream = directory.stream
    if stream is None:
        return None
    ended_early = finished.drain.journaling.failure()
    if ended_early is not None:
        why = f"no stream {stream.path}: {ended_early}"
        return f"{why}; record again where there is more room"
    stream.complete(directory.files, drained.stream_record(finished.course))
    return None


def tell_unused(guide: GuideUse | None, reporter: Reporter) -> None:
    """Tells the user if no method of the guide is in the run."""
    if guide is not None and guide.matched == 0:
        reporter.say(
            f"no method of the guide {guide.profile} is in this run, so the guide is of no "
            "use; give --guide the profile of an earlier run of this program"
        )


def unmet_requirement(program: Program, destination: Path) -> str | None:
    """Returns the error that a required method was never entered, or None."""
    if not program.required_methods:
        return None
    from kpath_jvm.profile.model import Profile

    profile = Profile.open(destination)
    methods = profile.method_rows
    numbers = methods.column("method")
    # Where extended paths are counted, entries aren't. But an extended path shows that its method
    # was entered.
    extended = profile.table("extended").column("method").to_pylist()
    entered = {*numbers[methods.column("entries") > 0].tolist(), *extended}
    names = zip(numbers.tolist(), methods.tuples(("class", "name")), strict=True)
    return program.unentered(
        {f"{one.replace('/', '.')}.{name}" for number, (one, name) in names if number in entered}
    )
