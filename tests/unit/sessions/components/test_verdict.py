"""Tests the verdict on a drained recording."""

from typing import Any

import pytest

from kpath_jvm.recording.segment import Header
from kpath_jvm.records.held_back import NOTHING_HELD_BACK
from kpath_jvm.sessions.attach import WINDOW, AttachedSource
from kpath_jvm.sessions.components.control import ClosedToCtl
from kpath_jvm.sessions.components.source import LaunchedSource
from kpath_jvm.sessions.components.verdict import (
    RECOVERED,
    LiveVerdict,
    verdict_of,
    verdict_of_dead,
)
from kpath_jvm.sessions.drained import Drained


def header(**changes: Any) -> Header:
    fields: dict[str, Any] = {
        "target_pid": 7, "ended_early": False, "shut_down": False, "left": False, "kept": False,
        "lost_events": 0, "released": NOTHING_HELD_BACK, "unlisted_classes": 0,
        "waited_seconds": 0.0, "threads": 1,
    }  # fmt: skip
    return Header(**{**fields, **changes})


@pytest.mark.parametrize(
    ("signal_number", "changes", "failure", "verdict", "reasons"),
    [
        (None, {}, None, "exact", []),
        (9, {}, None, "truncated", ["SIGKILL"]),
        (None, {"lost_events": 3000}, None, "lower bounds", ["3,000 path completions"]),
        (None, {"unlisted_classes": 2}, None, "lower bounds", ["2 classes are not recorded"]),
        (None, {"ended_early": True}, None, "lower bounds", ["ended before"]),
        (None, {}, "out of memory", "lower bounds", ["out of memory"]),
        (
            6,
            {"lost_events": 1},
            "x",
            "lower bounds",
            ["SIGABRT", "1 path completion could not", "x"],
        ),
        (200, {}, None, "truncated", ["signal 200"]),
    ],
)
def test_drained_recordings_have_verdicts_with_reasons(
    signal_number: int | None,
    changes: dict[str, Any],
    failure: str | None,
    verdict: str,
    reasons: list[str],
) -> None:
    found = verdict_of(Drained(header(**changes), failure, 0), signal_number)
    assert found.verdict == verdict
    assert len(found.reasons) == len(reasons)
    for reason, fragment in zip(found.reasons, reasons, strict=True):
        assert fragment in reason


class Changed(ClosedToCtl):
    """The control of a recording that was reset."""

    def notes(self) -> list[str]:
        return ["it was reset"]


def made(kind: type[AttachedSource] | type[LaunchedSource]) -> Any:
    """Returns a source without a program."""
    nothing: Any = None
    return kind(nothing, nothing, nothing) if kind is AttachedSource else kind(nothing, nothing)


def test_a_live_verdict_has_notes_of_the_source_and_the_control() -> None:
    drained = Drained(header(shut_down=True), None, 0)
    launched = LiveVerdict(made(LaunchedSource), ClosedToCtl()).of(drained, None)
    assert (launched.verdict, launched.reasons) == ("exact", ())
    changed = LiveVerdict(made(LaunchedSource), Changed()).of(drained, 9)
    assert changed.verdict == "truncated"
    assert changed.reasons[1:] == ("it was reset",)
    attached = LiveVerdict(made(AttachedSource), Changed()).of(drained, None)
    assert (attached.verdict, attached.reasons) == ("exact", (WINDOW, "it was reset"))


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [({"left": True}, "exact"), ({"shut_down": True}, "exact"), ({}, "truncated")],
)
def test_an_attached_jvm_that_neither_ended_nor_released_the_agent_was_killed(
    changes: dict[str, Any], verdict: str
) -> None:
    live = LiveVerdict(made(AttachedSource), ClosedToCtl())
    found = live.of(Drained(header(**changes), None, 0), None)
    assert found.verdict == verdict
    assert ("the JVM was killed" in found.text) == (verdict == "truncated")


@pytest.mark.parametrize(
    ("changes", "is_stream", "is_recovered", "notes"),
    [
        ({}, False, True, ["how the target ended is not known", RECOVERED]),
        ({}, True, False, []),
        ({"shut_down": True}, False, True, [RECOVERED]),
        ({"shut_down": True, "first_part": 1}, False, False, ["it was reset"]),
        ({"shut_down": True, "first_part": 1, "part": 1}, True, False, ["it was cut"]),
    ],
)
def test_the_verdict_on_a_dead_recording_says_what_is_not_known(
    changes: dict[str, Any], is_stream: bool, is_recovered: bool, notes: list[str]
) -> None:
    drained = Drained(header(**changes), None, 0)
    found = verdict_of_dead(drained, None, is_stream=is_stream, is_recovered=is_recovered)
    assert found.verdict == "exact"
    assert len(found.reasons) == len(notes)
    for reason, beginning in zip(found.reasons, notes, strict=True):
        assert reason.startswith(beginning)


@pytest.mark.parametrize(
    ("changes", "is_recovered", "why"),
    [
        ({"ended_early": True}, True, "because kpath-jvm, which reads the recording, had ended"),
        (
            {"ended_early": True, "kept": True},
            False,
            "was full (segment-size makes it larger), or the agent had failed",
        ),
        ({"ended_early": True}, False, "because kpath-jvm no longer read the recording, the"),
        ({}, False, "because the segment had no room for a thread"),
    ],
)
def test_the_verdict_says_why_path_completions_were_lost(
    changes: dict[str, Any], is_recovered: bool, why: str
) -> None:
    drained = Drained(header(lost_events=3, **changes), None, 0)
    found = verdict_of_dead(drained, None, is_stream=False, is_recovered=is_recovered)
    (reason,) = (one for one in found.reasons if "could not be recorded" in one)
    assert reason.startswith("3 path completions could not be recorded, ")
    assert why in reason
    assert found.figures["lost events"] == 3
