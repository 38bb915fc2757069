"""Counts the entries, iterations and bytecodes of a method's loops, and bounds these numbers.

The counts come from completed paths or, where edges were counted, from edges. Paths that an
exception ended, or that were under way or held back at the recording's end, aren't counted. So the
numbers of entries and of iterations can both be too low. Then their quotient isn't even a bound of
the iterations per entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.cut_off import CutOffPaths, cut_off_by_start, reached
from kpath_jvm.analysis.flow import Flow, flow
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_edges.block_counts import BlockBytecodes
from kpath_jvm.analysis.of_edges.path_windows import is_of_first_paths
from kpath_jvm.analysis.of_loops.iterations_per_entry import LoopTotals
from kpath_jvm.analysis.uncompleted import counts_whole_activations, held_back, uncounted
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import BoolArray, IndexArray
from kpath_jvm.profile.model import Profile
from kpath_jvm.ratio import Ratio


@dataclass(frozen=True, kw_only=True)
class LoopCounts:
    """A loop's entries and iterations (docs/glossary.md), and how certain they are.

    ``back_edges_taken`` is how many of the iterations ended at a back edge. Without a counted
    entry, ``entries`` is still 1 if a completed path in the loop shows that there was exactly one.
    ``missing_entries`` is the largest number by which ``entries`` can be too low, and
    ``missing_iterations`` is that number for ``iterations``; neither is greater than ``missing``.
    All three are None if they aren't known. ``ran_inside`` is the number of uncounted paths that
    may have run through the loop, or None if that number isn't known. The bytecodes of these paths
    aren't counted, even if no entry or iteration is missing.

    If ``is_at_least`` is set, entries and iterations are lower bounds, because counts of edges give
    no upper bound, only the first paths were counted, or counts were lost. If ``is_estimate`` is
    set, the profiler has estimated some of these numbers. If ``has_iterations`` is False, the
    profiler counted entries but nothing that happened after them, so ``iterations`` is 0 and has no
    meaning.
    """

    entries: int
    iterations: int
    missing: int | None
    back_edges_taken: int = 0
    missing_entries: int | None = None
    missing_iterations: int | None = None
    ran_inside: int | None = None
    is_at_least: bool = False
    is_estimate: bool = False
    has_iterations: bool = True

    @property
    def are_exact(self) -> bool:
        """Whether the numbers of entries and of iterations are both exact."""
        return self.missing == 0 and not (self.is_at_least or self.is_estimate)

    @property
    def of_back_edges(self) -> LoopCounts:
        """The counts in which only those iterations count that ended at a back edge.

        The upper bounds hold for them, too, because no more iterations are missing than in all.
        """
        return replace(self, iterations=self.back_edges_taken)

    @property
    def known_iterations(self) -> int | None:
        """The iterations, or None if nothing that happened after the entries was counted."""
        return self.iterations if self.has_iterations else None

    @property
    def entries_most(self) -> int | None:
        """The upper bound of the entries, or None if it isn't known."""
        return None if self.missing_entries is None else self.entries + self.missing_entries

    @property
    def iterations_most(self) -> int | None:
        """The upper bound of the iterations, or None if it isn't known."""
        return (
            None if self.missing_iterations is None else self.iterations + self.missing_iterations
        )

    @property
    def mean_least(self) -> float | None:
        """A lower bound of the mean iterations per entry.

        It is None if the upper bound of the entries isn't known or is 0.
        """
        return Ratio(self.iterations, self.entries_most) if self.entries_most else None

    @property
    def mean_most(self) -> float | None:
        """An upper bound of the mean iterations per entry, or None if there is none."""
        most = self.iterations_most
        return None if most is None or not self.entries else Ratio(most, self.entries)

    @property
    def mean_iterations(self) -> float | None:
        """The number of iterations per entry, or None if it isn't known.

        It is computed only from exact counts or from estimates.
        """
        if not self.entries or not self.has_iterations:
            return None
        is_known = self.is_estimate or self.are_exact
        return Ratio(self.iterations, self.entries) if is_known else None


