"""Judges whether a profile keeps the rules of ``check``.

A rule is a bound on a figure of a method, a loop, a branch or a path.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.cut_off import most_through, reaches
from kpath_jvm.analysis.cut_off_work import MethodCutOff
from kpath_jvm.analysis.decided import DecidedPaths
from kpath_jvm.analysis.gates.path_steps import (
    Decided,
    PathStep,
    StepsOfMethod,
    answering,
    no_answer,
    words_of,
)
from kpath_jvm.analysis.gates.places import (
    CandidateFoundError,
    FoundPlace,
    MeaninglessError,
    PlaceFinder,
    PlaceKind,
    RulePlace,
    lacked_by,
    versions_of,
)
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.of_edges.counted_edges import counted_edges, counts_all_edges
from kpath_jvm.analysis.of_loops.loop_counts import CountedLoops, OwnWork
from kpath_jvm.analysis.outcomes import BranchOutcomes, branch_outcomes
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.uncompleted import uncounted
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.identity.methods import MethodName
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.ratio import Ratio, is_greater, quotient
from kpath_jvm.source.annotation import SourceTexts

#: The figures that a rule can bound. ``share`` (of the executed bytecodes), ``bytecodes``,
#: ``entries`` and ``bytecodes-per-entry`` are figures of methods. ``iterations`` is a loop's number
#: of iterations per entry, and ``loop-bytecodes`` is the number of bytecodes that the loop's own
#: blocks executed. ``outcome`` is the share of a branch's executions that had a given answer.
#: ``path`` is how often paths through given lines and branches of a method were completed.
FigureKind: TypeAlias = Literal[
    "share", "bytecodes", "entries", "bytecodes-per-entry", "iterations", "loop-bytecodes",
    "outcome", "path",
]  # fmt: skip
FIGURES: tuple[FigureKind, ...] = (
    "share", "bytecodes", "entries", "bytecodes-per-entry", "iterations", "loop-bytecodes",
    "outcome", "path",
)  # fmt: skip
#: The names of the figures in results.
FIGURE_WORDS: dict[FigureKind, str] = {one: one for one in FIGURES}
FIGURE_WORDS["bytecodes-per-entry"] = "bytecodes per entry"
FIGURE_WORDS["iterations"] = "iterations per entry"
FIGURE_WORDS["loop-bytecodes"] = "own bytecodes"
#: The figures that are shares, written as 10% or 0.1.
SHARES = frozenset(("share", "outcome"))
#: The figures that count something. If a profile adds up several runs, the figures are
#: means per run.
COUNTS = frozenset(("bytecodes", "entries", "loop-bytecodes", "path"))

#: The figures that can be divided by the entries of other methods (``per`` of a rule).
DIVISIBLE: tuple[FigureKind, ...] = ("bytecodes", "entries", "loop-bytecodes")

_MAY_BE_MISSING = (
    "; only if it may be missing, give the rule may-be-missing = true: as long as it is missing, "
    "the figure is then 0, and the rule always passes"
)
_MOST_LINES = 12
_MOST_ALTERNATIVES = 3
#: The figures of loops and branches, each with its kind of place.
PLACE_KINDS: dict[FigureKind, PlaceKind] = {
    "iterations": "loop", "loop-bytecodes": "loop", "outcome": "branch",
}  # fmt: skip
#: What is counted of a method instead of Ball-Larus paths, by the mode of the method.
_LESS_THAN_PATHS = {"entry": "entries", "edges": "edges", "windows": "parts of paths"}


@dataclass(frozen=True)
class Rule:
    """Bounds for a figure of the place that ``where`` names; None means that a bound is absent.

    ``where`` is a method as for ``--method``; for loops and branches it may also be a line as for
    ``--loop``. For a branch, ``answer`` is the outcome that is counted. ``ordinal``, ``within`` and
    ``condition`` choose a loop or branch (RulePlace). ``through`` are lines and branches that a
    path must run through in the given order. If the profile lacks the place, the figure is 0 if
    ``may_be_missing`` is true; otherwise, the rule can't be judged. With ``completed_only``, only
    completed paths are judged, not those that exceptions or the recording's end cut off.
    If ``per`` names methods, the figure, which is one of DIVISIBLE, is divided by their entries.
    ``is_named`` is true if ``name`` was given in the file of rules, and false if ``name`` was made
    from the figure and the place. ``is_in_file`` is false if the rule doesn't come from such a
    file.
    """

    figure: FigureKind
    where: str
    name: str
    at_least: float | None = None
    at_most: float | None = None
    answer: str = "yes"
    ordinal: int | None = None
    through: tuple[PathStep, ...] = ()
    may_be_missing: bool = False
    completed_only: bool = False
    within: str | None = None
    condition: str | None = None
    is_named: bool = True
    is_in_file: bool = True
    per: str | None = None

    @property
    def is_count(self) -> bool:
        """Whether the figure counts something in a run, and isn't a quotient."""
        return self.figure in COUNTS and self.per is None

    @property
    def place(self) -> RulePlace:
        """The loop or branch that the rule names."""
        return RulePlace(
            self.where,
            self.within,
            self.condition,
            self.ordinal,
            key=self.figure if self.is_in_file else None,
            is_in_file=self.is_in_file,
        )


