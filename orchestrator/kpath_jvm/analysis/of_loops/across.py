"""Counts how often outcomes of branches in different loops occur 0, 1, 2 ... iterations apart.

For two branches of different loops, the *loop around both* is the innermost loop that contains both
branches, or the activation if no loop does. A pair is an execution of one branch and a later
execution of the other branch, in the same iteration of the loop around both or j iterations later.
If the earlier branch is in inner loops of the loop around both, the earlier execution must be in
the last iteration of these loops: none of them begins another iteration before the later execution
or the end of the iteration of the loop around both, whichever comes first. So for each j, a later
execution is in at most one pair with each earlier branch.

A pair is counted only if one recorded sequence of paths contains both executions. So if an inner
loop makes many iterations, only its first iterations are paired with an outer branch before the
loop. Its last iteration is paired with outer branches after the loop, and with outer branches in
the next iteration of the loop around both.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.decided_together import (
    Runs,
    block_order,
    decisions_by_loop,
    runs_of,
    same_path,
    summed,
    tables_apart,
)
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import Decision, Loop


class AcrossTables(Struct, frozen=True):
    """How often outcomes of one loop's branches came before outcomes of branches in other loops.

    ``loop`` is the loop around both, or None for the activation. ``closing`` are the loops inside
    ``loop`` that contain the branches ``given``, the innermost first.

    ``tables[j]`` counts pairs whose later execution came j iterations of ``loop`` after the earlier
    one. The rows of a table are the outcomes of the branches ``given``. The rows of ``given[i]``
    begin at ``given_firsts[i]``, and end before ``given_firsts[i + 1]``. The columns are the
    outcomes of the branches ``told``, arranged in the same way.
    """

    loop: Loop | None
    closing: tuple[Loop, ...]
    given: tuple[Decision, ...]
    told: tuple[Decision, ...]
    given_firsts: Int64Array
    told_firsts: Int64Array
    tables: dict[int, Int64Array]

    def cells(self, iterations: int, given: int, told: int) -> Int64Array:
        """Returns the part of a table for the branches at the places ``given`` and ``told``."""
        rows = slice(*self.given_firsts[given : given + 2].tolist())
        columns = slice(*self.told_firsts[told : told + 2].tolist())
        return self.tables[iterations][rows, columns]


def across_loops(decided: DecidedPaths) -> Iterator[AcrossTables]:
    """Yields the tables of each combination of an earlier branch's loop and a loop around both."""
    owned = dict(decisions_by_loop(decided.code))
    order = block_order(decided.code)
    chains = {loop: _chain(decided.code, loop) for loop in owned}
    shared: dict[Loop | None, dict[Loop | None, list[Loop | None]]] = {}
    for given in owned:
        for told in owned:
            if given is not told:
                both = next(loop for loop in chains[given] if loop in chains[told])
                shared.setdefault(both, {}).setdefault(given, []).append(told)
    for both, by_given in shared.items():
        decisions = [one for loop in owned if both in chains[loop] for one in owned[loop]]
        slots = _Slots(decisions, order)
        runs = runs_of(decided, both, slots.by_outcome)
        for given, others in by_given.items():
            last = [one for loop in others for one in owned[loop]]
            inside = chains[given][: chains[given].index(both)]
            closing = tuple(loop for loop in inside if loop is not None)
            rows, columns = slots.of(owned[given]), slots.of(last)
            yield AcrossTables(
                both,
                closing,
                tuple(owned[given]),
                tuple(last),
                _firsts(owned[given]),
                _firsts(last),
                _tables(decided, both, closing, runs, (rows, columns), slots.ranks),
            )


def _chain(code: MethodCode, loop: Loop | None) -> list[Loop | None]:
    """Returns a loop and the loops around it, innermost first, and None at the end."""
    if loop is None:
        return [None]
    members = frozenset(loop.blocks)
    around = [one for one in code.loops if one is not loop and members < set(one.blocks)]
    return [loop, *sorted(around, key=lambda one: len(one.blocks)), None]


def _firsts(decisions: Sequence[Decision]) -> Int64Array:
    return np.cumsum([0, *(len(set(one.targets)) for one in decisions)], dtype=np.int64)


class _Slots:
    """Numbers the outcomes of some branches. An outcome's number is its slot."""

    def __init__(self, decisions: Sequence[Decision], order: dict[int, int]) -> None:
        self.by_outcome: dict[tuple[int, int], int] = {}
        ranks = []
        for one in decisions:
            for target in dict.fromkeys(one.targets):
                self.by_outcome[one.block, target] = len(self.by_outcome)
                ranks.append(order[one.block])
        #: For each slot, the rank of its branch; ranks ascend along every path.
        self.ranks = np.array(ranks, dtype=np.int64)

    def of(self, decisions: Sequence[Decision]) -> Int64Array:
        """Returns the slots of some branches. A branch has one slot for each different target."""
        outcomes = ((one.block, to) for one in decisions for to in dict.fromkeys(one.targets))
        return np.array([self.by_outcome[outcome] for outcome in outcomes], dtype=np.int64)


def _tables(
    decided: DecidedPaths,
    both: Loop | None,
    closing: Sequence[Loop],
    runs: Runs,
    slots: tuple[Int64Array, Int64Array],
    ranks: Int64Array,
) -> dict[int, Int64Array]:
    """Returns how often pairs of slots occurred, for each distance in iterations of ``both``.

    ``slots`` are those of the tables' rows and those of the columns.
    """
    rows, columns = slots
    before, behind, shape = runs.only(rows), runs.only(columns), (len(rows), len(columns))
    together = summed(before, behind, same_path(decided, runs), shape)
    together *= ranks[rows][:, np.newaxis] < ranks[columns][np.newaxis, :]
    tables = tables_apart(decided, both, before, behind, shape, closing)
    tables[0] = tables.get(0, 0) + together
    return tables
