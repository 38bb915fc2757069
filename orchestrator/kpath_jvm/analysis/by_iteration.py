"""Counts which outcomes a loop's branches have in the first, second, third iteration, and so on.

Iterations are counted from the entry into the loop, as far as sequences of k paths show them. For
example, a loop test may show that the loop always has three iterations, and another branch may show
that something only happens in the first.
"""

from collections.abc import Collection
from functools import cached_property

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided import require_possible
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.dependence import strength
from kpath_jvm.analysis.information import LEAST_COUNT, LEAST_EXPLAINED, MeasuredPair
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile


class ByIteration(Struct, frozen=True, dict=True):
    """The outcomes of a branch by the iteration of its loop; the first iteration has the number 1.

    The first iteration begins where the loop is entered, and each back edge begins the next one. So
    the pass in which a loop test ends the loop has a number here, though LoopCounts.iterations
    doesn't count it.

    ``table[i]`` counts all outcomes in iteration i + 1 since the loop was entered, in the order of
    ``branch.outcomes``. ``otherwise`` counts those in all later iterations. An execution's
    iteration isn't known after a caught exception, nor more than k - 1 paths after the path that
    enters the loop. ``table`` ends before the first iteration that may have such executions. With
    ``--cut loop-header``, the path that ends before the loop counts as the one that enters it. The
    same holds if cut edges lead to the header both from outside and from within the loop.

    ``uncertainty`` is an outcome's average uncertainty in bits, and ``bits`` is the part of the
    uncertainty that vanishes if the iteration's number is known. ``is_exact`` says that no count
    can be too low. Counts can be too low if the engine folded sequences.
    """

    method: int
    loop: Loop
    branch: BranchOutcomes
    table: tuple[tuple[int, ...], ...]
    otherwise: tuple[int, ...]
    bits: float
    uncertainty: float
    is_exact: bool

    @cached_property
    def count(self) -> int:
        """The number of the branch's executions whose outcome is known."""
        return sum(map(sum, (*self.table, self.otherwise)))

    @property
    def misses(self) -> int:
        """The number of wrong guesses if the most frequent outcome is always guessed."""
        return self.count - max(map(sum, zip(*self.table, self.otherwise, strict=True)))

    @property
    def misses_given(self) -> int:
        """The number of wrong guesses if each iteration's most frequent outcome is guessed."""
        return self.count - sum(map(max, (*self.table, self.otherwise)))

    @property
    def explained(self) -> float:
        """``bits`` as a share of ``uncertainty``, 0 to 1."""
        return min(self.bits / self.uncertainty, 1.0) if self.uncertainty else 0.0


def by_iteration(
    profile: Profile,
    method: int,
    *,
    k: int | None = None,
    least_count: int = LEAST_COUNT,
    least_explained: float = LEAST_EXPLAINED,
) -> list[ByIteration]:
    """Returns the branches about which the iteration's number tells something.

    The branch about which it tells the most bits in the whole run (bits times count) comes first.
    The options are those of ``dependence.dependences``. Raises KpathError for paths that can't be
    decoded, or counts that contradict each other.
    """
    return by_iteration_of(
        LoopBranches(profile, method, k), least_count=least_count, least_explained=least_explained
    )


def by_iteration_of(
    loops: LoopBranches,
    *,
    least_count: int = LEAST_COUNT,
    least_explained: float = LEAST_EXPLAINED,
) -> list[ByIteration]:
    """Returns the result of ``by_iteration`` for branches that the caller has."""
    branches = numbered_of(loops)
    found = []
    for one in branches:
        measured = _measured(one.table, one.otherwise)
        if any(measured.told(len(branches), least_count, least_explained)):
            found.append(one)
    return sorted(found, key=lambda one: -strength(one.bits, one.count))


def most_numbered(loops: LoopBranches, blocks: Collection[int]) -> int:
    """Returns the largest number of a branch's executions that can be compared by iteration number.

    A branch at the end of ``blocks`` is considered if it had at least two outcomes, in iterations
    with at least two numbers. The result is 0 if there is no such branch.
    """
    return max(
        (
            one.count
            for one in numbered_of(loops)
            if one.branch.block in blocks and _measured(one.table, one.otherwise).freedom[0, 0] > 0
        ),
        default=0,
    )


def numbered_of(loops: LoopBranches) -> list[ByIteration]:
    """Returns all branches in loops, including those about which the number tells nothing.

    After the end of ``table``, the executions with known numbers might not be typical. For example,
    an inner loop that runs long hides the numbers of the next iterations.
    """
    found = []
    for loop in loops.tables:
        if loop.loop is None or not loop.numbered:
            continue
        numbered = np.array(list(loop.numbered.values()))
        for at, decision in enumerate(loop.decisions):
            branch = loops.branches[decision.block]
            own = numbered[:, loop.slots(at)]
            counts = np.array(branch.counts, dtype=np.int64)
            unnumbered = counts - own.sum(axis=0)
            require_possible(loops.profile.path, unnumbered)
            if unnumbered.any():
                own = own[: loop.complete[at] if loops.is_exact else 0]
            # Trailing iterations without an execution are left out.
            own = own[: np.flatnonzero(own.sum(axis=1)).max(initial=-1) + 1]
            rows = tuple(map(tuple, own.tolist()))
            otherwise = tuple((counts - own.sum(axis=0)).tolist())
            measured = _measured(rows, otherwise)
            found.append(
                ByIteration(
                    loops.method, loop.loop, branch, rows, otherwise,
                    float(measured.bits[0, 0]), float(measured.uncertainty[0, 0]), loops.is_exact,
                )
            )  # fmt: skip
    return found


def _measured(table: tuple[tuple[int, ...], ...], otherwise: tuple[int, ...]) -> MeasuredPair:
    only = np.zeros(1, dtype=np.int64)
    return MeasuredPair.of_table(np.array([*table, otherwise], dtype=np.int64), only, only)
