"""Divides the memory that engines share if several JVMs are recorded at once."""

import threading

#: An engine gets one of this many equal parts of what is left, so the next engine gets some, too.
_PART = 4


class MemoryOfEngines:
    """Bytes that engines take when they start and give back when they end; thread-safe."""

    def __init__(self, total_bytes: int) -> None:
        self._left = total_bytes
        self._lock = threading.Lock()

    def take(self, least: int) -> int:
        """Takes a quarter of what is left, but at least ``least``, which every engine needs."""
        with self._lock:
            taken = max(self._left // _PART, least)
            self._left -= taken
            return taken

    def give_back(self, taken: int) -> None:
        """Gives back what ``take`` returned."""
        with self._lock:
            self._left += taken
