"""The meter: waits for compilers, and for nothing else."""

import time

import pytest

from kpath_jvm.launch.cpu_time import CpuTime
from kpath_jvm.sessions.bursts import meter as module
from kpath_jvm.sessions.bursts.meter import Meter


class MadeUpCpu(CpuTime):
    """What a program takes, look by look."""

    def __init__(self, compiling: list[float]) -> None:
        super().__init__(1)
        self.total = 10.0
        self.compiling = compiling
        self.looks = 0

    def seconds(self) -> float:
        return self.total

    def compiling_seconds(self) -> float:
        self.looks += 1
        return self.compiling[min(self.looks, len(self.compiling)) - 1]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REST_SECONDS", 0.01)


def wait(seconds: float) -> bool:
    time.sleep(seconds)
    return False


def test_it_waits_until_compilers_rest() -> None:
    cpu = MadeUpCpu([1.0, 2.0, 3.0, 4.0, 4.0, 9.0])
    Meter(cpu).settle(wait)
    assert cpu.looks == 5


def test_it_waits_no_longer_when_all_is_over() -> None:
    cpu = MadeUpCpu([float(look) for look in range(100)])
    Meter(cpu).settle(lambda _: True)
    assert cpu.looks == 1


def test_it_waits_for_no_compiler_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", 0.1)
    cpu = MadeUpCpu([float(look) for look in range(100)])
    Meter(cpu).settle(wait)
    assert 1 < cpu.looks < 15


def test_what_counts_is_taken_from_its_beginning_on() -> None:
    cpu = MadeUpCpu([0.0])
    meter = Meter(cpu)
    cpu.total = 12.0
    assert meter.program_seconds() == 2.0
    meter.begin()
    assert meter.program_seconds() == 0.0
