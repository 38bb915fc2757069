"""What an experiment is, as its TOML file says (docs/experiments.md)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.document import load
from kpath_jvm.evaluation.experiments.planning.selection import ProfilerSelection, read_selection
from kpath_jvm.evaluation.experiments.trial_commands import CUTS
from kpath_jvm.evaluation.results.schema import CUSTOM, KINDS
from kpath_jvm.recording.sizes import parse_size
from kpath_jvm.toml_tables import Natural, OneOf, Positive, PositiveNumber, Table, read

MODES = (CUSTOM, "quick", "paper")
SIZES = ("small", "default", "large")

#: Where a file has no other value; the paper's trials (section 4.1) are at least so many.
REPETITIONS = 7
SEED = 20131026

#: Of what is compared, at least 2.
_SeveralOrMore = Annotated[int, msgspec.Meta(ge=2)]


@dataclass(frozen=True)
class ExperimentProgram:
    """A command of the user's own; ``iterations_log`` says that it writes the iterations log."""

    name: str
    command: tuple[str, ...]
    iterations_log: bool = False


@dataclass(frozen=True)
class Limits:
    """Seconds of wall time for a trial and for a recorded run; bytes that recordings may take."""

    trial_seconds: PositiveNumber = 600.0
    structure_seconds: PositiveNumber = 1800.0
    disk_bytes: int = 20 << 30


@dataclass(frozen=True)
class Variance:
    """Trials are added while a ratio's confidence interval has a greater relative half-width."""

    half_width: PositiveNumber
    most_repetitions: Positive


@dataclass(frozen=True)
class Steady:
    """Steady: the last ``window`` iterations have at most this coefficient of variation."""

    window: _SeveralOrMore = 5
    cov: PositiveNumber = 0.02


@dataclass(frozen=True, kw_only=True)
class Structure:
    """The recorded run of each benchmark; ``profiles`` are (benchmark selector, k) to keep.

    Of the benchmarks that ``information`` selects it is seen, too, what each profiler knows.
    ``cache_items`` are the items under which caches are simulated; None: all. ``jvm_options`` come
    behind the experiment's: counts are the same however a JVM compiles.
    """

    k: tuple[_SeveralOrMore, ...]
    cut: Annotated[str, OneOf(CUTS)] = "loop-header"
    warmups: Natural | None
    iterations: Positive | None
    caches: bool = True
    cache_items: Positive | None
    keep_streams: bool = False
    jvm_options: tuple[str, ...] = ()
    benchmarks: tuple[str, ...] = ()
    information: tuple[str, ...] = ()
    profiles: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Override:
    """What is different for the benchmarks that ``selector`` names; None leaves it as it is."""

    selector: str
    sizes: Annotated[tuple[str, ...], OneOf(SIZES)] | None = None
    warmups: Natural | None = None
    iterations: Positive | None = None
    repetitions: Positive | None = None
    trial_seconds: PositiveNumber | None = None


#: What nothing is different for.
NO_OVERRIDE = Override("*")


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A whole experiment.

    ``warmups`` and ``iterations`` are None for the workload's own; ``budget_minutes`` None for as
    long as it takes; ``left_out`` says what is missing by intent. ``lanes`` trials run at a time;
    ``pinned`` is None for: each to a CPU of its own if there are several.
    """

    name: str
    mode: Annotated[str, OneOf(MODES)] = CUSTOM
    description: str
    seed: Natural = SEED
    benchmarks: tuple[str, ...]
    kinds: Annotated[tuple[str, ...], OneOf(KINDS)] = KINDS
    sizes: Annotated[tuple[str, ...], OneOf(SIZES)] = ("default",)
    jvms: tuple[str, ...] = ("default",)
    repetitions: Positive = REPETITIONS
    warmups: Natural | None
    iterations: Positive | None
    jvm_options: tuple[str, ...] = ()
    selections: tuple[ProfilerSelection, ...]
    limits: Limits
    variance: Variance | None
    steady: Steady
    structure: Structure | None
    overrides: tuple[Override, ...]
    programs: tuple[ExperimentProgram, ...]
    left_out: tuple[str, ...] = ()
    budget_minutes: PositiveNumber | None
    lanes: Positive = 1
    pinned: bool | None

    def document(self) -> dict[str, Any]:
        """As plain values, for experiment.json."""
        return asdict(self)


def read_experiment(path: Path, settings: Sequence[str] = ()) -> Experiment:
    """The experiment in a file, with ``settings`` over it; KpathError (2) says what is wrong."""
    table = Table(load(path, settings), path)
    experiment = read(
        table,
        Experiment,
        name=table.text("name", path.stem),
        description=" ".join(table.text("description", path.stem).split()),
        selections=tuple(
            read_selection(name, it, path.parent) for name, it in table.tables("profilers").items()
        ),
        limits=_limits(table.optional_table("limits")),
        structure=_structure(table.table("structure")) if table.has("structure") else None,
        overrides=tuple(
            read(it, Override, selector=name) for name, it in table.tables("overrides").items()
        ),
        programs=tuple(_program(name, it) for name, it in table.tables("programs").items()),
    )
    if not experiment.selections and experiment.structure is None:
        raise KpathError(f"{path}: neither profilers nor structure; there is nothing to run", 2)
    return experiment


def _limits(table: Table) -> Limits:
    """The limits; a file has ``disk`` as a size."""
    if not table.has("disk"):
        return read(table, Limits, disk_bytes=Limits.disk_bytes)
    size = parse_size(table.text("disk"))
    if size is None:
        raise table.error("disk", f"is {table.text('disk')!r}, not a size as 500M or 20G")
    return read(table, Limits, disk_bytes=size)


def _structure(table: Table) -> Structure:
    profiles = {
        selector: it.value("k", Positive) for selector, it in table.tables("profiles").items()
    }
    return read(table, Structure, profiles=tuple(profiles.items()))


def _program(name: str, table: Table) -> ExperimentProgram:
    program = read(table, ExperimentProgram, name=name)
    if not program.command or Path(program.command[0]).name != "java":
        raise table.error("command", "does not start with java")
    return program
