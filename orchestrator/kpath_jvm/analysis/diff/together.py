"""The figures of a method over all of its versions, for gates.

Class loaders may define a class from several class files, so that a method has versions of
different code. Each version is compared with its partner on the other side. But if a version is
entered more often than before, and another one less often, the method's figures may change while
those of each version stay the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from kpath_jvm.analysis.diff.changes import LoopChange
from kpath_jvm.analysis.diff.loops import compared_loop, match_loops
from kpath_jvm.analysis.diff.measured import LoopTrips, MeasuredMethod
from kpath_jvm.analysis.diff.totals import WorkTotals
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.of_loops.loop_counts import summed_counts
from kpath_jvm.profile.forest import Int64Array

#: A loop: the side (0 is the base), the version among those of its side, and its place in
#: MethodCode.loops.
_Loop = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class AllVersions(KnownMethod):
    """All versions of a method on one side. Its code is that of the version ``lead``."""

    lead: KnownMethod
    count: int

    @classmethod
    def of(cls, versions: Sequence[KnownMethod], lead: KnownMethod) -> AllVersions:
        """Adds up versions; ``lead`` is one of them."""
        runs = range(len(lead.numbers))
        numbers = tuple(tuple(it for one in versions for it in one.numbers[run]) for run in runs)
        whole: Int64Array = np.sum([one.bytecodes for one in versions], axis=0, dtype=np.int64)
        codes = frozenset[tuple[str, str]]().union(*(one.codes for one in versions))
        return cls(lead.side, lead.named, codes, numbers, whole, lead, len(versions))

    @property
    def run(self) -> int:
        """The run in which the code is looked up."""
        return self.lead.run

    @property
    def method(self) -> int:
        """The number of the leading version in that run."""
        return self.lead.method

    @property
    def version(self) -> str | None:
        """What tells the sum apart from the single versions."""
        return f"{self.count} versions together" if self.count > 1 else self.lead.version


@dataclass(frozen=True)
class Together:
    """The versions of one method on both sides; at least one side has several.

    ``pairs`` are those of the versions, some of which may lack a partner.
    """

    pairs: tuple[MethodPair, ...]

    @property
    def sides(self) -> tuple[list[KnownMethod], list[KnownMethod]]:
        """The versions of the base and of the new side."""
        return (
            [pair.base for pair in self.pairs if pair.base is not None],
            [pair.new for pair in self.pairs if pair.new is not None],
        )

    def whole(self) -> MethodPair:
        """Returns the pair of the sums, whose code is that of the heaviest versions."""
        return MethodPair(*(self._led(side, self._heaviest(side)) for side in (0, 1)))

    def loops(self, sides: tuple[Side, Side], totals: WorkTotals) -> Iterator[LoopChange]:
        """Yields the loops whose sums over all versions differ between the sides."""
        known = self.sides
        trips = [[MeasuredMethod(one).loops for one in own] for own in known]
        for group in self._groups():
            leads: list[KnownMethod] = []
            places: list[int | None] = []
            rows: list[list[LoopTrips]] = []
            for side in (0, 1):
                own = [one for one in group if one[0] == side]
                lead = max(own, key=lambda one: known[one[0]][one[1]].weight, default=None)
                leads.append(self._heaviest(side) if lead is None else known[side][lead[1]])
                places.append(None if lead is None else lead[2])
                several = [trips[side][version][at] for _, version, at in own]
                rows.append([
                    _summed([one[run] for one in several], sides[side].summed[run])
                    for run in range(len(sides[side].runs))
                ])  # fmt: skip
            pair = MethodPair(*(self._led(side, lead) for side, lead in enumerate(leads)))
            yield from compared_loop(pair, (places[0], places[1]), rows[0], rows[1], totals)

    def _led(self, side: int, lead: KnownMethod) -> AllVersions:
        return AllVersions.of(self.sides[side], lead)

    def _heaviest(self, side: int) -> KnownMethod:
        return max(self.sides[side], key=lambda one: one.weight)

    def _groups(self) -> list[list[_Loop]]:
        """Returns the loops that correspond to one another, in all versions of both sides."""
        known = self.sides
        group: dict[_Loop, list[_Loop]] = {}
        for side in (0, 1):
            for version, one in enumerate(known[side]):
                for at in range(len(one.code.loops)):
                    group[side, version, at] = [(side, version, at)]
        for here, base in enumerate(known[0]):
            for there, new in enumerate(known[1]):
                blocks = MethodPair(base, new).blocks
                for at, other in match_loops(base.code, new.code, blocks).items():
                    joined, added = group[0, here, at], group[1, there, other]
                    if joined is not added:
                        joined += added
                        for loop in added:
                            group[loop] = joined
        return list({id(loops): loops for loops in group.values()}.values())


def together(pairs: Sequence[MethodPair]) -> list[Together]:
    """Returns the methods that have several versions and exist on both sides."""
    by_name: dict[object, list[MethodPair]] = {}
    for pair in pairs:
        if pair.is_executed:
            by_name.setdefault(pair.known.named, []).append(pair)
    found = [Together(tuple(own)) for own in by_name.values() if len(own) > 1]
    return [one for one in found if all(one.sides)]


def _summed(trips: Sequence[LoopTrips], runs: int) -> LoopTrips:
    counts = summed_counts([one.counts for one in trips])
    return LoopTrips(counts, sum(one.cost for one in trips), runs)