def summed_counts(several: Sequence[LoopCounts]) -> LoopCounts:
    """Returns the counts of one loop added up over versions of its method.

    If a number isn't known for one version, it isn't known for the sum.
    """
    return LoopCounts(
        entries=sum(one.entries for one in several),
        iterations=sum(one.iterations for one in several),
        missing=_sum([one.missing for one in several]),
        back_edges_taken=sum(one.back_edges_taken for one in several),
        missing_entries=_sum([one.missing_entries for one in several]),
        missing_iterations=_sum([one.missing_iterations for one in several]),
        ran_inside=_sum([one.ran_inside for one in several]),
        is_at_least=any(one.is_at_least for one in several),
        is_estimate=any(one.is_estimate for one in several),
        has_iterations=all(one.has_iterations for one in several),
    )


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [one for one in counts if one is not None]
    return sum(known) if len(known) == len(counts) else None


class OwnWork(Struct, frozen=True):
    """The bytecodes executed in a loop's own blocks, those that are in no inner loop.

    If paths were counted, ``bytecodes`` are those of completed paths, and both ``bounds`` are equal
    to this number. If edges were counted, ``bytecodes`` is one of the numbers within the bounds.
    """

    bytecodes: int
    bounds: AmountBounds

    @classmethod
    def summed(cls, several: Iterable[OwnWork]) -> OwnWork:
        """Returns the work of several loops, or of one loop in several versions of its method."""
        found = [*several]
        nothing = AmountBounds.exact(0)
        return cls(sum(one.bytecodes for one in found), sum((one.bounds for one in found), nothing))


class _Begun(Struct, frozen=True):
    """A group of ``number`` cut-off paths, with the blocks that they may have reached.

    Each of the paths began at one of the blocks ``starts``. ``reached`` are the blocks through
    which these paths may have run. ``entered`` are the blocks that these paths may have entered
    without being counted there: by an edge from another block, or by beginning there, at the
    method's entry or a handler.
    """

    number: int
    starts: frozenset[int]
    reached: IndexArray
    entered: frozenset[int]

    @classmethod
    def of(cls, paths: CutOffPaths, code: MethodCode) -> _Begun:
        decoder, blocks = code.decoder, reached(code, paths.starts)
        # If a path begins because another path ended, the edge between the two was counted.
        firsts = paths.starts & (decoder.begun_at("entry") | decoder.begun_at("handler"))
        entered = firsts.union(*map(decoder.following, blocks))
        reached_blocks = np.array(sorted(blocks), dtype=np.intp)
        return cls(paths.number, paths.starts, reached_blocks, entered)


