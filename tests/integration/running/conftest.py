"""Fixtures for the tests that record programs while they run, on each JDK."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import kpath_command as kpath
from builders.turns import HOMES
from oracle.harness import java_version
from served import Counts, Served, counts, served


@pytest.fixture(scope="module", params=HOMES, ids=[f"jdk{java_version(it)}" for it in HOMES])
def home(request: pytest.FixtureRequest) -> Path:
    """Returns the home of a JDK. The tests that use it run once for each JDK."""
    found: Path = request.param
    return found


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns an empty directory that `kpath-jvm` uses for its sockets."""
    directory = tmp_path / "runtime"
    directory.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(directory))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return directory


@pytest.fixture
def target(classes: str, home: Path, tmp_path: Path) -> Iterator[Served]:
    with served(classes, home, stderr=tmp_path / "stderr") as one:
        yield one


@pytest.fixture(scope="module")
def launched(classes: str, home: Path, tmp_path_factory: pytest.TempPathFactory) -> Counts:
    """Returns the counts of one piece of work in a program that is recorded from its start."""
    directory = tmp_path_factory.mktemp("launched")
    command = [str(home / "bin" / "java"), "-cp", classes, "Served"]
    done = kpath.run(
        "run", "-k", "4", "-o", "p.kpath", "--no-report", "--", *command,
        directory=directory, stdin=b"work 1\nlate\n",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return counts(directory / "p.kpath")
