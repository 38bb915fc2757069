"""Whether a loop's first iteration is another than the later ones."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from kpath_jvm.analysis.advice.chains import Chains
from kpath_jvm.profile.forest import Forest, Int64Array

#: First and later executions of a branch below which nothing is advised.
LEAST_COUNT = 1000
#: A branch is decided by being in the first iteration or not if so many of the first ones have one
#: outcome and so many of the later ones another.
DECIDED = 0.95


@dataclass(frozen=True)
class BranchShift:
    """How often a branch had which outcome, in first and in later iterations.

    Counts are by target (block), in the order of ``targets``.
    """

    block: int
    targets: tuple[int, ...]
    first: tuple[int, ...]
    later: tuple[int, ...]

    @property
    def missed_together(self) -> int:
        """Executions that the branch's most frequent outcome isn't."""
        sums = [a + b for a, b in zip(self.first, self.later, strict=True)]
        return sum(sums) - max(sums)

    @property
    def missed_apart(self) -> int:
        """The same, if first and later iterations have a most frequent outcome each."""
        return sum(sum(it) - max(it) for it in (self.first, self.later))

    @property
    def is_decided(self) -> bool:
        """Whether nearly all first ones have one outcome, and nearly all later ones another."""
        return (
            min(sum(self.first), sum(self.later)) >= LEAST_COUNT
            and int(np.argmax(self.first)) != int(np.argmax(self.later))
            and max(self.first) >= DECIDED * sum(self.first)
            and max(self.later) >= DECIDED * sum(self.later)
        )


@dataclass(frozen=True)
class Peeling:
    """First and later iterations; the traces most frequent in each, and the shares they have.

    ``distance`` is half the sum of the differences of all traces' shares: 0 if first iterations are
    as the later ones, 1 if they never are. ``branches`` are those of the loop's own that both kinds
    of iterations came to.
    """

    entries: int
    later: int
    first_best: int
    first_share: float
    later_best: int
    later_share: float
    distance: float
    branches: tuple[BranchShift, ...]

    @property
    def decided(self) -> tuple[BranchShift, ...]:
        """The branches that peeling would decide, those with most executions first."""
        found = [one for one in self.branches if one.is_decided]
        return tuple(sorted(found, key=lambda one: (-sum(one.later), one.block)))

    @property
    def is_worth_it(self) -> bool:
        """Whether there is anything to advise."""
        return bool(self.decided)

    def why_not(self) -> str:
        """Returns why there is nothing to advise."""
        if min(self.entries, self.later) < LEAST_COUNT:
            return f"fewer than {LEAST_COUNT:,} first or later iterations"
        return "no branch goes one way in first iterations and another in later ones"


def peeling(chains: Chains, own: Collection[int]) -> Peeling:
    """Returns how first iterations differ; ``own`` are the blocks that are in no loop inside."""
    size = len(chains.traces.all)
    first = _by_trace(chains.entered, size)
    later = _by_trace(chains.all, size) - first
    headed = chains.traces.has(chains.traces.loop.header)
    # What of an iteration comes behind a loop inside is no iteration more.
    whole_later = np.where(headed, later, 0)
    shares = [it / max(int(it.sum()), 1) for it in (first, whole_later)]
    branches = []
    for block in sorted(own):
        targets, outcomes = chains.traces.outcomes(block)
        if len(targets) < 2:
            continue
        counts = [_by_outcome(it, outcomes, len(targets)) for it in (first, later)]
        if all(map(any, counts)):
            branches.append(BranchShift(block, targets, *counts))
    best = [int(np.argmax(it)) if size else 0 for it in (first, whole_later)]
    return Peeling(
        int(first.sum()), int(whole_later.sum()),
        best[0], float(shares[0][best[0]]) if size else 0.0,
        best[1], float(shares[1][best[1]]) if size else 0.0,
        float(np.abs(shares[0] - shares[1]).sum() / 2), tuple(branches),
    )  # fmt: skip


def _by_trace(forest: Forest, size: int) -> Int64Array:
    roots = forest.depths == 1
    counts = np.zeros(size, dtype=np.int64)
    counts[forest.paths[roots]] = forest.counts[roots]
    return counts


def _by_outcome(counts: Int64Array, outcomes: Int64Array, size: int) -> tuple[int, ...]:
    found = np.zeros(size, dtype=np.int64)
    decided = outcomes >= 0
    np.add.at(found, outcomes[decided], counts[decided])
    numbers: list[int] = found.tolist()
    return tuple(numbers)
