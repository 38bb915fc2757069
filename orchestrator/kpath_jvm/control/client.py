"""Sends requests to a JVM's recording: ``with connected(pid) as recording: recording.ask(...)``.

The *recorder* is the kpath-jvm process that records the JVM. It answers the requests.
"""

import os
import pwd
import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kpath_jvm.control import places
from kpath_jvm.control.messages import (
    MOST_BYTES,
    ControlAnswer,
    ControlRequest,
    Status,
    Verb,
    answer_of,
    encoded,
)
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import is_stopped, jvm_libraries, process_of, start_time

_MOST_NAMED = 4
_AGENT = b"kpath.jar"
_DORMANT_AGENT = b"kpath.jar=dormant"
#: How long to wait for the answer to a status request. A recorder answers it at once, unless the
#: machine is busy.
STATUS_SECONDS = 30.0
#: A recorder is reported as stopped only after it has been stopped for this time, because a user
#: who pressed Ctrl-Z may type fg right away.
_STOPPED_SECONDS = 1.0
_LOOK_SECONDS = 0.5
#: The fields of struct ucred: pid, uid and gid.
_CREDENTIALS = struct.Struct("3i")


class NoAnswerError(KpathError):
    """Raised if the recorder exists but doesn't answer."""


class Connection:
    """A connection to a recording, which answers requests one after the other."""

    def __init__(self, pid: int, connected_to: socket.socket) -> None:
        self._pid = pid
        self._socket = connected_to
        self._received = b""

    def ask(self, request: ControlRequest) -> ControlAnswer:
        """Sends a request, waits until it is done, and returns the recorder's answer.

        The wait may be long if a large profile must be written. Raises KpathError if the recorder
        ends in the meantime. Raises NoAnswerError if the recorder is stopped, or if it doesn't
        answer a request for the status within STATUS_SECONDS.
        """
        if self._is_held():
            raise _stopped(self._pid, self.recorder_pid, "")
        try:
            self._socket.sendall(encoded(request))
            line = self._answer_to(request.verb)
        except OSError:
            line = b""
        if not line.endswith(b"\n"):
            raise KpathError(
                f"the kpath-jvm that records process {self._pid} has ended before it answered "
                f"{request.verb}; if it was killed, `kpath-jvm recover` makes the profile"
            )
        return answer_of(line)

    def _answer_to(self, verb: Verb) -> bytes:
        """Returns the recorder's next message, or a part of it if the recorder ends."""
        until = time.monotonic() + STATUS_SECONDS if verb is Verb.STATUS else None
        while b"\n" not in self._received and len(self._received) < MOST_BYTES:
            if select.select([self._socket], [], [], _LOOK_SECONDS)[0]:
                found = self._socket.recv(MOST_BYTES)
                if not found:
                    break
                self._received += found
            elif self._is_held():
                later = "" if verb is Verb.STATUS else f", and then does the {verb}"
                if verb is Verb.DUMP:
                    later += ", or refuses it if more must be counted first"
                raise _stopped(self._pid, self.recorder_pid, later)
            elif until is not None and time.monotonic() > until:
                raise NoAnswerError(
                    f"the kpath-jvm that records process {self._pid} (process "
                    f"{self.recorder_pid}) has not answered for {STATUS_SECONDS:g} s; ask again "
                    "when the machine is less busy"
                )
        line, end, self._received = self._received.partition(b"\n")
        return line + end

    def _is_held(self) -> bool:
        """Returns whether the recorder is stopped, and not just for a moment."""
        until = time.monotonic() + _STOPPED_SECONDS
        while is_stopped(self.recorder_pid):
            if time.monotonic() > until:
                return True
            time.sleep(_LOOK_SECONDS / 10)
        return False

    def status(self) -> Status:
        """Returns the recording's status; raises KpathError if the recorder doesn't send it."""
        return self.ask(ControlRequest(verb=Verb.STATUS)).status

    def done(self, request: ControlRequest) -> Status:
        """Returns the status after the request is done; raises KpathError if it can't be done."""
        answer = self.ask(request)
        if answer.error is not None:
            raise KpathError(answer.error)
        return answer.status

    @property
    def recorder_pid(self) -> int:
        """The process id of the recorder."""
        content = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        pid: int = _CREDENTIALS.unpack(content)[0]
        return pid

    def close(self) -> None:
        """Ends the connection; the recording goes on."""
        self._socket.close()


@contextmanager
def connected(pid: int) -> Iterator[Connection]:
    """Yields a connection to a JVM's recording.

    Raises KpathError if there is no recording, or if its recorder accepts no connection.
    """
    connection = _connect(pid)
    try:
        yield connection
    finally:
        connection.close()


