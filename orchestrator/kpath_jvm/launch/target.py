"""Runs the target, and reports how it ended."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.children import StartedJvms
from kpath_jvm.launch.signals import Received, SignalGate

_POLL_SECONDS = 0.2
#: The signals that ask a program to end.
_ENDING = (signal.SIGTERM, signal.SIGHUP)


class AskedToEndError(KpathError):
    """Raised if a signal asked us to end; ``number`` is the signal's number."""

    def __init__(self, number: int, when: str) -> None:
        super().__init__(f"stopped by {signal_name(number)} {when}", 128 + number)
        self.number = number


class Ended(Struct, frozen=True):
    """How a target ended: ``status`` is as in a shell (128 + n for signal n).

    ``cpu_seconds`` is the CPU time of the target and of the children that it waited for.
    ``max_rss_bytes`` is the peak memory of the largest of these processes (see PeakMemory), or None
    if unknown. ``jvms`` names the program of each JVM that was seen among the target's descendants
    (see StartedJvms). ``stopped`` is the last SIGTERM or SIGHUP that we got, or None.
    """

    status: int
    signal: int | None
    wall_seconds: float
    interrupts: int
    pid: int
    cpu_seconds: float
    max_rss_bytes: int | None
    jvms: tuple[str, ...] = ()
    stopped: int | None = None


class PeakMemory:
    """Watches the memory of a child process: call ``look`` now and then, and ``of`` at the end.

    Before its exec, a child shares our memory, and the kernel counts that memory as the child's
    own. So if wait4 reports a peak that is no larger than ours, the peak may not be the child's.
    ``of`` then returns the largest peak that ``look`` has seen.
    """

    def __init__(self, pid: int) -> None:
        self._status = Path(f"/proc/{pid}/status")
        self._inherited_bytes = _peak_bytes(Path("/proc/self/status"))
        self._seen_bytes = 0

    def look(self) -> None:
        """Takes note of the peak so far; does nothing when the child has ended."""
        self._seen_bytes = max(self._seen_bytes, _peak_bytes(self._status))

    def of(self, usage: resource.struct_rusage) -> int | None:
        """Returns the peak in bytes, from wait4's report on the child, or None if unknown."""
        reported = usage.ru_maxrss * 1024
        return reported if reported > self._inherited_bytes else self._seen_bytes or None


def signal_name(number: int) -> str:
    """Returns a name such as "SIGKILL", or "signal 77" for a signal without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def run_target(
    command: Sequence[str],
    gate: SignalGate,
    on_poll: Callable[[], None],
    say: Callable[[str], None],
    output: IO[bytes] | None = None,
    environment: Mapping[str, str] | None = None,
    directory: Path | None = None,
    meanwhile: Callable[[], None] = lambda: None,
    on_start: Callable[[int], None] = lambda _: None,
) -> Ended:
    """Runs the command in our process group with our stdin, and waits for the process to end.

    The target's stdout and stderr are ours, or ``output`` if given. Its environment and its working
    directory are also ours unless given. ``on_start`` gets the target's process id. ``meanwhile``
    is called once, after the start. ``on_poll`` is called about five times a second. A signal that
    we get is passed on, unless the terminal also gave it to the target. A second interrupt kills
    the target. If ``meanwhile`` or ``on_poll`` fails, the first failure is reported, and the wait
    goes on.

    Raises KpathError (exit status 125) when the command can't be started.
    """
    jvms = StartedJvms()
    started = time.monotonic()
    process = _start(command, gate, output, environment, directory)
    memory = PeakMemory(process.pid)
    jvms.follow(process.pid)
    interrupts, stopped = 0, None
    on_start(process.pid)
    guarded = _Guarded(say)
    guarded.do(meanwhile)
    # Signals that have already come are handled before the first check for the target's end.
    patience = 0.0
    while True:
        received = gate.wait(patience)
        patience = _POLL_SECONDS
        if received is not None:
            interrupts += received.number == signal.SIGINT
            stopped = received.number if received.number in _ENDING else stopped
            _react(process, received, interrupts, say)
        # This isn't poll(), because only wait4 reports the resources that this child has used.
        reaped, status, usage = os.wait4(process.pid, os.WNOHANG)
        if reaped:
            break
        memory.look()
        jvms.look()
        guarded.do(on_poll)
    seconds = time.monotonic() - started
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    return Ended(
        status=128 - code if code < 0 else code,
        signal=-code if code < 0 else None,
        wall_seconds=seconds,
        interrupts=interrupts,
        pid=process.pid,
        cpu_seconds=usage.ru_utime + usage.ru_stime,
        max_rss_bytes=memory.of(usage),
        jvms=tuple(jvms.names.values()),
        stopped=stopped,
    )


class _Guarded:
    """Does work while the target runs; reports the first failure, and ignores later ones."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._is_said = False

    def do(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:
            if not self._is_said:
                self._is_said = True
                why = str(error) if isinstance(error, KpathError) else repr(error)
                self._say(f"watching the target failed ({why}); the target goes on")


def _start(
    command: Sequence[str],
    gate: SignalGate,
    output: IO[bytes] | None,
    environment: Mapping[str, str] | None,
    directory: Path | None,
) -> "subprocess.Popen[bytes]":
    early = gate.wait(0)
    if early is not None:
        # The signal came before there was a process to pass it on to.
        raise AskedToEndError(early.number, "before the start")
    # Our earlier output must appear before the target's output.
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        with gate.opened():
            return subprocess.Popen(
                command, stdout=output, stderr=output, env=environment, cwd=directory
            )
    except OSError as error:
        raise KpathError(
            f"cannot start {command[0]}: {error.strerror}; check that it can be run by itself", 125
        ) from None


def _react(
    process: "subprocess.Popen[bytes]",
    received: Received,
    interrupts: int,
    say: Callable[[str], None],
) -> None:
    if received.number == signal.SIGINT and interrupts > 1:
        say("killing the target; the profile of what it did so far follows")
        # If the process has just ended, Popen's own methods would reap it, and wait4 couldn't.
        os.kill(process.pid, signal.SIGKILL)
        return
    if received.number == signal.SIGINT:
        say("interrupted: waiting for the target to end; Ctrl-C again kills it")
    if not received.reached_target:
        os.kill(process.pid, received.number)


def _peak_bytes(status: Path) -> int:
    """Returns a process's VmHWM, or 0 if the process has ended or /proc doesn't show VmHWM."""
    try:
        lines = status.read_text("utf-8", "replace").splitlines()
    except OSError:
        return 0
    found = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(next(found, "0")) * 1024
