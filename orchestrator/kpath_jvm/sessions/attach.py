"""What ``attach`` does: the profile of a while of a JVM that runs before and goes on afterwards."""

from __future__ import annotations

import time
from typing import IO, TYPE_CHECKING

from msgspec.structs import replace

from kpath_jvm.control.client import connected
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import why_silent
from kpath_jvm.launch.running import RunningJvm, running_jvm
from kpath_jvm.launch.target import Ended
from kpath_jvm.recording.processes import is_running
from kpath_jvm.records.completeness import Cause, Fact
from kpath_jvm.sessions.prepared import agent_text
from kpath_jvm.sessions.record import RecordSession, import_writer
from kpath_jvm.sessions.request import RunningProgram

if TYPE_CHECKING:
    from kpath_jvm.launch.signals import SignalGate
    from kpath_jvm.records.completeness import Completeness
    from kpath_jvm.records.run import Course
    from kpath_jvm.sessions.drained import Recording
    from kpath_jvm.sessions.launched import Launched
    from kpath_jvm.sessions.progress import Reporter

_POLL_SECONDS = 0.1
#: What there is to say of every such profile.
WINDOW = (
    "the program ran before and after: an activation that was live when its class was "
    "instrumented isn't in, later ones are"
)
TOO_SMALL = (
    "the recording ended by itself, as the segment had no room for one more thread; "
    "give a larger --segment-size"
)


def _require_unrecorded(pid: int) -> None:
    """KpathError (125) when a kpath-jvm records it; the agent knows of all others."""
    try:
        with connected(pid) as one:
            recorder = one.recorder_pid
    except KpathError:
        return
    raise KpathError(
        f"cannot record process {pid}: this JVM is recorded already, by process {recorder}; wait "
        f"until that is over, or read it now with `kpath-jvm ctl {pid} dump`",
        125,
    )


class AttachSession(RecordSession):
    """One JVM that isn't ours: the agent is loaded, and asked to leave again."""

    #: The segment was too small: nothing is recorded from then on, whatever the window.
    _has_ended_early = False
    _is_reduced = False

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:  # noqa: ARG002
        """Records until the time is over, a signal comes or the JVM ends."""
        program = self._prepared.request.program
        assert isinstance(program, RunningProgram)
        jvm = running_jvm(program.pid)
        _require_unrecorded(jvm.pid)
        journals = self._make_segment(reporter)
        self._start_draining(journals)
        if jvm.warns(self._prepared.program.jdk):
            reporter.tell(
                f"process {jvm.pid} will print a warning that an agent is loaded dynamically; "
                "-XX:+EnableDynamicAgentLoading at its start keeps it from that"
            )
        with self._controllable(gate, reporter):
            self._load(jvm)
            started = time.monotonic()
            # Nothing was recorded before, and another may have been there first.
            super()._announce(reporter, is_reduced=self._is_reduced)
            if self._draining is not None:
                # Before it is said that there is something to be asked.
                self._listen(self._draining, reporter)
            until = None if program.seconds is None else started + program.seconds
            how_long = f"for {program.seconds:g} s" if until else "until Ctrl-C"
            reporter.tell(f"attached to process {jvm.pid} {how_long}; Ctrl-C ends it early")
            import_writer(self._prepared.request)
            with reporter.live(target_shares_terminal=False):
                interrupts = self._record(gate, jvm, until, reporter)
                seconds = time.monotonic() - started
                if self._has_ended_early:
                    reporter.say(TOO_SMALL)
                interrupts = self._leave(gate, jvm, reporter, interrupts)
        return Ended(
            status=0, signal=None, wall_seconds=seconds, interrupts=interrupts, pid=jvm.pid,
            cpu_seconds=0.0, max_rss_bytes=None,
        )  # fmt: skip

    def _announce(self, reporter: Reporter, *, is_reduced: bool) -> None:  # noqa: ARG002
        self._is_reduced = is_reduced

    def _load(self, jvm: RunningJvm) -> None:
        from kpath_jvm.engine.attaching import load_agent

        segment = self._directory.segment.absolute()
        load_agent(jvm.pid, self._prepared.jars.agent, agent_text(
            self._prepared, self._directory, segment=segment, **{"class-cache": 0},
        ))  # fmt: skip
        if not self._segment.header().attached:
            silent = why_silent(jvm.options) or (
                "the agent has said nothing; a security manager that the program has set would "
                "keep it from its files"
            )
            lines = self._directory.agent_lines() or [silent]
            raise KpathError(f"cannot record process {jvm.pid}: {lines[0]}", 125)

    def _record(
        self, gate: SignalGate, jvm: RunningJvm, until: float | None, reporter: Reporter
    ) -> int:
        """Waits for the window's end; returns how many signals have come for that."""
        while until is None or time.monotonic() < until:
            left = _POLL_SECONDS if until is None else until - time.monotonic()
            if gate.wait(max(0.0, min(_POLL_SECONDS, left))) is not None:
                return 1
            header = self._segment.header()
            if header.left or header.ended_early:
                self._has_ended_early = True
                break
            if self._is_over(jvm):
                break
            self._poll(reporter)
            if self._controlled is not None and self._controlled.has_to_end:
                break
        return 0

    def _leave(self, gate: SignalGate, jvm: RunningJvm, reporter: Reporter, interrupts: int) -> int:
        """Has the agent leave, and waits for that; returns how many signals have come in all.

        The second gives the profile up. The first may come when the window has ended by itself.
        """
        self._segment.ask_to_leave()
        while not self._is_over(jvm):
            if gate.wait(_POLL_SECONDS) is not None:
                interrupts += 1
                if interrupts > 1:
                    # The agent sees that nobody drains any more, and leaves by itself.
                    raise KeyboardInterrupt
            self._poll(reporter)
        return interrupts

    def _is_over(self, jvm: RunningJvm) -> bool:
        return self._segment.header().left or not is_running(jvm.pid, jvm.started)

    def _look_at_end(self, launched: Launched, reporter: Reporter) -> tuple[Course, str | None]:
        course, nothing = super()._look_at_end(launched, reporter)
        # It isn't our child, and what it took it took for other things, too.
        return replace(course, exit_status=None, target=None), nothing

    def _end_line(self, launched: Launched, recording: Recording) -> str:
        ended = launched.ended
        how = "left process" if recording.header.left else "the end of process"
        took = f"after {ended.wall_seconds:.1f} s; {recording.events:,} events"
        return f"{how} {ended.pid} {took}"

    def _notes(self) -> list[str]:
        return [WINDOW, *super()._notes()]

    def _completeness(self, recording: Recording, launched: Launched) -> Completeness:
        found = super()._completeness(recording, launched)
        header = recording.header
        if self._has_ended_early:
            return found.with_facts([Fact(cause=Cause.ENDED_EARLY, text=TOO_SMALL)])
        if header.left or header.shut_down or header.ended_early:
            return found
        text = "the JVM was killed; what it had emitted before is counted"
        return found.with_facts([Fact(cause=Cause.KILLED, text=text)])
