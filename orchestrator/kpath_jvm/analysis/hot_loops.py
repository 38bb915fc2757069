"""Finds the costliest loops of a profile from its tables, and decodes only these loops."""

import numpy as np

from kpath_jvm.analysis.hot_sequences import largest
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.analysis.of_loops.loop_costs import LoopCosts, loop_costs
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile.forest import IndexArray
from kpath_jvm.profile.model import Profile


def hottest_loops(selected: Selected, top: int, k: int | None = None) -> list[LoopRow]:
    """Returns the selected loops with the greatest own cost, at most ``top`` of them.

    The selection decides only which loops are returned; their figures are those of the whole
    profile. Of loops with equal costs, the one in the method with the lower number comes first.
    Loops that cost nothing are omitted.
    """
    costs = loop_costs(selected.whole)
    places = costliest(costs, shown_loops(selected, costs), top)
    return rows_at(selected.whole, costs, places, k)


def costliest(costs: LoopCosts, places: IndexArray, top: int) -> IndexArray:
    """Returns those ``places`` whose loops have the greatest own cost, at most ``top`` of them.

    ``places`` are places in ``costs``. The order is that of ``hottest_loops``, which also omits
    loops that cost nothing.
    """
    cost_something: IndexArray = places[costs.costs[places] > 0]
    return cost_something[largest(costs.costs[cost_something], top)]


def shown_loops(selected: Selected, costs: LoopCosts) -> IndexArray:
    """Returns the places in ``costs`` of the selected loops that ran; ``costs`` has all loops."""
    places = np.flatnonzero(costs.is_executed)
    if selected.is_all:
        return places
    pairs = zip(costs.methods[places].tolist(), costs.numbers[places].tolist(), strict=True)
    is_shown = [selected.has_loop(method, loop) for method, loop in pairs]
    chosen: IndexArray = places[np.array(is_shown, dtype=bool)]
    return chosen


def rows_at(
    profile: Profile, costs: LoopCosts, places: IndexArray, k: int | None = None
) -> list[LoopRow]:
    """Returns the rows of the loops at some places in ``costs``, in the order of these places."""
    pairs = [*zip(costs.methods[places].tolist(), costs.numbers[places].tolist(), strict=True)]
    wanted: dict[int, list[int]] = {}
    for method, loop in pairs:
        wanted.setdefault(method, []).append(loop)
    rows = {
        (row.method, row.loop): row
        for method, loops in wanted.items()
        for row in loop_rows(profile, method, k, loops)
    }
    return [rows[pair] for pair in pairs]
