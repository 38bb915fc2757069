"""The budget of a sampled recording: when the next burst may be, and how long it is to be.

All in CPU seconds. What the program takes beside bursts earns a share of itself; a burst is begun
when enough is saved for what it will cost, so the budget holds at each moment but for a burst that
costs more than the ones before.
"""

import random
from dataclasses import dataclass

#: The first burst; the next ones take a part of the time that it takes to put probes in and out.
#: What makes paths differ is what the program does at another time: many short bursts see more.
FIRST_SECONDS = 0.3
MOST_SECONDS = 5.0
_PART = 0.5
#: A gap is as long as is needed, and up to so much of that longer, by chance: no period of the
#: program is met again and again at the same point.
_JITTER = 0.5
#: Each burst leaves something in the program's JVM for good (constants that HotSpot doesn't drop):
#: gaps double with each so many bursts, and a week has some hundreds of bursts more than a day.
_DOUBLED = 100
#: Costs differ from burst to burst: the next one is taken to cost so much more than the last.
_CAUTION = 1.2
#: What the first burst is taken to cost: starting the engine, loading the agent, and compiling all
#: there is once more. Twice what that has taken, since code that waits for its compilation is slow:
#: so it was with programs from one to thirty seconds of compiling.
_AGENT_SECONDS = 1.5
_AGAIN = 2.0
#: The same where only some classes are changed, and what doesn't depend on them stays compiled.
_SOME_AGAIN = 0.5


@dataclass(frozen=True)
class Cost:
    """What a burst took.

    ``program`` and ``own`` are CPU seconds of the program and of kpath-jvm, ``recorded`` how long
    it recorded, ``around`` the wall time beside that until the program was as before.
    """

    program: float
    own: float
    recorded: float
    around: float

    @property
    def total(self) -> float:
        """All CPU seconds."""
        return self.program + self.own


class Budget:
    """Saves and spends.

    ``expected`` is what the next burst is taken to cost, ``seconds`` how long it is to record.
    """

    def __init__(self, share: float, seed: int) -> None:
        self.share = share
        self.spent = 0.0
        self.expected = _AGENT_SECONDS
        self.seconds = FIRST_SECONDS
        #: Whether a burst has shown what they cost.
        self.is_informed = False
        self._taken = 0.0
        self._random = random.Random(seed)
        self._jitter = 1.0
        self._bursts = 0
        self._earned_before = 0.0

    def guess(self, compiled: float, *, is_partial: bool) -> None:
        """Before the first burst: ``compiled`` is what compiling all code again may take.

        ``is_partial``: some classes are changed, and the JVM knows which code depends on them.
        """
        again = _SOME_AGAIN if is_partial else _AGAIN
        self.expected = _AGENT_SECONDS + again * compiled

    def earned(self, cpu_seconds: float) -> float:
        """What may have been spent by now, of so many CPU seconds of the program in all."""
        return self.share * max(cpu_seconds - self._taken, 0.0)

    def allows(self, cpu_seconds: float) -> bool:
        """Whether the next burst may be now."""
        earned, wanted = self.earned(cpu_seconds), self._jitter * self.expected
        return earned >= self.spent + wanted and earned >= self._earned_before + (
            self._longer() * wanted
        )

    def _longer(self) -> float:
        """By what gaps are longer than they need be for the budget; at first they aren't."""
        return 2.0 ** (self._bursts / _DOUBLED - 1) if self._bursts > _DOUBLED else 0.0

    def missing(self, cpu_seconds: float) -> float:
        """CPU seconds that the program has to take until a burst may be, without jitter."""
        lacks = self.spent + self.expected - self.earned(cpu_seconds)
        return max(lacks, 0.0) / self.share

    def least_seconds(self, cpu_seconds: float, cpus: float) -> float:
        """Seconds until a burst may be, if the program has so many CPUs, and uses all of them."""
        return self.missing(cpu_seconds) / cpus

    def least_share(self, cpu_seconds: float) -> float:
        """The share of so many CPU seconds that would do for the next burst."""
        return (self.spent + self.expected) / cpu_seconds

    def pay(self, cost: Cost, cpu_seconds: float) -> None:
        """Pays a burst, and plans the next one; ``cpu_seconds`` are those of before it."""
        self.is_informed = True
        self._bursts += 1
        self._earned_before = self.earned(cpu_seconds)
        self.spent += cost.total
        self._taken += cost.program
        self.seconds = min(max(_PART * cost.around, FIRST_SECONDS), MOST_SECONDS)
        rate = cost.total / max(cost.around + cost.recorded, 1e-9)
        self.expected = _CAUTION * rate * (cost.around + self.seconds)
        self._jitter = self._drawn()

    def _drawn(self) -> float:
        return 1 + _JITTER * self._random.random()
