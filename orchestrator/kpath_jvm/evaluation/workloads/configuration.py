"""Reads a stand-in's TOML file, and reports in one line what is wrong with it.

The keys are those of Workload and WorkloadSize (model.py). All are required, except these:
``[settings]`` for all sizes, a size's own ``inputs`` and ``settings``, ``[artifacts]``,
``[jvm_options_from]``, ``[excluded_jdks]``.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from kpath_jvm.evaluation.results.schema import STAND_IN
from kpath_jvm.evaluation.workloads.model import MavenArtifact, Workload, WorkloadSize
from kpath_jvm.toml_tables import Positive, Table, Texts, read, read_table

T = TypeVar("T")

_SHA256 = re.compile(r"[0-9a-f]{64}")
# The sizes that every stand-in has, as `--size` takes them.
SIZES = ("small", "default", "large")
_COORDINATES = re.compile(r"[\w.-]+:[\w.-]+:[\w.-]+(:[\w.-]+)?(@\w+)?")


def read_workload(path: Path) -> Workload:
    """Returns the workload that the file describes.

    Raises KpathError when the file is unreadable or incomplete.
    """
    return _workload(read_table(path, "workload"), path)


def _workload(table: Table, path: Path) -> Workload:
    jars = table.optional_table("artifacts")
    artifacts = {name: _artifact(name, jars.table(name)) for name in jars.keys}
    kind = table.text("kind")
    if kind != STAND_IN:
        raise table.error("kind", f"is {kind!r}, not {STAND_IN!r}")
    threads = table.value("threads", Positive)
    settings = {"threads": str(threads), **table.optional_table("settings").settings()}
    workload = read(
        table,
        Workload,
        kind=kind,
        description=" ".join(table.text("description").split()),
        class_path=_named(table, "class_path", artifacts),
        jvm_options_from=_by_version(table.optional_table("jvm_options_from"), _texts),
        threads=threads,
        excluded_jdks=_by_version(table.optional_table("excluded_jdks"), Table.text),
        sizes={
            name: _size(name, entry, artifacts, settings)
            for name, entry in table.table("sizes").inner_tables().items()
        },
        config=path,
    )
    _check_sizes(table, workload, artifacts)
    return workload


def _check_sizes(table: Table, workload: Workload, artifacts: dict[str, MavenArtifact]) -> None:
    if list(workload.sizes) != list(SIZES):
        raise table.error("sizes", f"are {', '.join(workload.sizes)}, not {', '.join(SIZES)}")
    used = {*workload.class_path}.union(*(size.artifacts for size in workload.sizes.values()))
    for name, artifact in artifacts.items():
        if artifact not in used:
            raise table.error(f"artifacts.{name}", "isn't used by the workload")


def _by_version(table: Table, value: Callable[[Table, str], T]) -> dict[int, T]:
    """Returns the values in a table whose keys are feature versions of JDKs."""
    for version in table.keys:
        if not version.isdecimal():
            raise table.error(version, "is not a JDK's feature version")
    return {int(version): value(table, version) for version in table.keys}


def _artifact(name: str, table: Table) -> MavenArtifact:
    coordinates = table.text("coordinates")
    if not _COORDINATES.fullmatch(coordinates):
        raise table.error(
            "coordinates",
            f"is {coordinates!r}, not group:artifact:version[:classifier][@packaging]",
        )
    sha256 = _sha256(table, "sha256")
    table.finish()
    joined, _, packaging = coordinates.partition("@")
    group, artifact, version, *rest = joined.split(":")
    classifier = rest[0] if rest else None
    return MavenArtifact(name, group, artifact, version, classifier, sha256, packaging or "jar")


def _size(
    name: str, table: Table, artifacts: dict[str, MavenArtifact], settings: dict[str, str]
) -> WorkloadSize:
    inputs = table.optional_table("inputs")
    return read(
        table,
        WorkloadSize,
        name=name,
        inputs={key: _named(inputs, key, artifacts) for key in inputs.keys},
        settings={**settings, **table.optional_table("settings").settings()},
        digest=_sha256(table, "digest"),
    )


def _named(
    table: Table, key: str, artifacts: dict[str, MavenArtifact]
) -> tuple[MavenArtifact, ...]:
    names = _texts(table, key)
    for name in names:
        if name not in artifacts:
            raise table.error(key, f"names {name!r}, which is not among the artifacts")
    return tuple(artifacts[name] for name in names)


def _texts(table: Table, key: str) -> tuple[str, ...]:
    texts: tuple[str, ...] = table.value(key, Texts)
    return texts


def _sha256(table: Table, key: str) -> str:
    value = table.text(key)
    if not _SHA256.fullmatch(value):
        raise table.error(key, f"is {value!r}, not a SHA-256 in 64 hex digits")
    return value
