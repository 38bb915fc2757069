"""One budget of memory for the engines of several JVMs that are recorded at once."""

import threading

#: Each gets one part in so many of what is left, so that there is something left for the next.
_PART = 4


class SharedMemoryBudget:
    """Bytes that engines take when they begin and give back when they have ended. Thread-safe."""

    def __init__(self, total_bytes: int) -> None:
        self._left = total_bytes
        self._lock = threading.Lock()

    def take(self, least: int) -> int:
        """A quarter of what is left, but at least ``least``, without which no engine works."""
        with self._lock:
            taken = max(self._left // _PART, least)
            self._left -= taken
            return taken

    def give_back(self, taken: int) -> None:
        """What ``take`` has returned."""
        with self._lock:
            self._left += taken
