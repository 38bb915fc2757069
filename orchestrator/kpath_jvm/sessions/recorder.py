"""Between launched and drained: the segment, the engine beside the target, and the journals."""

from typing import IO

import numpy as np
import numpy.typing as npt

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.session_directory import (
    DEFAULT_SEGMENT_BYTES,
    SessionDirectory,
    segment_size_bytes,
)
from kpath_jvm.recording.sizes import format_size
from kpath_jvm.sessions.drained import Drained, Recording, collect, default_workers, start_engine
from kpath_jvm.sessions.journaling import UNLIMITED, Journaling
from kpath_jvm.sessions.prepared import Prepared
from kpath_jvm.sessions.progress import Progress, Reporter


class Recorder:
    """Creates the segment, starts the engine, runs the target, and finishes the engine.

    To be entered within a SignalGate. Raises KpathError (125) whenever a step cannot be done.
    Without a profile the engine counts nothing: it only keeps the stream.
    """

    def __init__(self, prepared: Prepared, directory: SessionDirectory) -> None:
        self._prepared = prepared
        self._directory = directory
        request = prepared.request
        contract = Contract.load(prepared.jars.contract)
        size = segment_size_bytes(directory.path.parent, request.segment_size, contract)
        self._is_reduced = request.segment_size is None and size < DEFAULT_SEGMENT_BYTES
        self.segment = Segment.create(
            directory.segment,
            contract,
            size,
            threads_apart=request.per_thread,
        )
        memory = start_engine(prepared.engine_jdk, prepared.jars, request.engine_memory)
        self._engine = EngineBridge(
            directory.segment,
            None if request.no_profile else request.k,
            move_to_front=request.move_to_front,
            also_blpp=request.blpp,
            workers=request.workers or default_workers(),
            memory_bytes=memory,
        )
        self._engine_failure: str | None = None
        most = UNLIMITED if directory.stream is not None else request.journal
        self.journaling = Journaling(
            self._engine, directory, most, has_profile=not request.no_profile
        )

    def run(self, gate: SignalGate, reporter: Reporter, output: IO[bytes] | None) -> Ended:
        """Runs the target, drained all the while, until it has been reaped."""
        self._tell_start(reporter)
        with reporter.live(target_shares_terminal=output is None):
            self._engine.start()
            return run_target(
                self._command(),
                gate,
                lambda: self._poll(reporter),
                reporter.say,
                output,
                directory=self._prepared.program.directory,
            )

    def _tell_start(self, reporter: Reporter) -> None:
        request, program = self._prepared.request, self._prepared.program
        size = format_size(self.segment.geometry.total_bytes)
        reduced = ", reduced to half of what is free there" if self._is_reduced else ""
        how = "without a profile" if request.no_profile else f"with k={request.k}"
        reporter.tell(
            f"recording {program.name} on Java {program.jdk.version} {how}; "
            f"segment {size} in {self._directory.path.parent}{reduced}"
        )

    def _command(self) -> list[str]:
        """The target's command with the agent in it."""
        directory, program = self._directory, self._prepared.program
        text = self._prepared.request.agent.text(
            segment=directory.segment, methods=directory.methods, log=directory.agent_log
        )
        return with_agent(program.command, program.java, self._prepared.jars.agent, text)

    def _poll(self, reporter: Reporter) -> None:
        if self._engine_failure is None:
            self._engine_failure = self._engine.failure()
            if self._engine_failure is not None:
                reporter.say(f"the engine failed: {self._engine_failure}; the target goes on")
        news = self.journaling.news()
        if news is not None:
            reporter.say(news)
        fill = self.segment.blocks_in_use() / self.segment.geometry.block_count
        reporter.update(Progress(self._engine.events(), fill))

    def finish(self) -> Recording:
        """Drains the rest and converts; the target must be dead."""
        return collect(self._engine, self.segment, self._directory.methods)

    def finish_uncounted(self) -> Drained:
        """Drains the rest of what is only kept; the target must be dead."""
        self._engine.finish()
        return Drained(self.segment.header(), self._engine.failure(), self._engine.events())

    def counters(self) -> npt.NDArray[np.int64]:
        """The count of each id from 0 on, after ``finish_uncounted`` too."""
        return self._engine.counters()
