"""Provides fixtures for the tests of workloads: a cache, jars, and a workload with tiny jars."""

import dataclasses
import hashlib
from pathlib import Path

import pytest

from kpath_jvm import installation
from kpath_jvm.evaluation.workloads.catalogue import find_workload
from kpath_jvm.evaluation.workloads.model import MavenArtifact, Workload


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    directory = tmp_path / "kpath-jvm" / "artifacts"
    directory.mkdir(parents=True)
    return directory


@pytest.fixture
def jars(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> installation.Jars:
    jars = installation.Jars(tmp_path / "jars")
    monkeypatch.setattr(installation, "require_jars", lambda: jars)
    return jars


@pytest.fixture
def eclipse(cache: Path) -> Workload:
    """Returns the workload eclipse, but with tiny files in the cache as its jars."""

    def tiny(artifact: MavenArtifact) -> MavenArtifact:
        content = artifact.name.encode()
        (cache / artifact.file_name).write_bytes(content)
        return dataclasses.replace(artifact, sha256=hashlib.sha256(content).hexdigest())

    workload = find_workload("dacapo", "eclipse")
    sizes = {
        name: dataclasses.replace(
            size, inputs={key: tuple(map(tiny, jars)) for key, jars in size.inputs.items()}
        )
        for name, size in workload.sizes.items()
    }
    return dataclasses.replace(
        workload, class_path=tuple(map(tiny, workload.class_path)), sizes=sizes
    )
