"""The figures of one method on one side, in each of its runs: loops and decisions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpath_jvm.analysis.flow import flow
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import trips
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.outcomes import BranchOutcomes, branch_outcomes
from kpath_jvm.profile.forest import Int64Array


@dataclass(frozen=True)
class LoopTrips:
    """A loop in one profile, which adds up ``runs`` runs.

    ``cost`` counts the bytecodes in its own blocks, without inner loops.
    """

    entries: int
    iterations: int
    cost: int
    runs: int = 1

    @property
    def mean_iterations(self) -> float:
        """The iterations per entry; 0 if no completed path entered the loop."""
        return self.iterations / self.entries if self.entries else 0.0


class MeasuredMethod:
    """The figures of a method in each run, added up over its versions."""

    def __init__(self, known: KnownMethod) -> None:
        """Takes a method of one side."""
        self.known = known
        self.code = known.code
        self.nest = LoopNest(known.code, known.row)

    @cached_property
    def blocks(self) -> Int64Array:
        """The executions of each block; the shape is (runs, blocks)."""
        return np.stack([blocks for blocks, _ in self._runs])

    @property
    def loops(self) -> list[list[LoopTrips]]:
        """The figures in each run by loop, ordered as in MethodCode.loops."""
        return [[loops[at] for _, loops in self._runs] for at in range(len(self.code.loops))]

    @cached_property
    def _runs(self) -> list[tuple[Int64Array, list[LoopTrips]]]:
        weights = np.array(self.code.instructions, dtype=np.int64)
        found = []
        side = self.known.side
        for profile, numbers, runs in zip(side.runs, self.known.numbers, side.summed, strict=True):
            blocks = np.zeros(len(weights), dtype=np.int64)
            sums = np.zeros((len(self.code.loops), 2), dtype=np.int64)
            for number in numbers:
                counted = flow(profile, number)
                blocks += counted.blocks
                for loop in range(len(self.code.loops)):
                    sums[loop] += trips(self.nest, loop, counted)[:2]
            costs = [
                int((blocks * weights)[self.nest.innermost == loop].sum())
                for loop in range(len(self.code.loops))
            ]
            rows = zip(sums[:, 0].tolist(), sums[:, 1].tolist(), costs, strict=True)
            found.append((blocks, [LoopTrips(*row, runs) for row in rows]))
        return found

    @cached_property
    def branches(self) -> dict[int, BranchOutcomes]:
        """The branches and switches by block, as the first run has them."""
        rows = branch_outcomes(self.known.profile, self.known.method)
        return {one.block: one for one in rows if one.decision.targets}

    @cached_property
    def outcomes(self) -> list[dict[int, dict[int, int]]]:
        """How often each target was taken in each run, by the decision's block."""
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
