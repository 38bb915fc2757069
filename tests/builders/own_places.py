"""Keeps a test's recordings apart from those of other tests and of the user's programs."""

from pathlib import Path

import pytest

from kpath_jvm.control import places


def use_only(directory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes this process look for recordings in the given directory only."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(directory))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(directory))
    monkeypatch.setattr(places, "USUAL", directory)
