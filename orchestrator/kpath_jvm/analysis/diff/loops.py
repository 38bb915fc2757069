"""Finds a method's loops that differ between the two sides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from kpath_jvm.analysis.diff.changes import LoopChange, LoopMeans, Unrolled
from kpath_jvm.analysis.diff.figures import Bounded, BoundedFigure, Figure, of_side
from kpath_jvm.analysis.diff.loop_tests import are_counted_alike
from kpath_jvm.analysis.diff.measured import NO_TRIPS, LoopTrips, MeasuredMethod
from kpath_jvm.analysis.diff.totals import WorkTotals
from kpath_jvm.analysis.loop_nest import LoopNest
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
            found = _unrolled(change, [at], ones, {}, []) if is_changed else None
            yield change, found
    for at, rows in enumerate(others):
        if at not in both.values():
            for change in compared_loop(pair, (None, at), None, rows, totals):
                yield change, _unrolled(change, range(len(ones)), ones, both, others)


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
    change: LoopChange,
    loops: Iterable[int],
    ones: Sequence[_Trips],
    both: Mapping[int, int],
    others: Sequence[_Trips],
) -> Unrolled | None:
    """Returns which of the base's ``loops`` seems to have been unrolled into the changed loop.

    Each iteration of the new side's loop must replace n lost iterations of the base's loop, for a
    whole number n of at least two, and must cost correspondingly more. The branches in the loop
    must have n copies. An entry must have lost 2 n iterations on average, because the quotient of
    two smaller numbers may be n by coincidence. The number of lost
    iterations may differ from n times the number of new iterations by a twentieth, plus n for each
    entry, because the last lost iterations of an entry may be fewer than n. Counted numbers are
    used, even if they are only bounds, because the result is only a guess.
    """
    after = change.iterations.means[1]
    cost_after = change.bytecodes.means[1] / after if after else 0.0
    for loop in loops:
        rows, there = ones[loop], both.get(loop)
        left = 0.0 if there is None else _mean(others[there])
        before = _mean(rows) - left
        times = round(before / after) if after else 0
        if times < 2 or abs(before - times * after) > before / 20 + times * _entries(rows):
            continue
        if before < 2 * times * _entries(rows) or not _has_copies(change, loop, times):
            continue
        cost_before = sum(row.cost for row in rows) / sum(row.iterations for row in rows)
        # The unrolled iterations share one test, so the cost grows by a factor below ``times``.
        if cost_after >= cost_before * (2 + times) / 3:
            return Unrolled(loop, times)
    return None


def _has_copies(change: LoopChange, loop: int, times: int) -> bool:
    """Returns whether the changed loop has ``times`` as many branches as the base's ``loop``."""
    base, new, place = change.pair.base, change.pair.new, change.new
    if base is None or new is None or place is None:
        return False
    return _branches(new.code, place) >= times * _branches(base.code, loop)


def _branches(code: MethodCode, loop: int) -> int:
    """Returns how many branches stay in a loop; inner loops are included."""
    blocks = set(code.loops[loop].blocks)
    deciding = (code.deciding[block] for block in blocks & code.deciding.keys())
    return sum(blocks.issuperset(one.targets) for one in deciding)


def _mean(rows: _Trips) -> float:
    return float(np.mean([row.iterations / row.runs for row in rows]))


def _entries(rows: _Trips) -> float:
    return float(np.mean([row.entries / row.runs for row in rows]))


def _has_iterations(rows: _Trips) -> bool:
    """Returns whether the loop may have made an iteration in any run."""
    return any(row.per_iteration is not None for row in rows)


def _has_other_test(pair: MethodPair, places: tuple[int | None, int | None]) -> bool:
    """Returns whether a loop that both sides have counts other passes as iterations than before."""
    if pair.base is None or pair.new is None or pair.code == "same":
        return False
    here, there = places
    if here is None or there is None:
        return False
    nests = LoopNest(pair.base.code, pair.base.row), LoopNest(pair.new.code, pair.new.row)
    return not are_counted_alike(nests, (here, there), pair.blocks.to_new.tolist())


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

    def means(value: Callable[[LoopTrips], LoopTrips]) -> LoopMeans:
        counted_means = ([value(row).counted_mean for row in own] for own in rows)
        return LoopMeans(
            bounded(lambda row: value(row).mean),
            Figure(*(of_side(own, 0.0) for own in counted_means)),
        )

    iterations = means(lambda row: row)
    # A loop whose costs aren't exact is yielded even if all counts are equal, because its bounds
    # may keep a gate on iterations from deciding.
    is_mean_equal = iterations.counted.is_equal and iterations.bounded.is_equal
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
        per_entry=iterations,
        back_edges=means(lambda row: row.of_back_edges),
        has_other_test=all(ran) and _has_other_test(pair, places),
        per_iteration=bounded(lambda row: row.per_iteration),
        has_iterations=(_has_iterations(rows[0]), _has_iterations(rows[1])),
        part=totals.part(costs),
        of_base=totals.of_base(costs),
        bounds=bounds,
    )
