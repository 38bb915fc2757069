"""What ``run`` does: the program's profile, and its stream too if that is asked for.

The target is started first. What takes a while to load and to start for the engine and for writing
does so beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.recording.engine_budget import (
    default_workers,
    engine_memory_bytes,
    is_address_space_limited,
    require_memory,
)
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import DEFAULT_SEGMENT_BYTES, segment_size_bytes
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.run import Course, GuideUse, ProfileRecord
from kpath_jvm.sessions.launched import Launched, not_made, repeat, why_nothing
from kpath_jvm.sessions.prepared import Prepared, Workspace, agent_text, make_journals
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program, Request

if TYPE_CHECKING:
    from kpath_jvm.control.server import Server
    from kpath_jvm.sessions.controlled import Controlled
    from kpath_jvm.sessions.drained import Drained, Draining, Recording


class RecordSession:
    """One JVM, drained while it runs; see launched.Session."""

    def __init__(self, prepared: Prepared, space: Workspace) -> None:
        self._prepared = prepared
        self._space = space
        self._directory = space.directory
        self._draining: Draining | None = None
        self._engine_failure: str | None = None
        self._controlled: Controlled | None = None
        self._server: Server | None = None

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Creates the segment, and runs the target beside the engine until it has been reaped."""
        prepared, directory = self._prepared, self._directory
        journals = self._make_segment(reporter)
        program = prepared.program
        options = agent_text(
            prepared, directory,
            segment=directory.segment, methods=directory.methods, log=directory.agent_log,
        )  # fmt: skip
        command = with_agent(program.command, program.java, prepared.jars.agent, options)
        if is_address_space_limited():
            self._start_draining(journals)
        with (
            reporter.live(target_shares_terminal=output is None),
            self._controllable(gate, reporter),
        ):
            return run_target(
                command,
                gate,
                lambda: self._poll(reporter),
                reporter.say,
                output,
                directory=program.directory,
                meanwhile=lambda: self._go_beside(journals, reporter),
            )

    @contextmanager
    def _controllable(self, gate: SignalGate, reporter: Reporter) -> Iterator[None]:
        """Within, ``ctl`` can ask for something, from the agent's start on.

        What it has asked for is done before the profile is written, unless a signal comes.
        """

        def is_interrupted(seconds: float) -> bool:
            if gate.wait(seconds) is None:
                return False
            reporter.say("interrupted: what `ctl` has asked for is given up")
            return True

        try:
            yield
        except BaseException:
            # Nothing more is waited for.
            self._close(lambda _: True)
            raise
        self._close(is_interrupted)

    def _close(self, is_interrupted: Callable[[float], bool]) -> None:
        if self._server is not None:
            self._server.close()
        if self._controlled is not None:
            self._controlled.close(is_interrupted)

    def _listen(self, draining: Draining, reporter: Reporter) -> Controlled | None:
        """Listens as soon as the agent has started; None until then."""
        from kpath_jvm.sessions.controlled import Controlled, listen

        pid = self._segment.get("TARGET_PID")
        if self._controlled is None and pid:
            self._controlled = Controlled(
                self._prepared, self._segment, draining, self._directory, self._notes
            )
            self._server = listen(self._controlled, pid, reporter)
        return self._controlled

    def _notes(self) -> list[str]:
        """What every profile of this recording has to say."""
        return [] if self._controlled is None else self._controlled.notes()

    def _make_segment(self, reporter: Reporter) -> Path | None:
        """Makes the segment and, if there are to be some, the directory of journals."""
        prepared, request, directory = self._prepared, self._prepared.request, self._directory
        layout = SegmentLayout.load(prepared.jars.contract)
        size = segment_size_bytes(directory.path.parent, request.segment_size, layout)
        self._segment = Segment.create(
            directory.segment, layout, size, threads_apart=request.per_thread
        )
        # The engine would refuse them later, when the target runs.
        workers = request.workers or default_workers()
        require_memory(engine_memory_bytes(request.engine_memory), workers)
        journals = make_journals(directory, request)
        is_reduced = request.segment_size is None and size < DEFAULT_SEGMENT_BYTES
        self._announce(reporter, is_reduced=is_reduced)
        return journals

    def _go_beside(self, journals: Path | None, reporter: Reporter) -> None:
        """What is done once the target is on its way."""
        try:
            if self._draining is None:
                self._start_draining(journals)
        except KpathError as error:
            # The target must not wait for an engine that never comes.
            self._segment.abandon()
            self._engine_failure = str(error)
            reporter.say(f"{error}; the target goes on unrecorded")
            return
        if self._draining is not None and not self._prepared.request.no_profile:
            import_writer(self._prepared.request)
            self._draining.engine.warm_up()

    def _start_draining(self, journals: Path | None) -> None:
        from kpath_jvm.sessions.drained import Draining, start_engine

        prepared, request = self._prepared, self._prepared.request
        memory = start_engine(
            prepared.engine_jdk,
            prepared.jars,
            request.engine_memory,
            request.workers or default_workers(),
        )
        draining = Draining(self._segment, self._directory, request, memory, journals)
        # In the end there may be nothing to finish, or no time for it.
        self._space.at_end(draining.close)
        draining.engine.start()
        self._draining = draining

    def _announce(self, reporter: Reporter, *, is_reduced: bool) -> None:
        request, program = self._prepared.request, self._prepared.program
        size = format_size(self._segment.geometry.total_bytes)
        reduced = ", reduced to half of what is free there" if is_reduced else ""
        how = "without a profile" if request.no_profile else f"with k={request.k}"
        reporter.tell(
            f"recording {program.name} on Java {program.jdk.version} {how}; "
            f"segment {size} in {self._directory.path.parent}{reduced}"
        )

    def _poll(self, reporter: Reporter) -> None:
        if self._draining is None:
            return
        if self._engine_failure is None:
            self._engine_failure = self._draining.engine.failure()
            if self._engine_failure is not None:
                reporter.say(f"the engine failed: {self._engine_failure}; the target goes on")
        news = self._draining.journaling.news()
        if news is not None:
            reporter.say(news)
        controlled = self._listen(self._draining, reporter)
        if controlled is not None:
            controlled.poll()
        reporter.update(self._draining.progress())

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Writes the profile; returns why there is none or why it is no good, in one line.

        NothingToProfileError when the target had no classes of its own.
        """
        course, nothing = self._look_at_end(launched, reporter)
        stream = self._directory.stream
        if nothing is not None or self._draining is None:
            return not_made(f"no profile{' and no stream' if stream else ''}", nothing)
        destination, missing = self._prepared.destination, None
        try:
            with reporter.busy("writing the profile"), self._space.left_behind_on_failure():
                recording = self._draining.finish()
                missing = self._try_to_keep_stream(recording, course)
                recording.require_counted()
                written = self._write(recording, course, launched)
            reporter.tell(f"{self._end_line(launched, recording)}; profile {destination}")
            if stream is not None and missing is None:
                reporter.tell(stream.description(recording.events))
            if recording.failure is not None:
                return f"the engine failed: {recording.failure}; {destination} has lower bounds"
            tell_unused(written.guide, reporter)
            if missing is not None or written.tables.methods == 0:
                return missing
            return unmet_requirement(self._prepared.program, destination)
        except KpathError as error:
            return str(error) if missing is None else f"{error}; {missing}"

    def _end_line(self, launched: Launched, recording: Recording) -> str:
        return launched.end_line(recording.events)

    def _completeness(self, recording: Recording, launched: Launched) -> Completeness:
        return recording.completeness(launched.ended.signal).noted(*self._notes())

    def _look_at_end(self, launched: Launched, reporter: Reporter) -> tuple[Course, str | None]:
        """How the target has run, and why there is nothing of it, if there is."""
        log, header = self._directory.agent_lines(), self._segment.header()
        java, engine_java = self._prepared.program.jdk.record, self._prepared.engine_jdk.record
        repeat(log, reporter)
        program = self._prepared.program
        command = program.command if program.jdk.has_security_managers else ()
        nothing = why_nothing(header, launched.ended, self._directory, log, command)
        if self._draining is None:
            nothing = self._engine_failure
        return launched.course(java, engine_java, log), nothing

    def _try_to_keep_stream(self, recording: Recording, course: Course) -> str | None:
        """Completes what --record asks for, before anything else can fail; why it couldn't."""
        try:
            return self._keep_stream(recording, course)
        except KpathError as error:
            return f"{error}; record again where there is more room"

    def _keep_stream(self, drained: Drained, course: Course) -> str | None:
        """Gives the stream, if there is one, what it lacks of the session, and its name.

        Returns why it ended early. KpathError (125) when it can't be completed.
        """
        stream = self._directory.stream
        if stream is None:
            return None
        assert self._draining is not None
        ended_early = self._draining.journaling.failure()
        if ended_early is not None:
            why = f"no stream {stream.path}: {ended_early}"
            return f"{why}; record again where there is more room"
        stream.complete(self._directory.files, drained.stream_record(course))
        return None

    def _write(self, recording: Recording, course: Course, launched: Launched) -> ProfileRecord:
        from kpath_jvm.profile.writer import write_profile

        agent = self._directory.recording()
        record = recording.record(
            course,
            self._completeness(recording, launched),
            command=tuple(self._prepared.program.command),
            options=agent.options,
            identities=recording.identities(agent),
            workload=launched.workload,
            guide=self._guide_use(),
        )
        return write_profile(
            self._prepared.destination,
            recording.recorded,
            record,
            replace=self._prepared.request.force,
        )

    def _guide_use(self) -> GuideUse | None:
        """What came of the guide, if there was one."""
        guide = self._prepared.guide
        return None if guide is None else guide.use(self._directory.methods)


