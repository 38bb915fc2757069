"""Defines the kinds of changes between the base and the new side, with both sides' figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import ClassVar, Literal, TypeAlias, TypeVar

from kpath_jvm.analysis.diff.cut_off import cut_off_per_entry
from kpath_jvm.analysis.diff.figures import (
    Bounded,
    BoundedFigure,
    Figure,
    Judged,
    Verdict,
    of_side,
)
from kpath_jvm.analysis.diff.totals import WorkBounds
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.outcomes import BranchOutcomes
from kpath_jvm.ratio import Ratio

#: ``new``: ran only on the new side. ``gone``: ran only on the base's side. ``shifted``: ran on
#: both sides. Even a side on which the code didn't run may have the code.
Status: TypeAlias = Literal["new", "gone", "shifted"]
#: The gates' name for a method's cut-off paths per entry.
CUT_OFF = "cut-off"
#: The gates' name for a method's bytecodes per entry.
PER_ENTRY = "bytecodes-per-entry"
#: The gates' name for the bytecodes of a loop's own blocks.
LOOP_BYTECODES = "loop-bytecodes"
#: The bounds of an amount of which nothing is known.
_UNKNOWN = AmountBounds(0, inf)


@dataclass(frozen=True)
class JudgedFigure:
    """A figure by which a change is judged.

    If ``is_share`` is true, the figure's change isn't divided by the figure's size.
    """

    figure: Figure
    is_share: bool = False


@dataclass(frozen=True, kw_only=True)
class Change:
    """A difference, with a ``weight`` by which differences of one kind are ordered.

    The weight of a method or loop is the size of its change (WorkTotals.weight). The weight of a
    branch or sequence is the share of all executed bytecodes, 0 to 1, that the difference concerns.
    For a new or gone branch or sequence, only the bytecodes of the side on which it ran count. Not
    the weight, but ``concerned`` decides which changes are listed and which fail gates. ``beyond``
    are the names of the ``figures`` that differ by more between the sides than among the runs of
    one side. ``judged`` is the judgement of the whole change, and ``judged_by`` is the name of the
    figure from which this judgement comes (``with_judged``).
    """

    pair: MethodPair
    weight: float
    status: Status
    judged: Judged = field(default_factory=lambda: Judged("counted"))
    judged_by: str | None = None
    beyond: frozenset[str] = frozenset()

    #: What kind of thing has changed.
    NOUN: ClassVar[str] = "method"
    #: The names of the figures that show in which runs the method or part ran.
    COUNTS: ClassVar[tuple[str, ...]] = ("bytecodes", "entries")
    #: The names of the figures that decide whether there is a change. A method's share, for
    #: example, isn't among them, because the share also changes if other methods do more or less.
    DECISIVE: ClassVar[tuple[str, ...]] = ()
    #: Whether all decisive figures must differ. If this is false, one of them is enough.
    NEEDS_ALL: ClassVar[bool] = False
    #: For each kind of gate condition, the name of the figure that the condition asks about.
    GATED: ClassVar[Mapping[str, str]] = {}

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The figures that are judged, by their names in the documents."""
        return {}

    @property
    def decisive(self) -> tuple[str, ...]:
        """The names of the figures that decide whether there is a change."""
        return self.DECISIVE

    @property
    def concerned(self) -> float:
        """The share of the bytecodes that the change concerns."""
        return self.weight

    @property
    def is_beyond_spread(self) -> bool:
        """Whether something is new or gone, or differs by more than the runs of one side do."""
        if self.status != "shifted":
            return True
        quantifier = all if self.NEEDS_ALL else any
        return quantifier(name in self.beyond for name in self.decisive)

    @property
    def share_in_bounds(self) -> tuple[AmountBounds, AmountBounds] | None:
        """Each side's bounds of the share of the bytecodes; None if the share is exact."""
        return None

    @property
    def concerned_in_bounds(self) -> AmountBounds:
        """The bounds of ``concerned``."""
        return AmountBounds.exact(self.concerned)

    @property
    def is_of_bounds_alone(self) -> bool:
        """Whether all known figures are equal, so that only bounds of other figures may differ."""
        return False

    @property
    def is_of_one_code(self) -> bool:
        """Whether only one side has the code, no matter on which sides it ran.

        All runs of that side must have the method. Otherwise, some runs may merely not have loaded
        the class.
        """
        return _is_on_one_side(self.pair) and all(self.pair.known.numbers)

    @property
    def gated(self) -> dict[str, JudgedFigure]:
        """The figures that gates ask about, by the names that conditions have for them.

        A figure is left out if its bounds allow that both sides are equal.
        """
        figures = self.figures
        return {kind: figures[name] for kind, name in self.GATED.items() if name in figures}

    @property
    def bounded(self) -> dict[str, BoundedFigure]:
        """The figures that gates ask about and of which only bounds are certain."""
        return {}

    @property
    def place(self) -> str | None:
        """A loop's or branch's line, such as ``line 12``; None for other changes or unknown lines.

        The line is that of the new side, or of the base's side if the new side lacks the code.
        """
        return None


