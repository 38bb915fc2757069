"""Finds, in sequences of paths, branches that decide other branches or their own later outcomes.

Each branch is paired with each branch of its method, itself included. The executions of the pair's
first branch are counted by the outcome that the second branch had j iterations earlier, in the
innermost loop around both (decided_together.py). If the branches belong to different loops,
of_loops/across.py describes which outcome of the second branch is used. information.py measures how
much the second branch tells about the first, and whether this may be chance.
"""

from collections.abc import Collection, Sequence
from functools import cached_property
from math import log

from msgspec import Struct

from kpath_jvm.analysis.decided_together import LoopBranches, LoopTables
from kpath_jvm.analysis.followed import known_length
from kpath_jvm.analysis.information import LEAST_COUNT, LEAST_EXPLAINED, MeasuredPair
from kpath_jvm.analysis.of_loops.across import AcrossTables, across_loops
from kpath_jvm.analysis.of_loops.unseen import Unseen
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.looking_back import Before, LookingBack, Reach
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import Decision, Loop
from kpath_jvm.profile.model import Profile

#: If a dependence's table has at least this share of the branch's executions, it has nearly all.
NEARLY_ALL = 0.9
#: A dependence is about as strong as another one if it saves at least this share of the bits that
#: the other one saves.
ABOUT_AS_MUCH = 0.8
#: Shares that differ by less than this look alike.
_LEAST_DIFFERENCE = 0.001