def tell_unused(guide: GuideUse | None, reporter: Reporter) -> None:
    """Says so of a guide that was of no use."""
    if guide is not None and guide.matched == 0:
        reporter.say(
            f"no method of the guide {guide.profile} is in this run: it was of no use; give "
            "--guide the profile of an earlier run of this program"
        )


def import_writer(request: Request) -> None:
    """Imports what writing takes, and reporting if that is asked for: tenths of a second, once."""
    import kpath_jvm.profile.writer
    from kpath_jvm.profile.arrow import keep_pandas_out

    keep_pandas_out()
    if not request.no_report:
        import kpath_jvm.reports.report  # noqa: F401


def unmet_requirement(program: Program, destination: Path) -> str | None:
    """The first method that the workload must have entered and has not, by its profile."""
    if not program.required_methods:
        return None
    from kpath_jvm.profile.model import Profile

    profile = Profile.open(destination)
    methods = profile.method_rows
    numbers = methods.column("method")
    # Where other paths than Ball-Larus paths are counted, entries aren't.
    extended = profile.table("extended").column("method").to_pylist()
    entered = {*numbers[methods.column("entries") > 0].tolist(), *extended}
    names = zip(numbers.tolist(), methods.tuples(("class", "name")), strict=True)
    return program.unentered(
        {f"{one.replace('/', '.')}.{name}" for number, (one, name) in names if number in entered}
    )