@dataclass(frozen=True, kw_only=True)
class WorkChange(Change):
    """A change of something that does a share of the work: a method or a loop.

    ``bytecodes`` are the executed bytecodes, and ``share`` is their share of all executed
    bytecodes. ``part`` is the change of ``bytecodes`` as a share of all bytecodes that the base
    executed, and ``of_base`` has both sides' ``bytecodes`` as such shares (WorkTotals). ``part``
    and ``of_base`` are None if the base executed nothing. Where edges were counted, these four
    figures and the weight are only possible values. ``bounds`` has the bounds of the four figures,
    or is None if all are exact.
    """

    share: Figure
    bytecodes: Figure
    entries: Figure
    part: float | None = None
    of_base: tuple[float, float] | None = None
    bounds: WorkBounds | None = None

    @property
    def moved_part(self) -> float:
        """The size of ``part``, or of the change of the share if the base executed nothing.

        Unlike the share, ``part`` doesn't depend on how the rest of the program has changed.
        """
        return abs(self.share.change if self.part is None else self.part)

    @property
    def parts(self) -> tuple[float, float]:
        """The value of ``of_base``, or both sides' shares if the base executed nothing."""
        return self.share.means if self.of_base is None else self.of_base

    def _moved_in_bounds(self) -> AmountBounds:
        part = None if self.bounds is None else self.bounds.part
        if part is None:
            return AmountBounds.exact(self.moved_part) if self.bounds is None else _UNKNOWN
        ends = abs(part.least), abs(part.most)
        return AmountBounds(0 if part.least <= 0 <= part.most else min(ends), max(ends))

    def _parts_in_bounds(self) -> tuple[AmountBounds, AmountBounds]:
        if self.bounds is None:
            before, after = self.parts
            return AmountBounds.exact(before), AmountBounds.exact(after)
        return self.bounds.of_base or (_UNKNOWN, _UNKNOWN)

    @property
    def share_in_bounds(self) -> tuple[AmountBounds, AmountBounds] | None:
        """Each side's bounds of the share; None if the share is exact."""
        return None if self.bounds is None else self.bounds.share.bounds

    @property
    def decisive(self) -> tuple[str, ...]:
        """The names of the figures that are certain and decide whether there is a change."""
        figures = self.figures
        return tuple(name for name in self.DECISIVE if name in figures)

    @property
    def _certain_work(self) -> dict[str, JudgedFigure]:
        """The share and the bytecodes, as in ``figures``."""
        bounds = self.bounds
        if bounds is None:
            return {
                "share": JudgedFigure(self.share, is_share=True),
                "bytecodes": JudgedFigure(self.bytecodes),
            }
        share, bytecodes = bounds.share.nearest, bounds.bytecodes.nearest
        found = {} if share is None else {"share": JudgedFigure(share, is_share=True)}
        return found if bytecodes is None else {**found, "bytecodes": JudgedFigure(bytecodes)}


