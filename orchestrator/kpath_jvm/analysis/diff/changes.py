"""The kinds of changes. Each change is an object with the figures of both sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal, TypeAlias, TypeVar

from kpath_jvm.analysis.diff.cut_off import cut_off_per_entry
from kpath_jvm.analysis.diff.figures import BoundedFigure, Figure, Judged, Verdict
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.outcomes import BranchOutcomes

#: ``new``: it ran on the new side only. ``gone``: on the base's side only. ``shifted``: on both.
#: The side on which it didn't run may have its code all the same.
Status: TypeAlias = Literal["new", "gone", "shifted"]
#: What gates call the paths of a method that were cut off, per entry.
CUT_OFF = "cut-off"


@dataclass(frozen=True)
class JudgedFigure:
    """A figure by which a change is judged; ``is_share`` says that it is between 0 and 1."""

    figure: Figure
    is_share: bool = False


@dataclass(frozen=True, kw_only=True)
class Change:
    """A difference, with a ``weight`` by which differences of a kind are ordered.

    The weight of a method or loop says by how much it has changed (WorkTotals.weight). That of a
    branch or sequence is the share of all executed bytecodes, 0 to 1, that the difference concerns.
    ``beyond`` are the names of those ``figures`` that differ by more than the runs of one side do.
    ``judged`` is the judgement of the figure ``judged_by``, which is the most certain of those that
    decide whether there is a change at all.
    """

    pair: MethodPair
    weight: float
    status: Status
    judged: Judged = field(default_factory=lambda: Judged("counted"))
    judged_by: str | None = None
    beyond: frozenset[str] = frozenset()

    #: What kind of thing has changed.
    NOUN: ClassVar[str] = "method"
    #: The names of the figures that show in which runs it ran.
    COUNTS: ClassVar[tuple[str, ...]] = ("bytecodes", "entries")
    #: The names of the figures that decide whether there is a change. A figure that also moves
    #: because of something else, such as a share, isn't one of them.
    DECISIVE: ClassVar[tuple[str, ...]] = ()
    #: Whether all of these figures must differ; otherwise one of them is enough.
    NEEDS_ALL: ClassVar[bool] = False
    #: For each kind of gate, the figure that it asks about.
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
        """The share of the bytecodes that it concerns, by which it is too little to be told."""
        return self.weight

    @property
    def is_beyond_spread(self) -> bool:
        """Whether it is new or gone, or its figures differ by more than the runs of one side do."""
        if self.status != "shifted":
            return True
        quantifier = all if self.NEEDS_ALL else any
        return quantifier(name in self.beyond for name in self.decisive)

    @property
    def is_of_bounds_alone(self) -> bool:
        """Whether nothing that is known of it differs, only how much isn't known."""
        return False

    @property
    def is_of_one_code(self) -> bool:
        """Whether only one side has the code, whatever ran.

        A class may not have been loaded in some runs, so a method must be known in all of a side.
        """
        return _is_on_one_side(self.pair) and all(self.pair.known.numbers)

    @property
    def gated(self) -> dict[str, JudgedFigure]:
        """The figures that gates ask about, by the names that conditions have for them."""
        return {kind: self.figures[name] for kind, name in self.GATED.items()}

    @property
    def place(self) -> str | None:
        """The line of a loop or a branch, ``line 12``; None for others or without a line table.

        It is the new side's line, or the base's if the new side doesn't have it.
        """
        return None


@dataclass(frozen=True, kw_only=True)
class MethodChange(Change):
    """A method that is new or gone, or whose code, name or work has changed.

    ``is_light`` says that it has too little of the work on both sides for its parts to be compared.
    ``part`` is the change of its bytecodes as a share of all that the base executed
    (WorkTotals.part).
    """

    share: Figure
    bytecodes: Figure
    entries: Figure
    is_light: bool = False
    part: float | None = None

    DECISIVE: ClassVar = ("bytecodes", "entries")
    GATED: ClassVar = {"share": "share", "bytecodes": "bytecodes", "entries": "entries"}

    @property
    def gated(self) -> dict[str, JudgedFigure]:
        """The figures that gates ask about, with the paths cut off per entry if these are known."""
        runs = len(self.bytecodes.base), len(self.bytecodes.new)
        cut_off = cut_off_per_entry(self.pair, runs)
        found = super().gated
        if cut_off is not None:
            found[CUT_OFF] = JudgedFigure(cut_off, is_share=True)
        return found

    @property
    def is_told(self) -> bool:
        """Whether its code or its name has changed, which is reported whatever it executed."""
        pair = self.pair
        return pair.is_moved or pair.is_renamed or pair.code == "changed"

    @property
    def concerned(self) -> float:
        """The weight; all of the method's share if its name or its code is another one."""
        return max(self.weight, *self.share.means) if self.is_told else self.weight

    @property
    def is_beyond_spread(self) -> bool:
        """Whether it is new, gone or ``is_told``, or its work differs beyond the spread of runs."""
        return self.is_told or super().is_beyond_spread

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The method's share of the bytecodes, its bytecodes, and its entries."""
        return {
            "share": JudgedFigure(self.share, is_share=True),
            "bytecodes": JudgedFigure(self.bytecodes),
            "entries": JudgedFigure(self.entries),
        }


