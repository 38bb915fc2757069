"""The verdict: what the counts of a recording are worth.

This module gathers the facts from the recording's components. Only records/completeness.py decides
what follows from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kpath_jvm.launch.target import signal_name
from kpath_jvm.records.completeness import Cause, Completeness, Fact, decided
from kpath_jvm.sessions.components.cut import cuts_note

if TYPE_CHECKING:
    from kpath_jvm.recording.segment import Header
    from kpath_jvm.sessions.components.control import Control
    from kpath_jvm.sessions.components.source import LiveSource
    from kpath_jvm.sessions.drained import Drained

#: The note of a profile that ``recover`` has made. The profile may lack the recording's end.
RECOVERED = "recovered: kpath-jvm itself was killed, or could not write"


def verdict_of(drained: Drained, signal_number: int | None) -> Completeness:
    """Returns the verdict that follows from the drain and from how the target ended.

    ``signal_number`` is the signal that killed the target, if one did.
    """
    return decided(_facts(drained, signal_number))


def verdict_of_dead(
    drained: Drained, signal_number: int | None, *, is_stream: bool, is_recovered: bool
) -> Completeness:
    """Returns the verdict on a recording whose target is dead.

    ``is_stream`` says whether the recording was made by ``run --record``, which notes how the
    target ended. ``is_recovered`` says whether the kpath-jvm that drained the recording is dead,
    too.
    """
    header = drained.header
    found = decided(_facts(drained, signal_number, is_recovered=is_recovered))
    if not (is_stream or header.shut_down or header.ended_early):
        found = found.noted(
            "how the target ended is not known; everything that it emitted is counted"
        )
    if is_recovered:
        found = found.noted(RECOVERED)
    cuts = cuts_note(header, is_stream=is_stream)
    return found if cuts is None else found.noted(cuts)


class LiveVerdict:
    """The verdict on a recording that this process has made."""

    def __init__(self, source: LiveSource, control: Control) -> None:
        self._source = source
        self._control = control

    def of(self, drained: Drained, signal_number: int | None) -> Completeness:
        """Returns the verdict that follows from the drain, the source and the control.

        ``signal_number`` is the signal that killed the target, if one did.
        """
        found = verdict_of(drained, signal_number)
        found = found.noted(*self._source.notes, *self._control.notes())
        return found.with_facts(self._source.facts(drained.header))


def _facts(
    drained: Drained, signal_number: int | None, *, is_recovered: bool = False
) -> Iterator[Fact]:
    header = drained.header
    if signal_number is not None:
        why = f"the target was killed by {signal_name(signal_number)}"
        yield Fact(cause=Cause.KILLED, text=f"{why}; what it had emitted until then is counted")
    if header.lost_events > 0:
        lost = header.lost_events
        text = f"{lost:,} path completion{'' if lost == 1 else 's'} could not be recorded"
        why = _why_lost(header, is_recovered=is_recovered)
        yield Fact(cause=Cause.LOST_EVENTS, text=f"{text}, because {why}", figure=lost)
    if header.unlisted_classes > 0:
        yield Fact(
            cause=Cause.UNLISTED_CLASSES, text=header.unlisted, figure=header.unlisted_classes
        )
    if header.ended_early:
        text = "the recording ended before the target did"
        yield Fact(cause=Cause.ENDED_EARLY, text=text)
    if drained.failure is not None:
        yield Fact(cause=Cause.ENGINE_FAILED, text=f"the engine failed: {drained.failure}")
    folding = drained.folding
    if folding is not None:
        # Imported here, so that the target needn't wait for this import.
        from kpath_jvm.profile.folding import reason as folding_reason

        yield Fact(cause=Cause.FOLDED, text=folding_reason(folding), figure=folding.nodes)


def _why_lost(header: Header, *, is_recovered: bool) -> str:
    if not header.ended_early:
        return (
            "the segment had no room for a thread or its counters, or the JVM was still making the "
            "thread"
        )
    if header.kept:
        return (
            "the segment, which nothing emptied, was full (segment-size makes it larger), or the "
            "agent had failed (then its log says why)"
        )
    if is_recovered:
        return "kpath-jvm, which reads the recording, had ended, and the program went on"
    return (
        "kpath-jvm no longer read the recording, the segment was full for good, or the agent had "
        "failed (then its log says why)"
    )
