"""Signals while a target runs: which go on to it, and who sent them.

The target runs in our process group, in the terminal's foreground, so that it can read the
terminal. A signal from the terminal's keys (Ctrl-C, Ctrl-\\, a hang-up) therefore reaches the
target without our help, and passing it on would deliver it twice; one that somebody sent to us
alone by kill(2) must be passed on. They differ by the sender's code that comes with a
signal (SI_KERNEL against SI_USER), and only sigtimedwait gives it. For that the signals
are blocked, in every thread: threads made meanwhile inherit that, and modules whose import starts
threads (numpy) are imported with ``signals_held``. A thread from elsewhere may still get a signal;
Python then runs the handler installed here, which doesn't know the sender: such a signal is taken
for the terminal's only if our group is in its foreground.
"""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

from kpath_jvm.launch.signal_wait import wait_for_signal

_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_SI_KERNEL = 0x80
_Handler = Callable[[int, FrameType | None], Any] | int


@dataclass(frozen=True)
class Received:
    """A signal for us; ``reached_target`` when the terminal gave it to the target as well."""

    number: int
    reached_target: bool


class SignalGate:
    """Holds signals back while it is entered; ``wait`` hands them over one by one.

    Signals that were ignored when it was entered (nohup, background jobs) stay so.
    """

    def __init__(self) -> None:
        self._caught: list[Received] = []
        self._handlers: dict[int, _Handler] = {}
        self._original_mask: set[signal.Signals | int] = set()
        self._held: set[int] = set()
        self._is_open = False

    def __enter__(self) -> "SignalGate":
        for number in _HANDLED:
            handler = signal.getsignal(number)
            if handler is not None and handler != signal.SIG_IGN:
                self._handlers[number] = handler
                signal.signal(number, self._catch)
        self._held = {*self._handlers, signal.SIGCHLD}
        self._original_mask = set(signal.pthread_sigmask(signal.SIG_BLOCK, self._held))
        return self

    def __exit__(self, *_: object) -> None:
        # Unblocked first: what is still pending goes to our handler, and is dropped.
        signal.pthread_sigmask(signal.SIG_SETMASK, self._original_mask)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _catch(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        # While the gate is open the target is only being started, and may have got nothing.
        self._caught.append(Received(number, not self._is_open and _is_foreground()))

    @contextmanager
    def opened(self) -> Iterator[None]:
        """The original mask, for starting a process that inherits it."""
        self._is_open = True
        signal.pthread_sigmask(signal.SIG_SETMASK, self._original_mask)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_BLOCK, self._held)
            self._is_open = False

    def wait(self, seconds: float) -> Received | None:
        """The next signal within the time; None when there was none or a child changed."""
        if not self._caught:
            taken = wait_for_signal(self._held, seconds)
            if taken is not None and taken[0] != signal.SIGCHLD:
                return Received(taken[0], taken[1] == _SI_KERNEL)
        return self._caught.pop(0) if self._caught else None


@contextmanager
def signals_held() -> Iterator[None]:
    """Blocks the signals meanwhile: for imports that start threads, which inherit the mask."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {*_HANDLED, signal.SIGCHLD})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Patience:
    """While entered, the first signal is answered by ``say``, the second by KeyboardInterrupt.

    For work after the target's end that is worth finishing.
    """

    def __init__(self, say: Callable[[], None]) -> None:
        self._say = say
        self._count = 0
        self._handlers: dict[int, _Handler] = {}

    def __enter__(self) -> "Patience":
        for number in _HANDLED:
            handler = signal.getsignal(number)
            if handler is not None and handler != signal.SIG_IGN:
                self._handlers[number] = handler
                signal.signal(number, self._answer)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _answer(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._count += 1
        if self._count > 1:
            raise KeyboardInterrupt
        self._say()


def _is_foreground() -> bool:
    """Whether our process group is the foreground one of a terminal that we have open."""
    for descriptor in (0, 1, 2):
        try:
            return os.tcgetpgrp(descriptor) == os.getpgrp()
        except OSError:
            continue
    return False
