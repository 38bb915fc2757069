"""Talks to a process that records: asks for its state and for dumps, and finds out how it ended."""

from __future__ import annotations

import os
from pathlib import Path

from kpath_jvm.control import places
from kpath_jvm.control.client import NoAnswerError, connected, not_to_control
from kpath_jvm.control.messages import ControlRequest, Status, Verb
from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jvms import jvm_of, jvms_named
from kpath_jvm.recording.processes import is_running, process_id, start_time


class Recorder:
    """Sends requests to a recorder, the process that records a JVM.

    A request without an answer raises KpathError. Several threads can send requests at once,
    because each request has a connection of its own.
    """

    def __init__(self, pid: int) -> None:
        """Takes a JVM's process id. Raises KpathError if that JVM isn't being recorded."""
        self.pid = pid
        with connected(pid) as one:
            status = one.status()
            owner = one.recorder_pid
        self._owner, self._owner_started = owner, start_time(owner)
        self._profile = None if status.profile is None else Path(status.profile)
        # A profile that already exists is of an earlier recording, and will be replaced.
        self._earlier = _identity(self._profile)

    def status(self) -> Status:
        """Returns the state of the recording."""
        with connected(self.pid) as one:
            return one.status()

    def dump(self, output: Path, *, force: bool = False) -> Status:
        """Writes a profile of what has been recorded so far."""
        return self._done(
            ControlRequest(verb=Verb.DUMP, output=str(output.absolute()), force=force)
        )

    def look(self, output: Path) -> Status:
        """Writes a profile of roughly what has been recorded, at no cost to the program.

        Returns the recording's status at the moment that the profile shows.
        """
        return self._done(ControlRequest(verb=Verb.DUMP, output=str(output.absolute()), look=True))

    def reset(self) -> Status:
        """Restarts all counts."""
        return self._done(ControlRequest(verb=Verb.RESET))

    def pause(self) -> Status:
        """Stops counting, until ``resume`` is called."""
        return self._done(ControlRequest(verb=Verb.STOP))

    def resume(self) -> Status:
        """Resumes counting."""
        return self._done(ControlRequest(verb=Verb.START))

    def end(self) -> Status:
        """Ends the recording, so that its profile is written."""
        return self._done(ControlRequest(verb=Verb.END))

    def _done(self, request: ControlRequest) -> Status:
        with connected(self.pid) as one:
            return one.done(request)

    def written(self) -> Path | None:
        """Returns the profile that the recorder has written at the recording's end, or None."""
        found = _identity(self._profile)
        return self._profile if found is not None and found != self._earlier else None

    def what_became(self) -> str | None:
        """Returns how a recorder that doesn't answer has ended; None if it is still running."""
        if self.written() is not None:
            return f"the recording is over; `kpath-jvm report {self._profile}` shows its profile"
        if is_running(self._owner, self._owner_started):
            return None
        return (
            f"the kpath-jvm that recorded process {self.pid} has ended without a profile; "
            "if it was killed, `kpath-jvm recover` can still make the profile"
        )


def find(what: str) -> int:
    """Returns the process id of the JVM that ``what`` names.

    ``what`` can be the process id of the JVM or of the kpath-jvm process that records it, the
    profile that is being made, or the JVM's main class or jar. Raises KpathError, with a message of
    one line, when nothing is being recorded under that name. But if ``what`` is a process id, it is
    returned even if that process isn't being recorded.
    """
    pid = process_id(what)
    if pid is not None:
        other = None if pid in places.recorded() else recorded_by(pid)
        return pid if other is None else other
    path = Path(what)
    known: list[str] = []
    silent: NoAnswerError | None = None
    for pid in places.recorded():
        try:
            with connected(pid) as one:
                status = one.status()
        except NoAnswerError as error:
            silent = error
            continue
        except KpathError:
            continue
        known.append(f"{pid} ({status.program})")
        if status.profile is not None and _is_same(Path(status.profile), path):
            return pid
    if (path / "run.json").is_file():
        raise KpathError(
            f"{what} is a finished profile: its recording is over, and `kpath-jvm report {what}` "
            "shows it"
        )
    if silent is not None:
        # The recording that didn't answer may be the one that the user means.
        raise silent
    if what and jvms_named(what, places.recorded()):
        # This raises an error if several JVMs have that name.
        return jvm_of(what, places.recorded())
    now = (
        f"recorded now: {', '.join(known)}"
        if known
        else f"no JVM of this user is recorded now{not_to_control()}"
    )
    raise KpathError(
        f"no recording under way matches {what or repr(what)}; give a process id, a "
        f"main class or the profile that is being made; {now}"
    )


def recorded_by(owner: int) -> int | None:
    """Returns the id of the JVM that the kpath-jvm process ``owner`` is recording, or None."""
    for pid in places.recorded():
        try:
            with connected(pid) as one:
                if one.recorder_pid == owner:
                    return pid
        except KpathError:
            continue
    return None


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _identity(profile: Path | None) -> tuple[int, int] | None:
    if profile is None:
        return None
    try:
        status = (profile / "run.json").stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns
