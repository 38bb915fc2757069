"""What verbs ask for, without doing it."""

import pytest

from kpath_jvm.sessions import run as running
from kpath_jvm.sessions.request import Request


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Request]:
    """Return what is asked for, instead of doing it."""
    found: list[Request] = []

    def take(request: Request) -> int:
        found.append(request)
        return 0

    monkeypatch.setattr(running, "run", take)
    return found
