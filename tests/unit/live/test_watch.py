"""Tests how Watch looks at a recording again and again; many tests set the clock themselves."""

import os
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from builders.underway import Underway
from builders.waiting import LIMIT_SECONDS, wait_for
from kpath_jvm.control.client import NoAnswerError
from kpath_jvm.control.messages import Status, Verb
from kpath_jvm.errors import KpathError
from kpath_jvm.live import watch as module
from kpath_jvm.live.ranking import Wanted
from kpath_jvm.live.watch import Watch


@dataclass
class Clock:
    """A clock whose time the test sets."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Returns the directory in which each Watch makes a directory for its dumps."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_dumps_are_private_and_removed_at_the_end(place: Path) -> None:
    recording, clock = Underway([(1, 1, 0), (2, 5, 0), (3, 6, 0), (4, 7, 0)]), Clock()
    with Watch(recording, Wanted(), clock=clock) as watch:
        for _ in range(4):
            watch.look()
            clock.now += 2
        (directory,) = place.glob("kpath-live-*")
        assert directory.stat().st_mode & 0o777 == 0o700
        # The latest dump is kept, and so is the dump with which the latest one is compared.
        assert {path.name for path in directory.iterdir()} == {"3.kpath", "4.kpath"}
        view = watch.view()
        assert view.ranking is not None
        assert view.ranking.seconds == 2.0
        assert view.age == 2.0
        assert {row["trend"] for row in view.ranking.loops} == {"steady"}
    assert list(place.iterdir()) == []
    assert recording.asked == [Verb.DUMP] * 4


def test_files_of_killed_viewers_are_removed(place: Path) -> None:
    dead, own = place / "kpath-live-4194999-abc", place / f"kpath-live-{os.getpid()}-abc"
    other = place / "kpath-live-notes-abc"
    for path in (dead, own, other):
        path.mkdir()
    with Watch(Underway(), Wanted()):
        assert not dead.exists()
    assert own.exists()
    assert other.exists()


def test_events_per_second_are_of_our_own_clock() -> None:
    recording, clock = Underway(), Clock()
    with Watch(recording, Wanted(), clock=clock) as watch:
        watch.poll()
        assert watch.view().rates == ()
        clock.now += 2
        watch.poll()
        clock.now += 0.5
        watch.poll()
        assert watch.view().rates == (500.0, 2000.0)
        # After the reset, ``events`` begins at 0 again, but rates are computed from ``emitted``,
        # which a reset doesn't change.
        recording.resets, recording.events = 1, 0
        clock.now += 1
        watch.poll()
        assert watch.view().rates == (500.0, 2000.0, 1000.0)


def test_a_stopped_recording_emits_nothing() -> None:
    recording, clock = Underway(changes={"is_stopped": True}), Clock()
    with Watch(recording, Wanted(), clock=clock) as watch:
        watch.poll()
        clock.now += 1
        # The engine counts more completions after the stop, but the program emitted them earlier.
        watch.poll()
        assert watch.view().rates == (0.0,)


def test_rates_use_the_time_between_consistent_looks() -> None:
    growth = [(500, 3, 0), (501, 40, 0), (502, 50, 0)]
    recording, clock = Underway(growth, backlogs=[0, 80 << 20, 0]), Clock()
    # The engine falls behind after the look. That doesn't make the look itself older.
    recording.changes["behind_seconds"] = 7.0
    with Watch(recording, Wanted(), clock=clock) as watch:
        watch.look()
        assert watch.view().age == 0.0
        clock.now += 2
        watch.look()
        ranking = watch.view().ranking
        assert ranking is not None
        assert (ranking.is_at_least, ranking.seconds) == (True, None)
        clock.now += 3
        watch.look()
        ranking = watch.view().ranking
        assert ranking is not None
        assert (ranking.is_at_least, ranking.seconds) == (False, 5.0)
        # The list can be shown in another order without a new look.
        watch.show(order="all")
        assert watch.view().ranking.seconds == 5.0  # type: ignore[union-attr]


def test_a_look_begins_after_a_dump_for_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()

    class Dumping:
        """A lock for which the watch waits half a minute, as if a dump for the user held it."""

        def __enter__(self) -> None:
            clock.now += 30

        def __exit__(self, *_: object) -> None:
            pass

    growth = [(500, 3, 0), (501, 40, 0)]
    with Watch(Underway(growth), Wanted(), clock=clock) as watch:
        watch.look()
        clock.now += 2
        monkeypatch.setattr(watch, "asking", Dumping())
        watch.look()
        view = watch.view()
        assert (view.age, view.dumping) == (0.0, 0.0)
        assert view.ranking is not None
        assert view.ranking.seconds == 32.0
        assert watch.due_in() <= 2.0


def test_a_reset_between_looks_leaves_no_rates() -> None:
    recording, clock = Underway([(5, 5, 0), (9, 9, 0), (10, 12, 0)]), Clock()
    with Watch(recording, Wanted(), clock=clock) as watch:
        watch.look()
        recording.reset()
        clock.now += 2
        watch.look()
        ranking = watch.view().ranking
        assert ranking is not None
        assert ranking.seconds is None
        clock.now += 2
        watch.look()
        ranking = watch.view().ranking
        assert ranking is not None
        assert ranking.seconds == 2.0


def test_another_order_or_filter_needs_no_further_dump() -> None:
    recording, clock = Underway([(500, 3, 0), (501, 40, 0)]), Clock()
    with Watch(recording, Wanted(), clock=clock) as watch:
        watch.show(order="all")
        watch.look()
        clock.now += 2
        watch.look()
        first = watch.view().ranking
        assert first is not None
        assert [row["method"] for row in first.loops] == ["run", "spin"]
        watch.show(order="now")
        second = watch.view().ranking
        assert second is not None
        assert [row["method"] for row in second.loops] == ["spin", "run"]
        watch.filter("fig")
        third = watch.view().ranking
        assert third is not None
        assert [row["method"] for row in third.loops] == ["run"]
        with pytest.raises(KpathError, match="no method"):
            watch.filter("nosuch")
        # The refused filter hasn't changed what is shown.
        assert watch.view().ranking == third
        assert watch.wanted.filter.text == "name has fig"
        assert recording.asked == [Verb.DUMP] * 2


def test_filters_may_name_methods_that_have_not_run_yet() -> None:
    from kpath_jvm.live.filtering import Filter

    recording, clock = Underway([(1, 1, 0), (2, 5, 0), (3, 6, 4)]), Clock()
    with Watch(recording, Wanted(filter=Filter.parse("late")), clock=clock) as watch:
        watch.look()
        ranking = watch.view().ranking
        assert ranking is not None
        assert ranking.loops == []
        assert ranking.problem is not None
        assert "name has late" in ranking.problem
        for _ in range(2):
            clock.now += 2
            watch.look()
        ranking = watch.view().ranking
        assert ranking is not None
        assert [row["class"] for row in ranking.loops] == ["demo/Late"]
        assert ranking.problem is None


def test_refused_dumps_are_repeated_and_then_reported() -> None:
    recording, clock = Underway(refusal="a dump is under way"), Clock()
    with Watch(recording, Wanted(), clock=clock) as watch:
        # Without an earlier look, the refusal is reported at once.
        watch.look()
        assert watch.view().problem == "a dump is under way"
        recording.refusal = None
        watch.look()
        assert watch.view().problem is None
        recording.refusal = "no room"
        for _ in range(2):
            watch.look()
            assert watch.view().problem is None
            assert watch.due_in() <= 1.0
        watch.look()
        assert watch.view().problem == "no room"
        assert watch.view().ranking is not None
        # Showing the same look in another way doesn't make it newer.
        watch.show(order="all")
        watch.filter("fig")
        assert watch.view().problem == "no room"
        recording.refusal = None
        watch.look()
        assert watch.view().problem is None


def test_the_view_can_change_while_it_waits_for_a_dump() -> None:
    began, goes_on = threading.Event(), threading.Event()

    class Slow(Underway):
        def dump(self, output: Path) -> Status:
            if len(self.asked) == 1:
                began.set()
                assert goes_on.wait(LIMIT_SECONDS)
            return super().dump(output)

    with Watch(Slow([(500, 3, 0), (501, 40, 0)]), Wanted()) as watch:
        watch.look()
        looking = threading.Thread(target=watch.look)
        looking.start()
        assert began.wait(LIMIT_SECONDS)
        watch.filter("spin")
        view = watch.view()
        assert view.ranking is not None
        assert [row["method"] for row in view.ranking.loops] == ["spin"]
        assert view.looking is not None
        goes_on.set()
        looking.join(LIMIT_SECONDS)
        assert watch.view().looking is None


class Held(Underway):
    """A recorder whose dump goes on until the test lets it end."""

    def __init__(self) -> None:
        super().__init__()
        self.began, self.goes_on = threading.Event(), threading.Event()

    def dump(self, output: Path) -> Status:
        self.began.set()
        assert self.goes_on.wait(LIMIT_SECONDS)
        if not output.parent.is_dir():
            raise KpathError("cannot dump: there is no such directory")
        return super().dump(output)


def test_a_dump_that_is_written_when_the_watch_is_left_is_removed_too(place: Path) -> None:
    recording = Held()
    with ThreadPoolExecutor(2) as pool:
        with Watch(recording, Wanted()) as watch:
            looking = pool.submit(watch.look)
            assert recording.began.wait(LIMIT_SECONDS)
            leaving = pool.submit(wait_for, lambda: watch._is_left, "the watch is left")
            leaving.add_done_callback(lambda _: recording.goes_on.set())
        looking.result()
        watch.look()
    assert recording.asked == [Verb.DUMP]
    assert list(place.iterdir()) == []


def test_waiting_for_a_dump_is_limited(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE_SECONDS", 0.01)
    recording = Held()
    with ThreadPoolExecutor(1) as pool:
        with Watch(recording, Wanted()) as watch:
            looking = pool.submit(watch.look)
            assert recording.began.wait(LIMIT_SECONDS)
        assert list(place.iterdir()) == []
        recording.goes_on.set()
        looking.result()
    assert watch.view().problem == "cannot dump: there is no such directory"


def test_after_the_end_no_request_is_sent() -> None:
    recording = Underway(gone="the recording is over")
    with Watch(recording, Wanted()) as watch:
        watch.poll()
        view = watch.view()
        assert view.over == "the recording is over"
        watch.look()
        watch.poll()
    assert recording.asked == []


def test_a_watch_waits_while_the_recorder_writes_its_profile() -> None:
    class Writing(Underway):
        def what_became(self) -> None:
            return None

    with Watch(Writing(gone="no answer"), Wanted()) as watch:
        watch.poll()
        assert watch.view().over is None
        assert watch.view().problem == "the profile is being written"


def test_a_stopped_recorder_is_reported_until_it_continues() -> None:
    class Stopped(Underway):
        def status(self) -> Status:
            if self.gone is not None:
                raise NoAnswerError(self.gone)
            return super().status()

    recording = Stopped(gone="it is stopped")
    with Watch(recording, Wanted()) as watch:
        watch.poll()
        assert watch.view().over is None
        assert watch.view().problem == "it is stopped"
        recording.gone = None
        watch.poll()
        assert watch.view().problem is None
