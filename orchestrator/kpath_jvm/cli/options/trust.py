"""Checks that only this user and root may change a file of defaults that the user didn't name.

Anybody else who could change such a file would decide what this user's commands do. ssh and git
check their own files in the same way.
"""

from __future__ import annotations

import grp
import os
import pwd
import stat
from collections.abc import Iterator
from pathlib import Path

from kpath_jvm.errors import KpathError


class NotOwnError(KpathError):
    """Raised if a found file must not be used, no matter what it contains."""


_GROUP, _OTHERS = stat.S_IWGRP, stat.S_IWOTH
_ACCESS_LIST = "system.posix_acl_access"


def read_own(path: Path) -> bytes:
    """Returns the content of a regular file that nobody but this user and root may change.

    Raises NotOwnError (exit status 2) if the file isn't a regular one, or if anybody else owns the
    file or its directory, or may write to one of them. A directory with the sticky bit may be
    writable for others. If ``path`` is a link, its owner and its directory are checked, too, and
    those of each link that it leads to. Raises OSError if the file can't be read.
    """
    links = list(_links(path))
    for link in links:
        _require_owner(path, os.lstat(link), link)
    # The check and the reading use one descriptor, so it does no harm if another file gets the
    # name in between. Without O_NONBLOCK, opening a pipe would block.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise _refused(path, f"{path} is not a regular file")
        target = path.resolve()
        _require_owner(path, status, target)
        _require_unshared(path, status, target)
        for directory in dict.fromkeys(one.parent.resolve() for one in (path, *links, target)):
            found = directory.stat()
            _require_owner(path, found, directory)
            # In a directory with the sticky bit, such as /tmp, nobody can rename or remove another
            # user's file.
            if not found.st_mode & stat.S_ISVTX:
                _require_unshared(path, found, directory)
        return file.read()


def _links(path: Path) -> Iterator[Path]:
    """Yields ``path`` if it is a link, and then each link that it leads to.

    Raises OSError if the links lead in a circle, or to nothing.
    """
    os.path.realpath(path, strict=True)
    while path.is_symlink():
        yield path
        path = path.parent / path.readlink()


def _require_owner(path: Path, status: os.stat_result, place: Path) -> None:
    if status.st_uid not in (os.geteuid(), 0):
        raise _refused(path, f"{place} belongs to {_user(status.st_uid)}")


def _require_unshared(path: Path, status: os.stat_result, place: Path) -> None:
    """Raises NotOwnError if others may write to a place; a group of only this user may write."""
    if status.st_mode & _OTHERS or (status.st_mode & _GROUP and not _is_private(status, place)):
        mode = stat.S_IMODE(status.st_mode)
        raise _refused(path, f"others may write {place} (mode {mode:04o}; `chmod go-w` ends that)")


def _is_private(status: os.stat_result, place: Path) -> bool:
    """Returns whether a place's group is this user's private group, which many systems create."""
    try:
        user = pwd.getpwuid(os.geteuid())
        group = grp.getgrgid(status.st_gid)
    except KeyError:
        return False
    if status.st_gid != user.pw_gid or group.gr_name != user.pw_name:
        return False
    # If there is an access list, the group's permission bits are for everybody in the list.
    return set(group.gr_mem) <= {user.pw_name} and not _has_access_list(place)


def _has_access_list(place: Path) -> bool:
    try:
        return _ACCESS_LIST in os.listxattr(place)
    except OSError:
        return False


def _user(number: int) -> str:
    try:
        return f"the user {pwd.getpwuid(number).pw_name}"
    except KeyError:
        return f"the user with the number {number}"


def _refused(path: Path, why: str) -> NotOwnError:
    return NotOwnError(
        f"{path} was found, but isn't used: {why}; name it with `kpath-jvm --config {path} VERB "
        "...` if it is to be used, or leave it out with `kpath-jvm --no-config VERB ...`",
        2,
    )
