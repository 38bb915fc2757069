"""Measures from outside what a burst costs.

From outside, nobody can see how much work the program does in a burst. So all CPU time of the
program counts as cost, from the loading of the agent until the JVM's compilers rest again. That is
an upper bound, unless the program is slowed down even after that.
"""

import time
from collections.abc import Callable

from kpath_jvm.launch.cpu_time import CpuTime

#: The compilers rest if they take at most ``_REST_SHARE`` of a CPU for ``_REST_SECONDS``.
_REST_SHARE = 0.1
_REST_SECONDS = 0.2
#: Compilers that never rest delay the next burst no longer than this.
MOST_SECONDS = 20.0


class Meter:
    """Measures what one burst costs the program."""

    def __init__(self, cpu: CpuTime) -> None:
        self._cpu = cpu
        self.begin()

    def begin(self) -> None:
        """Starts the measurement anew."""
        self._began = time.monotonic()
        self._before = self._cpu.seconds()

    def settle(self, wait: Callable[[float], bool]) -> None:
        """Waits until the compilers rest or ``wait`` returns True, at most ``MOST_SECONDS``."""
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
        """Returns the CPU seconds that the program has taken since ``begin``."""
        return self._cpu.seconds() - self._before

    def wall_seconds(self) -> float:
        """Returns the seconds that have passed since ``begin``."""
        return time.monotonic() - self._began
