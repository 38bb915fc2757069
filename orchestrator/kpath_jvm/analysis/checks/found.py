"""All checks of a method, or of a profile's methods, that told nothing new in a run.

What a check could save at most is the bytecodes of its block, as often as it told nothing new.
Checks are ordered by that.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from kpath_jvm.analysis.checks.constant import Constant, constant_branches
from kpath_jvm.analysis.checks.evidence import Evidence, evidence_of
from kpath_jvm.analysis.checks.foretold import Foretold, foretold_branches
from kpath_jvm.analysis.checks.looking_back import LookingBack
from kpath_jvm.analysis.checks.one_way import OneWay, one_way_branches
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges
from kpath_jvm.profile.model import Profile

Check: TypeAlias = OneWay | Foretold | Constant


@dataclass(frozen=True)
class MethodChecks:
    """A method's checks, those that could save most first, and what is known about its paths."""

    method: int
    checks: tuple[Check, ...]
    evidence: Evidence


def checks_of(
    profile: Profile, method: int, k: int | None = None, *, loops: LoopBranches | None = None
) -> MethodChecks:
    """Returns the checks of a method, given by its row in ``profile.methods``.

    Callers that have the method's ``loops`` already give them. Raises KpathError for what can't be
    decoded.
    """
    evidence = evidence_of(profile, method, k)
    if evidence.why_not is not None or counted_edges(profile, method):
        return MethodChecks(method, (), evidence)
    loops = LoopBranches(profile, method, k) if loops is None else loops
    code = loops.decided.code
    executed = np.zeros(len(code.offsets), dtype=np.int64)
    for trip, count in zip(loops.decided.trips, loops.decided.trip_counts.tolist(), strict=True):
        executed[list(trip.path.blocks)] += count
    found: list[Check] = []
    found += one_way_branches(code, list(loops.branches.values()), executed, evidence)
    looking_back = LookingBack(loops.decided)
    constant = list(constant_branches(loops, looking_back, evidence))
    # What decides such a branch is what it decided at the entry, also through other branches.
    told = {one.branch.block for one in constant}
    foretold = foretold_branches(loops, looking_back, evidence)
    found += (one for one in foretold if not (one.given is one.branch and one.branch.block in told))
    found += constant
    order = {block: place for place, block in enumerate(loops.branches)}
    found.sort(key=lambda one: (-one.saved, order[one.branch.block]))
    return MethodChecks(method, tuple(found), evidence)


def checks_of_methods(
    profile: Profile, methods: Iterable[int], k: int | None = None
) -> list[tuple[int, Check]]:
    """Returns the checks of some methods with their methods, those that could save most first."""
    found = [(method, one) for method in methods for one in checks_of(profile, method, k).checks]
    return sorted(found, key=lambda it: -it[1].saved)
