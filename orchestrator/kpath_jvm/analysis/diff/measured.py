"""Measures a method's loops and decisions, in each run of one side of a comparison."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isinf

import numpy as np

from kpath_jvm.analysis.cut_off import most_through, reaches
from kpath_jvm.analysis.diff.figures import Bounded
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_loops.last_tests import (
    NO_TESTS,
    LastTests,
    last_tests,
    summed_tests,
)
from kpath_jvm.analysis.of_loops.loop_counts import (
    CountedLoops,
    LoopCounts,
    OwnWork,
    summed_counts,
)
from kpath_jvm.analysis.outcomes import BranchOutcomes, branch_outcomes
from kpath_jvm.analysis.uncompleted import never_entered
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.ratio import Ratio
from kpath_jvm.source.numbered_switches import parts_of_switches


@dataclass(frozen=True)
class LoopTrips:
    """The figures of a loop in one profile; ``runs`` is how many runs the profile adds up.

    ``cost`` is the number of bytecodes executed in the loop's own blocks, without inner loops.
    ``last_tests`` are the bytecodes that belong to no iteration, because the loop test ended the
    loop.
    """

    counts: LoopCounts
    cost: int
    cost_bounds: AmountBounds
    last_tests: LastTests
    runs: int = 1

    @property
    def entries(self) -> int:
        """The number of counted entries."""
        return self.counts.entries

    @property
    def iterations(self) -> int:
        """The number of counted iterations."""
        return self.counts.iterations

    @property
    def has_run(self) -> bool:
        """Whether anything of the loop was counted.

        With ``--cut loop-header``, a loop in which no path was completed may have entries, but no
        bytecodes.
        """
        return bool(self.cost or self.entries or self.iterations)

    @property
    def of_back_edges(self) -> LoopTrips:
        """The figures in which only those iterations count that ended at a back edge."""
        return replace(self, counts=self.counts.of_back_edges)

    @property
    def counted_mean(self) -> float | None:
        """The number of counted iterations per counted entry; None if no entry was counted.

        The result may be wrong if paths were cut off, because both numbers may then be too low.
        """
        return Ratio(self.iterations, self.entries) if self.entries else None

    @property
    def mean(self) -> Bounded | None:
        """The iterations per entry; None if the loop surely didn't run."""
        counts = self.counts
        if self._never_ran:
            return None
        if counts.mean_iterations is not None and not counts.is_estimate:
            return Bounded.exact(counts.mean_iterations)
        return Bounded(counts.mean_iterations, counts.mean_least, counts.mean_most)

    @property
    def per_iteration(self) -> Bounded | None:
        """The number of bytecodes per iteration; None if there surely was no iteration.

        A pass that the loop test ends isn't an iteration, so the bytecodes of such a pass are left
        out. The bytecodes of cut-off paths are counted only if edges are, so a loop with cut-off
        paths may have no upper bound.
        """
        counts, last = self.counts, self.last_tests
        if counts.is_estimate:
            known = counts.has_iterations and counts.iterations
            # The estimates of the bytecodes and of the last tests needn't fit together.
            mean = max(self.cost - last.likely, 0) / counts.iterations if known else None
            return Bounded(mean, None, None)
        if counts.are_exact and not counts.ran_inside:
            return self._each(counts.iterations) if counts.iterations else None
        least, most = self._work
        through = counts.iterations_most
        lowest = least / through if through and least is not None else None
        if self.cost_bounds.is_exact:
            return Bounded(None, lowest, None)
        # Edges are counted on cut-off paths, too, so no execution is missing.
        each = most / counts.iterations if counts.iterations else inf
        return Bounded(None, lowest, None if isinf(each) else each)

    @property
    def _work(self) -> tuple[float | None, float]:
        """The bounds of the iterations' bytecodes; the lower bound is None if unknown."""
        bounds, last = self.cost_bounds, self.last_tests
        least = None if last.most is None else max(bounds.least - last.most, 0)
        return least, bounds.most - last.least

    def _each(self, iterations: int) -> Bounded:
        """Returns the bytecodes per iteration; ``iterations`` is exact."""
        least, most = self._work
        if least == most:
            return Bounded.exact(most / iterations)
        if self.cost_bounds.is_exact:
            return Bounded(None, None if least is None else least / iterations, most / iterations)
        return Bounded.of_edges(
            (self.cost - self.last_tests.likely) / iterations,
            AmountBounds((least or 0) / iterations, most / iterations),
        )

    @property
    def _never_ran(self) -> bool:
        counts = self.counts
        return counts.are_exact and not (counts.entries or counts.iterations)


