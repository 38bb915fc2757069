"""A run under way: what the steps of ``run`` share."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from kpath_jvm.installation import Jars
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.target import Ended
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.run import Course
from kpath_jvm.records.workload import Workload
from kpath_jvm.sessions.description import course_of
from kpath_jvm.sessions.program import Program
from kpath_jvm.sessions.recorder import Settings
from kpath_jvm.sessions.request import Request


@dataclass
class Run:
    """A run under way: the parts that its steps share.

    Nothing is written to ``destination`` when the request is for a stream without a profile.
    """

    request: Request
    jars: Jars
    program: Program
    destination: Path
    engine_jdk: Jdk
    started: datetime
    native_wall_seconds: float | None = None
    #: No profile could be written: the session directory stays, for ``recover``.
    is_left_behind: bool = False
    #: With the iterations that it ran, once it has.
    workload: Workload | None = field(init=False)

    def __post_init__(self) -> None:
        self.workload = self.program.workload

    def course(self, ended: Ended, log: Sequence[str]) -> Course:
        """How the target has run."""
        environment = Environment.here(self.program.jdk.record, self.engine_jdk.record)
        return course_of(self.started, ended, self.native_wall_seconds, environment, log)

    def settings(self) -> Settings:
        """What the recorder is to do."""
        request = self.request
        return Settings(
            command=self.program.command,
            java=self.program.java,
            k=request.k,
            agent=request.agent,
            segment_bytes=request.segment_size,
            move_to_front=request.move_to_front,
            also_blpp=request.blpp,
            is_profiled=not request.no_profile,
            workers=request.workers,
            journal_bytes=request.journal,
            engine_memory=request.engine_memory,
            per_thread=request.per_thread,
            directory=self.program.directory,
        )
