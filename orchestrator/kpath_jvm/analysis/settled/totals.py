"""Adds up how many executions of branches had an outcome that was known before."""

from collections.abc import Iterable

from msgspec import Struct

from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import Settled


class DecidedTotals(Struct, frozen=True):
    """The numbers of branches' executions, by what was known of their outcomes.

    ``executions`` are all executions. ``one_way`` are those of branches that never went another
    way. ``same_iteration`` are those that an earlier branch of the same iteration decided, and
    ``earlier_iteration`` those that an outcome in an earlier iteration decided. Each execution is
    in one of the three at most, and each branch in one of the last two: if several outcomes decided
    it, only the one with the most executions is included. So the last two are lower bounds.
    """

    executions: int = 0
    one_way: int = 0
    same_iteration: int = 0
    earlier_iteration: int = 0

    def __add__(self, other: "DecidedTotals") -> "DecidedTotals":
        return DecidedTotals(
            self.executions + other.executions,
            self.one_way + other.one_way,
            self.same_iteration + other.same_iteration,
            self.earlier_iteration + other.earlier_iteration,
        )


def decided_totals(branches: Iterable[BranchOutcomes], settled: Iterable[Settled]) -> DecidedTotals:
    """Returns the totals of some branches of a method; ``settled`` are its settled branches."""
    decided: dict[int, tuple[int, bool]] = {}
    for one in settled:
        if isinstance(one, Foretold | Constant):
            found = one.count, isinstance(one, Foretold) and not one.iterations
            block = one.branch.block
            decided[block] = max(found, decided.get(block, (0, False)))
    total = DecidedTotals()
    for branch in branches:
        if max(branch.counts, default=0) == branch.total:
            total += DecidedTotals(branch.total, one_way=branch.total)
            continue
        count, is_same = decided.get(branch.block, (0, False))
        total += DecidedTotals(
            branch.total,
            same_iteration=count if is_same else 0,
            earlier_iteration=0 if is_same else count,
        )
    return total
