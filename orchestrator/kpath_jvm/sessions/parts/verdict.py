"""The verdict: what the counts of a recording are worth, by all that its parts know of it.

Facts are gathered here. What follows from them is decided in records/completeness.py alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kpath_jvm.launch.target import signal_name
from kpath_jvm.records.completeness import Cause, Completeness, Fact, decided
from kpath_jvm.sessions.parts.cut import cuts_note

if TYPE_CHECKING:
    from kpath_jvm.sessions.drained import Drained
    from kpath_jvm.sessions.parts.control import Control
    from kpath_jvm.sessions.parts.source import LiveSource

#: Why a profile may lack what its recording would have had in the end.
RECOVERED = "recovered: kpath-jvm itself was killed, or could not write"


def verdict_of(drained: Drained, signal_number: int | None) -> Completeness:
    """Returns what was drained is worth by itself; the signal is that which killed the target."""
    return decided(_facts(drained, signal_number))


def verdict_of_dead(
    drained: Drained, signal_number: int | None, *, is_stream: bool, is_recovered: bool
) -> Completeness:
    """Returns the verdict on a recording of which nobody has seen the end.

    ``is_stream`` says that it was recorded by ``run --record``, so that how the target ended is
    written down; ``is_recovered`` that its kpath-jvm is dead.
    """
    found, header = verdict_of(drained, signal_number), drained.header
    if not (is_stream or header.shut_down or header.ended_early):
        found = found.noted(
            "how the target ended is not known; everything that it emitted is counted"
        )
    if is_recovered:
        found = found.noted(RECOVERED)
    cuts = cuts_note(header, is_stream=is_stream)
    return found if cuts is None else found.noted(cuts)


class LiveVerdict:
    """The verdict on a recording that this process has made, by its source and who controls it."""

    def __init__(self, source: LiveSource, control: Control) -> None:
        self._source = source
        self._control = control

    def of(self, drained: Drained, signal_number: int | None) -> Completeness:
        """Returns it; the signal is that which killed the target."""
        found = verdict_of(drained, signal_number)
        found = found.noted(*self._source.notes, *self._control.notes())
        return found.with_facts(self._source.facts(drained.header))


def _facts(drained: Drained, signal_number: int | None) -> Iterator[Fact]:
    """Yields what has happened to a recording that its counts depend on."""
    header = drained.header
    if signal_number is not None:
        why = f"the target was killed by {signal_name(signal_number)}"
        yield Fact(cause=Cause.KILLED, text=f"{why}; what it had emitted before is counted")
    if header.lost_events > 0:
        lost = header.lost_events
        text = f"{lost:,} events could not be recorded"
        yield Fact(cause=Cause.LOST_EVENTS, text=text, figure=lost)
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
        # It imports what the way to the target needn't wait for.
        from kpath_jvm.profile.folding import reason as folding_reason

        yield Fact(cause=Cause.FOLDED, text=folding_reason(folding), figure=folding.nodes)
