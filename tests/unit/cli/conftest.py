"""Fixtures that catch the requests of verbs instead of carrying them out."""

import pytest

from kpath_jvm.sessions import run as running
from kpath_jvm.sessions.request import Request


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Returns the list of requests, which aren't carried out."""
    found: list[Request] = []

    def take(request: Request) -> int:
        found.append(request)
        return 0

    monkeypatch.setattr(running, "run", take)
    return found
