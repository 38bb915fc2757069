"""Tests a recording under way: the target goes on if the engine can't start or has failed."""

from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.sessions.components import under_way as module
from kpath_jvm.sessions.components.control import ClosedToCtl
from kpath_jvm.sessions.components.under_way import MadeSegment, UnderWay
from kpath_jvm.sessions.progress import Progress


class Told:
    """A reporter that keeps the lines that it gets."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    tell = tell_run = say

    def update(self, progress: Progress) -> None:
        self.lines.append(f"{progress.events} events")


class Made:
    """Stands for the segment."""

    def __init__(self) -> None:
        self.is_abandoned = False
        self.geometry = SimpleNamespace(total_bytes=1 << 20)

    def abandon(self) -> None:
        self.is_abandoned = True


@pytest.fixture
def segment() -> Made:
    return Made()


@pytest.fixture
def one(segment: Made, monkeypatch: pytest.MonkeyPatch) -> UnderWay:
    """Returns a recording that is about to begin."""
    given: Any = segment
    monkeypatch.setattr(MadeSegment, "of", lambda *_: MadeSegment(given, None, True))
    monkeypatch.setattr(module, "import_writer", lambda _: None)
    prepared: Any = SimpleNamespace(
        request=SimpleNamespace(no_profile=False, k=4),
        program=SimpleNamespace(name="P", jdk=SimpleNamespace(version="17")),
    )
    space: Any = SimpleNamespace(directory=SimpleNamespace(path=SimpleNamespace(parent="/shm")))
    return UnderWay(prepared, space, ClosedToCtl())


def drain(failure: str | None) -> Any:
    engine = SimpleNamespace(failure=lambda: failure, warm_up=lambda: None)
    journaling = SimpleNamespace(news=lambda: None)
    progress = Progress(3, 0.5)
    return SimpleNamespace(engine=engine, journaling=journaling, progress=lambda: progress)


def test_the_announcement_describes_the_recording(one: UnderWay) -> None:
    told: Any = Told()
    one.announce(told)
    assert told.lines == [
        "recording P on Java 17 with k=4; segment 1 MiB in /shm, reduced to half of what is free "
        "there"
    ]


def test_the_target_goes_on_if_the_engine_cannot_start(
    one: UnderWay, segment: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise KpathError("no engine")

    monkeypatch.setattr(one, "start", fail)
    told: Any = Told()
    one.start_beside(told)
    assert segment.is_abandoned
    assert (one.failure, one.drain) == ("no engine", None)
    assert told.lines == ["no engine; the target goes on unrecorded"]
    one.poll(told)
    assert len(told.lines) == 1


def test_an_engine_that_was_started_earlier_is_kept(one: UnderWay, segment: Made) -> None:
    one.drain = before = drain(None)
    told: Any = Told()
    one.start_beside(told)
    assert one.drain is before
    assert not segment.is_abandoned
    assert told.lines == []


def test_a_failure_of_the_engine_is_reported_once(one: UnderWay) -> None:
    one.drain = drain("out of memory")
    told: Any = Told()
    one.poll(told)
    one.poll(told)
    assert one.failure == "out of memory"
    assert told.lines == [
        "the engine failed: out of memory; the target goes on", "3 events", "3 events"
    ]  # fmt: skip
