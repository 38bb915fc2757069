"""The budget of a sampled recording: when the next burst may begin, and how long it lasts.

Costs are CPU seconds; lengths of bursts are seconds of wall time. The budget earns a fixed share of
the CPU time that the program takes outside bursts. A burst begins when enough has been saved to pay
for it. So the bursts never cost more than the budget has earned, unless one of them costs more than
expected.
"""

import random
from dataclasses import dataclass

#: The length of the first burst, and the least length of a later one.
FIRST_SECONDS = 0.3
#: The greatest length of a burst. Many short bursts see more than a few long ones, because the
#: program takes different paths at different times.
MOST_SECONDS = 5.0
#: The length of a later burst, as a share of the time for putting in and taking out the probes.
_PART = 0.5
#: Each gap between bursts is lengthened at random, by up to this share, so that bursts don't keep
#: in step with the program.
_JITTER = 0.5
#: After this many bursts, gaps grow: each further ``_DOUBLED`` bursts double the gaps, because each
#: burst leaves constants in the JVM that HotSpot never drops. So a week has only a few hundred
#: bursts more than a day.
_DOUBLED = 100
#: Costs differ from burst to burst, so the next burst is expected to cost this many times what it
#: would cost at the last burst's rate.
_CAUTION = 1.2
#: The first part of the first burst's expected cost: starting the engine and loading the agent.
_AGENT_SECONDS = 1.5
#: The second part is the cost of compiling all code again. That takes ``_AGAIN`` times as much CPU
#: time as before, because code that waits for its compilation is slow. The factor is from
#: measurements of programs that compile for one to thirty seconds.
_AGAIN = 2.0
#: This factor replaces ``_AGAIN`` if only some classes change, because code that doesn't depend on
#: these stays compiled.
_SOME_AGAIN = 0.5


@dataclass(frozen=True)
class Cost:
    """The cost of a burst.

    ``program`` and ``own`` are the CPU seconds of the program and of kpath-jvm. ``recorded`` is the
    wall time for which the burst recorded. ``around`` is the rest of the burst's wall time. A burst
    isn't over until the program runs as before.
    """

    program: float
    own: float
    recorded: float
    around: float

    @property
    def total(self) -> float:
        """The sum of all CPU seconds."""
        return self.program + self.own


class Budget:
    """Saves CPU time for bursts and spends it.

    ``expected`` is what the next burst is expected to cost, and ``seconds`` is how long that burst
    should record.
    """

    def __init__(self, share: float, seed: int) -> None:
        self.share = share
        self.spent = 0.0
        self.expected = _AGENT_SECONDS
        self.seconds = FIRST_SECONDS
        #: Whether a burst has shown what bursts cost.
        self.is_informed = False
        self._taken = 0.0
        self._random = random.Random(seed)
        self._jitter = 1.0
        self._bursts = 0
        self._earned_before = 0.0

    def guess(self, compiled: float, *, is_partial: bool) -> None:
        """Sets the expected cost of the first burst.

        ``compiled`` is how long compiling all code again may take, in CPU seconds. ``is_partial``
        says that only some classes change, and that the JVM knows which code depends on them.
        """
        again = _SOME_AGAIN if is_partial else _AGAIN
        self.expected = _AGENT_SECONDS + again * compiled

    def earned(self, cpu_seconds: float) -> float:
        """Returns the total that may be spent after the program has taken ``cpu_seconds``."""
        return self.share * max(cpu_seconds - self._taken, 0.0)

    def allows(self, cpu_seconds: float) -> bool:
        """Returns whether the next burst may begin now."""
        earned, wanted = self.earned(cpu_seconds), self._jitter * self.expected
        return earned >= self.spent + wanted and earned >= self._earned_before + (
            self._longer() * wanted
        )

    def _longer(self) -> float:
        """Returns how many times a burst's cost must be earned between two bursts; 0 at first."""
        return 2.0 ** (self._bursts / _DOUBLED - 1) if self._bursts > _DOUBLED else 0.0

    def missing(self, cpu_seconds: float) -> float:
        """Returns the CPU seconds that the program must take before the next burst may begin.

        The random part of the gap and the gap's growth after many bursts aren't included.
        """
        lacks = self.spent + self.expected - self.earned(cpu_seconds)
        return max(lacks, 0.0) / self.share

    def least_seconds(self, cpu_seconds: float, cpus: float) -> float:
        """Returns the seconds until a burst is allowed if the program keeps ``cpus`` CPUs busy."""
        return self.missing(cpu_seconds) / cpus

    def least_share(self, cpu_seconds: float) -> float:
        """Returns the share of the given CPU seconds that pays for past bursts and the next one."""
        return (self.spent + self.expected) / cpu_seconds

    def pay(self, cost: Cost, cpu_seconds: float) -> None:
        """Pays for a burst, and plans the next one.

        ``cpu_seconds`` are the program's CPU seconds before the burst.
        """
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
