"""Finds the decisions of two versions of a method that correspond to each other.

Decisions correspond if their blocks do. But if an edit inserts a condition right before a decision,
the old block corresponds to the block of the inserted condition. Then the old decision is
recognised by its question and its targets.

A constant, as in ``d == 36``, may tell a question from others. If only one decision of each side
asks that question, the two correspond, unless the code behind another counterpart fits better.

An edit may also reorder decisions that ask the same question, or move one of them. So the code
behind such decisions decides which ones correspond. If several pairs fit equally well, their blocks
decide, then how often the decisions ran, then their order.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import NamedTuple

from kpath_jvm.analysis.diff.outcomes import (
    are_akin,
    may_ask_the_same,
    same_outcomes,
    telling_question_of,
)
from kpath_jvm.analysis.matching.alike import MOST_ALIKE, AlikeCode
from kpath_jvm.analysis.matching.asked import Question, question_of
from kpath_jvm.analysis.matching.cases import SameOutcome
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.outcomes import BranchOutcomes, uncounted
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision


class SameBranch(NamedTuple):
    """A new decision and its counterpart in the base, with their outcomes.

    ``block`` is the block of the new decision, and ``place`` that of its counterpart. If
    ``is_doubtful`` is true, other pairs of decisions with the same question fit equally well, so
    only the order has decided.
    """

    block: int
    place: int
    outcomes: tuple[SameOutcome, ...]
    is_doubtful: bool


def matched_branches(
    pair: MethodPair, base: Mapping[int, BranchOutcomes], new: Mapping[int, BranchOutcomes]
) -> Iterator[SameBranch]:
    """Yields the pairs of decisions that correspond, in the order of the new decisions.

    Both sides must have the method.
    """
    one, other = _codes(pair)
    matching = _Matching(pair, base, new)
    found = matching.counterparts()
    for block, place in found.items():
        same = same_outcomes(
            base[place].decision,
            new[block].decision,
            one,
            other,
            is_equal=pair.has_equal_blocks and block == place,
            is_same_file=pair.code == "same",
        )
        if same:
            yield SameBranch(block, place, same, matching.is_doubtful(block))


def decisions_of_one_side(pair: MethodPair) -> tuple[frozenset[int], frozenset[int]]:
    """Returns the blocks of decisions without a counterpart: first the base's, then the new ones.

    Both sets are empty if only one side has the method, or both have the same blocks.
    """
    if pair.base is None or pair.new is None or pair.has_equal_blocks:
        return frozenset(), frozenset()
    base, new = ({one.block: one for one in uncounted(side.code)} for side in (pair.base, pair.new))
    matched = [*matched_branches(pair, base, new)]
    return (
        frozenset(base) - {one.place for one in matched},
        frozenset(new) - {one.block for one in matched},
    )


class _Matching:
    """Finds the counterparts of a method's decisions.

    A pair is given by ``block``, the block of the new decision, and ``place``, the block of the
    base's decision.
    """

    def __init__(
        self,
        pair: MethodPair,
        base: Mapping[int, BranchOutcomes],
        new: Mapping[int, BranchOutcomes],
    ) -> None:
        self._pair, self._base, self._new = pair, base, new
        self._alike = AlikeCode(*_codes(pair))
        self._fits: dict[tuple[int, int], int] = {}
        self._asked = tuple(
            {block: question_of(one.decision) for block, one in side.items()}
            for side in (base, new)
        )
        #: For each side, the decisions' positions in the order of the code, by block.
        self._at = tuple({block: at for at, block in enumerate(side)} for side in (base, new))
        #: For each side, the decisions' blocks by question.
        self._asking = tuple(map(_by_question, self._asked))
        #: Whether the code behind decisions can be compared, and isn't surely the same.
        self._is_code_compared = not pair.has_equal_blocks and all(
            code.digests for code in _codes(pair)
        )
        self._found: dict[int, int] = {}
        self._blocks: dict[int, int] = {}
        self._left_over: set[int] = set()

    def counterparts(self) -> dict[int, int]:
        """Returns, by the block of each new decision, the block of its counterpart in the base.

        New decisions without a counterpart are left out.
        """
        self._pair_by_code()
        self._pair_by_targets()
        for block, place in [*self._found.items()]:
            if not self._may_be_one(self._base[place].decision, self._new[block].decision):
                self._part(block, place)
        self._pair_by_telling_questions()
        if self._is_code_compared:
            self._pair_the_left_over()
        return {block: self._found[block] for block in self._new if block in self._found}

    def is_doubtful(self, block: int) -> bool:
        """Returns whether only the order decided which counterpart a new decision got.

        The decision must have a counterpart.
        """
        place, question = self._found[block], self._asked[1][block]
        if question is None or not (self._is_code_compared and self._ask_the_same(block, place)):
            return False
        if block in self._left_over:
            return True
        places, blocks = (side[question] for side in self._asking)
        if len(places) == len(blocks) == 1 or self._fit(block, place) >= 2 * MOST_ALIKE:
            return False
        return any(
            self._fits_as_well(block, place, other, self._found.get(other))
            for other in blocks
            if other != block
        ) or any(
            self._fit(block, other) >= self._fit(block, place)
            for other in places
            if other != place and self._asked[1].get(self._blocks.get(other, -1)) != question
        )

    def _fits_as_well(self, block: int, place: int, other: int, its_place: int | None) -> bool:
        """Returns whether the base's decision of a pair fits another new decision at least as well.

        If the other decision has a counterpart with the same question, the two new decisions
        exchange their counterparts for this comparison. The result is False if the pairs aren't in
        the same order on both sides, because the order can't have decided then.
        """
        if its_place is None or not self._ask_the_same(other, its_place):
            return self._fit(other, place) >= self._fit(block, place)
        is_before = self._at[1][block] < self._at[1][other]
        if is_before != (self._at[0][place] < self._at[0][its_place]):
            return False
        exchanged = self._fit(other, place) + self._fit(block, its_place)
        return exchanged >= self._fit(block, place) + self._fit(other, its_place)

    def _pair_by_code(self) -> None:
        """Pairs decisions whose blocks correspond or whose question is the same."""
        in_place = {
            block: place
            for block in self._new
            if (place := int(self._pair.blocks.to_base[block])) in self._base
        }
        alike = [*self._asking_alike(in_place)] if self._is_code_compared else []
        # The loops have been matched already, and their conditions with them.
        own = {(it, at) for it, at in in_place.items() if self._is_condition_of_a_loop(it, at)}
        blocks, places = ({pair[side] for pair in own} for side in (0, 1))
        alike = [(it, at) for it, at in alike if it not in blocks and at not in places]
        blocks, places = ({pair[side] for pair in alike} for side in (0, 1))
        rivals = []
        for block, place in in_place.items():
            if block in blocks or place in places:
                rivals.append((block, place))
            else:
                self._join(block, place)

        def fits(one: tuple[int, int]) -> tuple[int, bool, int]:
            block, place = one
            times = abs(self._base[place].total - self._new[block].total)
            return -self._fit(block, place), in_place.get(block) != place, times

        for block, place in sorted([*rivals, *alike], key=fits):
            if block in self._found or place in self._blocks:
                continue
            if in_place.get(block) == place or self._fit(block, place):
                self._join(block, place)

    def _is_condition_of_a_loop(self, block: int, place: int) -> bool:
        """Returns whether a pair's decisions are in loop headers and ask the same question."""
        return self._ask_the_same(block, place) and all(
            any(loop.header == header for loop in code.loops)
            for code, header in zip(_codes(self._pair), (place, block), strict=True)
        )

    def _asking_alike(self, in_place: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """Yields the pairs that ask the same question and whose blocks don't correspond."""
        for question, blocks in self._asking[1].items():
            for block in blocks:
                for place in self._asking[0].get(question, ()):
                    if in_place.get(block) != place:
                        yield block, place

    def _pair_by_targets(self) -> None:
        """Pairs decisions by their targets, if no other decision on their side asks their question.

        Decisions that already have a counterpart with the same question aren't considered. Two
        decisions are paired if more of their targets correspond than in the pairs to which they
        belong so far.
        """
        kept = [pair for pair in self._found.items() if self._ask_the_same(*pair)]
        blocks, places = ({pair[side] for pair in kept} for side in (0, 1))
        gone, come = self._asking_of_others(0, places), self._asking_of_others(1, blocks)
        for question, asking in gone.items():
            if not len(asking) == len(come.get(question, ())) == 1:
                continue
            (place,), (block,) = asking, come[question]
            rivals = self._rivals(block, place)
            led = [self._leads_as_before(*rival) for rival in rivals]
            if self._leads_as_before(block, place) > max(led, default=0):
                self._join_instead(block, place, rivals)

    def _pair_by_telling_questions(self) -> None:
        """Pairs decisions with a telling question that no other decision on their side asks.

        Decisions that already have a counterpart with the same question aren't considered. Two
        decisions aren't paired if the code behind the present counterpart of one of them fits
        better.
        """
        asked = [
            {block: telling_question_of(one.decision) for block, one in side.items()}
            for side in (self._base, self._new)
        ]
        kept = [(it, at) for it, at in self._found.items() if asked[1][it] == asked[0][at]]
        blocks, places = ({pair[side] for pair in kept} for side in (0, 1))
        gone, come = (
            _by_question({it: question for it, question in side.items() if it not in known})
            for side, known in zip(asked, (places, blocks), strict=True)
        )
        for question, asking in gone.items():
            if len(asking) == len(come.get(question, ())) == 1:
                (place,), (block,) = asking, come[question]
                rivals = self._rivals(block, place)
                fit = max((self._fit(*rival) for rival in rivals), default=0)
                if self._fit(block, place) >= fit:
                    self._join_instead(block, place, rivals)

    def _pair_the_left_over(self) -> None:
        """Pairs, in order, decisions that share their question with others and have no counterpart.

        For each decision of a possible pair, the earlier decisions with the same question and a
        counterpart are counted. Pairs whose counts are most similar come first.
        """
        gone, come = self._asking_of_others(0, self._blocks), self._asking_of_others(1, self._found)
        for question, places in gone.items():
            if not come.get(question) or all(len(side[question]) < 2 for side in self._asking):
                continue
            behind = self._others_before(0, question, places)
            others_behind = self._others_before(1, question, come[question])
            pairs = sorted(
                (abs(others_behind[block] - behind[place]), at, other_at, block, place)
                for at, block in enumerate(come[question])
                for other_at, place in enumerate(places)
            )
            for *_, block, place in pairs:
                if block not in self._found and place not in self._blocks:
                    self._join(block, place)
                    self._left_over.add(block)

    def _others_before(self, side: int, question: Question, left: Sequence[int]) -> dict[int, int]:
        """Returns, for each decision in ``left``, how many outside ``left`` come before it.

        Only decisions that ask ``question`` are counted.
        """
        found, others = {}, 0
        for one in self._asking[side][question]:
            if one in left:
                found[one] = others
            else:
                others += 1
        return found

    def _asking_of_others(self, side: int, known: Container[int]) -> dict[Question, list[int]]:
        """Returns the decisions of a side that aren't in ``known``, by their question."""
        return _by_question(
            {it: asked for it, asked in self._asked[side].items() if it not in known}
        )

    def _ask_the_same(self, block: int, place: int) -> bool:
        asked = self._asked[1][block]
        return asked is not None and asked == self._asked[0][place]

    def _join(self, block: int, place: int) -> None:
        self._found[block] = place
        self._blocks[place] = block

    def _rivals(self, block: int, place: int) -> set[tuple[int, int]]:
        """Returns the pairs that two decisions belong to so far."""
        rivals = set[tuple[int, int]]()
        if block in self._found:
            rivals.add((block, self._found[block]))
        if place in self._blocks:
            rivals.add((self._blocks[place], place))
        return rivals

    def _join_instead(self, block: int, place: int, rivals: set[tuple[int, int]]) -> None:
        for rival in rivals:
            self._part(*rival)
        self._join(block, place)

    def _part(self, block: int, place: int) -> None:
        del self._found[block]
        del self._blocks[place]

    def _fit(self, block: int, place: int) -> int:
        """Returns how well the arms of two branches fit, from 0 to MOST_ALIKE for each arm.

        Only arms that begin with the same instructions fit. An edit may have exchanged the arms, so
        the better of the two pairings counts. The result is 0 for switches.
        """
        if (block, place) not in self._fits:
            base, new = self._base[place].decision, self._new[block].decision
            self._fits[block, place] = (
                0
                if "switch" in (base.operator, new.operator)
                else max(self._alike.likeness_of_arms(base, new))
            )
        return self._fits[block, place]

    def _leads_as_before(self, block: int, place: int) -> int:
        """Returns how many targets of the base's decision are also targets of the new decision."""
        return len(
            self._targets_in_new(self._base[place].decision) & {*self._new[block].decision.targets}
        )

    def _may_be_one(self, base: Decision, new: Decision) -> bool:
        """Returns whether two decisions that are paired so far may be versions of one decision."""
        if (base.operator == "switch") != (new.operator == "switch"):
            return False
        if self._pair.has_equal_blocks or are_akin(base, new, *_codes(self._pair)):
            return True
        return may_ask_the_same(base, new) and self._targets_in_new(base) == {*new.targets}

    def _targets_in_new(self, base: Decision) -> set[int]:
        return {int(self._pair.blocks.to_new[target]) for target in base.targets}


def _codes(pair: MethodPair) -> tuple[MethodCode, MethodCode]:
    assert pair.base is not None, "a method without a base"
    assert pair.new is not None, "a method without a new side"
    return pair.base.code, pair.new.code


def _by_question(asked: Mapping[int, Question | None]) -> dict[Question, list[int]]:
    found: dict[Question, list[int]] = {}
    for block, question in asked.items():
        if question is not None:
            found.setdefault(question, []).append(block)
    return found
