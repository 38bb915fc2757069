"""Finds the loops and branches that rules name by line or method, condition and number.

After an edit, something else may be at a rule's line. So a rule can also name the method, and the
condition by which a loop is left or a branch is decided. If the method or the condition doesn't
fit what is at the line, the rule can't be judged.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, TypeAlias

from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.loops_at import (
    NothingAtLineError,
    decisions_at,
    headers_at,
    line_within,
)
from kpath_jvm.analysis.told import ToldMethod, place_of, places
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.code import Outcome
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable, short_title
from kpath_jvm.profile.places import Place
from kpath_jvm.source.annotation import SourceTexts

PlaceKind: TypeAlias = Literal["loop", "branch"]
_PLURALS = {"loop": "loops", "branch": "branches"}
_MOST_NAMED = 4
_LINE = re.compile(r"(?:.*:)?[0-9]{1,9}", re.DOTALL)
_COMPARISON = re.compile(r"\s*(?<![<>=!-])(==|!=|<=|>=|<|>)(?![<>=])\s*")
_OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class MeaninglessError(KpathError):
    """Raised if a rule can't be judged, even if the rule says that its place may be missing."""


class CandidateFoundError(KpathError):
    """Raised if a loop or branch isn't where a rule says, but a candidate for it is found.

    The candidate may be elsewhere, or ask another question, such as the opposite of the rule's
    condition.
    """


@dataclass(frozen=True)
class RulePlace:
    """A loop or a branch, as a rule names it.

    ``where`` is a line as for ``--loop``, or a method as for ``--method``. ``within`` is the method
    that the loop or branch must be in, and ``condition`` is the question that it must ask.
    ``ordinal`` is the number of the loop or branch, counted from 1 in the order of the code,
    among those on the line if ``where`` is a line, and otherwise among those of the method. ``key``
    is the rule's key that has ``where`` as its value, such as "outcome"; a step of a path has none.
    If the place comes from a file of rules (``is_in_file``), a condition and a number can be added
    to it. Otherwise, only ``where`` can be corrected, and there is no ``key``.
    """

    where: str
    within: str | None = None
    condition: str | None = None
    ordinal: int | None = None
    key: str | None = None
    is_in_file: bool = True

    @property
    def is_line(self) -> bool:
        """Whether ``where`` is a line, not a method."""
        return _LINE.fullmatch(self.where) is not None

    @property
    def is_anchored(self) -> bool:
        """Whether the rule has ``within`` or ``condition``."""
        return self.within is not None or self.condition is not None

    @property
    def words(self) -> str:
        """The method and the condition, in words."""
        method = self.within if self.is_line else self.where
        parts = [f"in {printable(method)}"] if method is not None else []
        if self.condition is not None:
            parts.append(f"with the condition {printable(self.condition)}")
        return " ".join(parts)

    @property
    def is_words(self) -> str:
        """The method and the condition, in words that begin with "is" or "has"."""
        method = self.within if self.is_line else self.where
        if method is None and self.condition is not None:
            return f"has the condition {printable(self.condition)}"
        return f"is {self.words}"


@dataclass(frozen=True)
class FoundPlace:
    """A loop or a branch; ``at`` is the loop's place in MethodCode.loops, or the branch's block.

    ``conditions`` are the questions of a branch, or the questions whose answers can end a loop.
    ``in_class_file`` is what a switch asks in the class file, if ``conditions`` has the source's
    question. ``in_source`` is what a branch that isn't a switch asks in the source, if that is
    known. ``is_by_source`` is true if a rule names the branch by ``in_source``. Then the question
    is also in ``conditions``, and the rule's answer is an answer to it. ``is_part`` is true for a
    branch that is only a part of another branch in the source. ``ordinal`` numbers the loops or
    branches on one line of the method, and ``ordinal_in_method`` those of the whole method, both
    from 1 and in the order of the code. ``title`` names the method, and ``place`` names the line.
    ``line`` is the line's number in its source file.
    """

    method: int
    at: int
    conditions: tuple[str, ...]
    ordinal: int
    ordinal_in_method: int
    title: str
    place: str
    line: int | None = None
    in_class_file: str | None = None
    in_source: str | None = None
    is_by_source: bool = False
    is_part: bool = False

    @property
    def asked(self) -> str:
        """The conditions in words."""
        return " or ".join(map(printable, self.conditions)) or "no condition"

    @property
    def words(self) -> str:
        """The place of the loop or branch, and its conditions, in words."""
        return f"{self.place} ({self.asked})"


