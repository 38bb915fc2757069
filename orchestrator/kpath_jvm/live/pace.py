"""Decides how often to look, so that looks take only a small part of the time.

For a look, the recorder dumps a profile of what has been counted so far, and the viewer reads it.
"""

#: The largest share of the time that dumps may take. The recorder has to go on counting meanwhile.
DUMPING = 0.05
#: The largest share of the time that dumping and reading may take together: a quarter of one CPU.
LOOKING = 0.25
#: The least number of seconds between the beginnings of two looks.
LEAST_SECONDS = 2.0
_AGAIN_SECONDS = 1.0


class Pace:
    """Decides when the next look is due, depending on how long the last look took."""

    def __init__(self, least_seconds: float = LEAST_SECONDS, *, is_sparing: bool = True) -> None:
        """Takes the least time between the beginnings of two looks.

        If ``is_sparing``, looks come less often when they take long.
        """
        self._least = least_seconds
        self._is_sparing = is_sparing
        self._first: float | None = None
        self._next = 0.0
        self._dumped = 0.0
        self._until = 0.0

    def due_in(self, now: float) -> float:
        """Returns the seconds until the next look; 0 if it is due."""
        return max(0.0, self._next - now)

    def looked(self, begun: float, dumped: float, ended: float) -> None:
        """Takes note of a look: when it began, when its dump was written, and when it ended."""
        period = self._least
        if self._is_sparing:
            period = max(period, (ended - begun) / LOOKING)
            # The first dump also loads what all dumps need, so it may take longer than later ones.
            if self._first is not None:
                period = max(period, (dumped - begun) / DUMPING)
        self._first = begun if self._first is None else self._first
        self._dumped += dumped - begun
        self._next = begun + period
        # After a look that took longer than the period, the next one comes at once.
        self._until = max(self._next, ended)

    def failed(self, now: float) -> None:
        """Takes note of a look that failed."""
        self._next = now + _AGAIN_SECONDS

    def hurry(self) -> None:
        """Makes the next look due."""
        self._next = 0.0

    @property
    def dumping(self) -> float:
        """The share of the time that dumps have taken since the first look.

        The time is counted up to the moment at which the next look is due.
        """
        if self._first is None or self._until <= self._first:
            return 0.0
        return self._dumped / (self._until - self._first)
