"""Whose turn it is: what is asked of a recording is done one after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kpath_jvm.control.messages import Verb
from kpath_jvm.errors import KpathError

#: What is being done is looked at so often.
_LOOK_SECONDS = 0.1


class Turns:
    """The one thing that is done now, if any; for any number of threads."""

    def __init__(self) -> None:
        self._doing = threading.Lock()
        self._is_over = False
        #: What is being done.
        self.verb: Verb | None = None
        #: Whether what is done only waits for what was emitted before to be counted.
        self.is_waiting = False
        #: Whether a look is taken, which is over soon.
        self.is_looking = False
        #: Whether what waits is to be given up.
        self.is_ending = False

    def take(
        self, verb: Verb, stops_meanwhile: Callable[[], bool], what_is_done: Callable[[], str]
    ) -> bool:
        """Takes the turn, for ``alone``; False if what was asked for has been done already.

        A look is over soon, and a stop is never refused for what somebody else does: it is done
        beside that, if ``stops_meanwhile``. KpathError, which says ``what_is_done``, for anything
        else that somebody else does.
        """
        while not self._doing.acquire(timeout=0.0):
            if verb is Verb.STOP and stops_meanwhile():
                return False
            if verb is not Verb.STOP and not self.is_looking:
                raise KpathError(f"cannot {verb}: {what_is_done()}")
            time.sleep(_LOOK_SECONDS)
        return True

    @contextmanager
    def alone(self, verb: Verb) -> Iterator[None]:
        """Has the turn that was taken within, and gives it back at the end."""
        try:
            if self._is_over:
                raise KpathError(f"cannot {verb}: the recording is over; its profile is coming")
            self.verb = verb
            yield
        finally:
            self.verb = None
            self._doing.release()

    @contextmanager
    def looking(self) -> Iterator[None]:
        """Within, what is done is over soon."""
        self.is_looking = True
        try:
            yield
        finally:
            self.is_looking = False

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Within, what is done only waits."""
        self.is_waiting = True
        try:
            yield
        finally:
            self.is_waiting = False

    def close(self, is_interrupted: Callable[[float], bool]) -> None:
        """Nobody has a turn any more; waits for what is being done.

        What only waits is given up when that is interrupted, which ``is_interrupted`` tells within
        so many seconds.
        """
        while not self._doing.acquire(timeout=_LOOK_SECONDS):
            self.is_ending = self.is_ending or is_interrupted(_LOOK_SECONDS)
        self._is_over = True
        self._doing.release()
