"""The source: the program that is recorded, whether it is launched or attached to."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Protocol

from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.recording.engine_memory import is_address_space_limited
from kpath_jvm.sessions.prepared import Prepared, agent_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kpath_jvm.launch.signals import SignalGate
    from kpath_jvm.recording.segment import Header
    from kpath_jvm.recording.session_directory import SessionDirectory
    from kpath_jvm.records.completeness import Fact
    from kpath_jvm.records.run import Course
    from kpath_jvm.sessions.components.under_way import UnderWay
    from kpath_jvm.sessions.drained import Drained
    from kpath_jvm.sessions.launched import Launched
    from kpath_jvm.sessions.progress import Reporter


class LiveSource(Protocol):
    """A program that is recorded while it runs."""

    @property
    def notes(self) -> Sequence[str]:
        """The notes that every profile of this program has, a line each."""

    def record(
        self, under_way: UnderWay, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None
    ) -> Ended:
        """Records the program until it ends, or until something else ends the recording.

        If the source starts the program, the program's stdout and stderr go to ``output``, or to
        kpath-jvm's own stdout and stderr if ``output`` is None.
        """

    def course(self, course: Course) -> Course:
        """Returns the run's course without what happened outside the recording."""

    def facts(self, header: Header) -> Sequence[Fact]:
        """Returns facts that don't follow from what was drained, for the verdict on the counts."""

    def end_line(self, launched: Launched, drained: Drained, *, has_paths: bool) -> str:
        """Returns a line for the user that says how the recording ended.

        ``has_paths`` says whether any path was completed.
        """


class LaunchedSource:
    """A program that is started in order to be recorded, with the agent in its command."""

    notes = ()

    def __init__(self, prepared: Prepared, directory: SessionDirectory) -> None:
        self._prepared = prepared
        self._directory = directory

    def record(
        self, under_way: UnderWay, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None
    ) -> Ended:
        """Runs the target until it has been reaped, while the engine drains its segment."""
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
        """Returns the whole course, because the process was started for the recording."""
        return course

    def facts(self, header: Header) -> Sequence[Fact]:  # noqa: ARG002
        """Returns no facts, because ``Ended`` already says whether a signal killed the program."""
        return ()

    def end_line(self, launched: Launched, drained: Drained, *, has_paths: bool) -> str:
        """Returns a line with the exit status, the time, and the number of events."""
        return launched.end_line(drained.events, has_paths=has_paths)
