"""What a recording comes to once its target is dead."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kpath_jvm import __version__
from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.launch.target import signal_name
from kpath_jvm.profile.folding import reason as folding_reason
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.recording.segment import Header, Segment
from kpath_jvm.records.completeness import Completeness, Verdict
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.run import Course, EngineUse, RunRecord, SegmentUse
from kpath_jvm.records.stream import StreamRecord


@dataclass(frozen=True)
class Drained:
    """What is known of a recording whose stream has been read to its end.

    ``failure`` is what the engine could not read or build, in one line; None when all is well.
    """

    header: Header
    failure: str | None
    events: int

    def completeness(self, signal_number: int | None) -> Completeness:
        """How far its counts can be relied on; the signal is that which killed the target."""
        header, found = self.header, Completeness()
        if signal_number is not None:
            found = found.lowered(
                Verdict.TRUNCATED,
                f"the target was killed by {signal_name(signal_number)}; "
                "what it had emitted before is counted",
            )
        lacks = []
        if header.lost_events > 0:
            lacks.append(f"{header.lost_events:,} events could not be recorded")
        if header.unlisted_classes > 0:
            lacks.append(unlisted(header))
        if header.ended_early:
            lacks.append("the recording ended before the target did")
        if self.failure is not None:
            lacks.append(f"the engine failed: {self.failure}")
        return found.lowered(Verdict.LOWER_BOUNDS, *lacks) if lacks else found

    def stream_record(self, course: Course) -> StreamRecord:
        """What its stream's stream.json says of the run."""
        return StreamRecord(
            **fields_of(course, Course),
            version=__version__,
            events=self.events,
            threads=self.header.threads,
            lost_events=self.header.lost_events,
        )


@dataclass(frozen=True)
class Recording(Drained):
    """A finished recording. ``recorded`` is valid while its session directory is there."""

    recorded: Recorded
    segment_bytes: int
    segment_peak_bytes: int
    engine_bytes: int
    statistics: dict[str, Any] = field(repr=False)

    @classmethod
    def of(cls, engine: EngineBridge, segment: Segment, methods: Path) -> "Recording":
        """Drains the rest and converts; the target must be dead.

        An engine that failed gives what it has, with the result's ``failure``.
        """
        engine.finish()
        return cls(
            recorded=engine.recorded(methods),
            header=segment.header(),
            failure=engine.failure(),
            events=engine.events(),
            segment_bytes=segment.geometry.total_bytes,
            segment_peak_bytes=engine.segment_peak_bytes(),
            engine_bytes=engine.engine_bytes(),
            statistics=engine.statistics(),
        )

    def completeness(self, signal_number: int | None) -> Completeness:
        """As of what was drained, and lowered by what the engine has folded."""
        found, folding = super().completeness(signal_number), Folding.of(self.statistics)
        if folding is None:
            return found
        return found.lowered(Verdict.LOWER_BOUNDS, folding_reason(folding))

    def record(self, course: Course, completeness: Completeness, **more: Any) -> RunRecord:
        """What its profile's run.json says of the run; ``more`` are fields of RunRecord."""
        return RunRecord(
            **fields_of(course, Course),
            version=__version__,
            completeness=completeness,
            events=self.events,
            threads=self.header.threads,
            lost_events=self.header.lost_events,
            waited_seconds=self.header.waited_seconds,
            segment=SegmentUse(bytes=self.segment_bytes, peak_bytes=self.segment_peak_bytes),
            engine=EngineUse(bytes=self.engine_bytes, statistics=self.statistics),
            folding=Folding.of(self.statistics),
            **more,
        )


def unlisted(header: Header) -> str:
    """What is to be said of classes that the agent could not even list."""
    count = header.unlisted_classes
    return (
        f"{count:,} class{'es are' if count > 1 else ' is'} not recorded: "
        "there was no room for the metadata beside the segment"
    )