@dataclass(frozen=True, kw_only=True)
class MethodChange(WorkChange):
    """A method that is new or gone, or whose code, name or work has changed.

    If ``is_light`` is true, the method does too little of the work, on both sides, for a comparison
    of its loops, branches and sequences.
    """

    is_light: bool = False

    DECISIVE: ClassVar = ("bytecodes", "entries")
    GATED: ClassVar = {"share": "share", "bytecodes": "bytecodes", "entries": "entries"}

    @cached_property
    def per_entry(self) -> BoundedFigure:
        """The method's bytecodes per entry; 0 for a side on which the method never ran.

        Nothing is known of a run that executed the method and didn't enter it, because the method
        was running before the recording began.
        """
        work = self.bytecodes
        exact = (tuple(Bounded.exact(one or 0.0) for one in side) for side in (work.base, work.new))
        amounts = BoundedFigure(*exact) if self.bounds is None else self.bounds.bytecodes
        sides = (
            [_per_entry(*one) for one in zip(own, entries, strict=True)]
            for own, entries in (
                (amounts.base, self.entries.base),
                (amounts.new, self.entries.new),
            )
        )
        return BoundedFigure(*(of_side(side, Bounded.exact(0.0)) for side in sides))

    @cached_property
    def gated(self) -> dict[str, JudgedFigure]:
        """The figures that gates ask about. Cut-off paths per entry are included only if known."""
        runs = len(self.bytecodes.base), len(self.bytecodes.new)
        cut_off = cut_off_per_entry(self.pair, runs)
        found = super().gated
        if cut_off is not None:
            found[CUT_OFF] = JudgedFigure(cut_off, is_share=True)
        per_entry = self.per_entry.nearest
        if per_entry is not None:
            found[PER_ENTRY] = JudgedFigure(per_entry)
        return found

    @property
    def is_told(self) -> bool:
        """Whether the method's code, name or class has changed.

        Such a change is reported even if the method's work is the same.
        """
        pair = self.pair
        return pair.is_moved or pair.is_renamed or pair.code == "changed"

    @property
    def concerned(self) -> float:
        """The size of the change; if ``is_told`` is true, at least the larger of the ``parts``."""
        return max(self.moved_part, *self.parts) if self.is_told else self.moved_part

    @property
    def concerned_in_bounds(self) -> AmountBounds:
        """The bounds of ``concerned``."""
        moved = self._moved_in_bounds()
        every = [moved, *self._parts_in_bounds()] if self.is_told else [moved]
        return AmountBounds(max(one.least for one in every), max(one.most for one in every))

    @property
    def is_beyond_spread(self) -> bool:
        """Whether ``is_told`` is true, or the method is new, gone, or differs beyond the spread."""
        return self.is_told or super().is_beyond_spread

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The method's share of the bytecodes, its bytecodes, and its entries.

        A figure of which only bounds are certain is included if it surely differs, with the values
        within the bounds at which the two sides differ least.
        """
        return {**self._certain_work, "entries": JudgedFigure(self.entries)}

    @property
    def is_of_bounds_alone(self) -> bool:
        """Whether all certain figures are equal, so that only bounds of bytecodes may differ."""
        if self.bounds is None or self.is_told or self.status != "shifted":
            return False
        figures = self.figures
        return all(figures[name].figure.is_equal for name in self.decisive)

    @property
    def bounded(self) -> dict[str, BoundedFigure]:
        """The bounds of the share, the bytecodes and the bytecodes per entry, unless exact."""
        found = {PER_ENTRY: self.per_entry}
        if self.bounds is not None:
            found |= {"share": self.bounds.share, "bytecodes": self.bounds.bytecodes}
        return {name: one for name, one in found.items() if one.known is None}


def _per_entry(amount: Bounded | None, entries: float | None) -> Bounded | None:
    """Returns an amount divided by the entries of a run; None for a run that has neither."""
    if amount is None or (not entries and amount.most == 0):
        return None
    if not entries:
        return Bounded(None, None, None)
    parts = (amount.value, amount.least, amount.most)
    return Bounded(*(None if one is None else Ratio(one, entries) for one in parts))


@dataclass(frozen=True)
class Unrolled:
    """The guess that ``times`` iterations of the base's loop ``loop`` have become one iteration."""

    loop: int
    times: int


