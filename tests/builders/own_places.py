"""Keeps a test's recordings apart from those of other tests and of the user's programs."""

from pathlib import Path

import pytest

from kpath_jvm.control import places


def use_only(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes a directory the only one in which this process looks for recordings."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(directory))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(directory))
    monkeypatch.setattr(places, "USUAL", directory)
