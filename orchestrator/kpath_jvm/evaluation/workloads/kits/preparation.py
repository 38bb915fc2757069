"""Finds and recognises the kit of a benchmark, and composes the benchmark's java command."""

from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.kits.dacapo import DaCapo
from kpath_jvm.evaluation.workloads.kits.harness import FoundKit, Harness, Task
from kpath_jvm.evaluation.workloads.kits.model import Kit, KitWorkload
from kpath_jvm.evaluation.workloads.kits.places import SOURCES, KitPlaces, kit_cache
from kpath_jvm.evaluation.workloads.kits.renaissance import Renaissance
from kpath_jvm.evaluation.workloads.kits.specjvm import SpecJvm
from kpath_jvm.evaluation.workloads.model import WorkloadSize
from kpath_jvm.evaluation.workloads.preparation import PreparedWorkload, described, require_fit
from kpath_jvm.launch.jdk import of_launcher
from kpath_jvm.nearest import nearest

#: The classes that run kits, by the harness names that kits' files use.
HARNESSES: dict[str, Harness] = {
    "dacapo": DaCapo(),
    "specjvm": SpecJvm(),
    "renaissance": Renaissance(),
}


def prepare_kit(workload: KitWorkload, size: WorkloadSize, java: Path) -> PreparedWorkload:
    """Finds the benchmark's kit and composes the benchmark's command.

    The command must be run in a directory of its own. Raises KpathError for a JDK on which the
    benchmark is known to fail, and for a kit that is missing, of another release, or without this
    benchmark or size.
    """
    require_fit(workload, java)
    version = of_launcher(java).feature_version
    found = find_kit(workload.kit, workload.places)
    argument = workload.benchmark.sizes[size.name]
    require_benchmark(found, workload.name)
    _require_size(found, workload.name, argument)
    task = Task(
        kit=found,
        benchmark=workload.name,
        size=argument,
        warmups=size.warmups,
        timed=size.iterations,
        java=java.absolute(),
        jvm_options=(
            *workload.jvm_options,
            *found.jvm_options,
            *workload.benchmark.jvm_options(version or 0),
        ),
        callbacks=installation.require_jars().workloads.absolute(),
    )
    command = HARNESSES[workload.kit.harness].command(task)
    description = described(
        workload,
        size,
        version=f"{workload.kit.title}, {found.version}",
        threads=workload.thread_text,
        kit=found.described(),
    )
    return PreparedWorkload(command, description, [], in_own_directory=True)


def find_kit(kit: Kit, places: KitPlaces) -> FoundKit:
    """Finds the kit on the user's machine.

    Raises KpathError (exit status 125) when the kit is missing, or when the option or variable
    names something that isn't a kit.
    """
    harness = HARNESSES[kit.harness]
    option, variable, _ = SOURCES[kit.harness]
    others = []
    for origin, path in places.candidates(kit.harness):
        try:
            found = harness.inspect(path.absolute())
        except KpathError as error:
            if origin in (option, variable):
                raise KpathError(f"{origin}: {error}", 125) from error
            continue
        if found.suite == kit.suite:
            return found
        others.append((origin, found))
    for origin, other in others:
        if origin in (option, variable):
            raise KpathError(
                f"{origin} {other.path} is {other.suite} ({other.version}), not {kit.title}; "
                f"name {kit.file} too, or run {other.suite}",
                125,
            )
    raise KpathError(
        f"{kit.title} is not here: looked at {option} (not given), {variable} (not set) and "
        f"{kit_cache()}; get {kit.file} from {kit.get}, and name it with {option}",
        125,
    )


def require_benchmark(found: FoundKit, name: str) -> None:
    """Raises KpathError, with the nearest name, when the kit lacks the benchmark."""
    if found.benchmarks is not None and name not in found.benchmarks:
        raise KpathError(
            f"{found.path} ({found.version}) has no benchmark {name!r}"
            f"{nearest(name, found.benchmarks)}",
            125,
        )


def _require_size(found: FoundKit, name: str, size: str) -> None:
    if found.benchmarks is None:
        return
    sizes = found.benchmarks[name]
    if size not in sizes:
        raise KpathError(
            f"{name} of {found.path} ({found.version}) has no size {size!r}{nearest(size, sizes)}",
            125,
        )
