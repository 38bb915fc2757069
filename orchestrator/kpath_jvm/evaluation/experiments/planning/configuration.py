"""What an experiment is, as its TOML file says (docs/experiments.md)."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.document import load
from kpath_jvm.evaluation.experiments.profilers import CUTS, PROFILERS
from kpath_jvm.evaluation.results.schema import CUSTOM, KINDS
from kpath_jvm.nearest import nearest
from kpath_jvm.recording.sizes import parse_size
from kpath_jvm.toml_tables import Table

MODES = (CUSTOM, "quick", "paper")
SIZES = ("small", "default", "large")
MOST_K = 64

#: Where a file says nothing else; the paper's trials (section 4.1) are at least so many.
REPETITIONS = 7
SEED = 20131026


@dataclass(frozen=True)
class Selection:
    """A profiler, with the k and cuts to run it with.

    ``benchmarks`` restricts it to some (empty: all); ``repetitions`` is None for the experiment's.
    """

    profiler: str
    k: tuple[int, ...] = ()
    cuts: tuple[str, ...] = ()
    benchmarks: tuple[str, ...] = ()
    repetitions: int | None = None


@dataclass(frozen=True)
class Program:
    """A command of the user's own; ``iterations_log`` says that it writes the iterations log."""

    name: str
    command: tuple[str, ...]
    iterations_log: bool


@dataclass(frozen=True)
class Limits:
    """Seconds of wall time for a trial and for a recorded run; bytes that recordings may take."""

    trial_seconds: float
    structure_seconds: float
    disk_bytes: int


@dataclass(frozen=True)
class Variance:
    """Trials are added while a ratio's confidence interval has a greater relative half-width."""

    half_width: float
    most_repetitions: int


@dataclass(frozen=True)
class Steady:
    """Steady: the last ``window`` iterations have at most this coefficient of variation."""

    window: int
    cov: float


@dataclass(frozen=True)
class Structure:
    """The recorded run of each benchmark; ``profiles`` are (benchmark selector, k) to keep.

    ``cache_items`` are the items under which caches are simulated; None: all. ``jvm_options`` come
    behind the experiment's: counts are the same however a JVM compiles.
    """

    k: tuple[int, ...]
    cut: str
    warmups: int | None
    iterations: int | None
    caches: bool
    cache_items: int | None
    keep_streams: bool
    jvm_options: tuple[str, ...]
    benchmarks: tuple[str, ...]
    profiles: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Override:
    """What is different for the benchmarks that ``selector`` names; None leaves it as it is."""

    selector: str
    sizes: tuple[str, ...] | None
    warmups: int | None
    iterations: int | None
    repetitions: int | None
    trial_seconds: float | None


#: What nothing is different for.
NO_OVERRIDE = Override("*", None, None, None, None, None)


@dataclass(frozen=True)
class Experiment:
    """A whole experiment.

    ``warmups`` and ``iterations`` are None for the workload's own; ``budget_minutes`` None for as
    long as it takes; ``left_out`` says what is missing by intent. ``lanes`` trials run at a time;
    ``pinned`` is None for: each to a CPU of its own if there are several.
    """

    name: str
    mode: str
    description: str
    seed: int
    benchmarks: tuple[str, ...]
    kinds: tuple[str, ...]
    sizes: tuple[str, ...]
    jvms: tuple[str, ...]
    repetitions: int
    warmups: int | None
    iterations: int | None
    jvm_options: tuple[str, ...]
    selections: tuple[Selection, ...]
    limits: Limits
    variance: Variance | None
    steady: Steady
    structure: Structure | None
    overrides: tuple[Override, ...]
    programs: tuple[Program, ...]
    left_out: tuple[str, ...]
    budget_minutes: float | None
    lanes: int
    pinned: bool | None

    def document(self) -> dict[str, Any]:
        """As plain values, for experiment.json."""
        return asdict(self)


