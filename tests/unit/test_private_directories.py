"""Tests this user's own directory in a place where other users may create files, too."""

import os
from pathlib import Path

import pytest

from kpath_jvm.private_directories import (
    is_own,
    make_own_directory,
    own_directories,
    usual_directory,
)
from other_user import as_other_user


def test_a_directory_is_made_once_and_found_again(tmp_path: Path) -> None:
    assert own_directories(tmp_path) == []
    made = make_own_directory(tmp_path)
    assert made == usual_directory(tmp_path) == tmp_path / f"kpath-jvm-{os.geteuid()}"
    assert made.stat().st_mode & 0o777 == 0o700
    assert make_own_directory(tmp_path) == made
    assert own_directories(tmp_path) == [made]


@pytest.mark.parametrize("what", ["open", "link", "file", "dangling"])
def test_a_taken_name_leads_to_another_one(tmp_path: Path, what: str) -> None:
    """If the usual name is a link, nothing is written to the link's target."""
    usual, elsewhere = usual_directory(tmp_path), tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    if what == "open":
        usual.mkdir()
        usual.chmod(0o777)
    elif what == "file":
        usual.touch()
    else:
        usual.symlink_to(elsewhere if what == "link" else tmp_path / "nowhere")
    assert not is_own(usual)
    made = make_own_directory(tmp_path)
    assert made != usual
    assert is_own(made)
    assert made.parent == tmp_path
    assert make_own_directory(tmp_path) == made
    assert own_directories(tmp_path) == [made]
    assert list(elsewhere.iterdir()) == []


def test_another_users_directories_are_not_used(tmp_path: Path) -> None:
    """The other user has taken the usual name, and a name with a suffix."""
    tmp_path.chmod(0o1777)
    usual = usual_directory(tmp_path)
    second = tmp_path / f"{usual.name}-aaaaaaaa"
    as_other_user(tmp_path, f"os.mkdir({str(usual)!r}, 0o700); os.mkdir({str(second)!r}, 0o700)")
    assert own_directories(tmp_path) == []
    made = make_own_directory(tmp_path)
    assert made not in (usual, second)
    assert own_directories(tmp_path) == [made]
