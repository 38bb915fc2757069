"""Gets what a viewer shows of a recording: its state each second and, now and then, a look.

A look is a profile of what has been counted so far.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from kpath_jvm.control.client import NoAnswerError
from kpath_jvm.control.messages import State
from kpath_jvm.errors import KpathError
from kpath_jvm.live.filtering import Filter
from kpath_jvm.live.look import Key, Look
from kpath_jvm.live.pace import Pace
from kpath_jvm.live.ranking import Ranking, Wanted, ranked
from kpath_jvm.recording.processes import is_alive

if TYPE_CHECKING:
    from kpath_jvm.control.messages import Status
    from kpath_jvm.live.recorder import Recorder
    from kpath_jvm.profile.model import Profile
    from kpath_jvm.records.completeness import Completeness
    from kpath_jvm.source.annotation import SourceTexts

#: The name of a directory of dumps is this prefix, the process id and a random part.
_PREFIX = "kpath-live-"
#: The number of rates in the graph of rates. There is about one rate a second.
_HISTORY = 120
#: A failure is shown after this many failed looks in a row, or at once if there is no look yet.
_FAILURES = 3
#: How long to wait for a dump that is still being written when the watch ends.
_PATIENCE_SECONDS = 5.0
#: Each rate covers at least this many seconds. On a busy machine, rates over a shorter time would
#: jump.
_LEAST_SECONDS = 0.2


@dataclass(frozen=True)
class View:
    """Everything that can be shown at one moment.

    ``rates`` are streamed path completions per second, with the latest rate last. ``age`` is the
    number of seconds since the look was begun; it is None without a look, and for the profile of a
    recording that is over. ``looking`` is the number of seconds that a look has been under way, or
    None if no look is under way. ``dumping`` is the share of the time that dumps have taken since
    the first look. ``problem`` says why there is no look, or no newer one. ``over`` says how the
    recording ended, and is None while it goes on. ``completeness`` says what the look's counts are
    worth, and ``completions`` is the number of path completions in the look, streamed or not.
    ``looked`` is the status at the moment of the look.

    While a recording goes on, ``status`` and ``rates`` are newer than the look. When the recording
    is over, its profile takes the place of the look, and the status gets the profile's figures. If
    there is no profile, or none that can be read, the last look stays, and ``is_final`` is False.
    """

    status: Status | None
    rates: tuple[float, ...]
    ranking: Ranking | None
    age: float | None
    looking: float | None
    dumping: float
    wanted: Wanted
    problem: str | None
    over: str | None
    completeness: Completeness | None = None
    completions: int | None = None
    looked: Status | None = None
    is_final: bool = False

    @property
    def rate(self) -> float | None:
        """The latest rate; before we have measured any, the recorder's own rate."""
        if self.rates:
            return self.rates[-1]
        return None if self.status is None else self.status.events_per_second

    def without_look(self) -> View:
        """Returns the view without its look, which may be older than the other fields."""
        return replace(
            self, ranking=None, age=None, completeness=None, completions=None, looked=None
        )


