"""Computes the entries, iterations and costs of a method's loops, and what paths in them do.

The figures are computed from counts of completed paths, or from counts of edges if edges were
counted. ``LoopCounts.missing`` says by how much counts can be too low because paths were cut off.
"""

from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from msgspec import Struct, structs

from kpath_jvm.analysis.cut_off_work import CutOffWork, MethodCutOff
from kpath_jvm.analysis.flow import FlowEdge
from kpath_jvm.analysis.followed import known_length
from kpath_jvm.analysis.hot_sequences import HotSequence
from kpath_jvm.analysis.look_back import may_tell_more
from kpath_jvm.analysis.of_edges.path_windows import first_paths, is_windowed
from kpath_jvm.analysis.of_loops.executed import executed_paths
from kpath_jvm.analysis.of_loops.iterations_per_entry import (
    IterationsPerEntry,
    LoopEntries,
)
from kpath_jvm.analysis.of_loops.loop_counts import CountedLoops, LoopCounts
from kpath_jvm.analysis.of_loops.loop_windows import LoopWindows
from kpath_jvm.analysis.of_loops.next_iteration import RARE, NextIteration
from kpath_jvm.analysis.repeated import repetitions
from kpath_jvm.profile.model import Profile


class BackEdge(Struct, frozen=True):
    """A back edge of a loop, from ``block``, taken ``least`` to ``most`` times.

    If there is no upper bound, ``least`` and ``most`` are both the best available estimate.
    ``line`` is the line on which ``block`` ends, or None without a line table.
    """

    block: int
    line: int | None
    least: int
    most: int


class LoopPath(Struct, frozen=True):
    """A path through a loop, and how often it was completed."""

    path: int
    count: int


@dataclass(frozen=True, kw_only=True)
class LoopRow(LoopCounts):
    """One loop of a method, with the loop's counts.

    ``loop`` is the loop's place in ``MethodCode.loops``, and ``depth`` is 1 for an outermost loop.
    ``header_line`` is None without a line table. If only the first paths of the method were
    counted, ``first_paths`` is the largest number of them, and no figure is about the whole run. If
    only first paths of other methods were counted, but this method's edges in the whole run,
    ``is_of_whole_run`` is set.

    The loop's own blocks are those that are in no inner loop. ``cost`` is the number of bytecodes
    executed in own blocks, and ``whole_cost`` also includes inner loops. ``exact_cost`` is the part
    of ``cost`` that was certainly executed. ``entered_cost`` is the part of ``cost`` in blocks for
    which it is known how often they were entered (BlockBytecodes). ``cut_off`` is the most that
    cut-off paths can have done in own blocks, or None if that isn't known. No other figure includes
    what cut-off paths did.

    ``paths`` are the executed paths through own blocks. ``completions`` is the number of
    completions of paths through any block of the loop. ``commoner`` is the path through the loop
    with the most completions, if it isn't in ``sequence`` and has more completions than
    ``sequence`` can cover. An example is a loop that is entered and left on the same path most
    times. ``next_iteration`` says what followed the loop's back edges, or is None if no completed
    path followed them.

    ``whole_iterations`` is the number of iterations that consist of one completed path from the
    loop's header to a back edge. ``whole_paths`` is the number of different paths of which these
    iterations consist. ``period`` and ``period_share`` say how these iterations repeat, or are None
    if no period was found (LoopWindows.period). If the sequences show no period, but may well be
    too short to show one (look_back.py), ``period_above`` is the longest period that they could
    show.

    ``back_edges`` are in the order of the blocks from which they lead. ``may_be_several`` says that
    the loop may be several loops of the source with one header (docs/loops.md).

    ``per_entry`` is the distribution of iterations per entry. It is None if only edges were
    counted, if counts of sequences can be too low or contradict the counts of paths, or if the loop
    can be entered elsewhere than at its header. It is also None if --loop selects a part of the
    method; rows_with_entries takes the distribution from the whole method.
    """

    method: int
    loop: int
    header: int
    header_line: int | None
    depth: int
    paths: tuple[int, ...]
    cost: int
    exact_cost: int
    entered_cost: int
    whole_cost: int
    completions: int
    sequence: HotSequence | None
    next_iteration: NextIteration | None
    period: int | None
    period_share: float | None
    per_entry: IterationsPerEntry | None = None
    first_paths: int | None = None
    is_of_whole_run: bool = False
    period_above: int | None = None
    back_edges: tuple[BackEdge, ...] = ()
    may_be_several: bool = False
    whole_iterations: int = 0
    whole_paths: int = 0
    cut_off: CutOffWork | None = None
    commoner: LoopPath | None = None

    @property
    def period_of_iterations(self) -> float | None:
        """The share of the loop's iterations that ``period_share`` is about.

        The share is a lower bound if the number of iterations isn't exact. It is None without a
        period, or if no upper bound on the number of iterations is known.
        """
        if self.period is None or not self.iterations_most:
            return None
        return min(self.whole_iterations / self.iterations_most, 1.0)

    @property
    def period_paths(self) -> int | None:
        """``whole_paths``, or None without a period."""
        return None if self.period is None else self.whole_paths


