"""Decides what the counts of a profile are worth. No other module decides that.

Code that records, sums or reads a profile reports what has happened as facts. From these facts,
this module derives the verdict, and every output prints it in the same words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import field

from kpath_jvm.records.record import Count, Record

#: The largest number of reasons that are listed for a sum of many runs. Further reasons are only
#: counted.
_MOST_REASONS = 8


class Verdict(str, Enum):
    """The worth of counts, from the best to the worst."""

    EXACT = "exact"
    #: Exact, except for what was missing at the end: the target was killed, or activations were
    #: still holding paths back.
    TRUNCATED = "truncated"
    LOWER_BOUNDS = "lower bounds"
    #: Some counts are scaled from what was observed, so they can be too high or too low.
    ESTIMATES = "estimates"
    #: The recording contradicts itself: a count can be too high or too low by any amount.
    NOT_EXACT = "not exact"

    def __str__(self) -> str:
        return self.value


class Cause(str, Enum):
    """The kinds of facts that a verdict depends on."""

    #: Something that the reader should know, but that doesn't affect the counts.
    NOTE = "note"
    KILLED = "killed"
    HELD_BACK = "held back"
    LOST_EVENTS = "lost events"
    UNLISTED_CLASSES = "unlisted classes"
    ENDED_EARLY = "ended early"
    ENGINE_FAILED = "engine failed"
    FOLDED = "folded"
    UNREADABLE_METADATA = "unreadable metadata"
    UNKNOWN_COMPLETIONS = "unknown completions"
    #: An older version of kpath-jvm didn't record what the counts are worth.
    NOT_TOLD = "not told"
    THREADS_LEFT_OUT = "threads left out"
    JVMS_LEFT_OUT = "JVMs left out"
    #: Counts cover only the path windows in which a profiler counted.
    WINDOWS = "windows"
    #: Counts of edges, loops and bytecodes are scaled from what was counted in path windows.
    ESTIMATED = "estimated"
    #: Counts cover only the bursts that were sampled.
    SAMPLED = "sampled"
    #: The counters were read later than the sequences, because the engine was behind.
    TWO_MOMENTS = "two moments"
    #: A thread was still counting when its tables were written.
    STILL_COUNTING = "still counting"
    #: Something wasn't counted, because the stack had no space left for the code that counts.
    NO_ROOM_TO_COUNT = "no room to count"
    #: Something was cut off before it became a path of the counted kind, so it isn't counted.
    CUT_OFF = "cut off"
    #: Counters and paths are recorded separately, and they contradict each other for a method.
    DISAGREEMENT = "disagreement"

    def __str__(self) -> str:
        return self.value


#: For each kind of fact, the best verdict that is still possible for the counts.
VERDICTS: Mapping[Cause, Verdict] = {
    Cause.NOTE: Verdict.EXACT,
    Cause.KILLED: Verdict.TRUNCATED,
    Cause.HELD_BACK: Verdict.TRUNCATED,
    Cause.LOST_EVENTS: Verdict.LOWER_BOUNDS,
    Cause.UNLISTED_CLASSES: Verdict.LOWER_BOUNDS,
    Cause.ENDED_EARLY: Verdict.LOWER_BOUNDS,
    Cause.ENGINE_FAILED: Verdict.LOWER_BOUNDS,
    Cause.FOLDED: Verdict.LOWER_BOUNDS,
    Cause.UNREADABLE_METADATA: Verdict.LOWER_BOUNDS,
    Cause.UNKNOWN_COMPLETIONS: Verdict.LOWER_BOUNDS,
    Cause.NOT_TOLD: Verdict.LOWER_BOUNDS,
    Cause.THREADS_LEFT_OUT: Verdict.LOWER_BOUNDS,
    Cause.JVMS_LEFT_OUT: Verdict.LOWER_BOUNDS,
    Cause.WINDOWS: Verdict.LOWER_BOUNDS,
    Cause.ESTIMATED: Verdict.ESTIMATES,
    Cause.SAMPLED: Verdict.LOWER_BOUNDS,
    Cause.TWO_MOMENTS: Verdict.LOWER_BOUNDS,
    Cause.STILL_COUNTING: Verdict.LOWER_BOUNDS,
    Cause.NO_ROOM_TO_COUNT: Verdict.LOWER_BOUNDS,
    Cause.CUT_OFF: Verdict.LOWER_BOUNDS,
    Cause.DISAGREEMENT: Verdict.NOT_EXACT,
}
_ORDER = list(Verdict)
#: The causes of a loss that concerns only the recording's end.
_OF_THE_END = frozenset(
    str(cause) for cause, verdict in VERDICTS.items() if verdict is Verdict.TRUNCATED
)
#: After these causes, counters, counts of paths and counts of sequences may disagree with each
#: other. After other causes, such as a kill, they still agree.
_TEARING = frozenset(
    str(cause)
    for cause in (
        Cause.LOST_EVENTS, Cause.ENDED_EARLY, Cause.ENGINE_FAILED, Cause.NOT_TOLD,
        Cause.TWO_MOMENTS, Cause.STILL_COUNTING, Cause.NO_ROOM_TO_COUNT, Cause.DISAGREEMENT,
    )
)  # fmt: skip
#: The verdicts that the author of a gate can accept, by the value of --accept.
ACCEPTABLE: Mapping[str, Verdict] = {
    "truncated": Verdict.TRUNCATED,
    "lower-bounds": Verdict.LOWER_BOUNDS,
    "estimates": Verdict.ESTIMATES,
}


class Fact(Record, frozen=True, kw_only=True):
    """Something that happened: its kind (``cause``) and one line of ``text`` about it.

    ``figure`` is the number of things (events, classes, methods) that the fact is about, or 1.
    """

    cause: Cause
    text: str
    figure: Count = 1


def note(text: str) -> Fact:
    """Returns a fact that doesn't affect the counts."""
    return Fact(cause=Cause.NOTE, text=text)


