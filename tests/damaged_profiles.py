"""Helps to test that damaged profiles are refused with a one-line message."""

from pathlib import Path

import pytest

from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.reader import read_run
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_run

TABLES = sorted(SCHEMAS)


def use_all(path: Path) -> None:
    """Reads all tables of a profile."""
    profile = Profile.open(path)
    for name in TABLES:
        getattr(profile, name)


def check_one_line(path: Path, match: str) -> None:
    """Checks that reading a profile fails with a one-line message that matches ``match``."""
    with pytest.raises(KpathError, match=match) as caught:
        use_all(path)
    assert "\n" not in str(caught.value)


def sealed_again(path: Path) -> None:
    """Writes run.json again, with the digests of the tables as they are now."""
    write_run(path, read_run(path))