@dataclass(frozen=True)
class RuleFigure:
    """The ``value`` of a figure in what was counted, and the bounds ``least`` and ``most``.

    The bounds may differ from the value if exceptions or the recording's end cut off paths, which
    may have run through the place, too. ``value`` is None if no completed path ran through the
    branch or loop, or if only the entries of a loop were counted. If no path can have run through
    the branch or loop, ``least`` and ``most`` are None, too. ``most`` may be infinite.

    ``is_of_edges`` is true if the figure comes from counts of edges. No path is missing from these
    counts, but they have bounds, and so has the figure. The value is then only a possible one: that
    of a run in which exceptions left blocks as late as they could.
    """

    value: float | None
    least: float | None
    most: float | None
    is_of_edges: bool = False

    @classmethod
    def exact(cls, value: float | None) -> RuleFigure:
        """Returns a figure that cut-off paths can't change."""
        return cls(value, value, value)

    def divided_by(self, number: float) -> RuleFigure:
        """Returns a count divided by a number above 0, such as that of runs."""
        value, least, most = (
            None if count is None else quotient(count, number)
            for count in (self.value, self.least, self.most)
        )
        return replace(self, value=value, least=least, most=most)


@dataclass(frozen=True)
class RuleResult:
    """The result of a rule; ``judged`` are the loops or branches whose counts are added up.

    ``runs`` is the number of runs that the profile adds up; counts are means over these runs.
    ``entries`` is how often the methods of a rule on bytecodes were entered, and None for all other
    rules and for those with a ``per``. ``divisor`` is how often the methods that ``per`` names were
    entered, and ``per`` are these methods. ``methods`` are the methods that a rule on methods
    names, without their versions, and empty for rules on loops, branches and paths. ``steps`` are
    the steps that a path must run through, in words. ``is_missing`` is true if the profile lacks
    the place that the rule names, and the rule allows this. ``opposed`` are branches that ask the
    opposite of the rule's condition. The rule may mean them if its condition is the source's
    (PlaceFinder.opposed), or if its place is missing because an edit has negated the condition
    (PlaceFinder.negated).
    """

    rule: Rule
    figure: RuleFigure
    judged: tuple[FoundPlace, ...] = ()
    opposed: tuple[FoundPlace, ...] = ()
    runs: int = 1
    entries: float | None = None
    methods: frozenset[MethodName] = frozenset()
    steps: tuple[str, ...] = ()
    is_missing: bool = False
    divisor: float | None = None
    per: frozenset[MethodName] = frozenset()

    @property
    def is_kept(self) -> bool:
        """Whether the figure is surely within the bounds; also true if the place never ran."""
        figure, rule = self.figure, self.rule
        least, most = figure.least, figure.most
        if rule.completed_only and not figure.is_of_edges:
            least = most = figure.value
        if least is None or most is None:
            return True
        lowest, highest = self._allowed
        return not (is_greater(lowest, least) or is_greater(most, highest))

    @property
    def is_untold(self) -> bool:
        """Whether it isn't known whether the rule is kept, because counts of edges have bounds.

        Then the rule allows some of the values that the figure may have, and forbids others.
        """
        figure = self.figure
        if self.is_kept or not figure.is_of_edges or figure.least is None or figure.most is None:
            return False
        lowest, highest = self._allowed
        return not (is_greater(lowest, figure.most) or is_greater(figure.least, highest))

    @property
    def _allowed(self) -> tuple[float, float]:
        rule = self.rule
        lowest = -np.inf if rule.at_least is None else rule.at_least
        return lowest, np.inf if rule.at_most is None else rule.at_most


