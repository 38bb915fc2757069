"""Computes figures about the iterations of a method's loops from the method's n-grams."""

from functools import cached_property

import numpy as np

from kpath_jvm.analysis.flow import Flow
from kpath_jvm.analysis.hot_sequences import HotSequence, hottest_among
from kpath_jvm.analysis.loop_nest import NONE, LoopNest
from kpath_jvm.analysis.of_loops.executed import ExecutedPaths
from kpath_jvm.analysis.of_loops.iterations_per_entry import ways_on
from kpath_jvm.analysis.of_loops.next_iteration import NextIteration
from kpath_jvm.analysis.uncertainty import Histories
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int32Array

#: The least values that a period needs (LoopWindows.period), as numerators and denominators. STEADY
#: is the share of windows whose first path is also their last. OFTEN is the number of windows per
#: own step of the loop.
STEADY = (9, 10)
OFTEN = (1, 2)


class LoopWindows:
    """Figures about a method's loops, from the nodes of the method's forest.

    Loops are numbered as in LoopNest. A *step* leads from one path of a sequence to the next. It
    belongs to the innermost loop that contains both the last block of the first path and the first
    block of the second. It is the loop's *own* step if it is a back edge to the loop's header.
    """

    def __init__(
        self, nest: LoopNest, paths: ExecutedPaths, forest: Forest, counted: Flow, longest: int
    ) -> None:
        """Takes the method's own ``forest``; only its first ``longest`` levels are used."""
        forest, self._longest = forest.truncated(longest), longest
        self._ways = ways_on(counted)
        self._starts = counted.starts
        self._nest = nest
        self._paths = paths
        self._forest = forest
        self._place = paths.places(forest.paths)

    @cached_property
    def _steps(self) -> Int32Array:
        """The loop of each node's last step, or NONE for roots and for steps outside of loops."""
        forest, paths, inner = self._forest, self._paths, self._nest.innermost
        before = self._place[np.maximum(forest.parents, 0)]
        around: Int32Array = self._nest.around[
            inner[paths.lasts[before]], inner[paths.firsts[self._place]]
        ]
        around[forest.parents < 0] = NONE
        return around

    @cached_property
    def _is_own(self) -> BoolArray:
        """Whether each node's last step is an own step of its loop."""
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
        """The innermost loop around all steps of each node, or NONE for roots."""
        found: Int32Array = self._steps.copy()
        for nodes in self._forest.levels[2:]:
            found[nodes] = self._nest.around[found[self._forest.parents[nodes]], found[nodes]]
        return found

    @cached_property
    def _only_own(self) -> Int32Array:
        """For each node, the loop of which all the node's steps are own steps, or NONE."""
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

    def next_iteration(
        self, loop: int, back_edges: int | None, known_length: int
    ) -> NextIteration | None:
        """Returns what followed the loop's back edges; None if no completed path followed them.

        ``back_edges`` is how often back edges were taken, or None if this number may disagree with
        the counts of sequences. ``known_length`` is the length up to which the profile is known to
        have all sequences in the loop.
        """
        forest = self._forest
        ends = self._is_own & (self._steps == loop) & (self._around == loop)
        levels = [nodes[ends[nodes]] for nodes in forest.levels[1:]]
        levels = levels[: next((i for i, nodes in enumerate(levels) if not len(nodes)), None)]
        if not levels:
            return None
        leaves, is_unclear, is_piece, is_thrown = (of[self._place] for of in self._fates(loop))
        pairs = levels[0]
        counts = forest.counts[pairs]
        followed, left, unclear, pieces, thrown = (
            int(counts[of[pairs]].sum())
            for of in (np.ones_like(leaves), leaves, is_unclear, is_piece, is_thrown)
        )
        histories = Histories(forest, levels)
        ways = histories.uncertainty(self._place, ~leaves)
        is_left = leaves.astype(np.intp)
        exits = histories.uncertainty(is_left)
        holds = self._nest.holds[loop]
        caught = sum(
            one.count for one in self._starts if one.kind == "handler" and holds[one.block]
        )
        has_ways = followed > left
        # Otherwise, the number of paths isn't that of back edges.
        is_numbered = not (unclear or pieces or caught)
        is_numbered &= all((self._only_own[nodes] == loop).all() for nodes in levels)
        by_number: tuple[float, ...] = ()
        if is_numbered:
            begun, paths = self._begun, self._paths
            is_first = paths.firsts[begun] != self._nest.headers[loop]
            is_first |= paths.begins_at_entry[begun]
            by_number = histories.uncertainty_by_number(is_left, is_first, len(exits.bits))
        return NextIteration(
            followed, left, unclear, pieces, thrown,
            None if back_edges is None else back_edges - followed,
            caught, ways.bits if has_ways else (), () if unclear else exits.bits,
            ways.too_few if has_ways else None,
            has_ways and ways.too_few is None
            and known_length <= len(ways.bits) < self._longest,
            self._left_inside(loop, pairs[leaves[pairs]]),
            sure_from=ways.sure_from if has_ways else None,
            exit_bits_by_number=by_number,
        )  # fmt: skip

    def _left_inside(self, loop: int, leaving: IndexArray) -> int | None:
        """Returns how often the paths of ``leaving`` leave the loop elsewhere than from its test.

        Each of these paths begins at the loop's header and leaves the loop. Returns None if the
        loop has no loop test.
        """
        test, holds, paths = self._nest.test(loop), self._nest.holds[loop], self._paths
        if not test:
            return None
        times = np.zeros(len(paths.numbers), dtype=np.int64)
        np.add.at(times, self._place[leaving], self._forest.counts[leaving])
        found = 0
        for place in np.flatnonzero(times).tolist():
            begin, end = np.searchsorted(paths.owners, [place, place + 1])
            blocks = paths.blocks[begin:end].tolist()
            inside = next((at for at, one in enumerate(blocks) if not holds[one]), len(blocks))
            found += 0 if blocks[inside - 1] in test else int(times[place])
        return found

    def _fates(self, loop: int) -> tuple[BoolArray, BoolArray, BoolArray, BoolArray]:
        """Returns what becomes of paths that begin at the loop's header, by their places.

        The first array is true for paths that leave the loop, and the second for paths that may
        leave or stay. The third is true for paths that may stay in the loop without ending their
        iteration, and the fourth for those of them that end at an athrow.
        """
        paths, nest, holds = self._paths, self._nest, self._nest.holds[loop]
        ends, of = self._path_ends
        may_leave, may_stay, throws = np.zeros((3, len(ends)), dtype=bool)
        for place, (kind, last) in enumerate(ends):
            ways = self._ways.get((kind, last), frozenset())
            if not holds[last]:
                may_leave[place] = True
            elif kind == "exit":
                # An exception that is thrown here may be caught in the loop.
                may_leave[place] = True
                may_stay[place] = throws[place] = last in nest.athrows
            else:
                may_leave[place] = any(not holds[to] for to in ways)
                may_stay[place] = not ways or any(holds[to] for to in ways)
        leaves, stays = may_leave[of], may_stay[of]
        is_whole = paths.ends_loop & nest.is_latch[loop, paths.lasts]
        return leaves & ~stays, leaves & stays, stays & ~is_whole, throws[of]

    @cached_property
    def _path_ends(self) -> tuple[list[tuple[str, int]], IndexArray]:
        return self._paths.distinct_ends()

    def period(self, loop: int) -> tuple[int, float] | None:
        """Returns the period of the loop's iterations, and the share of windows that fit it.

        For a number p, a window is a sequence of p + 1 iterations, each complete from back edge to
        back edge. A window fits p if its first path is also its last. The period is the least p
        that at least nine in ten windows fit. There must be at least half as many windows as own
        steps of the loop. For each smaller p, the share of windows that don't fit must be at least
        twice as large as for the period. Returns None if there is no such p.
        """
        forest, is_whole = self._forest, self._is_whole(loop)
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

    def whole_iterations(self, loop: int) -> int:
        """Returns how many of a loop's iterations are one completed path from header to back edge.

        Only these iterations are in the windows of ``period``.
        """
        return int(self._paths.counts[self._is_whole(loop)].sum())

    def whole_paths(self, loop: int) -> int:
        """Returns how many different paths the iterations counted by ``whole_iterations`` take."""
        return int(self._is_whole(loop).sum())

    def _is_whole(self, loop: int) -> BoolArray:
        """Returns which executed paths lead from a loop's header to one of its back edges."""
        paths = self._paths
        is_whole = paths.begins_loop & paths.ends_loop & self._nest.is_latch[loop, paths.lasts]
        return np.asarray(is_whole & (paths.firsts == self._nest.headers[loop]))

    def sequence(self, loop: int) -> HotSequence | None:
        """Returns the hottest sequence with ``loop`` as the innermost loop around it, or None.

        The sequence is chosen by the first two rules of hot_sequences, among the sequences that
        stay in the loop.
        """
        forest = self._forest
        within = (self._nest.around[loop] == loop)[self._around]
        return hottest_among(forest, within | (forest.parents < 0), self._around == loop)
