"""How far the counts of a profile can be relied on."""

from enum import Enum

from kpath_jvm.records.record import Record


class Verdict(str, Enum):
    """From the best to the worst."""

    EXACT = "exact"
    #: Exact until the target was killed, or but for what activations held back at its end.
    TRUNCATED = "truncated"
    LOWER_BOUNDS = "lower bounds"

    def __str__(self) -> str:
        return self.value


class Completeness(Record, frozen=True, kw_only=True):
    """A verdict, which can only be lowered, with the reasons for that and what else is to be known.

    Immutable: each method returns another one.
    """

    verdict: Verdict = Verdict.EXACT
    reasons: tuple[str, ...] = ()

    def lowered(self, to: Verdict, *reasons: str) -> "Completeness":
        """That for further reasons; if it is as low already they are added all the same."""
        worse = max(self.verdict, to, key=list(Verdict).index)
        return Completeness(verdict=worse, reasons=(*self.reasons, *reasons))

    def noted(self, *reasons: str) -> "Completeness":
        """With something to be known that takes nothing from the counts."""
        return self.lowered(Verdict.EXACT, *reasons)

    def without(self, note: str) -> "Completeness":
        """Without something that was noted and is known better now."""
        reasons = tuple(reason for reason in self.reasons if reason != note)
        return Completeness(verdict=self.verdict, reasons=reasons)

    def with_metadata(self, unreadable_lines: int, unknown_completions: int) -> "Completeness":
        """Lowered by what the metadata lacks for the paths that were counted."""
        found = self
        if unreadable_lines:
            reason = f"{unreadable_lines} unreadable lines in the metadata"
            found = found.lowered(Verdict.LOWER_BOUNDS, reason)
        if unknown_completions:
            reason = f"{unknown_completions} path completions of methods without metadata"
            found = found.lowered(Verdict.LOWER_BOUNDS, reason)
        return found
