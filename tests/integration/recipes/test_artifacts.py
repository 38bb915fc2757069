"""Tests the agent and the JMH profiler as Maven artifacts, and a project that uses the agent."""

import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kpath_command as kpath
from integration.recipes.commands import call, copied, maven

pytestmark = pytest.mark.slow
VERSION = "0.1.0"


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a local Maven repository with only what this build needs and installs."""
    directory = tmp_path_factory.mktemp("repository")
    pom = kpath.REPOSITORY / "agent" / "pom.xml"
    modules = ["-Prelease", "-pl", "agent,jmh", "-am", "-Dmaven.test.skip=true"]
    call(maven("-f", pom, *modules, f"-Dmaven.repo.local={directory}", "install"), directory)
    return directory


def artifact(repository: Path, name: str) -> Path:
    return repository / "org" / "kpathjvm" / name / VERSION


def test_artifacts_are_complete_and_bring_no_dependencies(repository: Path) -> None:
    for name, inside in (
        ("kpath-agent", "org/kpathjvm/agent/Premain.class"),
        ("kpath-jmh", "kpath.class"),
    ):
        stem = artifact(repository, name) / f"{name}-{VERSION}"
        with zipfile.ZipFile(f"{stem}.jar") as jar:
            assert inside in jar.namelist()
            assert not [entry for entry in jar.namelist() if entry.startswith("org/objectweb/")]
            manifest = jar.read("META-INF/MANIFEST.MF").decode()
        assert ("Premain-Class" in manifest) == (name == "kpath-agent")
        with zipfile.ZipFile(f"{stem}-sources.jar") as sources:
            assert inside.replace(".class", ".java") in sources.namelist()
        with zipfile.ZipFile(f"{stem}-javadoc.jar") as javadoc:
            assert inside.replace(".class", ".html") in javadoc.namelist()
        pom = ElementTree.parse(f"{stem}.pom")
        assert pom.findtext("{*}description")
        # A user must get neither our test dependencies nor the jars of JMH.
        scopes = {it.findtext("{*}scope") for it in pom.iterfind("{*}dependencies/{*}dependency")}
        assert scopes <= {"test", "provided"}


def test_a_project_can_depend_on_the_agent(repository: Path, tmp_path: Path) -> None:
    project = copied(tmp_path, "artifact", "shop") / "artifact"
    call(maven(f"-Dmaven.repo.local={repository}", "test"), project)
    (recording,) = (project / "target" / "kpath").iterdir()
    done = kpath.run("build", str(recording), "-k", "4", "-o", "p.kpath", directory=tmp_path)
    assert done.returncode == 0, done.stderr
    report = kpath.run("report", "p.kpath", "--top", "1", directory=tmp_path).stdout.decode()
    # PriceTest goes through its six pieces a thousand times.
    assert "6,000 iterations in 1,000 entries" in report