class PlaceFinder:
    """Finds the loops, or the branches, of a profile for its rules."""

    def __init__(
        self, profile: Profile, kind: PlaceKind, sources: SourceTexts | None = None
    ) -> None:
        """Takes a profile in which versions that number paths alike are added up.

        With ``sources``, rules may also name branches by the questions of the source.
        """
        self._profile = profile
        self._sources = sources if kind == "branch" else None
        self._kind = kind
        self._known: dict[int, list[FoundPlace]] = {}
        self._within: dict[str, frozenset[int]] = {}

    def named(self, place: RulePlace, *, may_be_missing: bool = False) -> list[FoundPlace]:
        """Returns the loops or branches that a rule refers to.

        There may be one in each version of a method, and several on one line. Raises KpathError if
        there is none. Raises MeaninglessError if the loop or branch is known to be elsewhere, or if
        a rule without a line is ambiguous. Without ``may_be_missing``, MeaninglessError is also
        raised if a version of the method ran but lacks the place, so that the other versions aren't
        judged alone.
        """
        found = self._at_line(place) if place.is_line else self._in_method(place)
        if not may_be_missing:
            self._require_in_each_version(place, found)
        return found

    def opposed(self, place: RulePlace, found: Sequence[FoundPlace]) -> list[FoundPlace]:
        """Returns branches that a rule may mean instead of those that were ``found``.

        The class file may ask the opposite of what the source asks. So a rule with the source's
        condition may mean branches that ask the opposite in the class file. The result is empty if
        sources are given, if an ordinal chooses the branch, or if there is no such branch on the
        rule's line or in its method.
        """
        opposite = _opposite(place.condition or "")
        if self._kind != "branch" or self._sources is not None or opposite is None:
            return []
        if place.ordinal is not None:
            return []
        asking = replace(place, condition=opposite)
        lines = {one.line for one in found}
        return [
            one
            for method in sorted({one.method for one in found})
            for one in self._of(method)
            if self._fits(one, asking) and (not place.is_line or one.line in lines)
        ]

    def negated(self, place: RulePlace, found: Sequence[FoundPlace] = ()) -> list[FoundPlace]:
        """Returns branches that ask the opposite of a rule's condition.

        An edit may have negated the condition. The branches are in the methods that the rule names.
        If the rule names only a line, they are in the methods of the branches that were ``found``
        there. Raises KpathError if the rule names methods that the profile doesn't have.
        """
        methods = {*self._named_methods(place)} or {one.method for one in found}
        every = (one for method in sorted(methods) for one in self._of(method))
        return self._asking_the_opposite(place, every)

    def _asking_the_opposite(
        self, place: RulePlace, found: Iterable[FoundPlace]
    ) -> list[FoundPlace]:
        opposite = _opposite(place.condition or "")
        if self._kind != "branch" or opposite is None:
            return []
        asking = replace(place, condition=opposite)
        return [one for one in found if self._fits(one, asking)]

    def _require_in_each_version(self, place: RulePlace, found: Sequence[FoundPlace]) -> None:
        has = {one.method for one in found}
        # A line without a file, class or method names no methods.
        named = {*self._named_methods(place)} or {*self._profile.method_rows.numbers.tolist()}
        for versions in versions_of(self._profile, has, named):
            lacking = [one for one in versions if one not in has]
            if not lacking:
                continue
            at = f" at {printable(place.where)}" if place.is_line else ""
            number = "" if place.ordinal is None else f" {place.ordinal}"
            asks = (
                f" with the condition {printable(place.condition)}"
                if place.condition is not None
                else ""
            )
            there = [one for method in lacking for one in self._of(method)]
            what = f"no {self._kind}{number}{at}{asks}{_listed(there)}"
            raise MeaninglessError(
                lacked_by(self._profile, versions, lacking, what, is_in_file=place.is_in_file)
            )

    def _at_line(self, place: RulePlace) -> list[FoundPlace]:
        finding = headers_at if self._kind == "loop" else decisions_at
        try:
            there = set(finding(self._profile, place.where))
        except KpathError as error:
            if place.is_anchored and (meant := self._anchored(place, ())):
                is_named = isinstance(error, NothingAtLineError)
                told = self._negated_if_gone(place, meant) if is_named else ""
                raise MeaninglessError(f"{error}; {told}{self._now_at(place, meant)}") from error
            if isinstance(error, NothingAtLineError):
                if told := self._in_another_method(place):
                    raise CandidateFoundError(f"{error.what}; {told}") from error
                if told := self._near(place):
                    raise CandidateFoundError(f"{error.what}; {told}") from error
            raise
        found = [
            one
            for method in sorted({method for method, _ in there})
            for one in self._of(method)
            if (one.method, one.at) in there
        ]
        fitting = self._fitting(found, place)
        if found and not fitting:
            raise self._moved(place, found)
        if place.ordinal is not None:
            chosen = [one for one in found if one.ordinal == place.ordinal]
            fitting = [one for one in fitting if one.ordinal == place.ordinal]
            if not fitting and (negated := self._asking_the_opposite(place, chosen)):
                raise MeaninglessError(
                    f"{self._kind} #{place.ordinal} at {printable(place.where)} asks "
                    f"{negated[0].asked}, the opposite; {_if_negated(place)}"
                )
        else:
            fitting = _wholes(fitting, place)
        if not fitting:
            number = "" if place.ordinal is None else f" #{place.ordinal}"
            raise _lacking(f"no {self._kind}{number} at {printable(place.where)}", found)
        return fitting

    def _near(self, place: RulePlace) -> str:
        """Says which loops or branches are nearest to a line, and how to name one without a line.

        Returns "" if there are none in the file, class or method that the place names.
        """
        line, methods = line_within(self._profile, place.where)
        found = [
            (abs(one.line - line), one)
            for method in methods
            for one in self._of(method)
            if one.line is not None
        ]
        nearest = [one for _, one in sorted(found, key=lambda it: it[0])[:_MOST_NAMED]]
        if not nearest:
            return ""
        what = f"the nearest {_PLURALS[self._kind]}: {', '.join(one.words for one in nearest)}"
        # If the rule has a condition, none of these places asks it, so the rule means none of them.
        named = next((one for one in nearest if one.conditions), None)
        if named is None or place.condition is not None or place.key is None:
            return what
        return (
            f'{what}; {place.key} = "{named.title}" with condition = '
            f"{quoted_for_toml(named.conditions[0])} means the same {self._kind} after edits, too"
        )

    def _in_another_method(self, place: RulePlace, found_on_line: Sequence[FoundPlace] = ()) -> str:
        """Says which other method asks a rule's condition, if the named method doesn't.

        An edit may have moved a loop into a new method. Conditions such as ``i < n`` are common, so
        only the classes of the methods that the rule names are searched. If an edit has negated the
        condition in the named method, or on the named line, the result says where the opposite is
        asked instead. ``found_on_line`` are the branches on the named line. Returns "" if neither
        the condition nor its opposite is found.
        """
        if place.condition is None:
            return ""
        if negated := self.negated(place, found_on_line):
            return _asks_the_opposite(place, negated)
        rows = self._profile.method_rows
        classes = {rows.row(method)["class"] for method in self._named_methods(place)}
        anywhere = replace(place, within=None)
        found = [
            one
            for method in rows.numbers.tolist()
            if rows.row(method)["class"] in classes
            for one in self._of(method)
            if self._fits(one, anywhere)
        ]
        if not found:
            return ""
        at = _first_few([one.words for one in found])
        return (
            f"in another method, a {self._kind} with the condition {printable(place.condition)} is "
            f"at {at}; if you mean that one, name its method in the rule"
        )

    def _negated_if_gone(self, place: RulePlace, meant: Sequence[FoundPlace]) -> str:
        """Says where the methods that a rule names ask the opposite of its condition.

        ``meant`` are the places that ask the condition itself; the methods of these places are left
        out. The result begins a message that goes on with these places.
        """
        methods = {one.method for one in meant}
        negated = [one for one in self.negated(place) if one.method not in methods]
        return f"{_asks_the_opposite(place, negated)}; otherwise, " if negated else ""

    def _now_at(self, place: RulePlace, meant: Sequence[FoundPlace]) -> str:
        """Returns the end of a message: the present places of the loops or branches."""
        found = f"{self._kind} {place.words} is"
        if len(meant) > 1:
            found = f"{_PLURALS[self._kind]} {place.words} are"
        return f"the {found} at {_first_few([one.words for one in meant])}; correct the line"

    def _named_methods(self, place: RulePlace) -> Iterable[int]:
        if place.within is not None:
            return self._methods(place.within)
        if place.is_line:
            return line_within(self._profile, place.where)[1]
        return self._profile.match_methods(place.where)

    def _in_method(self, place: RulePlace) -> list[FoundPlace]:
        where = printable(place.where)
        try:
            methods = self._profile.match_methods(place.where)
        except KpathError as error:
            raise KpathError(
                f"{error}; name a method, or a line such as 42, Scanner.java:42 or Scanner.scan:42"
            ) from error
        found = [one for method in methods for one in self._of(method)]
        if not found:
            raise KpathError(f"{where} has no {self._kind}; name the method that has it")
        fitting = self._fitting(found, place)
        if place.ordinal is not None:
            fitting = self._numbered(place, found, fitting)
        elif fitting:
            fitting = _wholes(fitting, place)
        else:
            raise self._not_there(place, found)
        # A rule may mean one place in each version of a method. The rule is ambiguous if it means
        # two places in one version, or places in methods with different names.
        names = self._names(fitting)
        numbers_of = {one.method for one in fitting}
        if len(numbers_of) < len(fitting) or len(names) > 1:
            number = f"{len(fitting)} {_PLURALS[self._kind]}"
            if len(numbers_of) > len(names):
                number += f" in {len(numbers_of)} versions"
            raise MeaninglessError(
                f"this can mean {number} of {where}{_listed(fitting)}; "
                f"{_distinguished(place, fitting, are_of_one_name=len(names) == 1)}"
            )
        return fitting

    def _numbered(
        self, place: RulePlace, found: Sequence[FoundPlace], fitting: Sequence[FoundPlace]
    ) -> list[FoundPlace]:
        """Returns the loops or branches of a method that have a rule's number and are ``fitting``.

        ``found`` are all loops or branches of the method. Raises KpathError if none of them has the
        number and fits.
        """
        where = printable(place.where)
        numbered = [one for one in found if one.ordinal_in_method == place.ordinal]
        negated = self._asking_the_opposite(place, numbered)
        if not fitting:
            if negated:
                what = f"no {self._kind} {place.is_words}"
                raise MeaninglessError(f"{what}; {_asks_the_opposite(place, negated)}")
            raise self._not_there(place, found)
        if not numbered:
            raise _lacking(f"{where} has no {self._kind} {place.ordinal}", found)
        meant = [one for one in fitting if one.ordinal_in_method == place.ordinal]
        if not meant:
            numbers = sorted({one.ordinal_in_method for one in fitting})
            told = f", the opposite; {_if_negated(place)}; otherwise, " if negated else "; "
            raise MeaninglessError(
                f"{self._kind} {place.ordinal} of {where} asks {numbered[0].asked}{told}the "
                f"{self._kind} {place.words} is number {', '.join(map(str, numbers))}; correct the "
                "ordinal"
            )
        return meant

    def _not_there(self, place: RulePlace, found: Sequence[FoundPlace]) -> KpathError:
        what = f"no {self._kind} {place.is_words}"
        if told := self._in_another_method(place):
            return CandidateFoundError(f"{what}; {told}")
        return CandidateFoundError(f"{what}{_listed(found)}{self._unless_of_source(place)}")

    def _unless_of_source(self, place: RulePlace) -> str:
        """Returns the end of a message: what to do if the condition is the source's."""
        if self._kind != "branch" or self._sources is not None or place.condition is None:
            return ""
        return "; to name a condition as the source has it, pass --sources"

    def _names(self, found: Sequence[FoundPlace]) -> set[tuple[str, str, str]]:
        rows = (self._profile.method_rows.row(one.method) for one in found)
        return {(row["class"], row["name"], row["descriptor"]) for row in rows}

    def _fitting(self, found: Iterable[FoundPlace], place: RulePlace) -> list[FoundPlace]:
        """Returns the loops or branches that a rule may mean.

        If the rule names a branch by the source's question, that question replaces the branch's
        conditions.
        """
        return [
            one
            if place.condition is None or _asks(one, place.condition) or one.in_source is None
            else replace(one, conditions=(one.in_source,), is_by_source=True)
            for one in found
            if self._fits(one, place)
        ]

    def _fits(self, found: FoundPlace, place: RulePlace) -> bool:
        if place.within is not None and found.method not in self._methods(place.within):
            return False
        if place.condition is None or _asks(found, place.condition):
            return True
        return found.in_source is not None and _is_same(place.condition, [found.in_source])

    def _methods(self, text: str) -> frozenset[int]:
        if text not in self._within:
            try:
                found = self._profile.match_methods(text)
            except KpathError as error:
                raise KpathError(f"in = {printable(text)!r}: {error}") from error
            self._within[text] = frozenset(found)
        return self._within[text]

    def _moved(self, place: RulePlace, found: Sequence[FoundPlace]) -> KpathError:
        """Returns the error for a line without the loop or branch that a rule refers to."""
        now = _first_few([f"in {one.title} and asks {one.asked}" for one in found])
        what = f"the {self._kind} at {printable(place.where)} is {now}"
        negated = self._asking_the_opposite(place, found)
        meant = self._anchored(place, found)
        there = f"; {'otherwise, ' if negated else ''}{self._now_at(place, meant)}" if meant else ""
        if negated:
            return MeaninglessError(f"{what}; {_asks_the_opposite(place, negated)}{there}")
        if meant:
            return MeaninglessError(f"{what}{there}")
        what = f"{what}; no {self._kind} {place.is_words}"
        if told := self._in_another_method(place, found):
            return CandidateFoundError(f"{what}; {told}")
        return CandidateFoundError(f"{what}; correct the rule{self._unless_of_source(place)}")

    def _anchored(self, place: RulePlace, found: Sequence[FoundPlace]) -> list[FoundPlace]:
        """Returns the loops or branches that fit a rule, on whatever line they are.

        Conditions such as ``i < n`` are common. So if the rule names no method, only the classes of
        the places ``found`` on the line are searched. If nothing is on the line, all classes are
        searched.
        """
        rows = self._profile.method_rows
        if place.within is not None:
            methods = sorted(self._methods(place.within))
        else:
            classes = {rows.row(one.method)["class"] for one in found}
            methods = [
                method
                for method in rows.numbers.tolist()
                if not classes or rows.row(method)["class"] in classes
            ]
        return [one for method in methods for one in self._of(method) if self._fits(one, place)]

    def _of(self, method: int) -> list[FoundPlace]:
        """Returns the loops or branches of a method in the order of the code."""
        if method not in self._known:
            own = _Method(self._profile, method, self._sources)
            self._known[method] = own.loops() if self._kind == "loop" else own.branches()
        return self._known[method]


