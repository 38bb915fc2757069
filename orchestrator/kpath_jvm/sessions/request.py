"""What the command line of ``run`` asks for."""

from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.recording.options import AgentOptions, agent_table
from kpath_jvm.recording.stream_directory import StreamDirectory
from kpath_jvm.sessions.program import ProgramSource


@dataclass(frozen=True)
class Request:
    """The command line of ``run``."""

    program: ProgramSource
    k: int
    output: Path | None
    force: bool
    agent: AgentOptions
    java_home: Path | None
    segment_size: int | None
    segment_dir: Path | None
    journal: int
    record: Path | None
    no_profile: bool
    workers: int | None
    engine_memory: int | None
    blpp: bool
    move_to_front: bool
    per_thread: bool
    follow_children: bool
    compare_native: bool
    target_output: Path | None
    top: int
    no_report: bool
    quiet: bool

    @property
    def makes_profile(self) -> bool:
        """Whether what is recorded can become a profile: counts of edges can't."""
        return agent_table().profilers[self.agent.profiler].paths

    @property
    def stream(self) -> StreamDirectory | None:
        """What is to be recorded beside the profile."""
        return None if self.record is None else StreamDirectory(self.record.absolute())
