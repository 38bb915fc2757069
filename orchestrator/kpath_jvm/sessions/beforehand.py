"""Runs the program once before it is recorded, and writes the findings into the profile."""

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import AskedToEndError, Ended, run_target
from kpath_jvm.records.record import Record, write_record
from kpath_jvm.regular_files import reason
from kpath_jvm.sessions.progress import Reporter
from kpath_jvm.sessions.request import Program


def write_findings(
    path: Path,
    what: str,
    read: Callable[[], Record],
    why: Callable[[KpathError], str] = str,
) -> str | None:
    """Writes a run's findings to ``path``; returns the reason in one line if that fails, or None.

    ``what`` names the findings, and ``read`` returns them or raises KpathError. ``why`` turns the
    KpathError into the reason.
    """
    try:
        write_record(path, read())
    except KpathError as error:
        return f"no {what}: {why(error)}"
    except OSError as error:
        path.unlink(missing_ok=True)
        return f"no {what}: cannot write {path}: {reason(error)}; make room and record again"
    return None


def run_beforehand(
    program: Program,
    command: Sequence[str],
    option: str,
    announcement: str,
    gate: SignalGate,
    reporter: Reporter,
    environment: Mapping[str, str] | None = None,
) -> Ended:
    """Runs the program with ``command``, drops its output, and restores stdin's position.

    ``option`` is the option that asks for the run; ``announcement`` is the line that announces the
    run. Raises KpathError if the command can't be started or if stdin can't be read a second time.
    Raises AskedToEndError if SIGTERM or SIGHUP came during the run. Raises KeyboardInterrupt, after
    the run's end, if the run was interrupted.
    """
    position = _repeatable_stdin(option)
    reporter.tell_run(announcement)
    if program.surroundings is not None:
        program.surroundings.forget()
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123
        ended = run_target(
            command,
            gate,
            lambda: None,
            reporter.say,
            nowhere,
            environment=environment,
            directory=program.directory,
        )
    if ended.interrupts:
        raise KeyboardInterrupt
    if ended.stopped is not None:
        # The signal was passed on to the program, but was also meant to prevent the recorded run.
        raise AskedToEndError(ended.stopped, "before the recorded run")
    if position is not None:
        os.lseek(0, position, os.SEEK_SET)
    return ended


def stdin_position() -> int | None:
    """Returns stdin's position, or None if stdin has none."""
    try:
        is_file = stat.S_ISREG(os.fstat(0).st_mode)
    except OSError:
        return None
    return os.lseek(0, 0, os.SEEK_CUR) if is_file else None


def _repeatable_stdin(option: str) -> int | None:
    """Returns stdin's position, which is restored after a run; None if stdin has no position.

    Raises KpathError (125) if stdin is a pipe, or something else that can't be read twice.
    """
    try:
        mode = os.fstat(0).st_mode
    except OSError:
        return None
    if stat.S_ISREG(mode) or stat.S_ISCHR(mode):
        return stdin_position()
    raise KpathError(
        f"{option} runs the program twice, and stdin is a pipe, which cannot be read "
        "twice; redirect stdin from a file or /dev/null",
        125,
    )
