"""The file run.json: what a profile says about its run (docs/formats/profile.md)."""

from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta, field

from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.environment import Environment
from kpath_jvm.records.folding import Folding
from kpath_jvm.records.held_back import HeldBack
from kpath_jvm.records.inline import InlineRecord
from kpath_jvm.records.java_command import compiles_huge_methods
from kpath_jvm.records.merged import Identity, MergedRun, runs_in, title_of
from kpath_jvm.records.record import Count, Int32, Length, Record, Seconds
from kpath_jvm.records.recording import Options, require_readable
from kpath_jvm.records.sampling import Sampling
from kpath_jvm.records.workload import WorkloadRecord
from kpath_jvm.seals import Digest

_Rows = Annotated[int, Meta(ge=0, lt=2**31)]
#: The name of a directory inside the profile. It must not lead out of the profile.
_Name = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-][A-Za-z0-9._-]*\Z")]
_JvmPlace = Annotated[str, Meta(pattern=r"^jvms/[^/.\0][^/\0]*\Z")]

#: The agent's reason for leaving out a class that --include and --exclude don't let through.
FILTERED = "excluded by a filter"
#: The beginnings of lines in the agent's log that say what the agent has stopped doing. Such a line
#: doesn't mean that counts are wrong.
_NO_LONGER = ("scope=hot ", "path windows no longer time out")

T = TypeVar("T", str, int, tuple[str, ...])


class TargetUse(Record, frozen=True, kw_only=True):
    """The resources that the target and its children used: see launch.target.Ended."""

    cpu_seconds: Seconds
    max_rss_bytes: Count | None


class Course(Record, frozen=True, kw_only=True):
    """When the target began, how it ended, which resources it used, and where it ran.

    ``started`` is in ISO 8601. None stands for a value that isn't known.
    """

    started: str
    wall_seconds: Seconds | None = None
    native_wall_seconds: Seconds | None = None
    native_cpu_seconds: Seconds | None = None
    exit_status: Int32 | None = None
    signal: Int32 | None = None
    target: TargetUse | None = None
    environment: Environment
    agent_log: tuple[str, ...] = ()

    @property
    def agent_notes(self) -> list[str]:
        """The lines of the agent's log that a verdict repeats: what the agent has stopped doing."""
        return [line for line in self.agent_log if line.startswith(_NO_LONGER)]


class SegmentUse(Record, frozen=True, kw_only=True):
    """The size of the segment, and the largest amount of it that was in use at one time."""

    bytes: Count
    peak_bytes: Count


class EngineUse(Record, frozen=True, kw_only=True):
    """The size of the engine's tables, and the engine's statistics.

    Both concern only the paths that the engine counts in sequences.
    """

    bytes: Count
    statistics: dict[str, Any] | None


class GuideUse(Record, frozen=True, kw_only=True):
    """The record ``guide`` of run.json: the earlier profile that guided a run.

    ``methods`` is the number of hot methods in that profile. ``matched`` is the number of these
    methods that were in the run with the same class files. ``renumbered`` is the number of methods
    in which paths got new numbers.
    """

    profile: str
    methods: Count
    matched: Count
    renumbered: Count


class JvmEntry(Record, frozen=True, kw_only=True):
    """One of the JVMs in a profile of several JVMs.

    ``profile`` is where the JVM's own profile is in the profile of all JVMs, or None if the JVM has
    no profile. ``name`` describes what ran in the JVM. ``completed`` is the JVM's number of path
    completions. ``directory`` is the JVM's working directory. ``exit_status`` is as in a shell, or
    None if it isn't known. ``signal`` is None unless a signal killed the JVM.
    """

    pid: Int32
    parent_pid: Int32 | None
    main: str | None
    java_version: str | None
    started: str
    completeness: Completeness
    events: Count
    threads: Count
    lost_events: Count
    name: str
    completed: Count
    profile: _JvmPlace | None
    directory: str | None = None
    exit_status: Int32 | None = None
    signal: Int32 | None = None


