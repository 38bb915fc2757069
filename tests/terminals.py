"""Runs commands on terminals of their own. A test presses the keys and reads the screen."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from builders.waiting import LIMIT_SECONDS, wait_for

_ESCAPES = re.compile(
    rb"\x1b(?:\[[0-9;?<=>$]*[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\)|P[^\x1b]*\x1b\\|.)"
)
_ENTERED, _LEFT = b"\x1b[?1049h", b"\x1b[?1049l"


class Terminal:
    """A command's terminal; ``output`` is all that was written to it, escapes included."""

    def __init__(self, process: "subprocess.Popen[bytes]", ours: int) -> None:
        self.process = process
        self.output = b""
        self._ours = ours
        self._has_ended = self._is_closed = False
        # A terminal that nobody reads gets full and stops the command, so a thread always reads.
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def press(self, keys: bytes) -> None:
        """Presses keys."""
        os.write(self._ours, keys)

    def until(self, text: bytes, since: int = 0) -> None:
        """Waits until a text appears after the first ``since`` bytes of output."""

        def has_come() -> bool:
            has_ended = self._has_ended
            if text in self.output[since:] or text in plain(self.output[since:]):
                return True
            assert not has_ended, (
                f"the command ended without {text!r}: {plain(self.output[-4000:])!r}"
            )
            return False

        try:
            wait_for(has_come, f"{text!r} is on the terminal")
        except TimeoutError as error:
            raise AssertionError(f"{error}: {plain(self.output[-4000:])!r}") from None

    def end(self) -> int:
        """Reads to the end; returns the exit status."""
        self._reader.join(LIMIT_SECONDS)
        assert self._has_ended, f"the command goes on: {plain(self.output[-4000:])!r}"
        return self.process.wait(LIMIT_SECONDS)

    def close(self) -> None:
        """Stops reading."""
        self._is_closed = True
        self._reader.join()
        os.close(self._ours)

    @property
    def behind_the_view(self) -> str:
        """Returns what was written after the alternate screen was left."""
        assert _ENTERED in self.output
        return plain(self.output.rpartition(_LEFT)[2]).decode()

    @property
    def before_the_view(self) -> str:
        """Returns what was written before the alternate screen was entered."""
        return plain(self.output.partition(_ENTERED)[0]).decode()

    def _read(self) -> None:
        """Reads until no process has the terminal any more, or ``close`` is called."""
        while not self._is_closed:
            ready, _, _ = select.select([self._ours], [], [], 0.1)
            if not ready:
                continue
            try:
                content = os.read(self._ours, 1 << 16)
            except OSError:
                break
            if not content:
                break
            self.output += content
        self._has_ended = True


def plain(output: bytes) -> bytes:
    """Returns output without escape sequences, and with line feeds instead of CR LF."""
    return _ESCAPES.sub(b"", output).replace(b"\r\n", b"\n")


@contextmanager
def on_terminal(
    command: Sequence[str],
    directory: Path,
    environment: Mapping[str, str],
    size: tuple[int, int] = (24, 80),
) -> Iterator[Terminal]:
    """Runs a command on a new terminal, and yields the terminal. Kills the command at the end."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    process = subprocess.Popen(
        ["setsid", "--ctty", "--wait", *command], cwd=directory, stdin=theirs, stdout=theirs,
        stderr=theirs, env={**environment, "TERM": "xterm-256color"},
    )  # fmt: skip
    os.close(theirs)
    terminal = Terminal(process, ours)
    try:
        yield terminal
    finally:
        process.kill()
        process.wait()
        terminal.close()
