"""Finds branches that several earlier outcomes decide together, though no single one decides them.

A dependence (analysis/dependence.py) is about one earlier outcome. A history (correlation.py) has
everything that a given number of iterations before the branch did. For example, if every fifth
iteration differs from the others, none of the four iterations before an iteration decides alone how
it goes: only all four together do.
"""

from collections.abc import Collection, Iterable, Sequence

from kpath_jvm.analysis.advice.correlation import DECIDES, HARD, LEAST_COUNT, Prediction
from kpath_jvm.analysis.advice.loop_advice import loop_histories
from kpath_jvm.analysis.by_iteration import ByIteration
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.dependence import Dependence
from kpath_jvm.analysis.outcomes import BranchOutcomes


def decided_by_several(
    loops: LoopBranches,
    dependences: Sequence[Dependence],
    numbered: Iterable[ByIteration],
    blocks: Collection[int],
    parts: Collection[int] = (),
) -> list[Prediction]:
    """Returns how well histories predict the branches that no single earlier outcome decides.

    Only branches at the end of ``blocks`` are looked at. A branch is included if a history decides
    it, or if a history that is too long for the profile's k might decide it. The branches with the
    most wrong guesses come first. ``dependences`` are those of the method. ``numbered`` has, for
    some branches, how far the number of the iteration predicts their outcomes. If the number
    decides a branch, the branch is left out. ``parts`` are the blocks of branches that are only
    parts of other branches in the source. A history decides a branch if guesses that use the
    history are wrong at most half as often as guesses without it (docs/verbs/advise.md).
    """
    decided = {one.branch.block for one in dependences if _decides(one)}
    decided |= {one.branch.block for one in numbered if one.misses_given <= DECIDES * one.misses}
    asked = {
        block
        for block in blocks
        if block not in decided and _is_hard(loops.branches.get(block))
    }  # fmt: skip
    found: list[Prediction] = []
    if loops.decided.k < 2:
        return found
    for number in range(len(loops.decided.code.loops)):
        histories = loop_histories(
            loops.profile, loops.method, number, loops.decided.k, parts, asked
        )
        found += [one for one in histories if one.deciding is not None or not one.is_known]
    return sorted(found, key=lambda one: (-one.histories[0].missed, one.block))


def _decides(one: Dependence) -> bool:
    """Returns whether the earlier outcome decides the branch, judged by all its executions.

    A history also shows whether the loop was just entered, so that there was no earlier outcome.
    For a fair comparison, this is regarded as known here, too: the executions without an earlier
    outcome are a group of their own, for which the most frequent outcome is guessed.
    """
    counts = one.branch.counts
    others = [count - own for count, own in zip(counts, one.counts, strict=True)]
    missed = one.misses_given + sum(others) - max(others)
    return missed <= DECIDES * (sum(counts) - max(counts))


def _is_hard(branch: BranchOutcomes | None) -> bool:
    """Returns whether a branch may be hard to predict in the sense of ``Prediction.is_hard``."""
    if branch is None:
        return False
    count = sum(branch.counts)
    return count >= LEAST_COUNT and count - max(branch.counts) >= HARD * count