@dataclass(frozen=True)
class WrongRule:
    """A rule that can't be judged with a profile, and the reason, such as a missing place.

    ``advice`` is the end of the reason's text for users who want the rule to pass; it may be "".
    """

    rule: Rule
    why: str
    advice: str = ""

    @property
    def text(self) -> str:
        """The reason and the advice."""
        return f"{self.why}{self.advice}"

    @property
    def message(self) -> str:
        """The rule, the reason and the advice in one line."""
        return f"rule '{printable(self.rule.name)}': {self.text}"


def check(
    profile: Profile, rules: Sequence[Rule], sources: SourceTexts | None = None
) -> list[RuleResult | WrongRule]:
    """Judges rules by a profile in which versions that number paths alike are added up.

    If the profile is a sum of several runs, counts are means over the runs. If a rule can't be
    judged, the other rules still are. With ``sources``, rules can name branches and their answers
    as the source does.
    """
    checked = _Checked(profile, sources)
    runs = profile.run.runs
    found: list[RuleResult | WrongRule] = []
    for rule in rules:
        try:
            result = checked.result(rule)
        except KpathError as error:
            if not rule.may_be_missing or isinstance(error, MeaninglessError):
                # The hint would turn off a rule whose place is there after all.
                is_there = isinstance(error, MeaninglessError | CandidateFoundError)
                found.append(WrongRule(rule, str(error), "" if is_there else _if_missing(rule)))
                continue
            result = RuleResult(
                rule, RuleFigure.exact(0.0), opposed=checked.negated(rule), is_missing=True
            )
        figure = result.figure.divided_by(runs) if rule.is_count else result.figure
        entries, divisor = (
            None if count is None else quotient(count, runs)
            for count in (result.entries, result.divisor)
        )
        found.append(replace(result, figure=figure, runs=runs, entries=entries, divisor=divisor))
    return found


