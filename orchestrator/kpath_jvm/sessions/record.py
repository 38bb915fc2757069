"""Records one JVM, for ``run`` and ``attach``: makes its profile, or keeps its stream, or both."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING

from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended
from kpath_jvm.sessions.components.control import Control
from kpath_jvm.sessions.components.sink import FinishedRecording, ProfileSink, Sink
from kpath_jvm.sessions.components.source import LiveSource
from kpath_jvm.sessions.components.under_way import UnderWay
from kpath_jvm.sessions.components.verdict import LiveVerdict
from kpath_jvm.sessions.launched import Launched, not_made, repeat, why_nothing
from kpath_jvm.sessions.prepared import Prepared, Workspace
from kpath_jvm.sessions.progress import Reporter

if TYPE_CHECKING:
    from kpath_jvm.records.run import Course


class RecordSession:
    """Records one JVM, and drains its segment while it runs; see ``launched.Session``.

    The source records the program. The control decides who may change the recording meanwhile.
    The sink takes what was recorded.
    """

    def __init__(
        self,
        prepared: Prepared,
        space: Workspace,
        source: LiveSource,
        control: Control,
        sink: Sink,
    ) -> None:
        self._prepared = prepared
        self._space = space
        self._source = source
        self._control = control
        self._sink = sink
        self._under_way: UnderWay | None = None

    @classmethod
    def to_profile(
        cls, prepared: Prepared, space: Workspace, source: LiveSource, control: Control
    ) -> RecordSession:
        """Puts together a session that makes a profile."""
        sink = ProfileSink(prepared, space, source, LiveVerdict(source, control))
        return cls(prepared, space, source, control, sink)

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Makes the segment, and lets the source record into it."""
        self._under_way = UnderWay(self._prepared, self._space, self._control)
        return self._source.record(self._under_way, gate, reporter, output)

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Passes the recording to the sink; returns in one line what is wrong, or None.

        Raises NothingToProfileError if the target had no classes of its own.
        """
        assert self._under_way is not None
        course, nothing = self._look_at_end(self._under_way, launched, reporter)
        drain = self._under_way.drain
        if nothing is not None or drain is None:
            return not_made(self._sink.nothing, nothing)
        return self._sink.take(FinishedRecording(launched, course, drain), reporter)

    def _look_at_end(
        self, under_way: UnderWay, launched: Launched, reporter: Reporter
    ) -> tuple[Course, str | None]:
        """Returns how the target ran, and why nothing was recorded; None if something was."""
        directory, program = self._space.directory, self._prepared.program
        log, header = directory.agent_lines(), under_way.header()
        repeat(log, reporter)
        command = program.command if program.jdk.has_security_managers else ()
        nothing = why_nothing(header, launched.ended, directory, log, command)
        if under_way.drain is None:
            nothing = under_way.failure
        course = launched.course(program.jdk.record, self._prepared.engine_jdk.record, log)
        return self._source.course(course), nothing
