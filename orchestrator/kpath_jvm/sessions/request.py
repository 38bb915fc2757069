"""The request that the command line of ``run`` makes: a program, and how to record it."""

import os
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from kpath_jvm.launch.command import (
    program_name,
    refuse_archiving,
    require_target,
    resolve_command,
    resolve_java,
)
from kpath_jvm.launch.jdk import Jdk
from kpath_jvm.launch.running import running_jvm
from kpath_jvm.recording.options import DEFAULT_LENGTH, AgentOptions
from kpath_jvm.recording.stream_directory import StreamDirectory
from kpath_jvm.records.engine import DEFAULT_ENGINE, EngineName
from kpath_jvm.records.workload import Iteration, WorkloadRecord
from kpath_jvm.shown import ROWS

#: The default disk space for the journals of one JVM, in bytes.
DEFAULT_JOURNAL_BYTES = 1 << 30
#: The program examines one in this many of the whole words that it writes; a word that it sees
#: often gets a counter in the segment (docs/decisions/0078-counted-wholes.md). Examining so few
#: words costs nothing. Still, a word that makes up a hundredth of all whole words is found among
#: the first few thousand.
WRITTEN_FOR_A_LOOK: int = 32


class Surroundings(AbstractContextManager["Surroundings"], Protocol):
    """A working directory that is made for the program's run and removed after the run.

    The object also knows which iterations the program has run.
    """

    directory: Path

    def forget(self) -> None:
        """Forgets the files and the iterations of an earlier run of the same command."""

    def iterations(self) -> tuple[list[Iteration], str | None]:
        """Returns the iterations that ran, and why the run was invalid; None if it was valid."""


@dataclass(frozen=True)
class Program:
    """A program to record; ``command`` starts ``java``, or a program whose JVMs are followed."""

    name: str
    command: list[str]
    jdk: Jdk
    java: Path
    workload: WorkloadRecord | None = None
    required_methods: tuple[str, ...] = ()
    surroundings: Surroundings | None = None

    @property
    def directory(self) -> Path | None:
        """The working directory to run the program in; None stands for kpath-jvm's own."""
        return None if self.surroundings is None else self.surroundings.directory

    def within_surroundings(self) -> AbstractContextManager[object]:
        """Returns a context that makes and removes the program's directory, if it needs one."""
        return nullcontext() if self.surroundings is None else self.surroundings

    def unentered(self, entered: set[str]) -> str | None:
        """Returns an error if a required method isn't in ``entered`` (dotted names), or None."""
        for required in self.required_methods:
            if not any(name == required or name.endswith(f".{required}") for name in entered):
                return (
                    f"{required} was never entered, so this was not the workload {self.name}; "
                    "check its configuration"
                )
        return None


class ProgramSource(Protocol):
    """The source of a program: a command, a benchmark by name, or a running JVM."""

    def prepare(self, engine_jdk: Jdk) -> Program:
        """Returns the program, ready to run; raises KpathError if it can't be run."""


class Command(Struct, frozen=True):
    """A command line: a ``java`` command, or any program whose JVMs are followed."""

    words: list[str]
    java_home: Path | None
    follow_children: bool

    def prepare(self, engine_jdk: Jdk) -> Program:
        """Returns the program that the command starts; raises KpathError if there is none."""
        refuse_archiving(self.words, os.environ)
        name = program_name(self.words)
        if self.follow_children:
            # Each JVM's agent records the JVM's own JDK; here, the engine's JDK stands in.
            executable = resolve_command(self.words, self.java_home)
            return Program(name, self.words, engine_jdk, executable)
        java = resolve_java(self.words, self.java_home)
        return Program(name, self.words, require_target(java), java)


class RunningProgram(Struct, frozen=True):
    """A running JVM, to be recorded for ``seconds``, or until Ctrl-C if ``seconds`` is None."""

    pid: int
    seconds: float | None

    def prepare(self, engine_jdk: Jdk) -> Program:  # noqa: ARG002
        """Returns the running program; raises KpathError if no agent can be loaded into it."""
        jvm = running_jvm(self.pid)
        words = list(jvm.words) or [str(jvm.java)]
        return Program(program_name(words), words, require_target(jvm.java), jvm.java)


@dataclass(frozen=True, kw_only=True)
class Request:
    """The command line of ``run``, or of ``attach``, which leaves most fields at their defaults.

    Sizes are in bytes. None means that the user didn't set the option. Then either a value is
    chosen later, or the option has no effect.
    """

    program: ProgramSource
    agent: AgentOptions
    k: int = DEFAULT_LENGTH
    output: Path | None = None
    force: bool = False
    java_home: Path | None = None
    segment_size: int | None = None
    segment_dir: Path | None = None
    journal: int = DEFAULT_JOURNAL_BYTES
    spill_limit: int | None = None
    record: Path | None = None
    no_profile: bool = False
    workers: int | None = None
    engine_memory: int | None = None
    engine: EngineName = DEFAULT_ENGINE
    per_thread: bool = False
    guide: Path | None = None
    follow_children: bool = False
    compare_native: bool = False
    #: Whether the program runs once more, to sample where it spends its time.
    time: bool = False
    #: Whether the program runs once more, to count the entries of its methods by their callers.
    callers: bool = False
    target_output: Path | None = None
    #: How many rows each table of the report has at most.
    top: int = ROWS
    #: Directories and jars with the program's sources, for the report.
    sources: tuple[Path, ...] = ()
    no_report: bool = False
    quiet: bool = False
    live: bool = False
    #: The share of the program's CPU time that sampling may cost; None if everything is recorded.
    max_overhead: float | None = None

    @property
    def longest(self) -> int:
        """The greatest length of sequences that may be wanted later; 0 for no limit.

        `recover` may ask for another length than this profile's, and `build`, which reads a
        recorded stream, for any length.
        """
        return 0 if self.record is not None else max(self.k, DEFAULT_LENGTH)

    @property
    def wholes(self) -> int:
        """How many whole words the program writes for each that it examines; 0 if it examines none.

        None is examined if the stream is recorded, because the stream must have every activation.
        None is examined for the k-slab forest, either, because only a forest that gets every
        activation equals the k-BLPP paper's.
        """
        return WRITTEN_FOR_A_LOOK if self.record is None and self.engine == "contexts" else 0

    @property
    def stream(self) -> StreamDirectory | None:
        """The recorded stream that the user asked for; None if there is none."""
        return None if self.record is None else StreamDirectory(self.record.absolute())
