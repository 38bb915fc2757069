"""What a drained recording is worth."""

from typing import Any

import pytest

from kpath_jvm.recording.segment import Header
from kpath_jvm.records.held_back import NOTHING_HELD_BACK
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
        (None, {"lost_events": 3000}, None, "lower bounds", ["3,000 events"]),
        (None, {"unlisted_classes": 2}, None, "lower bounds", ["2 classes are not recorded"]),
        (None, {"ended_early": True}, None, "lower bounds", ["ended before"]),
        (None, {}, "out of memory", "lower bounds", ["out of memory"]),
        (6, {"lost_events": 1}, "x", "lower bounds", ["SIGABRT", "1 events", "x"]),
        (200, {}, None, "truncated", ["signal 200"]),
    ],
)
def test_what_a_drained_recording_is_worth(
    signal_number: int | None,
    changes: dict[str, Any],
    failure: str | None,
    verdict: str,
    reasons: list[str],
) -> None:
    found = Drained(header(**changes), failure, 0).completeness(signal_number)
    assert found.verdict == verdict
    assert len(found.reasons) == len(reasons)
    for reason, fragment in zip(found.reasons, reasons, strict=True):
        assert fragment in reason
