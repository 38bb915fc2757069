"""A recording that is under way: its segment, its drain, and its control by other processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.recording.engine_memory import default_workers, engine_memory_bytes, require_memory
from kpath_jvm.recording.segment import Header, Segment
from kpath_jvm.recording.segment_layout import SegmentLayout
from kpath_jvm.recording.session_directory import DEFAULT_SEGMENT_BYTES, segment_size_bytes
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.sessions.components.control import Control
from kpath_jvm.sessions.components.imports import import_writer
from kpath_jvm.sessions.prepared import Prepared, Workspace, make_journals
from kpath_jvm.sessions.progress import Reporter

if TYPE_CHECKING:
    from pathlib import Path

    from kpath_jvm.sessions.components.drain import Drain


class MadeSegment(Struct, frozen=True):
    """The segment of one JVM, and the directory for the JVM's journals.

    ``journals`` is None if there are no journals. ``is_reduced`` says whether the segment is
    smaller than the default, because space was short.
    """

    segment: Segment
    journals: Path | None
    is_reduced: bool

    @classmethod
    def of(cls, prepared: Prepared, space: Workspace) -> MadeSegment:
        """Makes the segment and the directory.

        Raises KpathError if there is no room for them, or if the engine won't have enough memory.
        """
        request, directory = prepared.request, space.directory
        layout = SegmentLayout.load(prepared.jars.contract)
        size = segment_size_bytes(directory.path.parent, request.segment_size, layout)
        segment = Segment.create(directory.segment, layout, size, threads_apart=request.per_thread)
        # If there is too little memory for the engine, the session must fail now. The engine itself
        # would fail later, when the target is already running.
        workers = request.workers or default_workers()
        require_memory(engine_memory_bytes(request.engine_memory), workers)
        journals = make_journals(directory, request)
        is_reduced = request.segment_size is None and size < DEFAULT_SEGMENT_BYTES
        return cls(segment, journals, is_reduced)


class UnderWay:
    """A recording whose target is running.

    ``drain`` is None until the engine has been started, and stays None if the start fails.
    ``failure`` says why the start failed, or what went wrong in the engine later.
    """

    def __init__(self, prepared: Prepared, space: Workspace, control: Control) -> None:
        self._prepared = prepared
        self._space = space
        self._made = MadeSegment.of(prepared, space)
        self.control = control
        self.drain: Drain | None = None
        self.failure: str | None = None

    def header(self) -> Header:
        """Returns what the target has written into the segment so far."""
        return self._made.segment.header()

    def ask_to_leave(self) -> None:
        """Asks the agent to leave the target; ``header`` later says whether the agent has left."""
        self._made.segment.ask_to_leave()

    def announce(self, reporter: Reporter) -> None:
        """Tells the user what is being recorded, and how."""
        request, program = self._prepared.request, self._prepared.program
        size = format_size(self._made.segment.geometry.total_bytes)
        reduced = ", reduced to half of what is free there" if self._made.is_reduced else ""
        how = "without a profile" if request.no_profile else f"with k={request.k}"
        reporter.tell_run(
            f"recording {program.name} on Java {program.jdk.version} {how}; "
            f"segment {size} in {self._space.directory.path.parent}{reduced}"
        )

    def start(self) -> None:
        """Starts the engine and the drain; raises KpathError when the engine can't be started."""
        from kpath_jvm.sessions.components.drain import Drain, start_engine

        prepared, request = self._prepared, self._prepared.request
        memory = start_engine(
            prepared.engine_jdk,
            prepared.jars,
            request.engine_memory,
            request.workers or default_workers(),
        )
        made, directory = self._made, self._space.directory
        drain = Drain(made.segment, directory, request, memory, made.journals)
        # The engine's threads have to end even if the session ends without a profile.
        self._space.at_end(drain.close)
        drain.engine.start()
        self.drain = drain

    def start_beside(self, reporter: Reporter) -> None:
        """Starts the engine, if that wasn't done before, and gets ready to write the profile.

        The target is running already, because it needn't wait for the engine.
        """
        try:
            if self.drain is None:
                self.start()
        except Exception as error:
            # Nobody empties the segment, so the target must not wait for room in it.
            self._made.segment.abandon()
            is_told = isinstance(error, KpathError)
            self.failure = str(error) if is_told else f"the engine failed to start: {error!r}"
            reporter.say(f"{self.failure}; the target goes on unrecorded")
            return
        if self.drain is not None and not self._prepared.request.no_profile:
            import_writer(self._prepared.request)
            self.drain.engine.warm_up()

    def listen(self, reporter: Reporter) -> None:
        """Lets other processes control the recording as soon as the agent has started."""
        if self.drain is not None:
            self.control.listen(self._made.segment, self.drain, reporter)

    def poll(self, reporter: Reporter) -> None:
        """Tells the user what is new, and lets other processes control the recording.

        The method is called repeatedly while the target runs.
        """
        if self.drain is None:
            return
        if self.failure is None:
            self.failure = self.drain.engine.failure()
            if self.failure is not None:
                reporter.say(f"the engine failed: {self.failure}; the target goes on")
        news = self.drain.journaling.news()
        if news is not None:
            reporter.say(news)
        self.listen(reporter)
        self.control.poll()
        reporter.update(self.drain.progress())

    @contextmanager
    def controllable(self, gate: SignalGate, reporter: Reporter) -> Iterator[None]:
        """Lets no process control the recording after the ``with`` block.

        A request that is being served at the block's end is finished before the profile is written,
        unless a signal arrives. If the block fails, the request is given up.
        """

        def is_interrupted(seconds: float) -> bool:
            if gate.wait(seconds) is None:
                return False
            reporter.say("interrupted: what `ctl` has asked for is given up")
            return True

        try:
            yield
        except BaseException:
            self.control.close(lambda _: True)
            raise
        self.control.close(is_interrupted)
