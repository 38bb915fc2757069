"""Asking the recording of a JVM: ``with connected(pid) as recording: recording.ask(...)``."""

import os
import pwd
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kpath_jvm.control import places
from kpath_jvm.control.messages import MOST_BYTES, Answer, Request, Status, Verb, answer_of, encoded
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.processes import start_time

_MOST_NAMED = 4
_AGENT = b"kpath.jar"
#: Of struct ucred: pid, uid and gid.
_CREDENTIALS = struct.Struct("3i")


class Connection:
    """A recording that can be asked, one thing after the other."""

    def __init__(self, pid: int, connected_to: socket.socket) -> None:
        self._pid = pid
        self._socket = connected_to
        self._lines = connected_to.makefile("rb")

    def ask(self, request: Request) -> Answer:
        """Returns the answer, when it is done; KpathError when the recorder ends meanwhile."""
        try:
            self._socket.sendall(encoded(request))
            line = self._lines.readline(MOST_BYTES)
        except OSError:
            line = b""
        if not line.endswith(b"\n"):
            raise KpathError(
                f"the kpath-jvm that records process {self._pid} has ended before it answered "
                f"{request.verb}; if it was killed, `kpath-jvm recover` makes the profile"
            )
        return answer_of(line)

    def status(self) -> Status:
        """Returns how the recording is; KpathError when its recorder has ended."""
        return self.ask(Request(verb=Verb.STATUS)).status

    def done(self, request: Request) -> Status:
        """Returns the status when it is done; KpathError for what can't be done."""
        answer = self.ask(request)
        if answer.error is not None:
            raise KpathError(answer.error)
        return answer.status

    @property
    def recorder_pid(self) -> int:
        """The process that listens: the kpath-jvm that records."""
        content = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        pid: int = _CREDENTIALS.unpack(content)[0]
        return pid

    def close(self) -> None:
        """Ends the connection; the recording goes on."""
        self._lines.close()
        self._socket.close()


@contextmanager
def connected(pid: int) -> Iterator[Connection]:
    """Within, the recording of a JVM can be asked; KpathError, in one line, when there is none."""
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
            one.connect(str(place))
            return Connection(pid, one)
        except OSError:
            # Nobody listens: who did is dead.
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


def _why_none(pid: int) -> str:
    if not start_time(pid):
        return f"there is no such process; {_known()}"
    try:
        owner = Path(f"/proc/{pid}").stat().st_uid
    except OSError:
        return f"there is no such process; {_known()}"
    if owner != os.geteuid():
        return f"it is {_user(owner)}'s; run kpath-jvm as that user"
    if _has_agent(pid):
        return (
            "its recording can't be controlled, as it has just begun, or is by an inline profiler "
            "(--profiler), with --follow-children or by the agent alone: its profile comes at its "
            "end"
        )
    return f"no kpath-jvm records it; {_known()}, and `kpath-jvm attach {pid}` records it"


def _has_agent(pid: int) -> bool:
    """Whether a process was started with the agent."""
    for file in ("cmdline", "environ"):
        with suppress(OSError):
            if _AGENT in Path(f"/proc/{pid}/{file}").read_bytes():
                return True
    return False


def _known() -> str:
    found = places.recorded()
    if not found:
        return "no JVM of this user is recorded now"
    more = ", …" if len(found) > _MOST_NAMED else ""
    return f"recorded now: {', '.join(map(str, found[:_MOST_NAMED]))}{more}"


def _user(number: int) -> str:
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return f"user {number}"
