"""Finds, in sequences of paths, branches that decide other branches or their own next outcomes.

Each branch of a loop is paired with each branch of the same loop, including itself. The executions
of the first branch are counted by the outcome that the second branch had j iterations before
(decided_together.py says what an iteration is). information.py measures how much the second branch
tells about the first, and whether this may be chance.
"""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from math import log

from msgspec import Struct

from kpath_jvm.analysis.decided_together import LoopBranches, LoopTables
from kpath_jvm.analysis.information import LEAST_COUNT, LEAST_EXPLAINED, MeasuredPair
from kpath_jvm.analysis.of_loops.across import AcrossTables, across_loops
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.model import Profile


@dataclass(frozen=True)
class Dependence:
    """What the outcome of ``given``, ``iterations`` iterations before, tells about ``branch``.

    With 0 iterations, ``given`` was executed before ``branch`` in the same iteration. With 1 or
    more, both may be the same branch. ``loop`` is None for branches outside of loops. ``is_across``
    says that the branches belong to different loops (of_loops/across.py). Then ``loop`` is the
    innermost loop around both. The outcome of ``given`` is that of its last execution before
    ``branch``, in the same iteration of ``loop``. ``table[a][b]`` counts the executions in which
    ``branch`` had outcome b after ``given`` had outcome a. Rows and columns are in the order of
    the branches' ``outcomes``. ``bits`` is the information per execution. ``is_exact`` says that no
    count can be too low because the engine folded sequences. ``is_complete`` says that an iteration
    is always one path. Otherwise, for instance because of an inner loop, it may have any number of
    paths. Then the table lacks the executions more than k - 1 paths after ``given``, which may
    behave differently.
    """

    method: int
    loop: Loop | None
    branch: BranchOutcomes
    given: BranchOutcomes
    iterations: int
    table: tuple[tuple[int, ...], ...]
    bits: float
    is_exact: bool
    is_complete: bool
    is_across: bool = False

    @cached_property
    def count(self) -> int:
        """The number of executions of ``branch`` for which the earlier outcome is known."""
        return sum(map(sum, self.table))

    @cached_property
    def given_counts(self) -> tuple[int, ...]:
        """The executions by the outcome of ``given``."""
        return tuple(map(sum, self.table))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The executions by the branch's own outcome."""
        return tuple(map(sum, zip(*self.table, strict=True)))

    @property
    def shares(self) -> tuple[tuple[float, ...], ...]:
        """The table's rows as shares; 0.0 for an outcome of ``given`` that never came before."""
        return tuple(
            tuple(count / total if total else 0.0 for count in row)
            for row, total in zip(self.table, self.given_counts, strict=True)
        )

    @property
    def uncertainty(self) -> float:
        """The entropy of the branch's outcome among these executions, in bits."""
        shares = [count / self.count for count in self.counts if count]
        return -sum(share * log(share, 2) for share in shares)

    @property
    def explained(self) -> float:
        """The share of the uncertainty that knowing ``given`` removes, 0 to 1."""
        return min(self.bits / self.uncertainty, 1.0) if self.uncertainty else 0.0

    @property
    def misses(self) -> int:
        """The number of wrong guesses if the guess is always the most frequent outcome."""
        return self.count - max(self.counts)

    @property
    def misses_given(self) -> int:
        """The number of wrong guesses if there is one guess for each outcome of ``given``."""
        return self.count - sum(map(max, self.table))


def dependences(
    profile: Profile,
    method: int,
    *,
    k: int | None = None,
    least_count: int = LEAST_COUNT,
    least_explained: float = LEAST_EXPLAINED,
) -> list[Dependence]:
    """Returns the dependences among a method's branches, the strongest first.

    The strongest dependence saves the most bits in the whole run (bits times count). Of equally
    strong ones, the one with the fewest iterations comes first. A dependence is reported if its
    table has at least ``least_count`` executions, if ``given`` removes at least the share
    ``least_explained`` of the uncertainty, and if this isn't chance. ``k`` is the greatest length
    of n-grams to use, by default the profile's. Raises KpathError for paths that can't be decoded.
    """
    return dependences_of(
        LoopBranches(profile, method, k), least_count=least_count, least_explained=least_explained
    )


