"""Checks whether a profile can be written to a directory."""

import os
import tempfile
from pathlib import Path

from kpath_jvm.errors import KpathError, TakenError
from kpath_jvm.profile.files import RUN_FILE
from kpath_jvm.records.record import has_marker
from kpath_jvm.records.run import ProfileRecord


def check_destination(directory: Path, *, replace: bool = False) -> None:
    """Raises KpathError unless a profile can be written to ``directory``.

    An existing path can be replaced only with ``replace``, and only if it is a profile.
    """
    check_name(directory, replace=replace)
    try:
        # Only an attempt shows whether permissions, a read-only disk or quotas prevent writing.
        Path(tempfile.mkdtemp(prefix=".kpath-", dir=directory.absolute().parent)).rmdir()
    except OSError as error:
        raise KpathError(
            f"cannot write the profile {directory}: {error.strerror or error}; "
            "choose another output with -o"
        ) from error


def check_name(directory: Path, *, replace: bool) -> None:
    """Raises KpathError unless the path is free, or is a profile that may be replaced."""
    if not os.path.lexists(directory):
        if not directory.absolute().parent.is_dir():
            raise KpathError(
                f"no directory {directory.absolute().parent} for the profile {directory.name}; "
                "create it or choose another output"
            )
        return
    if not replace:
        raise TakenError(f"{directory} exists; pass --force to replace it or choose another output")
    if directory.is_symlink() or not has_marker(directory / RUN_FILE, ProfileRecord):
        raise KpathError(
            f"{directory} exists and is not a profile, so it is not replaced; choose another output"
        )
