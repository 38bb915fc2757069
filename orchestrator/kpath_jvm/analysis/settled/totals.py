"""Adds up how many executions of branches had an outcome that was already known."""

from collections.abc import Iterable

from msgspec import Struct

from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.constant import Constant
from kpath_jvm.analysis.settled.foretold import Foretold
from kpath_jvm.analysis.settled.found import Settled


class DecidedTotals(Struct, frozen=True):
    """How many executions of branches had an outcome that was already known, and why.

    ``executions`` counts all executions. ``one_way`` counts those of branches that always went the
    same way. ``same_iteration`` counts the executions that an earlier branch of the same iteration
    decided, and ``earlier_iteration`` those that an outcome in an earlier iteration decided. Each
    execution is counted in at most one of the last three numbers. For each branch, only the earlier
    branch or outcome that decided the most executions is taken into account. So ``same_iteration``
    and ``earlier_iteration`` are lower bounds.
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
    """Returns the totals of ``branches``; ``settled`` are the settled branches of their method."""
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