@dataclass(frozen=True)
class MovedLoop:
    """Where a loop seems to be on the other side: in the method ``pair``, at the place ``loop``."""

    pair: MethodPair
    loop: int


@dataclass(frozen=True)
class LoopMeans:
    """How often a loop went round per entry.

    If paths were cut off, perhaps only bounds are known. ``counted`` is the number of counted
    rounds per counted entry.
    """

    bounded: BoundedFigure
    counted: Figure


class _PartChange(Change):
    """A change of a part of a method."""

    #: The part on each side, or None if the side's code lacks the part.
    base: object
    new: object
    #: Whether a new or gone part may have run on the other side, too, but uncounted.
    may_have_run: bool

    @property
    def is_of_one_code(self) -> bool:
        """Whether only one side has the code of the part."""
        if _is_on_one_side(self.pair):
            return super().is_of_one_code
        return self.base is None or self.new is None


@dataclass(frozen=True, kw_only=True)
class LoopChange(_PartChange, WorkChange):
    """A loop that is new or gone, or whose work or iterations have changed.

    ``base`` and ``new`` are the loop's places in MethodCode.loops of each side's code, or None if
    the side lacks the loop. ``bytecodes`` are those of the loop's own blocks, without inner loops,
    and ``share`` is their share of all bytecodes. ``per_entry`` are the iterations per entry.
    ``per_iteration`` is the number of bytecodes per iteration, without those of the loop tests that
    ended the loop. If paths were cut off, edges were counted, or several paths lead through the
    loop test, perhaps only bounds of ``mean`` and ``per_iteration`` are known. If
    ``has_other_test`` is true, an exit may be in the loop test of one side only, so the two sides
    may count other passes as iterations. Back edges are the same on both sides, so ``back_edges``
    has how many of them were taken per entry. ``has_iterations`` is true of a side on
    which the loop may have made an iteration, so that ``per_iteration`` has a meaning. ``unrolled``
    is set if one iteration of the loop seems to do the work of several iterations of one of the
    base's loops.
    """

    base: int | None
    new: int | None
    iterations: Figure
    per_entry: LoopMeans
    back_edges: LoopMeans
    per_iteration: BoundedFigure
    has_other_test: bool = False
    has_iterations: tuple[bool, bool] = (True, True)
    unrolled: Unrolled | None = None
    #: Where a loop that is gone seems to be now, or where a new one seems to have been.
    moved: MovedLoop | None = None
    #: The loop of the other side that ran alike, if this one is new or gone and hasn't moved.
    perhaps: MovedLoop | None = None
    may_have_run: bool = False

    NOUN: ClassVar = "loop"
    COUNTS: ClassVar = ("bytecodes", "entries", "iterations")
    DECISIVE: ClassVar = (
        "mean_iterations", "bytecodes_per_iteration", "iterations", "entries", "bytecodes",
    )  # fmt: skip
    GATED: ClassVar = {LOOP_BYTECODES: "bytecodes"}

    @property
    def mean(self) -> BoundedFigure:
        """The number of iterations per entry."""
        return self.per_entry.bounded

    @property
    def counted_mean(self) -> Figure:
        """The number of counted iterations per counted entry."""
        return self.per_entry.counted

    @property
    def compared_means(self) -> tuple[LoopMeans, ...]:
        """The figures that must all have changed if the loop goes round more or less often.

        If the loop tests differ, the iterations may differ although the loop does the same. Or
        only the back edges may, as between ``while (a) c;`` and ``do c; while (a);``.
        """
        return (self.per_entry, self.back_edges) if self.has_other_test else (self.per_entry,)

    @property
    def bounded(self) -> dict[str, BoundedFigure]:
        """The bounds of the bytecodes, if these aren't exact."""
        if self.bounds is None or self.bounds.bytecodes.known is not None:
            return {}
        return {LOOP_BYTECODES: self.bounds.bytecodes}

    def begins_at(self, line: int) -> bool:
        """Returns whether the loop begins at this line on either side."""
        sides = ((self.pair.base, self.base), (self.pair.new, self.new))
        return any(
            known is not None and loop is not None and known.code.loop_begins_at(loop, line)
            for known, loop in sides
        )

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The loop's share, its counts, its iterations per entry and bytecodes per iteration.

        A figure of which only bounds are known is included if it surely differs, with the values
        within the bounds at which the two sides differ least.
        """
        figures = {
            **self._certain_work,
            "iterations": JudgedFigure(self.iterations),
            "entries": JudgedFigure(self.entries),
        }
        means = {"mean_iterations": self.mean}
        if all(self.has_iterations):
            means["bytecodes_per_iteration"] = self.per_iteration
        for name, figure in means.items():
            if figure.nearest is not None:
                figures[name] = JudgedFigure(figure.nearest)
        return figures

    @property
    def is_of_bounds_alone(self) -> bool:
        """Whether all known figures of the loop are equal in all runs."""
        figures = self.figures
        return all(figures[name].figure.is_equal for name in self.decisive)

    @property
    def concerned(self) -> float:
        """The size of the change, or the base's part times ``mean``'s relative change if larger.

        The change of ``mean`` matters because a loop may execute as much as before in fewer entries
        with more iterations each. If only bounds of ``mean`` are known, only the least change that
        they allow counts.
        """
        by_mean = self.parts[0] * self._least_relative if self.status == "shifted" else 0.0
        return max(self.moved_part, by_mean)

    @property
    def _least_relative(self) -> float:
        """The least relative change of ``compared_means`` that is certain."""
        nearest = [one.bounded.nearest for one in self.compared_means]
        return min(0.0 if one is None else abs(one.relative) for one in nearest)

    @property
    def concerned_in_bounds(self) -> AmountBounds:
        """The bounds of ``concerned``."""
        if self.bounds is None:
            return super().concerned_in_bounds
        moved, (before, _) = self._moved_in_bounds(), self._parts_in_bounds()
        least, most = moved.least, moved.most
        if self.status == "shifted":
            least = max(least, before.least * self._least_relative)
            change = min(
                max(abs(one.relative) for one in means.bounded.farthest)
                for means in self.compared_means
            )
            most = max(most, before.most * change) if change else most
        return AmountBounds(least, most)

    @property
    def place(self) -> str | None:
        """The line of the loop's header."""
        for known, loop in ((self.pair.new, self.new), (self.pair.base, self.base)):
            if known is not None and loop is not None:
                return known.code.header_place(known.code.loops[loop].header)
        return None


