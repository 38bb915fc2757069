"""Tests what becomes of a recording that can't be written as requested."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.sessions.components import sink
from kpath_jvm.sessions.components.sink import (
    FinishedRecording,
    ProfileSink,
    complete_stream,
    tell_unused,
)


class Space:
    """A session's directory, for a recording with or without a stream."""

    def __init__(self, stream: object = None) -> None:
        self.directory = SimpleNamespace(stream=stream, files=())
        self.is_left = False

    @contextmanager
    def left_behind_on_failure(self) -> Iterator[None]:
        try:
            yield
        except KpathError as error:
            self.is_left = True
            raise KpathError(f"{error}; nothing is lost") from None


class Stream:
    """A stream that is completed if there is room."""

    path = "S"

    def __init__(self, *, has_room: bool) -> None:
        self._has_room = has_room
        self.is_complete = False

    def complete(self, *_: object) -> None:
        if not self._has_room:
            raise KpathError("no room for S")
        self.is_complete = True


def finished(recording: object, ended: str | None = None) -> FinishedRecording:
    drain: Any = SimpleNamespace(
        finish=lambda: recording, journaling=SimpleNamespace(failure=lambda: ended)
    )
    nothing: Any = None
    return FinishedRecording(nothing, nothing, drain)


def recorded(failure: str | None = None) -> Any:
    def require_counted() -> None:
        if failure is not None:
            raise KpathError(f"the engine failed: {failure}")

    return SimpleNamespace(require_counted=require_counted, stream_record=lambda _: None)


def made(space: Space) -> ProfileSink:
    nothing: Any = None
    given: Any = space
    prepared: Any = SimpleNamespace(destination="p.kpath")
    return ProfileSink(prepared, given, nothing, nothing)


REPORTER: Any = SimpleNamespace(busy=lambda _: nullcontext())


@pytest.mark.parametrize(
    ("stream", "words"),
    [(None, "no profile"), (Stream(has_room=True), "no profile and no stream")],
)
def test_the_message_without_a_recording_names_the_missing_output(stream: Any, words: str) -> None:
    assert made(Space(stream)).nothing == words


def test_an_uncounted_recording_is_left_behind_with_a_complete_stream() -> None:
    stream = Stream(has_room=True)
    space = Space(stream)
    found = made(space).take(finished(recorded("out of memory")), REPORTER)
    assert found == "the engine failed: out of memory; nothing is lost"
    assert space.is_left
    assert stream.is_complete


def test_both_failures_are_reported_if_the_stream_has_no_room() -> None:
    space = Space(Stream(has_room=False))
    found = made(space).take(finished(recorded("out of memory")), REPORTER)
    assert found == (
        "the engine failed: out of memory; nothing is lost; "
        "no room for S; record again where there is more room"
    )


def test_a_stream_with_ended_journals_is_not_completed() -> None:
    stream = Stream(has_room=True)
    directory: Any = Space(stream).directory
    found = complete_stream(directory, recorded(), finished(None, "the disk is full"))
    assert found == "no stream S: the disk is full; record again where there is more room"
    assert not stream.is_complete
    assert complete_stream(directory, recorded(), finished(None)) is None
    assert stream.is_complete


@pytest.mark.parametrize(("matched", "told"), [(0, True), (1, False)])
def test_a_useless_guide_is_reported(matched: int, told: bool) -> None:
    lines: list[str] = []
    guide: Any = SimpleNamespace(profile="g.kpath", matched=matched)
    reporter: Any = SimpleNamespace(say=lines.append)
    tell_unused(guide, reporter)
    assert bool(lines) == told
    tell_unused(None, reporter)
    assert len(lines) == told
    assert sink.unmet_requirement(SimpleNamespace(required_methods=()), "p") is None  # type: ignore[arg-type]
