"""A directory of this user alone in a place that all users share, such as /tmp and /dev/shm.

What has a name there that can be guessed, or seen, may be made by somebody else first: the name is
then taken, or leads elsewhere. Within a directory of mode 0700 that is this user's, names are safe.
"""

import os
import stat
import tempfile
from pathlib import Path

_NAME = "kpath-jvm"


def is_own(directory: Path) -> bool:
    """Whether it is a directory, no link, that nobody else can write to or look into."""
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
    """Returns the place of choice in ``base``, whether it is there, and ours, or not."""
    return base / f"{_NAME}-{os.geteuid()}"


def own_directories(base: Path) -> list[Path]:
    """Returns those of this user that are in ``base``, the place of choice first."""
    usual = usual_directory(base)
    try:
        with os.scandir(base) as entries:
            more = sorted(one.name for one in entries if one.name.startswith(f"{usual.name}-"))
    except OSError:
        more = []
    return [one for one in (usual, *(base / name for name in more)) if is_own(one)]


def make_own_directory(base: Path) -> Path:
    """Returns this user's directory in ``base``, made if there is none; OSError if it can't be.

    When somebody else has the name of choice, it gets one that nobody could guess, by which
    ``own_directories`` finds it.
    """
    found = own_directories(base)
    if found:
        return found[0]
    usual = usual_directory(base)
    try:
        # Atomic: it is there with this mode, or it was somebody's before.
        usual.mkdir(mode=0o700)
    except FileExistsError:
        # Another process of ours may have been faster.
        if is_own(usual):
            return usual
        return Path(tempfile.mkdtemp(prefix=f"{usual.name}-", dir=base))
    return usual
