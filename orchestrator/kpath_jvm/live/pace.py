"""How often to look: what looks take stays a small part of the time."""

#: Of the time, so much may be dumping: the recorder does that beside its own work.
DUMPING = 0.05
#: And so much, a quarter of a CPU, dumping and reading: what we take from the machine.
LOOKING = 0.25
#: So many seconds lie between the beginnings of two looks at least.
LEAST_SECONDS = 2.0
_AGAIN_SECONDS = 1.0


class Pace:
    """When the next look is due, by what the last one took."""

    def __init__(self, least_seconds: float = LEAST_SECONDS, *, is_sparing: bool = True) -> None:
        """Who wants a few looks only isn't ``is_sparing``: the next one is due after the least."""
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
        """Takes note of a look: when it was begun, when its dump was there, and read."""
        period = self._least
        if self._is_sparing:
            period = max(period, (ended - begun) / LOOKING)
            # What a first dump takes, when all is loaded for it, says little of the next.
            if self._first is not None:
                period = max(period, (dumped - begun) / DUMPING)
        self._first = begun if self._first is None else self._first
        self._dumped += dumped - begun
        self._next = begun + period
        self._until = self._next

    def failed(self, now: float) -> None:
        """Takes note of a look that came to nothing."""
        self._next = now + _AGAIN_SECONDS

    def hurry(self) -> None:
        """Makes the next look due."""
        self._next = 0.0

    @property
    def dumping(self) -> float:
        """The share of the time that dumps have taken, up to the next look."""
        if self._first is None or self._until <= self._first:
            return 0.0
        return self._dumped / (self._until - self._first)