#: The figures of a loop that a side doesn't have.
NO_TRIPS = LoopTrips(
    LoopCounts(
        entries=0,
        iterations=0,
        missing=0,
        missing_entries=0,
        missing_iterations=0,
        ran_inside=0,
    ),
    0,
    AmountBounds.exact(0),
    NO_TESTS,
)


class MeasuredMethod:
    """The figures of a method in each run, added up over the method's versions."""

    def __init__(self, known: KnownMethod) -> None:
        """Takes a method of one side."""
        self.known = known
        self.code = known.code
        self.nest = LoopNest(known.code, known.row)

    @cached_property
    def blocks(self) -> Int64Array:
        """How often each block was executed in each run; the shape is (runs, blocks)."""
        return np.stack([blocks for blocks, _ in self._runs])

    def may_have_run(self, blocks: Collection[int]) -> bool:
        """Returns whether an uncounted path may have run through any of the given blocks."""
        return any(
            bool(most_through(profile, number, lambda starts: reaches(self.code, starts, blocks)))
            for profile, numbers in zip(self.known.side.runs, self.known.numbers, strict=True)
            for number in numbers
            if not never_entered(profile, number)
        )

    @property
    def loops(self) -> list[list[LoopTrips]]:
        """The figures of each loop in each run; loops are ordered as in MethodCode.loops."""
        return [[loops[at] for _, loops in self._runs] for at in range(len(self.code.loops))]

    @cached_property
    def _runs(self) -> list[tuple[Int64Array, list[LoopTrips]]]:
        found = []
        side = self.known.side
        for profile, numbers, runs in zip(side.runs, self.known.numbers, side.summed, strict=True):
            versions = [CountedLoops(profile, number) for number in numbers]
            blocks = np.zeros(len(self.code.instructions), dtype=np.int64)
            for one in versions:
                blocks += one.flow.blocks
            works = [
                OwnWork.summed(one.own_work(loop) for one in versions)
                for loop in range(len(self.code.loops))
            ]
            loops = [
                LoopTrips(
                    summed_counts([one.counts(loop) for one in versions]),
                    work.bytecodes,
                    work.bounds,
                    summed_tests(
                        [
                            last_tests(profile, number, one, loop)
                            for number, one in zip(numbers, versions, strict=True)
                        ]
                    ),
                    runs,
                )
                for loop, work in enumerate(works)
            ]
            found.append((blocks, loops))
        return found

    @cached_property
    def branches(self) -> dict[int, BranchOutcomes]:
        """The branches and switches of one run (KnownMethod.run), by block.

        For a switch over strings, javac first generates branches that find the string's number.
        These branches are left out: the switch over the numbers has the same outcomes, and how
        often each string is compared is the compiler's choice.
        """
        rows = branch_outcomes(self.known.profile, self.known.method)
        parts = parts_of_switches(self.code)
        return {one.block: one for one in rows if one.decision.targets and one.block not in parts}

    @cached_property
    def outcomes(self) -> list[dict[int, dict[int, int]]]:
        """For each run, how often each target was taken, by the decision's block."""
        found = []
        for profile, numbers in zip(self.known.side.runs, self.known.numbers, strict=True):
            of_run: dict[int, dict[int, int]] = {}
            for number in numbers:
                for one in branch_outcomes(profile, number):
                    counts = of_run.setdefault(one.block, {})
                    for target, count in zip(one.targets, one.counts, strict=True):
                        counts[target] = counts.get(target, 0) + count
            found.append(of_run)
        return found
