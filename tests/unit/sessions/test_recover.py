"""Tests what ``recover`` reads in the directory of a session, and what it refuses."""

import os
import tempfile
from pathlib import Path

import pytest

from builders.checked import write_sealed
from builders.recordings import session_document
from kpath_jvm.errors import KpathError
from kpath_jvm.recording import session_directory as sessions
from kpath_jvm.recording.leftover import Leftover
from kpath_jvm.sessions import recover as recovering
from kpath_jvm.sessions.components.dead import EngineOptions


def test_journals_in_an_earlier_temporary_directory_are_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sessions, "_SHARED_MEMORY", tmp_path / "memory")
    then, now = tmp_path / "it's then", tmp_path / "now"
    for directory in (tmp_path / "memory", then, now):
        directory.mkdir()
    session = sessions.SessionDirectory.create(tmp_path / "memory")
    monkeypatch.setattr(tempfile, "tempdir", str(then))
    session.methods.write_text("{}")
    write_sealed(session.session_file, session_document(journals=str(session.journals)))
    made = session.create_journals()
    assert made is not None
    write_sealed(session.session_file, session_document(journals=str(made)))
    left = Leftover(session, 1, False)
    recovering.require_journals(left)
    monkeypatch.setattr(tempfile, "tempdir", str(now))
    with pytest.raises(
        KpathError,
        match=r"the journals of .* are in .*; recover it with TMPDIR='.*/it'\"'\"'s then'$",
    ):
        recovering.require_journals(left)
    # The earlier directory has no journals any more, so setting TMPDIR makes no difference.
    made.rmdir()
    recovering.require_journals(left)


def test_pipes_in_a_session_are_not_read(tmp_path: Path) -> None:
    """Opening a pipe would wait forever."""
    directory = sessions.SessionDirectory(tmp_path)
    os.mkfifo(directory.session_file)
    os.mkfifo(directory.agent_log)
    with pytest.raises(KpathError, match=r"cannot read .*session\.json: .*remove it to do without"):
        directory.session()
    assert directory.agent_lines() == []
    assert directory.with_stream() == directory


def test_an_empty_session_gets_the_command_to_remove_it(tmp_path: Path) -> None:
    left = Leftover(sessions.SessionDirectory(tmp_path), 0, False)
    request = recovering.RecoverRequest(left, None, tmp_path / "out.kpath", False, EngineOptions())
    refusal = (
        f"{tmp_path} holds nothing: no class was instrumented; "
        f"`kpath-jvm recover {tmp_path} --discard` removes it"
    )
    with pytest.raises(KpathError) as caught:
        recovering.recover(request)
    assert str(caught.value) == refusal


def test_inaccessible_journals_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="File name too long; it cannot be looked at"):
        recovering._require_own_journals(tmp_path / ("x" * 300))
