"""A recording from its segment to the engine's arrays."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Protocol

import numpy as np
import numpy.typing as npt

from kpath_jvm.engine.bridge import EngineBridge
from kpath_jvm.engine.jvm import start_jvm
from kpath_jvm.installation import Jars
from kpath_jvm.launch.command import with_agent
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.signals import SignalGate
from kpath_jvm.launch.target import Ended, run_target
from kpath_jvm.recording.contract import Contract
from kpath_jvm.recording.options import AgentOptions
from kpath_jvm.recording.segment import Segment
from kpath_jvm.recording.session_directory import (
    DEFAULT_SEGMENT_BYTES,
    SessionDirectory,
    segment_size_bytes,
)
from kpath_jvm.recording.sizes import engine_memory_bytes
from kpath_jvm.sessions.drained import Drained, Recording, collect, default_workers
from kpath_jvm.sessions.journaling import UNLIMITED, Journaling

DEFAULT_JOURNAL_BYTES = 1 << 30


@dataclass(frozen=True)
class Settings:
    """What to record and how. ``java`` is the program that ``command``, the target's own, names.

    ``directory`` is the target's working directory if it isn't ours; then no path may be relative.
    """

    command: Sequence[str]
    java: Path
    k: int
    agent: AgentOptions = field(default_factory=AgentOptions)
    segment_bytes: int | None = None
    move_to_front: bool = False
    also_blpp: bool = False
    #: Whether the engine counts; if not, it only keeps the stream, and ``k`` is for ``recover``.
    is_profiled: bool = True
    workers: int | None = None
    journal_bytes: int = DEFAULT_JOURNAL_BYTES
    engine_memory: int | None = None
    per_thread: bool = False
    directory: Path | None = None


@dataclass(frozen=True)
class Progress:
    """A recording at one moment; ``fill`` is the share of the segment in use, 0 to 1."""

    events: int
    fill: float


class Listener(Protocol):
    """Whoever speaks to the user."""

    def say(self, line: str) -> None:
        """A line worth reading."""

    def update(self, progress: Progress) -> None:
        """The state, a few times a second."""


class Recorder:
    """Creates the segment, starts the engine, runs the target, and finishes the engine.

    To be entered within a SignalGate. Raises KpathError (125) whenever a step cannot be done.
    """

    def __init__(
        self, settings: Settings, jars: Jars, directory: SessionDirectory, engine_jdk: Jdk
    ) -> None:
        self._settings = settings
        self._jars = jars
        self._directory = directory
        self._contract = Contract.load(jars.contract)
        base = directory.path.parent
        size = segment_size_bytes(base, settings.segment_bytes, self._contract)
        self.is_reduced = settings.segment_bytes is None and size < DEFAULT_SEGMENT_BYTES
        self.segment = Segment.create(
            directory.segment, self._contract, size, threads_apart=settings.per_thread
        )
        memory = engine_memory_bytes(settings.engine_memory)
        start_jvm(engine_jdk.library, engine_jdk.feature_version, jars.engine_class_path, memory)
        self._engine = EngineBridge(
            directory.segment,
            settings.k if settings.is_profiled else None,
            move_to_front=settings.move_to_front,
            also_blpp=settings.also_blpp,
            workers=settings.workers or default_workers(),
            memory_bytes=memory,
        )
        self._engine_failure: str | None = None
        most = UNLIMITED if directory.stream is not None else settings.journal_bytes
        self.journaling = Journaling(
            self._engine, directory, most, has_profile=settings.is_profiled
        )

    def run(self, gate: SignalGate, listener: Listener, output: IO[bytes] | None) -> Ended:
        """Runs the target, drained all the while, until it has been reaped."""
        self._engine.start()
        return run_target(
            self.command(),
            gate,
            lambda: self._poll(listener),
            listener.say,
            output,
            directory=self._settings.directory,
        )

    def command(self) -> list[str]:
        """The target's command with the agent in it."""
        settings, directory = self._settings, self._directory
        text = settings.agent.text(
            segment=directory.segment, methods=directory.methods, log=directory.agent_log
        )
        return with_agent(settings.command, settings.java, self._jars.agent, text)

    def _poll(self, listener: Listener) -> None:
        if self._engine_failure is None:
            self._engine_failure = self._engine.failure()
            if self._engine_failure is not None:
                listener.say(f"the engine failed: {self._engine_failure}; the target goes on")
        news = self.journaling.news()
        if news is not None:
            listener.say(news)
        fill = self.segment.blocks_in_use() / self.segment.geometry.block_count
        listener.update(Progress(self._engine.events(), fill))

    def finish(self, on_poll: Callable[[], None]) -> Recording:
        """Drains the rest and converts; the target must be dead."""
        return collect(self._engine, self.segment, self._directory.methods, on_poll)

    def finish_uncounted(self, on_poll: Callable[[], None]) -> Drained:
        """Drains the rest of what is only kept; the target must be dead."""
        self._engine.finish(on_poll)
        return Drained(self.segment.header(), self._engine.failure(), self._engine.events())

    def counters(self) -> npt.NDArray[np.int64]:
        """The count of each id from 0 on, after ``finish_uncounted`` too."""
        return self._engine.counters()
