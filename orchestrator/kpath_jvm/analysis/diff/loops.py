"""Finds a method's loops that differ between the two sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from kpath_jvm.analysis.diff.changes import LoopChange, Unrolled
from kpath_jvm.analysis.diff.figures import Bounded, BoundedFigure, Figure, of_side
from kpath_jvm.analysis.diff.measured import NO_TRIPS, LoopTrips, MeasuredMethod
from kpath_jvm.analysis.diff.totals import WorkTotals
from kpath_jvm.analysis.matching.blocks import BlockMatch
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.ratio import Ratio

#: The part of their blocks that loops must at least share if their headers don't correspond.
_LEAST_OVERLAP = 0.5
_Trips = Sequence[LoopTrips]


def match_loops(base: MethodCode, new: MethodCode, blocks: BlockMatch) -> dict[int, int]:
    """Returns, for each loop of the base that has a counterpart, the corresponding new loop.

    Loops are given by their places in MethodCode.loops. Loops whose headers correspond are
    matched first. The remaining loops are matched by their common blocks.
    """
    headers = {loop.header: at for at, loop in enumerate(new.loops)}
    found: dict[int, int] = {}
    for at, loop in enumerate(base.loops):
        other = headers.get(int(blocks.to_new[loop.header]))
        if other is not None:
            found[at] = other
    overlaps = []
    for at, loop in enumerate(base.loops):
        own = {int(blocks.to_new[block]) for block in loop.blocks} - {-1}
        for other, there in enumerate(new.loops):
            if at in found or other in found.values():
                continue
            share = 2 * len(own & set(there.blocks)) / (len(loop.blocks) + len(there.blocks))
            if share >= _LEAST_OVERLAP:
                overlaps.append((-share, at, other))
    for _, at, other in sorted(overlaps):
        if at not in found and other not in found.values():
            found[at] = other
    return found


def loop_changes(
    pair: MethodPair,
    base: MeasuredMethod | None,
    new: MeasuredMethod | None,
    totals: WorkTotals,
) -> Iterator[LoopChange]:
    """Yields the changes of the method's loops that ran on at least one side."""
    both: dict[int, int] = {}
    if base is not None and new is not None:
        both = match_loops(base.code, new.code, pair.blocks)
    ones = [] if base is None else base.loops
    others = [] if new is None else new.loops
    for change, unrolled in _changes(pair, both, ones, others, totals):
        may = _may_have_run(change, (base, new), (ones, others))
        yield replace(change, unrolled=unrolled, may_have_run=may)


def _changes(
    pair: MethodPair,
    both: Mapping[int, int],
    ones: Sequence[_Trips],
    others: Sequence[_Trips],
    totals: WorkTotals,
) -> Iterator[tuple[LoopChange, Unrolled | None]]:
    for at, rows in enumerate(ones):
        other = both.get(at)
        there = None if other is None else others[other]
        for change in compared_loop(pair, (at, other), rows, there, totals):
            is_changed = change.status == "shifted" and pair.code == "changed"
            found = _unrolled(change, [rows], {}, []) if is_changed else None
            yield change, found and Unrolled(at, found.times)
    for at, rows in enumerate(others):
        if at not in both.values():
            for change in compared_loop(pair, (None, at), None, rows, totals):
                yield change, _unrolled(change, ones, both, others)


def _may_have_run(
    change: LoopChange,
    methods: tuple[MeasuredMethod | None, MeasuredMethod | None],
    loops: tuple[Sequence[_Trips], Sequence[_Trips]],
) -> bool:
    """Returns whether a new or gone loop may have run on the other side without being counted."""
    if change.status == "shifted":
        return False
    side = 0 if change.status == "new" else 1
    measured, place = methods[side], (change.base, change.new)[side]
    if measured is None or place is None:
        return False
    if any(row.counts.is_at_least or row.counts.is_estimate for row in loops[side][place]):
        return True
    return measured.may_have_run(measured.code.loops[place].blocks)


