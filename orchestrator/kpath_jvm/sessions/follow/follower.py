"""Records all JVMs that a command starts, each separately, and drains their streams as they run."""

import contextlib
import os
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import IO

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import native_command, tool_options
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.recording.engine_memory import default_workers
from kpath_jvm.recording.processes import launchers
from kpath_jvm.recording.segment import write_template
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory, jvm_segment_size_bytes
from kpath_jvm.sessions.components.drain import start_engine
from kpath_jvm.sessions.drained import Recording
from kpath_jvm.sessions.follow.jvm import FollowedJvm, is_recording
from kpath_jvm.sessions.follow.memory_of_engines import MemoryOfEngines
from kpath_jvm.sessions.prepared import Prepared, agent_text
from kpath_jvm.sessions.progress import Progress, Reporter

_POLL_SECONDS = 0.2
# A JVM that is started just before the command's end may take this long to begin recording.
_START_SECONDS = 10.0
_VARIABLE = "JAVA_TOOL_OPTIONS"


class Follower:
    """Runs a command with the agent in JAVA_TOOL_OPTIONS; follows the JVMs that load the agent.

    The session's directory holds the template of a segment. Each JVM makes its own segment from the
    template, and the follower finds and drains these segments. When the recording of a JVM is over,
    ``conclude`` is called with what was recorded, even if other JVMs still run. ``conclude`` runs
    in a thread of its own, for one JVM at a time. Use the follower within a SignalGate.
    """

    def __init__(
        self,
        prepared: Prepared,
        directory: SessionDirectory,
        conclude: Callable[[FollowedJvm, Recording], None],
    ) -> None:
        self._prepared = prepared
        request, jars = prepared.request, prepared.jars
        self._directory = directory
        self._layout = SegmentLayout.load(jars.contract)
        self._conclude = conclude
        self.segment_bytes = jvm_segment_size_bytes(
            directory.path.parent, request.segment_size, self._layout
        )
        write_template(
            directory.segment, self._layout, self.segment_bytes, threads_apart=request.per_thread
        )
        workers = request.workers or default_workers()
        memory = start_engine(prepared.engine_jdk, jars, request.engine_memory, workers)
        self._memory = MemoryOfEngines(memory)
        self._known: set[Path] = set()
        self._live: list[FollowedJvm] = []
        self._ended_events = 0
        self._recorded: set[int] = set()
        self._pool = ThreadPoolExecutor(1, "kpath-conclude")
        self._concluding: list[Future[None]] = []
        self.failures: list[str] = []
        #: Whether some JVM's recording has no profile yet, and stays in the session's directory.
        self.is_left_behind = False

    def run(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs the command, and waits until the JVMs that it has started have died, too.

        A signal ends the wait for JVMs that outlive the command. These JVMs go on unrecorded.
        """
        program = self._prepared.program
        ended = run_target(
            native_command(program.command, program.java),
            gate,
            lambda: self._poll(reporter),
            reporter.say,
            output,
            {**os.environ, _VARIABLE: self._tool_options()},
            program.directory,
        )
        self._await_starts(gate, reporter)
        self._outlive(gate, reporter)
        return ended

    def _await_starts(self, gate: SignalGate, reporter: Reporter) -> None:
        """Waits until JVMs that were started just before the command's end have begun to record."""
        deadline = time.monotonic() + _START_SECONDS
        # The processes are listed at least twice, because one may be just about to execute java.
        for _ in range(2):
            while True:
                signal = gate.wait(_POLL_SECONDS)
                self._poll(reporter)
                recorded = self._recorded | {jvm.pid for jvm in self._live}
                started = launchers(_VARIABLE, str(self._directory.segment))
                is_over = signal is not None or time.monotonic() > deadline
                if is_over or recorded.issuperset(started):
                    break

    def _tool_options(self) -> str:
        text = agent_text(self._prepared, self._directory, segment=self._directory.segment)
        return tool_options(self._prepared.jars.agent, text, os.environ.get(_VARIABLE))

    def _poll(self, reporter: Reporter) -> None:
        for directory in self._directory.of_jvms():
            if directory.path not in self._known and is_recording(directory, self._layout):
                self._known.add(directory.path)
                self._follow(directory)
        looks = [self._look(jvm, reporter) for jvm in list(self._live)]
        states = [state for state in looks if state is not None]
        events = self._ended_events + sum(state.events for state in states)
        reporter.update(Progress(events, max((state.fill for state in states), default=0.0)))

    def _look(self, jvm: FollowedJvm, reporter: Reporter) -> Progress | None:
        """Returns how far a JVM's recording has got; None if it is over.

        An error with one JVM ends only that JVM's recording.
        """
        try:
            if jvm.runs():
                news = jvm.journal_news()
                if news is not None:
                    reporter.say(news)
                return jvm.progress()
        except Exception as error:
            reporter.say(
                f"watching {_called(jvm)} failed ({_told(error)}); it goes on unrecorded, and what "
                "it has recorded is kept"
            )
            self._abandon(jvm)
        else:
            self._end(jvm)
        return None

    def _follow(self, directory: SessionDirectory) -> None:
        request = self._prepared.request
        try:
            self._live.append(FollowedJvm(directory, self._layout, request, self._memory))
        except Exception as error:
            self._recorded.add(directory.jvm_pid)
            self._leave_behind(f"process {directory.jvm_pid}", error)

    def _leave_behind(self, called: str, error: Exception) -> None:
        self.failures.append(f"{called}: {_told(error)}")
        self.is_left_behind = True

    def _outlive(self, gate: SignalGate, reporter: Reporter) -> None:
        if self._live:
            who = ", ".join(f"{jvm.name} (process {jvm.pid})" for jvm in self._live)
            reporter.say(f"the command has ended; still running: {who}; Ctrl-C ends the recording")
        while self._live:
            if gate.wait(_POLL_SECONDS) is not None:
                for jvm in list(self._live):
                    self._abandon(jvm)
                return
            self._poll(reporter)

    def _abandon(self, jvm: FollowedJvm) -> None:
        """Ends the recording of a JVM that goes on running."""
        # The paths that the JVM has emitted are counted, even if ending its recording fails.
        with contextlib.suppress(Exception):
            jvm.abandon()
        self._end(jvm)

    def _end(self, jvm: FollowedJvm) -> None:
        self._live.remove(jvm)
        self._recorded.add(jvm.pid)
        # The sum is only shown to the user, so a failure here does no harm.
        with contextlib.suppress(Exception):
            self._ended_events += jvm.progress().events
        self._concluding.append(self._pool.submit(self._finish, jvm))

    def _finish(self, jvm: FollowedJvm) -> None:
        try:
            self._conclude(jvm, jvm.finish())
        except Exception as error:
            self._leave_behind(_called(jvm), error)
            jvm.leave_behind()
        else:
            jvm.remove()

    def finish(self) -> None:
        """Waits until every JVM's recording has been concluded."""
        for future in self._concluding:
            future.result()
        self._pool.shutdown()


def _called(jvm: FollowedJvm) -> str:
    return f"{jvm.name} (process {jvm.pid})"


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, KpathError) else repr(error)