class Completeness(Record, frozen=True, kw_only=True):
    """A verdict, its reasons in words, and the facts' figures by the names of their causes.

    The reasons include notes, which don't affect the counts. Adding facts makes a new object, whose
    verdict is never better.
    """

    verdict: Verdict = Verdict.EXACT
    reasons: tuple[str, ...] = ()
    figures: dict[str, Count] = field(default_factory=dict)

    @property
    def is_exact(self) -> bool:
        """Whether every count is exact."""
        return self.verdict is Verdict.EXACT

    @property
    def is_unremarkable(self) -> bool:
        """Whether every count is exact and there are no notes."""
        return self.is_exact and not self.reasons

    @property
    def is_whole_but_for_the_end(self) -> bool:
        """Whether there are no notes, and all counts are exact but for what was missing at the end.

        A note may say that counting began, or was interrupted, while activations were under way.
        """
        # A note has a reason, but no figure. Any other fact has both.
        return set(self.figures) <= _OF_THE_END and len(self.reasons) == len(self.figures)

    @property
    def lacks_only_the_end(self) -> bool:
        """Whether no counts are missing, except at the end of what was recorded.

        Unlike ``is_whole_but_for_the_end``, this can be true of counts with notes: counting may
        have begun late, or may have been interrupted.
        """
        return self.verdict in (Verdict.EXACT, Verdict.TRUNCATED)

    @property
    def has_lower_bounds(self) -> bool:
        """Whether counts may be too low anywhere in the recording, but none can be too high."""
        return self.verdict is Verdict.LOWER_BOUNDS

    @property
    def is_torn(self) -> bool:
        """Whether counters, counts of paths and counts of sequences may disagree with each other.

        If so, numbers that are differences of such counts, for example the number of cut-off paths,
        aren't known.
        """
        return not _TEARING.isdisjoint(self.figures)

    @property
    def predicate(self) -> str:
        """The verdict as the end of a sentence whose subject is a profile: "has lower bounds"."""
        has = self.verdict in (Verdict.LOWER_BOUNDS, Verdict.ESTIMATES)
        return f"{'has' if has else 'is'} {self.verdict}"

    @property
    def text(self) -> str:
        """The words that all outputs print: the verdict and its reasons, in one line."""
        if not self.reasons:
            return str(self.verdict)
        # The bare word "truncated" next to exact counts would look like a contradiction.
        is_cut = self.verdict is Verdict.TRUNCATED
        verdict = f"{self.verdict}, exact but for the end" if is_cut else str(self.verdict)
        return f"{verdict}: {'; '.join(self.reasons)}"

    def is_accepted(self, accepted: Iterable[str]) -> bool:
        """Returns whether gates can judge by these counts; ``accepted`` has keys of ACCEPTABLE."""
        return self.is_exact or any(ACCEPTABLE[one] is self.verdict for one in accepted)

    @property
    def acceptable_as(self) -> str | None:
        """The value of --accept that accepts the verdict, or None if there is none."""
        spellings = (text for text, verdict in ACCEPTABLE.items() if verdict is self.verdict)
        return next(spellings, None)

    def has(self, cause: Cause) -> bool:
        """Returns whether a fact has this cause; False for notes, which have no figures."""
        return str(cause) in self.figures

    def with_facts(self, facts: Iterable[Fact]) -> Completeness:
        """Returns the completeness with additional facts.

        Contradictions come first among the reasons, because outputs cut off the ends of long lists.
        """
        verdict, reasons, figures = self.verdict, list(self.reasons), dict(self.figures)
        for fact in facts:
            own = VERDICTS[fact.cause]
            verdict = _worse(verdict, own)
            reasons.insert(0 if own is Verdict.NOT_EXACT else len(reasons), fact.text)
            if fact.cause is not Cause.NOTE:
                figures[str(fact.cause)] = figures.get(str(fact.cause), 0) + fact.figure
        return Completeness(verdict=verdict, reasons=tuple(reasons), figures=figures)

    def noted(self, *texts: str) -> Completeness:
        """Returns the completeness with additional notes."""
        return self.with_facts(map(note, texts))

    def without(self, text: str) -> Completeness:
        """Returns the completeness without the note ``text``."""
        reasons = tuple(reason for reason in self.reasons if reason != text)
        return Completeness(verdict=self.verdict, reasons=reasons, figures=self.figures)

    def contradictions(self) -> list[Fact]:
        """Returns one fact about all contradictions, in a list that is empty if there are none."""
        if not self.has(Cause.DISAGREEMENT):
            return []
        figure = self.figures[str(Cause.DISAGREEMENT)]
        return [Fact(cause=Cause.DISAGREEMENT, text=self.reasons[0], figure=figure)]

    def document(self) -> dict[str, Any]:
        """Returns values for JSON: ``verdict``, ``exact``, ``text``, ``reasons``, ``figures``."""
        first = {"verdict": str(self.verdict), "exact": self.is_exact, "text": self.text}
        return first | {"reasons": list(self.reasons), "figures": dict(self.figures)}


