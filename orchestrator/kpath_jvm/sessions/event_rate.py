"""Computes the rate at which a recording emits events now."""

import time
from collections import deque

#: A rate is taken over at least this time, as soon as totals have been noted for that long.
_RATE_SECONDS = 1.0


class EventRate:
    """The rate over the last second or a little more, from the totals that were noted."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, int]] = deque()

    def note(self, events: int) -> None:
        """Notes how many events there have been; called now and then."""
        now = time.monotonic()
        self._recent.append((now, events))
        while len(self._recent) > 1 and now - self._recent[1][0] >= _RATE_SECONDS:
            self._recent.popleft()

    def forget(self) -> None:
        """Forgets all totals."""
        self._recent.clear()

    def per_second(self) -> float | None:
        """Returns the events per second; None until two totals have been noted."""
        recent = list(self._recent)
        if len(recent) < 2:
            return None
        (first, before), (last, after) = recent[0], recent[-1]
        return max(after - before, 0) / max(last - first, 1e-9)