class CountedLoops:
    """The entries, iterations and bytecodes of a method's loops."""

    def __init__(self, profile: Profile, method: int) -> None:
        row = profile.method_rows.row(method)
        # If the profile has notes, the number of the method's entries isn't used: a note may say
        # that counting began or ended while activations were under way. If the profile lacks only
        # paths that were held back at the end, the number is used, because entries are never held
        # back.
        is_whole = profile.worth_of_counts.is_whole_but_for_the_end
        self._entries = int(row["entries"]) if is_whole else None
        # In a part of a method, such as ``--loop`` selects, paths are missing, and the counted
        # paths don't show where the uncounted paths began.
        found = sum(count for (count,) in profile.rows_of("paths").rows(method, "count"))
        self._is_whole = found == int(row["completed"]) and counts_whole_activations(profile)
        self._code = code = profile.code(method)
        begun = cut_off_by_start(profile, method) if found == int(row["completed"]) else None
        #: The cut-off paths, grouped by where they began; None if this isn't known.
        self._begun = None if begun is None else [_Begun.of(one, code) for one in begun]
        self._held_back = held_back(profile, method)
        self._is_of_first_paths = is_of_first_paths(profile, method)
        worth = profile.worth_of_counts
        #: Whether counts may be too low by any amount, because something wasn't recorded.
        self._is_torn = worth.is_torn and worth.has_lower_bounds
        self._lost = uncounted(profile, method)
        self.flow = flow(profile, method)
        self.nest = LoopNest(self._code, row)

    @cached_property
    def bytecodes(self) -> BlockBytecodes:
        """The bytecodes of all blocks."""
        return self.flow.bytecodes(self._code.instructions)

    def own_work(self, loop: int) -> OwnWork:
        """Returns the bytecodes executed in a loop's own blocks, with their bounds."""
        own = self.nest.innermost == loop
        least, most = self.bytecodes.bounds(are_estimates=self._is_of_first_paths)
        bounds = AmountBounds(float(least[own].sum()), float(most[own].sum()))
        return OwnWork(int(self.bytecodes.most[own].sum()), bounds)

    def totals(self, loop: int) -> LoopTotals:
        """Returns a loop's entries and iterations, and how many paths the method may have lost."""
        return LoopTotals(*_trips(self.nest, loop, self.flow), self._lost)

    def counts(self, loop: int) -> LoopCounts:
        """Returns a loop's entries and iterations, and how certain they are."""
        nest, counted, totals = self.nest, self.flow, self.totals(loop)
        is_open = self._is_torn or _is_open(nest, loop, counted)
        entries = totals.entries
        missing = missing_entries = missing_iterations = ran_inside = None
        if totals.lost is not None and not is_open:
            most = nest.most_iterations_in_a_path(loop)
            holds, header = nest.holds[loop], nest.loops[loop].header
            ran_inside = self._uncounted(totals.lost, lambda one: bool(holds[one.reached].any()))
            entering = self._uncounted(totals.lost, lambda one: header in one.entered)
            missing_entries = self._missing_entries(loop, totals, entering * most + totals.room)
            if not totals.entries and missing_entries == 1 and self._surely_entered(loop):
                entries, missing_entries = 1, 0
            ends = self._ends_iteration(loop)
            leaving = self._uncounted(totals.lost, lambda one: bool(ends[one.reached].any()))
            # A path whose exception was caught inside of the loop didn't leave the loop.
            leaving = min(leaving, max(ran_inside - self._caught_in(loop), 0))
            missing_iterations = leaving * most + totals.room
            missing = max(missing_entries, missing_iterations)
        is_estimate = not counted.is_of_paths and (
            self._is_of_first_paths or _is_estimate(nest, loop, counted)
        )
        return LoopCounts(
            entries=entries,
            iterations=totals.iterations,
            missing=missing,
            back_edges_taken=totals.back_edges_taken,
            missing_entries=missing_entries,
            missing_iterations=missing_iterations,
            ran_inside=ran_inside,
            is_at_least=not is_estimate and (is_open or self._is_of_first_paths),
            is_estimate=is_estimate,
            has_iterations=not is_estimate or _is_seen_inside(nest, loop, counted),
        )

    def uncounted_from(self, blocks: Collection[int]) -> int | None:
        """Returns how many uncounted paths may have begun at any of some blocks; None if unknown.

        The result is an upper bound.
        """
        if self._lost is None:
            return None
        return self._uncounted(self._lost, lambda one: not one.starts.isdisjoint(blocks))

    def _uncounted(self, lost: int, may: Callable[[_Begun], bool]) -> int:
        """Returns the number of cut-off paths in groups for which ``may`` is true, or ``lost``.

        Paths that were held back may have done anything, so they are added. The result is ``lost``
        if the groups aren't known.
        """
        if self._begun is None:
            return lost
        return self._held_back + sum(one.number for one in self._begun if may(one))

    def _ends_iteration(self, loop: int) -> BoolArray:
        """Returns for each block whether a path that is cut off later may end an iteration there.

        A path that takes a back edge or a cut edge is completed. So a cut-off path can have ended
        an iteration only by leaving the loop by another edge, from a block outside the loop's test.
        """
        holds, test, decoder = self.nest.holds[loop], self.nest.test(loop), self._code.decoder
        found = np.zeros(len(holds), dtype=bool)
        for one in np.flatnonzero(holds).tolist():
            found[one] = one not in test and not all(holds[to] for to in decoder.following(one))
        return found

    def _missing_entries(self, loop: int, totals: LoopTotals, missing: int) -> int:
        """Returns by how much a loop's entries can be too low; the result is at most ``missing``.

        An activation enters an outermost loop at most once: ordinary edges that led back to its
        header would form a loop around this one. This isn't certain if a handler may lead to the
        header from outside of the loop. A handler in the loop may do so, too, if it leads out of
        the loop first, or if it is the header.
        """
        nest = self.nest
        if self._entries is None or nest.depth(loop) > 1 or not nest.is_entered_at_header(loop):
            return missing
        handlers = {one.block for one in self._code.decisions if one.operator == "caught"}
        handlers |= self._code.decoder.begun_at("handler")
        header = nest.loops[loop].header
        outside = {block for block in handlers if block == header or not nest.holds[loop, block]}
        if outside != handlers:
            outside |= nest.ways_out(loop)
        if nest.may_lead_to(header, outside):
            return missing
        return max(min(missing, self._entries - totals.entries), 0)

    def _surely_entered(self, loop: int) -> bool:
        """Returns whether a completed path in a loop shows that the loop was entered at its header.

        This isn't certain if counting may have begun while an activation was in the loop, or if the
        loop can be entered elsewhere than at its header.
        """
        nest, counted = self.nest, self.flow
        if self._entries is None or not counted.is_of_paths or not nest.is_entered_at_header(loop):
            return False
        return bool(counted.blocks[nest.holds[loop]].any())

    def _caught_in(self, loop: int) -> int:
        """Returns how many abandoned paths surely ended no iteration of a loop.

        An exception that is dispatched to a handler inside the loop comes from a block of the loop,
        so it doesn't end the iteration. If a path that leaves the loop can't come back to it, the
        path that the exception ended had ended no iteration before, either. Each completed path
        that began at such a handler follows an abandoned path, or a path that ended at an athrow in
        the loop. A handler that is the loop's header isn't considered, because it may also catch
        exceptions from outside of the loop.
        """
        nest, counted = self.nest, self.flow
        if not (self._is_whole and counted.is_of_paths) or nest.may_return(loop):
            return 0
        header, holds = nest.loops[loop].header, nest.holds[loop]
        caught = sum(
            one.count
            for one in counted.starts
            if one.kind == "handler" and holds[one.block] and one.block != header
        )
        thrown = sum(
            one.count for one in counted.ends if holds[one.block] and one.block in nest.athrows
        )
        return max(caught - thrown, 0)


