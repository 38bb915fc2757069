"""Composes the java command of a stand-in."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact, Workload, WorkloadSize
from kpath_jvm.launch.jdk import of_launcher
from kpath_jvm.nearest import nearest
from kpath_jvm.records.workload import Artifact as ArtifactRecord
from kpath_jvm.records.workload import WorkloadRecord as WorkloadRecord

MAIN_CLASS = "org.kpathjvm.workloads.StandIn"


@dataclass(frozen=True)
class PreparedWorkload:
    """A workload that is ready to run.

    ``command`` starts with the java launcher. ``description`` goes into the profile.
    ``required_methods`` are methods (class.method) that a run must have entered.
    ``in_own_directory`` is set if the workload needs a directory of its own, because it reads and
    deletes files in its working directory.
    """

    command: list[str]
    description: WorkloadRecord
    required_methods: list[str]
    in_own_directory: bool = False


def prepare(workload: Workload, size: WorkloadSize, java: Path) -> PreparedWorkload:
    """Fetches what the workload needs and composes its command.

    Raises KpathError for a JDK that is excluded, and when jars aren't available.
    """
    require_fit(workload, java)
    artifacts = _distinct([*workload.class_path, *size.artifacts])
    # Maven is started only once, because its start takes longer than most downloads.
    paths = dict(zip(artifacts, provide(artifacts, java), strict=True))
    class_path = [installation.require_jars().workloads, *(paths[it] for it in workload.class_path)]
    command = [
        str(java),
        *_jvm_options(workload, java),
        "-cp",
        os.pathsep.join(map(str, class_path)),
        MAIN_CLASS,
        *_arguments(workload, size, paths),
    ]
    return PreparedWorkload(command, _description(workload, size), list(workload.required_methods))


def _distinct(artifacts: Sequence[MavenArtifact]) -> list[MavenArtifact]:
    return list(dict.fromkeys(artifacts))


def _jvm_options(workload: Workload, java: Path) -> list[str]:
    options = list(workload.jvm_options)
    if workload.jvm_options_from:
        version = of_launcher(java).feature_version
        for least, more in workload.jvm_options_from.items():
            options += more if version >= least else ()
    return options


def require_fit(workload: Workload, java: Path) -> None:
    """Raises KpathError when the workload is known to fail on the JDK of ``java``."""
    version = of_launcher(java).feature_version if workload.exclusions else None
    reason = workload.exclusion(version)
    if reason is not None:
        what = f"{workload.suite} {workload.name} does not run on JDK {version}: {reason}"
        raise KpathError(f"{what}; pass another JDK with --java-home", 125)


def choose_size(
    workload: Workload, name: str, warmups: int | None, iterations: int | None
) -> WorkloadSize:
    """Returns the workload's size of this name, with the given warmups and iterations.

    If ``warmups`` or ``iterations`` is None, the size keeps its own number.

    Raises KpathError (exit status 2) for an unknown name, and for fewer than one timed iteration.
    """
    if name not in workload.sizes:
        what = f"unknown size {name!r} of {workload.suite} {workload.name}"
        raise KpathError(what + nearest(name, workload.sizes), 2)
    if iterations is not None and iterations < 1:
        raise KpathError(f"-n is {iterations}, but there must be at least 1 iteration", 2)
    size = workload.sizes[name]
    return replace(
        size,
        warmups=size.warmups if warmups is None else warmups,
        iterations=size.iterations if iterations is None else iterations,
    )


def _arguments(
    workload: Workload, size: WorkloadSize, paths: Mapping[MavenArtifact, Path]
) -> list[str]:
    pairs = [
        ("--benchmark", f"{workload.suite} {workload.name}"),
        ("--class", workload.benchmark_class),
        ("--warmups", str(size.warmups)),
        ("--iterations", str(size.iterations)),
        ("--expect-digest", size.digest),
        *(("--set", f"{key}={value}") for key, value in size.settings.items()),
        *(
            ("--input", f"{name}={paths[artifact]}")
            for name, artifacts in size.inputs.items()
            for artifact in artifacts
        ),
    ]
    return [argument for pair in pairs for argument in pair]


def _description(workload: Workload, size: WorkloadSize) -> WorkloadRecord:
    artifacts = _distinct([*workload.class_path, *size.artifacts])
    return described(
        workload,
        size,
        version=workload.version,
        settings=dict(size.settings),
        threads=workload.threads,
        artifacts=tuple(
            ArtifactRecord(coordinates=it.coordinates, sha256=it.sha256) for it in artifacts
        ),
        expected_digest=size.digest,
    )


def described(workload: Workload, size: WorkloadSize, **own: Any) -> WorkloadRecord:
    """Returns a workload's record; ``own`` has the fields that depend on the kind of workload."""
    return WorkloadRecord(
        suite=workload.suite,
        name=workload.name,
        title=workload.title,
        stands_for=workload.stands_for,
        description=workload.description,
        kind=workload.kind,
        stand_in=workload.stand_in,
        known_limits=tuple(workload.known_limits),
        size=size.name,
        warmups=size.warmups,
        iterations=size.iterations,
        **own,
    )
