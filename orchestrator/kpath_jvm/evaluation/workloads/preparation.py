"""The java command of a workload."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import Artifact, Size, Workload
from kpath_jvm.launch.jdk import of_launcher
from kpath_jvm.nearest import nearest
from kpath_jvm.records.workload import Artifact as ArtifactRecord
from kpath_jvm.records.workload import Workload as WorkloadRecord

MAIN_CLASS = "org.kpathjvm.workloads.StandIn"


@dataclass(frozen=True)
class Prepared:
    """A workload that is ready to run.

    ``command`` starts with the java launcher; ``description`` goes into the profile;
    ``required_methods`` are methods (class.method) that a run has to have entered.
    ``in_own_directory``: it reads and deletes in the directory it is run in, which must be its own.
    """

    command: list[str]
    description: WorkloadRecord
    required_methods: list[str]
    in_own_directory: bool = False


def prepare(workload: Workload, size: str, iterations: int | None, java: Path) -> Prepared:
    """Fetches what the workload needs and composes its command.

    ``iterations`` are the timed ones, after the size's warm-up; None takes the size's number.
    KpathError for an unknown size, for a JDK that is excluded, and when jars cannot be had.
    """
    chosen = choose_size(workload, size)
    check_iterations(iterations)
    _require_fit(workload, java)
    timed = chosen.iterations if iterations is None else iterations
    artifacts = _distinct([*workload.class_path, *chosen.artifacts])
    # All at once: fetching starts Maven, which takes longer than most downloads.
    paths = dict(zip(artifacts, provide(artifacts, java), strict=True))
    class_path = [installation.require_jars().workloads, *(paths[it] for it in workload.class_path)]
    command = [
        str(java),
        *_jvm_options(workload, java),
        "-cp",
        os.pathsep.join(map(str, class_path)),
        MAIN_CLASS,
        *_arguments(workload, chosen, timed, paths),
    ]
    return Prepared(command, _description(workload, chosen, timed), list(workload.required_methods))


def _distinct(artifacts: Sequence[Artifact]) -> list[Artifact]:
    return list(dict.fromkeys(artifacts))


def _jvm_options(workload: Workload, java: Path) -> list[str]:
    options = list(workload.jvm_options)
    if workload.jvm_options_from:
        version = of_launcher(java).feature_version
        for least, more in workload.jvm_options_from.items():
            options += more if version >= least else ()
    return options


def _require_fit(workload: Workload, java: Path) -> None:
    if not workload.excluded_jdks:
        return
    version = of_launcher(java).feature_version
    if version in workload.excluded_jdks:
        reason = workload.excluded_jdks[version]
        what = f"{workload.suite} {workload.name} does not run on JDK {version}: {reason}"
        raise KpathError(f"{what}; pass another with --java-home", 125)


def check_iterations(iterations: int | None) -> None:
    """KpathError (status 2) for a number of iterations that can't be."""
    if iterations is not None and iterations < 1:
        raise KpathError(f"-n is {iterations}, but there must be at least 1 iteration", 2)


def choose_size(workload: Workload, name: str) -> Size:
    """The workload's size of that name; KpathError (status 2) that suggests the nearest."""
    if name not in workload.sizes:
        what = f"unknown size {name!r} of {workload.suite} {workload.name}"
        raise KpathError(what + nearest(name, workload.sizes), 2)
    return workload.sizes[name]


def _arguments(
    workload: Workload, size: Size, timed: int, paths: Mapping[Artifact, Path]
) -> list[str]:
    """The arguments of org.kpathjvm.workloads.StandIn."""
    pairs = [
        ("--benchmark", f"{workload.suite} {workload.name}"),
        ("--class", workload.benchmark_class),
        ("--warmups", str(size.warmups)),
        ("--iterations", str(timed)),
        ("--expect-digest", size.digest),
        *(("--set", f"{key}={value}") for key, value in size.settings.items()),
        *(
            ("--input", f"{name}={paths[artifact]}")
            for name, artifacts in size.inputs.items()
            for artifact in artifacts
        ),
    ]
    return [argument for pair in pairs for argument in pair]


def _description(workload: Workload, size: Size, timed: int) -> WorkloadRecord:
    return WorkloadRecord(
        suite=workload.suite,
        name=workload.name,
        title=workload.title,
        stands_for=workload.stands_for,
        version=workload.version,
        description=workload.description,
        kind=workload.kind,
        stand_in=workload.stand_in,
        known_limits=tuple(workload.known_limits),
        size=size.name,
        settings=dict(size.settings),
        warmups=size.warmups,
        iterations=timed,
        threads=workload.threads,
        artifacts=tuple(
            ArtifactRecord(coordinates=artifact.coordinates, sha256=artifact.sha256)
            for artifact in _distinct([*workload.class_path, *size.artifacts])
        ),
        expected_digest=size.digest,
    )