def loop_rows(
    profile: Profile, method: int, k: int | None = None, loops: Collection[int] | None = None
) -> list[LoopRow]:
    """Returns a method's executed loops in the order of their numbers, or only those in ``loops``.

    With ``k``, only sequences of at most k paths are used. For a method whose edges were counted,
    the rows say nothing about paths. The list is empty if neither paths nor edges were counted.
    """
    code = profile.code(method)
    if not code.loops:
        return []
    found = _Loops(profile, method, k)
    counted, nest, paths = found.flow, found.nest, found.paths
    if not counted.blocks.any():
        return []
    windows = LoopWindows(nest, paths, found.forest, counted, found.longest)
    costs = found.bytecodes
    rows = []
    for loop in range(len(code.loops)) if loops is None else sorted(loops):
        own = nest.innermost == loop
        if not counted.blocks[nest.holds[loop]].any():
            continue
        counts = found.counts(loop)
        period = windows.period(loop)
        next_iteration = windows.next_iteration(
            loop, found.back_edges(loop), found.known_length(loop)
        )
        per_entry = found.per_entry(loop, counts)
        if next_iteration is not None:
            is_left_exact = _is_left_exact(next_iteration, counts)
            next_iteration = structs.replace(
                next_iteration,
                is_left_exact=is_left_exact,
                # If iterations are divided into pieces, the bits are only about their first pieces.
                exit_bits=next_iteration.exit_bits if is_left_exact else (),
                repetitions=found.repetitions,
                entries_alike=counts.are_exact and 1 < found.repetitions == counts.entries,
                is_rare=_is_rare(next_iteration, counts),
                **_left_in_all(next_iteration, per_entry, is_exact=is_left_exact),
            )
        rows.append(
            LoopRow(
                **asdict(counts),
                method=method,
                loop=loop,
                header=code.loops[loop].header,
                header_line=code.header_line(code.loops[loop].header),
                depth=nest.depth(loop),
                paths=tuple(paths.numbers[paths.through(own)].tolist()),
                cost=found.own_work(loop).bytecodes,
                exact_cost=int(costs.certain[own].sum()),
                entered_cost=int(costs.entered[own].sum()),
                whole_cost=int(costs.most[nest.holds[loop]].sum()),
                completions=int(paths.counts[paths.through(nest.holds[loop])].sum()),
                sequence=(sequence := windows.sequence(loop)),
                commoner=found.commoner(loop, sequence),
                next_iteration=next_iteration,
                period=None if period is None else period[0],
                period_share=None if period is None else period[1],
                per_entry=per_entry,
                first_paths=(first := first_paths(profile, method)),
                is_of_whole_run=is_windowed(profile) and first is None,
                period_above=_period_above(next_iteration, counts, found.longest)
                if period is None
                else None,
                back_edges=(back := found.edges_back(loop)),
                whole_iterations=windows.whole_iterations(loop),
                whole_paths=windows.whole_paths(loop),
                may_be_several=sum(edge.most > 0 for edge in back) > 1 and not nest.test(loop),
                cut_off=found.cut_off(loop),
            )
        )
    return rows


