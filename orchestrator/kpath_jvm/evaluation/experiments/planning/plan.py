"""The plan of an experiment: every configuration that it runs, and the order of the trials."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import groupby, product
from typing import Any

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.experiments.guides import guide_digest
from kpath_jvm.evaluation.experiments.planning.benchmarks import (
    Benchmark,
    choose_benchmarks,
    digest_of,
    is_selected,
)
from kpath_jvm.evaluation.experiments.planning.configuration import (
    NO_OVERRIDE,
    Experiment,
    Override,
)
from kpath_jvm.evaluation.experiments.planning.selection import ALL, ProfilerSelection
from kpath_jvm.evaluation.experiments.trial_commands import version_of
from kpath_jvm.evaluation.profilers import PROFILERS
from kpath_jvm.evaluation.results import settings
from kpath_jvm.evaluation.workloads.kits.model import KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit


@dataclass(frozen=True)
class Configuration:
    """A benchmark under a profiler; ``k`` and ``cut`` are None if the profiler has no such option.

    ``scope`` is None if all methods are profiled. ``own`` has the profiler's own options that are
    set, as ``settings.as_tables_have`` returns them. ``guide`` is the profile that guides the
    profiler, or None.

    ``warmups`` and ``iterations`` are None if the workload's own numbers apply.
    """

    benchmark: Benchmark
    profiler: str
    k: int | None
    cut: str | None
    scope: str | None
    warmups: int | None
    iterations: int | None
    jvm_options: tuple[str, ...]
    repetitions: int
    trial_seconds: float
    own: settings.Chosen = ()
    guide: str | None = None

    @property
    def label(self) -> str:
        """A label such as "dacapo eclipse small, JDK 17.0.15, k-blpp k=8 loop-header"."""
        parts = [self.profiler, f"k={self.k}" if self.k is not None else None, self.cut]
        parts += [settings.in_words(self.own), self.scope and f"scope {self.scope}"]
        return f"{self.benchmark.label}, {' '.join(part for part in parts if part)}"

    def settings(self) -> dict[str, Any]:
        """Returns the settings as plain values, without guide, repetitions and time limit.

        So trials that were already made stay valid when the repetitions or the time limit change.
        """
        return {
            **self.benchmark.flattened(),
            "profiler": self.profiler,
            "k": self.k,
            "cut": self.cut,
            # Older trials lack the scope and some options, so what isn't set is left out here, too.
            **({"scope": self.scope} if self.scope else {}),
            **dict(self.own),
            "warmups": self.warmups,
            "iterations": self.iterations,
            "jvm_options": list(self.jvm_options),
        }

    def flattened(self) -> dict[str, Any]:
        """Returns the settings, the guide's digest, and the profiler's version.

        Only other projects' profilers have a version. A profiler may be downloaded to find its
        version.
        """
        try:
            version = version_of(PROFILERS[self.profiler], self.benchmark.jdk.java)
        except KpathError as error:
            version = f"not available: {error}"
        guide = {} if self.guide is None else {"guide": guide_digest(self.profiler, self.guide)}
        return {**self.settings(), **guide, "profiler_version": version}

    @cached_property
    def digest(self) -> str:
        """A digest that identifies the flattened configuration."""
        return digest_of(self.flattened())


@dataclass(frozen=True)
class Trial:
    """One run of a configuration; trials with the same ``repetition`` (from 1) are compared."""

    configuration: Configuration
    repetition: int

    def identity(self, fingerprint: str) -> str:
        """Returns a digest that is equal for two trials if only one of them needs to be run.

        ``fingerprint`` identifies the machine.
        """
        return digest_of([self.configuration.digest, self.repetition, fingerprint])


@dataclass(frozen=True)
class Plan:
    """All configurations of an experiment, and the benchmarks whose structure is measured.

    ``excluded`` has a line for each benchmark that isn't run, with the reason.
    """

    experiment: Experiment
    seed: int
    configurations: tuple[Configuration, ...]
    structures: tuple[Benchmark, ...]
    excluded: tuple[str, ...] = ()

    def trials(self) -> list[Trial]:
        """Returns all trials in the order in which they are run."""
        most = max((it.repetitions for it in self.configurations), default=0)
        return [
            trial
            for repetition in range(1, most + 1)
            for trial in self.round_of(repetition, self.configurations)
        ]

    def round_of(self, repetition: int, configurations: Sequence[Configuration]) -> Iterator[Trial]:
        """Yields a trial of each configuration that has ``repetition`` or more repetitions.

        Benchmarks come in random order. The configurations of one benchmark directly follow each
        other, also in random order, so compared runs are close together in time. The order depends
        only on the seed, the repetition and the configurations, so a resumed experiment keeps the
        order.
        """
        by_benchmark: dict[str, list[Configuration]] = {}
        for configuration in sorted(configurations, key=lambda it: it.label):
            if repetition <= configuration.repetitions:
                by_benchmark.setdefault(configuration.benchmark.label, []).append(configuration)
        source = random.Random(f"{self.seed} {repetition}")
        labels = sorted(by_benchmark)
        source.shuffle(labels)
        for label in labels:
            chosen = by_benchmark[label]
            source.shuffle(chosen)
            yield from (Trial(configuration, repetition) for configuration in chosen)


def groups(trials: Iterable[Trial]) -> list[tuple[Trial, ...]]:
    """Returns the trials in groups of one benchmark and repetition; a group runs in one lane."""

    def key(trial: Trial) -> tuple[int, str]:
        return trial.repetition, trial.configuration.benchmark.label

    return [tuple(group) for _, group in groupby(trials, key)]


def make_plan(experiment: Experiment, places: KitPlaces | None = None) -> Plan:
    """Returns the plan of an experiment.

    ``places`` has the paths that the command line gives for official kits. Raises KpathError for
    unknown benchmarks, sizes and JVMs.
    """
    choice = choose_benchmarks(experiment, places or KitPlaces())
    benchmarks = choice.benchmarks
    configurations = [
        configuration
        for benchmark in benchmarks
        for selection in experiment.selections
        for configuration in _configurations(experiment, benchmark, selection)
    ]
    structures = _structures(experiment, benchmarks)
    if not benchmarks and choice.excluded:
        raise KpathError(f"nothing to run: {'; '.join(choice.excluded)}", 2)
    if not configurations and not structures:
        raise KpathError(
            f"experiment {experiment.name} has nothing to run: its profilers and its structure "
            "name none of its benchmarks; correct their `benchmarks`",
            2,
        )
    return Plan(
        experiment, experiment.seed, tuple(configurations), tuple(structures), choice.excluded
    )


def _structures(experiment: Experiment, benchmarks: Sequence[Benchmark]) -> list[Benchmark]:
    """Returns the benchmarks that get a recorded run; those whose profile is kept come first.

    Apart from that, the order is random. So if the budget is too short for all benchmarks, no suite
    is left out as a whole.
    """
    structure = experiment.structure
    if structure is None:
        return []
    wanted = [benchmark for benchmark in benchmarks if _wanted(benchmark, structure.benchmarks)]
    random.Random(f"{experiment.seed} structure").shuffle(wanted)
    kept = [selector for selector, _ in structure.profiles]
    return sorted(wanted, key=lambda it: not is_selected(it, kept))


def _configurations(
    experiment: Experiment, benchmark: Benchmark, selection: ProfilerSelection
) -> Iterator[Configuration]:
    if not _wanted(benchmark, selection.benchmarks):
        return
    over = override_of(experiment, benchmark)
    limit = experiment.limits.trial_seconds
    values = [[(name, value) for value in values] for name, values in selection.settings]
    ways = product(
        selection.k or (None,),
        selection.cuts or (None,),
        selection.scopes or (None,),
        dict.fromkeys(settings.as_tables_have(own) for own in product(*values)),
        dict.fromkeys((None, _guide(selection, benchmark))),
    )
    for k, cut, scope, own, guide in ways:
        yield Configuration(
            benchmark=benchmark,
            profiler=selection.profiler,
            k=k,
            cut=cut,
            scope=None if scope == ALL else scope,
            warmups=experiment.warmups if over.warmups is None else over.warmups,
            iterations=(experiment.iterations if over.iterations is None else over.iterations),
            jvm_options=experiment.jvm_options,
            repetitions=_repetitions(experiment, over, selection),
            trial_seconds=limit if over.trial_seconds is None else over.trial_seconds,
            own=own if guide is None else (*own, (settings.GUIDED, True)),
            guide=guide,
        )


def _guide(selection: ProfilerSelection, benchmark: Benchmark) -> str | None:
    """Returns the last guide whose selector names the benchmark, or None."""
    found = [path for selector, path in selection.guides if is_selected(benchmark, [selector])]
    return found[-1] if found else None


def override_of(experiment: Experiment, benchmark: Benchmark) -> Override:
    """Returns the last override that names the benchmark, or NO_OVERRIDE."""
    found = [it for it in experiment.overrides if is_selected(benchmark, [it.selector])]
    return found[-1] if found else NO_OVERRIDE


def _repetitions(experiment: Experiment, own: Override, selection: ProfilerSelection) -> int:
    if selection.repetitions is not None:
        return selection.repetitions
    return experiment.repetitions if own.repetitions is None else own.repetitions


def _wanted(benchmark: Benchmark, selectors: Sequence[str]) -> bool:
    return not selectors or is_selected(benchmark, selectors)


def kits_of(plan: Plan) -> list[dict[str, Any]]:
    """Returns the official kits of a plan's benchmarks, sorted by suite.

    Each kit is described by its suite and title, and by the name, version and SHA-256 of its jar.
    """
    benchmarks = (*(it.benchmark for it in plan.configurations), *plan.structures)
    workloads = {it.suite: it.workload for it in benchmarks}
    kits = []
    for suite, workload in sorted(workloads.items()):
        if isinstance(workload, KitWorkload):
            found = find_kit(workload.kit, workload.places)
            kits.append({"suite": suite, "title": workload.kit.title, **found.described()})
    return kits


def plan_document(plan: Plan) -> dict[str, Any]:
    """Returns the plan as plain values, for experiment.json."""
    return {
        "seed": plan.seed,
        "configurations": [
            {**it.settings(), "repetitions": it.repetitions} for it in plan.configurations
        ],
        "structure": [
            {**it.flattened(), **asdict(plan.experiment.structure)}
            for it in plan.structures
            if plan.experiment.structure is not None
        ],
    }
