"""Gives an earlier profile another name if a new profile with its name can't be made.

With ``--force``, each run can write its profile under the same name. If no new profile is made, the
next command must not mistake the earlier one for a new one. The earlier profile must not be lost,
either.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.records.record import has_marker
from kpath_jvm.records.run import ProfileRecord
from kpath_jvm.regular_files import reason
from kpath_jvm.whole_directories import remove


class EarlierProfile:
    """The profile that already has the new profile's name, if there is one."""

    def __init__(self, directory: Path | None, *, replace: bool) -> None:
        """Looks for a profile that the new one is allowed to replace."""
        self._directory = directory
        self._earlier = _identity(directory) if directory is not None and replace else None
        self._aside: Path | None = None
        self._problem = ""

    def set_aside(self) -> None:
        """Gives the earlier profile another name, unless a new one has replaced it."""
        if self._directory is None or self._earlier is None or self._aside is not None:
            return
        if _identity(self._directory) != self._earlier:
            return
        aside = _free(self._directory)
        try:
            self._directory.rename(aside)
        except OSError as error:
            self._problem = reason(error)
        else:
            self._aside = aside

    def make_way(self) -> None:
        """Sets the earlier profile aside; raises KpathError if it can't be renamed.

        The message lacks the reason, which ``told`` adds at the end.
        """
        self.set_aside()
        if self._problem:
            raise KpathError(
                f"the new profile can't be named {self._directory}, so nothing was run; choose "
                "another name with -o"
            )

    def drop(self) -> None:
        """Removes the earlier profile if it was set aside, now that there is a new one."""
        if self._aside is not None:
            remove(self._aside)
        self._earlier = self._aside = None

    def told(self) -> str:
        """Sets the earlier profile aside; returns text about it for the end of a message, or ""."""
        self.set_aside()
        if self._problem:
            return (
                f"; {self._directory} is still the earlier profile, which can't be renamed: "
                f"{self._problem}"
            )
        return "" if self._aside is None else f"; the earlier profile is {self._aside} now"


@contextmanager
def earlier_set_aside(directory: Path | None, *, replace: bool) -> Iterator[EarlierProfile]:
    """Yields the earlier profile, which gets another name if the body raises KpathError.

    The message of the error then names the earlier profile.
    """
    earlier = EarlierProfile(directory, replace=replace)
    try:
        yield earlier
    except KpathError as error:
        error.add(earlier.told())
        raise


def _identity(directory: Path) -> tuple[int, int] | None:
    try:
        status = directory.lstat()
    except OSError:
        return None
    is_profile = stat.S_ISDIR(status.st_mode) and has_marker(directory / RUN_FILE, ProfileRecord)
    return (status.st_dev, status.st_ino) if is_profile else None


def _free(directory: Path) -> Path:
    for number in count(1):
        name = f"{directory.name}.earlier{f'-{number}' if number > 1 else ''}"
        if not os.path.lexists(directory.with_name(name)):
            return directory.with_name(name)
    raise AssertionError
