"""The loops of a method: entries, iterations, costs, and what the paths through them do.

All of this follows from counts of completed paths, or of edges where these were counted. Paths that
an exception left, or that were running when the recording ended, aren't counted.
``LoopRow.missing`` says by how much counts can be too low.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from kpath_jvm.analysis.flow import Flow, flow
from kpath_jvm.analysis.hot_sequences import HotSequence
from kpath_jvm.analysis.look_back import may_tell_more
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.of_edges.path_windows import first_paths, is_windowed
from kpath_jvm.analysis.of_loops.executed import executed_paths
from kpath_jvm.analysis.of_loops.iterations_per_entry import (
    IterationsPerEntry,
    LoopEntries,
    LoopTotals,
)
from kpath_jvm.analysis.of_loops.loop_windows import LoopWindows
from kpath_jvm.analysis.of_loops.next_iteration import NextIteration
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.profile.model import Profile
from kpath_jvm.records.completeness import Cause

#: After these causes, counts of paths and of their sequences may disagree. After others, such as a
#: kill, they still agree.
_TEARING = (
    Cause.LOST_EVENTS, Cause.ENDED_EARLY, Cause.ENGINE_FAILED, Cause.NOT_TOLD,
    Cause.STILL_COUNTING, Cause.NO_ROOM_TO_COUNT, Cause.DISAGREEMENT,
)  # fmt: skip


@dataclass(frozen=True)
class LoopRow:
    """One loop of a method (docs/glossary.md: entry, iteration).

    ``loop`` is its place in ``MethodCode.loops``, and ``depth`` is 1 for an outermost loop.
    ``header_line`` is None without a line table. ``paths`` are the executed paths that run through
    the loop's own blocks, which are in no inner loop. ``cost`` counts the bytecodes executed in its
    own blocks, and ``whole_cost`` also those of inner loops. ``completions`` are those of paths
    that run through any of its blocks. ``next_iteration`` is what followed its back edges, None if
    no completed path followed any. ``period`` and ``period_share`` say whether iterations repeat
    (LoopWindows.period). ``period_above`` is the longest period that the sequences show, if they
    show none and a longer one may well exist (look_back.py), and None otherwise. ``missing`` is by
    how much entries and iterations can each be too low, or None if that isn't known;
    ``missing_entries`` is the same for entries alone, and may be less. ``is_at_least`` says that
    entries and iterations are lower bounds, because counts of edges give no upper bound or because
    only the first paths were counted. ``is_estimate`` says that the profiler has estimated some of
    them instead of counting. If only the method's first paths were counted, ``first_paths`` is how
    many at most, and none of the figures stands for the whole run. If ``has_iterations`` isn't set,
    the profiler counted entries and nothing of what they did, so ``iterations`` is 0 and means
    nothing.

    ``per_entry`` is the distribution of iterations per entry. It is None where only edges were
    counted, where counts of sequences can be too low because the engine's memory was full, and for
    a loop of an irreducible method that can be entered elsewhere than at its header. It is also
    None in a part of a method; rows_with_entries takes it from the whole one. It is None, too,
    where events were lost or the recording contradicts itself, so that sequences don't fit their
    paths.
    """

    method: int
    loop: int
    header: int
    header_line: int | None
    depth: int
    entries: int
    iterations: int
    missing: int | None
    paths: tuple[int, ...]
    cost: int
    whole_cost: int
    completions: int
    sequence: HotSequence | None
    next_iteration: NextIteration | None
    period: int | None
    period_share: float | None
    is_at_least: bool = False
    is_estimate: bool = False
    per_entry: IterationsPerEntry | None = None
    missing_entries: int | None = None
    first_paths: int | None = None
    has_iterations: bool = True
    period_above: int | None = None

    @property
    def known_iterations(self) -> int | None:
        """The iterations, or None if nothing that the entries did was counted."""
        return self.iterations if self.has_iterations else None

    @property
    def entries_most(self) -> int | None:
        """The most entries that there can have been, or None if that isn't known."""
        return None if self.missing_entries is None else self.entries + self.missing_entries

    @property
    def iterations_most(self) -> int | None:
        """The most iterations that there can have been, or None if that isn't known."""
        return None if self.missing is None else self.iterations + self.missing

    @property
    def mean_least(self) -> float | None:
        """A lower bound of the iterations per entry, or None if there is none but 0."""
        return self.iterations / self.entries_most if self.entries_most else None

    @property
    def mean_most(self) -> float | None:
        """An upper bound of the iterations per entry, or None if there is none."""
        most = self.iterations_most
        return None if most is None or not self.entries else most / self.entries

    @property
    def mean_iterations(self) -> float | None:
        """The number of iterations per entry, or None if it isn't known.

        Where entries and iterations can both be too low, their quotient bounds nothing: it is too
        high if entries are missing, and too low if iterations are. ``mean_least`` and ``mean_most``
        are the bounds. Estimates have an estimated quotient.
        """
        if not self.entries or not self.has_iterations:
            return None
        is_known = self.is_estimate or (self.missing == 0 and not self.is_at_least)
        return self.iterations / self.entries if is_known else None


