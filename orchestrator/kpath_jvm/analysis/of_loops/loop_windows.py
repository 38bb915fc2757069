"""What the n-grams of a method say about the iterations of one of its loops."""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from kpath_jvm.analysis.hot_sequences import HotSequence, hottest_among
from kpath_jvm.analysis.loop_nest import NONE, LoopNest
from kpath_jvm.analysis.of_loops.executed import ExecutedPaths
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int32Array, Int64Array

#: What a period needs, as numerators and denominators: STEADY is the share of windows that end as
#: they began, and OFTEN the number of windows for each of the loop's own steps.
STEADY = (9, 10)
OFTEN = (1, 2)


class LoopWindows:
    """One entry per node of the method's forest; loops are named as in the nest.

    A *step* leads from one path of a sequence to the next. It belongs to the innermost loop around
    the block that it leaves and the block that it enters. It is the loop's *own* step if it is a
    back edge to the loop's header.
    """

    def __init__(self, nest: LoopNest, paths: ExecutedPaths, forest: Forest) -> None:
        """Takes the ``forest`` of the method alone; its depth limits the length of sequences."""
        self._nest = nest
        self._paths = paths
        self._forest = forest
        self._place = paths.places(forest.paths)

    @cached_property
    def _steps(self) -> Int32Array:
        """The loop of each node's last step, NONE for roots and for steps outside of loops."""
        forest, paths, inner = self._forest, self._paths, self._nest.innermost
        before = self._place[np.maximum(forest.parents, 0)]
        around: Int32Array = self._nest.around[
            inner[paths.lasts[before]], inner[paths.firsts[self._place]]
        ]
        around[forest.parents < 0] = NONE
        return around

    @cached_property
    def _is_own(self) -> BoolArray:
        """Whether each node's last step is the loop's own."""
        forest, paths, nest = self._forest, self._paths, self._nest
        before = self._place[np.maximum(forest.parents, 0)]
        loop = self._steps
        first = paths.firsts[self._place]
        is_back: BoolArray = nest.is_latch[loop, paths.lasts[before]] & (
            nest.headers[loop] == first
        )
        is_back &= (loop >= 0) & paths.ends_loop[before] & paths.begins_loop[self._place]
        return is_back

    @cached_property
    def _around(self) -> Int32Array:
        """The innermost loop around all steps of each node, NONE for roots."""
        found: Int32Array = self._steps.copy()
        for nodes in self._forest.levels[2:]:
            found[nodes] = self._nest.around[found[self._forest.parents[nodes]], found[nodes]]
        return found

    @cached_property
    def _only_own(self) -> Int32Array:
        """The loop that all steps of each node are own steps of, NONE if there is none."""
        found: Int32Array = np.where(self._is_own, self._steps, NONE).astype(np.int32)
        for nodes in self._forest.levels[2:]:
            before = found[self._forest.parents[nodes]]
            found[nodes] = np.where(before == found[nodes], found[nodes], NONE)
        return found

    @cached_property
    def _begun(self) -> IndexArray:
        """The place of the first path of each node."""
        found: IndexArray = self._place.copy()
        for nodes in self._forest.levels[1:]:
            found[nodes] = found[self._forest.parents[nodes]]
        return found

    def entropies(self, loop: int) -> tuple[float, ...]:
        """Returns how uncertain, in bits, the loop's next path is after 0, 1, 2 ... known ones.

        Each path that an own step of the loop leads to counts as a next path. The known ones are
        the last paths before it, but none from before the loop was entered. Where there are fewer
        than that number, all of them are known, so the bits never grow. The result is empty if the
        profile has no such step.
        """
        forest = self._forest
        ends = self._is_own & (self._steps == loop) & (self._around == loop)
        levels = [nodes[ends[nodes]] for nodes in forest.levels[1:]]
        levels = levels[: next((i for i, nodes in enumerate(levels) if not len(nodes)), None)]
        if not levels:
            return ()
        # How often no further path in the loop came before a node.
        alone = forest.counts.copy()
        for nodes in levels[1:]:
            behind = forest.suffixes[nodes]
            np.subtract.at(alone, behind[behind >= 0], forest.counts[nodes][behind >= 0])
        alone = np.maximum(alone, 0)
        totals = np.zeros(len(self._paths.numbers), dtype=np.int64)
        np.add.at(totals, self._place[levels[0]], forest.counts[levels[0]])
        found = [_entropy(np.zeros_like(totals), totals)]
        for known in range(1, len(levels) + 1):
            nodes = np.concatenate(levels[:known])
            counts = alone[nodes]
            counts[len(nodes) - len(levels[known - 1]) :] = forest.counts[levels[known - 1]]
            found.append(_entropy(forest.parents[nodes], counts))
        return tuple(found)

    def period(self, loop: int) -> tuple[int, float] | None:
        """Returns the period of the loop's iterations, and in what share of the windows it holds.

        A window is p + 1 iterations in a row, each complete from back edge to back edge. The period
        is the least p for which at least nine in ten windows end with the path that they begin
        with. There must be at least half as many windows as own steps of the loop. For each smaller
        p, the share of windows that end with another path must be at least twice as large.
        Returns None if there is no such p.
        """
        forest, paths = self._forest, self._paths
        is_whole = paths.begins_loop & paths.ends_loop & self._nest.is_latch[loop, paths.lasts]
        is_whole &= paths.firsts == self._nest.headers[loop]
        all_steps = self._is_own & (self._steps == loop) & (forest.depths == 2)
        least = int(forest.counts[all_steps].sum()) * OFTEN[0]
        least_off = 1.0
        for period, nodes in enumerate(forest.levels[1:], start=1):
            own = nodes[self._only_own[nodes] == loop]
            own = own[is_whole[self._begun[own]] & is_whole[self._place[own]]]
            windows = int(forest.counts[own].sum())
            if windows == 0 or windows * OFTEN[1] < least:
                return None
            is_same = self._begun[own] == self._place[own]
            same = int(forest.counts[own[is_same]].sum())
            off = 1 - same / windows
            if same * STEADY[1] >= windows * STEADY[0] and (period == 1 or 2 * off <= least_off):
                return period, same / windows
            least_off = min(least_off, off)
        return None

    def sequence(self, loop: int) -> HotSequence | None:
        """Returns the hottest sequence whose innermost loop is this one, or None.

        It is chosen by the first two rules of hot_sequences, among the sequences that stay in the
        loop.
        """
        forest = self._forest
        within = (self._nest.around[loop] == loop)[self._around]
        return hottest_among(forest, within | (forest.parents < 0), self._around == loop)


def _entropy(groups: npt.NDArray[np.signedinteger], counts: Int64Array) -> float:
    """Returns the bits of an item once its group is known; one entry per item and group."""
    is_there = counts > 0
    groups, weights = groups[is_there], counts[is_there].astype(np.float64)
    order = np.argsort(groups, kind="stable")
    groups, weights = groups[order], weights[order]
    firsts = np.flatnonzero(np.append(True, groups[1:] != groups[:-1]))
    sizes = np.diff(np.append(firsts, len(groups)))
    totals = np.repeat(np.add.reduceat(weights, firsts), sizes)
    return max(0.0, float(-(weights / weights.sum() * np.log2(weights / totals)).sum()))