@dataclass(frozen=True)
class OutcomeShift:
    """An outcome of a decision, with its targets and its share of the executions on each side.

    ``base`` and ``new`` are the targets on each side. A new case has none in ``base``, and a gone
    case has none in ``new``. ``times`` is how often the decision had this outcome.

    If ``is_told`` is false, the outcome belongs to a group in which it isn't known which outcomes
    of the two sides correspond to each other. Then ``base`` and ``new`` have the targets of the
    whole group. The figures compare outcomes of the same rank by share on each side; no other
    matching shows a smaller difference. If several outcomes of the group may be one, the whole
    group is compared as one outcome.

    If ``leads_elsewhere`` is true, the outcome's labels lead to other code than before. So the
    executions of the two sides went different ways, even if the outcome's share is the same.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]
    share: Figure
    times: Figure
    is_told: bool = True
    leads_elsewhere: bool = False

    @property
    def ways(self) -> tuple[Figure, ...]:
        """The shares that are compared: one for each way that the executions went.

        If the labels lead to other code than before, the former way is gone, and another is new.
        """
        if not (self.leads_elsewhere and self.base and self.new):
            return (self.share,)
        return (
            Figure(self.share.base, _without(self.share.new)),
            Figure(_without(self.share.base), self.share.new),
        )


@dataclass(frozen=True, kw_only=True)
class BranchChange(_PartChange):
    """A branch or switch that is new or gone, or whose outcomes' shares differ between the sides.

    ``base`` and ``new`` are the decision's outcomes on each side, or None if the side lacks the
    code. A decision is also new or gone if both sides have its code, but it ran on one side only.
    ``share`` is the share of the executed bytecodes that were in the decision's block. ``moved`` is
    how much the outcomes' shares differ (the total variation distance): if the decision had run
    equally often on both sides, at least this share of its executions would have changed their
    outcome. ``moved`` is 0 for a new or gone decision. If ``is_exchanged`` is true, the answers to
    the same question have exchanged their code. Then each execution with the same answer as before
    went another way, so ``moved_most`` is 1. If it isn't known which outcomes of a switch are the
    same, ``moved`` is a lower and ``moved_most`` an upper bound. In all other cases, ``moved`` and
    ``moved_most`` are equal. If ``is_doubtful`` is true, another branch with the same question may
    be the counterpart instead. ``missed`` is the share of a run's executions that lacked the run's
    most frequent outcome: always guessing the same outcome is wrong at least that often.
    """

    base: BranchOutcomes | None
    new: BranchOutcomes | None
    share: Figure
    executions: Figure
    missed: Figure
    outcomes: tuple[OutcomeShift, ...]
    moved: float
    moved_most: float = 0.0
    may_have_run: bool = False
    is_exchanged: bool = False
    is_doubtful: bool = False

    NOUN: ClassVar = "branch"
    COUNTS: ClassVar = ("executions",)

    @property
    def is_beyond_spread(self) -> bool:
        """Whether the branch is new, gone or exchanged, or differs beyond the spread."""
        return self.is_exchanged or super().is_beyond_spread

    @cached_property
    def risen(self) -> float:
        """The share of the new side's executions whose answers have become more frequent.

        An answer counts only if both its share and the number of its executions have risen. Of the
        two rises, the smaller one counts, because a branch that ran less often may merely have lost
        executions, and one that ran more often may have as large shares as before. If it isn't
        known which outcomes of a switch are the same, this is a lower bound.
        """
        _, executions = self.executions.exact_means
        found = Fraction(0)
        if self.status != "shifted" or not executions:
            return 0.0
        for one in self.outcomes:
            (share, now_share), (times, now_times) = one.share.exact_means, one.times.exact_means
            if one.leads_elsewhere:
                share = times = Fraction(0)
            found += max(min(now_share - share, (now_times - times) / executions), Fraction(0))
        return Ratio(found)

    @property
    def is_told(self) -> bool:
        """Whether it is known which outcomes of the two sides are the same."""
        return all(one.is_told for one in self.outcomes)

    @property
    def is_of_bounds_alone(self) -> bool:
        """Whether shares may be equal or differ, depending on which outcomes match."""
        if self.status != "shifted" or self.is_told:
            return False
        return all(it.is_equal for one in self.outcomes for it in one.ways)

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The shares of the outcomes; for a new or gone branch, how often it ran."""
        if self.status != "shifted":
            return {"executions": JudgedFigure(self.executions)}
        ways = (one for outcome in self.outcomes for one in outcome.ways)
        return {f"outcomes {at}": JudgedFigure(one, is_share=True) for at, one in enumerate(ways)}

    @property
    def decisive(self) -> tuple[str, ...]:
        """The names of all figures."""
        return tuple(self.figures)

    @property
    def place(self) -> str | None:
        """The branch's line."""
        for known, row in ((self.pair.new, self.new), (self.pair.base, self.base)):
            if known is not None and row is not None:
                return known.code.places.phrase_if_known(row.line)
        return None

    @property
    def is_asked_anew(self) -> bool:
        """Whether the text of the question has changed."""
        if self.base is None or self.new is None or self.pair.code in ("same", "unchanged"):
            # If the code is the same, so is the question. But its text may differ, because a
            # variable has no name without debug information.
            return False
        one, other = self.base.decision, self.new.decision
        return (one.operator, one.operands) != (other.operator, other.operands)


