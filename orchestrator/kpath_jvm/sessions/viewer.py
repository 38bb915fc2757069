"""The view of ``--live``: a process that uses the terminal while the target runs.

The view's process is ``kpath-jvm live``, which watches what our process records, and gets all key
presses. The target reads nothing from the terminal, and our messages wait until the view closes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from kpath_jvm.errors import KpathError
from kpath_jvm.own_process import own_process

_TERMINAL = "/dev/tty"
_OWN_FAILURE = 125
#: Our process waits at most this long for a view that was asked to end.
_PATIENCE_SECONDS = 10.0
#: Leaves the alternate screen, shows the cursor, and turns mouse and paste reports off.
_AS_BEFORE = "\x1b[?1049l\x1b[?25h\x1b[?1000l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?2004l\x1b[<u"


def require_terminal() -> None:
    """Raises KpathError if there is no terminal for a view."""
    try:
        terminal = os.open(_TERMINAL, os.O_RDWR)
    except OSError:
        raise _refused("there is none") from None
    try:
        if os.environ.get("TERM", "dumb") in ("", "dumb"):
            raise _refused("this one (TERM=dumb) can't show the view")
        if os.tcgetpgrp(terminal) != os.getpgrp():
            raise _refused("this command runs in its background")
    finally:
        os.close(terminal)


def _refused(why: str) -> KpathError:
    return KpathError(
        f"--live needs a terminal, and {why}; leave out --live, and `kpath-jvm live PID --once` "
        "prints what a recording has found",
        _OWN_FAILURE,
    )


class Viewer:
    """Shows this process's recording on the terminal."""

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Shows the view until a key or the recording's end closes it; restores the terminal."""
        with open(_TERMINAL, "r+b", buffering=0) as terminal:  # noqa: PTH123
            attributes = termios.tcgetattr(terminal)
            with _without_terminal_input(), _Held() as held:
                view, until = self._start(terminal)
                waiting = threading.Thread(
                    target=_wait, args=(view, terminal, attributes, held), daemon=True
                )
                waiting.start()
                try:
                    yield
                finally:
                    # The view notices that this pipe is closed, and ends.
                    os.close(until)
                    waiting.join(_PATIENCE_SECONDS)
                    if waiting.is_alive():
                        view.kill()
                        waiting.join()

    def _start(self, terminal: IO[bytes]) -> tuple[subprocess.Popen[bytes], int]:
        until, ours = os.pipe()
        try:
            view = subprocess.Popen(
                self._command(until), stdin=terminal, stdout=terminal, stderr=terminal,
                pass_fds=(until,),
            )  # fmt: skip
        finally:
            os.close(until)
        return view, ours

    def _command(self, until: int) -> list[str]:
        return own_process("live", "--beside", str(os.getpid()), "--until-closed", str(until))


def _wait(
    view: subprocess.Popen[bytes], terminal: IO[bytes], attributes: list[Any], held: _Held
) -> None:
    """Waits for the view's end, and restores the terminal."""
    status = view.wait()
    with suppress(OSError, termios.error):
        # A view that was killed hasn't restored the terminal itself.
        termios.tcsetattr(terminal, termios.TCSANOW, attributes)
        if status != 0:
            terminal.write(_AS_BEFORE.encode())
    held.release()


class _Held:
    """Holds back what this process writes to the terminal; ``release`` then writes it there."""

    def __enter__(self) -> _Held:
        sys.stdout.flush()
        sys.stderr.flush()
        self._lock = threading.Lock()
        self._file: IO[bytes] | None = tempfile.TemporaryFile()
        self._ours = {number: os.dup(number) for number in (1, 2) if os.isatty(number)}
        for number in self._ours:
            os.dup2(self._file.fileno(), number)
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def release(self) -> None:
        """Writes what was held back, and holds back nothing more."""
        with self._lock:
            if self._file is None:
                return
            with suppress(OSError, ValueError):
                sys.stdout.flush()
                sys.stderr.flush()
            for number, ours in self._ours.items():
                os.dup2(ours, number)
            self._file.seek(0)
            with suppress(OSError), os.fdopen(os.dup(max(self._ours, default=2)), "wb") as terminal:
                terminal.write(self._file.read())
            for ours in self._ours.values():
                os.close(ours)
            self._file.close()
            self._file = None


@contextmanager
def _without_terminal_input() -> Iterator[None]:
    """Keeps key presses for the view: if stdin is a terminal, the body gets an empty stdin."""
    if not os.isatty(0):
        yield
        return
    ours = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        yield
    finally:
        os.dup2(ours, 0)
        os.close(ours)
