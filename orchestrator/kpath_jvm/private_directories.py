"""A directory for this user alone, in a place that all users share, such as /tmp or /dev/shm.

If a name there can be guessed or seen, somebody else may create it first: then the name is taken,
or leads elsewhere. Within a directory of mode 0700 that belongs to this user, names are safe.
"""

import os
import stat
import tempfile
from pathlib import Path

_NAME = "kpath-jvm"


def is_own(directory: Path) -> bool:
    """Returns whether the path is a directory, not a link, and closed to all other users."""
    try:
        status = directory.lstat()
    except OSError:
        return False
    return (
        stat.S_ISDIR(status.st_mode)
        and status.st_uid == os.geteuid()
        and stat.S_IMODE(status.st_mode) & 0o077 == 0
    )


def usual_directory(base: Path) -> Path:
    """Returns the preferred directory in ``base``, whether or not it exists and is ours."""
    return base / f"{_NAME}-{os.geteuid()}"


def own_directories(base: Path) -> list[Path]:
    """Returns this user's directories in ``base``, the preferred one first."""
    usual = usual_directory(base)
    prefix = f"{usual.name}-"
    # There may be thousands of names in /tmp, for each of which pathlib would make a path.
    try:
        more = sorted(name for name in os.listdir(base) if name.startswith(prefix))  # noqa: PTH208
    except OSError:
        more = []
    return [one for one in (usual, *(base / name for name in more)) if is_own(one)]


def make_own_directory(base: Path) -> Path:
    """Returns this user's directory in ``base``; creates it if there is none.

    Raises OSError if it can't be created. If somebody else has the preferred name, the directory's
    name is that name and a random ending, which nobody could guess. ``own_directories`` finds it
    by the beginning of its name.
    """
    found = own_directories(base)
    if found:
        return found[0]
    usual = usual_directory(base)
    try:
        # This is atomic: either we create it with this mode, or it existed already.
        usual.mkdir(mode=0o700)
    except FileExistsError:
        # Another process of ours may have been faster.
        if is_own(usual):
            return usual
        return Path(tempfile.mkdtemp(prefix=f"{usual.name}-", dir=base))
    return usual
