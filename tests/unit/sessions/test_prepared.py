"""Tests what happens if a session's files can't be written, and when a session ends."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.sessions.inline import InlineSession
from kpath_jvm.sessions.prepared import Workspace


def test_a_recording_without_its_profile_is_left_behind(tmp_path: Path) -> None:
    space = Workspace(SessionDirectory(tmp_path))
    with pytest.raises(KpathError) as failed, space.left_behind_on_failure():
        raise KpathError("no room", 9)
    assert (failed.value.exit_status, space.is_left_behind) == (9, True)
    assert str(failed.value) == (
        f"no room; nothing is lost: `kpath-jvm recover {tmp_path} -o ...` makes the profile"
    )


def test_actions_at_a_sessions_end_run_even_after_an_error(tmp_path: Path) -> None:
    ended: list[str] = []

    def session() -> None:
        with Workspace(SessionDirectory(tmp_path)) as space:
            space.at_end(lambda: ended.append("first"))
            space.at_end(lambda: ended.append("second"))
            assert ended == []
            raise KpathError("no room", 9)

    with pytest.raises(KpathError):
        session()
    assert ended == ["second", "first"]


def test_a_guide_that_cannot_be_written_ends_with_status_125(tmp_path: Path) -> None:
    """With an inline profiler, the exit status is the same as with a stream."""
    prepared: Any = SimpleNamespace(guide=SimpleNamespace(content=b"guide"))
    InlineSession(prepared, Workspace(SessionDirectory(tmp_path / "recording")))._guide()
    assert (tmp_path / "guide").read_bytes() == b"guide"
    gone = Workspace(SessionDirectory(tmp_path / "gone" / "recording"))
    with pytest.raises(KpathError, match=r"^cannot write .*; make room there$") as failure:
        InlineSession(prepared, gone)._guide()
    assert failure.value.exit_status == 125
