"""Puts the decisions of a method's paths into words, and names the paths."""

from collections.abc import Collection, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

from msgspec import Struct

from kpath_jvm.profile.code import MethodCode, Outcome
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.profile.names import printable
from kpath_jvm.profile.places import Place
from kpath_jvm.source.annotation import SourceTexts
from kpath_jvm.source.assertions import ASSERTION_CHECK, is_assertion_check
from kpath_jvm.source.branches import branches_of
from kpath_jvm.source.numbered_switches import ORDINAL, kinds_of_keys, parts_of_switches

_Key: TypeAlias = tuple[int, int]
#: The question whose answer says where a path begins.
_FROM = "from"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def path_names(by_heat: Iterable[int]) -> dict[int, str]:
    """Returns each path's name: A for the hottest, then B to Z, AA, AB and so on."""
    return {path: name_of_rank(rank) for rank, path in enumerate(by_heat)}


def name_of_rank(rank: int) -> str:
    """Returns the name of a method's path by rank: 0 is the hottest, 1 the next, and so on."""
    name = ""
    rank += 1
    while rank > 0:
        rank, letter = divmod(rank - 1, len(_LETTERS))
        name = _LETTERS[letter] + name
    return name


class Told(Struct, frozen=True):
    """A question that was decided on a path, with the answer.

    ``line`` is the line number in the class file, or None if there is no line table. ``place`` is
    the name of the line: ``line 12`` or ``Util.kt:12``. ``ordinal`` is the decision's number at
    this place, from 1 in the order of the code, or 0 for a handler and for the place where a path
    begins. ``is_alone`` is true if no other decision is at this place, and ``is_matched`` if the
    question is worded as in the source. The question of any other branch or switch is worded as in
    the bytecode.
    """

    block: int
    line: int | None
    ordinal: int
    question: str
    answer: str
    is_matched: bool = False
    is_alone: bool = True
    place: str | None = None

    @property
    def key(self) -> _Key:
        """A key that is the same for all answers to the question."""
        return self.block, self.ordinal

    @property
    def is_start(self) -> bool:
        """Whether this object stands for the place where a path begins, and not for a decision."""
        return self.ordinal == 0 and self.question == _FROM

    @property
    def text(self) -> str:
        """The question and answer, preceded by the place if the question is from the bytecode."""
        if self.ordinal == 0:
            return f"{self.question} {self.answer}"
        text = f"{self.question}: {self.answer}"
        if self.is_matched or self.place is None:
            return text
        return f"{self.place}{'' if self.is_alone else f' #{self.ordinal}'} {text}"

    def plain(self) -> dict[str, Any]:
        """Returns the question and its answer as a JSON object."""
        return {
            "block": self.block, "line": self.line, "place": self.place, "ordinal": self.ordinal,
            "question": self.question, "answer": self.answer, "matched": self.is_matched,
        }  # fmt: skip


