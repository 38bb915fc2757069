"""Tests what a profile notes about resets, stops and an engine that is behind."""

from pathlib import Path

import pytest

from builders.checked import checked
from kpath_jvm.records.completeness import Cause
from kpath_jvm.sessions.dumped import Changes, Methods, MethodsSoFar, behind


def _methods(*held: int) -> str:
    """Returns lines of methods whose activations hold back these numbers of paths."""
    return checked(*({"kind": "method", "held_paths": paths} for paths in held))


@pytest.fixture
def changes(tmp_path: Path) -> Changes:
    """Returns the changes of a recording with two methods, which hold back up to 31 and 7 paths."""
    methods = tmp_path / "methods.jsonl"
    methods.write_text(_methods(31, 7))
    return Changes(Methods(methods))


def test_a_recording_without_changes_has_no_notes(changes: Changes) -> None:
    assert changes.notes() == []
    assert not changes.is_stopped


def test_the_note_on_a_reset_counts_held_back_paths(changes: Changes) -> None:
    changes.reset()
    assert changes.notes()[0].startswith("the recording was reset after 0.0 s: ")
    changes.reset()
    first, held = changes.notes()
    assert first.startswith("the recording was reset 2 times, the last one after 0.0 s: ")
    assert "held back up to 31 paths" in held
    assert changes.resets == 2


def test_stops_are_counted_until_a_reset(changes: Changes) -> None:
    changes.stop()
    assert changes.is_stopped
    assert "stopped once" in changes.notes()[0]
    changes.start()
    changes.stop()
    assert "stopped 2 times" in changes.notes()[0]
    changes.reset()
    assert changes.is_stopped
    assert ["reset" in note or "stopped once" in note for note in changes.notes()[:2]] == [1, 1]
    changes.start()
    changes.reset()
    assert not any("stopped" in note for note in changes.notes())


def test_unpacked_methods_hold_nothing_back(tmp_path: Path) -> None:
    for content in (None, _methods(0)):
        if content is not None:
            (tmp_path / "methods.jsonl").write_text(content)
        changes = Changes(Methods(tmp_path / "methods.jsonl"))
        changes.reset()
        assert len(changes.notes()) == 1


def test_methods_are_read_once_as_they_are_written(tmp_path: Path) -> None:
    file = tmp_path / "methods.jsonl"
    methods = Methods(file)
    assert methods.so_far() == MethodsSoFar(0, 0)
    last = _methods(31)
    file.write_text(_methods(7) + checked({"kind": "class"}) + last[:20])
    assert methods.so_far() == MethodsSoFar(1, 7)
    with file.open("a") as more:
        more.write(last[20:] + _methods(4))
    assert methods.so_far() == MethodsSoFar(3, 31)
    # Lines that were read aren't read again.
    size = file.stat().st_size
    file.write_text("x" * size + "\n" + _methods(5))
    assert methods.so_far() == MethodsSoFar(4, 31)


def test_a_look_for_which_everything_was_counted_needs_no_note() -> None:
    assert behind(0, 1.0) == []
    (fact,) = behind(1, 1.0)
    assert (fact.cause, fact.figure) == (Cause.TWO_MOMENTS, 1)
