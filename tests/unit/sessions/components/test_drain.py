"""Tests how journals are kept, and what is reported if they can't be kept or end early."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import StreamDirectory
from kpath_jvm.sessions import prepared
from kpath_jvm.sessions.components.drain import Journaling
from kpath_jvm.sessions.prepared import UNLIMITED, make_journals, most_spill_bytes


@pytest.fixture
def session(tmp_path: Path) -> SessionDirectory:
    segments = tmp_path / "segments"
    segments.mkdir()
    return SessionDirectory.create(segments, StreamDirectory(tmp_path / "s"))


class BrokenEngine:
    """An engine whose journals end immediately.

    The reason for the end contains the number of calls of ``keep_journals``.
    """

    def __init__(self) -> None:
        self.kept: list[tuple[Path, int, int]] = []

    def keep_journals(self, directory: Path, journal_bytes: int, spill_bytes: int) -> str | None:
        self.kept.append((directory, journal_bytes, spill_bytes))
        return None

    def journal_failure(self) -> str:
        return f"reason {len(self.kept)}"


@pytest.mark.parametrize("recorded", [False, True])
def test_the_end_of_journals_is_reported_once(session: SessionDirectory, recorded: bool) -> None:
    engine = BrokenEngine()
    if recorded:
        assert session.stream is not None
        session.stream.begin(session.path)
    directory = session if recorded else SessionDirectory(session.path)
    request: Any = SimpleNamespace(no_profile=False, journal=9, spill_limit=5)
    journals = make_journals(directory, request)
    journaling = Journaling(engine, directory, request, journals)  # type: ignore[arg-type]
    assert engine.kept == [(directory.journals, UNLIMITED if recorded else 9, 5)]
    news = journaling.news("of Main ")
    assert news is not None
    assert "reason 1" in news
    assert ("there will be no s" in news) == recorded
    assert ("the journal of Main in" in news) == (not recorded)
    engine.kept.clear()
    assert journaling.news() is None
    assert journaling.failure() == "reason 1"


def test_a_recording_without_journals_is_no_failure(session: SessionDirectory) -> None:
    engine, directory = BrokenEngine(), SessionDirectory(session.path)
    request: Any = SimpleNamespace(no_profile=False, journal=0, spill_limit=0)
    Journaling(engine, directory, request, None)  # type: ignore[arg-type]
    assert make_journals(directory, request) is None
    assert engine.kept == []
    assert not directory.journals.exists()


@pytest.mark.parametrize("counted", [False, True])
def test_a_stream_is_not_recorded_if_the_journals_cannot_be_made(
    session: SessionDirectory, counted: bool
) -> None:
    """If only the stream was asked for, the recording fails before it starts."""
    request: Any = SimpleNamespace(no_profile=not counted, journal=9, spill_limit=5)
    directory = SessionDirectory(session.path)
    directory.journals.mkdir()
    if not counted:
        with pytest.raises(KpathError, match=r"cannot record: .* cannot be made; make room"):
            make_journals(directory, request)
        return
    journals = make_journals(directory, request)
    journaling = Journaling(BrokenEngine(), directory, request, journals)  # type: ignore[arg-type]
    assert str(journaling.failure()).endswith("cannot be made")


class FullDisk:
    """An engine that has no room for journals."""

    def keep_journals(self, *_: object) -> str | None:
        return "a journal can't be created (no space)"

    def journal_failure(self) -> None:
        return None


class SoundEngine:
    """An engine that keeps journals until a test sets ``ended`` to a reason."""

    def __init__(self) -> None:
        self.ended: str | None = None

    def keep_journals(self, *_: object) -> None:
        return None

    def journal_failure(self) -> str | None:
        return self.ended


@pytest.mark.parametrize("journal", [9, 0])
def test_everything_is_kept_until_the_journals_end(session: SessionDirectory, journal: int) -> None:
    engine, directory = SoundEngine(), SessionDirectory(session.path)
    request: Any = SimpleNamespace(no_profile=False, journal=journal, spill_limit=5)
    journals = make_journals(directory, request)
    journaling = Journaling(engine, directory, request, journals)  # type: ignore[arg-type]
    assert journaling.is_whole() == (journal > 0)
    engine.ended = "it is full"
    assert not journaling.is_whole()


@pytest.mark.parametrize(("journal", "told"), [(9, True), (0, False)])
def test_journals_that_the_engine_cannot_create_are_reported(
    session: SessionDirectory, journal: int, told: bool
) -> None:
    """The recording goes on. If only spilling is impossible, nothing is reported."""
    directory = SessionDirectory(session.path)
    request: Any = SimpleNamespace(no_profile=False, journal=journal, spill_limit=5)
    journals = make_journals(directory, request)
    journaling = Journaling(FullDisk(), directory, request, journals)  # type: ignore[arg-type]
    news = journaling.news() or ""
    assert ("can't be created (no space); the recording goes on" in news) == told


def test_a_recording_of_only_a_stream_fails_without_journals(session: SessionDirectory) -> None:
    directory = SessionDirectory(session.path)
    request: Any = SimpleNamespace(no_profile=True, journal=9, spill_limit=5)
    journals = make_journals(directory, request)
    with pytest.raises(KpathError, match=r"cannot record: .* \(no space\); make room"):
        Journaling(FullDisk(), directory, request, journals)  # type: ignore[arg-type]


def test_without_a_journal_there_may_be_a_spill(session: SessionDirectory) -> None:
    engine, directory = BrokenEngine(), SessionDirectory(session.path)
    request: Any = SimpleNamespace(no_profile=False, journal=0, spill_limit=5)
    journals = make_journals(directory, request)
    Journaling(engine, directory, request, journals)  # type: ignore[arg-type]
    assert engine.kept == [(directory.journals, 0, 5)]


def test_without_a_journal_the_directory_for_journals_may_be_missing(
    session: SessionDirectory,
) -> None:
    engine, directory = BrokenEngine(), SessionDirectory(session.path)
    directory.journals.mkdir()
    request: Any = SimpleNamespace(no_profile=False, journal=0, spill_limit=5)
    journals = make_journals(directory, request)
    journaling = Journaling(engine, directory, request, journals)  # type: ignore[arg-type]
    assert journals is None
    assert engine.kept == []
    assert str(journaling.failure()) == "reason 0"


@pytest.mark.parametrize(("follows", "part"), [(False, 4), (True, 16)])
def test_most_of_the_disk_is_left_to_others(
    session: SessionDirectory, monkeypatch: pytest.MonkeyPatch, follows: bool, part: int
) -> None:
    directory = SessionDirectory(session.path)
    asked = []

    def free(where: Path) -> int:
        asked.append(where)
        return 1600

    monkeypatch.setattr(prepared, "free_bytes", free)
    request: Any = SimpleNamespace(spill_limit=None, follow_children=follows)
    assert most_spill_bytes(directory, request) == 1600 // part
    assert asked == [directory.journals.parent]
    assert most_spill_bytes(session, request) == UNLIMITED
