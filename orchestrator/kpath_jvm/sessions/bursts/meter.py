"""The meter: what a burst costs, measured from outside.

How far the program comes in a burst can't be seen, so all CPU time that it takes from the agent's
loading until its compilers rest again counts as cost, as if it had stood still: that is too much,
never too little, unless the program is slower still after its compilers have come to rest.
"""

import time
from collections.abc import Callable

from kpath_jvm.launch.cpu_time import CpuTime

#: The compilers rest when they took less than this share of a CPU for so long.
_REST_SHARE = 0.1
_REST_SECONDS = 0.2
#: Those that never rest don't keep the next burst from coming.
MOST_SECONDS = 20.0


class Meter:
    """One burst's cost to the program, from ``begin`` on."""

    def __init__(self, cpu: CpuTime) -> None:
        self._cpu = cpu
        self.begin()

    def begin(self) -> None:
        """Begins anew."""
        self._began = time.monotonic()
        self._before = self._cpu.seconds()

    def settle(self, wait: Callable[[float], bool]) -> None:
        """Waits until the compilers rest; ``wait`` is true when it's over for another reason."""
        started = time.monotonic()
        last = self._cpu.compiling_seconds()
        while time.monotonic() - started < MOST_SECONDS:
            since = time.monotonic()
            if wait(_REST_SECONDS):
                return
            now = self._cpu.compiling_seconds()
            if now - last <= _REST_SHARE * (time.monotonic() - since):
                return
            last = now

    def program_seconds(self) -> float:
        """CPU seconds of the program until now."""
        return self._cpu.seconds() - self._before

    def wall_seconds(self) -> float:
        """Seconds until now."""
        return time.monotonic() - self._began