class _Method:
    def __init__(self, profile: Profile, method: int, sources: SourceTexts | None) -> None:
        self._method = method
        self._sources = sources
        self._code = profile.code(method)
        self._row = profile.method_rows.row(method)
        self._title = short_title(self._row["class"], self._row["name"])

    def loops(self) -> list[FoundPlace]:
        """Returns the loops in the order of their headers."""
        nest, code = LoopNest(self._code, self._row), self._code
        order = sorted(
            range(len(code.loops)), key=lambda loop: code.offsets[code.loops[loop].header]
        )
        seen: Counter[Place | None] = Counter()
        found = []
        for number, loop in enumerate(order, 1):
            line = code.header_line(code.loops[loop].header)
            place = place_of(code, line)
            seen[place] += 1
            ends = [
                self._told.question(decision)
                for block, decision in code.deciding.items()
                if nest.innermost[block] == loop
                and not all(nest.holds[loop, target] for target in decision.targets)
            ]
            found.append(self._found(loop, ends, (line, seen[place]), number))
        return found

    def branches(self) -> list[FoundPlace]:
        """Returns the branches and switches, numbered on each line as in `branches`."""
        lines, _ = places(self._code)
        deciding = [
            (block, decision)
            for block, decision in self._code.deciding.items()
            if len(set(decision.targets)) > 1
        ]
        found = []
        for number, (block, decision) in enumerate(deciding, 1):
            asked = self._told.question(decision)
            one = self._found(block, [asked], lines[block], number)
            if self._in_source is not None:
                is_part = self._in_source.is_part(decision)
                one = replace(one, is_part=is_part)
                named = self._in_source.outcome(Outcome(decision, decision.targets[0]))
                if decision.operator == "switch" and not is_part:
                    one = replace(one, conditions=(named.question,), in_class_file=asked)
                elif named.is_matched and not is_part:
                    one = replace(one, in_source=named.question)
            found.append(one)
        return found

    def _found(
        self, at: int, conditions: Sequence[str], on_line: tuple[int | None, int], number: int
    ) -> FoundPlace:
        line, ordinal = on_line
        place = place_of(self._code, line)
        if place is None:
            where = f"{self._title} without a line"
        else:
            where = place.label if place.is_elsewhere else f"{self._title}:{place.label}"
        return FoundPlace(
            method=self._method,
            at=at,
            conditions=tuple(dict.fromkeys(conditions)),
            ordinal=ordinal,
            ordinal_in_method=number,
            title=self._title,
            place=where,
            line=None if place is None else place.line,
        )

    @cached_property
    def _told(self) -> ToldMethod:
        return ToldMethod(self._code, self._row)

    @cached_property
    def _in_source(self) -> ToldMethod | None:
        """The branches in the words of the source; None without sources."""
        if self._sources is None:
            return None
        return ToldMethod(self._code, self._row, self._sources)


