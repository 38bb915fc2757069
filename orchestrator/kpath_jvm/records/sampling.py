"""The bursts of a sampled profile: ``sampling`` of run.json (docs/formats/profile.md)."""

from typing import Annotated

from msgspec import Meta

from kpath_jvm.records.record import Count, Record, Seconds

_Place = Annotated[str, Meta(pattern=r"^runs/[^/.\0][^/\0]*\Z")]
_Share = Annotated[float, Meta(gt=0, lt=1)]


class Burst(Record, frozen=True, kw_only=True):
    """One burst, which began ``after_seconds`` after the recording and lasted ``seconds``.

    ``cost_seconds`` is the estimated CPU time that the burst cost the program. ``own_seconds`` is
    kpath-jvm's own CPU time during the burst. ``place`` is where the burst's profile is in the
    sampled profile, or None if nothing ran in the burst.
    """

    after_seconds: Seconds
    seconds: Seconds
    cost_seconds: Seconds
    own_seconds: Seconds
    completed: Count
    place: _Place | None = None


class Sampling(Record, frozen=True, kw_only=True):
    """How a program was sampled for ``window_seconds``.

    ``budget`` is the share (0 to 1) of the program's own CPU time that bursts are allowed to cost.
    ``cpu_seconds`` is all CPU time that the program used in ``window_seconds``, including the cost
    of bursts.
    """

    budget: _Share
    seed: Count
    window_seconds: Seconds
    cpu_seconds: Seconds
    bursts: tuple[Burst, ...]

    @property
    def observed_seconds(self) -> float:
        """The duration of all bursts together."""
        return sum(burst.seconds for burst in self.bursts)

    @property
    def observed_share(self) -> float:
        """The observed share of the time, 0 to 1."""
        return min(self.observed_seconds / max(self.window_seconds, 1e-9), 1.0)

    @property
    def cost_seconds(self) -> float:
        """The estimated cost of all bursts, including kpath-jvm's own work."""
        return sum(burst.cost_seconds + burst.own_seconds for burst in self.bursts)

    @property
    def overhead(self) -> float:
        """The cost, relative to the CPU time that the program would have used without bursts."""
        taken = sum(burst.cost_seconds for burst in self.bursts)
        return self.cost_seconds / max(self.cpu_seconds - taken, 1e-9)

    @property
    def text(self) -> str:
        """One line that says how much of the time was observed, and at what cost."""
        count = len(self.bursts)
        return (
            f"sampled: {count:,} {'burst' if count == 1 else 'bursts'} observed "
            f"{100 * self.observed_share:.2g} % of {self.window_seconds:.0f} s, at a cost of at "
            f"most {100 * self.overhead:.2g} % of the program's CPU time (--max-overhead "
            f"{100 * self.budget:.3g}%); counts cover only the observed time"
        )
