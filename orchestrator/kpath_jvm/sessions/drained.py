"""Drained: a stream on its way through the engine, and what it comes to at the target's end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kpath_jvm import __version__
from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.engine.jvm import start_jvm
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import Jars
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.target import signal_name
from kpath_jvm.profile.folding import reason as folding_reason
from kpath_jvm.recording.engine_budget import default_workers, engine_memory_bytes, require_memory
from kpath_jvm.recording.recorded import Recorded
from kpath_jvm.recording.segment import Header, Segment
from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.records.completeness import Cause, Completeness, Fact, decided
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.record import fields_of
from kpath_jvm.records.recording import RecordingRecord
from kpath_jvm.records.run import Course, EngineUse, RunRecord, SegmentUse
from kpath_jvm.records.stream import StreamRecord
from kpath_jvm.sessions.prepared import most_journal_bytes, most_spill_bytes
from kpath_jvm.sessions.progress import Progress
from kpath_jvm.sessions.request import Request


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
        return decided(self._facts(signal_number))

    def _facts(self, signal_number: int | None) -> Iterator[Fact]:
        """Yields what has happened to it that its counts depend on."""
        header = self.header
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
        if self.failure is not None:
            yield Fact(cause=Cause.ENGINE_FAILED, text=f"the engine failed: {self.failure}")

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
    """A finished recording. ``recorded`` is valid while its session directory is there.

    ``is_kept_uncounted``: its engine had not the memory to count all that was emitted, but all of
    it is kept, so that another engine can.
    """

    recorded: Recorded
    segment_bytes: int
    segment_peak_bytes: int
    engine_bytes: int
    spilled_bytes: int
    statistics: dict[str, Any] = field(repr=False)
    is_kept_uncounted: bool = False

    @classmethod
    def of(cls, engine: EngineBridge, segment: Segment, methods: Path) -> "Recording":
        """Drains the rest and converts; the target must be dead, or left by the agent.

        An engine that failed gives what it has, with the result's ``failure``.
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
        """KpathError (125) when it is better counted again than told of in part."""
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
        """What was emitted before a part that is held, or until now; the recording goes on.

        ``methods`` is copied beside itself: the agent goes on with it. What was emitted before a
        part is waited for, see EngineBridge.snapshot for ``is_given_up``. KpathError (125) when
        there isn't the memory for it.
        """
        snapshot = (
            engine.look(methods) if part is None else engine.snapshot(methods, part, is_given_up)
        )
        # Ids that are counted have been described before.
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
    ) -> "Recording":
        """What was counted, with what the segment and the engine say beside."""
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
        )

    def _facts(self, signal_number: int | None) -> Iterator[Fact]:
        """Yields those of what was drained, and what the engine has folded."""
        yield from super()._facts(signal_number)
        folding = Folding.of(self.statistics)
        if folding is not None:
            yield Fact(cause=Cause.FOLDED, text=folding_reason(folding), figure=folding.nodes)

    def identities(self, agent: RecordingRecord) -> tuple[str, ...]:
        """What tells its recording, since the last reset, from all others."""
        return agent.identities(self.header.first_part)

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
            spilled_bytes=self.spilled_bytes,
            segment=SegmentUse(bytes=self.segment_bytes, peak_bytes=self.segment_peak_bytes),
            engine=EngineUse(bytes=self.engine_bytes, statistics=self.statistics),
            folding=Folding.of(self.statistics),
            **more,
        )


