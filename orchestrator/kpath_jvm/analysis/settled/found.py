"""The settled branches of a method, or of the methods that matter: they told nothing new in a run.

Each time that the outcome was settled, the bytecodes of the test, and of what it calls, might have
been saved. Branches are ordered by the sum of both (called_costs.py says how well the cost of the
calls is known).
"""

from typing import TypeAlias

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.called_costs import CallsOfTest
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.settled.basis import Basis, basis_of
from kpath_jvm.analysis.settled.constant import Constant, constant_branches
from kpath_jvm.analysis.settled.foretold import Foretold, foretold_branches
from kpath_jvm.analysis.settled.looking_back import LookingBack
from kpath_jvm.analysis.settled.one_way import OneWay, one_way_branches
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.model import Profile

Settled: TypeAlias = OneWay | Foretold | Constant


class SettledBranches(Struct, frozen=True):
    """A method's settled branches, those that cost most first, and what is known of its paths."""

    method: int
    branches: tuple[Settled, ...]
    basis: Basis


def settled_of(
    profile: Profile,
    method: int,
    k: int | None = None,
    *,
    loops: LoopBranches | None = None,
    costs: Costs | None = None,
) -> SettledBranches:
    """Returns the settled branches of a method, given by its row in ``profile.methods``.

    Callers that already have the method's ``loops`` or the profile's ``costs`` pass them. Raises
    KpathError if something can't be decoded.
    """
    costs = Costs(profile) if costs is None else costs
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
    # A constant branch also foretells itself. Then it is listed as constant only.
    told = {one.branch.block for one in constant}
    foretold = foretold_branches(loops, looking_back, basis)
    found += (one for one in foretold if not (one.given is one.branch and one.branch.block in told))
    found += constant
    order = {block: place for place, block in enumerate(loops.branches)}
    weights = {id(one): weight(costs, method, code, one) for one in found}
    found.sort(key=lambda one: (-weights[id(one)], order[one.branch.block]))
    return SettledBranches(method, tuple(found), basis)


def calls_of(costs: Costs, method: int, code: MethodCode, one: Settled) -> CallsOfTest:
    """Returns what a settled branch's test calls."""
    return costs.of_calls.of_test(method, code, one.branch.decision, one.branch.total)


def weight(costs: Costs, method: int, code: MethodCode, one: Settled) -> float:
    """Returns about how many bytecodes a settled branch's test took, with what it calls.

    Where it isn't known what the calls cost, this is a guess that is only good enough for sorting.
    """
    return one.saved + one.count * calls_of(costs, method, code, one).likely


def heavy(
    selected: Selected, costs: Costs, least_share: float, k: int | None = None
) -> list[tuple[int, Settled]]:
    """Returns the settled branches with at least this share of all bytecodes, heaviest first.

    Each comes with its method. Only selected branches are included, but ``costs`` are of the whole
    profile. A branch weighs no more than its method with everything that the method calls, so only
    methods that reach the share are looked at. Where callers weren't recorded, only the method
    itself is considered here.
    """
    least = max(least_share * costs.total, 1)
    methods = [
        one
        for one in selected.methods.tolist()
        if (own := costs.of_method(one)) and own + costs.of_calls.of_all_calls(one) >= least
    ]
    found = []
    for method in methods:
        code = selected.whole.code(method)
        for one in settled_of(selected.whole, method, k, costs=costs).branches:
            if is_selected(selected, method, one.branch.block):
                found.append((weight(costs, method, code, one), method, one))
    found.sort(key=lambda it: (-it[0], it[1]))
    return [(method, one) for weighs, method, one in found if weighs >= least]


def is_selected(selected: Selected, method: int, block: int) -> bool:
    """Returns whether a block of a selected method is in a selected loop, if there are any."""
    if selected.loops is None:
        return True
    loops = selected.whole.code(method).loops
    return any(block in loops[at].blocks for at in selected.loops[method])
