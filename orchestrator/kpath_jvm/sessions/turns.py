"""Turns: requests to a recording are served one after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kpath_jvm.control.messages import Verb
from kpath_jvm.errors import KpathError

#: A waiting request checks at intervals of this length whether its turn has come.
_LOOK_SECONDS = 0.1


class Turns:
    """Serves one request at a time, for any number of threads."""

    def __init__(self) -> None:
        self._doing = threading.Lock()
        self._is_over = False
        #: The request that is being served, or None.
        self.verb: Verb | None = None
        #: Whether the request is only waiting until earlier data has been counted.
        self.is_waiting = False
        #: Whether the request is a look, which is over soon.
        self.is_looking = False
        #: Whether a request that is only waiting must be given up.
        self.is_ending = False

    def take(
        self, verb: Verb, stops_meanwhile: Callable[[], bool], what_is_done: Callable[[], str]
    ) -> bool:
        """Waits for the turn, which ``alone`` gives back, and returns True.

        While a stop waits, it calls ``stops_meanwhile`` again and again. Once that returns True,
        the stop has been served, and ``take`` returns False, without the turn. Any other request
        waits only for a look, which is over soon. It doesn't wait for anything else: ``take``
        raises KpathError with the text that ``what_is_done`` returns.
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
        """Lets the body serve the request, and gives the turn back at the end."""
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
        """Marks the body as a look, which is over soon."""
        self.is_looking = True
        try:
            yield
        finally:
            self.is_looking = False

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Marks the body as something that only waits."""
        self.is_waiting = True
        try:
            yield
        finally:
            self.is_waiting = False

    def close(self, is_interrupted: Callable[[float], bool]) -> None:
        """Refuses further requests, and waits for the one that is being served.

        ``is_interrupted`` waits for the given number of seconds at most. If it returns True, a
        request that is only waiting is given up.
        """
        while not self._doing.acquire(timeout=_LOOK_SECONDS):
            self.is_ending = self.is_ending or is_interrupted(_LOOK_SECONDS)
        self._is_over = True
        self._doing.release()
