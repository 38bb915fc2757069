"""Tests what happens at a session's end, and what is kept if the profile can't be written."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.session_directory import SessionDirectory
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