class _Checked:
    """A profile with the data that several rules share."""

    def __init__(self, profile: Profile, sources: SourceTexts | None) -> None:
        self._profile = profile
        self._sources = sources
        self._costs = Costs(profile)
        kinds: tuple[PlaceKind, ...] = ("loop", "branch")
        self._places = {kind: PlaceFinder(profile, kind, sources) for kind in kinds}

    def result(self, rule: Rule) -> RuleResult:
        """Returns a rule's result, or raises KpathError if the rule's place matches nothing."""
        if rule.figure == "path":
            return self._path(rule)
        per = self._per(rule)
        judged, methods = self._judged(rule), self._methods(rule)
        figures: dict[FigureKind, Callable[[], RuleFigure]] = {
            "share": lambda: self._share(rule, methods),
            "bytecodes": lambda: self._bytecodes(rule, methods),
            "entries": lambda: RuleFigure.exact(self._entries(methods)),
            "bytecodes-per-entry": lambda: self._bytecodes_per_entry(rule, methods),
            "iterations": lambda: self._iterations(rule, judged),
            "loop-bytecodes": lambda: self._loop_bytecodes(rule, judged),
            "outcome": lambda: self._outcome(rule, judged),
        }
        figure = figures[rule.figure]()
        if rule.figure in PLACE_KINDS:
            is_of_edges = any(counts_all_edges(self._profile, one.method) for one in judged)
            figure = replace(figure, is_of_edges=is_of_edges)
        divisor = entries = None
        if per:
            divisor = self._entries(per)
            figure = self._divided(rule, figure, divisor)
        elif rule.figure == "bytecodes":
            entries = self._entries(methods)
        return RuleResult(
            rule,
            figure,
            judged,
            self._opposed(rule, judged),
            entries=entries,
            methods=self._names(methods),
            divisor=divisor,
            per=self._names(per),
        )

    def _per(self, rule: Rule) -> list[int]:
        """Returns the methods by whose entries a rule divides its figure; [] if it doesn't.

        Raises MeaninglessError if there is no such method. Even if the rule's place may be missing,
        the figure isn't 0 then.
        """
        if rule.per is None:
            return []
        try:
            return self._profile.match_methods(rule.per)
        except KpathError as error:
            raise MeaninglessError(f"per: {error}") from error

    @staticmethod
    def _divided(rule: Rule, figure: RuleFigure, entries: float) -> RuleFigure:
        if entries:
            return figure.divided_by(entries)
        if not figure.most:
            return RuleFigure.exact(None)
        raise MeaninglessError(
            f"{printable(rule.per or '')} was never entered, so the figure per entry of it isn't "
            "known"
        )

    def _judged(self, rule: Rule) -> tuple[FoundPlace, ...]:
        """Returns the loops or branches that a rule is about; () for a rule on a method or path."""
        kind = PLACE_KINDS.get(rule.figure)
        if kind is None:
            return ()
        found = self._places[kind].named(rule.place, may_be_missing=rule.may_be_missing)
        return tuple(found)

    def _opposed(self, rule: Rule, judged: Sequence[FoundPlace]) -> tuple[FoundPlace, ...]:
        kind = PLACE_KINDS.get(rule.figure)
        return () if kind is None else tuple(self._places[kind].opposed(rule.place, judged))

    def negated(self, rule: Rule) -> tuple[FoundPlace, ...]:
        """Returns branches that ask the opposite of a rule's condition, if the place is missing.

        The result is empty if the method is missing, too.
        """
        kind = PLACE_KINDS.get(rule.figure)
        if kind is None:
            return ()
        try:
            return tuple(self._places[kind].negated(rule.place))
        except KpathError:
            return ()

    def _methods(self, rule: Rule) -> list[int]:
        """Returns the methods that a rule on methods names; [] for a rule on loops or branches."""
        return [] if rule.figure in PLACE_KINDS else self._profile.match_methods(rule.where)

    def _bytecodes(self, rule: Rule, methods: Sequence[int]) -> RuleFigure:
        return _of_costs(float(self._work(rule, methods)), self._costs.bounds_of(methods))

    def _work(self, rule: Rule, methods: Sequence[int]) -> int:
        self._require_paths(methods, rule, edges_do=True)
        return sum(self._costs.of_method(method) for method in methods)

    def _require_paths(self, methods: Sequence[int], rule: Rule, *, edges_do: bool = False) -> None:
        """Raises MeaninglessError if the counts of a method lack what the figure needs.

        Without this error, the figure would be 0, whatever the method did. If only entries are
        counted, a method that never ran lacks nothing.
        """
        for method in methods:
            row = self._profile.method_rows.row(method)
            what = _LESS_THAN_PATHS.get(row["mode"])
            if row["mode"] == "entry":
                lacks = int(row["entries"]) > 0
            else:
                lacks = what is not None and not edges_do
            if lacks:
                title = self._profile.method_rows.title(method)
                raise MeaninglessError(
                    f"only {what} of {title} were counted, so its {rule.figure} is not known; "
                    "`report` says why"
                )

    def _share(self, rule: Rule, methods: Sequence[int]) -> RuleFigure:
        value = self._work(rule, methods)
        meant = frozenset(methods)
        others = [one for one in self._profile.method_rows.numbers.tolist() if one not in meant]
        share = self._costs.bounds_of(methods).share_beside(self._costs.bounds_of(others))
        return _of_costs(Ratio(value, max(self._costs.total, 1)), share)

    def _names(self, methods: Sequence[int]) -> frozenset[MethodName]:
        rows = map(self._profile.method_rows.row, methods)
        return frozenset(MethodName(row["class"], row["name"], row["descriptor"]) for row in rows)

    def _entries(self, methods: Sequence[int]) -> float:
        rows = self._profile.method_rows
        return float(sum(int(rows.row(method)["entries"]) for method in methods))

    def _bytecodes_per_entry(self, rule: Rule, methods: Sequence[int]) -> RuleFigure:
        value = self._work(rule, methods)
        bounds, entries = self._costs.bounds_of(methods), self._entries(methods)
        if entries:
            return _of_costs(Ratio(value, entries), bounds.divided_by(entries))
        if not bounds.most:
            return RuleFigure.exact(None)
        # The activations had begun before the recording did.
        raise MeaninglessError(
            f"{printable(rule.where)} was running before the recording began and wasn't entered "
            "again, so its bytecodes per entry aren't known; record the program from its beginning"
        )

    def _iterations(self, rule: Rule, judged: Sequence[FoundPlace]) -> RuleFigure:
        self._require_paths([one.method for one in judged], rule, edges_do=True)
        entries = iterations = 0
        missing = entries_missing = 0.0
        is_known = True
        for one in judged:
            for row in loop_rows(self._profile, one.method, loops=[one.at]):
                entries, iterations = entries + row.entries, iterations + row.iterations
                # Where edges were counted, no path is missing, but a count may have no upper bound.
                unknown = np.inf if row.is_at_least else self._cut_off([one.method])
                missing += unknown if row.missing_iterations is None else row.missing_iterations
                entries_missing += unknown if row.missing_entries is None else row.missing_entries
                is_known = is_known and row.has_iterations
        if not entries and not iterations and not missing and not entries_missing:
            return RuleFigure.exact(None)
        if not is_known:
            return RuleFigure(None, 0.0, np.inf)
        most = entries + entries_missing
        least = quotient(iterations, most) if most else None
        if not entries:
            return RuleFigure(None, least or 0.0, np.inf)
        return RuleFigure(
            Ratio(iterations, entries), least, quotient(iterations + missing, entries)
        )

    def _loop_bytecodes(self, rule: Rule, judged: Sequence[FoundPlace]) -> RuleFigure:
        self._require_paths([one.method for one in judged], rule, edges_do=True)
        works = []
        missing = 0.0
        for one in judged:
            counted = CountedLoops(self._profile, one.method)
            works.append(counted.own_work(one.at))
            own = frozenset(np.flatnonzero(counted.nest.innermost == one.at).tolist())
            missing += MethodCutOff(self._profile, one.method).uncounted(own)
        work = OwnWork.summed(works)
        return RuleFigure(float(work.bytecodes), work.bounds.least, work.bounds.most + missing)

    def _outcome(self, rule: Rule, judged: Sequence[FoundPlace]) -> RuleFigure:
        if rule.place.is_line and len({one.ordinal for one in judged}) > 1:
            raise self._ambiguous(rule, judged)
        self._require_paths([one.method for one in judged], rule, edges_do=True)
        blocks = {(one.method, one.at): one for one in judged}
        rows = [
            row
            for method in sorted({one.method for one in judged})
            for row in branch_outcomes(self._profile, method)
            if (method, row.block) in blocks and row.decision.targets
        ]
        meant = [
            self._answering(row, rule, is_by_source=blocks[row.method, row.block].is_by_source)
            for row in rows
        ]
        # A method that never ran has no counts of edges, and adds nothing.
        if any(counts_all_edges(self._profile, row.method) for row in rows):
            return self._outcome_of_edges(rows, meant)
        count = sum(
            count
            for row, targets in zip(rows, meant, strict=True)
            for target, count in zip(row.targets, row.counts, strict=True)
            if target in targets
        )
        total = sum(row.total for row in rows)
        cut_off = sum(self._cut_off_through(rows, method) for method in {it.method for it in rows})
        if not total + cut_off:
            return RuleFigure.exact(None)
        if np.isinf(cut_off):
            return RuleFigure(Ratio(count, total) if total else None, 0.0, 1.0)
        # Some executions may have an unknown outcome. Each cut-off path may have executed the
        # branch once.
        unknown = sum(row.unknown for row in rows) + cut_off
        whole = total + cut_off
        value = Ratio(count, total) if total else None
        return RuleFigure(value, quotient(count, whole), quotient(count + unknown, whole))

    def _outcome_of_edges(
        self, rows: Sequence[BranchOutcomes], meant: Sequence[Collection[int]]
    ) -> RuleFigure:
        """Returns how large a share of the branches' executions had given outcomes.

        The edges of the branches were counted. ``meant`` has the outcomes' targets for each branch.
        """
        answer = others = AmountBounds.exact(0)
        count = total = 0
        for row, targets in zip(rows, meant, strict=True):
            for edge in counted_edges(self._profile, row.method):
                if edge.kind != "edge" or edge.source != row.block:
                    continue
                bounds = AmountBounds(edge.least, np.inf if edge.most is None else edge.most)
                total += edge.count
                if edge.target in targets:
                    count, answer = count + edge.count, answer + bounds
                else:
                    others += bounds
        if not answer.most + others.most:
            return RuleFigure.exact(None)
        share = answer.share_beside(others)
        return RuleFigure(count / total if total else None, share.least, share.most)

    def _ambiguous(self, rule: Rule, judged: Sequence[FoundPlace]) -> MeaninglessError:
        methods = {one.method for one in judged}
        versions = max(map(len, versions_of(self._profile, methods, methods)))
        ordinals = sorted({one.ordinal for one in judged})
        number = f"{len(judged)} branches"
        if versions > 1 and len(judged) == len(ordinals) * versions:
            number = f"{len(ordinals)} branches in each of {versions} versions of its method"
        remedy = f"ordinal = {', '.join(map(str, ordinals[:-1]))} or {ordinals[-1]}"
        if rule.condition is None:
            remedy = f"a condition, or {remedy}"
        return MeaninglessError(
            f"line {printable(rule.where)} has {number}; add {remedy}, as `branches` counts them"
        )

    def _answering(self, row: BranchOutcomes, rule: Rule, *, is_by_source: bool) -> Collection[int]:
        """Returns the targets to which a branch leads if it gets the rule's answer.

        Raises MeaninglessError if the branch has no such answer.
        """
        told = ToldMethod(
            self._profile.code(row.method),
            self._profile.method_rows.row(row.method),
            self._sources,
        )
        found = answering(told, row.decision, rule.answer, is_by_source=is_by_source)
        if not found:
            raise no_answer(rule.answer, told, [row.decision])
        return found

    def _path(self, rule: Rule) -> RuleResult:
        total = maybe = 0
        methods = self._profile.match_methods(rule.where)
        self._require_paths(methods, rule)
        able = self._able(methods, rule)
        for method, steps in able.items():
            decided = DecidedPaths(self._profile, method)
            for trip, count in zip(decided.trips, decided.trip_counts.tolist(), strict=True):
                is_sure, is_possible = steps.surely_and_maybe(trip)
                total += count * is_sure
                maybe += count * is_possible
        most = maybe + sum(
            most_through(self._profile, method, steps.can_be_run) for method, steps in able.items()
        )
        # A pattern may mean several methods, which may have different code at one line.
        in_each = zip(*(steps.words() for steps in able.values()), strict=True)
        words = [_either(list(dict.fromkeys(one))) for one in in_each]
        figure = RuleFigure(float(total), float(total), float(most))
        return RuleResult(rule, figure, steps=tuple(words))

    def _able(self, methods: Sequence[int], rule: Rule) -> dict[int, StepsOfMethod]:
        """Returns the methods that have a path, executed or not, through the steps in order.

        Raises KpathError if there are none: a rule that forbids an impossible path could never
        fail.
        """
        branches = {
            step: self._places["branch"].named(
                _place_of(rule, step), may_be_missing=rule.may_be_missing
            )
            for step in rule.through
            if isinstance(step, Decided)
        }
        every = sorted({line for method in methods for line in _lines(self._profile, method)})
        missing = [line for line in rule.through if isinstance(line, int) and line not in every]
        if not missing:
            known = {
                one: StepsOfMethod(self._profile, one, rule.through, branches, self._sources)
                for one in methods
            }
            able = {
                method: steps
                for method, steps in known.items()
                if steps.has_all and steps.can_be_run()
            }
            if able:
                if not rule.may_be_missing:
                    self._require_in_each_version(rule, able, methods)
                return able
        why = self._why_not_able(rule, methods, missing, every)
        raise KpathError(f"through = {words_of(rule.through)}: {why}")

    def _why_not_able(
        self, rule: Rule, methods: Sequence[int], missing: Sequence[int], every: Sequence[int]
    ) -> str:
        """Says why no path can run through a rule's steps; ``every`` are the lines with code."""
        has = (
            f"has code at line{'s' if len(every) > 1 else ''} {_listed(every)}"
            if every
            else "has no line numbers"
        )
        named = f"{printable(rule.where)} {has}"
        if missing:
            return (
                f"no code at line{'s' if len(missing) > 1 else ''} {_listed(missing)}; {named}; "
                '{ condition = "...", answer = "..." } means the same branch after edits, too'
            )
        are_lines = [isinstance(step, int) for step in rule.through]
        these = "these lines" if all(are_lines) else "these branches"
        if any(are_lines) and not all(are_lines):
            these = "these lines and branches"
        told = [f"no path can run through {these} in that order"]
        if any(self._profile.code(method).loops for method in methods):
            told.append(
                "where a loop goes back, a path ends and the next one begins, so no path has code "
                "from before and from after that"
            )
        # The lines help to correct a line, but not a branch.
        return "; ".join([*told, named] if any(are_lines) else told)

    def _require_in_each_version(
        self, rule: Rule, able: Collection[int], methods: Sequence[int]
    ) -> None:
        for versions in versions_of(self._profile, able, methods):
            lacking = [one for one in versions if one not in able]
            if lacking:
                what = f"no path through {words_of(rule.through)} in that order"
                raise MeaninglessError(
                    lacked_by(self._profile, versions, lacking, what, is_in_file=rule.is_in_file)
                )

    def _cut_off_through(self, rows: Sequence[BranchOutcomes], method: int) -> float:
        """Returns how many uncounted paths of a method may have executed one of the branches.

        Infinity stands for an unknown number.
        """
        code = self._profile.code(method)
        blocks = [row.block for row in rows if row.method == method]
        return most_through(self._profile, method, lambda starts: reaches(code, starts, blocks))

    def _cut_off(self, methods: Iterable[int]) -> float:
        """Returns how many paths of some methods may be uncounted; infinity if this isn't known."""
        found = [uncounted(self._profile, method) for method in methods]
        return float("inf") if None in found else float(sum(one or 0 for one in found))