def _unrolled(
    change: LoopChange, ones: Sequence[_Trips], both: Mapping[int, int], others: Sequence[_Trips]
) -> Unrolled | None:
    """Returns the base's loop that seems to have been unrolled into the changed loop, or None.

    Each iteration of the new side's loop must replace n lost iterations of the base's loop, for a
    whole number n of at least two, and must cost correspondingly more. The number of lost
    iterations may differ from n times the number of new iterations by a twentieth, plus n for each
    entry, because the last lost iterations of an entry may be fewer than n. Counted numbers are
    used, even if they are only bounds, because the result is only a guess.
    """
    after = change.iterations.means[1]
    cost_after = change.bytecodes.means[1] / after if after else 0.0
    for loop, rows in enumerate(ones):
        there = both.get(loop)
        left = 0.0 if there is None else _mean(others[there])
        before = _mean(rows) - left
        times = round(before / after) if after else 0
        if times < 2 or abs(before - times * after) > before / 20 + times * _entries(rows):
            continue
        cost_before = sum(row.cost for row in rows) / sum(row.iterations for row in rows)
        # The unrolled iterations share one test, so the cost grows by a factor below ``times``.
        if cost_after >= cost_before * (2 + times) / 3:
            return Unrolled(loop, times)
    return None


def _mean(rows: _Trips) -> float:
    return float(np.mean([row.iterations / row.runs for row in rows]))


def _entries(rows: _Trips) -> float:
    return float(np.mean([row.entries / row.runs for row in rows]))


def _has_iterations(rows: _Trips) -> bool:
    """Returns whether the loop may have made an iteration in any run."""
    return any(row.per_iteration is not None for row in rows)


def compared_loop(
    pair: MethodPair,
    places: tuple[int | None, int | None],
    base: _Trips | None,
    new: _Trips | None,
    totals: WorkTotals,
) -> Iterator[LoopChange]:
    """Yields the change of a loop, if the loop ran and differs.

    ``places`` are the loop's places in the code of both sides, and ``base`` and ``new`` are the
    loop's figures in each run. For a side that lacks the loop, the place and the figures are None.
    """
    rows = (
        [NO_TRIPS] * len(totals.runs[0]) if base is None else base,
        [NO_TRIPS] * len(totals.runs[1]) if new is None else new,
    )

    def figure(value: Callable[[LoopTrips], float]) -> Figure:
        return Figure(tuple(map(value, rows[0])), tuple(map(value, rows[1])))

    def bounded(value: Callable[[LoopTrips], Bounded | None]) -> BoundedFigure:
        return BoundedFigure(*(of_side([*map(value, own)], Bounded.exact(0.0)) for own in rows))

    def counted(value: Callable[[LoopTrips], int]) -> Figure:
        return figure(lambda row: Ratio(value(row), row.runs))

    costs = counted(lambda row: row.cost)
    ran = tuple(any(row.has_run for row in own) for own in rows)
    if not any(ran):
        return
    counted_mean = Figure(*(of_side([row.counted_mean for row in own], 0.0) for own in rows))
    mean, per_iteration = bounded(lambda row: row.mean), bounded(lambda row: row.per_iteration)
    # A loop whose costs aren't exact is yielded even if all counts are equal, because its bounds
    # may keep a gate on iterations from deciding.
    is_mean_equal = counted_mean.is_equal and mean.is_equal
    are_exact = all(row.cost_bounds.is_exact for own in rows for row in own)
    if costs.is_equal and is_mean_equal and are_exact:
        return
    share = Figure(*(
        tuple(map(Ratio, [row.cost for row in own], np.maximum(total, 1).tolist()))
        for own, total in zip(rows, totals.runs, strict=True)
    ))  # fmt: skip
    bounds = totals.bounded(
        ([row.cost_bounds for row in rows[0]], [row.cost_bounds for row in rows[1]]),
        costs, share,
    )  # fmt: skip
    yield LoopChange(
        pair=pair,
        weight=totals.weight(costs, share),
        status="shifted" if all(ran) else "new" if ran[1] else "gone",
        base=places[0],
        new=places[1],
        share=share,
        bytecodes=costs,
        entries=counted(lambda row: row.entries),
        iterations=counted(lambda row: row.iterations),
        mean=mean,
        counted_mean=counted_mean,
        per_iteration=per_iteration,
        has_iterations=(_has_iterations(rows[0]), _has_iterations(rows[1])),
        part=totals.part(costs),
        of_base=totals.of_base(costs),
        bounds=bounds,
    )
