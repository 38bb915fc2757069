"""Reading files that came from elsewhere: a name may stand for anything but a file."""

import errno
import os
import stat
from pathlib import Path


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
