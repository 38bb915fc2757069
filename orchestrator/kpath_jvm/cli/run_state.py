"""A run under way: what the steps of ``run`` share."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from kpath_jvm.cli.kit_run import KitRun
from kpath_jvm.cli.request import Request
from kpath_jvm.installation import Jars
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.recorder import Settings


@dataclass(frozen=True)
class Program:
    """What is to be run: ``command`` begins with its ``java``, or another program if followed."""

    name: str
    command: list[str]
    jdk: Jdk
    java: Path
    workload: dict[str, Any] | None = None
    required_methods: tuple[str, ...] = ()
    kit: KitRun | None = None

    @property
    def directory(self) -> Path | None:
        """The working directory to run it in; None for ours."""
        return None if self.kit is None else self.kit.directory

    def within_kit(self) -> AbstractContextManager[object]:
        """Around its run: the kit's own directory, if it is of a kit, removed at the end."""
        return nullcontext() if self.kit is None else self.kit


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

    def settings(self) -> Settings:
        """What the recorder is to do."""
        request = self.request
        return Settings(
            command=self.program.command,
            java=self.program.java,
            k=request.k,
            cut=request.cut,
            max_paths=request.max_paths,
            code_limit=request.code_limit,
            include=request.include,
            exclude=request.exclude,
            retransform=not request.no_retransform,
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
