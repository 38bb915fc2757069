"""Computes all advice on one loop."""

from collections.abc import Callable, Collection
from functools import cached_property, partial

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from kpath_jvm.analysis.advice.arms import Arms
from kpath_jvm.analysis.advice.chains import Chains, chains
from kpath_jvm.analysis.advice.code_size import CodeSize, code_size
from kpath_jvm.analysis.advice.correlation import Prediction, predictions
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.advice.peeling import BranchShift, Peeling, peeling, shifted
from kpath_jvm.analysis.advice.superblocks import Superblocks, superblocks
from kpath_jvm.analysis.advice.traces import LoopTraces, loop_traces
from kpath_jvm.analysis.advice.turns import TurningBranch, turns
from kpath_jvm.analysis.advice.unrolling import LEAST_COUNT, Unrolling, unrolling
from kpath_jvm.analysis.advice.unswitching import looked_back, steadiness
from kpath_jvm.analysis.by_iteration import ByIteration, numbered_of
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.analysis.settled.looking_back import LookingBack, Reach
from kpath_jvm.analysis.steadiness import Steadiness
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.analysis.waiting import why_it_waits
from kpath_jvm.profile.model import Profile


class LoopAdvice(Struct, frozen=True):
    """All advice on a loop.

    Each kind of advice says whether it is worth following, or why not. ``turns`` are the branches
    whose outcomes take turns within ``unrolling.period`` (turns.py). The loop made at least
    ``iterations`` and at most ``iterations_most`` iterations; ``iterations_most`` is None if there
    is no upper bound. ``uncompleted`` is the number of uncompleted paths that may have run in the
    loop, or None if it isn't known. ``size`` has the sizes of the code. ``tests`` computes how well
    the branches of the loop's test are predicted. There is no advice on these, because they follow
    from how many iterations entries make.
    """

    traces: LoopTraces
    unrolling: Unrolling
    turns: tuple[TurningBranch, ...]
    peeling: Peeling
    unswitching: tuple[Steadiness, ...]
    correlation: tuple[Prediction, ...]
    tests: Callable[[], tuple[Prediction, ...]]
    superblocks: Superblocks
    iterations: int
    iterations_most: int | None
    uncompleted: int | None
    size: CodeSize

    @property
    def lacks_iterations(self) -> bool:
        """Whether nothing can be advised because too few iterations began with a completed path.

        It isn't known which ways the other iterations went, for example because exceptions or the
        recording's end cut off their first paths.
        """
        enough = self.iterations_most is None or self.iterations_most >= LEAST_COUNT
        return self.unrolling.waiting is None and enough and self._compared < LEAST_COUNT

    @property
    def _compared(self) -> int:
        """The number of iterations that began with a completed path."""
        return self.peeling.entries + self.peeling.later + self.peeling.unclear

    def why_none(self) -> str | None:
        """Returns the reason that rules out all kinds of advice at once, or None."""
        if self.unrolling.waiting is not None:
            return f"it is {self.unrolling.waiting}"
        if self._compared >= LEAST_COUNT:
            return None
        if self.lacks_iterations:
            return self.why_lacking().why
        if not (self._compared or self.unrolling.mean_trips):
            return "the loop made no iteration"
        return f"the loop went round fewer than {LEAST_COUNT:,} times"

    def why_lacking(self) -> NotKnown:
        """Returns why nothing can be advised; ``lacks_iterations`` must be True."""
        most = self.iterations_most
        number = f"{self.iterations:,}"
        if most is None:
            number = f"at least {number}"
        elif most != self.iterations:
            number += f" to {most:,}"
        whole = f"{self._compared:,}" if self._compared else "none"
        if self.uncompleted is None:
            why = "it isn't known how many paths were cut off by exceptions or the recording's end"
        elif self.uncompleted:
            noun = "path" if self.uncompleted == 1 else "paths"
            why = "exceptions or the end of the recording cut off "
            why += f"{self.uncompleted:,} {noun} that may have run in the loop"
        else:
            why = "the paths of the others aren't in the profile"
        return NotKnown(
            "nothing can be advised: at least "
            f"{LEAST_COUNT:,} iterations that began with a completed path are needed",
            f"{whole} of {number} did; {why}",
        )


def loop_advice(
    profile: Profile,
    row: LoopRow,
    k: int | None = None,
    arms: Arms | None = None,
    parts: Collection[int] = (),
    work: int = 0,
) -> LoopAdvice:
    """Returns the advice on a loop in which a completed path ran.

    Only n-grams of at most ``k`` paths are used; by default, ``k`` is the profile's k. ``row`` is
    the loop's row for the same ``k``. ``arms`` has the arms of the method's branches. ``parts``
    are the blocks of branches that are only parts of other branches in the source; there is no
    advice on them. ``work`` is the number of bytecodes in the whole profile. The advice is exact if
    the profile is exact.
    """
    method, loop = row.method, row.loop
    code = profile.code(method)
    k = profile.k if k is None else k
    nest = LoopNest(code, profile.method_rows.row(method))
    found = _chains(profile, method, loop, nest, k)
    traces = found.traces
    own = np.flatnonzero(nest.innermost == loop).tolist()
    asking = [block for block in own if block not in parts]
    test = nest.test(loop)
    arms = Arms(code, profile.method_rows.row(method)) if arms is None else arms
    has_calls = arms.call
    waiting = why_it_waits(code.loops[loop].waits)
    size = code_size(profile, method, loop)
    unrolled = unrolling(
        found, test, row, waiting, row.per_entry, k, nest.leading_conditions(loop),
        code.instructions, work, size,
    )  # fmt: skip
    behind = _LookedBack(profile, method, loop, k)
    steady = _steadiness(behind, found, asking)
    predicted = predictions(
        found,
        set(asking) - test,
        partial(nest.meet, loop),
        lambda block, targets: has_calls(block, nest.arms(loop, targets)),
        k,
        {one.block for one in steady if not one.is_known},
    )
    # Chains don't show the number of an iteration behind an inner loop.
    predicted = tuple(
        behind.numbered(one) if one.cut_off and one.deciding is not None else one
        for one in predicted
    )
    by_first = {one.block for one in predicted if one.goes_by_first}
    return LoopAdvice(
        traces,
        unrolled,
        tuple(one for one in turns(found, test, unrolled.period) if one.block not in parts),
        behind.peeled(peeling(found, asking, test, waiting, row.per_entry, by_first, size)),
        steady,
        predicted,
        partial(predictions, found, set(asking) & test, lambda _: False, k=k),
        superblocks(found, own, test, code.instructions, unrolled.why_divided()),
        row.iterations,
        row.iterations_most,
        _uncompleted(profile, row),
        size,
    )


