"""Cuts that the agent makes, refuses, or doesn't answer."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.sessions import cutting
from kpath_jvm.sessions.cutting import Cutting
from made_up_segments import MIB, NO_PROCESS, layout


@pytest.fixture
def segment(tmp_path: Path) -> Segment:
    """Return that of a JVM, which is this process."""
    contract = SegmentLayout.of(layout(), Path("contract.json"))
    found = Segment.create(tmp_path / "segment", contract, 2 * MIB)
    write(found, TARGET_PID=os.getpid())
    return found


def write(segment: Segment, **fields: int) -> None:
    for name, value in fields.items():
        segment._layout.header[name].write(segment._mapped, value)


def cuts(segment: Segment) -> Cutting:
    directory: Any = SimpleNamespace(agent_lines=lambda: ["first", "it is odd"])
    return Cutting(segment, directory)


def answering(segment: Segment, monkeypatch: pytest.MonkeyPatch, *, refused: int) -> None:
    """Has the agent answer as soon as it is waited for."""

    def answer(_: float) -> None:
        write(segment, CUT_REFUSED=refused, CUT_ANSWERED=segment.get("CUT_ASKED"))

    monkeypatch.setattr(cutting.time, "sleep", answer)


def test_a_cut_is_waited_for(segment: Segment, monkeypatch: pytest.MonkeyPatch) -> None:
    answering(segment, monkeypatch, refused=0)
    one = cuts(segment)
    one.cut("reset", "BEGINS_ANEW")
    assert (segment.get("CUT_ASKED"), segment.get("CUT_KIND")) == (1, 2)
    one.cut("stop", "STOPS")
    assert (segment.get("CUT_ASKED"), segment.get("CUT_KIND")) == (2, 3)
    assert one.notes() == []


def test_a_refusal_is_one_line_with_the_agent_s_reason(
    segment: Segment, monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(segment, monkeypatch, refused=1)
    with pytest.raises(KpathError, match=r"^cannot dump: it is odd; the recording goes on"):
        cuts(segment).cut("dump", "GOES_ON")


def test_a_program_that_has_ended_is_not_waited_for(segment: Segment) -> None:
    write(segment, TARGET_PID=NO_PROCESS)
    with pytest.raises(KpathError, match="has ended"):
        cuts(segment).cut("reset", "BEGINS_ANEW")


def test_an_agent_that_does_not_answer_is_asked_no_more(
    segment: Segment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cutting, "PATIENCE_SECONDS", 0.0)
    one = cuts(segment)
    for line in ("has not answered for 0 s", "has not answered before"):
        with pytest.raises(KpathError, match=line):
            one.cut("stop", "STOPS")
    assert segment.get("CUT_ASKED") == 0
    assert one.notes() == []
    # It was at it all the same.
    write(segment, CUT_ANSWERED=1)
    assert "given up" in one.notes()[0]
