"""Listening beside a recording, for whoever asks it for something."""

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
#: Of struct ucred: pid, uid and gid.
_CREDENTIALS = "3i"


class Handler(Protocol):
    """A recording; it is asked from several threads."""

    def status(self) -> Status:
        """Returns how it is."""

    def do(self, request: ControlRequest, is_gone: Callable[[], bool]) -> None:
        """Does what is asked for; KpathError, in one line, when that can't be.

        ``is_gone`` tells whether who asked for it has gone.
        """


class Server:
    """A JVM's socket, until ``close``; each connection is served by a thread of its own."""

    def __init__(self, pid: int, handler: Handler) -> None:
        """OSError when there can't be one."""
        self._handler = handler
        self._place = _free_place(pid)
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        # Whoever finds a socket that nobody listens on takes it away: it gets its name later.
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
        """Takes the socket away; who is being answered gets the answer if that comes in time."""
        with suppress(OSError):
            self._place.unlink()
        # Closing alone would leave the thread in its accept.
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
            serving.start()

    def _serve(self, one: socket.socket) -> None:
        with suppress(OSError), one, one.makefile("rb") as lines:
            if not _is_ours(one):
                return
            while line := lines.readline(MOST_BYTES):
                one.sendall(encoded(self._answer(line, lambda: _is_gone(one))))

    def _answer(self, line: bytes, is_gone: Callable[[], bool]) -> ControlAnswer:
        error = None
        try:
            self._handler.do(request_of(line), is_gone)
        except KpathError as found:
            error = str(found)
        return ControlAnswer(error=error, status=self._handler.status())


def _free_place(pid: int) -> Path:
    """The socket's place; what a dead recorder of the same process id has left is removed."""
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
    """Whether nobody is at the other end any more."""
    with suppress(BlockingIOError):
        try:
            return not one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except ConnectionError:
            return True
    return False


def _is_ours(one: socket.socket) -> bool:
    """Whether this user, or root, is at the other end."""
    size = struct.calcsize(_CREDENTIALS)
    credentials = one.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _, user, _ = struct.unpack(_CREDENTIALS, credentials)
    return user in (0, os.geteuid())