def loop_rows(
    profile: Profile, method: int, k: int | None = None, loops: Collection[int] | None = None
) -> list[LoopRow]:
    """Returns a method's executed loops, or some of them, in the order of their numbers.

    With ``k``, sequences of at most k paths are used. For a method whose edges were counted, the
    rows say nothing about paths. The list is empty if neither paths nor edges are known.
    """
    code = profile.code(method)
    if not code.loops:
        return []
    found = _Loops(profile, method, k)
    counted, nest, paths = found.counted, found.nest, found.paths
    if not counted.blocks.any():
        return []
    windows = LoopWindows(nest, paths, found.forest.truncated(found.longest), counted)
    weights = counted.blocks * np.array(code.instructions, dtype=np.int64)
    rows = []
    for loop in range(len(code.loops)) if loops is None else sorted(loops):
        own = nest.innermost == loop
        if not counted.blocks[nest.holds[loop]].any():
            continue
        totals = found.totals(loop)
        period = windows.period(loop)
        next_iteration = windows.next_iteration(loop, found.back_edges(loop))
        is_open = _is_open(nest, loop, counted)
        missing = entries_missing = None
        # A negative number of lost paths is a contradiction, which the verdict reports.
        if totals.lost is not None and totals.lost >= 0 and not is_open:
            missing = totals.lost * nest.most_iterations_in_a_path(loop) + totals.room
            entries_missing = found.missing_entries(loop, totals, missing)
        if next_iteration is not None:
            next_iteration = replace(
                next_iteration,
                is_left_exact=_is_left_exact(next_iteration, totals, entries_missing),
            )
        is_estimate = not counted.is_of_paths and (
            found.is_windowed or _is_estimate(nest, loop, counted)
        )
        rows.append(
            LoopRow(
                method=method,
                loop=loop,
                header=code.loops[loop].header,
                header_line=code.header_line(code.loops[loop].header),
                depth=nest.depth(loop),
                entries=totals.entries,
                iterations=totals.iterations,
                missing=missing,
                paths=tuple(paths.numbers[paths.through(own)].tolist()),
                cost=int(weights[own].sum()),
                whole_cost=int(weights[nest.holds[loop]].sum()),
                completions=int(paths.counts[paths.through(nest.holds[loop])].sum()),
                sequence=windows.sequence(loop),
                next_iteration=next_iteration,
                period=None if period is None else period[0],
                period_share=None if period is None else period[1],
                is_at_least=not is_estimate and (is_open or found.is_windowed),
                is_estimate=is_estimate,
                per_entry=found.per_entry(loop, totals),
                missing_entries=entries_missing,
                first_paths=first_paths(profile),
                has_iterations=not is_estimate or _is_seen_inside(nest, loop, counted),
                period_above=_period_above(next_iteration, totals, found.longest)
                if period is None
                else None,
            )
        )
    return rows