def decided(facts: Iterable[Fact]) -> Completeness:
    """Returns the completeness of counts, given the facts that are known about them."""
    return Completeness().with_facts(facts)


def of_parts(parts: Iterable[tuple[str, Completeness]]) -> Completeness:
    """Returns what the counts of a whole are worth: no more than the counts of its worst part.

    Each reason says to which part it belongs.
    """
    listed = list(parts)
    contradictory = [part for part in listed if part[1].has(Cause.DISAGREEMENT)]
    first = [f"{name}: {one.reasons[0]}" for name, one in contradictory]
    all_of_them = [f"{name}: {reason}" for name, one in listed for reason in one.reasons]
    others = [reason for reason in all_of_them if reason not in first]
    return _whole([one for _, one in listed], [*first, *others])


def of_runs(runs: Iterable[Completeness], noun: str = "runs") -> Completeness:
    """Returns what a sum of runs is worth.

    A reason that several runs have is given once, with the number of these runs. ``noun`` is the
    word for what is added up.
    """
    listed = list(runs)
    reasons = Counter(reason for one in listed for reason in set(one.reasons))
    first = {one.reasons[0] for one in listed if one.has(Cause.DISAGREEMENT)}
    order = sorted(reasons, key=lambda reason: (reason not in first, -reasons[reason], reason))
    told = [f"{reasons[one]:,} of {len(listed):,} {noun}: {one}" for one in order[:_MOST_REASONS]]
    if len(order) > _MOST_REASONS:
        told.append(f"{len(order) - _MOST_REASONS:,} more reasons, which run.json lists by run")
    return _whole(listed, told)


def _whole(parts: Sequence[Completeness], reasons: Sequence[str]) -> Completeness:
    verdict = max((one.verdict for one in parts), key=_ORDER.index, default=Verdict.EXACT)
    figures: Counter[str] = Counter()
    for one in parts:
        figures.update(one.figures)
    return Completeness(verdict=verdict, reasons=tuple(reasons), figures=dict(figures))


def _worse(one: Verdict, other: Verdict) -> Verdict:
    return max(one, other, key=_ORDER.index)


#: The note for a profile without digests of its files.
UNVERIFIED = (
    "unverified: an older kpath-jvm wrote the profile without digests of its files, so a damaged "
    "file may go unnoticed"
)
#: The worth of a run without recorded facts: events may have been lost.
UNKNOWN = decided([
    Fact(cause=Cause.NOT_TOLD, text="an older kpath-jvm did not note what the counts are worth")
])  # fmt: skip