class ToldMethod:
    """The paths of one method, described by their decisions."""

    def __init__(
        self, code: MethodCode, row: Mapping[str, Any], sources: SourceTexts | None = None
    ) -> None:
        """Takes the method's code and its row in ``methods``."""
        self._code = code
        self._places, self._counts = places(code)
        self._questions = None
        self._kinds = kinds_of_keys(code)
        self._parts = parts_of_switches(code)
        self.has_sources = sources is not None
        self._paths: dict[int, tuple[Told, ...]] = {}
        self._outcomes: dict[tuple[int, int, bool], Told] = {}
        self._row, self._sources = row, sources
        if sources is not None and self._places:
            self._questions = sources.questions(
                row["class"], row["source"], row["name"], branches_of(code), row["digest"]
            )

    def unmatched_lines(self, told: Iterable[Told]) -> list[int]:
        """Returns the lines of decisions that couldn't be matched with their source."""
        if self._questions is None:
            return []
        # The source has nothing with which a part of a condition could be matched.
        asking = (one for one in told if one.ordinal and one.block not in self.parts)
        found = {one.line for one in asking if not one.is_matched}
        return sorted(line for line in found if line is not None)

    def why_unmatched(self, lines: Iterable[int]) -> list[str]:
        """Returns for each line of ``unmatched_lines`` why its conditions couldn't be matched."""
        return ["; ".join(self._why_unmatched.get(line, ())) for line in lines]

    @cached_property
    def _why_unmatched(self) -> dict[int | None, dict[str, None]]:
        if self._sources is None:
            return {}
        row, found = self._row, dict[int | None, dict[str, None]]()
        branches = branches_of(self._code)
        why = self._sources.why_unmatched(
            row["class"], row["source"], row["name"], branches, row["digest"]
        )
        for block, text in why.items():
            if block not in self.parts:
                found.setdefault(self._places[block][0], {})[text] = None
        return found

    def path(self, decoded: DecodedPath) -> tuple[Told, ...]:
        """Returns a path's decisions in the order of execution, except those without a question."""
        if decoded.path not in self._paths:
            told = [self.outcome(outcome) for outcome in self._code.outcomes(decoded)]
            self._paths[decoded.path] = tuple(one for one in told if one.question)
        return self._paths[decoded.path]

    def apart(self, paths: Collection[DecodedPath]) -> dict[int, tuple[Told, ...]]:
        """Returns, by path number, the decisions in which the given paths differ from one another.

        If several of the paths begin in the same way (at a handler, for example) but at different
        places, the place where each of these paths begins is added. If only one path is given, all
        its decisions are returned.
        """
        whole = {one.path: self.path(one) for one in paths}
        if len(whole) < 2:
            return whole
        answers: dict[_Key, set[str | None]] = {}
        for told in whole.values():
            answers |= {one.key: set() for one in told}
        for told in whole.values():
            own = {one.key: one.answer for one in told}
            for key, given in answers.items():
                given.add(own.get(key))
        shown = {
            path: tuple(one for one in told if len(answers[one.key]) > 1)
            for path, told in whole.items()
        }
        shown = self._also_parts(paths, shown)
        starts = {(one.start, one.blocks[0]) for one in paths}
        kinds = [kind for kind, _ in starts]
        # Whether a path begins at the entry, in a loop or at a handler is always shown elsewhere.
        # So the place is needed only if paths begin in the same way at different places.
        begin = {
            one.path: (self.start(one),) if kinds.count(one.start) > 1 else () for one in paths
        }
        return {path: (*begin[path], *told) for path, told in shown.items()}

    def _also_parts(
        self, paths: Iterable[DecodedPath], shown: Mapping[int, tuple[Told, ...]]
    ) -> dict[int, tuple[Told, ...]]:
        """Adds the parts of conditions that distinguish paths that would otherwise read alike."""
        alike: dict[tuple[object, ...], list[DecodedPath]] = {}
        for one in paths:
            key = (one.start, one.end, *(told.text for told in shown[one.path]))
            alike.setdefault(key, []).append(one)
        found = dict(shown)
        for group in alike.values():
            whole = {
                one.path: [self.outcome_or_part(each) for each in self._code.outcomes(one)]
                for one in group
            }
            given = [{told.key: told.answer for told in own} for own in whole.values()]
            for path, own in whole.items():
                kept = {told.key for told in shown[path]}
                differing = {
                    told.key for told in own if len({one.get(told.key) for one in given}) > 1
                }
                found[path] = tuple(told for told in own if told.key in kept | differing)
        return found

    def outcome_or_part(self, outcome: Outcome) -> Told:
        """Returns the question and answer of a decision.

        A part of a condition is worded as in the bytecode: the source has no question for it.
        """
        told = self.outcome(outcome)
        return told if told.question else self._part(outcome)

    def _part(self, outcome: Outcome) -> Told:
        line, ordinal = self._places[outcome.decision.block]
        text, answer = self._bytecode(outcome)
        return Told(
            outcome.decision.block, line, ordinal, printable(text), answer, is_alone=False,
            place=self._code.places.phrase_if_known(line),
        )  # fmt: skip

    def start(self, decoded: DecodedPath) -> Told:
        """Returns where a path begins, in the form of a decision."""
        line = self._code.header_line(decoded.blocks[0])
        answer = {"entry": "the entry", "handler": "a handler", "cut": "a cut edge"}.get(
            decoded.start, "the loop"
        )
        place = self._code.places.phrase_if_known(line)
        at = "" if decoded.start == "entry" or place is None else f" at {place}"
        return Told(decoded.blocks[0], line, 0, _FROM, f"{answer}{at}", place=place)

    def outcome(self, outcome: Outcome) -> Told:
        """Returns the question and answer of a decision."""
        # A handler's block is also the target of the handler's decision, and a branch in the block
        # may lead back to the block. The last part of the key tells these decisions apart.
        key = outcome.decision.block, outcome.target, bool(outcome.decision.targets)
        if key not in self._outcomes:
            self._outcomes[key] = self._told(outcome)
        return self._outcomes[key]

    def question(self, decision: Decision) -> str:
        """Returns the question of a branch or switch."""
        return self.outcome(Outcome(decision, decision.targets[0])).question

    def is_part(self, decision: Decision) -> bool:
        """Returns whether a branch is only a part of another one in the source.

        For example, javac makes such branches for a switch over strings, to find the number of the
        label that fits. Such branches are never the subject of advice or claims. ``path`` leaves
        out those that are matched with the source, and shows the rest as in the bytecode.
        """
        if not decision.targets:
            return False
        question = (self._questions or {}).get(decision.block)
        return decision.block in self._parts if question is None else not question.text

    @cached_property
    def parts(self) -> frozenset[int]:
        """The blocks of the branches that are only parts of others (``is_part``)."""
        return frozenset(block for block, one in self._code.deciding.items() if self.is_part(one))

    def labels(self, outcome: Outcome) -> tuple[str, ...]:
        """Returns the labels that the source has for an outcome of a switch.

        If the source's labels aren't known, the result is that of ``labels_of_numbers``, and the
        default has no labels.
        """
        question = (self._questions or {}).get(outcome.decision.block)
        if question is None or question.answers is None:
            return () if outcome.is_default else self.labels_of_numbers(outcome)
        return tuple(map(printable, question.answers[outcome.target]))

    def labels_of_numbers(self, outcome: Outcome) -> tuple[str, ...]:
        """Returns the labels of a switch's outcome if its keys are numbers that the compiler chose.

        For example, the keys may be ordinals that stand for an enum's constants. The result is
        empty if the keys are themselves labels of the source, or if the label of one of the keys
        isn't known.
        """
        if outcome.decision.block not in self._kinds:
            return ()
        labels = outcome.labels
        return tuple(map(printable, labels)) if all(labels) else ()

    def has_ordinals(self, outcome: Outcome) -> bool:
        """Returns whether an outcome's keys are the ordinals of an enum's constants.

        The result is also true if the source itself switches over ordinals, as in
        ``switch (state.ordinal())``.
        """
        return self._kinds.get(outcome.decision.block) == ORDINAL

    def _told(self, outcome: Outcome) -> Told:
        decision = outcome.decision
        line, ordinal = self._places[decision.block] if decision.targets else (None, 0)
        if not decision.targets:
            types = [one.rpartition("/")[2] or "any exception" for one in decision.operands]
            line = self._code.header_line(decision.block)
            return Told(
                decision.block, line, 0, "caught", printable(" or ".join(types)),
                place=self._code.places.phrase_if_known(line),
            )  # fmt: skip
        place = self._code.places.phrase_if_known(line)
        question = (self._questions or {}).get(decision.block)
        is_alone = self._counts[place_of(self._code, line)] == 1
        if question is None:
            text, answer = self._bytecode(outcome)
            return Told(
                decision.block, line, ordinal, printable(text), answer, is_alone=is_alone,
                place=place,
            )  # fmt: skip
        text = printable(question.text)
        if decision.operator != "switch":
            answer = "no" if outcome.is_yes == question.is_negated else "yes"
        else:
            text = text and f"switch ({text})"
            answers = question.answers
            answer = (
                self._keys(outcome)
                if answers is None
                else printable(", ".join(answers[outcome.target]))
            )
        return Told(decision.block, line, ordinal, text, answer, True, is_alone, place)

    def answer_in_class_file(self, outcome: Outcome) -> str:
        """Returns the answer in terms of the bytecode, even if there are sources."""
        return self._bytecode(outcome)[1]

    def question_in_class_file(self, outcome: Outcome) -> str:
        """Returns the question in terms of the bytecode, even if there are sources."""
        return printable(self._bytecode(outcome)[0])

    def _bytecode(self, outcome: Outcome) -> tuple[str, str]:
        decision: Decision = outcome.decision
        if decision.operator == "switch":
            return f"switch ({decision.operands[0]})", self._keys(outcome)
        if is_assertion_check(decision):
            # The field is true if assertions are off, but the question is whether they are on.
            return ASSERTION_CHECK, "no" if outcome.is_yes else "yes"
        text = f" {decision.operator} ".join(decision.operands)
        return text, "yes" if outcome.is_yes else "no"

    def _keys(self, outcome: Outcome) -> str:
        """Returns the labels or, without labels, the keys of a switch's outcome as text.

        Several cases may have the same labels, such as patterns of one type with and without
        guards. These cases are numbered in the order of the code.
        """
        # Keys in the gaps of a switch's table lead to the default, too, and aren't listed.
        if outcome.is_default:
            return "default"
        if labels := self.labels_of_numbers(outcome):
            alike = _with_the_labels_of(outcome)
            text = ", ".join(labels)
            if len(alike) == 1:
                return text
            return f"{text} ({alike.index(outcome.target) + 1} of {len(alike)})"
        keys = ", ".join(map(str, outcome.keys))
        kind = self._kinds.get(outcome.decision.block)
        if kind is None:
            return keys
        return f"{kind if len(outcome.keys) == 1 else f'{kind}s'} {keys}"


def _with_the_labels_of(outcome: Outcome) -> list[int]:
    """Returns the targets of an outcome's switch that have the outcome's labels."""
    decision = outcome.decision
    found: dict[int, list[str]] = {}
    for label, target in zip(decision.labels, decision.targets, strict=False):
        found.setdefault(target, []).append(label)
    return [
        target
        for target, labels in found.items()
        if target != decision.targets[-1] and tuple(labels) == outcome.labels
    ]


def places(
    code: MethodCode,
) -> tuple[dict[int, tuple[int | None, int]], dict[Place | None, int]]:
    """Returns each deciding block's line and ordinal, and the number of decisions at each place."""
    found: dict[int, tuple[int | None, int]] = {}
    counts: dict[Place | None, int] = {}
    for block in code.deciding:
        line = code.decision_line(block)
        place = place_of(code, line)
        counts[place] = counts.get(place, 0) + 1
        found[block] = (line, counts[place])
    return found, counts


def place_of(code: MethodCode, line: int | None) -> Place | None:
    """Returns the place of a line, or None if there is no line."""
    return None if line is None else code.places.of(line)
