"""Creates the hidden directory in which a profile is written before the profile gets its name.

The writer holds a lock on the directory. The kernel releases the lock when the writer's process
ends, even if the process is killed. So a directory that isn't locked was left behind, and the next
writer of the same profile removes this directory.
"""

import ctypes
import errno
import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kpath_jvm.errors import KpathError

#: The flag with which renameat2 swaps two names.
_EXCHANGE = 2
_AT_FDCWD = -100
#: The errors of file systems and kernels that can't swap names.
_CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP)


@contextmanager
def beside(directory: Path, purpose: str = "new") -> Iterator[Path]:
    """Yields a new directory beside ``directory``, and removes it afterwards unless it was renamed.

    First removes the directories for the same ``purpose`` that earlier writers of ``directory``
    left behind when they were killed. Raises OSError if the new directory can't be created.
    """
    directory = directory.absolute()
    _remove_left_behind(directory, purpose)
    temporary = directory.parent / f".{directory.name}.{_unguessed()}.{purpose}"
    lock = _made(temporary)
    try:
        yield temporary
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        os.close(lock)


def put_in_place(temporary: Path, directory: Path, *, replace: bool) -> None:
    """Gives a new profile its name and removes the old profile, if there is one.

    Raises OSError if the new profile can't get the name. If the system can swap names, one of the
    two profiles has the name at every moment. If the system can't, there is a moment when neither
    profile has the name. Without ``replace``, there must be no old profile: KpathError is raised if
    another writer has created a profile of this name in the meantime.
    """
    if not replace or not directory.exists():
        try:
            temporary.rename(directory)
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR):
                raise
            raise KpathError(
                f"{directory} exists: another process has written it in the meantime; choose "
                "another output"
            ) from error
        return
    if _exchanged(temporary, directory):
        shutil.rmtree(temporary, ignore_errors=True)
        return
    old = directory.parent / f".{directory.name}.{_unguessed()}.old"
    directory.rename(old)
    try:
        temporary.rename(directory)
    except OSError:
        old.rename(directory)
        raise
    shutil.rmtree(old, ignore_errors=True)


def remove(directory: Path) -> None:
    """Removes a profile, renaming it first so that nobody reads a part of it.

    A profile that can't be renamed is removed under its own name. Files that can't be removed are
    left behind.
    """
    hidden = directory.parent / f".{directory.name}.{_unguessed()}.old"
    try:
        directory.rename(hidden)
    except OSError:
        hidden = directory
    shutil.rmtree(hidden, ignore_errors=True)


def _unguessed() -> int:
    """Returns a random number for a file's name, so that other users can't guess the name."""
    return secrets.randbelow(10**15)


def _made(directory: Path) -> int:
    """Makes a directory and returns a descriptor that holds its lock."""
    while True:
        directory.mkdir()
        lock = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
        except OSError:
            # This file system has no locks on directories, so no process removes the new directory.
            return lock
        try:
            if os.path.samestat(os.fstat(lock), directory.stat()):
                return lock
        except FileNotFoundError:
            pass
        # Another process removed the directory before this process locked it, because the directory
        # seemed to be left behind.
        os.close(lock)


def _remove_left_behind(directory: Path, purpose: str) -> None:
    """Removes the directories that writers of a profile left behind when they were killed."""
    name = re.compile(rf"\.{re.escape(directory.name)}\.\d+\.{re.escape(purpose)}")
    if not directory.parent.is_dir():
        return
    with os.scandir(directory.parent) as entries:
        found = [
            Path(entry.path) for entry in entries
            if name.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
        ]  # fmt: skip
    for left in found:
        _remove_unless_locked(left)


def _remove_unless_locked(directory: Path) -> None:
    try:
        lock = os.open(directory, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        # The directory belongs to another user, or has just been renamed.
        return
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The writer may have given the directory its final name meanwhile.
        if os.path.samestat(os.fstat(lock), directory.stat()):
            shutil.rmtree(directory, ignore_errors=True)
    except OSError:
        pass
    finally:
        os.close(lock)


def _exchanged(one: Path, other: Path) -> bool:
    """Swaps the names of two directories atomically; returns False if that can't be done."""
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "renameat2"):
        return False
    names = os.fsencode(one), os.fsencode(other)
    if libc.renameat2(_AT_FDCWD, names[0], _AT_FDCWD, names[1], _EXCHANGE) == 0:
        return True
    number = ctypes.get_errno()
    if number in _CANNOT:
        return False
    raise OSError(number, os.strerror(number), str(other))
