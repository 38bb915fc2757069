"""Counts the complete paths that activations hadn't emitted yet when their JVM ended."""

from collections.abc import Iterable

from kpath_jvm.records.record import Count, Record


class HeldBack(Record, frozen=True, kw_only=True):
    """The record ``held_back`` of run.json (docs/formats/profile.md).

    Only methods that pack several paths into one machine word hold paths back. ``activations`` is
    the number of activations of such methods that weren't seen to end. ``paths`` is the most paths
    of these activations that can be missing. Unfinished activations of other methods hold nothing
    back, so a profile can have more ``unfinished`` paths than ``activations``.
    """

    activations: Count
    paths: Count

    @classmethod
    def sum_of(cls, parts: "Iterable[HeldBack | None]") -> "HeldBack | None":
        """Returns the sum over several JVMs, or None if no JVM has such a record."""
        found = [part for part in parts if part is not None]
        if not found:
            return None
        return cls(
            activations=sum(part.activations for part in found),
            paths=sum(part.paths for part in found),
        )

    def reason(self) -> str:
        """Returns one line that says how many path completions may be missing, and why."""
        one = self.activations == 1
        # Not "the unfinished activations": those of methods without packed paths aren't counted.
        of = "1 unfinished activation" if one else f"{self.activations:,} unfinished activations"
        its = "its" if one else "their"
        return (
            f"{of} may have held back {its} last path completions: at most {self.paths:,} are "
            "missing in all (with --no-packing, none are held back)"
        )


NOTHING_HELD_BACK = HeldBack(activations=0, paths=0)