class Draining:
    """A segment's stream on its way through the engine, from the target's start to its end.

    Without a profile the engine counts nothing: it only keeps the stream. KpathError (125) when the
    engine can't be.
    """

    def __init__(
        self,
        segment: Segment,
        directory: SessionDirectory,
        request: Request,
        memory_bytes: int,
        journals: Path | None,
    ) -> None:
        """``journals`` is what ``make_journals`` has made."""
        self._segment = segment
        self._methods = directory.methods
        self.memory_bytes = memory_bytes
        self.engine = EngineBridge(
            directory.segment,
            None if request.no_profile else request.k,
            name=request.engine,
            workers=request.workers or default_workers(),
            memory_bytes=memory_bytes,
        )
        self.journaling = Journaling(self.engine, directory, request, journals)

    def progress(self) -> Progress:
        """What has come until now."""
        fill = self._segment.blocks_in_use() / self._segment.geometry.block_count
        return Progress(self.engine.events(), fill)

    def finish(self) -> Recording:
        """Drains the rest and converts; the target must be dead, abandoned or left."""
        recording = Recording.of(self.engine, self._segment, self._methods)
        # The journals may have ended only now.
        is_kept = self.journaling.is_whole()
        return replace(recording, is_kept_uncounted=is_kept and self.engine.tables_are_full())

    def close(self) -> None:
        """Has the engine's threads end, which look for more as long as they aren't told to."""
        self.engine.close()

    def so_far(
        self, part: int | None, is_given_up: Callable[[], bool] = lambda: False
    ) -> Recording:
        """What was emitted before a part that is held, or until now; the recording goes on.

        The former takes as long as that is being counted, unless it ``is_given_up``.
        """
        return Recording.so_far(self.engine, self._segment, self._methods, part, is_given_up)

    def finish_uncounted(self) -> Drained:
        """Drains the rest of what is only kept; the target must be dead."""
        self.engine.finish()
        return Drained(self._segment.header(), self.engine.failure(), self.engine.events())


class Journaling:
    """What one engine keeps on disk, if it is to keep any; to be made before it is started."""

    def __init__(
        self,
        engine: EngineBridge,
        directory: SessionDirectory,
        request: Request,
        journals: Path | None,
    ) -> None:
        self._has_profile = not request.no_profile
        self._is_wanted = most_journal_bytes(directory, request) > 0
        self._engine = engine
        self._directory = directory
        self._is_announced = False
        journal_bytes = most_journal_bytes(directory, request)
        why = f"{directory.journals} cannot be made"
        if journals is not None:
            spill_bytes = most_spill_bytes(directory, request)
            why = engine.keep_journals(journals, journal_bytes, spill_bytes) or ""
        if why and request.no_profile:
            raise KpathError(f"cannot record: {why}; make room or give another --record", 125)
        # Without room to spill the target waits, which its profile tells.
        self._failure = why if why and journal_bytes > 0 else None

    def failure(self) -> str | None:
        """Why what is consumed isn't kept any more; None while it is, or needn't be."""
        self._failure = self._failure or self._engine.journal_failure()
        return self._failure

    def is_whole(self) -> bool:
        """Whether all that was emitted is on disk, or in the segment."""
        return self._is_wanted and self.failure() is None

    def news(self, of: str = "") -> str | None:
        """A line for the user, once, when the journals have ended; ``of``: whose they are."""
        failure = None if self._is_announced else self.failure()
        if failure is None:
            return None
        self._is_announced = True
        stream = self._directory.stream
        if stream is not None and not self._has_profile:
            return (
                f"the recording of the stream in {stream.partial} ended: {failure}; the program "
                f"goes on unrecorded, and there will be no {stream.path.name}"
            )
        if stream is not None:
            return (
                f"the recording of the stream in {stream.partial} ended: {failure}; the profile "
                f"goes on, but there will be no {stream.path.name}, and a kill of kpath-jvm itself "
                "would lose the sequences"
            )
        return (
            f"the journal {of}in {self._directory.journals} ended: {failure}; the recording goes "
            "on, but would be lost if kpath-jvm itself were killed"
        )


def start_engine(jdk: Jdk, jars: Jars, wanted_bytes: int | None, workers: int) -> int:
    """Starts the engine's JVM; returns the bytes of memory for its tables.

    KpathError (125) when these can't be, which the JVM would say in its own words, or not at all.
    """
    memory = engine_memory_bytes(wanted_bytes)
    require_memory(memory, workers)
    start_jvm(jdk.library, jdk.feature_version, jars.engine_class_path, memory)
    return memory