class Watch:
    """Watches a recorder; the directory for its dumps exists only within a ``with`` block.

    Several threads can use a watch at once.
    """

    def __init__(
        self,
        recorder: Recorder,
        wanted: Wanted,
        sources: SourceTexts | None = None,
        pace: Pace | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.recorder = recorder
        self._wanted = wanted
        self._sources = sources
        self._pace = Pace() if pace is None else pace
        self._clock = clock
        self._lock = threading.Lock()
        self._looking = threading.Lock()
        #: Held by a thread that asks for more than the status, because the recorder does one thing
        #: at a time.
        self.asking = threading.Lock()
        self._status: Status | None = None
        self._rates: deque[float] = deque(maxlen=_HISTORY)
        self._emitted: tuple[float, int] | None = None
        self._look: Look | None = None
        self._before: Look | None = None
        self._shares: dict[Key, float] | None = None
        self._before_shares: dict[Key, float] | None = None
        self._ranking: Ranking | None = None
        self._problem: str | None = None
        self._looks_since: float | None = None
        self._over: str | None = None
        self._is_ending = False
        self._is_final = False
        self._dumps = self._failures = 0
        self._is_silent = False
        self._directory: Path | None = None
        #: Held by a thread that uses the directory. No thread begins to use it after the watch's
        #: end.
        self._in_use = threading.Lock()
        self._is_left = False

    def __enter__(self) -> Watch:
        _remove_dead()
        self._directory = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))
        return self

    def __exit__(self, *_: object) -> None:
        assert self._directory is not None
        self._is_left = True
        # This waits, because a recorder that is still writing would leave files behind.
        is_unused = self._in_use.acquire(timeout=_PATIENCE_SECONDS)
        shutil.rmtree(self._directory, ignore_errors=True)
        if is_unused:
            self._in_use.release()

    @property
    def wanted(self) -> Wanted:
        """What to show."""
        return self._wanted

    @property
    def is_ending(self) -> bool:
        """Whether the recorder serves no more requests: it is writing the profile, or has ended.

        A recorder that only doesn't answer in time (NoAnswerError) isn't ending.
        """
        return self._is_ending

    def view(self) -> View:
        """Returns everything that can be shown now."""
        with self._lock:
            at = None if self._look is None else self._look.at
            # The thread that looks may end its look at any moment.
            since = self._looks_since
            return View(
                self._status,
                tuple(self._rates),
                self._ranking,
                None if at is None else self._clock() - at,
                None if since is None else self._clock() - since,
                self._pace.dumping,
                self._wanted,
                self._problem,
                self._over,
                None if self._look is None else self._look.profile.completeness,
                None if self._look is None else self._look.completions,
                None if self._look is None else self._look.status,
                self._is_final,
            )

    def poll(self) -> None:
        """Asks for the recording's state, and finds out whether the recording is over."""
        if self._over is not None:
            return
        try:
            status = self.recorder.status()
        except NoAnswerError as error:
            with self._lock:
                self._problem = str(error)
                self._is_silent = True
            return
        except KpathError:
            over = self.recorder.what_became()
            with self._lock:
                self._is_ending = True
                self._problem = "the profile is being written"
            if over is not None:
                self._conclude(over)
            return
        with self._lock:
            self._note(status)

    def _conclude(self, over: str) -> None:
        """Marks the recording as over, and shows its profile, if any, in place of the last look.

        Both happen in one step, so whoever sees the end sees the final figures, too. If the profile
        can't be read, the last look stays, and the problem says why.
        """
        from kpath_jvm.profile.model import Profile

        place, problem = self.recorder.written(), None
        final: Look | None = None
        try:
            if place is not None:
                profile = Profile.open(place)
                final = Look(profile, None, status=_final_status(self._status, profile))
        except KpathError as error:
            problem = str(error)
        with self._looking:
            ranking = None if final is None else self._ranked(final, None, None)
            with self._lock:
                if self._over is not None:
                    return
                if final is not None:
                    self._look, self._before = final, None
                    self._shares = self._before_shares = None
                    self._ranking, self._status = ranking, final.status
                    self._is_final = True
                self._over, self._problem = over, problem

    def _note(self, status: Status) -> None:
        now = self._clock()
        self._status = status
        self._is_ending = False
        if self._is_silent:
            self._is_silent, self._problem = False, None
        if status.emitted is None:
            return
        if self._emitted is None:
            self._emitted = (now, status.emitted)
            return
        seconds = now - self._emitted[0]
        if seconds >= _LEAST_SECONDS:
            # A stopped recording emits nothing, but the engine may still find data that was emitted
            # before the stop.
            emitted = 0 if status.is_stopped else status.emitted - self._emitted[1]
            self._rates.append(max(0.0, emitted / seconds))
            self._emitted = (now, status.emitted)

    def due_in(self) -> float:
        """Returns the seconds until the next look."""
        return self._pace.due_in(self._clock())

    def look(self) -> bool:
        """Takes a look: a dump that is read and ranked. Returns whether that succeeded.

        Returns False, without a look, if the recording is ending or over, or if the watch has
        ended. If the recording ends before the look can be shown, the look is dropped, and the
        result is True. The view's ``problem`` says why the first look, or several looks in a row,
        failed.
        """
        with self._in_use:
            if self._over is None and not self._is_ending and not self._is_left:
                return self._look_once()
        return False

    def _look_once(self) -> bool:
        from kpath_jvm.profile.model import Profile

        assert self._directory is not None
        self._dumps += 1
        place = self._directory / f"{self._dumps}.kpath"
        try:
            with self.asking:
                # The wait for earlier requests, such as a dump for the user, doesn't count as part
                # of the look's time.
                begun = self._looks_since = self._clock()
                status = self.recorder.look(place)
            dumped = self._clock()
            # A look shows the moment at which it began, because the engine first counts everything
            # that was emitted before that moment. If the engine is too far behind for this, the
            # look's sequences are of an earlier moment than its counters.
            look = Look(Profile.open(place), begun, status.resets, status)
            # This lock isn't held during the dump, because ``show`` needs it to show the earlier
            # look in another way.
            with self._looking:
                self._take(look)
        except KpathError as error:
            # If there is an earlier look, single failures aren't shown: another process may be
            # dumping at this moment.
            self._failures += 1
            with self._lock:
                if self._look is None or self._failures >= _FAILURES:
                    self._problem = str(error)
            self._pace.failed(self._clock())
        else:
            self._failures = 0
            self._pace.looked(begun, dumped, self._clock())
        self._looks_since = None
        self._forget()
        return not self._failures

    def _take(self, look: Look) -> None:
        if self._over is not None:
            # The recording's profile, if there is one, is newer than this look.
            return
        before, shares = self._look, self._shares
        if before is not None and before.is_of_two_moments:
            before, shares = self._before, self._before_shares
        ranking = self._ranked(look, before, shares)
        with self._lock:
            # Rates follow from the difference between a look and ``_before``. So only a look whose
            # counts are all of one moment becomes ``_before``.
            if self._look is not None and not self._look.is_of_two_moments:
                self._before, self._before_shares = self._look, self._shares
            self._look, self._shares = look, ranking.shares
            self._ranking, self._problem = ranking, None

    def hurry(self) -> None:
        """Makes the next look due now."""
        self._pace.hurry()

    def _ranked(self, look: Look, before: Look | None, shares: dict[Key, float] | None) -> Ranking:
        try:
            return ranked(look, before, shares, self._wanted, self._sources)
        except KpathError as error:
            # The filter leaves nothing of this look.
            return Ranking([], [], None, look.bytecodes, str(error))

    def _forget(self) -> None:
        """Removes all dumps except the two that are compared, which may still be read."""
        assert self._directory is not None
        kept = {look.profile.path for look in (self._look, self._before) if look is not None}
        # The watch may have ended meanwhile, and then the directory is gone.
        with suppress(FileNotFoundError):
            for path in self._directory.iterdir():
                if path not in kept:
                    shutil.rmtree(path, ignore_errors=True)

    def show(self, **changes: object) -> None:
        """Shows the current look in another way. Raises KpathError if nothing is left to show."""
        wanted = replace(self._wanted, **changes)  # type: ignore[arg-type]
        with self._looking:
            if self._look is None:
                self._wanted = wanted
                return
            shares = self._before_shares
            ranking = ranked(self._look, self._before, shares, wanted, self._sources)
            with self._lock:
                self._wanted, self._ranking = wanted, ranking
                self._shares = ranking.shares

    def filter(self, text: str) -> None:
        """Shows only what a line of filters selects.

        Raises KpathError if the line isn't a filter, or if the filter leaves nothing.
        """
        self.show(filter=Filter.parse(text))


def _final_status(last: Status | None, profile: Profile) -> Status | None:
    """Returns the ``last`` status with the figures of the profile; None if ``last`` is None.

    Figures that change from moment to moment, such as rates and the backlog, are None.
    """
    run = profile.run
    if last is None:
        return None
    return msgspec.structs.replace(
        last,
        state=State.OVER,
        seconds=last.seconds if run.wall_seconds is None else run.wall_seconds,
        events=run.events,
        emitted=None,
        events_per_second=None,
        waited_share=None,
        engine_bytes=None if run.engine is None else run.engine.bytes,
        spilled_bytes=run.spilled_bytes,
        backlog_bytes=None,
        behind_seconds=None,
        methods=None,
        doing=None,
    )


def _remove_dead() -> None:
    """Removes directories that our processes left behind when they were killed."""
    for place in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        pid = place.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not is_alive(int(pid)):
            with suppress(OSError):
                if place.lstat().st_uid == os.geteuid():
                    shutil.rmtree(place, ignore_errors=True)
