"""The java command of a workload."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.workloads.artifacts import provide
from kpath_jvm.workloads.catalogue import nearest
from kpath_jvm.workloads.model import OFFICIAL, Size, Workload


@dataclass(frozen=True)
class Prepared:
    """A workload that is ready to run.

    ``command`` starts with the java launcher; ``description`` holds plain values and goes into the
    profile; ``required_methods`` are methods (class.method) that a run has to have entered.
    """

    command: list[str]
    description: dict[str, Any]
    required_methods: list[str]


def prepare(workload: Workload, size: str, iterations: int | None, java: Path) -> Prepared:
    """Fetches what the workload needs and composes its command.

    ``iterations`` are the timed ones, after the size's warm-up; None takes the size's number.
    KpathError for an unknown size, and when jars cannot be had.
    """
    chosen = _size(workload, size)
    if iterations is not None and iterations < 1:
        raise KpathError(f"-n is {iterations}, but there must be at least 1 iteration", 2)
    if workload.kind == OFFICIAL:
        raise KpathError(f"{workload.suite} {workload.name} has only stand-ins as yet", 125)
    timed = chosen.iterations if iterations is None else iterations
    paths = provide([*workload.class_path, *chosen.sources], java)
    class_path = [installation.require_jars().workloads, *paths[: len(workload.class_path)]]
    sources = paths[len(workload.class_path) :]
    command = [
        str(java),
        *workload.jvm_options,
        "-cp",
        os.pathsep.join(map(str, class_path)),
        workload.main_class,
        *_arguments(workload, chosen, timed, sources),
    ]
    return Prepared(command, _description(workload, chosen, timed), list(workload.required_methods))


def _size(workload: Workload, name: str) -> Size:
    if name not in workload.sizes:
        what = f"unknown size {name!r} of {workload.suite} {workload.name}"
        raise KpathError(what + nearest(name, workload.sizes), 2)
    return workload.sizes[name]


def _arguments(workload: Workload, size: Size, timed: int, sources: Sequence[Path]) -> list[str]:
    """The arguments of the stand-ins that compile sources."""
    values = {
        "--benchmark": f"{workload.suite} {workload.name}",
        "--release": str(workload.release),
        "--warmups": str(size.warmups),
        "--iterations": str(timed),
        "--expect-classes": str(size.expected.classes),
        "--expect-tags": str(size.expected.task_tags),
        "--expect-digest": size.expected.digest,
    }
    named = [argument for pair in values.items() for argument in pair]
    return named + [argument for path in sources for argument in ("--sources", str(path))]


def _description(workload: Workload, size: Size, timed: int) -> dict[str, Any]:
    artifacts = [*workload.class_path, *size.sources]
    return {
        "suite": workload.suite,
        "name": workload.name,
        "title": workload.title,
        "stands_for": workload.stands_for,
        "version": workload.version,
        "description": workload.description,
        "kind": workload.kind,
        "stand_in": workload.stand_in,
        "known_limits": list(workload.known_limits),
        "size": size.name,
        "warmups": size.warmups,
        "iterations": timed,
        "threads": workload.threads,
        "artifacts": [
            {"coordinates": artifact.coordinates, "sha256": artifact.sha256}
            for artifact in artifacts
        ],
        "expected": {
            "classes": size.expected.classes,
            "task_tags": size.expected.task_tags,
            "digest": size.expected.digest,
        },
    }
