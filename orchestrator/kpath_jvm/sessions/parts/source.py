"""The source: where the program comes from that is recorded while it runs."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Protocol

from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.recording.engine_budget import is_address_space_limited
from kpath_jvm.sessions.prepared import Prepared, agent_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kpath_jvm.launch.signals import SignalGate
    from kpath_jvm.recording.segment import Header
    from kpath_jvm.recording.session_directory import SessionDirectory
    from kpath_jvm.records.completeness import Fact
    from kpath_jvm.records.run import Course
    from kpath_jvm.sessions.drained import Drained
    from kpath_jvm.sessions.launched import Launched
    from kpath_jvm.sessions.parts.under_way import UnderWay
    from kpath_jvm.sessions.progress import Reporter


class LiveSource(Protocol):
    """A program that runs while it is recorded, and what only its source knows of that."""

    @property
    def notes(self) -> Sequence[str]:
        """What every profile of it has to say."""

    def record(
        self, under_way: UnderWay, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None
    ) -> Ended:
        """Has the program be recorded, until it has ended or the recording is to be over.

        Its stdout and stderr are ``output``, or ours, if they are for us to choose.
        """

    def course(self, course: Course) -> Course:
        """Returns what of a course is the program's own."""

    def facts(self, header: Header) -> Sequence[Fact]:
        """Returns what has happened that the counts depend on, and the drain can't know."""

    def end_line(self, launched: Launched, drained: Drained) -> str:
        """Says how it has ended, for the user."""


class LaunchedSource:
    """A program that is started for it, with the agent in its command."""

    notes = ()

    def __init__(self, prepared: Prepared, directory: SessionDirectory) -> None:
        self._prepared = prepared
        self._directory = directory

    def record(
        self, under_way: UnderWay, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None
    ) -> Ended:
        """Runs the target beside the engine, until it has been reaped."""
        under_way.announce(reporter)
        prepared, directory = self._prepared, self._directory
        program = prepared.program
        options = agent_text(
            prepared, directory,
            segment=directory.segment, methods=directory.methods, log=directory.agent_log,
        )  # fmt: skip
        command = with_agent(program.command, program.java, prepared.jars.agent, options)
        if is_address_space_limited():
            under_way.start()
        with (
            reporter.live(target_shares_terminal=output is None),
            under_way.controllable(gate, reporter),
        ):
            return run_target(
                command,
                gate,
                lambda: under_way.poll(reporter),
                reporter.say,
                output,
                directory=program.directory,
                meanwhile=lambda: under_way.start_beside(reporter),
            )

    def course(self, course: Course) -> Course:
        """Returns all of it: the process was started for the recording."""
        return course

    def facts(self, header: Header) -> Sequence[Fact]:  # noqa: ARG002
        """Returns nothing: whether a signal has killed it, its parent knows."""
        return ()

    def end_line(self, launched: Launched, drained: Drained) -> str:
        """Says how the target ended, and how many events it has emitted."""
        return launched.end_line(drained.events)
