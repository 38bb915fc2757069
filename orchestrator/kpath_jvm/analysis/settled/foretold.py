"""Finds branches that an earlier branch always decided, in the same or the previous iteration.

If the outcome w of a branch A is always followed by the outcome v of a branch B, then testing B
after w gave no new information. looking_back.py pairs each execution of B with A's last execution
before it in the same iteration, or with A's last execution in the previous iteration. B is reported
only if the sequences reach back far enough to show that B always had the outcome v after w.
"""

from collections.abc import Iterator
from math import log

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.information import CHANCE
from kpath_jvm.analysis.of_loops.across import across_loops
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.basis import LEAST_COUNT, Basis
from kpath_jvm.analysis.settled.conditions import answer_of, is_same_condition
from kpath_jvm.analysis.settled.looking_back import Before, LookingBack, Reach
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.metadata import Decision, Loop
from kpath_jvm.source.assertions import is_assertion_check


class Implied(Struct, frozen=True):
    """The decided branch always had outcome ``way`` after the earlier branch's outcome ``given``.

    ``given`` and ``way`` are places in the outcomes of the earlier and of the decided branch.
    ``count`` is the number of the decided branch's executions that are known to have come after
    ``given``.
    """

    given: int
    way: int
    count: int


class Foretold(Struct, frozen=True):
    """A branch that certain earlier outcomes, of its own or of another branch, always decided.

    ``given`` was executed ``iterations`` (0 or 1) iterations of ``loop`` before ``branch``. If
    ``loop`` is None, the activation is taken as one iteration. If ``is_across``, the two branches
    belong to different loops, and ``loop`` is the innermost loop around both. ``implied`` has the
    outcomes of ``given`` that decided ``branch``. If ``is_same_condition``, both branches compare
    the same operands in the same iteration, and each decided outcome is the same answer as the
    deciding outcome. ``saved`` is an upper bound on the bytecode instructions that the branch's
    test executed in the ``count`` executions. ``unseen`` is the number of further executions of
    ``branch`` that had one of the decided outcomes. Not all paths before them are known, mainly
    because an iteration had too many paths. ``uncompleted`` is the number of the method's paths
    that weren't completed; executions of branches on these paths weren't counted.
    ``repetitions`` is how often the method seems to have done the same work (analysis/repeated.py).
    """

    branch: BranchOutcomes
    given: BranchOutcomes
    loop: Loop | None
    iterations: int
    is_across: bool
    implied: tuple[Implied, ...]
    is_same_condition: bool
    uncompleted: int
    saved: int
    unseen: int
    repetitions: int = 1

    @property
    def unseen_cost(self) -> int:
        """An upper bound on the test's bytecode instructions in the ``unseen`` executions."""
        return self.saved // self.count * self.unseen

    @property
    def count(self) -> int:
        """The number of executions that an earlier outcome is known to have decided."""
        return sum(one.count for one in self.implied)


class _Candidate(Struct, frozen=True):
    """Two branches: ``given`` decided at most ``most`` executions of ``told``."""

    told: Decision
    given: Decision
    loop: Loop | None
    iterations: int
    is_across: bool
    most: int


def foretold_branches(
    loops: LoopBranches, looking_back: LookingBack, basis: Basis
) -> list[Foretold]:
    """Returns the decided branches, each with the earlier branch that decided it most often.

    Branches that always went one way are left out, because no earlier branch is needed to predict
    them. Branches with an unknown outcome are left out, too, and so are tests of whether assertions
    are enabled.
    """
    if basis.why_no_sequences is not None:
        return []
    candidates: dict[int, list[_Candidate]] = {}
    for one in _candidates(loops):
        candidates.setdefault(one.told.block, []).append(one)
    tested = sum(map(len, candidates.values()))
    found = []
    for block in loops.branches:
        best: Foretold | None = None
        own = candidates.get(block, [])
        for one in sorted(own, key=lambda it: (-it.most, it.iterations)):
            if best is not None and one.most < best.count:
                break
            told = _foretold(loops, looking_back, one, tested, basis)
            if told is not None and (best is None or _rank(told) > _rank(best)):
                best = told
        if best is not None:
            found.append(best)
    return found


def _rank(one: Foretold) -> tuple[int, bool, int]:
    return one.count, one.is_same_condition, -one.iterations


