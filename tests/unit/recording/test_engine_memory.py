"""Tests how many workers and how much memory an engine gets."""

import os
import resource
from collections.abc import Callable

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording import engine_memory
from kpath_jvm.recording.engine_memory import (
    default_workers,
    engine_memory_bytes,
    is_address_space_limited,
    least_memory_bytes,
    require_memory,
)

GIB = 1 << 30
INFINITE = resource.RLIM_INFINITY


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Returns a function that sets the machine's number of CPUs and bytes of memory."""

    def has(cpus: int, memory: int) -> None:
        monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(cpus)))
        monkeypatch.setattr(engine_memory, "memory_bytes", lambda: memory)

    return has


@pytest.mark.parametrize(("cpus", "workers"), [(1, 1), (3, 1), (6, 3), (64, 4)])
def test_the_engine_gets_half_of_the_cpus_but_at_most_four(
    machine: Callable[[int, int], None], cpus: int, workers: int
) -> None:
    machine(cpus, GIB)
    assert default_workers() == workers


def test_the_engine_gets_a_quarter_of_the_memory_by_default(
    machine: Callable[[int, int], None],
) -> None:
    machine(2, 8 * GIB)
    assert engine_memory_bytes(None) == 2 * GIB
    assert engine_memory_bytes(5) == 5
    machine(2, 100 << 20)
    assert engine_memory_bytes(None) == 64 << 20


def test_too_little_or_too_much_memory_is_refused(machine: Callable[[int, int], None]) -> None:
    machine(2, GIB)
    least = least_memory_bytes(3)
    require_memory(least, 3)
    require_memory(GIB, 3)
    with pytest.raises(KpathError, match=rf"with 3 workers it must be at least {least}; give more"):
        require_memory(least - 1, 3)
    with pytest.raises(KpathError, match=r"of 2 GiB is more than the 1 GiB that this machine"):
        require_memory(2 * GIB, 3)


@pytest.mark.parametrize(
    ("address_space", "data", "limited"),
    [(INFINITE, INFINITE, False), (GIB, INFINITE, True), (INFINITE, GIB, True)],
)
def test_a_limited_address_space_is_noticed(
    monkeypatch: pytest.MonkeyPatch, address_space: int, data: int, limited: bool
) -> None:
    limits = {resource.RLIMIT_AS: address_space, resource.RLIMIT_DATA: data}
    monkeypatch.setattr(resource, "getrlimit", lambda which: (limits[which], INFINITE))
    assert is_address_space_limited() == limited
