"""One process of a trial: its limits, its end, and the resources that it has used."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import variables_of

#: An environment variable of every process of a trial. Its value, a path in the trial's directory,
#: identifies the processes that are left after the runner of trials was killed.
MARK = "KPATH_JVM_TRIAL"
_GRACE_SECONDS = 15.0
_POLL_SECONDS = 1.0
_KILLED_SECONDS = 60.0
_KILLED_POLL_SECONDS = 0.01
_SPAWN = (sys.executable, "-I", "-S", str(Path(__file__).with_name("spawn.py")))


@dataclass(frozen=True)
class Finished:
    """A process that has ended, and its children.

    ``cpu_seconds`` is the sum over all of these processes, and ``max_rss_bytes`` is the peak memory
    of the largest one. ``stopped`` is the reason why we ended the process, or None if we didn't.
    """

    exit_status: int | None
    signal: int | None
    stopped: str | None
    wall_seconds: float
    cpu_seconds: float
    max_rss_bytes: int


class StoppedError(Exception):
    """A process was ended because the whole run has to end."""


class Stop:
    """Tells all lanes to end, including those that are waiting for a process."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()
        self._is_set = False

    def set(self) -> None:
        """Requests the end of all lanes; any thread may call this."""
        self._is_set = True
        os.write(self._write, b".")

    def is_set(self) -> bool:
        """Returns whether the end was requested."""
        return self._is_set

    def fileno(self) -> int:
        """Returns a descriptor that becomes, and stays, readable when the end is requested."""
        return self._read

    def close(self) -> None:
        """Closes the descriptors; must be called only when no thread is waiting for them."""
        os.close(self._read)
        os.close(self._write)


def run_limited(
    command: Sequence[str],
    log: Path,
    directory: Path,
    environment: Mapping[str, str],
    limit_seconds: float,
    stop: Stop,
    check: Callable[[], str | None] = lambda: None,
) -> Finished:
    """Runs a command to its end in a session of its own, with stdout and stderr in ``log``.

    The command's processes get SIGTERM, then SIGKILL, when ``limit_seconds`` are over, when
    ``check`` (called every second) returns a reason, when ``stop`` is set, and after an exception.
    Raises StoppedError when ``stop`` is set, and KpathError when spawn.py can't be started.
    """
    result = log.with_name(f".{log.name}.usage")
    result.unlink(missing_ok=True)
    deadline = time.monotonic() + limit_seconds
    process = _start([*_SPAWN, str(result), *command], log, directory, environment)
    try:
        stopped = _wait(process.pid, deadline, limit_seconds, stop, check)
        if stopped is not None:
            _end(process.pid)
    except BaseException:
        _end(process.pid)
        raise
    finally:
        # Processes that the command left running would disturb the next trial.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        _await_end(process.pid)
        process.wait()
    return _finished(result, stopped)


def _finished(result: Path, stopped: str | None) -> Finished:
    """Returns what spawn.py has reported, or SIGKILL and zeros if spawn.py was killed."""
    try:
        status, wall, cpu, memory = result.read_text("utf-8").split()
        result.unlink()
    except (OSError, ValueError):
        return Finished(None, signal.SIGKILL, stopped, 0.0, 0.0, 0)
    code = os.waitstatus_to_exitcode(int(status))
    return Finished(
        exit_status=code if code >= 0 else None,
        signal=-code if code < 0 else None,
        stopped=stopped,
        wall_seconds=float(wall),
        cpu_seconds=float(cpu),
        max_rss_bytes=int(memory),
    )


def _start(
    command: Sequence[str], log: Path, directory: Path, environment: Mapping[str, str]
) -> "subprocess.Popen[bytes]":
    try:
        with log.open("wb") as output:
            return subprocess.Popen(
                command,
                cwd=directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
    except OSError as error:
        raise KpathError(f"cannot start {command[0]}: {error.strerror or error}", 125) from None


def _wait(
    pid: int, deadline: float, limit_seconds: float, stop: Stop, check: Callable[[], str | None]
) -> str | None:
    """Waits until a process has ended, and returns None; doesn't reap the process.

    If there is a reason to end the process before that, returns this reason. Raises StoppedError
    when ``stop`` is set.
    """
    ends = os.pidfd_open(pid)
    try:
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                return f"time limit of {limit_seconds:g} s"
            readable, _, _ = select.select([ends, stop.fileno()], [], [], min(left, _POLL_SECONDS))
            if ends in readable:
                return None
            if readable:
                raise StoppedError
            reason = check()
            if reason is not None:
                return reason
    finally:
        os.close(ends)


def _end(pid: int) -> None:
    """Sends SIGTERM to a session, and SIGKILL when the leader has ended or the time is up.

    The session's leader isn't reaped meanwhile, so no other process can get the leader's id.
    """
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGTERM)
    with suppress(OSError):
        ends = os.pidfd_open(pid)
        try:
            select.select([ends], [], [], _GRACE_SECONDS)
        finally:
            os.close(ends)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _await_end(group: int) -> None:
    """Waits until killed processes have ended; a process with gigabytes of memory takes a while."""
    deadline = time.monotonic() + _KILLED_SECONDS
    while _runs(group) and time.monotonic() < deadline:
        time.sleep(_KILLED_POLL_SECONDS)


def _runs(group: int) -> bool:
    """Returns whether any process of the group is still running; zombies don't count."""
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        with suppress(OSError):
            stat = (entry / "stat").read_bytes().rpartition(b")")[2].split()
            if int(stat[2]) == group and stat[0] not in b"ZX":
                return True
    return False


def end_marked(directory: Path) -> list[int]:
    """Kills the processes that a killed runner of trials in ``directory`` left; returns the ids."""
    prefix = f"{MARK}={directory.resolve()}{os.sep}".encode()
    killed = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            variables = variables_of(int(entry.name))
        except OSError:
            continue
        if any(variable.startswith(prefix) for variable in variables):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(int(entry.name), signal.SIGKILL)
                killed.append(int(entry.name))
    return killed
