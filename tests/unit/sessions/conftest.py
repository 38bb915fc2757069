"""Provides a temporary directory and standard input for tests of additional runs."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yields the directory for temporary files, which every test has to leave empty."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(place))
    yield place
    assert list(place.iterdir()) == []


@pytest.fixture
def stdin() -> Iterator[int]:
    """Yields the descriptor of standard input, which is empty until the test changes it."""
    kept = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    yield 0
    os.dup2(kept, 0)
    os.close(kept)