@dataclass(frozen=True, kw_only=True)
class SequenceChange(Change):
    """A sequence of paths that is hot on one side and covers a different share on the other.

    ``paths`` are the paths' numbers in the code of the side ``of``, on which the sequence covers
    more. ``share`` is the share of the method's path completions that the sequence certainly
    covers, and ``count`` is how often the sequence occurred. Paths that differ only in code that
    the other side lacks are counted as one path. For each path, ``counted_with`` has all paths of
    the side ``of`` that are counted as this path, itself included, and ``elsewhere`` has the other
    side's executed paths that are counted as this path.

    ``may_be_uncounted`` and ``may_have_run`` are true only of new or gone sequences that may have
    occurred on the other side, too. If ``may_be_uncounted`` is true, the other side's profiler may
    not have counted the sequence. If ``may_have_run`` is true, a JVM of the other side was killed
    or halted, perhaps before activations had emitted the sequence.
    """

    of: Literal["base", "new"]
    paths: tuple[int, ...]
    count: Figure
    share: Figure
    may_be_uncounted: bool = False
    may_have_run: bool = False
    counted_with: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    elsewhere: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    NOUN: ClassVar = "sequence"
    COUNTS: ClassVar = ("count",)
    # A sequence that is as frequent as before hasn't changed, even if its share has.
    DECISIVE: ClassVar = ("share_of_method", "count")
    NEEDS_ALL: ClassVar = True

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The sequence's share of the method's path completions, and how often it occurred."""
        return {
            "share_of_method": JudgedFigure(self.share, is_share=True),
            "count": JudgedFigure(self.count),
        }


#: The changes of parts of methods. It may not be known whether such a part ran.
PartChange: TypeAlias = LoopChange | BranchChange | SequenceChange
AnyChange = TypeVar("AnyChange", bound=Change)


def _without(shares: tuple[float | None, ...]) -> tuple[float | None, ...]:
    """Returns the shares of a way that no execution went: 0 in each run that has a share."""
    return tuple(None if share is None else 0.0 for share in shares)


def _is_on_one_side(pair: MethodPair) -> bool:
    return pair.base is None or pair.new is None


#: The judgements, the most certain first.
_CERTAINTY: tuple[Verdict, ...] = ("counted", "likely", "apart", "spread")


def with_judged(change: AnyChange, found: Mapping[str, Judged]) -> AnyChange:
    """Returns the change, judged by its figures; ``found`` has their judgements by name.

    If one differing figure is enough, the change gets the most certain judgement of a decisive
    figure that differs. If all must differ, or none does, the change gets the least certain
    judgement of all decisive figures.
    """
    beyond = frozenset(
        name
        for name, one in found.items()
        if one.verdict != "spread" and change.figures[name].figure.change
    )

    def doubt(name: str) -> tuple[int, float]:
        one = found[name]
        return _CERTAINTY.index(one.verdict), one.p or 0.0

    moved = [name for name in change.decisive if name in beyond]
    if moved and not change.NEEDS_ALL:
        name = min(moved, key=doubt)
    else:
        name = max(change.decisive, key=doubt)
    return replace(change, judged=found[name], judged_by=name, beyond=beyond)
