"""Tests that session directories are private, and that segments fit into the free memory."""

import os
import tempfile
from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording import session_directory as sessions
from kpath_jvm.recording.segment_layout import SegmentLayout
from made_up_segments import MIB


@pytest.mark.parametrize(
    ("free", "size"),
    [
        (1024 * MIB, 128 * MIB),
        (256 * MIB, 128 * MIB),
        (130 * MIB, 65 * MIB),
        (64 * MIB, 32 * MIB),
        (4 * MIB, 2 * MIB),
    ],
)
def test_the_default_size_fits_into_the_free_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, contract: SegmentLayout, free: int, size: int
) -> None:
    monkeypatch.setattr(sessions, "free_bytes", lambda _: free)
    assert sessions.segment_size_bytes(tmp_path, None, contract) == size
    assert sessions.segment_size_bytes(tmp_path, 7 * MIB, contract) == 7 * MIB


def test_a_too_small_file_system_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, contract: SegmentLayout
) -> None:
    monkeypatch.setattr(sessions, "free_bytes", lambda _: 3 * MIB)
    with pytest.raises(KpathError, match="only 3 MiB free"):
        sessions.segment_size_bytes(tmp_path, None, contract)


def test_a_session_directory_is_private(tmp_path: Path) -> None:
    directory = sessions.SessionDirectory.create(tmp_path)
    assert directory.path.stat().st_mode & 0o777 == 0o700
    directory.remove()
    assert list(tmp_path.iterdir()) == []


def test_journals_are_not_in_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    memory, disk = tmp_path / "memory", tmp_path / "disk"
    memory.mkdir()
    disk.mkdir()
    monkeypatch.setattr(sessions, "_SHARED_MEMORY", memory)
    monkeypatch.setattr(tempfile, "tempdir", str(disk))
    session = sessions.SessionDirectory.create(memory)
    (session.path / "jvm-12").mkdir()
    (jvm,) = session.of_jvms()
    assert (session.jvm_pid, jvm.jvm_pid) == (0, 12)
    for directory in (session, jvm):
        made = directory.create_journals()
        assert made is not None
        assert made.parent == disk / f"kpath-jvm-{os.geteuid()}"
        assert made.parent.stat().st_mode & 0o777 == 0o700
        assert made.stat().st_mode & 0o777 == 0o700
        # A directory that already exists isn't used, whoever has made it.
        assert directory.create_journals() is None
    assert list(sessions.session_directories(disk)) == []
    session.remove()
    (left,) = disk.iterdir()
    assert (list(memory.iterdir()), list(left.iterdir())) == ([], [])
