"""What activations held back when their JVM ended."""

from collections.abc import Iterable

from kpath_jvm.records.record import Count, Record


class HeldBack(Record, frozen=True, kw_only=True):
    """The record ``held_back`` of run.json (docs/formats/profile.md).

    ``activations`` is how many activations of methods with packed paths weren't seen to end. At
    most ``paths`` of their last paths are missing.
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
        of = "1 activation" if self.activations == 1 else f"{self.activations:,} activations"
        its = "its" if self.activations == 1 else "their"
        return (
            f"{of} had not ended: {its} last path completions may be missing, {self.paths:,} at "
            "most in all (--no-packing holds none back)"
        )


NOTHING_HELD_BACK = HeldBack(activations=0, paths=0)