class RunRecord(Course, frozen=True, kw_only=True):
    """The facts about a run that are known before its profile is written.

    ``version`` is the version of kpath-jvm.
    """

    version: str
    command: tuple[str, ...] | None
    options: Options
    recording: str | None = None
    completeness: Completeness
    events: Count
    threads: Count
    lost_events: Count
    waited_seconds: Seconds | None = None
    spilled_bytes: Count | None = None
    segment: SegmentUse | None = None
    engine: EngineUse | None = None
    folding: Folding | None = None
    held_back: HeldBack | None = None
    inline: InlineRecord | None = None
    guide: GuideUse | None = None
    workload: WorkloadRecord | None = None
    name: str | None = None
    pid: Int32 | None = None
    parent_pid: Int32 | None = None
    started_millis: Count | None = None
    #: The JVM's working directory.
    directory: str | None = None
    jvms: tuple[JvmEntry, ...] | None = None
    merged: tuple[MergedRun, ...] | None = None
    #: The options in which the parts of a sum differ, with all of their values. Only options that
    #: say what is counted are here.
    differing: dict[str, tuple[tuple[str, ...], ...]] | None = None
    sampling: Sampling | None = None
    #: The recordings whose counts the profile has; empty in profiles of an older kpath-jvm.
    identities: tuple[Identity, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError if an option was given that isn't supported any more."""
        require_readable(self.options)

    @property
    def runs(self) -> int:
        """The number of runs whose counts the profile has: 1, unless the profile is a sum of runs.

        All JVMs of a run with ``--follow-children`` are one run. Profiles that ``merge --one-run``
        has added up are also one run.
        """
        return runs_in(self.merged) if self.merged else 1

    @property
    def java_versions(self) -> tuple[str, ...]:
        """The versions of Java that the program ran on; empty if they aren't all known."""
        if self.jvms:
            versions = {one.java_version for one in self.jvms}
        else:
            java = self.environment.java
            versions = {None if java is None else java.version}
        known = sorted(one for one in versions if one is not None)
        return tuple(known) if len(known) == len(versions) else ()

    @property
    def compiles_huge_methods(self) -> bool:
        """Whether the command of a single JVM made HotSpot compile methods of any size."""
        return not self.jvms and compiles_huge_methods(self.command or ())

    @property
    def title(self) -> str:
        """What ran: the runs of a sum, the workload (marked if a stand-in), the JVM or the command.

        A sampled run is always marked at the beginning, where no shortening removes the mark.
        """
        return self._ran if self.sampling is None else f"sampled: {self._ran}"

    @property
    def _ran(self) -> str:
        if self.merged:
            return title_of(self.merged)
        workload = self.workload
        if workload is not None:
            kind = " (stand-in)" if workload.stand_in else ""
            return f"{workload.suite} {workload.name}{kind}, size {workload.size}"
        if self.name is not None:
            return f"{self.name}, process {self.pid}"
        return "unknown command" if self.command is None else " ".join(self.command)

    def option(self, name: str, kind: type[T]) -> T | None:
        """Returns the effective value of an option of the agent; None without such an option."""
        value = self.options.get(name)
        return value if isinstance(value, kind) else None


class Skipped(Record, frozen=True, kw_only=True):
    """A class (``name`` is None) or a method that wasn't instrumented, and why.

    ``rejected`` has each rung that didn't fit, with the predicted size of the rung's code in bytes
    (-1 if no size was predicted). ``bytes`` is the size of the original code, or None if the code
    wasn't examined.
    """

    class_name: str = field(name="class")
    name: str | None
    descriptor: str | None
    loader: str
    reason: str
    bytes: Int32 | None = None
    rejected: tuple[tuple[str, Int32], ...] = ()


class ThreadEntry(Record, frozen=True, kw_only=True):
    """A thread with a profile of its own.

    ``profile`` is the name of that profile's directory in the directory ``threads``. ``thread`` is
    the thread's number. ``kind`` is ``thread``, ``virtual`` or ``others``. The last two kinds stand
    for many threads and have an empty name.
    """

    thread: Count
    name: str
    kind: str
    completed: Count
    entries: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
    profile: _Name

    _TITLES: ClassVar[dict[str, str]] = {
        "virtual": "all virtual threads",
        "others": "all threads without counters of their own",
    }

    @property
    def title(self) -> str:
        """The thread's name, or words for the several threads that the entry stands for."""
        return self._TITLES.get(self.kind, self.name)


class TableRows(Record, frozen=True, kw_only=True):
    """The number of rows of each table."""

    methods: _Rows
    blocks: _Rows
    edges: _Rows
    loops: _Rows
    decisions: _Rows
    mapped_lines: _Rows
    paths: _Rows
    ipf: _Rows
    folded: _Rows
    extended: _Rows
    edge_counts: _Rows


class ProfileRecord(RunRecord, frozen=True, kw_only=True):
    """The file run.json: what is known about the run, and what the profile's writer found out."""

    MARKER: ClassVar[str] = "kpath_jvm_profile"
    VERSION: ClassVar[int] = 11
    #: The file has an entry for each skipped class or method, so it may be large.
    MOST_BYTES: ClassVar[int] = 1 << 30
    SEALED_WITH: ClassVar[str] = "files"

    k: Length
    skipped: tuple[Skipped, ...]
    tables: TableRows
    per_thread: tuple[ThreadEntry, ...] = ()
    thread: ThreadEntry | None = None
    #: The digest of each table's file, by name; None in profiles of an older kpath-jvm.
    files: dict[str, Digest] | None = None
