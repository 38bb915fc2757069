"""The run without the agent, from which the slowdown is known."""

import os
import stat

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import native_command
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import run_target
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program


def run_natively(program: Program, gate: SignalGate, reporter: Reporter) -> float:
    """Runs the program as it is, its output dropped; returns its wall time in seconds.

    KpathError when it fails, or when its stdin could not be read a second time.
    """
    position = _stdin_position()
    command = native_command(program.command, program.java)
    reporter.tell(f"running {program.name} without the agent first")
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        ended = run_target(
            command, gate, lambda: None, reporter.say, nowhere, directory=program.directory
        )
    if ended.interrupts:
        raise KeyboardInterrupt
    if ended.status != 0:
        raise KpathError(
            f"without the agent {program.name} ended with status {ended.status}; "
            "leave out --compare-native to record it nevertheless",
            125,
        )
    if position is not None:
        os.lseek(0, position, os.SEEK_SET)
    return ended.wall_seconds


def _stdin_position() -> int | None:
    """Where to set stdin back to after a run; None for a device, which has no position."""
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return None
    if stat.S_ISREG(mode):
        return os.lseek(0, 0, os.SEEK_CUR)
    if stat.S_ISCHR(mode):
        return None
    raise KpathError(
        "--compare-native runs the program twice, and stdin is a pipe, which cannot be read "
        "twice; redirect stdin from a file or /dev/null",
        125,
    )
