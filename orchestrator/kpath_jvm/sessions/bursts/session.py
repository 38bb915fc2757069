"""What ``--max-overhead`` does: a JVM is recorded in bursts, whose sum is the profile."""

from __future__ import annotations

import time
from typing import IO, TYPE_CHECKING

from msgspec.structs import replace as with_fields

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import DORMANT, with_agent
from kpath_jvm.launch.running import running_jvm
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.records.completeness import Cause, Fact, decided, note
from kpath_jvm.records.run import RunRecord, TargetUse
from kpath_jvm.sessions.attach import WINDOW
from kpath_jvm.sessions.bursts.bursts import Bursts
from kpath_jvm.sessions.launched import Launched, not_made
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.sessions.request import RunningProgram

if TYPE_CHECKING:
    from kpath_jvm.launch.running import RunningJvm
    from kpath_jvm.records.sampling import Sampling
    from kpath_jvm.sessions.prepared import Prepared
    from kpath_jvm.sessions.progress import Reporter

_POLL_SECONDS = 0.2
#: With it a JVM prints no warning at each burst; all JDKs from 9 on know it.
_ATTACHABLE = "-XX:+EnableDynamicAgentLoading"


class BurstSession:
    """A JVM that isn't ours, in bursts."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._bursts: Bursts | None = None

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:  # noqa: ARG002
        """Records bursts until the time is over, a signal comes or the JVM ends."""
        program = self._prepared.request.program
        assert isinstance(program, RunningProgram)
        jvm = running_jvm(program.pid)
        how_long = "until Ctrl-C" if program.seconds is None else f"for {program.seconds:g} s"
        if jvm.warns(self._prepared.program.jdk):
            reporter.tell(
                f"process {jvm.pid} will print a warning for each burst; "
                "-XX:+EnableDynamicAgentLoading at its start keeps it from that"
            )
        bursts = self._begin(jvm, f"process {jvm.pid}, {how_long}", reporter, program.seconds)
        try:
            return self._recorded(bursts, program.seconds, gate)
        except KpathError:
            bursts.remove()
            raise

    def _recorded(self, bursts: Bursts, seconds: float | None, gate: SignalGate) -> Ended:
        until = None if seconds is None else time.monotonic() + seconds
        interrupts = 0
        while not interrupts and not bursts.is_over():
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                break
            if bursts.is_due():
                if bursts.record(gate, left):
                    break
            elif gate.wait(_POLL_SECONDS) is not None:
                interrupts = 1
            elif left is not None and not bursts.is_possible(left):
                # The rest of the window can't change anything.
                break
        return bursts.ended(interrupts)

    def _begin(
        self, jvm: RunningJvm, what: str, reporter: Reporter, seconds: float | None = None
    ) -> Bursts:
        """Says what is going to be; KpathError when nothing can be within so many seconds."""
        bursts = Bursts(self._prepared, jvm, reporter)
        if seconds is not None:
            try:
                bursts.require_possible(seconds)
            except KpathError:
                bursts.remove()
                raise
        self._bursts = bursts
        budget = bursts.budget
        reporter.tell(
            f"sampling {self._prepared.program.name}, {what}; bursts may cost "
            f"{100 * budget.share:g} % of its CPU time, so the first one comes when it has taken "
            f"{budget.missing(0.0):.0f} s or more"
        )
        return bursts

    def _why_none(self) -> str:
        """Why there is nothing of it."""
        assert self._bursts is not None
        return self._bursts.why_none()

    def conclude(self, launched: Launched, reporter: Reporter) -> str | None:
        """Writes the sum of all bursts; returns why there is none, in one line."""
        bursts = self._bursts
        if bursts is None:
            return not_made("no profile", self._why_none())
        try:
            if not bursts.profiles:
                return not_made("no profile", self._why_none())
            sampling = bursts.sampling(launched.ended)

            def amended(record: RunRecord) -> RunRecord:
                return _of_sampling(record, launched, sampling)

            destination = self._prepared.destination
            request = MergeRequest(
                tuple(bursts.profiles), destination,
                force=self._prepared.request.force, keep_runs=True,
            )  # fmt: skip
            with reporter.busy("adding up the bursts"):
                merge(request, reporter.tell, amended)
        except KpathError as error:
            return str(error)
        finally:
            bursts.remove()
        reporter.tell(f"{sampling.text}; profile {destination}")
        return None


class LaunchedBurstSession(BurstSession):
    """A JVM that is started with an agent that does nothing, and then recorded in bursts.

    That agent keeps HotSpot from throwing all compiled code away at the first burst.
    """

    def __init__(self, prepared: Prepared) -> None:
        super().__init__(prepared)
        self._pid = 0
        self._is_ended = False
        self._why_not = "it ended before it could be recorded"

    def launch(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs the target, and records it whenever the budget allows."""
        program = self._prepared.program
        command = with_agent(
            [program.command[0], _ATTACHABLE, *program.command[1:]],
            program.java, self._prepared.jars.agent, DORMANT,
        )  # fmt: skip
        with reporter.live(target_shares_terminal=output is None):
            return run_target(
                command,
                gate,
                lambda: self._look(reporter),
                reporter.say,
                output,
                directory=program.directory,
                on_start=self._note,
            )

    def _note(self, pid: int) -> None:
        self._pid = pid

    def _look(self, reporter: Reporter) -> None:
        """Called all the time; records a burst if it may."""
        if self._is_ended:
            return
        try:
            if self._bursts is None:
                jvm = running_jvm(self._pid)
                self._begin(jvm, f"process {self._pid}", reporter)
            elif self._bursts.is_due():
                self._is_ended = self._bursts.record(_Deaf())
        except KpathError as error:
            # It may be too early, or too late; or forbidden, which doesn't change.
            self._why_not = str(error)
            self._is_ended = self._bursts is not None

    def _why_none(self) -> str:
        if self._bursts is None or self._is_ended:
            return self._why_not
        return super()._why_none()


class _Deaf(SignalGate):
    """Stands for the signal gate in a burst: what comes meanwhile is the target's, behind it."""

    def wait(self, seconds: float) -> None:
        """Waits; there is no signal."""
        time.sleep(seconds)


def _of_sampling(record: RunRecord, launched: Launched, sampling: Sampling) -> RunRecord:
    """The sum's record as that of one recording."""
    program, ended = launched.prepared.program, launched.ended
    is_ours = not isinstance(launched.prepared.request.program, RunningProgram)
    bursts = len(sampling.bursts)
    own = decided([
        Fact(cause=Cause.SAMPLED, text=sampling.text, figure=bursts),
        note(WINDOW),
        note("what was under way at a burst's end is told in its own profile, in `runs`"),
        *record.completeness.contradictions(),
    ])  # fmt: skip
    return with_fields(
        record,
        started=launched.prepared.started.isoformat(timespec="seconds"),
        wall_seconds=ended.wall_seconds,
        command=tuple(program.command),
        workload=launched.workload,
        native_wall_seconds=launched.native_wall_seconds,
        exit_status=ended.status if is_ours else None,
        signal=ended.signal if is_ours else None,
        target=TargetUse(cpu_seconds=sampling.cpu_seconds, max_rss_bytes=ended.max_rss_bytes),
        completeness=own,
        merged=None,
        sampling=sampling,
    )