@dataclass(frozen=True)
class Unrolled:
    """It seems that ``times`` iterations of the base's loop ``loop`` have become one."""

    loop: int
    times: int


@dataclass(frozen=True)
class MovedLoop:
    """The loop of another method's other side that a loop seems to be, by its place there."""

    pair: MethodPair
    loop: int


class _PartChange(Change):
    """A change of a part of a method; a side that has the method may lack the code of the part."""

    #: The part on either side, None where it is missing.
    base: object
    new: object
    #: Whether a new or gone part may have run on the side on which no completed path ran it: in a
    #: path that was cut off.
    may_have_run: bool

    @property
    def is_of_one_code(self) -> bool:
        """Whether only one side has the code of the part."""
        if _is_on_one_side(self.pair):
            return super().is_of_one_code
        return self.base is None or self.new is None


@dataclass(frozen=True, kw_only=True)
class LoopChange(_PartChange):
    """A loop that is new or gone, or whose work or iterations have changed.

    ``base`` and ``new`` are its places in MethodCode.loops of either side's code, None where it is
    missing. ``bytecodes`` are those of its own blocks, without inner loops, and ``share`` is their
    share of all executed bytecodes. ``mean`` is the number of iterations per entry, and
    ``per_iteration`` the bytecodes for each iteration; only bounds of these are known if paths were
    cut off. ``counted_mean`` is the quotient of the counted iterations and entries, whether it is a
    bound or not. ``part`` is the change of its bytecodes as a share of all that the base executed
    (WorkTotals.part). ``unrolled`` is set if it does the work of several iterations of one of the
    base's loops.
    """

    base: int | None
    new: int | None
    share: Figure
    bytecodes: Figure
    entries: Figure
    iterations: Figure
    mean: BoundedFigure
    counted_mean: Figure
    per_iteration: BoundedFigure
    part: float | None = None
    unrolled: Unrolled | None = None
    #: Where a loop that is gone seems to be now, or where a new one seems to have been.
    moved: MovedLoop | None = None
    may_have_run: bool = False

    NOUN: ClassVar = "loop"
    COUNTS: ClassVar = ("bytecodes", "entries", "iterations")
    DECISIVE: ClassVar = (
        "mean_iterations", "bytecodes_per_iteration", "iterations", "entries", "bytecodes",
    )  # fmt: skip

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The loop's share of the bytecodes, its counts, and its iterations per entry.

        Figures of which only bounds are known are there if they surely differ. Their values are
        then the bounds that are nearest to each other.
        """
        figures = {
            "share": JudgedFigure(self.share, is_share=True),
            "iterations": JudgedFigure(self.iterations),
            "entries": JudgedFigure(self.entries),
            "bytecodes": JudgedFigure(self.bytecodes),
        }
        means = {"mean_iterations": self.mean, "bytecodes_per_iteration": self.per_iteration}
        for name, figure in means.items():
            if figure.nearest is not None:
                figures[name] = JudgedFigure(figure.nearest)
        return figures

    @property
    def decisive(self) -> tuple[str, ...]:
        """The names of the figures that are known and decide whether there is a change."""
        figures = self.figures
        return tuple(name for name in self.DECISIVE if name in figures)

    @property
    def is_of_bounds_alone(self) -> bool:
        """Whether all its known figures are equal in all runs."""
        figures = self.figures
        return all(figures[name].figure.is_equal for name in self.decisive)

    @property
    def concerned(self) -> float:
        """The weight, or the loop's share times the relative change of its iterations per entry.

        A loop may execute as much as before in fewer entries with more iterations each. Of a change
        whose size isn't known, this is what is certain.
        """
        mean = self.mean.nearest
        is_both = self.status == "shifted" and mean is not None
        by_mean = max(self.share.means) * abs(mean.relative) if is_both and mean else 0.0
        return max(self.weight, by_mean)

    @property
    def place(self) -> str | None:
        """The line of the loop's header."""
        for known, loop in ((self.pair.new, self.new), (self.pair.base, self.base)):
            if known is not None and loop is not None:
                return known.code.header_place(known.code.loops[loop].header)
        return None


