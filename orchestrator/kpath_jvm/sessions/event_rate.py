"""How many events a second a recording has now."""

import time
from collections import deque

#: The rate is that of at least so long.
_RATE_SECONDS = 1.0


class EventRate:
    """The rate of the last second or more, by the totals that were noted."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, int]] = deque()

    def note(self, events: int) -> None:
        """Takes note of how many events there have been; called now and then."""
        now = time.monotonic()
        self._recent.append((now, events))
        while len(self._recent) > 1 and now - self._recent[1][0] >= _RATE_SECONDS:
            self._recent.popleft()

    def per_second(self) -> float | None:
        """Returns the rate; None as long as it isn't known."""
        recent = list(self._recent)
        if len(recent) < 2:
            return None
        (first, before), (last, after) = recent[0], recent[-1]
        return max(after - before, 0) / max(last - first, 1e-9)