class _Loops:
    """What is counted in a method with loops; sequences have at most ``k`` paths, if it is given.

    ``lost`` is as in LoopTotals.
    """

    def __init__(self, profile: Profile, method: int, k: int | None) -> None:
        row = profile.method_rows.row(method)
        self._code = profile.code(method)
        # A note may say that counting began or ended while activations were under way.
        self._entries = int(row["entries"]) if profile.completeness.is_unremarkable else None
        self.paths = executed_paths(profile, method)
        self.counted = flow(profile, method)
        self.is_windowed = is_windowed(profile)
        self.nest = LoopNest(self._code, row)
        self.forest = profile.method_forest(method)
        self.longest = profile.k if k is None else min(k, profile.k)
        self.lost = uncompleted(profile, method)
        # A part of a method, as --loop selects it, lacks the paths that follow some entries.
        is_whole = int(self.paths.counts.sum()) == row["completed"]
        is_exact = is_whole and profile.counts_sequences_exactly(method) and not _is_torn(profile)
        self._is_exact = is_exact
        self._walks = None
        if self.counted.is_of_paths and is_exact:
            self._walks = LoopEntries(
                profile, self.nest, self.paths, self.counted, self.forest, self.longest
            )

    def totals(self, loop: int) -> LoopTotals:
        """Returns a loop's entries and iterations."""
        return LoopTotals(*trips(self.nest, loop, self.counted), self.lost)

    def missing_entries(self, loop: int, totals: LoopTotals, missing: int) -> int:
        """Returns by how much a loop's entries can be too low, at most ``missing``.

        An activation enters an outermost loop once at most: it could come back only on a way around
        that leads through the loop's header, and such a way belongs to a loop around this one. So
        there are no more entries than activations. This holds for ways of ordinary edges, so no
        handler outside of the loop may lead to the header.
        """
        nest = self.nest
        if self._entries is None or nest.depth(loop) > 1 or not nest.is_entered_at_header(loop):
            return missing
        handlers = {one.block for one in self._code.decisions if one.operator == "caught"}
        handlers |= self._code.decoder.begun_at("handler")
        outside = {block for block in handlers if not nest.holds[loop, block]}
        if nest.may_lead_to(nest.loops[loop].header, outside):
            return missing
        return max(min(missing, self._entries - totals.entries), 0)

    def back_edges(self, loop: int) -> int | None:
        """Returns how often a loop's back edges were taken.

        Returns None if that isn't known exactly, or if counts of sequences needn't agree with it.
        """
        header, is_latch = self.nest.loops[loop].header, self.nest.is_latch[loop]
        own = [one for one in self.counted.edges if one.target == header and is_latch[one.source]]
        if not self._is_exact or not all(one.is_exact for one in own):
            return None
        return sum(one.least for one in own)

    def per_entry(self, loop: int, totals: LoopTotals) -> IterationsPerEntry | None:
        """Returns the distribution of a loop's iterations per entry, or None (see LoopRow)."""
        if self._walks is None or not self.nest.is_entered_at_header(loop):
            return None
        return self._walks.of_loop(loop, totals)


def _is_left_exact(found: NextIteration, totals: LoopTotals, missing: int | None) -> bool:
    """Returns whether it is known after which of the back edges the loop was left.

    That is so if no iteration is divided. It is also so if there are no more entries than back
    edges after which the loop is known to have been left, because each entry leaves it once.
    """
    if found.unclear:
        return False
    return not found.pieces or (missing is not None and found.left >= totals.entries + missing)


def _period_above(found: NextIteration | None, totals: LoopTotals, k: int) -> int | None:
    """Returns the longest period that k shows, if there may well be a longer one.

    Where inner loops or cuts divide iterations, no period is looked for. Entries that make few
    iterations have no period of k or more.
    """
    if found is None or found.pieces or totals.iterations < 2 * k * totals.entries:
        return None
    return k - 1 if may_tell_more(found.bits, k) else None


def _is_torn(profile: Profile) -> bool:
    """Returns whether sequences may be missing although all of their paths were counted."""
    return any(profile.completeness.has(cause) for cause in _TEARING)


def rows_with_entries(
    profile: Profile, whole: Profile, method: int, k: int | None = None
) -> list[LoopRow]:
    """Returns ``loop_rows`` of a part of a profile, with the distributions of the whole one."""
    rows = loop_rows(profile, method, k)
    if profile is whole or not rows:
        return rows
    found = _Loops(whole, method, k)
    return [
        replace(row, per_entry=found.per_entry(row.loop, found.totals(row.loop))) for row in rows
    ]


def _is_open(nest: LoopNest, loop: int, counted: Flow) -> bool:
    """Returns whether an edge of a loop, or a handler that enters it, has no upper bound."""
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
    """Returns whether anything was counted of what a loop's entries did."""
    holds = nest.holds[loop]
    return any(one.most for one in counted.edges if holds[one.source]) or any(
        one.count for one in counted.ends if holds[one.block]
    )


def trips(nest: LoopNest, loop: int, counted: Flow) -> tuple[int, int, int]:
    """Returns entries and iterations, and how much greater each can be where edges have bounds.

    An iteration is a back edge that is taken, or an exit from the loop elsewhere than from its
    test. A block may belong to the loop only because an exception leads from it to a handler in the
    loop. A return from such a block is such an exit, but an athrow isn't.
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
        return entering, around + leaving, max(open_entering, open_around + open_leaving)
    # Each visit of the header comes from an entry or from a back edge.
    visits = int(counted.blocks[header])
    more_entering = min(max(visits - around - open_around - entering, 0), open_entering)
    more_around = min(max(visits - entering - open_entering - around, 0), open_around)
    open_rest = max(open_entering - more_entering, open_around - more_around + open_leaving)
    return entering + more_entering, around + more_around + leaving, open_rest
