"""Finds branches whose outcome never changed within an entry of their loop.

Such a branch can be tested once before the loop, with a copy of the loop for each outcome. Or its
condition can be kept in a variable. The class Steadiness (steadiness.py) decides whether the change
is worthwhile. Steadiness tolerates some executions whose previous outcome isn't known. This module
tolerates none, because it claims that the outcome never changed: each execution, except the first
in an entry, must be known to have had the outcome of the execution before it.
"""

from collections.abc import Iterator

from msgspec import Struct

from kpath_jvm.analysis.decided_together import LoopBranches, LoopTables
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.analysis.settled.basis import Basis
from kpath_jvm.analysis.settled.looking_back import Before, LookingBack, Reach
from kpath_jvm.analysis.steadiness import Steadiness
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.source.assertions import is_assertion_check


class Constant(Struct, frozen=True):
    """A branch whose outcome was constant in each entry of its innermost loop.

    In ``steadiness``, ``firsts`` is the number of executions that were the first in an entry, and
    ``kept`` is the number of all later executions. ``saved`` is an upper bound on the bytecode
    instructions that the test executed at these later times. ``uncompleted`` is the number of the
    method's paths that weren't completed; executions of the branch on these paths weren't counted.
    ``repetitions`` is how often the method seems to have done the same work (analysis/repeated.py).
    """

    branch: BranchOutcomes
    loop: Loop
    steadiness: Steadiness
    uncompleted: int
    saved: int
    repetitions: int = 1

    @property
    def is_assigned(self) -> bool:
        """Whether the branch reads a local variable that the loop assigns, as far as is known."""
        return self.branch.block in self.loop.assigned

    @property
    def count(self) -> int:
        """The number of executions that weren't the first in their entry."""
        return self.steadiness.kept


def constant_branches(
    loops: LoopBranches, looking_back: LookingBack, basis: Basis
) -> Iterator[Constant]:
    """Yields the branches that were constant in each entry of their loop, outer loops first."""
    if basis.why_no_sequences is not None:
        return
    for tables in loops.tables:
        if tables.loop is None:
            continue
        for at, decision in enumerate(tables.decisions):
            branch = loops.branches[decision.block]
            if branch.unknown or is_assertion_check(decision) or _changes(tables, at):
                continue
            before = looking_back.before(decision, decision, tables.loop, Reach.ENTRY)
            steadiness = steadiness_of(branch, before)
            if steadiness.is_steady and not steadiness.unknown and basis.is_enough(steadiness.kept):
                yield Constant(
                    branch,
                    tables.loop,
                    steadiness,
                    basis.uncompleted,
                    steadiness.kept * loops.decided.code.test_size(decision.block),
                    basis.repetitions,
                )


def steadiness_of(branch: BranchOutcomes, before: Before) -> Steadiness:
    """Returns what is known about a branch's consecutive executions within an entry."""
    return Steadiness(
        branch.block,
        branch.targets,
        branch.total,
        tuple(map(tuple, before.table.tolist())),
        int(before.none.sum()),
        tuple(before.unknown.tolist()),
    )


def _changes(tables: LoopTables, at: int) -> bool:
    """Returns whether two executions in one entry are known to have had different outcomes."""
    own = tables.slots(at)
    pairs = [table[own, own] for iterations, table in tables.tables.items() if iterations]
    return any((table.sum() > table.trace()) for table in pairs)