def read_experiment(path: Path, settings: Sequence[str] = ()) -> Experiment:
    """The experiment in a file, with ``settings`` over it; KpathError (2) says what is wrong."""
    table = Table(load(path, settings), path)
    experiment = Experiment(
        name=table.text("name", path.stem),
        mode=_choice(table, "mode", MODES, CUSTOM),
        description=" ".join(table.text("description", path.stem).split()),
        seed=table.whole("seed", 0, SEED),
        benchmarks=table.texts("benchmarks"),
        kinds=table.choices("kinds", KINDS, KINDS),
        sizes=table.choices("sizes", SIZES, ("default",)),
        jvms=table.texts("jvms", ("default",)),
        repetitions=table.whole("repetitions", 1, REPETITIONS),
        warmups=table.optional_whole("warmups", 0),
        iterations=table.optional_whole("iterations", 1),
        jvm_options=table.texts("jvm_options", ()),
        selections=tuple(_selection(name, it) for name, it in table.tables("profilers").items()),
        limits=_limits(table.optional_table("limits")),
        variance=_variance(table.table("variance")) if "variance" in table else None,
        steady=_steady(table.optional_table("steady")),
        structure=_structure(table.table("structure")) if "structure" in table else None,
        overrides=tuple(_override(name, it) for name, it in table.tables("overrides").items()),
        programs=tuple(_program(name, it) for name, it in table.tables("programs").items()),
        left_out=table.texts("left_out", ()),
        budget_minutes=table.number("budget_minutes", 0) if "budget_minutes" in table else None,
        lanes=table.whole("lanes", 1, 1),
        pinned=table.flag("pinned", False) if "pinned" in table else None,
    )
    table.finish()
    if not experiment.selections and experiment.structure is None:
        raise KpathError(f"{path}: neither profilers nor structure; there is nothing to run", 2)
    return experiment


def _choice(table: Table, key: str, known: Sequence[str], default: str) -> str:
    value = table.text(key, default)
    if value not in known:
        raise table.error(key, f"is {value!r}{nearest(value, known)}", "")
    return value


def _selection(name: str, table: Table) -> Selection:
    if name not in PROFILERS:
        raise KpathError(f"unknown profiler {name!r}{nearest(name, PROFILERS)}", 2)
    profiler = PROFILERS[name]
    k = table.wholes("k", profiler.least_k) if profiler.takes_k else ()
    for value in k:
        if value > MOST_K:
            raise table.error("k", f"has {value}, more than {MOST_K}")
    cuts = table.choices("cuts", CUTS) if profiler.takes_cut else ()
    selection = Selection(
        profiler=name,
        k=k,
        cuts=cuts,
        benchmarks=table.texts("benchmarks", ()),
        repetitions=table.optional_whole("repetitions", 0),
    )
    table.finish()
    return selection


def _limits(table: Table) -> Limits:
    text = table.text("disk", "20G")
    disk = parse_size(text)
    if disk is None:
        raise table.error("disk", f"is {text!r}, not a size as 500M or 20G")
    limits = Limits(
        trial_seconds=table.number("trial_seconds", 0, 600.0),
        structure_seconds=table.number("structure_seconds", 0, 1800.0),
        disk_bytes=disk,
    )
    table.finish()
    return limits


def _variance(table: Table) -> Variance:
    variance = Variance(
        half_width=table.number("half_width", 0),
        most_repetitions=table.whole("most_repetitions", 1),
    )
    table.finish()
    return variance


def _steady(table: Table) -> Steady:
    steady = Steady(window=table.whole("window", 2, 5), cov=table.number("cov", 0, 0.02))
    table.finish()
    return steady


def _structure(table: Table) -> Structure:
    profiles = tuple(
        (selector, entry.whole("k", 1)) for selector, entry in table.tables("profiles").items()
    )
    structure = Structure(
        k=table.wholes("k", 2),
        cut=_choice(table, "cut", CUTS, "loop-header"),
        warmups=table.optional_whole("warmups", 0),
        iterations=table.optional_whole("iterations", 1),
        caches=table.flag("caches", True),
        cache_items=table.optional_whole("cache_items", 1),
        keep_streams=table.flag("keep_streams", False),
        jvm_options=table.texts("jvm_options", ()),
        benchmarks=table.texts("benchmarks", ()),
        profiles=profiles,
    )
    table.finish()
    return structure


def _override(selector: str, table: Table) -> Override:
    override = Override(
        selector=selector,
        sizes=table.choices("sizes", SIZES) if "sizes" in table else None,
        warmups=table.optional_whole("warmups", 0),
        iterations=table.optional_whole("iterations", 1),
        repetitions=table.optional_whole("repetitions", 1),
        trial_seconds=table.number("trial_seconds", 0) if "trial_seconds" in table else None,
    )
    table.finish()
    return override


def _program(name: str, table: Table) -> Program:
    command = table.texts("command")
    if not command or Path(command[0]).name != "java":
        raise table.error("command", "does not start with java")
    program = Program(name, command, table.flag("iterations_log", False))
    table.finish()
    return program
