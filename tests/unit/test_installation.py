"""Tests the errors for parts of an installation that are missing or older than their sources."""

import os
from pathlib import Path

import pytest

from kpath_jvm import installation
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import CONTRACT_NAME, JAR_NAMES, JARS_VARIABLE, Jars


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns a made-up repository whose source and poms are older than its jars."""
    package = tmp_path / "orchestrator" / "kpath_jvm"
    jars = package / "jars"
    jars.mkdir(parents=True)
    for name in (*JAR_NAMES, CONTRACT_NAME):
        (jars / name).touch()
    source = tmp_path / "agent" / "core" / "src" / "main" / "java" / "A.java"
    source.parent.mkdir(parents=True)
    for path in (
        source,
        tmp_path / "agent" / "pom.xml",
        tmp_path / "agent" / "core" / "pom.xml",
        tmp_path / "benchmarks" / "pom.xml",
    ):
        path.parent.mkdir(exist_ok=True)
        path.touch()
        os.utime(path, (1, 1))
    monkeypatch.setattr(installation, "PACKAGE", package)
    monkeypatch.setattr(installation, "JARS_DIRECTORY", jars)
    monkeypatch.delenv(JARS_VARIABLE, raising=False)
    return tmp_path


def test_fresh_jars_are_taken(checkout: Path) -> None:
    assert installation.require_jars() == Jars(checkout / "orchestrator/kpath_jvm/jars")


@pytest.mark.parametrize("name", ["agent/core/src/main/java/A.java", "benchmarks/pom.xml"])
def test_a_newer_source_is_named_with_the_remedy(checkout: Path, name: str) -> None:
    newer = checkout / name
    os.utime(newer, (2**32, 2**32))
    with pytest.raises(KpathError) as refused:
        installation.require_jars()
    assert refused.value.exit_status == 125
    assert str(refused.value) == (
        f"the jars are older than {newer}; run `pip install -e {checkout}` again"
    )


def test_a_missing_jar_is_named_with_the_remedy(checkout: Path) -> None:
    jars = checkout / "orchestrator/kpath_jvm/jars"
    (jars / "kpath-engine.jar").unlink()
    with pytest.raises(KpathError) as refused:
        installation.require_jars()
    assert str(refused.value) == (
        f"kpath-engine.jar is not in {jars}; run `pip install -e {checkout}` again"
    )


def test_missing_libraries_of_the_page_are_an_error(checkout: Path) -> None:
    jar = checkout / "orchestrator/kpath_jvm/jars/kpath-page.jar"
    with pytest.raises(KpathError, match=f"kpath-page.jar is not in {jar.parent}; run `pip"):
        installation.require_page_libraries()
    jar.touch()
    assert installation.require_page_libraries() == jar


def test_a_missing_jmh_profiler_is_an_error(checkout: Path) -> None:
    jar = checkout / "orchestrator/kpath_jvm/jars/kpath-jmh.jar"
    with pytest.raises(KpathError, match=f"kpath-jmh.jar is not in {jar.parent}; run `pip"):
        installation.require_jmh_profiler()
    jar.touch()
    assert installation.require_jmh_profiler() == jar


def test_named_jars_of_any_age_are_used(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = checkout / "own"
    own.mkdir()
    monkeypatch.chdir(checkout)
    monkeypatch.setenv(JARS_VARIABLE, "own")
    with pytest.raises(KpathError, match=f"is not in {own}; correct or unset {JARS_VARIABLE}"):
        installation.require_jars()
    for name in (*JAR_NAMES, CONTRACT_NAME):
        (own / name).touch()
        os.utime(own / name, (0, 0))
    # The path is absolute, because a target may run in another directory.
    assert installation.require_jars() == Jars(own)


def test_a_wheel_has_no_repository(checkout: Path) -> None:
    (checkout / "agent" / "pom.xml").unlink()
    assert installation.repository() is None
    assert installation.remedy() == "install kpath-jvm again"
    assert list(installation.java_sources()) == []


def test_settings_of_workloads_come_from_the_wheel_or_the_repository(checkout: Path) -> None:
    assert installation.dacapo_configs() == checkout / "dacapo_configs"
    packaged = installation.PACKAGE / "dacapo_configs"
    packaged.mkdir()
    assert installation.dacapo_configs() == packaged
