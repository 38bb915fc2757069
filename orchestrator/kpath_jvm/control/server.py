"""Listens for requests to a recording that is under way."""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

from kpath_jvm.control import places
from kpath_jvm.control.messages import (
    MOST_BYTES,
    ControlAnswer,
    ControlRequest,
    Status,
    encoded,
    request_of,
)
from kpath_jvm.errors import KpathError

if TYPE_CHECKING:
    from pathlib import Path

_WAITING = 16
#: The fields of struct ucred: pid, uid and gid.
_CREDENTIALS = "3i"


class Handler(Protocol):
    """A recording that serves requests; several threads may call its methods at the same time."""

    def status(self) -> Status:
        """Returns the status of the recording."""

    def do(self, request: ControlRequest, is_gone: Callable[[], bool]) -> Status | None:
        """Does what the request asks for; raises KpathError if that is impossible.

        ``is_gone`` returns whether the process that sent the request has gone. For a request with
        ``look``, the result is the status at the moment of the dump; for other requests it is None.
        """


class Server:
    """Listens on a JVM's socket until ``close``; each connection has its own thread."""

    def __init__(self, pid: int, handler: Handler) -> None:
        """Makes the socket; raises OSError if that fails."""
        self._handler = handler
        self._place = _free_place(pid)
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # The socket gets its final name only when this process listens, because other processes
        # remove sockets without a listener.
        unnamed = places.unnamed(self._place)
        try:
            unnamed.unlink(missing_ok=True)
            self._listening.bind(str(unnamed))
            self._listening.listen(_WAITING)
            unnamed.rename(self._place)
        except OSError:
            self._listening.close()
            unnamed.unlink(missing_ok=True)
            raise
        threading.Thread(target=self._accept, name="kpath-control", daemon=True).start()

    def close(self) -> None:
        """Removes the socket. Requests that are being served may still get answers."""
        with suppress(OSError):
            self._place.unlink()
        # If the socket were only closed, the thread would keep waiting in accept.
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                one, _ = self._listening.accept()
            except OSError:
                return
            serving = threading.Thread(target=self._serve, args=(one,), daemon=True)
            try:
                serving.start()
            except RuntimeError:
                # No more threads can be started now. The asking process sees that the connection
                # is closed.
                one.close()

    def _serve(self, one: socket.socket) -> None:
        with suppress(OSError), one, one.makefile("rb") as lines:
            if not _is_ours(one):
                return
            while line := lines.readline(MOST_BYTES):
                one.sendall(encoded(self._answer(line, lambda: _is_gone(one))))

    def _answer(self, line: bytes, is_gone: Callable[[], bool]) -> ControlAnswer:
        error = status = None
        try:
            status = self._handler.do(request_of(line), is_gone)
        except KpathError as found:
            error = str(found)
        except Exception as found:  # without an answer, the recorder would seem to have ended
            error = f"the recorder failed: {type(found).__name__}: {found}; the recording goes on"
        return ControlAnswer(error=error, status=status or self._handler.status())


def _free_place(pid: int) -> Path:
    """Returns the socket's place; removes a socket that a dead recorder left behind there.

    Raises OSError if another recorder listens there.
    """
    place = places.socket_in(places.make_directory(), pid)
    if place.is_socket():
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
            try:
                one.connect(str(place))
            except OSError:
                place.unlink()
            else:
                raise FileExistsError(17, "another kpath-jvm records this process", str(place))
    return place


def _is_gone(one: socket.socket) -> bool:
    with suppress(BlockingIOError):
        try:
            return not one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except ConnectionError:
            return True
    return False


def _is_ours(one: socket.socket) -> bool:
    """Returns whether the process at the other end belongs to this user or to root."""
    size = struct.calcsize(_CREDENTIALS)
    credentials = one.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _, user, _ = struct.unpack(_CREDENTIALS, credentials)
    return user in (0, os.geteuid())
