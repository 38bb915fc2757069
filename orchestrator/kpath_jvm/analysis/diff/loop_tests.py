"""Tells whether two versions of a loop count the same passes as iterations.

A pass that the loop test ends is no iteration (docs/loops.md), and an edit may change which
conditions belong to the loop test. For example, an ``assert`` between two conditions of a loop test
leaves only the first one in it. Then the passes that end at the second one are iterations on the
new side, although the program does the same as before.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kpath_jvm.analysis.loop_nest import LoopNest


def are_counted_alike(
    nests: tuple[LoopNest, LoopNest], loops: tuple[int, int], to_new: Sequence[int]
) -> bool:
    """Returns whether no exit is in the loop test of one side only.

    ``nests`` and ``loops`` are the loops of the two methods, and the places of the two loops in
    them. ``to_new`` has the new block that corresponds to each block of the base, or -1. The two
    headers always correspond. Two exits of which neither corresponds to any exit may be the same.
    """
    (base, here), (new, there) = zip(nests, loops, strict=True)
    own, others = _exits(base, here), _exits(new, there)
    headers = {base.loops[here].header: new.loops[there].header}
    found = {block: headers.get(block, int(to_new[block])) for block in own}
    same = {block: other for block, other in found.items() if other in others}
    if any(own[block] != others[other] for block, other in same.items()):
        return False
    gone = {own[block] for block in own if block not in same}
    come = {others[block] for block in others if block not in same.values()}
    return not gone or not come or len(gone | come) == 1


def _exits(nest: LoopNest, loop: int) -> dict[int, bool]:
    """Returns the blocks from which edges lead out of a loop, and whether each is in its test."""
    holds, test = nest.holds[loop], nest.test(loop)
    return {
        block: block in test
        for block in np.flatnonzero(holds).tolist()
        if not all(holds[to] for to in nest.successors(block))
    }
