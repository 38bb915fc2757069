r"""Receives signals while a target runs, and finds out which of them the target also got.

The target runs in our process group, in the terminal's foreground, so that it can read the
terminal. So a signal from the terminal (by Ctrl-C, Ctrl-\, or a hang-up) also reaches the target,
and passing it on would deliver it twice. A signal that another process sent to us alone by kill(2)
must be passed on. The two kinds differ in the code that comes with the signal (SI_KERNEL or
SI_USER). sigtimedwait returns this code; a Python signal handler doesn't get it.

sigtimedwait only gets signals that are blocked in every thread. A thread inherits its blocked
signals from the thread that starts it. So modules whose import starts threads (numpy) are imported
within ``signals_held``. A thread that was started elsewhere, with these signals unblocked, may
still get a signal. Python then runs the handler that is installed here. If our group is in the
terminal's foreground, the handler assumes that the terminal sent the signal. Otherwise, it assumes
that only we got the signal.
"""

import ctypes
import math
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from msgspec import Struct

_HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
_SI_KERNEL = 0x80
_LIBC = ctypes.CDLL(None, use_errno=True)
#: The sizes of sigset_t and siginfo_t on Linux, in bytes.
_SET_BYTES = 128
_INFO_BYTES = 128
_Handler = Callable[[int, FrameType | None], Any] | int


class Received(Struct, frozen=True):
    """A signal that we got; ``reached_target``: whether the target got it too."""

    number: int
    reached_target: bool


class SignalGate:
    """A context manager that holds signals back; ``wait`` returns them one by one.

    Signals that were ignored on entry (by nohup, in background jobs) stay ignored.
    """

    def __init__(self) -> None:
        self._caught: list[Received] = []
        self._replaced: dict[int, _Handler] = {}
        self._original_mask: set[signal.Signals | int] = set()
        self._held: set[int] = set()
        self._is_open = False

    def __enter__(self) -> "SignalGate":
        self._replaced = _handle_by(self._catch)
        self._held = {*self._replaced, signal.SIGCHLD}
        self._original_mask = set(signal.pthread_sigmask(signal.SIG_BLOCK, self._held))
        return self

    def __exit__(self, *_: object) -> None:
        # The signals are unblocked first, so that pending ones go to our handler, and are dropped.
        signal.pthread_sigmask(signal.SIG_SETMASK, self._original_mask)
        _restore(self._replaced)

    def _catch(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        # While the gate is open, the target is just being started, and may not have got the signal.
        self._caught.append(Received(number, not self._is_open and _is_foreground()))

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Restores the original mask in the ``with`` block, for a process that is started there."""
        self._is_open = True
        signal.pthread_sigmask(signal.SIG_SETMASK, self._original_mask)
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_BLOCK, self._held)
            self._is_open = False

    def wait(self, seconds: float) -> Received | None:
        """Returns the next signal, or None when the time is up or a child's state has changed."""
        if not self._caught:
            taken = wait_for_signal(self._held, seconds)
            if taken is not None and taken[0] != signal.SIGCHLD:
                return Received(taken[0], taken[1] == _SI_KERNEL)
        return self._caught.pop(0) if self._caught else None


@contextmanager
def signals_held() -> Iterator[None]:
    """Blocks the handled signals in the ``with`` block, also for threads that are started there."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {*_HANDLED, signal.SIGCHLD})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def patience(say: Callable[[], None]) -> Iterator[None]:
    """Calls ``say`` on the first signal in the ``with`` block; the second raises KeyboardInterrupt.

    The block's work is worth finishing, so the first signal doesn't end it.
    """
    count = 0

    def answer(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal count
        count += 1
        if count > 1:
            raise KeyboardInterrupt
        say()

    replaced = _handle_by(answer)
    try:
        yield
    finally:
        _restore(replaced)


def _handle_by(handler: Callable[[int, FrameType | None], None]) -> dict[int, _Handler]:
    """Sets the handler of each signal that isn't ignored; returns the earlier handlers."""
    replaced: dict[int, _Handler] = {}
    for number in _HANDLED:
        before = signal.getsignal(number)
        if before is not None and before != signal.SIG_IGN:
            replaced[number] = before
            signal.signal(number, handler)
    return replaced


def _restore(replaced: dict[int, _Handler]) -> None:
    for number, before in replaced.items():
        signal.signal(number, before)


def _is_foreground() -> bool:
    """Returns whether our process group is in the foreground of a terminal that we have open."""
    for descriptor in (0, 1, 2):
        try:
            return os.tcgetpgrp(descriptor) == os.getpgrp()
        except OSError:
            continue
    return False


class _Time(ctypes.Structure):
    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class _Info(ctypes.Structure):
    """The beginning of siginfo_t."""

    _fields_ = (
        ("number", ctypes.c_int),
        ("error", ctypes.c_int),
        ("code", ctypes.c_int),
        ("rest", ctypes.c_char * (_INFO_BYTES - 3 * ctypes.sizeof(ctypes.c_int))),
    )


def wait_for_signal(numbers: Iterable[int], seconds: float) -> tuple[int, int] | None:
    """Waits for one of the blocked signals ``numbers``; returns its number and its code.

    Returns None if no signal came in time, or if the wait was interrupted, for instance by Ctrl-Z
    and fg. Python's own ``signal.sigtimedwait`` isn't used: after an interruption, it returns a
    signal that nobody sent, or an earlier signal again.
    """
    wanted = (ctypes.c_char * _SET_BYTES)()
    _LIBC.sigemptyset(wanted)
    for number in numbers:
        _LIBC.sigaddset(wanted, int(number))
    fraction, whole = math.modf(seconds)
    time = _Time(int(whole), int(fraction * 1e9))
    info = _Info()
    taken = _LIBC.sigtimedwait(wanted, ctypes.byref(info), ctypes.byref(time))
    return (int(taken), int(info.code)) if taken > 0 else None