class _Loops(CountedLoops):
    """What was counted in a method with loops."""

    def __init__(self, profile: Profile, method: int, k: int | None) -> None:
        super().__init__(profile, method)
        self._profile, self._method = profile, method
        self.paths = executed_paths(profile, method)
        self.forest = profile.method_forest(method)
        self.longest = profile.k if k is None else min(k, profile.k)
        # If --loop selects a part of the method, some paths that follow loop entries are missing.
        is_whole = int(self.paths.counts.sum()) == profile.method_rows.row(method)["completed"]
        # Whether it is certain that no count of a sequence is too low.
        self._has_all = (
            profile.counts_sequences_exactly(method) and not profile.completeness.is_torn
        )
        self._is_exact = is_exact = is_whole and self._has_all
        self._walks = None
        if self.flow.is_of_paths and is_exact:
            self._walks = LoopEntries(
                profile, self.nest, self.paths, self.flow, self.forest, self.longest
            )

    @cached_property
    def repetitions(self) -> int:
        """How often the method seems to have done the same work."""
        return repetitions(self._profile, self._method)

    def commoner(self, loop: int, sequence: HotSequence | None) -> LoopPath | None:
        """Returns the path that ``LoopRow.commoner`` describes."""
        if sequence is None:
            return None
        paths = self.paths
        counts = np.where(paths.through(self.nest.holds[loop]), paths.counts, 0)
        place = int(counts.argmax())
        path, count = int(paths.numbers[place]), int(counts[place])
        is_in = np.isin(paths.numbers, sequence.paths)
        # A sequence covers only completions of its own paths.
        most = int(paths.counts[is_in].sum())
        if self._has_all:
            most = min(most, sequence.covered_most)
        return LoopPath(path, count) if not is_in[place] and count > most else None

    def edges_back(self, loop: int) -> tuple[BackEdge, ...]:
        found = []
        for one in self._back_edges(loop):
            line = self._code.decision_line(one.source)
            found.append(BackEdge(one.source, line, one.surest, one.most))
        return tuple(found)

    def _back_edges(self, loop: int) -> list[FlowEdge]:
        header, is_latch = self.nest.loops[loop].header, self.nest.is_latch[loop]
        return [one for one in self.flow.edges if one.target == header and is_latch[one.source]]

    def cut_off(self, loop: int) -> CutOffWork | None:
        own = frozenset(np.flatnonzero(self.nest.innermost == loop).tolist())
        return self._cut_off.work(own)

    @cached_property
    def _cut_off(self) -> MethodCutOff:
        return MethodCutOff(self._profile, self._method)

    def known_length(self, loop: int) -> int:
        """Returns the length up to which the profile surely has all sequences in a loop.

        If the engine's memory was full, the length is 1, because longer sequences may be missing.
        """
        if not self._profile.counts_sequences_exactly(self._method):
            return 1
        within = self._code.loops[loop]
        return known_length(self._profile, self._method, within)

    def back_edges(self, loop: int) -> int | None:
        """Returns how often a loop's back edges were taken.

        Returns None if the number isn't known exactly, or if counts of sequences may contradict it.
        """
        own = self._back_edges(loop)
        if not self._is_exact or not all(one.is_exact for one in own):
            return None
        return sum(one.least for one in own)

    def per_entry(self, loop: int, counts: LoopCounts) -> IterationsPerEntry | None:
        """Returns the distribution that ``LoopRow.per_entry`` describes."""
        if self._walks is None or not self.nest.is_entered_at_header(loop):
            return None
        found = self._walks.of_loop(loop, self.totals(loop))
        if counts.are_exact and found.entries == counts.entries == 1:
            return replace(found, of_only_entry=counts.iterations)
        return found


def _is_left_exact(found: NextIteration, counts: LoopCounts) -> bool:
    """Returns whether the loop was surely left only after the ``left`` back edges.

    The result is False if it is unclear for some back edge whether the loop was left after it.
    Otherwise, the result is True if each iteration is one path, or if ``left`` is at least the
    number of the loop's entries, because the loop is left once per entry.
    """
    if found.unclear:
        return False
    most = counts.entries_most
    return not found.pieces or (most is not None and found.left >= most)


def _left_in_all(
    found: NextIteration, per_entry: IterationsPerEntry | None, *, is_exact: bool
) -> dict[str, Any]:
    """Returns the fields of NextIteration about exits from any part of an iteration.

    An entry that took back edges and then left the loop did so after its last back edge.
    ``is_exact`` is the result of ``_is_left_exact``.
    """
    if is_exact or per_entry is None:
        return {"left_in_all": found.left, "is_left_in_all_exact": is_exact}
    return {
        "left_in_all": max(found.left, per_entry.went_round),
        "is_left_in_all_exact": per_entry.all_known,
    }


def _is_rare(found: NextIteration, counts: LoopCounts) -> bool:
    """Returns whether the loop hardly ever went round, as far as that is known."""
    if found.not_followed is None:
        return False
    return found.followed + found.not_followed < RARE * counts.iterations


def _period_above(found: NextIteration | None, counts: LoopCounts, k: int) -> int | None:
    """Returns the longest period that k paths can show, or None if a longer period is unlikely.

    The result is also None if inner loops or cut edges divide iterations, because periods are
    computed only from iterations that consist of one path. It is None, too, if there are so few
    iterations per entry that they can't have a period of k or more.
    """
    if found is None or found.pieces or counts.iterations < 2 * k * counts.entries:
        return None
    return k - 1 if may_tell_more(found.bits, k) else None


def rows_with_entries(
    profile: Profile, whole: Profile, method: int, k: int | None = None
) -> list[LoopRow]:
    """Returns ``loop_rows`` of a part of a profile, with some figures of the whole profile.

    ``per_entry`` and ``cut_off`` come from the whole profile. If the part has all entries and
    iterations of a loop, the fields of LoopCounts come from the whole profile, too.
    """
    rows = loop_rows(profile, method, k)
    if profile is whole or not rows:
        return rows
    found = _Loops(whole, method, k)
    return [_with_figures_of(found, row) for row in rows]


def _with_figures_of(whole: _Loops, row: LoopRow) -> LoopRow:
    counts = whole.counts(row.loop)
    if (counts.entries, counts.iterations) == (row.entries, row.iterations):
        row = replace(row, **asdict(counts))
    return replace(
        row, per_entry=whole.per_entry(row.loop, counts), cut_off=whole.cut_off(row.loop)
    )
