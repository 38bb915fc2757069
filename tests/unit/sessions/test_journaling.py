"""Journals that end: said once, and with what is lost by it."""

from pathlib import Path

import pytest

from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import (
    StreamDirectory,
)
from kpath_jvm.sessions.drained import Journaling


@pytest.fixture
def session(tmp_path: Path) -> SessionDirectory:
    segments = tmp_path / "segments"
    segments.mkdir()
    return SessionDirectory.create(segments, StreamDirectory(tmp_path / "s"))


class BrokenEngine:
    """An engine whose journals end at once, for another reason each time that it's asked."""

    def __init__(self) -> None:
        self.kept: list[tuple[Path, int]] = []

    def keep_journals(self, directory: Path, most_bytes: int) -> None:
        self.kept.append((directory, most_bytes))

    def journal_failure(self) -> str:
        return f"reason {len(self.kept)}"


@pytest.mark.parametrize("recorded", [False, True])
def test_the_end_of_journals_is_told_once(session: SessionDirectory, recorded: bool) -> None:
    engine = BrokenEngine()
    if recorded:
        assert session.stream is not None
        session.stream.begin(session.path)
    directory = session if recorded else SessionDirectory(session.path)
    journaling = Journaling(engine, directory, 9)  # type: ignore[arg-type]
    assert engine.kept == [(directory.journals, 9)]
    news = journaling.news("of Main ")
    assert news is not None
    assert "reason 1" in news
    assert ("there will be no s" in news) == recorded
    assert ("the journal of Main in" in news) == (not recorded)
    engine.kept.clear()
    assert journaling.news() is None
    assert journaling.failure() == "reason 1"


def test_no_journals_are_no_failure(session: SessionDirectory) -> None:
    engine = BrokenEngine()
    Journaling(engine, SessionDirectory(session.path), 0)  # type: ignore[arg-type]
    assert engine.kept == []