def _of_costs(value: float, bounds: AmountBounds) -> RuleFigure:
    """Returns a figure of bytecodes, which has bounds only where edges were counted."""
    if bounds.least == bounds.most:
        return RuleFigure.exact(value)
    return RuleFigure(value, bounds.least, bounds.most, is_of_edges=True)


def _if_missing(rule: Rule) -> str:
    """Says what to do if a rule's place may be missing; "" if this would break the rule."""
    return "" if rule.at_least is not None and rule.at_least > 0 else _MAY_BE_MISSING


def _listed(lines: Sequence[int]) -> str:
    shown = ", ".join(map(str, lines[:_MOST_LINES]))
    return shown if len(lines) <= _MOST_LINES else f"{shown} and {len(lines) - _MOST_LINES} more"


def _either(words: Sequence[str]) -> str:
    more = len(words) - _MOST_ALTERNATIVES
    return " or ".join(words[:_MOST_ALTERNATIVES]) + (f" or {more} more" if more > 0 else "")


def _lines(profile: Profile, method: int) -> set[int]:
    code = profile.code(method)
    return {code.places.of(line).line for line in code.lines.all()}


def _place_of(rule: Rule, step: Decided) -> RulePlace:
    if step.line is None:
        return RulePlace(rule.where, None, step.condition, step.ordinal)
    return RulePlace(f"{rule.where}:{step.line}", rule.where, step.condition, step.ordinal)
