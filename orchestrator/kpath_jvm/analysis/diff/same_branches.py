"""Finds the decisions of two versions of a method that correspond to each other.

Decisions correspond to each other if their blocks do. But an edit may insert another condition
right before a decision. Then the code in front of the old decision is now in front of the inserted
condition, so the old block corresponds to the block of the inserted condition. In this case, the
old decision is recognised by its question and by its targets.

An edit may also change the order of decisions that ask the same question. So if several ask it, the
code behind them decides, and if it fits equally well, their order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from kpath_jvm.analysis.diff.outcomes import (
    are_akin,
    is_same_question,
    may_ask_the_same,
    same_outcomes,
)
from kpath_jvm.analysis.matching.alike import MOST_ALIKE, likeness_of_arms
from kpath_jvm.analysis.matching.cases import SameOutcome
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.outcomes import BranchOutcomes, uncounted
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision


def matched_branches(
    pair: MethodPair, base: Mapping[int, BranchOutcomes], new: Mapping[int, BranchOutcomes]
) -> Iterator[tuple[int, int, tuple[SameOutcome, ...]]]:
    """Yields the decisions that are versions of one decision, in the order of the new ones.

    Each result has the block of the new decision, the block of the base's, and their outcomes. Both
    sides must have the method.
    """
    one, other = pair.base, pair.new
    assert one is not None, "a method without a base"
    assert other is not None, "a method without a new side"
    is_equal = pair.has_equal_blocks
    for block, place in same_branches(pair, base, new).items():
        decisions = base[place].decision, new[block].decision
        is_one = is_equal or are_akin(*decisions, one.code, other.code)
        if not is_one and not _may_be_one(pair, *decisions):
            continue
        same = same_outcomes(
            *decisions, one.code, other.code, is_equal=is_equal, is_same_file=pair.code == "same"
        )
        if same:
            yield block, place, same


def decisions_of_one_side(pair: MethodPair) -> tuple[frozenset[int], frozenset[int]]:
    """Returns the blocks of decisions without a counterpart: those of the base, and the new ones.

    Both are empty if only one side has the method, or if both have the same blocks.
    """
    if pair.base is None or pair.new is None or pair.has_equal_blocks:
        return frozenset(), frozenset()
    base, new = ({one.block: one for one in uncounted(side.code)} for side in (pair.base, pair.new))
    matched = [(block, place) for block, place, _ in matched_branches(pair, base, new)]
    return (
        frozenset(base) - {place for _, place in matched},
        frozenset(new) - {block for block, _ in matched},
    )


def _may_be_one(pair: MethodPair, base: Decision, new: Decision) -> bool:
    """Returns whether two decisions in the same place are one decision, judging by their targets.

    The targets only count if the text of one decision doesn't tell its question completely.
    """
    if not may_ask_the_same(base, new):
        return False
    return {int(pair.blocks.to_new[target]) for target in base.targets} == {*new.targets}


def same_branches(
    pair: MethodPair, base: Mapping[int, BranchOutcomes], new: Mapping[int, BranchOutcomes]
) -> dict[int, int]:
    """Returns, by the block of each new decision, the block of its counterpart in the base.

    New decisions without a counterpart are left out.
    """
    found = {}
    for block in new:
        place = int(pair.blocks.to_base[block])
        if place in base:
            found[block] = place
    for block, place in _asking_alike(pair, base, new):
        if found.get(block) == place:
            continue
        fit = _have_code_behind(pair, base[place], new[block])
        rivals = [one for one, other in found.items() if one == block or other == place]
        fits = [_have_code_behind(pair, base[found[one]], new[one]) for one in rivals]
        if fit > max(fits, default=0):
            for rival in rivals:
                del found[rival]
            found[block] = place
    asked = {
        block: place
        for block, place in found.items()
        if is_same_question(base[place].decision, new[block].decision)
    }
    gone = [place for place in base if place not in asked.values()]
    come = [block for block in new if block not in asked]
    for block, place in _asking_the_same(gone, come, base, new):
        rivals = [one for one, other in found.items() if one == block or other == place]
        led = [_leads_as_before(pair, base[found[one]], new[one]) for one in rivals]
        if _leads_as_before(pair, base[place], new[block]) > max(led, default=0):
            for rival in rivals:
                del found[rival]
            found[block] = place
    return found


def is_doubtful(pair: MethodPair, base: Decision, new: Decision) -> bool:
    """Returns whether another decision asks the same question and may be the counterpart instead.

    Then the code behind the two decisions fits no better than that of the other one, so that only
    their order tells that they are the same.
    """
    one, other = pair.base, pair.new
    if one is None or other is None or pair.has_equal_blocks:
        return False
    if not is_same_question(base, new) or not (one.code.digests and other.code.digests):
        return False
    fit = _code_behind(one.code, base, other.code, new)
    pairs = [(base, it) for it in other.code.deciding.values() if it != new]
    pairs += [(it, new) for it in one.code.deciding.values() if it != base]
    return fit < 2 * MOST_ALIKE and any(
        is_same_question(*it) and _code_behind(one.code, it[0], other.code, it[1]) >= fit
        for it in pairs
    )


def _asking_alike(
    pair: MethodPair, base: Mapping[int, BranchOutcomes], new: Mapping[int, BranchOutcomes]
) -> list[tuple[int, int]]:
    """Returns pairs of a new decision and one of the base that ask the same question.

    Several decisions of a side ask it. The pairs whose code fits best come first, and of these the
    ones that ran equally often. Code isn't compared without digests.
    """
    assert pair.base is not None, "a method without a base"
    assert pair.new is not None, "a method without a new side"
    if pair.has_equal_blocks or not (pair.base.code.digests and pair.new.code.digests):
        return []
    places: dict[tuple[str, ...], list[int]] = {}
    for place, branch in base.items():
        places.setdefault(branch.decision.operands, []).append(place)
    alike = [
        (block, place)
        for block, branch in new.items()
        for place in places.get(branch.decision.operands, ())
        if is_same_question(base[place].decision, branch.decision)
    ]
    often = Counter(it for block, place in alike for it in (("new", block), ("base", place)))
    several = [
        (block, place) for block, place in alike if often["new", block] + often["base", place] > 2
    ]

    def fits(one: tuple[int, int]) -> tuple[int, int]:
        before, after = base[one[1]], new[one[0]]
        return -_have_code_behind(pair, before, after), abs(before.total - after.total)

    return sorted(several, key=fits)


def _have_code_behind(pair: MethodPair, base: BranchOutcomes, new: BranchOutcomes) -> int:
    assert pair.base is not None, "a method without a base"
    assert pair.new is not None, "a method without a new side"
    return _code_behind(pair.base.code, base.decision, pair.new.code, new.decision)


def _code_behind(base_code: MethodCode, base: Decision, new_code: MethodCode, new: Decision) -> int:
    """Returns how well the arms of two branches fit each other, from 0 to MOST_ALIKE for each arm.

    Only arms that begin with the same instructions fit. An edit may have exchanged them.
    """
    return max(
        sum(
            likeness_of_arms(base_code, one, new_code, other)
            for one, other in zip(base.targets, others, strict=True)
        )
        for others in (new.targets, new.targets[::-1])
    )


def _asking_the_same(
    gone: Sequence[int],
    come: Sequence[int],
    base: Mapping[int, BranchOutcomes],
    new: Mapping[int, BranchOutcomes],
) -> Iterator[tuple[int, int]]:
    """Yields pairs of a new decision and one of the base that ask the same question.

    Decisions are given by their blocks. No other decision of either side may ask the question. Only
    the base's decisions at the end of ``gone`` and the new decisions at the end of ``come`` are
    considered.
    """
    for place in gone:
        asked = base[place].decision
        blocks = [block for block in come if is_same_question(asked, new[block].decision)]
        places = [other for other in gone if is_same_question(asked, base[other].decision)]
        if len(blocks) == len(places) == 1:
            yield blocks[0], place


def _leads_as_before(pair: MethodPair, base: BranchOutcomes, new: BranchOutcomes) -> int:
    """Returns how many targets of the base's decision are also targets of the new decision."""
    before = {int(pair.blocks.to_new[target]) for target in base.decision.targets}
    return len(before & {*new.decision.targets})
