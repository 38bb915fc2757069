"""Files: reading what came from elsewhere and may be no file, and writing whole ones."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from kpath_jvm.errors import KpathError


def require_regular(path: Path) -> None:
    """Raises OSError when ``path`` (through links) is no regular file.

    A pipe would keep its reader waiting for ever, and a device may have no end.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))


def read_bytes(path: Path, most_bytes: int) -> bytes:
    """The content of a regular file; OSError when it is none, or has more than ``most_bytes``."""
    require_regular(path)
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if size > most_bytes:
            raise OSError(errno.EFBIG, f"{size} bytes, more than the {most_bytes} it may have")
        return file.read(size)


def require_replaceable(output: Path, force: bool) -> None:
    """Raises KpathError when a file can't take the name, or may not without ``force``."""
    if os.path.lexists(output) and not force:
        raise KpathError(f"{output} exists; pass --force to replace it or choose another output")
    if output.is_dir():
        raise KpathError(f"{output} is a directory; name a file")
    place = output.parent.resolve()
    is_system = place == Path("/dev") or Path("/proc") in (place, *place.parents)
    # By its rename a file would take the place of /dev/stdout for everybody.
    if is_system or (output.exists() and not output.is_file()):
        raise KpathError(f"{output} is a device or a pipe, not a file; name a file")


@contextmanager
def replacing(output: Path, force: bool, encoding: str | None = None) -> Iterator[IO[Any]]:
    """Opens a file that takes the name ``output`` only when it is complete."""
    require_replaceable(output, force)
    temporary = output.with_name(f".{output.name}.{os.getpid()}.new")
    # Exclusively: whoever guesses the name must not have us write somewhere else.
    mode, newline = ("x", "\n") if encoding else ("xb", None)
    created = False
    try:
        with temporary.open(mode, encoding=encoding, newline=newline) as stream:
            created = True
            yield stream
        temporary.replace(output)
    except OSError as error:
        raise KpathError(
            f"cannot write {output}: {error.strerror or error}; choose another output"
        ) from error
    finally:
        if created:
            temporary.unlink(missing_ok=True)
