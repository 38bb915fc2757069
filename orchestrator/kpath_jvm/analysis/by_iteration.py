"""Which outcomes the branches of a loop have in its first, second, third iteration, and so on.

Iterations are counted from the entry into the loop, as far as sequences of k paths show them. For
example, the outcomes of a loop test may show that the loop always has three iterations, and the
outcomes of another branch may show that something only happens in the first iteration.
information.py measures how much the number of the iteration tells, and whether this may be chance.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from kpath_jvm.analysis.decided import require_possible
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.dependence import strength
from kpath_jvm.analysis.information import LEAST_COUNT, LEAST_EXPLAINED, MeasuredPair
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile


@dataclass(frozen=True)
class ByIteration:
    """The outcomes of a branch by the number of its loop's iteration; the first has the number 1.

    ``table[i]`` counts the outcomes in iteration i + 1 since the loop was entered, in the order of
    ``branch.outcomes``. ``otherwise`` counts those in later iterations, and in iterations whose
    number isn't known because they came more than k - 1 paths after the path that enters the loop,
    or after a handler. With ``--cut loop-header``, the path that ends before the loop counts as the
    path that enters it. ``bits`` is how much the number tells about each outcome, on average.
    ``is_exact`` has the same meaning as in Dependence.
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
        """The number of wrong guesses if the most frequent outcome for each number is guessed."""
        return self.count - sum(map(max, (*self.table, self.otherwise)))

    @property
    def explained(self) -> float:
        """The share of the branch's uncertainty that knowing the number removes, 0 to 1."""
        return min(self.bits / self.uncertainty, 1.0) if self.uncertainty else 0.0


def by_iteration(
    profile: Profile,
    method: int,
    *,
    k: int | None = None,
    least_count: int = LEAST_COUNT,
    least_explained: float = LEAST_EXPLAINED,
) -> list[ByIteration]:
    """Returns the branches about which the iteration's number tells something, strongest first.

    Options and order are those of ``dependences``. Raises KpathError for paths that can't be
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
    """Returns the result of ``by_iteration``, for branches that the caller already has."""
    tables: list[tuple[Loop, BranchOutcomes, Int64Array]] = []
    for loop in loops.tables:
        if loop.loop is None or not loop.numbered:
            continue
        numbered = np.array(list(loop.numbered.values()))
        for at, decision in enumerate(loop.decisions):
            branch = loops.branches[decision.block]
            own = numbered[:, loop.slots(at)]
            # The last iteration numbers are left out if no execution has them.
            own = own[: np.flatnonzero(own.sum(axis=1)).max(initial=-1) + 1]
            rest = np.array(branch.counts, dtype=np.int64) - own.sum(axis=0)
            require_possible(loops.profile.path, rest)
            tables.append((loop.loop, branch, np.vstack([own, rest])))
    found = []
    only = np.zeros(1, dtype=np.int64)
    for header, branch, table in tables:
        measured = MeasuredPair.of_table(table, only, only)
        if not any(measured.told(len(tables), least_count, least_explained)):
            continue
        rows = tuple(map(tuple, table.tolist()))
        bits, uncertainty = float(measured.bits[0, 0]), float(measured.uncertainty[0, 0])
        found.append(
            ByIteration(
                loops.method, header, branch, rows[:-1], rows[-1], bits, uncertainty, loops.is_exact
            )
        )
    return sorted(found, key=lambda one: -strength(one.bits, one.count))
