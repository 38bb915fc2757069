"""Finds the settled branches of a method or, in a whole profile, those with the costliest tests.

A branch is settled if its test gave no new information in a run: it always went one way, another
branch had decided it, or its outcome never changed within an entry of its loop. Whenever the
outcome of a branch was settled, the bytecodes of its test might have been saved. Branches are
ordered by the sum of these bytecodes. But a Foretold branch that decides whether a loop ends comes
after all others, because the loop needs its test. Bytecodes of methods that a test calls aren't
included, because the program may need these calls even without the test.
"""

from typing import TypeAlias

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.called_costs import CallsOfTest
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.settled.basis import Basis, basis_of
from kpath_jvm.analysis.settled.constant import Constant, constant_branches
from kpath_jvm.analysis.settled.foretold import Foretold, foretold_branches
from kpath_jvm.analysis.settled.looking_back import LookingBack
from kpath_jvm.analysis.settled.one_way import OneWay, always_one_way, one_way_branches
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.model import Profile

Settled: TypeAlias = OneWay | Foretold | Constant


class SettledBranches(Struct, frozen=True):
    """A method's settled branches, in the order described above, with the basis of the findings."""

    method: int
    branches: tuple[Settled, ...]
    basis: Basis


def settled_of(
    profile: Profile,
    method: int,
    k: int | None = None,
    *,
    loops: LoopBranches | None = None,
) -> SettledBranches:
    """Returns the settled branches of a method, given by its number.

    Callers that already have the method's LoopBranches pass them as ``loops``. Raises KpathError if
    something can't be decoded.
    """
    basis = basis_of(profile, method, k)
    if basis.why_not is not None or counted_edges(profile, method):
        return SettledBranches(method, (), basis)
    loops = LoopBranches(profile, method, k) if loops is None else loops
    code = loops.decided.code
    executed = np.zeros(len(code.offsets), dtype=np.int64)
    for trip, count in zip(loops.decided.trips, loops.decided.trip_counts.tolist(), strict=True):
        executed[list(trip.path.blocks)] += count
    found: list[Settled] = []
    found += one_way_branches(code, list(loops.branches.values()), executed, basis)
    looking_back = LookingBack(loops.decided)
    constant = list(constant_branches(loops, looking_back, basis))
    # A constant branch is also foretold by its own last outcome. It is listed as foretold only if
    # another branch foretold it.
    told = {one.branch.block for one in constant}
    foretold = foretold_branches(loops, looking_back, basis)
    found += (one for one in foretold if not (one.given is one.branch and one.branch.block in told))
    found += constant
    order = {block: place for place, block in enumerate(loops.branches)}
    found.sort(key=lambda one: (*_rank(one, code), order[one.branch.block]))
    return SettledBranches(method, tuple(found), basis)


class SettledMethods:
    """The settled branches of a profile's methods. Each method is analyzed only once."""

    def __init__(self, profile: Profile, k: int | None = None) -> None:
        self._profile = profile
        self._k = k
        self._found: dict[int, SettledBranches] = {}

    def of(self, method: int) -> SettledBranches:
        """Returns the settled branches of a method, given by its number."""
        if method not in self._found:
            self._found[method] = settled_of(self._profile, method, self._k)
        return self._found[method]


def calls_of(costs: Costs, method: int, code: MethodCode, one: Settled) -> CallsOfTest:
    """Returns the calls in the test of a settled branch."""
    return costs.of_calls.of_test(method, code, one.branch.decision, one.branch.total)


def heavy(
    selected: Selected,
    costs: Costs,
    least_share: float,
    k: int | None = None,
    settled: SettledMethods | None = None,
) -> list[tuple[int, Settled]]:
    """Returns the settled branches with costly tests, each with its method, costliest tests first.

    But Foretold branches that decide whether a loop ends come last. Callers that need the settled
    branches of methods for other purposes, too, pass ``settled``.

    A test is costly if it took, or may have taken, at least ``least_share`` of all executed
    bytecodes. ``costs`` are those of the whole profile. Only selected branches are included.
    """
    known = SettledMethods(selected.whole, k) if settled is None else settled
    least = max(least_share * costs.total, 1)
    methods = [one for one in selected.methods.tolist() if costs.of_method(one) >= least]
    found = [
        (method, one)
        for method in methods
        for one in known.of(method).branches
        if most_saved(one) >= least and is_selected(selected, method, one.branch.block)
    ]
    # Sorting is stable, so a method's branches of equal cost stay in the order of ``settled_of``.
    return sorted(found, key=lambda it: (*_rank(it[1], selected.whole.code(it[0])), it[0]))


def _rank(one: Settled, code: MethodCode) -> tuple[bool, int]:
    return isinstance(one, Foretold) and ends_loop(one.branch, code), -one.saved


def ends_loop(branch: BranchOutcomes, code: MethodCode) -> bool:
    """Returns whether a branch decides whether the innermost loop around it is left."""
    around = [loop.blocks for loop in code.loops if branch.block in loop.blocks]
    if not around:
        return False
    inside = min(around, key=len)
    stays = [target in inside for target in branch.decision.targets]
    return any(stays) and not all(stays)


def most_saved(one: Settled) -> int:
    """Returns the most bytecodes that a branch's test may have executed for nothing."""
    return one.saved + (one.unseen_cost if isinstance(one, Foretold) else 0)


def all_one_way(selected: Selected, costs: Costs) -> list[tuple[int, OneWay]]:
    """Returns all selected branches that always went one way, each with its method.

    Those with the costliest tests come first, as in the result of ``heavy``. ``costs`` are
    those of the whole profile.
    """
    found = [
        (method, one)
        for method in selected.methods.tolist()
        if costs.of_method(method)
        for one in always_one_way(selected.whole, method)
        if is_selected(selected, method, one.branch.block)
    ]
    return sorted(found, key=lambda it: (-it[1].saved, it[0]))


def is_selected(selected: Selected, method: int, block: int) -> bool:
    """Returns whether a block is selected; if loops are selected, it must be in one of them."""
    if selected.loops is None:
        return True
    loops = selected.whole.code(method).loops
    return any(block in loops[at].blocks for at in selected.loops[method])