class Dependence(Struct, frozen=True, dict=True):
    """What the outcome of ``given``, ``iterations`` iterations earlier, tells about ``branch``.

    ``loop`` is the innermost loop around both branches, and the iterations are iterations of this
    loop. ``loop`` is None if no loop is around both branches. With 0 iterations, ``given`` was
    executed before ``branch`` in the same iteration. With 1 or more, ``given`` may be ``branch``.
    ``is_across`` is true if the branches belong to different loops (of_loops/across.py). If
    ``given`` belongs to a loop inside ``loop``, its outcome in the inner loop's last iteration
    counts. ``table[a][b]`` counts the executions in which ``branch`` had the outcome
    ``branch.outcomes[b]`` after ``given`` had the outcome ``given.outcomes[a]``. ``bits`` is how
    much the outcome of ``given`` tells about that of ``branch``, in bits per execution.
    ``is_exact`` is false if counts can be too low, because the engine folded sequences. ``unseen``
    is the number of further executions of ``branch`` that may have come after ``given``. Not all
    paths before these executions are known, mainly where an iteration had too many paths
    (of_loops/unseen.py). ``absent`` is the number of all other executions of ``branch`` with a
    known outcome. Before these executions, ``given`` wasn't executed in the iteration in question,
    or the loop hadn't been entered yet. ``absent`` is None if counts can be too low, or if the
    profiler didn't count all sequences.

    ``last`` is only for a branch that depends on itself: how the branch went after its own last
    outcome in the same entry into ``loop``, however many iterations earlier. ``last`` is None if
    two successive outcomes in one entry are known to differ. If ``last`` isn't None, the branch
    seems to keep its outcome within an entry, and ``iterations`` means nothing: any other earlier
    iteration tells just as much.
    """

    method: int
    loop: Loop | None
    branch: BranchOutcomes
    given: BranchOutcomes
    iterations: int
    table: tuple[tuple[int, ...], ...]
    bits: float
    is_exact: bool
    unseen: int
    is_across: bool = False
    absent: int | None = None
    last: Before | None = None

    @property
    def is_nearly_all(self) -> bool:
        """Whether the table has nearly all executions of ``branch`` with a known outcome."""
        return self.count >= NEARLY_ALL * sum(self.branch.counts)

    @property
    def is_complete(self) -> bool:
        """Whether the table has all executions of ``branch`` that came after ``given``."""
        return not self.unseen

    @cached_property
    def count(self) -> int:
        """The number of executions of ``branch`` for which the earlier outcome is known."""
        return sum(map(sum, self.table))

    @cached_property
    def given_counts(self) -> tuple[int, ...]:
        """The number of executions in the table for each outcome of ``given``."""
        return tuple(map(sum, self.table))

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of executions in the table for each outcome of ``branch``."""
        return tuple(map(sum, zip(*self.table, strict=True)))

    @property
    def shares(self) -> tuple[tuple[float | None, ...], ...]:
        """The table's entries as shares of their rows' sums; None in a row without executions."""
        return tuple(
            tuple(count / total if total else None for count in row)
            for row, total in zip(self.table, self.given_counts, strict=True)
        )

    @property
    def uncertainty(self) -> float:
        """The entropy of the branch's outcome among the table's executions, in bits."""
        shares = [count / self.count for count in self.counts if count]
        return -sum(share * log(share, 2) for share in shares)

    @property
    def explained(self) -> float:
        """The share of the uncertainty that vanishes if ``given``'s outcome is known, 0 to 1."""
        return min(self.bits / self.uncertainty, 1.0) if self.uncertainty else 0.0

    @property
    def changes_something(self) -> bool:
        """Whether the outcome of ``given`` changes a guess or a share that a reader would notice.

        It is also a change if an outcome of ``branch`` came after one outcome of ``given``, but
        never after another.
        """
        if self.misses_given != self.misses:
            return True
        for column in zip(*(row for row in self.shares if None not in row), strict=True):
            known = [share for share in column if share is not None]
            if max(known) - min(known) >= _LEAST_DIFFERENCE or (min(known) == 0 < max(known)):
                return True
        return False

    @property
    def misses(self) -> int:
        """The number of wrong guesses if the guess is always the most frequent outcome."""
        return self.count - max(self.counts)

    @property
    def misses_given(self) -> int:
        """The number of wrong guesses if the guess may depend on the outcome of ``given``."""
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

    The strongest saves the most bits in the whole run (bits times count). Of equally strong ones,
    the one with the fewest iterations comes first. A dependence is reported only if its table has
    at least ``least_count`` executions, ``given`` removes at least the share ``least_explained`` of
    the uncertainty, and chance is an unlikely explanation (information.py). ``k`` is the greatest
    length of n-grams to use, by default the profile's k. Raises KpathError for paths that can't be
    decoded, or counts that contradict each other.
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
    """Returns the result of ``dependences`` for a method whose LoopBranches the caller has."""
    parts, across = _measured(loops)
    measures = [one for _, measured in parts for one in measured.values()]
    measures += [one for _, measured in across for one in measured.values()]
    tested = sum(one.tested(least_count) for one in measures)
    unseen = Unseen(loops.decided)
    kept = _Kept(loops)
    is_whole: dict[Loop | None, bool] = {}

    def dependence(
        loop: Loop | None,
        closing: Sequence[Loop],
        pair: tuple[Decision, Decision],
        iterations: int,
        cells: Int64Array,
        bits: float,
        *,
        is_across: bool,
    ) -> Dependence:
        given, branch = (loops.branches[one.block] for one in pair)
        count, total = int(cells.sum()), sum(branch.counts)
        hidden = (
            0
            if count == total
            else unseen.count(loop, closing, given.block, branch.block, iterations)
        )
        if loop not in is_whole:
            length = known_length(loops.profile, loops.method, loop)
            is_whole[loop] = length == loops.profile.k
        return Dependence(
            loops.method,
            loop,
            branch,
            given,
            iterations,
            tuple(map(tuple, cells.tolist())),
            bits,
            loops.is_exact,
            hidden,
            is_across,
            total - count - hidden if loops.is_exact and is_whole[loop] else None,
            kept.last(branch, loop)
            if loop is not None and given is branch and cells.sum() == cells.trace()
            else None,
        )

    found = []
    for tables, measured in parts:
        for j, one in measured.items():
            for given, branch in one.told(tested, least_count, least_explained):
                pair = tables.decisions[given], tables.decisions[branch]
                cells = tables.tables[j][tables.slots(given), tables.slots(branch)]
                bits = float(one.bits[given, branch])
                found.append(dependence(tables.loop, (), pair, j, cells, bits, is_across=False))
    for others, measured in across:
        for j, one in measured.items():
            for given, branch in one.told(tested, least_count, least_explained):
                pair = others.given[given], others.told[branch]
                cells, bits = others.cells(j, given, branch), float(one.bits[given, branch])
                found.append(
                    dependence(others.loop, others.closing, pair, j, cells, bits, is_across=True)
                )
    return sorted(found, key=_rank)


