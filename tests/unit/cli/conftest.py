"""Provides a fixture that collects the requests of the verb ``run``, and carries out none."""

import pytest

from kpath_jvm.sessions import run as running
from kpath_jvm.sessions.request import Request


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Returns a list, to which each request is added instead of being carried out."""
    found: list[Request] = []

    def take(request: Request) -> int:
        found.append(request)
        return 0

    monkeypatch.setattr(running, "run", take)
    return found
