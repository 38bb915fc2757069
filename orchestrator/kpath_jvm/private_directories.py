"""A private directory of this user in a place that all users share, such as /tmp or /dev/shm.

Another user who guesses or sees a name there could be the first to use it, perhaps for a link to
another place. In a directory of mode 0700 that belongs to this user, names are safe.
"""

import os
import stat
import tempfile
from pathlib import Path

_NAME = "kpath-jvm"


def is_own(directory: Path) -> bool:
    """Returns whether the path is this user's own directory (not a link), closed to all others."""
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
    # /tmp may have thousands of names, and pathlib would create a path for each of them.
    try:
        more = sorted(name for name in os.listdir(base) if name.startswith(prefix))  # noqa: PTH208
    except OSError:
        more = []
    return [one for one in (usual, *(base / name for name in more)) if is_own(one)]


def make_own_directory(base: Path) -> Path:
    """Returns this user's directory in ``base``; creates it if there is none.

    Raises OSError if the directory can't be created. If something else has the preferred name, the
    new directory gets that name with a random ending, which nobody can guess. ``own_directories``
    then finds the directory by the beginning of its name.
    """
    found = own_directories(base)
    if found:
        return found[0]
    usual = usual_directory(base)
    try:
        # mkdir is atomic: either we create the directory with this mode, or it existed already.
        usual.mkdir(mode=0o700)
    except FileExistsError:
        # Another process of ours may have been faster.
        if is_own(usual):
            return usual
        return Path(tempfile.mkdtemp(prefix=f"{usual.name}-", dir=base))
    return usual
