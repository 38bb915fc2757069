"""The benchmarks of an experiment. Each is a workload or a program, at one size, on one JVM."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.planning.configuration import Experiment, ExperimentProgram
from kpath_jvm.evaluation.results.schema import OFFICIAL, OWN, PROGRAM_SUITE
from kpath_jvm.evaluation.workloads.catalogue import list_workloads
from kpath_jvm.evaluation.workloads.kits.catalogue import select_official
from kpath_jvm.evaluation.workloads.kits.model import KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit
from kpath_jvm.evaluation.workloads.model import Workload, selects
from kpath_jvm.launch.jdk import Jdk, candidates, default_jdk
from kpath_jvm.nearest import nearest

# The fields of a workload that have no influence on how it runs.
_TOLD = ("title", "stands_for", "description", "known_limits", "config")

# The reason not to run a benchmark whose harness only starts another JVM and waits for it. A
# trial's profiler would see nothing but the harness.
_FOLLOWED = (
    "its work is done by a JVM that it starts, which experiments don't follow; "
    "use `kpath-jvm run` with --follow-children"
)


@dataclass(frozen=True)
class Benchmark:
    """A workload (or, with suite ``program``, the user's own program) at a size, on a JVM."""

    suite: str
    name: str
    kind: str
    size: str
    jdk: Jdk = field(compare=False)
    jvm: str
    workload: Workload | None = field(compare=False, default=None)
    program: ExperimentProgram | None = field(compare=False, default=None)

    @property
    def label(self) -> str:
        """A label such as "dacapo eclipse small, JDK 17.0.15"."""
        return f"{self.suite} {self.name} {self.size}, JDK {self.jvm}"

    @property
    def has_iterations_log(self) -> bool:
        """Whether the benchmark logs its iterations. If it doesn't, its whole process is timed."""
        return self.program is None or self.program.iterations_log

    @cached_property
    def content(self) -> str:
        """A digest of what runs, such as jars and arguments."""
        if self.workload is None:
            return digest_of(asdict(self.program) if self.program else None)
        if isinstance(self.workload, KitWorkload):
            kit = find_kit(self.workload.kit, self.workload.places)
            content = {**self.workload.content(self.size), "kit": kit.sha256()}
            return digest_of(_plain(content))
        values = {key: v for key, v in asdict(self.workload).items() if key not in _TOLD}
        values["sizes"] = values["sizes"].get(self.size)
        return digest_of(_plain(values))

    def flattened(self) -> dict[str, Any]:
        """Returns the benchmark as plain values."""
        return {
            "suite": self.suite,
            "benchmark": self.name,
            "kind": self.kind,
            "size": self.size,
            "jvm": self.jvm,
            "jvm_vendor": self.jdk.vendor,
            "content": self.content,
        }


def digest_of(document: Any) -> str:
    """Returns 16 hex digits that identify a document, whatever the order of its keys."""
    text = json.dumps(document, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Path) else value


def is_selected(benchmark: Benchmark, selectors: Iterable[str]) -> bool:
    """Returns whether one of the selectors names the benchmark (see :func:`selects`)."""
    return any(selects(selector, benchmark.suite, benchmark.name) for selector in selectors)


@dataclass(frozen=True)
class BenchmarkChoice:
    """The benchmarks of an experiment; ``excluded`` says which of them aren't run, and why."""

    benchmarks: tuple[Benchmark, ...]
    excluded: tuple[str, ...]


def choose_benchmarks(experiment: Experiment, places: KitPlaces) -> BenchmarkChoice:
    """Returns the experiment's benchmarks, at every size and on every JVM on which they can run.

    An experiment must name official benchmarks with their suites: ``suite/name`` or ``suite/*``.
    ``places`` has the paths that the command line gives for official kits. Raises KpathError for an
    unknown benchmark, size or JVM.
    """
    jdks = [find_jdk(text) for text in experiment.jvms]
    known = [*_workloads(experiment, jdks[0], places), *_programs(experiment, jdks[0])]
    for selector in _selectors(experiment):
        if not any(is_selected(it, [selector]) for it in known):
            names = [it.name for it in known] + [f"{it.suite}/{it.name}" for it in known]
            raise KpathError(f"unknown benchmark {selector!r}{nearest(selector, names)}", 2)
    benchmarks, excluded = [], []
    for it in known:
        if not is_selected(it, experiment.benchmarks):
            continue
        if _starts_jvms(it.workload):
            excluded.append(f"{it.suite} {it.name}: {_FOLLOWED}; not run")
            continue
        for jdk in jdks:
            reason = it.workload and it.workload.exclusion(jdk.feature_version)
            if reason is not None:
                what = f"{it.suite} {it.name} on JDK {jdk.version}: {reason}"
                excluded.append(f"{what}; not run")
                continue
            version = jdk.version or str(jdk.home)
            benchmarks += [
                replace(it, size=size, jdk=jdk, jvm=version) for size in _sizes(experiment, it)
            ]
    return BenchmarkChoice(tuple(benchmarks), tuple(excluded))


def _starts_jvms(workload: Workload | None) -> bool:
    return isinstance(workload, KitWorkload) and workload.benchmark.starts_jvms


def _selectors(experiment: Experiment) -> Iterator[str]:
    yield from experiment.benchmarks
    yield from (it.selector for it in experiment.overrides)
    for selection in experiment.selections:
        yield from selection.benchmarks
        yield from (selector for selector, _ in selection.guides)
    if experiment.structure is not None:
        yield from experiment.structure.benchmarks
        yield from (selector for selector, _ in experiment.structure.profiles)


def _workloads(experiment: Experiment, jdk: Jdk, places: KitPlaces) -> Iterable[Benchmark]:
    selectors = list(_selectors(experiment)) if OFFICIAL in experiment.kinds else []
    for workload in (*list_workloads(), *select_official(selectors, places)):
        if workload.kind in experiment.kinds:
            yield Benchmark(
                workload.suite, workload.name, workload.kind, "", jdk, "", workload=workload
            )


def _programs(experiment: Experiment, jdk: Jdk) -> Iterable[Benchmark]:
    for program in experiment.programs:
        yield Benchmark(PROGRAM_SUITE, program.name, OWN, "", jdk, "", program=program)


def _sizes(experiment: Experiment, benchmark: Benchmark) -> Sequence[str]:
    if benchmark.workload is None:
        return ("default",)
    sizes: Sequence[str] = experiment.sizes
    for override in experiment.overrides:
        if override.sizes is not None and is_selected(benchmark, [override.selector]):
            sizes = override.sizes
    if isinstance(benchmark.workload, KitWorkload):
        # A kit can lack some of these sizes, but every kit has the size ``default``.
        known = benchmark.workload.sizes
        return tuple(dict.fromkeys(it if it in known else "default" for it in sizes))
    for size in sizes:
        if size not in benchmark.workload.sizes:
            what = f"{benchmark.suite} {benchmark.name} has no size {size!r}"
            raise KpathError(what + nearest(size, benchmark.workload.sizes), 2)
    return sizes


def find_jdk(text: str) -> Jdk:
    """Returns the JDK for ``default``, a feature version such as 17, or a path with a slash.

    Raises KpathError if there is no such JDK.
    """
    if text == "default":
        return default_jdk()
    if "/" in text:
        home = Path(text)
        if not (home / "bin" / "java").is_file():
            raise KpathError(f"jvms has {text}, which has no bin/java; correct the experiment", 2)
        return Jdk(home.resolve(), "the experiment")
    found = candidates()
    for jdk in found:
        if str(jdk.feature_version) == text:
            return jdk
    versions = sorted({str(jdk.feature_version) for jdk in found if jdk.feature_version})
    there = f"there are: {', '.join(versions)}" if versions else "there is none at all"
    raise KpathError(f"no JDK {text} found; {there}; install it or correct `jvms`", 2)
