"""Records how much the engine gave up because its memory is bounded."""

from collections.abc import Iterable, Mapping
from typing import Any

from kpath_jvm.records.record import Count, Record


class Folding(Record, frozen=True, kw_only=True):
    """The record ``folding`` of run.json (docs/formats/profile.md).

    ``errors`` says for n = 2 to k by how much the count of an n-gram in the profile can be too low.
    For an n-gram that isn't in the profile, this error can be larger by ``least_count - 1``. A
    method's k-IPF is the sum of ``parts`` k-IPFs, such as those of several JVMs. Each of the parts
    may lack an n-gram that another part has.
    """

    memory_bytes: Count
    times: Count
    nodes: Count
    restarts: Count
    least_count: Count
    parts: Count
    errors: tuple[Count, ...]

    @classmethod
    def of(cls, statistics: Mapping[str, Any]) -> "Folding | None":
        """Returns the record from the engine's statistics, or None if every count is exact."""
        times, least = statistics.get("folds", 0), statistics.get("ipf_least_count", 1)
        if times == 0 and least <= 1:
            return None
        restarts = statistics["folded_restarts"]
        # Where a sequence was restarted, n occurrences of an (n + 1)-gram can be hidden: those that
        # reach across the restart.
        errors = (
            error + restarts * n for n, error in enumerate(statistics["folding_errors"], start=1)
        )
        return cls(
            memory_bytes=statistics["memory_bytes"],
            times=times,
            nodes=statistics["folded_nodes"],
            restarts=restarts,
            least_count=least,
            parts=1,
            errors=tuple(errors),
        )

    @classmethod
    def sum_of(cls, several: "Iterable[Folding | None]", parts: int) -> "Folding | None":
        """Adds up what was folded; returns None if nothing was folded.

        ``parts`` is the number of k-IPFs that are added up. The sum has no ``errors``, because
        the errors have to be computed from the folded counts of all parts.
        """
        found = [one for one in several if one is not None]
        if not found:
            return None
        return cls(
            memory_bytes=max(one.memory_bytes for one in found),
            times=sum(one.times for one in found),
            nodes=sum(one.nodes for one in found),
            restarts=sum(one.restarts for one in found),
            least_count=max(one.least_count for one in found),
            parts=parts,
            errors=(),
        )

    def hidden(self, versions: int) -> int:
        """Returns how many occurrences of an n-gram the parts that lack the n-gram can hide.

        ``versions`` is the number of the method's versions that were added up. Each version is the
        sum of ``parts`` k-IPFs, and at least one of all these k-IPFs has the n-gram.
        """
        return (self.least_count - 1) * (self.parts * versions - 1)
