"""The known kits, one per file in dacapo_configs/kits, with their benchmarks as workloads."""

from collections.abc import Iterable

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results.schema import OFFICIAL
from kpath_jvm.evaluation.workloads.kits.configuration import read_kit
from kpath_jvm.evaluation.workloads.kits.model import Kit, KitBenchmark, KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.kits.preparation import find_kit, require_benchmark
from kpath_jvm.evaluation.workloads.model import WorkloadSize, selects
from kpath_jvm.nearest import nearest


def list_kits() -> list[Kit]:
    """Returns all kits, sorted by suite, whether the user has them or not.

    Raises KpathError when a file is unreadable or incomplete.
    """
    paths = sorted((installation.dacapo_configs() / "kits").glob("*.toml"))
    return sorted((read_kit(path) for path in paths), key=lambda kit: kit.suite)


def list_official(places: KitPlaces | None = None) -> list[KitWorkload]:
    """Returns all benchmarks of all kits, whether the user has these kits or not.

    The benchmarks are sorted by suite. Within a suite, they are in the order of the kit's file.
    """
    return [
        _workload(kit, benchmark, places or KitPlaces())
        for kit in list_kits()
        for benchmark in kit.benchmarks.values()
    ]


def select_official(selectors: Iterable[str], places: KitPlaces | None = None) -> list[KitWorkload]:
    """Returns the benchmarks for selectors such as ``suite/name`` and ``suite/*`` (all of a suite).

    Selectors that don't name a kit's suite, such as ``name`` and ``*/name``, are ignored, so that
    experiments don't depend on the kits that happen to be installed. Raises KpathError for a
    benchmark that is unknown or that the kit lacks, and for a kit that isn't found.
    """
    places = places or KitPlaces()
    kits = {kit.suite: kit for kit in list_kits()}
    official = list_official(places)
    chosen: dict[tuple[str, str], KitWorkload] = {}
    for selector in selectors:
        suite, _, name = selector.rpartition("/")
        if suite not in kits:
            continue
        found = find_kit(kits[suite], places)
        if name not in ("*", *kits[suite].benchmarks):
            known = nearest(name, kits[suite].benchmarks)
            raise KpathError(f"unknown benchmark {name!r} of {suite}{known}", 2)
        if name != "*":
            require_benchmark(found, name)
        for it in official:
            has_it = found.benchmarks is None or it.name in found.benchmarks
            if selects(selector, it.suite, it.name) and has_it:
                chosen[suite, it.name] = it
    return list(chosen.values())


def _workload(kit: Kit, benchmark: KitBenchmark, places: KitPlaces) -> KitWorkload:
    return KitWorkload(
        suite=kit.suite,
        name=benchmark.name,
        kind=OFFICIAL,
        title=benchmark.does,
        stands_for=f"itself, out of {kit.file}",
        description=f"{kit.title}: {benchmark.name} {benchmark.does}.",
        known_limits=kit.known_limits,
        benchmark_class="",
        class_path=(),
        jvm_options=kit.jvm_options,
        jvm_options_from={},
        threads=1 if benchmark.threads == "one" else 0,
        required_methods=(),
        excluded_jdks={},
        sizes={
            size: WorkloadSize(size, {}, {}, kit.warmups, kit.iterations, digest="")
            for size in benchmark.sizes
        },
        config=kit.config,
        kit=kit,
        benchmark=benchmark,
        places=places,
    )
