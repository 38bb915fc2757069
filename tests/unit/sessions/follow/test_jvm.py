"""Tests that a JVM goes on unrecorded if its segment can't be drained."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.recording.segment import Segment, read_header
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.sessions.follow import jvm
from kpath_jvm.sessions.follow.memory_of_engines import MemoryOfEngines
from made_up_segments import MIB, layout, write_header


@pytest.mark.parametrize("failing", ["Segment", "make_journals", "Drain"])
def test_any_error_leaves_the_jvm_running_unrecorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    contract = SegmentLayout.of(layout(), Path("contract.json"))
    directory = SessionDirectory(tmp_path)
    Segment.create(directory.segment, contract, 2 * MIB).close()
    write_header(directory.segment, contract, TARGET_PID=os.getpid(), CONSUMER_PID=os.getpid())
    memory = MemoryOfEngines(1 << 30)

    def fail(*_: object) -> None:
        raise OSError(24, "Too many open files")

    if failing == "Segment":
        monkeypatch.setattr(jvm.Segment, "open", fail)
    else:
        monkeypatch.setattr(jvm, "make_journals", lambda *_: None)
        monkeypatch.setattr(jvm, failing, fail)
    monkeypatch.setattr(SessionDirectory, "recording", lambda _: None)
    request: Any = SimpleNamespace(workers=1)
    with pytest.raises(OSError, match="Too many open files"):
        jvm.FollowedJvm(directory, contract, request, memory)
    header = read_header(directory.segment, contract)
    assert header is not None
    assert (header["TARGET_PID"], header["CONSUMER_PID"]) == (os.getpid(), 0)
    assert memory.take(0) == MemoryOfEngines(1 << 30).take(0)