class _Kept:
    """Finds the branches that kept their outcome within each entry into their loop."""

    def __init__(self, loops: LoopBranches) -> None:
        self._looking_back = LookingBack(loops.decided)
        self._found: dict[int, Before] = {}

    def last(self, branch: BranchOutcomes, loop: Loop) -> Before | None:
        """Returns Dependence's ``last`` for a branch that depends on itself."""
        if branch.block not in self._found:
            told = branch.decision
            self._found[branch.block] = self._looking_back.before(told, told, loop, Reach.ENTRY)
        found = self._found[branch.block]
        return found if found.table.sum() == found.table.trace() else None


def _measured(
    loops: LoopBranches,
) -> tuple[
    list[tuple[LoopTables, dict[int, MeasuredPair]]],
    list[tuple[AcrossTables, dict[int, MeasuredPair]]],
]:
    """Returns the measures of pairs of branches in one loop, and of pairs in different loops.

    Each dict maps the number of iterations between the two executions to the measures.
    """
    parts = [(tables, MeasuredPair.of(tables)) for tables in loops.tables]
    across = [
        (
            others,
            {
                j: MeasuredPair.of_table(table, others.given_firsts[:-1], others.told_firsts[:-1])
                for j, table in others.tables.items()
            },
        )
        for others in across_loops(loops.decided)
    ]
    return parts, across


def most_telling(dependences: Sequence[Dependence]) -> list[Dependence]:
    """Returns a branch's strongest dependence, and others if the strongest alone would mislead.

    ``dependences`` are those of one branch, the strongest first. Dependences that change neither a
    guess nor a share are left out of the result. If similar dependences on the same ``given`` are
    about as strong as the strongest, the one with the fewest iterations replaces the strongest,
    because more iterations would look like a period. If the first dependence isn't complete, the
    result also has the strongest complete one that removes a larger share of the uncertainty. If no
    dependence in the result then has nearly all executions of the branch, the strongest that has
    them is added.
    """
    dependences = [one for one in dependences if one.changes_something]
    found = [_nearest(dependences[0], dependences)] if dependences else []
    if found and not found[0].is_complete:
        others = (one for one in dependences if one.explained > found[0].explained)
        found += [one for one in others if one.is_complete][:1]
    if not any(one.is_nearly_all for one in found):
        found += [one for one in dependences if one.is_nearly_all][:1]
    return found


def _nearest(best: Dependence, dependences: Sequence[Dependence]) -> Dependence:
    """Returns, of the dependences similar to ``best``, the one with the fewest iterations."""
    if best.last is not None:
        # Here, ``iterations`` means nothing.
        return best
    least = ABOUT_AS_MUCH * strength(best.bits, best.count)
    near = (
        one
        for one in dependences
        if (one.given, one.loop, one.is_across) == (best.given, best.loop, best.is_across)
        and (one.is_complete, one.is_nearly_all) == (best.is_complete, best.is_nearly_all)
        and strength(one.bits, one.count) >= least
    )
    return min(near, key=lambda one: one.iterations)


class Comparable(Struct, frozen=True):
    """How many executions of branches can be compared with an earlier outcome.

    An execution of a branch can be compared with an earlier branch if the earlier branch's outcome
    is known. ``most`` is the largest number of such executions for any pair of branches that both
    had at least two outcomes; 0 if there is no such pair. ``is_any_known`` is true if an earlier
    outcome is known for at least one execution.
    """

    most: int
    is_any_known: bool


def comparable(loops: LoopBranches, blocks: Collection[int]) -> Comparable:
    """Returns how many executions of the branches at the end of ``blocks`` can be compared."""
    parts, across = _measured(loops)
    measures = [(tables.decisions, one) for tables, found in parts for one in found.values()]
    measures += [(others.told, one) for others, found in across for one in found.values()]
    most, is_any_known = 0, False
    for decisions, one in measures:
        told = [at for at, decision in enumerate(decisions) if decision.block in blocks]
        counts, freedom = one.counts[:, told], one.freedom[:, told]
        most = max(most, int(counts[freedom > 0].max(initial=0)))
        is_any_known |= bool(counts.any())
    return Comparable(most, is_any_known)


def strength(bits: float, count: int) -> float:
    """Returns the bits that ``count`` executions save, rounded to nine digits."""
    # Sums of the same terms in a different order may differ in the last digits.
    return float(f"{bits * count:.9g}")


def _rank(one: Dependence) -> tuple[float, int, bool]:
    return -strength(one.bits, one.count), one.iterations, one.given != one.branch
