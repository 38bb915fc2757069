"""The sources of bursts: a JVM that is already running, or one that is started."""

from __future__ import annotations

import time
from typing import IO, TYPE_CHECKING, Protocol

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import DORMANT, with_agent
from kpath_jvm.launch.running import TakesNoAgentsError, running_jvm
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.sessions.bursts.bursts import Bursts
from kpath_jvm.sessions.request import RunningProgram

if TYPE_CHECKING:
    from kpath_jvm.launch.running import RunningJvm
    from kpath_jvm.sessions.prepared import Prepared
    from kpath_jvm.sessions.progress import Reporter

_POLL_SECONDS = 0.2
#: This option keeps a JVM from printing a warning at each burst. All JDKs since version 9 have it.
_ATTACHABLE = "-XX:+EnableDynamicAgentLoading"


class BurstSource(Protocol):
    """A JVM that is recorded in bursts."""

    @property
    def bursts(self) -> Bursts | None:
        """The bursts; None until sampling begins."""

    def record(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Records a burst whenever the budget allows one, until the JVM or the sampling ends."""

    def why_none(self) -> str:
        """Returns why no burst has recorded anything."""


class AttachedBursts:
    """Records a running JVM in bursts."""

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self.bursts: Bursts | None = None

    def record(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:  # noqa: ARG002
        """Records bursts until the time is over, or too little of it is left for the first burst.

        Sampling also ends if a signal arrives, the JVM ends, or a burst fails.
        """
        program = self._prepared.request.program
        assert isinstance(program, RunningProgram)
        jvm = running_jvm(program.pid)
        how_long = "until Ctrl-C" if program.seconds is None else f"for {program.seconds:g} s"
        if jvm.warns(self._prepared.program.jdk):
            reporter.tell(
                f"process {jvm.pid} will print a warning for each burst; "
                "-XX:+EnableDynamicAgentLoading at its start prevents that"
            )
        what = f"process {jvm.pid}, {how_long}"
        bursts = self.bursts = _begin(self._prepared, jvm, what, reporter, program.seconds)
        try:
            return _recorded(bursts, program.seconds, gate)
        except KpathError:
            bursts.remove()
            raise

    def why_none(self) -> str:
        """Returns why there is no profile of the bursts."""
        assert self.bursts is not None
        return self.bursts.why_none()


def _recorded(bursts: Bursts, seconds: float | None, gate: SignalGate) -> Ended:
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
            break
    return bursts.ended(interrupts)


def _begin(
    prepared: Prepared,
    jvm: RunningJvm,
    what: str,
    reporter: Reporter,
    seconds: float | None = None,
) -> Bursts:
    """Announces sampling; raises KpathError if ``seconds`` is too short for a burst."""
    bursts = Bursts(prepared, jvm, reporter)
    if seconds is not None:
        try:
            bursts.require_possible(seconds)
        except KpathError:
            bursts.remove()
            raise
    budget = bursts.budget
    reporter.tell_run(
        f"sampling {prepared.program.name}, {what}; bursts may cost "
        f"{100 * budget.share:g} % of its CPU time, so the first burst comes after "
        f"{budget.missing(0.0):.0f} s or more of CPU time"
    )
    return bursts


class LaunchedBursts:
    """Starts a JVM with an idle agent, and then records it in bursts.

    The idle agent keeps HotSpot from dropping all compiled code at the first burst.
    """

    def __init__(self, prepared: Prepared) -> None:
        self._prepared = prepared
        self._pid = 0
        self._is_ended = False
        #: Why the last attempt to record the JVM failed, or None.
        self._why_not: str | None = None
        self.bursts: Bursts | None = None

    def record(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
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
        """Begins sampling when the JVM is ready; later calls record a burst if one is due."""
        if self._is_ended:
            return
        try:
            if self.bursts is None:
                jvm = running_jvm(self._pid)
                self.bursts = _begin(self._prepared, jvm, f"process {self._pid}", reporter)
                self._why_not = None
            elif self.bursts.is_due():
                self._is_ended = self.bursts.record(_Deaf())
        except TakesNoAgentsError as error:
            # A second try might replace this reason with "the JVM has ended".
            self._why_not = str(error)
            self._is_ended = True
        except KpathError as error:
            # Before sampling begins, the JVM may just not be ready, so the next call tries again.
            # Afterwards, the error is a failure of the first burst, and ends sampling.
            self._why_not = str(error)
            self._is_ended = self.bursts is not None

    def why_none(self) -> str:
        """Returns what kept the JVM from being recorded, or why its bursts recorded nothing."""
        if self._why_not is None and self.bursts is not None:
            return self.bursts.why_none()
        return self._why_not or "it ended before it could be recorded"


class _Deaf(SignalGate):
    """A SignalGate that sees no signals during a burst; the target's own gate takes them later."""

    def wait(self, seconds: float) -> None:
        """Waits; there is no signal."""
        time.sleep(seconds)
