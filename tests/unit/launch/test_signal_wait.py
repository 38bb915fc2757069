"""Tests waiting for one of several signals, with a time limit."""

import signal
import threading
import time
from collections.abc import Iterator

import pytest

from kpath_jvm.launch.signals import wait_for_signal

NUMBERS = (signal.SIGUSR1, signal.SIGUSR2)


@pytest.fixture(autouse=True)
def blocked() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, NUMBERS)
    yield
    while wait_for_signal(NUMBERS, 0):
        pass
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def send(number: signal.Signals) -> None:
    """Sends a signal only to this thread, because the process's other threads don't block it."""
    signal.pthread_kill(threading.get_ident(), number)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_is_received_once_with_its_code(number: signal.Signals) -> None:
    send(number)
    taken = wait_for_signal(NUMBERS, 30)
    assert taken is not None
    # If the kernel sends a signal, as it does for ctrl-c on a terminal, the code is above 0.
    assert (taken[0], taken[1] <= 0) == (number, True)
    assert wait_for_signal(NUMBERS, 0) is None


def test_only_the_wanted_signals_are_received() -> None:
    send(signal.SIGUSR2)
    assert wait_for_signal([signal.SIGUSR1], 0) is None
    taken = wait_for_signal([signal.SIGUSR2], 0)
    assert taken is not None
    assert taken[0] == signal.SIGUSR2


def test_without_a_signal_waiting_ends_at_the_limit() -> None:
    started = time.monotonic()
    assert wait_for_signal(NUMBERS, 0.05) is None
    assert time.monotonic() - started >= 0.05
