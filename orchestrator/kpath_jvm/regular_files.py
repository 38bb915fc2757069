"""Reads regular files only, and writes files either as a whole or not at all."""

import errno
import os
import re
import secrets
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Any

from kpath_jvm.errors import KpathError, TakenError

#: An error's number, as Arrow writes it at the end of a message.
_ERRNO = re.compile(r"\[errno (\d+)\]")


def require_regular(path: Path) -> None:
    """Raises OSError if ``path``, or the file to which it links, isn't a regular file.

    A pipe could make its reader wait for ever, and a device may have no end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))


def reason(error: OSError) -> str:
    """Returns the operating system's text for an error, without the words that Arrow adds."""
    found = _ERRNO.search(str(error))
    return os.strerror(int(found[1])) if found else error.strerror or str(error)


def read_bytes(path: Path, most_bytes: int) -> bytes:
    """Returns the content of a regular file.

    Raises OSError if the path isn't a regular file, or if the file has more than ``most_bytes``.
    """
    require_regular(path)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most_bytes:
            raise OSError(errno.EFBIG, f"{size} bytes, more than the limit of {most_bytes}")
        return file.read(size)


def require_replaceable(output: Path, force: bool) -> None:
    """Raises KpathError if a new file mustn't get the name ``output``.

    An existing file needs ``force``. A directory, a device, a pipe, and a name directly in /dev or
    anywhere in /proc are always refused.
    """
    if os.path.lexists(output) and not force:
        raise TakenError(f"{output} exists; pass --force to replace it or choose another output")
    if output.is_dir():
        raise KpathError(f"{output} is a directory; name a file")
    place = output.parent.resolve()
    is_system = place == Path("/dev") or Path("/proc") in (place, *place.parents)
    # A new file would replace /dev/stdout, for example, and would do so for all users.
    if is_system or (output.exists() and not output.is_file()):
        what = "a device or a pipe" if output.exists() else f"a name in {output.parent}"
        raise KpathError(f"{output} is {what}, not a file; name a file")


class _EndedError(BaseException):
    """Raised when a signal ends the process; ``except Exception`` doesn't catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def cleaned_up_when_ended() -> Iterator[None]:
    """Makes SIGTERM and SIGHUP raise an exception in the ``with`` block, and then end the process.

    The exception lets the block clean up. A signal that is ignored or already handled is left as it
    is, and so are both signals outside the main thread.
    """
    replaced = []
    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, _end)
                replaced.append(number)
    try:
        yield
    except _EndedError as ended:
        if ended.number in replaced:
            signal.signal(ended.number, signal.SIG_DFL)
            os.kill(os.getpid(), ended.number)
        raise
    finally:
        for number in replaced:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    raise _EndedError(number)


@contextmanager
def replacing(output: Path, force: bool, encoding: str | None = None) -> Iterator[IO[Any]]:
    """Opens a file that gets the name ``output`` only when it is complete.

    No partial file is left behind, even if the disk is full, or if an interrupt, SIGTERM or SIGHUP
    ends the process.
    """
    require_replaceable(output, force)
    # Nobody can guess this name and create the file first, even in a directory that users share.
    temporary = output.with_name(f".{output.name}.{secrets.token_hex(8)}.new")
    mode, newline = ("x", "\n") if encoding else ("xb", None)
    with cleaned_up_when_ended():
        try:
            with temporary.open(mode, encoding=encoding, newline=newline) as stream:
                yield stream
            temporary.replace(output)
        except OSError as error:
            raise KpathError(
                f"cannot write {output}: {error.strerror or error}; choose another output"
            ) from error
        finally:
            temporary.unlink(missing_ok=True)