def _candidates(loops: LoopBranches) -> Iterator[_Candidate]:
    """Yields pairs where an outcome of ``given`` was followed by only one outcome of ``told``."""
    asked = {
        block
        for block, one in loops.branches.items()
        if not one.unknown
        and not is_assertion_check(one.decision)
        and sum(count > 0 for count in one.counts) > 1
    }
    for one in _pairs(loops):
        if {one.told.block, one.given.block} <= asked:
            yield one


def _pairs(loops: LoopBranches) -> Iterator[_Candidate]:
    """Yields the pairs that ``_candidates`` describes, for all branches."""
    for tables in loops.tables:
        own = tables.decisions
        firsts = tables.firsts[:-1]
        for iterations in (0, 1) if tables.loop is not None else (0,):
            table = tables.tables.get(iterations)
            if table is not None:
                for at, to, most in _decided(table, firsts, firsts):
                    yield _Candidate(own[to], own[at], tables.loop, iterations, False, most)
    for across in across_loops(loops.decided):
        firsts_of_both = across.given_firsts[:-1], across.told_firsts[:-1]
        for iterations in (0, 1):
            table = across.tables.get(iterations)
            if table is not None:
                for at, to, most in _decided(table, *firsts_of_both):
                    yield _Candidate(
                        across.told[to], across.given[at], across.loop, iterations, True, most
                    )


def _decided(
    table: Int64Array, given_firsts: Int64Array, told_firsts: Int64Array
) -> Iterator[tuple[int, int, int]]:
    """Yields (given, told, most) if ``given`` may have decided ``most`` executions of ``told``.

    These executions came after outcomes of ``given`` that were followed at least LEAST_COUNT times
    by ``told``, and always by the same outcome of ``told``.
    """
    sums = np.add.reduceat(table, told_firsts, axis=1)
    is_decided = (np.maximum.reduceat(table, told_firsts, axis=1) == sums) & (sums >= LEAST_COUNT)
    most = np.add.reduceat(np.where(is_decided, sums, 0), given_firsts, axis=0)
    for at, to in np.argwhere(most).tolist():
        yield at, to, int(most[at, to])


def _foretold(
    loops: LoopBranches,
    looking_back: LookingBack,
    one: _Candidate,
    tested: int,
    basis: Basis,
) -> Foretold | None:
    branch, given = loops.branches[one.told.block], loops.branches[one.given.block]
    reach = Reach.PREVIOUS if one.iterations else Reach.ITERATION
    before = looking_back.before(one.told, one.given, one.loop, reach)
    implied = tuple(implications(before, tested, basis))
    if not implied:
        return None
    count = sum(it.count for it in implied)
    unseen = int(before.unknown[list({it.way for it in implied})].sum())
    # In another iteration, the same variables usually have other values.
    is_same = (
        not one.iterations
        and is_same_condition(one.told, one.given)
        and all(
            answer_of(given.outcomes[it.given]) == answer_of(branch.outcomes[it.way])
            for it in implied
        )
    )
    return Foretold(
        branch,
        given,
        one.loop,
        one.iterations,
        one.is_across,
        implied,
        is_same,
        basis.uncompleted,
        count * loops.decided.code.test_size(branch.block),
        unseen,
        basis.repetitions,
    )


def implications(before: Before, tested: int, basis: Basis) -> Iterator[Implied]:
    """Yields the outcomes of the given branch after which the told branch always went one way.

    If nearly all executions of the told branch went that way, this may be due to chance. So an
    outcome is left out if the probability of chance is more than CHANCE divided by ``tested``, the
    number of tested pairs of branches. An outcome is also left out if the told branch went the same
    way after all other outcomes of the given branch.
    """
    table = before.table
    known = table.sum() + before.none.sum() + before.unknown.sum()
    shares = (table.sum(axis=0) + before.none + before.unknown) / max(int(known), 1)
    for given, row in enumerate(table):
        count, way = int(row.max(initial=0)), int(np.argmax(row))
        if count != int(row.sum()) or not basis.is_enough(count):
            continue
        is_another = np.arange(len(row)) != way
        if before.unknown[is_another].any():
            continue
        others = np.delete(table, given, axis=0)
        if not others[:, is_another].any():
            continue
        if count * -log(max(float(shares[way]), 1e-300)) < log(max(tested, 1) / CHANCE):
            continue
        yield Implied(given, way, count)