@dataclass(frozen=True)
class OutcomeShift:
    """An outcome, by its targets on either side, and its share of the decision's executions.

    ``times`` is how often the decision went there. A new case has no targets in the base, and a
    gone case has none on the new side.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]
    share: Figure
    times: Figure


@dataclass(frozen=True, kw_only=True)
class BranchChange(_PartChange):
    """A branch or switch that is new or gone, or whose outcomes have different shares.

    ``base`` and ``new`` are its outcomes on either side, None where its code is missing. A new or
    gone decision may have its code on both sides, if it ran on one of them only. ``share`` is its
    block's share of the executed bytecodes. ``moved`` is the total variation distance, which is the
    share of executions that went elsewhere; it is 0 for a new or gone decision. ``is_asked_anew``
    says that the text of the question has changed.
    """

    base: BranchOutcomes | None
    new: BranchOutcomes | None
    share: Figure
    executions: Figure
    outcomes: tuple[OutcomeShift, ...]
    moved: float
    may_have_run: bool = False

    NOUN: ClassVar = "branch"
    COUNTS: ClassVar = ("executions",)

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """The shares of the outcomes, or how often the branch ran if it is new or gone."""
        if self.status != "shifted":
            return {"executions": JudgedFigure(self.executions)}
        return {
            f"outcomes {at}": JudgedFigure(outcome.share, is_share=True)
            for at, outcome in enumerate(self.outcomes)
        }

    @property
    def decisive(self) -> tuple[str, ...]:
        """All figures."""
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
        if self.base is None or self.new is None:
            return False
        one, other = self.base.decision, self.new.decision
        return (one.operator, one.operands) != (other.operator, other.operands)


@dataclass(frozen=True, kw_only=True)
class SequenceChange(Change):
    """A sequence of paths that is hot on one side and covers a different share on the other.

    ``paths`` are numbers in the code of the side ``of``, where the sequence covers more. ``share``
    is the share of the method's path completions that it certainly covers, and ``count`` is how
    often it occurred. ``counted_with`` are, for each path, all paths of that side for which it
    stands, with itself: they differ only in code that the other side lacks. ``may_have_run`` says
    of a new or gone one that the profile of the other side may lack it although it occurred.
    """

    of: Literal["base", "new"]
    paths: tuple[int, ...]
    count: Figure
    share: Figure
    may_have_run: bool = False
    counted_with: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    NOUN: ClassVar = "sequence"
    COUNTS: ClassVar = ("count",)
    # A sequence that is as frequent as before hasn't changed, even if everything around it has.
    DECISIVE: ClassVar = ("share_of_method", "count")
    NEEDS_ALL: ClassVar = True

    @property
    def figures(self) -> dict[str, JudgedFigure]:
        """Its share of the method's path completions, and how often it occurred."""
        return {
            "share_of_method": JudgedFigure(self.share, is_share=True),
            "count": JudgedFigure(self.count),
        }


#: The changes of parts of methods, of which it may not be known whether they ran.
PartChange: TypeAlias = LoopChange | BranchChange | SequenceChange
AnyChange = TypeVar("AnyChange", bound=Change)


def _is_on_one_side(pair: MethodPair) -> bool:
    return pair.base is None or pair.new is None


#: The judgements, the most certain first.
_CERTAINTY: tuple[Verdict, ...] = ("counted", "likely", "apart", "spread")


def with_judged(change: AnyChange, found: Mapping[str, Judged]) -> AnyChange:
    """Returns the change with the judgements of its figures, which ``found`` has by name.

    The change's own judgement is that of the most certain of its decisive figures, or of the least
    certain one if all of them must differ, or if none does.
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