def _uncompleted(profile: Profile, row: LoopRow) -> int | None:
    whole = uncompleted(profile, row.method)
    return whole if whole is None or row.ran_inside is None else min(whole, row.ran_inside)


class _LookedBack:
    """Looks back from a loop's branches across inner loops and cut edges.

    Chains (chains.py) end there. Looking back takes longer than following chains, so it is done
    only for branches that the chains leave unclear.
    """

    def __init__(self, profile: Profile, method: int, loop: int, k: int) -> None:
        self._profile, self._method, self._k = profile, method, k
        self._loop = profile.code(method).loops[loop]

    @cached_property
    def _branches(self) -> LoopBranches:
        return LoopBranches(self._profile, self._method, self._k)

    @cached_property
    def _looking_back(self) -> LookingBack:
        return LookingBack(self._branches.decided)

    def steadiness(self, one: Steadiness) -> Steadiness:
        """Returns a branch's steadiness with fewer unknown executions than ``one`` has."""
        branch = self._branches.branches[one.block]
        before = self._looking_back.before(
            branch.decision, branch.decision, self._loop, Reach.ENTRY
        )
        return looked_back(one, branch, before)

    @cached_property
    def _numbered(self) -> dict[int, ByIteration]:
        return {one.branch.block: one for one in numbered_of(self._branches)}

    def numbered(self, one: Prediction) -> Prediction:
        """Returns a prediction with the executions by their iteration's number.

        These are left out if more outcomes are known than the prediction counts. If the number
        tells all that histories tell, the result has no histories.
        """
        it = self._numbered.get(one.block)
        if it is None or it.count != one.total:
            return one
        places = [it.branch.targets.index(target) for target in one.targets]
        *table, beyond = (
            tuple(row[place] for place in places) for row in (*it.table, it.otherwise)
        )
        found = replace(one, numbered=tuple(table), beyond=beyond)
        return found if found.deciding else replace(found, contexts=(), all_contexts=0)

    def peeled(self, found: Peeling) -> Peeling:
        """Returns ``found`` with fewer unknown executions of branches that may be peeled."""
        unclear = {one.block for one in found.unjudged} | found.told_by_first
        branches = [self._shift(one) if one.block in unclear else one for one in found.branches]
        return replace(found, branches=tuple(branches), k=self._k)

    def _shift(self, one: BranchShift) -> BranchShift:
        branch = self._branches.branches[one.block]
        return shifted(branch, self._looking_back.by_first(branch.decision, self._loop))


def _steadiness(
    behind: _LookedBack, found: Chains, asking: Collection[int]
) -> tuple[Steadiness, ...]:
    """Returns the steadiness of a loop's branches, the most executed branch first.

    If the chains show no change of a branch's outcome, but hide some earlier outcomes, these are
    looked for across inner loops and cut edges.
    """
    told = [
        behind.steadiness(one) if one.unknown and not one.changed else one
        for one in steadiness(found, asking)
    ]
    return tuple(sorted(told, key=lambda one: (-one.executions, one.block)))


def loop_histories(
    profile: Profile,
    method: int,
    loop: int,
    k: int,
    parts: Collection[int] = (),
    blocks: Collection[int] = (),
) -> tuple[Prediction, ...]:
    """Returns how well histories predict a loop's branches at the ends of ``blocks``.

    ``loop`` is the loop's number in its method. Branches in inner loops, in the loop's test and in
    ``parts`` are left out. ``k`` and ``parts`` are those of ``loop_advice``. In the result,
    ``meet`` is always False: it isn't computed whether a computation could replace a random branch.
    """
    nest = LoopNest(profile.code(method), profile.method_rows.row(method))
    own = set(np.flatnonzero(nest.innermost == loop).tolist())
    asking = (own & set(blocks)) - set(parts) - nest.test(loop)
    if not asking:
        return ()
    found = _chains(profile, method, loop, nest, k)
    return predictions(found, asking, lambda _: False, k=k)


def _chains(profile: Profile, method: int, loop: int, nest: LoopNest, k: int) -> Chains:
    code = profile.code(method)
    forest = profile.method_forest(method).truncated(k)
    roots = np.flatnonzero(forest.depths == 1)
    traces = loop_traces(code, nest, code.loops[loop], forest.paths[roots], forest.counts[roots])
    return chains(forest, traces)
