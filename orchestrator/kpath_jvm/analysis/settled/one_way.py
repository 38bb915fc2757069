"""Finds branches that always went one way, and the code that depends on their outcome.

A branch's test costs at most the bytecodes of its condition, of the branch instruction, and of the
methods that the test calls (called_costs.py). The rest of the branch's block would be executed even
without the test. If the bytecode doesn't show where the test begins, the cost of the whole block is
taken (MethodCode.test_size).

Blocks are *behind* a way if they can be reached from the method's entry, or from a handler, only by
going that way. Blocks behind the way that the branch went were executed only because of this
outcome. No completed path ran through blocks behind another way, so only the size of these blocks
is known.
"""

from collections.abc import Collection, Sequence

from msgspec import Struct

from kpath_jvm.analysis.flow import flow
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges
from kpath_jvm.analysis.outcomes import BranchOutcomes, branch_outcomes
from kpath_jvm.analysis.reachable import reached
from kpath_jvm.analysis.settled.basis import Basis
from kpath_jvm.analysis.settled.conditions import answer_of, has_same_texts
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import Int64Array
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.assertions import is_assertion_check


class OneWay(Struct, frozen=True):
    """A branch that had the same outcome in all executions with a known outcome.

    ``way`` is the index of this outcome in ``branch.outcomes``. ``uncompleted`` is the number of
    the method's paths that weren't completed, or None if it isn't known; executions of branches on
    these paths weren't counted. ``saved`` is the number of bytecode instructions that the branch's
    test executed. ``behind`` is the number of bytecode instructions executed in blocks behind this
    way. ``never_run`` is the size, in bytecode instructions, of the blocks that are behind other
    ways and that no completed path ran through. At most ``may_differ`` executions went another way:
    if paths were counted, those whose outcome isn't known; if edges were counted, as many as the
    upper bounds of the other ways allow. ``has_other_copy`` is true if another copy of the branch
    on the same line went another way, or may have.
    """

    branch: BranchOutcomes
    way: int
    uncompleted: int | None
    saved: int
    behind: int
    never_run: int
    may_differ: int = 0
    has_other_copy: bool = False

    @property
    def count(self) -> int:
        """The number of executions that surely went this way."""
        return self.branch.counts[self.way]

    @property
    def most(self) -> int:
        """An upper bound for the number of executions that went this way."""
        return self.branch.mosts[self.way]


def one_way_branches(
    code: MethodCode, branches: Sequence[BranchOutcomes], executed: Int64Array, basis: Basis
) -> list[OneWay]:
    """Returns the branches that always went one way, in the given order.

    ``branches`` are all of the method's branches, and ``executed`` has the number of executions of
    each block. Tests of whether assertions are enabled are left out. Compilers copy branches, for
    example for ``finally`` blocks. A branch is also left out if another copy of it on the same line
    went another way, or may have.
    """
    if basis.why_not is not None:
        return []
    return [
        one
        for one in one_way_decisions(code, branches, executed, basis.uncompleted)
        if basis.is_enough(one.branch.total)
        and not one.may_differ
        and not one.has_other_copy
        and not is_assertion_check(one.branch.decision)
    ]


def always_one_way(profile: Profile, method: int) -> list[OneWay]:
    """Returns a method's branches and switches that always went one way, in the order of the code.

    Unlike a settled branch, such a branch may have been executed only once. Any profiler may have
    counted it, and the outcomes of some executions may be unknown. Tests of whether assertions are
    enabled are included.
    """
    branches = branch_outcomes(profile, method)
    return one_way_decisions(
        profile.code(method),
        branches,
        flow(profile, method).blocks,
        uncompleted(profile, method),
        is_of_paths=not counted_edges(profile, method),
    )


def one_way_decisions(
    code: MethodCode,
    branches: Sequence[BranchOutcomes],
    executed: Int64Array,
    cut_off: int | None,
    *,
    is_of_paths: bool = True,
) -> list[OneWay]:
    """Returns the branches and switches whose known executions all went one way.

    ``branches`` are all of the method's branches, and ``executed`` has the number of executions of
    each block. ``cut_off`` is the number of the method's paths that weren't completed, or None if
    it isn't known. ``is_of_paths`` is true if paths were counted, and false if edges were.
    """
    asking = [one for one in branches if one.decision.targets and one.total]
    found = []
    for branch in asking:
        way = _only_way(branch)
        if way is None:
            continue
        others = [target for target in branch.targets if target != branch.targets[way]]
        behind = _only_behind(code, branch.block, [branch.targets[way]])
        beside = _only_behind(code, branch.block, others)
        found.append(
            OneWay(
                branch,
                way,
                cut_off,
                branch.total * code.test_size(branch.block),
                sum(int(executed[block]) * code.instructions[block] for block in behind),
                sum(code.instructions[block] for block in beside if not executed[block]),
                branch.unknown if is_of_paths else sum(branch.mosts) - branch.mosts[way],
                _differs_elsewhere(branch, way, asking),
            )
        )
    return found


def _only_way(branch: BranchOutcomes) -> int | None:
    """Returns the index of the only outcome that is known to have occurred, or None."""
    ways = [way for way, count in enumerate(branch.counts) if count]
    return ways[0] if len(ways) == 1 else None


def _differs_elsewhere(branch: BranchOutcomes, way: int, all_of_them: list[BranchOutcomes]) -> bool:
    """Returns whether another copy of the branch on the same line went another way, or may have."""
    answer = answer_of(branch.outcomes[way])
    return any(
        answer_of(outcome) != answer
        for one in all_of_them
        if one is not branch and one.line == branch.line
        and has_same_texts(one.decision, branch.decision)
        for outcome, count in zip(one.outcomes, one.counts, strict=True)
        if count or one.unknown
    )  # fmt: skip


def _only_behind(code: MethodCode, block: int, ways: Collection[int]) -> set[int]:
    """Returns the blocks that can be reached only by leaving ``block`` by one of ``ways``."""
    return reached(code) - reached(code, block, ways)
