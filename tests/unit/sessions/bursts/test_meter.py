"""Tests the meter of a burst's cost, which waits until the JVM's compilers rest."""

import pytest

from kpath_jvm.launch.cpu_time import CpuTime
from kpath_jvm.sessions.bursts import meter as module
from kpath_jvm.sessions.bursts.meter import Meter


class MadeUpCpu(CpuTime):
    """A made-up program's CPU time.

    ``compiling_seconds`` returns the items of ``compiling``, one at each call. When there are no
    more, it keeps returning the last item.
    """

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


class MadeUpClock:
    """A clock that advances only by waiting. ``wait`` always returns False."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return False


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> MadeUpClock:
    """Returns a made-up clock that the meter uses."""
    made = MadeUpClock()
    monkeypatch.setattr(module, "time", made)
    return made


def test_the_meter_waits_until_compilers_rest(clock: MadeUpClock) -> None:
    cpu = MadeUpCpu([1.0, 2.0, 3.0, 4.0, 4.0, 9.0])
    Meter(cpu).settle(clock.wait)
    assert cpu.looks == 5


def test_the_meter_stops_waiting_if_the_wait_is_ended() -> None:
    cpu = MadeUpCpu([float(look) for look in range(100)])
    Meter(cpu).settle(lambda _: True)
    assert cpu.looks == 1


def test_the_meters_wait_is_limited(clock: MadeUpClock) -> None:
    cpu = MadeUpCpu([float(look) for look in range(1000)])
    began = clock.now
    Meter(cpu).settle(clock.wait)
    assert clock.now - began == pytest.approx(module.MOST_SECONDS, abs=2 * module._REST_SECONDS)


def test_the_meter_measures_from_its_beginning() -> None:
    cpu = MadeUpCpu([0.0])
    meter = Meter(cpu)
    cpu.total = 12.0
    assert meter.program_seconds() == 2.0
    meter.begin()
    assert meter.program_seconds() == 0.0