def dependences_of(
    loops: LoopBranches,
    *,
    least_count: int = LEAST_COUNT,
    least_explained: float = LEAST_EXPLAINED,
) -> list[Dependence]:
    """Returns the result of ``dependences``, for branches that the caller already has."""
    branches = loops.branches
    parts, across = _measured(loops)
    measures = [one for _, measured in parts for one in measured.values()]
    measures += [one for _, one in across]
    tested = sum(one.tested(least_count) for one in measures)
    found = []
    for tables, measured in parts:
        is_complete = not _may_have_several_paths(loops, tables.loop)
        for j, one in measured.items():
            for given, branch in one.told(tested, least_count, least_explained):
                cells = tables.tables[j][tables.slots(given), tables.slots(branch)]
                found.append(
                    Dependence(
                        loops.method,
                        tables.loop,
                        branches[tables.decisions[branch].block],
                        branches[tables.decisions[given].block],
                        j,
                        tuple(map(tuple, cells.tolist())),
                        float(one.bits[given, branch]),
                        loops.is_exact,
                        is_complete,
                    )
                )
    for others, one in across:
        is_complete = not _may_have_several_paths(loops, others.loop)
        for given, branch in one.told(tested, least_count, least_explained):
            found.append(
                Dependence(
                    loops.method,
                    others.loop,
                    branches[others.told[branch].block],
                    branches[others.given[given].block],
                    0,
                    tuple(map(tuple, others.cells(given, branch).tolist())),
                    float(one.bits[given, branch]),
                    loops.is_exact,
                    is_complete,
                    is_across=True,
                )
            )
    return sorted(found, key=_rank)


def _may_have_several_paths(loops: LoopBranches, loop: Loop | None) -> bool:
    """Returns whether an executed iteration of a loop may have more than one path.

    That is so if a path begins within the iteration: at the header of an inner loop, at a cut, or
    at a handler. If ``loop`` is None, the activation is taken as one iteration.
    """
    later = (trip.path.blocks[0] for trip in loops.decided.trips if trip.path.start != "entry")
    return any(loop is None or (it in loop.blocks and it != loop.header) for it in later)


def _measured(
    loops: LoopBranches,
) -> tuple[
    list[tuple[LoopTables, dict[int, MeasuredPair]]], list[tuple[AcrossTables, MeasuredPair]]
]:
    """Returns the measures of branches of one loop, and those of branches of different loops."""
    parts = [(tables, MeasuredPair.of(tables)) for tables in loops.tables]
    across = [
        (
            tables,
            MeasuredPair.of_table(tables.table, tables.given_firsts[:-1], tables.told_firsts[:-1]),
        )
        for tables in across_loops(loops.decided)
    ]
    return parts, across


class Comparable(Struct, frozen=True):
    """How many executions of branches can be compared with an earlier outcome.

    A branch is compared with each earlier branch, in the executions for which the earlier outcome
    is known. ``most`` is the largest number of these executions, among all pairs of branches that
    both had at least two outcomes in them; it is 0 if there is no such pair. ``is_any_known`` says
    whether an earlier outcome is known for any execution.
    """

    most: int
    is_any_known: bool


def comparable(loops: LoopBranches, blocks: Collection[int]) -> Comparable:
    """Returns how many executions of the branches at the end of ``blocks`` can be compared."""
    parts, across = _measured(loops)
    measures = [(tables.decisions, one) for tables, found in parts for one in found.values()]
    measures += [(tables.told, one) for tables, one in across]
    most, is_any_known = 0, False
    for decisions, one in measures:
        told = [at for at, decision in enumerate(decisions) if decision.block in blocks]
        counts, freedom = one.counts[:, told], one.freedom[:, told]
        most = max(most, int(counts[freedom > 0].max(initial=0)))
        is_any_known |= bool(counts.any())
    return Comparable(most, is_any_known)


def strength(bits: float, count: int) -> float:
    """Returns the bits that ``count`` executions save, rounded to remove rounding errors."""
    # Sums of the same terms in a different order may differ in the last digits.
    return float(f"{bits * count:.9g}")


def _rank(one: Dependence) -> tuple[float, int, bool]:
    return -strength(one.bits, one.count), one.iterations, one.given != one.branch
