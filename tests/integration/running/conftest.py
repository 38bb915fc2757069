"""A program that runs, on each JDK."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle.harness import find_java_homes, java_version
from served import Served, served

HOMES = find_java_homes()


@pytest.fixture(scope="module", params=HOMES, ids=[f"jdk{java_version(it)}" for it in HOMES])
def home(request: pytest.FixtureRequest) -> Path:
    """Return a JDK."""
    found: Path = request.param
    return found


@pytest.fixture
def target(classes: str, home: Path, tmp_path: Path) -> Iterator[Served]:
    """Return a program that runs."""
    with served(classes, home, stderr=tmp_path / "stderr") as one:
        yield one