def _connect(pid: int) -> Connection:
    stale = False
    for place in places.sockets(pid):
        one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            _limit(one, _STOPPED_SECONDS)
            one.connect(str(place))
            return Connection(pid, one)
        except BlockingIOError:
            # Many other connections are waiting, and nobody accepts them.
            one.close()
            raise _silent(pid, places.listener(place)) from None
        except OSError:
            # Nobody listens, because the process that listened is dead.
            one.close()
            stale = True
            with suppress(OSError):
                place.unlink()
    if stale:
        raise KpathError(
            f"the kpath-jvm that recorded process {pid} is dead; `kpath-jvm recover` lists what it "
            "has left"
        )
    raise KpathError(f"cannot control process {pid}: {_why_none(pid)}")


def _limit(one: socket.socket, seconds: float) -> None:
    """Makes connecting and sending raise BlockingIOError if they take more than ``seconds``."""
    whole = int(seconds)
    rest = int((seconds - whole) * 1e6)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", whole, rest))


def _silent(pid: int, recorder: int | None) -> KpathError:
    if recorder is not None and is_stopped(recorder):
        return _stopped(pid, recorder, "")
    who = "" if recorder is None else f" (process {recorder})"
    return NoAnswerError(
        f"the kpath-jvm that records process {pid}{who} takes no more connections; ask again when "
        "the machine is less busy"
    )


def _stopped(pid: int, recorder: int, later: str) -> KpathError:
    return NoAnswerError(
        f"the kpath-jvm that records process {pid} is stopped (process {recorder}); it goes on "
        f"with `kill -CONT {recorder}`, or with fg in its terminal{later}"
    )


def _why_none(pid: int) -> str:
    if not start_time(pid):
        return f"there is no such process; {_known()}"
    try:
        owner = Path(f"/proc/{pid}").stat().st_uid
    except OSError:
        return f"there is no such process; {_known()}"
    if owner != os.geteuid():
        return f"it is {_user(owner)}'s; run kpath-jvm as that user"
    whole = process_of(pid)
    if whole != pid:
        return f"it is a thread of process {whole}; give {whole} instead"
    if why := _recorder(pid) or _in_bursts(pid):
        return why
    attacher = places.attached_to().get(pid)
    if attacher is not None:
        return (
            f"`kpath-jvm attach` (process {attacher}) is attaching to it, which takes a while on a "
            "busy machine; ask again when that command says that it is attached"
        )
    if _has_agent(pid):
        return (
            "its recording can't be controlled: if the recording has just begun, ask again; if it "
            "is made by an inline profiler (--profiler), with --follow-children or by the agent "
            "alone, wait for the profile, which is written at the end"
        )
    if not jvm_libraries(pid):
        return f"it isn't a JVM; {_known()}"
    return f"no kpath-jvm records it; {_known()}; to record it, run `kpath-jvm attach {pid}`"


def _recorder(pid: int) -> str | None:
    """Returns a message that says which JVM a process records; None if it records no JVM."""
    recorded = [
        jvm for jvm in places.recorded() if pid in map(places.listener, places.sockets(jvm))
    ]
    if recorded:
        return f"it is the kpath-jvm that records process {recorded[0]}; give {recorded[0]} instead"
    return None


def _in_bursts(pid: int) -> str | None:
    """Returns why a process that is recorded in bursts, or records in bursts, can't be controlled.

    Returns None for any other process.
    """
    sampler = places.sampler(pid)
    if sampler is not None:
        return (
            f"it is recorded in bursts (--max-overhead, by process {sampler}), which can't be "
            "controlled: its profile comes at the end"
        )
    sampled = [jvm for jvm, recorder in places.sampled().items() if recorder == pid]
    if sampled:
        return (
            f"it records process {sampled[0]} in bursts (--max-overhead), which can't be "
            "controlled: its profile comes at the end"
        )
    return None


def _has_agent(pid: int) -> bool:
    """Returns whether a process was started with our agent, unless that agent is dormant.

    A dormant agent does nothing until a second agent is attached.
    """
    for file in ("cmdline", "environ"):
        with suppress(OSError):
            content = Path(f"/proc/{pid}/{file}").read_bytes()
            if _AGENT in content.replace(_DORMANT_AGENT, b""):
                return True
    return False


def _known() -> str:
    found = places.recorded()
    if found:
        return f"recorded now: {_named(found)}"
    return f"no JVM of this user is recorded now{not_to_control()}"


def not_to_control() -> str:
    """Returns the end of a message that says that no recording can be controlled.

    The text names the JVMs that are recorded in bursts, and those that will be recorded soon.
    """
    sampled, attached_to = sorted(places.sampled()), sorted(places.attached_to())
    bursts = f", except in bursts, which can't be controlled: {_named(sampled)}" if sampled else ""
    begins = f"; `kpath-jvm attach` is attaching to {_named(attached_to)}" if attached_to else ""
    return bursts + begins


def _named(pids: list[int]) -> str:
    more = ", …" if len(pids) > _MOST_NAMED else ""
    return f"{', '.join(map(str, pids[:_MOST_NAMED]))}{more}"


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"
