"""Waits for conditions, never for a fixed time: how long something takes depends on the load."""

import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kpath_jvm.recording.processes import is_alive, status_of

#: Only a defect reaches this limit.
LIMIT_SECONDS = 600.0
_POLL_SECONDS = 0.02
T = TypeVar("T")


def wait_for(
    condition: Callable[[], T | None], what: str, *, limit_seconds: float = LIMIT_SECONDS
) -> T:
    """Calls ``condition`` until its result is true, and returns this result.

    After the limit, raises a TimeoutError: "waited in vain for ... s until ``what``".
    """
    deadline = time.monotonic() + limit_seconds
    while True:
        # A check after the deadline counts, too: the processor may have been busy until then.
        is_last = time.monotonic() > deadline
        found = condition()
        if found:
            return found
        if is_last:
            raise TimeoutError(f"waited in vain for {limit_seconds:g} s until {what}")
        time.sleep(_POLL_SECONDS)


def wait_for_program(process: "subprocess.Popen[bytes] | subprocess.Popen[str]") -> None:
    """Waits until a process that was just started is running its program.

    Popen returns as soon as loading the program can no longer fail. A moment later, the kernel sets
    the process's name, its arguments and its environment, in this order. Until then, /proc shows
    the parent's name, no arguments and no environment. This function waits until /proc shows an
    environment, so the process must have one.
    """

    def has_environment() -> bool:
        assert process.poll() is None, f"{process.args!r} has ended with {process.returncode}"
        return Path(f"/proc/{process.pid}/environ").read_bytes() != b""

    wait_for(has_environment, f"process {process.pid} runs {process.args!r}")


def wait_for_state(pid: int, state: str) -> None:
    """Waits until /proc shows one of the letters of ``state``, such as "T" for stopped."""
    wait_for(
        lambda: status_of(pid).get("State", "?")[0] in state,
        f"process {pid} is in a state of {state!r}",
    )


def wait_for_end(pid: int) -> None:
    """Waits until a process has ended and its parent has waited for it."""
    wait_for(lambda: not is_alive(pid), f"process {pid} has ended")
