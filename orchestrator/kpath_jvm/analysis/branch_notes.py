"""Describes a method's branches in notes: each branch's question, and how often each answer came.

The notes are shown beside the source.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kpath_jvm.analysis.advice.by_several import Several, decided_by_several
from kpath_jvm.analysis.by_iteration import ByIteration, by_iteration_of, most_numbered
from kpath_jvm.analysis.decided_together import LoopBranches
from kpath_jvm.analysis.dependence import (
    Dependence,
    comparable,
    dependences_of,
    most_telling,
)
from kpath_jvm.analysis.information import LEAST_COUNT
from kpath_jvm.analysis.outcomes import BranchOutcomes, branch_outcomes
from kpath_jvm.analysis.told import Told, ToldMethod
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts


@dataclass(frozen=True)
class BranchNote:
    """A branch, switch or handler: its outcomes, its question, and each outcome's answer.

    ``is_matched`` says that the question is the source's own text, and ``in_class_file`` is the
    question in terms of the class file. ``is_alone`` says that no other branch or switch is on the
    same line. ``strongest`` is the dependence that tells the most about the branch, or None.
    ``previous`` is the strongest dependence on an outcome in the previous iteration, or None.
    ``numbered`` has the outcomes by the number of the loop's iteration, or is None if that number
    tells nothing about them.
    """

    outcomes: BranchOutcomes
    question: str
    in_class_file: str
    answers: tuple[str, ...]
    is_matched: bool
    is_alone: bool
    strongest: Dependence | None
    previous: Dependence | None
    numbered: ByIteration | None

    @property
    def line(self) -> int | None:
        """The source line, or None without a line table."""
        return self.outcomes.line

    @property
    def label(self) -> str:
        """The question, preceded by the branch's number on its line if that number is needed.

        It isn't needed if the question is the source's own text, or if the branch is alone on its
        line. Handlers have no number.
        """
        is_plain = self.is_matched or self.is_alone or self.outcomes.ordinal == 0
        return self.question if is_plain else f"#{self.outcomes.ordinal} {self.question}"

    @property
    def is_handler(self) -> bool:
        """Whether the note is about a handler."""
        return not self.outcomes.decision.targets


class BranchNotes:
    """The notes of a method in the order of the code (handlers last), and the method's dependences.

    For a switch over strings, compilers add branches that find the label. These branches have no
    dependences. If the source is given, they have no notes, either, because the source has no
    question for them.
    """

    def __init__(
        self,
        profile: Profile,
        method: int,
        sources: SourceTexts | None = None,
        *,
        k: int | None = None,
        told: ToldMethod | None = None,
    ) -> None:
        """Takes a profile, and the number of one of its methods.

        Callers with a ToldMethod pass it as ``told``, instead of ``sources``. Raises KpathError if
        something can't be decoded, or if counts contradict each other.
        """
        if told is None:
            row: Mapping[str, Any] = profile.method_rows.row(method)
            told = ToldMethod(profile.code(method), row, sources)
        found = [
            (one, [told.outcome(outcome) for outcome in one.outcomes])
            for one in branch_outcomes(profile, method)
        ]
        asking = {one.block for one, _ in found if not told.is_part(one.decision)}
        loops = LoopBranches(profile, method, k)
        self._parts = told.parts
        self.loops = loops
        self.dependences = [
            one for one in dependences_of(loops) if {one.branch.block, one.given.block} <= asking
        ]
        strongest = _first(self.dependences)
        previous = _first(one for one in self.dependences if one.iterations == 1)
        numbered = {
            one.branch.block: one for one in by_iteration_of(loops) if one.branch.block in asking
        }
        self._numbered = list(numbered.values())
        self.notes = [
            _note(one, answers, told, strongest, previous, numbered)
            for one, answers in found
            if answers[0].question
        ]
        self._by_block = {one.outcomes.block: one for one in self.notes if not one.is_handler}
        first_answers = (answers[0] for _, answers in found)
        self.unmatched_lines = told.unmatched_lines(one for one in first_answers if one.question)

    def of_block(self, block: int) -> BranchNote | None:
        """Returns the note of the branch or switch that ends a block, or None."""
        return self._by_block.get(block)

    def by_line(self) -> dict[int | None, list[BranchNote]]:
        """Returns the notes by source line; those of one line are in the order of the code."""
        found: dict[int | None, list[BranchNote]] = {}
        for one in self.notes:
            found.setdefault(one.line, []).append(one)
        return found

    def why_not_compared(self, blocks: Collection[int]) -> str | None:
        """Returns why no branch at the end of ``blocks`` could be compared with earlier outcomes.

        Returns None if any of these branches was compared.
        """
        asked = [one for one in self.loops.branches.values() if one.block in blocks]
        if not any(sum(count > 0 for count in one.counts) > 1 for one in asked):
            return "no branch had two outcomes"
        found = comparable(self.loops, blocks)
        if found.most >= LEAST_COUNT:
            return None
        if found.most:
            executions = "1 execution" if found.most == 1 else f"{found.most} executions"
            return (
                f"at most {executions} of a branch can be compared; at least {LEAST_COUNT} are "
                "needed"
            )
        if found.is_any_known:
            return (
                "wherever an earlier outcome is known, either that outcome or the branch's own is "
                "always the same"
            )
        return "no execution of a branch has a known outcome before it"

    def is_compared_by_iteration(self, blocks: Collection[int]) -> bool:
        """Returns whether a branch at the end of ``blocks`` was compared by iteration number."""
        return most_numbered(self.loops, blocks) >= LEAST_COUNT

    def by_several(self, blocks: Collection[int]) -> list[Several]:
        """Returns predictions of branches about which histories tell more than any single outcome.

        Only branches at the end of ``blocks`` are looked at (advice/by_several.py).
        """
        return decided_by_several(self.loops, self.dependences, self._numbered, blocks, self._parts)

    def strongest(self) -> list[Dependence]:
        """Returns the dependences that ``most_telling`` selects per branch, strongest first."""
        by_branch: dict[int, list[Dependence]] = {}
        for one in self.dependences:
            by_branch.setdefault(one.branch.block, []).append(one)
        told = {id(one) for own in by_branch.values() for one in most_telling(own)}
        return [one for one in self.dependences if id(one) in told]


def _first(found: Iterable[Dependence]) -> dict[int, Dependence]:
    first: dict[int, Dependence] = {}
    for one in found:
        first.setdefault(one.branch.block, one)
    return first


def _note(
    one: BranchOutcomes,
    answers: list[Told],
    told: ToldMethod,
    strongest: Mapping[int, Dependence],
    previous: Mapping[int, Dependence],
    numbered: Mapping[int, ByIteration],
) -> BranchNote:
    first = answers[0]
    is_handler = not one.decision.targets
    question = f"{first.question} {first.answer}" if is_handler else first.question
    return BranchNote(
        one,
        question,
        question if is_handler else told.question_in_class_file(one.outcomes[0]),
        ("",) if is_handler else tuple(answer.answer for answer in answers),
        first.is_matched,
        first.is_alone,
        None if is_handler else strongest.get(one.block),
        None if is_handler else previous.get(one.block),
        None if is_handler else numbered.get(one.block),
    )
