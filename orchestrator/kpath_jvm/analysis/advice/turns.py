"""Finds a loop's branches whose outcomes take turns from one iteration to the next.

Such outcomes repeat after a period, a fixed number of iterations. If they always do, and all
entries begin alike, then in each copy of an unrolled body, the branch always has the same outcome.
So the branch's test can be removed, provided that in the source it depends only on the number of
the iteration.
"""

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.profile.forest import BoolArray, Forest, IndexArray, Int64Array

#: Stands for the outcome of an iteration that doesn't run through the branch.
_UNASKED = -1


class TurningBranch(Struct, frozen=True):
    """A branch whose outcomes take turns.

    ``targets`` are the blocks to which the branch led. ``pattern`` has the branch's outcomes in the
    most frequent sequence of one period, as places in ``targets``; -1 stands for an iteration that
    doesn't run through the branch. The pattern is rotated so that as many entries as possible begin
    with it. ``entries`` is the number of entries that begin with at least one period of iterations
    that go round. ``begun`` is how many of these entries begin with the pattern.

    ``pairs`` is the number of pairs of iterations that are one period apart. In ``broken`` of these
    pairs, the outcomes differ. In ``unasked_first`` of the broken pairs, the earlier iteration is
    the first of its entry and doesn't run through the branch. Such a pair doesn't contradict the
    pattern. If the pattern has no -1, ``begun`` also includes entries whose first iteration doesn't
    run through the branch, if the rest of their first period fits the pattern.
    """

    block: int
    targets: tuple[int, ...]
    pattern: tuple[int, ...]
    begun: int
    entries: int
    broken: int
    pairs: int
    unasked_first: int = 0


class _Rows(Struct, frozen=True):
    """Sequences of iterations, all of one length, and how often each occurred.

    ``traces`` has a row for each sequence: the traces of the sequence's iterations.
    """

    traces: IndexArray
    counts: Int64Array

    @classmethod
    def of(cls, forest: Forest, length: int, goes_round: BoolArray) -> "_Rows":
        """Returns the sequences of ``length`` iterations that all go round."""
        nodes = np.flatnonzero(forest.depths == length)
        if not len(nodes):
            return cls(np.zeros((0, length), dtype=np.intp), np.zeros(0, dtype=np.int64))
        rows = forest.sequences(nodes).astype(np.intp)
        is_kept = goes_round[rows].all(axis=1)
        return cls(rows[is_kept], forest.counts[nodes[is_kept]])

    @property
    def total(self) -> int:
        return int(self.counts.sum())


def turns(chains: Chains, test: frozenset[int], period: int | None) -> tuple[TurningBranch, ...]:
    """Returns a loop's branches whose outcomes take turns, in the order of the branches' blocks.

    Only iterations that are one path each and go round are considered, as in unrolling.py. ``test``
    are the blocks of the loop's test (LoopNest.test); their branches are left out. With a period of
    None or 1, the result is empty.
    """
    if period is None or period < 2:
        return ()
    traces = chains.traces
    goes_round = traces.has(traces.loop.header) & np.array([it.end == "back" for it in traces.all])
    windows = _Rows.of(chains.all, period, goes_round)
    apart = _Rows.of(chains.all, period + 1, goes_round)
    begins = _Rows.of(chains.entered, period, goes_round)
    apart_at_first = _Rows.of(chains.entered, period + 1, goes_round)
    if not windows.total:
        return ()
    best = windows.traces[int(np.argmax(windows.counts))]
    found = []
    for block in sorted(set(traces.loop.blocks) - test):
        targets, outcomes = traces.outcomes(block)
        if len(set(outcomes[best].tolist()) - {_UNASKED}) > 1:
            pattern, begun = _as_begun(outcomes[best].tolist(), outcomes, begins)
            is_other = outcomes[apart.traces[:, 0]] != outcomes[apart.traces[:, -1]]
            first, later = (
                outcomes[apart_at_first.traces[:, 0]],
                outcomes[apart_at_first.traces[:, -1]],
            )
            is_unasked = (first == _UNASKED) & (later != _UNASKED)
            found.append(
                TurningBranch(
                    block, targets, pattern, begun, begins.total,
                    broken=int(apart.counts[is_other].sum()),
                    pairs=apart.total,
                    unasked_first=int(apart_at_first.counts[is_unasked].sum()),
                )
            )  # fmt: skip
    return tuple(found)


def _as_begun(
    pattern: list[int], outcomes: Int64Array, begins: _Rows
) -> tuple[tuple[int, ...], int]:
    """Returns the pattern's rotation with which the most entries begin, and their number."""
    rows = outcomes[begins.traces]
    rotations = [pattern[at:] + pattern[:at] for at in range(len(pattern))]
    fits = [rows == one for one in rotations]
    if _UNASKED not in pattern:
        for one in fits:
            one[:, 0] |= rows[:, 0] == _UNASKED
    counts = [int(begins.counts[one.all(axis=1)].sum()) for one in fits]
    most = int(np.argmax(counts))
    return tuple(rotations[most]), counts[most]