def versions_of(
    profile: Profile, methods: Iterable[int], named: Collection[int]
) -> list[list[int]]:
    """Returns the versions of some methods: a list for each class, name and descriptor.

    Only ``named`` versions that ran, and the methods themselves, are returned.
    """
    rows, own = profile.method_rows, set(methods)
    ran = set(rows.numbers[rows.is_entered].tolist()) & set(named)
    return [
        found
        for versions in rows.by_name.values()
        if not own.isdisjoint(versions)
        and (found := [one for one in versions if one in own or one in ran])
    ]


def lacked_by(
    profile: Profile,
    versions: Sequence[int],
    lacking: Sequence[int],
    what: str,
    *,
    is_in_file: bool,
) -> str:
    """Returns the message about versions of a method that don't have what a rule names.

    Only a rule in a file can be changed or be given ``may-be-missing``.
    """
    row = profile.method_rows.row(versions[0])
    title = short_title(row["class"], row["name"])
    has = "has" if len(lacking) == 1 else "have"
    remedy = (
        "; change the rule, or give it may-be-missing = true to judge the other versions alone"
        if is_in_file
        else ""
    )
    return f"{len(lacking)} of {len(versions)} versions of {title} {has} {what}{remedy}"


def _opposite(condition: str) -> str | None:
    """Returns the negation of a comparison; None if the condition isn't a single comparison."""
    parts = _COMPARISON.split(condition)
    if len(parts) != 3 or "&&" in condition or "||" in condition:
        return None
    left, operator, right = parts
    return f"{left} {_OPPOSITES[operator]} {right}"


