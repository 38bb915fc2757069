"""The verb ``attach``, which records a running JVM for a while and then leaves the JVM."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING

from msgspec.structs import replace

from kpath_jvm.control import places
from kpath_jvm.control.client import connected
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import why_silent
from kpath_jvm.launch.running import RunningJvm, running_jvm
from kpath_jvm.launch.target import Ended
from kpath_jvm.recording.processes import is_running
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.sessions.components.imports import import_writer
from kpath_jvm.sessions.prepared import agent_text
from kpath_jvm.sessions.progress import streamed
from kpath_jvm.sessions.request import RunningProgram

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kpath_jvm.launch.signals import SignalGate
    from kpath_jvm.recording.segment import Header
    from kpath_jvm.recording.session_directory import SessionDirectory
    from kpath_jvm.records.run import Course
    from kpath_jvm.sessions.components.under_way import UnderWay
    from kpath_jvm.sessions.drained import Drained
    from kpath_jvm.sessions.launched import Launched
    from kpath_jvm.sessions.prepared import Prepared
    from kpath_jvm.sessions.progress import Reporter

_POLL_SECONDS = 0.1
#: A note in every profile of a JVM that was attached to.
WINDOW = (
    "only what began within the recording is counted: activations that were live when their class "
    "got its probes aren't included"
)
TOO_SMALL = (
    "the recording ended by itself, as the segment had no room for one more thread; "
    "give a larger --segment-size"
)
#: If a failure of the agent ends the recording, a line of the agent's log begins with one of these
#: two texts.
_ENDED_EARLY = "the recording ended early"
_COULD_NOT_LEAVE = "the agent could not detach"
#: If the recording has ended by itself, the agent may take this long to leave the program. An agent
#: that takes longer has failed, and won't report that it has left.
_PATIENCE_SECONDS = 30.0


def _require_unrecorded(pid: int) -> None:
    """Raises KpathError (125) if another kpath-jvm that serves ``ctl`` records the process.

    Recorders that don't serve ``ctl`` aren't found here, but the agent notices them.
    """
    try:
        with connected(pid) as one:
            recorder = one.recorder_pid
    except KpathError:
        return
    raise KpathError(
        f"cannot record process {pid}: this JVM is recorded already, by process {recorder}; wait "
        f"until that recording is over, or get its counts with `kpath-jvm ctl {pid} dump`",
        125,
    )


class AttachedSource:
    """A running JVM: the agent is loaded into it, and is asked to leave at the end."""

    notes = (WINDOW,)

    def __init__(
        self,
        prepared: Prepared,
        directory: SessionDirectory,
        jvm: RunningJvm,
        before_loading: Callable[[], None] = lambda: None,
    ) -> None:
        """Takes ``before_loading``, which is called just before the agent is loaded."""
        self._prepared = prepared
        self._directory = directory
        self._jvm = jvm
        self._before_loading = before_loading
        #: Why the agent stopped recording before it was asked to, or None.
        self._why_early: str | None = None

    @classmethod
    def find(
        cls,
        prepared: Prepared,
        directory: SessionDirectory,
        before_loading: Callable[[], None] = lambda: None,
    ) -> AttachedSource:
        """Finds the JVM; raises KpathError if it can't be recorded, or is recorded already."""
        program = prepared.request.program
        assert isinstance(program, RunningProgram)
        jvm = running_jvm(program.pid)
        _require_unrecorded(jvm.pid)
        return cls(prepared, directory, jvm, before_loading)

    def record(
        self,
        under_way: UnderWay,
        gate: SignalGate,
        reporter: Reporter,
        output: IO[bytes] | None,  # noqa: ARG002
    ) -> Ended:
        """Records the JVM.

        The recording ends after the given time, or earlier through a signal, ``ctl``, the JVM or
        the agent.
        """
        program, jvm = self._prepared.request.program, self._jvm
        assert isinstance(program, RunningProgram)
        reporter.tell(
            f"attaching to process {jvm.pid}; its classes get their probes, which may take a while"
        )
        with ExitStack() as beginning, ExitStack() as recording:
            # As long as the recording can't answer, `ctl` and `live` learn only that it will begin.
            beginning.enter_context(places.attaching(jvm.pid))
            under_way.start()
            if jvm.warns(self._prepared.program.jdk):
                reporter.tell(
                    f"process {jvm.pid} will print a warning that an agent is loaded dynamically; "
                    "-XX:+EnableDynamicAgentLoading at its start prevents that"
                )
            recording.enter_context(under_way.controllable(gate, reporter))
            self._before_loading()
            self._load(under_way)
            started = time.monotonic()
            # The recording is announced only now, because the agent can't be loaded if another
            # recorder came first.
            under_way.announce(reporter)
            # `ctl` must find the recording as soon as the message "attached to" is printed.
            under_way.listen(reporter)
            beginning.close()
            until = None if program.seconds is None else started + program.seconds
            how_long = (
                f"for {program.seconds:g} s; Ctrl-C ends it early" if until else "until Ctrl-C"
            )
            reporter.tell(f"attached to process {jvm.pid} {how_long}")
            import_writer(self._prepared.request)
            with reporter.live(target_shares_terminal=False):
                interrupts = self._await_end(under_way, gate, until, reporter)
                seconds = time.monotonic() - started
                if self._why_early is not None:
                    reporter.say(self._why_early)
                interrupts = self.leave(under_way, gate, reporter, interrupts)
        return Ended(
            status=0, signal=None, wall_seconds=seconds, interrupts=interrupts, pid=jvm.pid,
            cpu_seconds=0.0, max_rss_bytes=None,
        )  # fmt: skip

    def _load(self, under_way: UnderWay) -> None:
        from kpath_jvm.engine.attaching import load_agent

        jvm, segment = self._jvm, self._directory.segment.absolute()
        load_agent(jvm.pid, self._prepared.jars.agent, agent_text(
            self._prepared, self._directory, segment=segment, **{"class-cache": 0},
        ))  # fmt: skip
        if not under_way.header().attached:
            silent = why_silent(jvm.options) or (
                "the agent has said nothing; a security manager that the program has set would "
                "keep the agent from its files"
            )
            lines = self._directory.agent_lines() or [silent]
            raise KpathError(f"cannot record process {jvm.pid}: {lines[0]}", 125)

    def _await_end(
        self, under_way: UnderWay, gate: SignalGate, until: float | None, reporter: Reporter
    ) -> int:
        """Waits for the end of the recording; returns how many signals ended it (0 or 1)."""
        while until is None or time.monotonic() < until:
            left = _POLL_SECONDS if until is None else until - time.monotonic()
            if gate.wait(max(0.0, min(_POLL_SECONDS, left))) is not None:
                return 1
            header = under_way.header()
            if header.left or header.ended_early:
                self._why_early = self._reason()
                break
            if self._has_ended(header):
                break
            under_way.poll(reporter)
            if under_way.control.has_to_end:
                break
        return 0

    def _reason(self) -> str:
        """Returns why the recording has ended although nobody asked for that."""
        lines = self._directory.agent_lines()
        told = (_ENDED_EARLY, _COULD_NOT_LEAVE)
        return next((line for line in lines if line.startswith(told)), TOO_SMALL)

    def leave(
        self, under_way: UnderWay, gate: SignalGate, reporter: Reporter, interrupts: int
    ) -> int:
        """Asks the agent to leave, and waits until it has left; returns the number of signals.

        The wait is also over if the JVM ends, or if an agent whose recording has ended by itself
        doesn't leave in time. ``interrupts`` is 1 if a signal has ended the recording. The second
        signal raises KeyboardInterrupt, which gives up the profile.
        """
        under_way.ask_to_leave()
        early_since: float | None = None
        while True:
            header = under_way.header()
            if self._has_ended(header):
                break
            if header.ended_early:
                early_since = early_since or time.monotonic()
                if time.monotonic() - early_since > _PATIENCE_SECONDS:
                    self._why_early = self._why_early or self._reason()
                    reporter.say(
                        f"the agent could not leave process {self._jvm.pid}, where nothing is "
                        "recorded any more; restart that program to be rid of its probes"
                    )
                    break
            if gate.wait(_POLL_SECONDS) is not None:
                interrupts += 1
                if interrupts > 1:
                    # The agent notices that nobody drains the segment, and leaves by itself.
                    raise KeyboardInterrupt
            under_way.poll(reporter)
        return interrupts

    def _has_ended(self, header: Header) -> bool:
        return header.left or not is_running(self._jvm.pid, self._jvm.started)

    def course(self, course: Course) -> Course:
        """Returns the course without what is unknown or lies outside the recording.

        The process isn't our child, so its exit status is unknown. Its CPU time and memory include
        what it used outside the recording.
        """
        return replace(course, exit_status=None, target=None)

    def facts(self, header: Header) -> Sequence[Fact]:
        """Returns why the recording ended, if it ended early or the JVM was killed."""
        if self._why_early is not None:
            return [Fact(cause=Cause.ENDED_EARLY, text=self._why_early)]
        if header.left or header.shut_down or header.ended_early:
            return []
        text = "the JVM was killed; what it had emitted until then is counted"
        return [Fact(cause=Cause.KILLED, text=text)]

    def end_line(self, launched: Launched, drained: Drained, *, has_paths: bool) -> str:
        """Returns a line that says how the recording ended."""
        ended = launched.ended
        how = "left process" if drained.header.left else "the end of process"
        took = f"after {ended.wall_seconds:.1f} s; {streamed(drained.events, has_paths=has_paths)}"
        return f"{how} {ended.pid} {took}"
