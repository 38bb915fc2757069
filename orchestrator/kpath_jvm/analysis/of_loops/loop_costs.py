"""Computes the costs of all loops of a profile from whole tables, to find the costliest loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.of_edges.block_counts import BlockCounts
from kpath_jvm.profile.arrow import list_items, list_lengths
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.forest import BoolArray, Int64Array

if TYPE_CHECKING:
    from kpath_jvm.profile.model import Profile


class LoopCosts(Struct, frozen=True):
    """The costs of all loops, in the order of the table ``loops``.

    ``numbers`` are the loops' places in MethodCode.loops. ``costs`` are the bytecodes executed in
    those blocks of each loop that no inner loop contains. ``visits`` are the numbers of executions
    of the loops' headers.
    ``is_executed`` is true for a loop if any of its blocks was executed.
    """

    methods: Int64Array
    numbers: Int64Array
    costs: Int64Array
    visits: Int64Array
    is_executed: BoolArray


def loop_costs(profile: Profile) -> LoopCosts:
    """Returns the costs of a profile's loops, from the counts of their blocks."""
    loops, blocks = profile.table("loops"), profile.table("blocks")
    methods = integers(loops, "method")
    of_blocks = integers(blocks, "method")
    sizes = list_lengths(loops.column("blocks"))
    # For each loop, the row of the table of blocks at which the loop's method begins. The rows of a
    # method are adjacent.
    firsts = np.searchsorted(of_blocks, methods)
    members = np.repeat(firsts, sizes) + list_items(loops.column("blocks")).to_numpy()
    # A smaller loop ranks higher than a larger one, and of two equally large loops the later one
    # ranks higher. So of the loops around a block, the innermost ranks highest.
    order = np.lexsort((np.arange(len(sizes)), -sizes.astype(np.int64)))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    best = np.full(len(of_blocks), -1, dtype=np.int64)
    np.maximum.at(best, members, np.repeat(ranks, sizes))
    of_each = BlockCounts(profile)
    executed = of_each.counts
    costs = np.zeros(len(methods), dtype=np.int64)
    is_in_loop = best >= 0
    np.add.at(costs, order[best[is_in_loop]], of_each.bytecodes.most[is_in_loop])
    is_executed = np.zeros(len(methods), dtype=bool)
    np.logical_or.at(is_executed, np.repeat(np.arange(len(methods)), sizes), executed[members] > 0)
    headers = firsts + integers(loops, "header")
    numbers = integers(loops, "loop")
    return LoopCosts(methods, numbers, costs, executed[headers], is_executed)