def _asks_the_opposite(place: RulePlace, negated: Sequence[FoundPlace]) -> str:
    """Says which branches ask the opposite of a rule's condition, and what to write then."""
    if len(negated) == 1:
        return f"a branch at {negated[0].place} asks the opposite; {_if_negated(place)}"
    places = list(dict.fromkeys(one.place for one in negated))
    return f"branches at {_first_few(places)} ask the opposite; {_if_negated(place, 'one of them')}"


def _if_negated(place: RulePlace, which: str = "that branch") -> str:
    """Says what to write in a rule if an edit has negated its condition."""
    asked = quoted_for_toml(_opposite(place.condition or "") or "")
    return (
        f"if you mean {which}, write condition = {asked} and the opposite answer (no for yes, "
        "yes for no)"
    )


def _distinguished(
    place: RulePlace, fitting: Sequence[FoundPlace], *, are_of_one_name: bool
) -> str:
    """Returns the end of a message: how a rule can mean only one of several places."""
    if not are_of_one_name:
        return "name one of the methods"
    if not place.is_in_file:
        lines = sorted({one.line for one in fitting if one.line is not None})
        if len(lines) > 1:
            return f"name a line, as in {printable(place.where)}:{lines[0]}"
        return "write a rule with an ordinal, in a file for --rules"
    numbers = sorted({one.ordinal_in_method for one in fitting})
    listed = ", ".join(map(str, numbers[:-1])) + f" or {numbers[-1]}"
    ordinal = f"ordinal = {listed}, which counts them in the order of the code"
    if place.condition is None:
        return f"add a condition, or {ordinal}"
    return f"add {ordinal}"


