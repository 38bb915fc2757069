"""Tests which files of defaults take effect if the user doesn't name a file."""

import os
import shutil
from pathlib import Path

import pytest

from kpath_jvm.cli.main import run_verb
from kpath_jvm.cli.options import defaults, trust
from kpath_jvm.errors import KpathError
from other_user import as_other_user, other_user


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "project"
    place.mkdir(mode=0o755)
    found = place / "kpath.toml"
    found.write_text("[workloads]\nlong = true\n", "utf-8")
    found.chmod(0o644)
    return found


def test_files_that_only_this_user_may_write_are_used(file: Path) -> None:
    assert trust.read_own(file) == b"[workloads]\nlong = true\n"
    link = file.parent / "pyproject.toml"
    link.symlink_to(file)
    assert trust.read_own(link) == trust.read_own(file)


@pytest.mark.parametrize("mode", [0o646, 0o664, 0o666])
@pytest.mark.parametrize("of_directory", [False, True])
def test_files_that_others_may_write_are_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch, mode: int, of_directory: bool
) -> None:
    monkeypatch.setattr(trust, "_is_private", lambda *_: False)
    place = file.parent if of_directory else file
    place.chmod(mode | 0o111 if of_directory else mode)
    with pytest.raises(trust.NotOwnError) as raised:
        trust.read_own(file)
    for part in (f"others may write {place} ", f"--config {file}", "--no-config"):
        assert part in str(raised.value)
    assert "\n" not in str(raised.value)


def test_files_writable_for_the_user_s_own_group_are_used(file: Path) -> None:
    """Many systems make a group for each user, and make new files writable for this group."""
    file.chmod(0o664)
    file.parent.chmod(0o775)
    if os.geteuid() == 0:
        assert trust.read_own(file)
        # With another group the file is refused.
        os.chown(file, 0, 1)
    else:
        pytest.skip("NOT TESTED: only root is sure to have a group of its own")
    with pytest.raises(trust.NotOwnError, match="others may write"):
        trust.read_own(file)


def test_files_in_sticky_directories_are_used(file: Path) -> None:
    file.parent.chmod(0o1777)
    assert trust.read_own(file)


def test_another_user_s_file_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    os.chown(file, other_user().pw_uid, -1)
    monkeypatch.chdir(file.parent)
    assert run_verb(["workloads"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"{file} belongs to the user nobody" in said.err
    assert f"`kpath-jvm --config {file} VERB" in said.err
    assert run_verb(["--no-config", "workloads"]) == 0
    short = capsys.readouterr().out
    assert run_verb(["--config", str(file), "workloads"]) == 0
    assert capsys.readouterr().out != short


def test_another_user_s_directory_is_refused(file: Path) -> None:
    os.chown(file.parent, other_user().pw_uid, -1)
    with pytest.raises(trust.NotOwnError, match=f"{file.parent} belongs to the user nobody"):
        trust.read_own(file)


def test_another_user_s_file_or_link_in_a_parent_directory_is_refused(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other user's link leads to a file of this user."""
    file.parent.parent.chmod(0o1777)
    above = file.parent.parent / "kpath.toml"
    inner = file.parent / "inner"
    inner.mkdir()
    monkeypatch.chdir(inner)
    found = file.rename(file.with_name("moved.toml"))
    as_other_user(file.parent, f"os.symlink({str(found)!r}, {str(above)!r})")
    with pytest.raises(trust.NotOwnError, match="belongs to the user nobody"):
        defaults.find(inner)
    above.unlink()
    shutil.copy(found, above)
    assert defaults.find(inner) is not None
    os.chown(above, other_user().pw_uid, -1)
    with pytest.raises(KpathError, match="belongs to the user nobody"):
        defaults.find(inner)


def test_another_user_s_link_on_the_way_to_the_file_is_refused(file: Path) -> None:
    """The other user may change such a link, although the first link and the file are safe."""
    shared = file.parent.parent
    shared.chmod(0o1777)
    middle = shared / "middle.toml"
    as_other_user(shared, f"os.symlink({str(file)!r}, {str(middle)!r})")
    link = file.parent / "pyproject.toml"
    link.symlink_to(middle)
    with pytest.raises(trust.NotOwnError, match=f"{middle} belongs to the user nobody"):
        trust.read_own(link)
    middle.unlink()
    middle.symlink_to(file)
    assert trust.read_own(link) == trust.read_own(file)
    shared.chmod(0o777)
    with pytest.raises(trust.NotOwnError, match=f"others may write {shared} "):
        trust.read_own(link)


def test_links_that_lead_to_no_file_cannot_be_read(tmp_path: Path) -> None:
    link = tmp_path / "kpath.toml"
    link.symlink_to(link)
    with pytest.raises(OSError, match="symbolic links"):
        trust.read_own(link)
    link.unlink()
    link.symlink_to(tmp_path / "absent")
    with pytest.raises(FileNotFoundError):
        trust.read_own(link)


def test_pipes_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kpath.toml")
    with pytest.raises(trust.NotOwnError, match="not a regular file"):
        trust.read_own(tmp_path / "kpath.toml")
