"""Finds paths through the steps of a ``check`` rule: lines, and branches with their answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.analysis.decided import Trip
from kpath_jvm.analysis.gates.places import FoundPlace, MeaninglessError, quoted_for_toml
from kpath_jvm.analysis.reachable import reached
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.source.annotation import SourceTexts

#: The edges (source, target) that branches take for an answer.
Edges: TypeAlias = frozenset[tuple[int, int]]
_MOST_NAMED = 2


@dataclass(frozen=True)
class Decided:
    """A step on a path: a branch that asks ``condition`` and gets ``answer``.

    ``line`` is the line on which the branch must be; None means any line of the method. ``ordinal``
    is the branch's number among the branches on that line, or among all branches of the method if
    there is no ``line``. Branches are numbered from 1, in the order of the code.
    """

    condition: str
    answer: str = "yes"
    line: int | None = None
    ordinal: int | None = None


#: A line of the source, or a branch with its answer.
PathStep: TypeAlias = int | Decided


def words_of(steps: Sequence[PathStep]) -> str:
    """Returns steps as error messages write them, for example ``[12, i < n: yes]``."""
    named = (
        str(one) if isinstance(one, int) else f"{printable(one.condition)}: {printable(one.answer)}"
        for one in steps
    )
    return f"[{', '.join(named)}]"


def answering(
    told: ToldMethod, decision: Decision, answer: str, *, is_by_source: bool = False
) -> frozenset[int]:
    """Returns a branch's targets for an answer; the set is empty if the branch has no such answer.

    The answer is "yes" or "no", a switch's key or "default", or a switch's label. The label may
    come from the source or from the class file. A label that is a string may be given without its
    quotes. With ``is_by_source``, "yes" and "no" answer the source's condition, not that of the
    class file.

    If the compiler has made up a number for a known label, the number isn't an answer: it may
    belong to another label after the next compilation. MeaninglessError is raised if ``answer`` is
    such a number but not also the text of a label, or if ``answer`` could be a key or a label
    without its quotes.
    """
    every = _outcomes(decision)
    labelled = {one.target for one in every if answer in _labels(told, one)}
    quoted = {one.target for one in every if f'"{answer}"' in told.labels(one)}
    for one in every:
        meant = told.labels_of_numbers(one)
        if meant and answer in map(str, one.keys):
            if labelled or quoted:
                return frozenset(labelled or quoted)
            number = "the ordinal of" if told.has_ordinals(one) else "the compiler's own number for"
            raise MeaninglessError(
                f"answer {printable(answer)!r} is {number} {', '.join(meant)}, and may be that "
                "of another label after the next compilation; write the label, "
                f"answer = {quoted_for_toml(meant[0])}"
            )
    found = {one.target for one in every if answer in _plain_answers(told, one, is_by_source)}
    if found and quoted and found != quoted:
        labels = " or ".join(
            f"'{label}'" for one in every if one.target in found for label in told.labels(one)[:1]
        )
        raise MeaninglessError(
            f"answer {printable(answer)!r} is both a key and a label; write '\"{printable(answer)}"
            f"\"' if you mean the label, or {labels} if you mean the key"
        )
    return frozenset(found or labelled or quoted)


def _outcomes(decision: Decision) -> list[Outcome]:
    return [Outcome(decision, target) for target in dict.fromkeys(decision.targets)]


def _plain_answers(told: ToldMethod, outcome: Outcome, is_by_source: bool = False) -> list[str]:
    """Returns the answers that lead to an outcome: a switch's keys, or "yes" or "no".

    With ``is_by_source``, "yes" and "no" answer the source's condition, which may be the negation
    of the class file's.
    """
    if outcome.decision.operator == "switch":
        return [str(key) for key in outcome.keys] + ["default"] * outcome.is_default
    return [told.outcome(outcome).answer if is_by_source else told.answer_in_class_file(outcome)]


def _labels(told: ToldMethod, outcome: Outcome) -> tuple[str, ...]:
    """Returns the labels of a switch's outcome: each one, all joined, and the text in reports.

    If several cases have the same labels, the text that reports show has a number, and means only
    one of the cases. The labels without the number mean all of these cases.
    """
    labels = told.labels(outcome)
    return (*labels, ", ".join(labels), told.outcome(outcome).answer) if labels else ()


class StepsOfMethod:
    """A rule's steps in one method, for finding paths that run through all steps in order."""

    def __init__(
        self,
        profile: Profile,
        method: int,
        steps: Sequence[PathStep],
        branches: Mapping[Decided, Sequence[FoundPlace]],
        sources: SourceTexts | None = None,
    ) -> None:
        """Takes the branches to which each step with a condition refers, in all methods.

        Raises MeaninglessError if a step has branches in this method, but its answer fits none of
        them, or could be misunderstood.
        """
        self._code: MethodCode = profile.code(method)
        self._told = ToldMethod(self._code, profile.method_rows.row(method), sources)
        self._steps = steps
        self._branches = {
            step: [one for one in found if one.method == method] for step, found in branches.items()
        }
        self._edges = {step: self._answering(step) for step in self._branches}

    @property
    def has_all(self) -> bool:
        """Whether the method has a branch for each step with a condition."""
        return all(self._branches.values())

    def can_be_run(self, starts: Collection[int] | None = None) -> bool:
        """Returns whether any path, executed or not, runs through all steps in their order.

        If ``starts`` are given, only paths that begin at these blocks are considered.
        """
        #: The largest number of steps that a path has run through at a block's end, by the block
        #: and by the last line before the block.
        passed: dict[tuple[int, int | None], int] = {}
        decoder = self._code.decoder
        if starts is None:
            starts = {
                block
                for kind in ("entry", "handler", "loop", "cut")
                for block in decoder.begun_at(kind)
            }
        open_blocks: list[tuple[int, int, int | None]] = [(block, 0, None) for block in starts]
        while open_blocks:
            block, before, line = open_blocks.pop()
            count, last = self._after_block(block, before, line)
            decision = self._code.deciding.get(block)
            ways = set(() if decision is None else decision.targets) | decoder.following(block)
            after = {target: self._after_edge(block, target, count) for target in ways}
            if max((count, *after.values())) == len(self._steps):
                return True
            if count > passed.get((block, line), -1):
                passed[block, line] = count
                open_blocks += [
                    (target, after[target], last) for target in decoder.following(block)
                ]
        return False

    def surely_and_maybe(self, trip: Trip) -> tuple[bool, bool]:
        """Returns whether a path surely ran through all steps in order, and whether it may have.

        The two results can differ only if the answer of the path's last branch isn't known.
        """
        count, last = 0, None
        blocks = trip.path.blocks
        for block, follower in zip(blocks, (*blocks[1:], None), strict=True):
            count, last = self._after_block(block, count, last)
            if follower is not None:
                count = self._after_edge(block, follower, count)
        if trip.unknown is not None:
            ways = self._code.ways_out(trip.unknown, trip.path.end) or trip.unknown.targets
            most = max(self._after_edge(blocks[-1], target, count) for target in ways)
            return count == len(self._steps), most == len(self._steps)
        for one in trip.outcomes[-1:]:
            if one.decision.targets and one.decision.block == blocks[-1]:
                count = self._after_edge(blocks[-1], one.target, count)
        return count == len(self._steps), count == len(self._steps)

    def words(self) -> list[str]:
        """Returns the steps in words.

        For a line, the words also say what the line asks, or which answer led to the line.
        """
        return [
            self._words_of_line(step) if isinstance(step, int) else self._words_of_branch(step)
            for step in self._steps
        ]

    def _answering(self, step: Decided) -> Edges:
        """Returns the edges that the branches of a step take for the step's answer."""
        asking = [self._code.deciding[one.at] for one in self._branches[step]]
        found = frozenset(
            (decision.block, target)
            for decision, one in zip(asking, self._branches[step], strict=True)
            for target in answering(
                self._told, decision, step.answer, is_by_source=one.is_by_source
            )
        )
        if asking and not found:
            raise no_answer(step.answer, self._told, asking)
        return found

    def _after_block(self, block: int, count: int, last: int | None) -> tuple[int, int | None]:
        """Returns how many steps a path has run through after a block's lines, and the last line.

        A line whose code continues in the next block counts once.
        """
        for line in self._code.lines.executed(block):
            if line != last and count < len(self._steps):
                count += self._steps[count] == self._code.places.of(line).line
            last = line
        return count, last

    def _after_edge(self, source: int, target: int, count: int) -> int:
        if count == len(self._steps):
            return count
        step = self._steps[count]
        return count + (isinstance(step, Decided) and (source, target) in self._edges[step])

    def _words_of_branch(self, step: Decided) -> str:
        found = self._branches[step]
        asked, at = (
            " or ".join(dict.fromkeys(own))
            for own in ((one.asked for one in found), (one.place for one in found))
        )
        return f"{asked}: {printable(step.answer)} (at {at})"

    def _is_asked_at(self, block: int, line: int) -> bool:
        raw = self._code.decision_line(block)
        return raw is not None and self._code.places.of(raw).line == line

    def _words_of_line(self, line: int) -> str:
        lines = {
            block: [self._code.places.of(raw).line for raw in self._code.lines.executed(block)]
            for block in range(len(self._code.offsets))
        }
        asking = [
            decision
            for block, decision in self._code.deciding.items()
            if len(set(decision.targets)) > 1 and self._is_asked_at(block, line)
        ]
        if asking:
            questions = list(dict.fromkeys(self._told.question(one) for one in asking))
            more = len(questions) - _MOST_NAMED
            named = " and ".join(questions[:_MOST_NAMED])
            return f"line {line} (asks {named}{f' and {more} more' if more > 0 else ''})"
        led = self._led_to([block for block, own in lines.items() if line in own])
        return f"line {line}" if led is None else f"line {line} (after {led})"

    def _led_to(self, blocks: Sequence[int]) -> str | None:
        """Returns the nearest answer without which none of the blocks can be reached, or None.

        The nearest of several such answers is the one that the fewest blocks of the method need.
        """
        whole = reached(self._code)
        nearest: tuple[int, Outcome] | None = None
        for decision in self._code.deciding.values():
            targets = list(dict.fromkeys(decision.targets))
            for target in targets if len(targets) > 1 else ():
                rest = reached(self._code, decision.block, [target])
                if rest.isdisjoint(blocks):
                    lost = len(whole - rest)
                    if nearest is None or lost < nearest[0]:
                        nearest = lost, Outcome(decision, target)
        if nearest is None or whole.isdisjoint(blocks):
            return None
        told = self._told.outcome(nearest[1])
        return f"{told.question}: {told.answer}"


def no_answer(answer: str, told: ToldMethod, asking: Iterable[Decision]) -> MeaninglessError:
    """Returns the error for an answer that none of the branches ``asking`` has."""
    there: dict[str, None] = {}
    lacking = False
    for decision in asking:
        every = _outcomes(decision)
        for one in every:
            there |= dict.fromkeys(told.labels(one) or _plain_answers(told, one))
        lacking |= decision.operator == "switch" and not any(map(told.labels, every))
    what = f"no answer {printable(answer)!r}; there are: {', '.join(there)}"
    if not lacking:
        return MeaninglessError(what)
    if told.has_sources:
        return MeaninglessError(
            f"{what}; these are keys of the class file, and it isn't certain from --sources which "
            "labels they have"
        )
    return MeaninglessError(
        f"{what}; these are keys of the class file, and with --sources a rule can give labels, too"
    )