def _lacking(what: str, found: Sequence[FoundPlace]) -> KpathError:
    kind = CandidateFoundError if found else KpathError
    return kind(f"{what}{_listed(found)}")


def _listed(found: Sequence[FoundPlace]) -> str:
    return f"; there are: {_first_few([one.words for one in found])}" if found else ""


def _first_few(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - _MOST_NAMED} more" if len(texts) > _MOST_NAMED else ""
    return f"{', '.join(texts[:_MOST_NAMED])}{more}"


def quoted_for_toml(text: str) -> str:
    """Returns a string as TOML writes it, with escapes only where they are needed."""
    shown = printable(text)
    if not {'"', "\\"} & set(shown):
        return f'"{shown}"'
    if shown == text and "'" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    # What printable writes for a control character is TOML's escape for it, too.
    return f'"{printable(escaped)}"'


def _wholes(found: Sequence[FoundPlace], place: RulePlace) -> list[FoundPlace]:
    """Leaves out parts of switches, if the rule has no condition and not all branches are parts.

    A switch over strings is several branches in the class file, but one in the source.
    """
    if place.condition is not None:
        return list(found)
    return [one for one in found if not one.is_part] or list(found)


def _asks(found: FoundPlace, condition: str) -> bool:
    """Returns whether a loop or branch asks a condition; ``in_source`` isn't looked at."""
    return _is_same(condition, (*found.conditions, found.asked, found.in_class_file or found.asked))


def _is_same(condition: str, asked: Iterable[str]) -> bool:
    """Returns whether a rule's condition is one of those that are asked.

    Results show a loop's conditions in parentheses, which a rule may have copied.
    """
    squeezed = [_squeezed(one) for one in asked]
    given = _squeezed(condition)
    return given in squeezed or (given[:1] == "(" and given[-1:] == ")" and given[1:-1] in squeezed)


def _squeezed(text: str) -> str:
    return "".join(text.split())