def _is_open(nest: LoopNest, loop: int, counted: Flow) -> bool:
    """Returns whether any count on which a loop's figures depend has no known upper bound."""
    header, holds = nest.loops[loop].header, nest.holds[loop]
    edges = (one for one in counted.edges if one.target == header or holds[one.source])
    starts = (one for one in counted.starts if one.block == header)
    ends = (one for one in counted.ends if holds[one.block] and one.block not in nest.athrows)
    return any(one.is_open for one in edges) or not all(
        one.is_exact for some in (starts, ends) for one in some
    )


def _is_estimate(nest: LoopNest, loop: int, counted: Flow) -> bool:
    header, holds = nest.loops[loop].header, nest.holds[loop]
    return any(
        one.is_estimate for one in counted.edges if one.target == header or holds[one.source]
    )


def _is_seen_inside(nest: LoopNest, loop: int, counted: Flow) -> bool:
    """Returns whether anything was counted after a loop's entries."""
    holds = nest.holds[loop]
    return any(one.most for one in counted.edges if holds[one.source]) or any(
        one.count for one in counted.ends if holds[one.block]
    )


def _trips(nest: LoopNest, loop: int, counted: Flow) -> tuple[int, int, int, int]:
    """Returns entries, iterations, back edges, and by how much the first two may be greater.

    Both may be greater where only bounds are known for counts of edges. Each back edge that is
    taken counts as an iteration, and so does each exit from the loop elsewhere than from its test.
    Some blocks belong to the loop only because an exception leads from them to a handler in the
    loop. A return in such a block is an exit from the loop, but an athrow isn't.
    """
    header, holds, test = nest.loops[loop].header, nest.holds[loop], nest.test(loop)
    entering = sum(one.count for one in counted.starts if one.block == header)
    around = leaving = open_entering = open_around = open_leaving = 0
    for edge in counted.edges:
        is_latch = bool(nest.is_latch[loop, edge.source])
        if edge.target == header and is_latch:
            around, open_around = around + edge.surest, open_around + edge.most - edge.surest
        elif edge.target == header:
            entering += edge.surest
            open_entering += edge.most - edge.surest
        elif holds[edge.source] and not holds[edge.target] and edge.source not in test:
            leaving += edge.surest
            open_leaving += edge.most - edge.surest
    leaving += sum(
        one.count
        for one in counted.ends
        if holds[one.block] and one.block not in test and one.block not in nest.athrows
    )
    if header in counted.inexact:
        return entering, around + leaving, around, max(open_entering, open_around + open_leaving)
    # Each visit of the header comes from an entry or from a back edge.
    visits = int(counted.blocks[header])
    more_entering = min(max(visits - around - open_around - entering, 0), open_entering)
    more_around = min(max(visits - entering - open_entering - around, 0), open_around)
    open_rest = max(open_entering - more_entering, open_around - more_around + open_leaving)
    around += more_around
    return entering + more_entering, around + leaving, around, open_rest
