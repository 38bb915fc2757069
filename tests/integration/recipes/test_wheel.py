"""Builds the sdist and the wheel, and uses the wheel without a compiler and without Maven."""

import os
import shutil
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from integration.recipes.commands import call
from kpath_command import REPOSITORY
from kpath_jvm.installation import CONTRACT_NAME, JAR_NAMES, JMH_PROFILER_NAME, PAGE_LIBRARIES_NAME
from kpath_jvm.launch.jdk import default_jdk

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the sdist, then the wheel from the sdist alone, and returns their directory."""
    directory = tmp_path_factory.mktemp("built")
    build = "import sys, hatchling.build as b; print(getattr(b, sys.argv[1])(sys.argv[2]))"
    call([sys.executable, "-c", build, "build_sdist", directory], REPOSITORY)
    (sdist,) = directory.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(directory / "source", filter="data")
    (source,) = (directory / "source").iterdir()
    call([sys.executable, "-c", build, "build_wheel", directory], source)
    return directory


def test_the_sdist_has_only_sources(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert {"agent/pom.xml", "agent/jmh/pom.xml", "orchestrator/build_java.py"} <= set(names)
    assert [name for name in names if name.endswith((".jar", ".class")) or "/target/" in name] == []


def test_the_wheel_has_every_jar(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    jars = (*JAR_NAMES, JMH_PROFILER_NAME, PAGE_LIBRARIES_NAME, CONTRACT_NAME)
    assert {f"kpath_jvm/jars/{name}" for name in jars} <= names
    assert "kpath_jvm/dacapo_configs/eclipse.toml" in names


def test_the_wheel_works_without_maven_and_a_compiler(built: Path, tmp_path: Path) -> None:
    """The only program on PATH is the JDK's `java`."""
    shutil.copy(REPOSITORY / "docs" / "verbs" / "Collatz.java", tmp_path)
    jdk = default_jdk()
    call([jdk.home / "bin" / "javac", "Collatz.java"], tmp_path)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").symlink_to(jdk.java)
    (tmp_path / "wheel").mkdir()
    (wheel,) = built.glob("*.whl")
    alone = shutil.copy(wheel, tmp_path / "wheel")
    environment = {
        name: value for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "JAVA_HOME", "KPATH_JVM_JARS", "VIRTUAL_ENV")
    } | {"PATH": str(tmp_path / "bin")}  # fmt: skip
    assert shutil.which("mvn", path=environment["PATH"]) is None
    assert shutil.which("javac", path=environment["PATH"]) is None
    venv.create(tmp_path / "venv", with_pip=True)
    own = tmp_path / "venv" / "bin"
    call([own / "python", "-m", "pip", "install", "-q", alone], tmp_path, environment)
    kpath = own / "kpath-jvm"
    where = call([own / "python", "-c", "import kpath_jvm as k; print(k.__file__)"], tmp_path)
    assert where.startswith(str(tmp_path / "venv"))
    for option in ([], ["--jmh"]):
        jar = Path(call([kpath, "jar", *option], tmp_path, environment).strip())
        assert jar.is_relative_to(tmp_path / "venv")
        assert jar.is_file()
    run = [kpath, "run", "-k", "4", "-o", "c.kpath", "--", "java", "-cp", ".", "Collatz"]
    assert "at most 350 steps" in call(run, tmp_path, environment)
    report = call([kpath, "report", "c.kpath", "--top", "1"], tmp_path, environment)
    # docs/verbs/run.md shows the same command.
    assert "10,753,840 iterations in 100,000 entries" in report
    assert "completeness  exact" in report
    call([kpath, "html", "c.kpath", "-o", "c.html"], tmp_path, environment)
    assert (tmp_path / "c.html").stat().st_size > 100_000
