"""An experiment, as described by its TOML file (docs/experiments.md)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.document import load
from kpath_jvm.evaluation.experiments.planning.selection import ProfilerSelection, read_selection
from kpath_jvm.evaluation.experiments.trial_commands import CUTS
from kpath_jvm.evaluation.results.schema import CUSTOM, SUITE_KINDS
from kpath_jvm.recording.sizes import parse_size
from kpath_jvm.toml_tables import Natural, OneOf, Positive, PositiveNumber, Table, read

MODES = (CUSTOM, "quick", "paper")
SIZES = ("small", "default", "large")

#: The number of repetitions if a file doesn't give one. The k-BLPP paper makes at least this number
#: of trials (section 4.1).
REPETITIONS = 7
SEED = 20131026

_SeveralOrMore = Annotated[int, msgspec.Meta(ge=2)]


@dataclass(frozen=True)
class ExperimentProgram:
    """A command of the user's own; ``iterations_log`` says whether it writes the iterations log."""

    name: str
    command: tuple[str, ...]
    iterations_log: bool = False


@dataclass(frozen=True)
class Limits:
    """The limits of a trial and of a recorded run.

    ``structure_seconds`` limits each step of a recorded run. ``disk_bytes`` limits the disk space
    of a whole recorded run.
    """

    trial_seconds: PositiveNumber = 600.0
    structure_seconds: PositiveNumber = 1800.0
    disk_bytes: int = 20 << 30


@dataclass(frozen=True)
class Variance:
    """The rule for adding trials: they are added while a ratio's confidence interval is too wide.

    The interval is too wide if half of its width, relative to the ratio, exceeds ``half_width``. No
    trial is added to a configuration that has ``most_repetitions`` trials.
    """

    half_width: PositiveNumber
    most_repetitions: Positive


@dataclass(frozen=True)
class Steady:
    """The rule for a steady state: the last ``window`` iterations vary by at most ``cov``.

    ``cov`` is a coefficient of variation.
    """

    window: _SeveralOrMore = 5
    cov: PositiveNumber = 0.02


@dataclass(frozen=True, kw_only=True)
class Structure:
    """The settings for the recorded run of each benchmark.

    ``profiles`` has a benchmark selector and a k for each profile to keep. For the benchmarks that
    ``information`` selects, the run also determines how much information about the program each
    profiler's profile contains. Caches are simulated for about the first ``cache_items`` path
    completions, or for all if that is None. ``jvm_options`` are added after the experiment's own
    JVM options. They may change how the JVM compiles, but not the counts.
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
    """Settings of the benchmarks that ``selector`` names; None leaves the experiment's setting."""

    selector: str
    sizes: Annotated[tuple[str, ...], OneOf(SIZES)] | None = None
    warmups: Natural | None = None
    iterations: Positive | None = None
    repetitions: Positive | None = None
    trial_seconds: PositiveNumber | None = None


NO_OVERRIDE = Override("*")


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """A whole experiment.

    ``warmups`` and ``iterations`` are None if the workload's own numbers apply.
    ``budget_minutes`` is None if there is no limit. ``left_out`` says what was left out on purpose.
    ``lanes`` is how many trials run at a time. If ``pinned`` is None, each of several lanes gets a
    CPU of its own, but a single lane doesn't.
    """

    name: str
    mode: Annotated[str, OneOf(MODES)] = CUSTOM
    description: str
    seed: Natural = SEED
    benchmarks: tuple[str, ...]
    kinds: Annotated[tuple[str, ...], OneOf(SUITE_KINDS)] = SUITE_KINDS
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
        """Returns the experiment as plain values, for experiment.json."""
        return asdict(self)


def read_experiment(path: Path, settings: Sequence[str] = ()) -> Experiment:
    """Returns the experiment in a file; ``settings`` override the file's values.

    Raises KpathError (exit status 2) if the file or a setting is wrong.
    """
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
    if not table.has("disk"):
        return read(table, Limits, disk_bytes=Limits.disk_bytes)
    size = parse_size(table.text("disk"))
    if size is None:
        raise table.error("disk", f"is {table.text('disk')!r}, not a size such as 500M or 20G")
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
