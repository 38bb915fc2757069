"""The results of draining a recording's streams (sessions/components/drain.py)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kpath_jvm import __version__
from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.recording.segment import Header, Segment
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import Course, EngineUse, RunRecord, SegmentUse
from kpath_jvm.records.stream import StreamRecord


@dataclass(frozen=True)
class Drained:
    """The result of reading a recording's streams.

    ``failure`` says in one line what the engine could not read or build; it is None if all is well.
    """

    header: Header
    failure: str | None
    events: int

    @property
    def folding(self) -> Folding | None:
        """The counts of what the engine has folded; None if it has folded nothing."""
        return None

    def stream_record(self, course: Course) -> StreamRecord:
        """Returns the record of the run for the stream's stream.json."""
        return StreamRecord(
            **fields_of(course, Course),
            version=__version__,
            events=self.events,
            threads=self.header.threads,
            lost_events=self.header.lost_events,
        )


@dataclass(frozen=True)
class Recording(Drained):
    """The counts of a recording, at its end or so far.

    ``recorded`` is valid only while the recording's session directory exists.

    ``is_kept_uncounted`` is True if the engine had too little memory to count everything, but
    everything is kept, so another engine can count it. For a look, ``uncounted_bytes`` is the size
    of the data that was emitted before the look, but not counted yet; for others, it is 0.
    """

    recorded: Recorded
    segment_bytes: int
    segment_peak_bytes: int
    engine_bytes: int
    spilled_bytes: int
    statistics: dict[str, Any] = field(repr=False)
    is_kept_uncounted: bool = False
    uncounted_bytes: int = 0

    @classmethod
    def of(cls, engine: EngineBridge, segment: Segment, methods: Path) -> "Recording":
        """Drains the rest and converts the counts.

        The target must be dead, or the agent must have left it. If the engine has failed, the
        result has what was counted, and its ``failure`` is set.
        """
        engine.finish()
        return cls._of(
            engine,
            segment,
            engine.recorded(methods),
            failure=engine.failure(),
            events=engine.events(),
            engine_bytes=engine.engine_bytes(),
            statistics=engine.statistics(),
        )

    def require_counted(self) -> None:
        """Raises KpathError (125) if another engine should count the kept data again."""
        if self.is_kept_uncounted:
            raise KpathError(f"the engine failed: {self.failure}", 125)

    @classmethod
    def so_far(
        cls,
        engine: EngineBridge,
        segment: Segment,
        methods: Path,
        part: int | None,
        is_given_up: Callable[[], bool] = lambda: False,
    ) -> "Recording":
        """Returns what was emitted before ``part``, or until now if ``part`` is None.

        The recording goes on. The file ``methods`` is copied, because the agent goes on writing to
        it. If a part is given, the engine must hold the part's data, and the method waits until
        everything before the part has been counted; see EngineBridge.snapshot for ``is_given_up``.
        Without a part, ``uncounted_bytes`` says how much data the result lacks. Raises KpathError
        (125) if there isn't enough memory.
        """
        snapshot = (
            engine.look(methods) if part is None else engine.snapshot(methods, part, is_given_up)
        )
        # The agent describes a method in the file before the method's ids are counted. So the copy
        # has the methods of all ids that are counted by now.
        copied = methods.with_suffix(".so-far")
        content = methods.read_bytes() if methods.exists() else b""
        copied.write_bytes(content[: content.rfind(b"\n") + 1])
        return cls._of(
            engine,
            segment,
            replace(snapshot.recorded, methods_path=copied),
            failure=snapshot.failure,
            events=snapshot.events,
            engine_bytes=snapshot.engine_bytes,
            statistics=snapshot.statistics,
            uncounted_bytes=snapshot.uncounted_bytes,
        )

    @classmethod
    def _of(
        cls,
        engine: EngineBridge,
        segment: Segment,
        recorded: Recorded,
        *,
        failure: str | None,
        events: int,
        engine_bytes: int,
        statistics: dict[str, Any],
        uncounted_bytes: int = 0,
    ) -> "Recording":
        header = segment.header()
        return cls(
            recorded=replace(
                recorded,
                released=header.released,
                begins_amid=header.first_part > 0 or header.stops > 0,
                first_id=segment.get("FIRST_ID"),
            ),
            header=header,
            failure=failure,
            events=events,
            segment_bytes=segment.geometry.total_bytes,
            segment_peak_bytes=engine.segment_peak_bytes(),
            engine_bytes=engine_bytes,
            spilled_bytes=engine.spilled_bytes(),
            statistics=statistics,
            uncounted_bytes=uncounted_bytes,
        )

    @property
    def folding(self) -> Folding | None:
        """The counts of what the engine has folded, from the engine's figures."""
        return Folding.of(self.statistics)

    def identities(self, agent: RecordingRecord) -> tuple[str, ...]:
        """Returns what distinguishes the recording, since its last reset, from all others."""
        return agent.identities(self.header.first_part)

    def record(self, course: Course, completeness: Completeness, **more: Any) -> RunRecord:
        """Returns the record for the profile's run.json; ``more`` are other fields of RunRecord."""
        return RunRecord(
            **fields_of(course, Course),
            version=__version__,
            completeness=completeness.noted(*course.agent_notes),
            events=self.events,
            threads=self.header.threads,
            lost_events=self.header.lost_events,
            waited_seconds=self.header.waited_seconds,
            spilled_bytes=self.spilled_bytes,
            segment=SegmentUse(bytes=self.segment_bytes, peak_bytes=self.segment_peak_bytes),
            engine=EngineUse(bytes=self.engine_bytes, statistics=self.statistics),
            folding=self.folding,
            **more,
        )
