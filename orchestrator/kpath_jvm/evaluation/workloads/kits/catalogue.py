"""The kits that are known, one per file in dacapo_configs/kits; their benchmarks as workloads."""

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.results.schema import OFFICIAL
from kpath_jvm.evaluation.workloads.kits.configuration import read_kit
from kpath_jvm.evaluation.workloads.kits.model import Kit, KitBenchmark, KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces
from kpath_jvm.evaluation.workloads.model import Size
from kpath_jvm.nearest import nearest


def list_kits() -> list[Kit]:
    """All kits by suite, there or not; KpathError when a file is unreadable or incomplete."""
    paths = sorted((installation.dacapo_configs() / "kits").glob("*.toml"))
    return sorted((read_kit(path) for path in paths), key=lambda kit: kit.suite)


def list_official(places: KitPlaces | None = None) -> list[KitWorkload]:
    """All benchmarks of all kits, there or not, by suite and in the order of the file."""
    return [
        _workload(kit, benchmark, places or KitPlaces())
        for kit in list_kits()
        for benchmark in kit.benchmarks.values()
    ]


def find_kit_workload(suite: str, name: str, places: KitPlaces | None = None) -> KitWorkload:
    """The benchmark of that kit; KpathError (status 2) that suggests the nearest otherwise."""
    kits = {kit.suite: kit for kit in list_kits()}
    if suite not in kits:
        raise KpathError(f"unknown kit {suite!r}{nearest(suite, kits)}", 2)
    kit = kits[suite]
    if name not in kit.benchmarks:
        raise KpathError(f"unknown benchmark {name!r} of {suite}{nearest(name, kit.benchmarks)}", 2)
    return _workload(kit, kit.benchmarks[name], places or KitPlaces())


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
            size: Size(size, {}, {}, kit.warmups, kit.iterations, digest="")
            for size in benchmark.sizes
        },
        config=kit.config,
        kit=kit,
        benchmark=benchmark,
        places=places,
    )
