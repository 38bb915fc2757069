"""Tests requests for cuts: the agent makes the cut, refuses it, or doesn't answer."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.sessions.components import cut
from kpath_jvm.sessions.components.cut import Cutting, HeldCuts, cuts_note
from made_up_segments import MIB, NO_PROCESS, layout


@pytest.fixture
def segment(tmp_path: Path) -> Segment:
    """Returns a segment whose header names this process as the JVM."""
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
    """Makes the agent answer as soon as somebody waits for the answer."""

    def answer(_: float) -> None:
        write(segment, CUT_REFUSED=refused, CUT_ANSWERED=segment.get("CUT_ASKED"))

    monkeypatch.setattr(cut.time, "sleep", answer)


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


def test_an_ended_program_is_not_waited_for(segment: Segment) -> None:
    write(segment, TARGET_PID=NO_PROCESS)
    with pytest.raises(
        KpathError, match=f"cannot reset: process {NO_PROCESS} has ended; its profile is coming"
    ):
        cuts(segment).cut("reset", "BEGINS_ANEW")


def test_a_silent_agent_is_not_asked_again(
    segment: Segment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cut, "PATIENCE_SECONDS", 0.0)
    one = cuts(segment)
    for line in ("has not answered for 0 s", "did not answer an earlier request"):
        with pytest.raises(KpathError, match=line):
            one.cut("stop", "STOPS")
    assert segment.get("CUT_ASKED") == 0
    assert one.notes() == []
    # The agent answers after all: first that it won't make the cut, then that it has made it.
    write(segment, CUT_ANSWERED=1, CUT_REFUSED=1)
    assert one.notes() == []
    write(segment, CUT_REFUSED=0)
    assert "given up" in one.notes()[0]


class Engine:
    """Stands for the engine and for the agent, which makes cuts. Keeps all requests in order."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def hold(self) -> int:
        self.asked.append("hold")
        return 3

    def release(self, part: int) -> None:
        self.asked.append(f"release {part}")

    def cut(self, verb: str, kind: str) -> None:
        self.asked.append(f"{verb} {kind}")


def test_the_part_is_held_before_the_agent_makes_the_cut() -> None:
    engine: Any = Engine()
    with HeldCuts(engine, engine).part("dump", "GOES_ON") as part:
        assert part == 3
        assert engine.asked == ["hold", "dump GOES_ON"]
    # Whoever uses the part has to release it.
    assert engine.asked == ["hold", "dump GOES_ON"]


def test_the_part_is_released_after_an_error() -> None:
    engine: Any = Engine()
    held = HeldCuts(engine, engine)
    with pytest.raises(KpathError), held.part("dump", "GOES_ON", is_cut_already=True):
        raise KpathError("no room")
    assert engine.asked == ["hold", "release 3"]
    assert not held.do_beside(lambda: None)


def test_an_action_beside_a_cut_needs_a_held_part() -> None:
    engine: Any = Engine()
    held, done = HeldCuts(engine, engine), []
    assert not held.do_beside(lambda: done.append("before"))
    with held.part("dump", "GOES_ON"):
        assert held.do_beside(lambda: done.append("within"))
    assert not held.do_beside(lambda: done.append("behind"))
    with held.part("start", "BEGINS_ANEW", is_open=False):
        assert not held.do_beside(lambda: done.append("beside"))
    assert done == ["within"]


@pytest.mark.parametrize(
    ("cuts", "is_stream", "words"),
    [
        ((0, 0, 0), False, None),
        ((1, 0, 0), False, "it was cut while it was recorded; no sequence"),
        ((3, 3, 0), False, "it was reset while it was recorded, and what came before the reset"),
        ((3, 3, 0), True, "it was cut while it was recorded; no sequence"),
        ((3, 0, 1), True, "recording was stopped once, and what ran meanwhile isn't included; no"),
        ((3, 2, 4), False, "isn't included; recording was stopped 4 times, and"),
    ],
)
def test_a_profile_made_after_the_recording_notes_cuts(
    cuts: tuple[int, int, int], is_stream: bool, words: str | None
) -> None:
    part, first_part, stops = cuts
    header: Any = SimpleNamespace(part=part, first_part=first_part, stops=stops)
    found = cuts_note(header, is_stream=is_stream)
    assert found is None if words is None else words in (found or "")
