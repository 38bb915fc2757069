"""Adds up the figures of a method over all of its versions, for gates.

Class loaders may define a class from several class files, so a method may have versions with
different code. Each version is compared with its partner on the other side. But a loop's
iterations per entry may change in total although they stay the same in each version: one version
may be entered more often than before, and another less often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from kpath_jvm.analysis.diff.changes import LoopChange
from kpath_jvm.analysis.diff.loops import compared_loop, match_loops
from kpath_jvm.analysis.diff.measured import LoopTrips, MeasuredMethod
from kpath_jvm.analysis.diff.same_branches import matched_branches
from kpath_jvm.analysis.diff.totals import WorkTotals
from kpath_jvm.analysis.matching.known import KnownMethod, Side
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_loops.last_tests import summed_tests
from kpath_jvm.analysis.of_loops.loop_counts import summed_counts
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.identity.methods import MethodName

#: A loop or a decision: its side (0 is the base), its version among those of the side, and its
#: place. The place is an index into MethodCode.loops, or the decision's block.
Part: TypeAlias = tuple[int, int, int]
#: The loops, or decisions, that correspond to one another: at most one of each version.
PartGroup: TypeAlias = list[Part]


@dataclass(frozen=True, eq=False)
class AllVersions(KnownMethod):
    """All versions of a method on one side. The code is that of the version ``lead``."""

    lead: KnownMethod
    count: int

    @classmethod
    def of(cls, versions: Sequence[KnownMethod], lead: KnownMethod) -> AllVersions:
        """Adds up versions; ``lead`` is one of them."""
        runs = range(len(lead.numbers))
        numbers = tuple(tuple(it for one in versions for it in one.numbers[run]) for run in runs)
        whole: Int64Array = np.sum([one.bytecodes for one in versions], axis=0, dtype=np.int64)
        bounds = tuple(
            sum((one.bytecode_bounds[run] for one in versions), AmountBounds.exact(0))
            for run in runs
        )
        codes = frozenset[tuple[str, str]]().union(*(one.codes for one in versions))
        return cls(lead.side, lead.named, codes, numbers, whole, bounds, lead, len(versions))

    @property
    def run(self) -> int:
        """The run in which the code is looked up."""
        return self.lead.run

    @property
    def method(self) -> int:
        """The number of the leading version in ``run``."""
        return self.lead.method

    @property
    def version(self) -> str | None:
        """The text that distinguishes the sum from the single versions."""
        return f"{self.count} versions together" if self.count > 1 else self.lead.version


@dataclass(frozen=True)
class Together:
    """A method that both sides have, with all its versions.

    ``pairs`` are the pairs of versions. A version may lack a partner.
    """

    pairs: tuple[MethodPair, ...]

    @cached_property
    def sides(self) -> tuple[list[KnownMethod], list[KnownMethod]]:
        """The versions of the base and of the new side."""
        return (
            [pair.base for pair in self.pairs if pair.base is not None],
            [pair.new for pair in self.pairs if pair.new is not None],
        )

    @cached_property
    def measured(self) -> tuple[list[MeasuredMethod], list[MeasuredMethod]]:
        """The figures of each version, in the order of ``sides``."""
        base, new = self.sides
        return [MeasuredMethod(one) for one in base], [MeasuredMethod(one) for one in new]

    def whole(self) -> MethodPair:
        """Returns the pair of both sides' sums, with the code of each side's heaviest version."""
        return MethodPair(*(self._led(side, self._heaviest(side)) for side in (0, 1)))

    def loops(self, sides: tuple[Side, Side], totals: WorkTotals) -> Iterator[LoopChange]:
        """Yields the loops whose figures, summed over all versions, differ between the sides."""
        known = self.sides
        trips = [[one.loops for one in own] for own in self.measured]
        for group in self.loop_groups():
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

    def loop_groups(self) -> list[PartGroup]:
        """Returns all loops of all versions, grouped by which of them correspond."""
        places = [[range(len(one.code.loops)) for one in own] for own in self.sides]

        def matched(base: int, new: int) -> Iterable[tuple[int, int]]:
            one, other = self.sides[0][base], self.sides[1][new]
            return match_loops(one.code, other.code, MethodPair(one, other).blocks).items()

        return self._groups(places, matched)

    def branch_groups(self) -> list[PartGroup]:
        """Returns all branches and switches of all versions, grouped by which correspond."""
        branches = [[one.branches for one in own] for own in self.measured]

        def matched(base: int, new: int) -> Iterator[tuple[int, int]]:
            pair = MethodPair(self.sides[0][base], self.sides[1][new])
            for same in matched_branches(pair, branches[0][base], branches[1][new]):
                yield same.place, same.block

        return self._groups(branches, matched)

    def _groups(
        self,
        places: Sequence[Sequence[Iterable[int]]],
        matched: Callable[[int, int], Iterable[tuple[int, int]]],
    ) -> list[PartGroup]:
        """Groups the parts that correspond.

        ``places`` has the places of the parts of each version of each side. ``matched`` returns
        which places in a version of the base correspond to which places in a new version.
        """
        group: dict[Part, PartGroup] = {
            (side, version, place): [(side, version, place)]
            for side, versions in enumerate(places)
            for version, own in enumerate(versions)
            for place in own
        }
        for here, there in self._compared():
            for place, other in matched(here, there):
                joined, added = group[0, here, place], group[1, there, other]
                # Two parts of one version mustn't get into one group, even if both are like a part
                # of another version.
                versions = {part[:2] for part in joined}
                if joined is added or any(part[:2] in versions for part in added):
                    continue
                joined += added
                for part in added:
                    group[part] = joined
        return list({id(parts): parts for parts in group.values()}.values())

    def _compared(self) -> list[tuple[int, int]]:
        """Returns all pairs of a version of the base and a version of the new side.

        Pairs of partners come first, so their parts are matched before those of other pairs.
        """
        base, new = (range(len(own)) for own in self.sides)
        every = [(here, there) for here in base for there in new]
        return [*self.partners, *(one for one in every if one not in self.partners)]

    @cached_property
    def partners(self) -> list[tuple[int, int]]:
        """The pairs of partners, as places in ``sides``: a version of the base and a new one."""
        base, new = ({id(one): at for at, one in enumerate(own)} for own in self.sides)
        return [
            (base[id(pair.base)], new[id(pair.new)])
            for pair in self.pairs
            if pair.base is not None and pair.new is not None
        ]


def together(pairs: Sequence[MethodPair]) -> list[Together]:
    """Returns the methods that have several versions and exist on both sides."""
    return [one for one in each_together(pairs) if len(one.pairs) > 1]


def each_together(pairs: Sequence[MethodPair]) -> list[Together]:
    """Returns all methods that ran and exist on both sides, each with all of its versions."""
    groups: dict[tuple[int, MethodName], list[MethodPair]] = {}
    for pair in pairs:
        if not pair.is_executed:
            continue
        # An edit may give a method a name that another method had before. So methods are versions
        # of one method only if they have the same name on the same side.
        joined = {id(own): own for name in _names_in([pair]) if (own := groups.get(name))}
        group = [*(it for own in joined.values() for it in own), pair]
        groups.update(dict.fromkeys(_names_in(group), group))
    several = {id(own): own for own in groups.values()}.values()
    return [one for own in several if all((one := Together(tuple(own))).sides)]


def _names_in(pairs: Sequence[MethodPair]) -> Iterator[tuple[int, MethodName]]:
    for pair in pairs:
        for side, one in enumerate((pair.base, pair.new)):
            if one is not None:
                yield side, one.named


def _summed(trips: Sequence[LoopTrips], runs: int) -> LoopTrips:
    counts = summed_counts([one.counts for one in trips])
    bounds = sum((one.cost_bounds for one in trips), AmountBounds.exact(0))
    last = summed_tests([one.last_tests for one in trips])
    return LoopTrips(counts, sum(one.cost for one in trips), bounds, last, runs)
