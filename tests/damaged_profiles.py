"""Profiles that are damaged must be refused in one line."""

from pathlib import Path

import pytest

from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.reader import read_run
from kpath_jvm.profile.schema import SCHEMAS
from kpath_jvm.profile.writer import write_run

TABLES = sorted(SCHEMAS)


def use_all(path: Path) -> None:
    """Read all tables of a profile."""
    profile = Profile.open(path)
    for name in TABLES:
        getattr(profile, name)


def check_one_line(path: Path, match: str) -> None:
    """Check that reading a profile fails, and how."""
    with pytest.raises(KpathError, match=match) as caught:
        use_all(path)
    assert "\n" not in str(caught.value)


def sealed_again(path: Path) -> None:
    """Have run.json say that a profile's tables are as they are now: no digest gives them away."""
    write_run(path, read_run(path))
