"""Tests the directory that has the Unix sockets on which recordings listen."""

import os
from pathlib import Path

import pytest

from kpath_jvm.control import places


@pytest.fixture(autouse=True)
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Makes and returns the user's runtime directory, in which the sockets' directory is made."""
    directory = tmp_path / "runtime"
    directory.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(directory))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(places, "USUAL", tmp_path)
    return directory


def test_the_sockets_directory_is_private(runtime: Path) -> None:
    made = places.make_directory()
    assert made == runtime / "kpath-jvm"
    assert made.stat().st_mode & 0o777 == 0o700
    assert places.make_directory() == made


def test_without_a_runtime_directory_sockets_are_among_temporary_files(
    tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_RUNTIME_DIR")
    assert places.make_directory() == tmp_path / f"kpath-jvm-{os.geteuid()}"
    monkeypatch.setenv("XDG_RUNTIME_DIR", "relative")
    assert places.make_directory() == tmp_path / f"kpath-jvm-{os.geteuid()}"
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime / "gone"))
    assert places.make_directory() == tmp_path / f"kpath-jvm-{os.geteuid()}"


@pytest.mark.parametrize("what", ["open", "link", "file"])
def test_places_that_are_not_private_directories_are_refused(
    tmp_path: Path, runtime: Path, what: str
) -> None:
    place = runtime / "kpath-jvm"
    if what == "open":
        place.mkdir()
        place.chmod(0o755)
    elif what == "link":
        place.symlink_to(tmp_path)
    else:
        place.touch()
    assert places.make_directory() == tmp_path / f"kpath-jvm-{os.geteuid()}"
    if what == "open":
        (place / "7.sock").touch()
    assert places.recorded() == []


def test_recorded_processes_are_listed_in_order() -> None:
    directory = places.make_directory()
    for name in ("20.sock", "3.sock", "x.sock", "4.txt"):
        (directory / name).touch()
    assert places.recorded() == [3, 20]
    assert list(places.sockets(3)) == []


def test_listeners_are_found_in_directories_with_spaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the kernel's list, a line ends with the socket's name if the socket has one."""
    place = places.socket_in(tmp_path / "my own  files", 31)
    before = "0000000000000000: 00000002 00000000 00010000 0001 01"
    listed = tmp_path / "unix"
    listed.write_text(
        "Num       RefCount Protocol Flags    Type St Inode Path\n"
        f"{before}   101\n{before} 102 @abstract\n"
        f"{before} 103 {place.parent}/.4321-31\n{before} 104 {place.parent}/.1234-32\n"
    )
    monkeypatch.setattr(places, "_BOUND", listed)
    assert places.listener(place) == 4321
    assert places.listener(place.with_name("33.sock")) is None
    assert places.listener(tmp_path / "31.sock") is None
