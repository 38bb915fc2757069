"""Finds branches that several earlier outcomes together predict better than any single outcome.

A dependence (analysis/dependence.py) is about one earlier outcome. A history (correlation.py) is
everything that happened in a given number of iterations before the branch. For example, if every
fifth iteration differs, no single one of the last four iterations decides how the next iteration
goes: only all four together do.
"""

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct

from kpath_jvm.analysis.advice.correlation import DECIDES, HARD, LEAST_COUNT, History, Prediction
from kpath_jvm.analysis.advice.loop_advice import loop_histories
from kpath_jvm.analysis.by_iteration import ByIteration
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.dependence import Dependence
from kpath_jvm.analysis.outcomes import BranchOutcomes

#: A history is clearly better than a single outcome if guesses that use the history are wrong less
#: often. The difference must be at least this share of the wrong guesses without any history.
CLEARLY = 0.1


class Several(Struct, frozen=True):
    """How well several earlier outcomes together predict a branch.

    ``prediction`` has all histories of the branch. ``deciding`` is the history that decides the
    branch. It is None if no known history decides the branch, but an unknown one may.
    ``misses_single`` is the number of wrong guesses, over all executions, with the best single
    outcome. It is None if no single outcome decides the branch. If a single outcome decides the
    branch, ``deciding`` is clearly better (CLEARLY).
    """

    prediction: Prediction
    deciding: History | None
    misses_single: int | None


def decided_by_several(
    loops: LoopBranches,
    dependences: Sequence[Dependence],
    numbered: Iterable[ByIteration],
    blocks: Collection[int],
    parts: Collection[int] = (),
) -> list[Several]:
    """Returns predictions of branches that histories predict better than any single outcome.

    Only branches at the ends of ``blocks`` are looked at. A history, or a single outcome, decides a
    branch if guesses that use it are wrong at most half as often as guesses without it
    (docs/verbs/advise.md). If a single outcome decides a branch, the branch is in the result only
    if a history is clearly better (CLEARLY). If no single outcome decides it, it is in the result
    if a history decides it, or if a history that is too long for the profile's k may decide it. The
    branches with the most wrong guesses come first.

    ``dependences`` are all dependences of the method. ``numbered`` has, for some branches, how well
    the iteration's number predicts their outcomes; branches that the number decides are left out.
    So are the branches at the ends of the blocks in ``parts``: in the source, these branches are
    only parts of other branches.
    """
    if loops.decided.k < 2:
        return []
    by_number = {one.branch.block for one in numbered if one.misses_given <= DECIDES * one.misses}
    single: dict[int, list[Dependence]] = {}
    for dependence in dependences:
        single.setdefault(dependence.branch.block, []).append(dependence)
    asked = {
        block
        for block in blocks
        if block not in by_number
        and (branch := _hard(loops.branches.get(block))) is not None
        and (block not in single or _leaves_enough(branch, single[block]))
    }
    found: list[Several] = []
    for number in range(len(loops.decided.code.loops)):
        histories = loop_histories(
            loops.profile, loops.method, number, loops.decided.k, parts, asked
        )
        told = (_several(one, single.get(one.block, ())) for one in histories)
        found += [one for one in told if one is not None]
    return sorted(
        found, key=lambda one: (-one.prediction.histories[0].missed, one.prediction.block)
    )


def _several(histories: Prediction, single: Sequence[Dependence]) -> Several | None:
    """Returns how well several outcomes predict a branch, or None if that isn't worth reporting.

    ``single`` are the branch's dependences.
    """
    if not any(_misses(one) <= _decided(one.branch) for one in single):
        if histories.deciding is None and histories.is_known:
            return None
        return Several(histories, histories.deciding, None)
    least = min(map(_least_misses, single))
    deciding = histories.shortest(least - CLEARLY * histories.histories[0].missed)
    return None if deciding is None else Several(histories, deciding, min(map(_misses, single)))


def _decided(branch: BranchOutcomes) -> float:
    """Returns the largest number of wrong guesses with which a branch still counts as decided."""
    return DECIDES * (sum(branch.counts) - max(branch.counts))


def _misses(one: Dependence) -> int:
    """Returns the number of wrong guesses, over all executions, if the earlier outcome is known.

    A history also shows when there is no earlier outcome because the loop was just entered. For a
    fair comparison, the outcomes of executions that aren't in the dependence's table are guessed,
    too: the guess is the most frequent outcome among these executions.
    """
    others = [all_of - own for all_of, own in zip(one.branch.counts, one.counts, strict=True)]
    return one.misses_given + sum(others) - max(others)


def _least_misses(one: Dependence) -> float:
    """Returns how few ``_misses`` there may be.

    For ``one.unseen`` executions, the profile doesn't show whether there was an earlier outcome, or
    which. These executions might be guessed right, but not more often than those after a known
    outcome: a few executions that are guessed wrong tell nothing about all others.
    """
    like_known = one.unseen * one.misses_given / one.count
    return min(_misses(one), max(_misses(one) - one.unseen, one.misses_given) + like_known)


def _leaves_enough(branch: BranchOutcomes, single: Sequence[Dependence]) -> bool:
    """Returns whether a history could be clearly better than the best of the dependences."""
    without = sum(branch.counts) - max(branch.counts)
    return min(map(_least_misses, single)) >= CLEARLY * without


def _hard(branch: BranchOutcomes | None) -> BranchOutcomes | None:
    """Returns the branch if it may be hard to predict (``Prediction.is_hard``), otherwise None."""
    if branch is None:
        return None
    count = sum(branch.counts)
    is_hard = count >= LEAST_COUNT and count - max(branch.counts) >= HARD * count
    return branch if is_hard else None
