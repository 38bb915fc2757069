"""Tests that an error in following one JVM is reported, and that other JVMs are still recorded."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.recording.session_directory import SessionDirectory
from kpath_jvm.sessions.follow import follower
from kpath_jvm.sessions.follow.follower import Follower
from kpath_jvm.sessions.progress import Progress


class MadeUpJvm:
    """A made-up JVM that never ends by itself. ``failing`` names a method that raises an error."""

    def __init__(self, pid: int, failing: str = "") -> None:
        self.pid, self.name = pid, f"App{pid}"
        self._failing = failing
        self.done: list[str] = []

    def _do(self, what: str) -> None:
        self.done.append(what)
        if what == self._failing:
            raise OSError(5, "made up")

    def runs(self) -> bool:
        self._do("runs")
        return "abandon" not in self.done

    def journal_news(self) -> None:
        self._do("journal_news")

    def progress(self) -> Progress:
        self._do("progress")
        return Progress(7, 0.5)

    def abandon(self) -> None:
        self._do("abandon")

    def finish(self) -> str:
        self._do("finish")
        return f"what {self.pid} recorded"

    def leave_behind(self) -> None:
        self._do("leave_behind")

    def remove(self) -> None:
        self._do("remove")


class Heard:
    """A reporter that keeps the lines and the progress that it gets."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.shown: list[Progress] = []

    def say(self, line: str) -> None:
        self.lines.append(line)

    def update(self, progress: Progress) -> None:
        self.shown.append(progress)


@pytest.fixture
def concluded() -> list[str]:
    return []


@pytest.fixture
def following(tmp_path: Path, concluded: list[str]) -> Any:
    """Returns a follower without an engine."""
    made: Any = Follower.__new__(Follower)
    made._prepared = SimpleNamespace(request=None)
    made._directory = SessionDirectory(tmp_path)
    made._layout = made._memory = None
    made._conclude = lambda jvm, recording: concluded.append(f"{jvm.name}: {recording}")
    made._known, made._live, made._recorded = set(), [], set()
    made._ended_events = 0
    made._pool = ThreadPoolExecutor(1)
    made._concluding, made.failures, made.is_left_behind = [], [], False
    return made


@pytest.mark.parametrize("failing", ["runs", "journal_news", "progress"])
def test_the_counts_of_a_jvm_that_cannot_be_watched_are_kept(
    following: Any, concluded: list[str], failing: str
) -> None:
    good, bad = MadeUpJvm(1), MadeUpJvm(2, failing)
    following._live = [bad, good]
    heard: Any = Heard()
    following._poll(heard)
    following._poll(heard)
    assert following._live == [good]
    following.finish()
    assert heard.lines == [
        "watching App2 (process 2) failed (OSError(5, 'made up')); it goes on unrecorded, and what "
        "it has recorded is kept"
    ]
    assert concluded == ["App2: what 2 recorded"]
    assert "abandon" in bad.done
    assert bad.done[-1] == "remove"
    assert "abandon" not in good.done
    assert (following.failures, following.is_left_behind) == ([], False)
    assert len(heard.shown) == 2


def test_a_jvm_that_cannot_be_concluded_is_left_behind(
    following: Any, concluded: list[str]
) -> None:
    good, bad = MadeUpJvm(1), MadeUpJvm(2, "finish")
    following._live = [bad, good]
    for one in (bad, good):
        following._abandon(one)
    following.finish()
    assert concluded == ["App1: what 1 recorded"]
    assert following.failures == ["App2 (process 2): OSError(5, 'made up')"]
    assert following.is_left_behind
    assert bad.done[-1] == "leave_behind"


def test_a_jvm_that_cannot_be_followed_is_left_behind(
    following: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "jvm-42").mkdir()

    def fail(*_: object) -> None:
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(follower, "is_recording", lambda *_: True)
    monkeypatch.setattr(follower, "FollowedJvm", fail)
    heard: Any = Heard()
    following._poll(heard)
    following._poll(heard)
    assert following.failures == ["process 42: OSError(24, 'Too many open files')"]
    assert following.is_left_behind
    # Nobody waits for this JVM to begin recording.
    assert following._recorded == {42}
