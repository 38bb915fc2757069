"""Provides a made-up layout of segments, and a session's directory, for tests of recordings."""

from pathlib import Path

import pytest

from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.recording.stream_directory import StreamDirectory
from made_up_segments import layout


@pytest.fixture
def contract() -> SegmentLayout:
    return SegmentLayout.of(layout(), Path("contract.json"))


@pytest.fixture
def session(tmp_path: Path) -> SessionDirectory:
    segments = tmp_path / "segments"
    segments.mkdir()
    return SessionDirectory.create(segments, StreamDirectory(tmp_path / "s"))
