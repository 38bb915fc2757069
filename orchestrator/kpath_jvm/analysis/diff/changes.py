"""What has changed, kind by kind: one object per change, with the figures of both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar

from kpath_jvm.analysis.diff.figures import Figure, Judged
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.outcomes import BranchOutcomes

#: ``new`` is on the new side only, ``gone`` on the base's only, and ``shifted`` on both.
Status: TypeAlias = Literal["new", "gone", "shifted"]


@dataclass(frozen=True)
class GatedFigure:
    """A figure that a gate can ask about; ``is_share`` says that it is a share of the bytecodes."""

    figure: Figure
    is_share: bool = False


@dataclass(frozen=True, kw_only=True)
class Change:
    """A difference; ``weight`` is the share of all executed bytecodes, 0 to 1, that it concerns.

    ``tested`` is the figure by which it is judged; ``is_relative`` says that this figure isn't a
    share. ``beyond`` are the names of those ``gated`` figures that differ by more than the runs of
    one side do.
    """

    pair: MethodPair
    weight: float
    tested: Figure
    is_relative: bool = False
    judged: Judged = field(default_factory=lambda: Judged("counted"))
    beyond: frozenset[str] = frozenset()

    @property
    def gated(self) -> dict[str, GatedFigure]:
        """The figures that gates ask about, by the names that conditions have for them."""
        return {}

    @property
    def place(self) -> str | None:
        """The line of a loop or a branch, ``line 12``; None for others or without a line table.

        It is the new side's line, or the base's if the new side doesn't have it.
        """
        return None


@dataclass(frozen=True, kw_only=True)
class MethodChange(Change):
    """A method that is new or gone, or whose code, name or share of the cost has changed."""

    status: Status
    share: Figure
    bytecodes: Figure
    entries: Figure

    @property
    def gated(self) -> dict[str, GatedFigure]:
        """The method's share of the bytecodes, its bytecodes, and its entries."""
        return {
            "share": GatedFigure(self.share, is_share=True),
            "bytecodes": GatedFigure(self.bytecodes),
            "entries": GatedFigure(self.entries),
        }


@dataclass(frozen=True)
class Unrolled:
    """It seems that ``times`` iterations of the base's loop ``loop`` have become one."""

    loop: int
    times: int


@dataclass(frozen=True, kw_only=True)
class LoopChange(Change):
    """A loop that is new or gone, or has another share of the work or other iterations.

    ``base`` and ``new`` are its places in MethodCode.loops of either side's code, None where it is
    missing. ``mean`` is the number of iterations per entry, and ``per_iteration`` the bytecodes of
    its own blocks for each iteration. ``unrolled`` is set if it does the work of several iterations
    of one of the base's loops.
    """

    status: Status
    base: int | None
    new: int | None
    share: Figure
    entries: Figure
    iterations: Figure
    mean: Figure
    per_iteration: Figure
    unrolled: Unrolled | None = None

    @property
    def gated(self) -> dict[str, GatedFigure]:
        """The iterations per entry."""
        return {"iterations": GatedFigure(self.mean)}

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

    A new case has no targets in the base, and a gone case has none on the new side.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]
    share: Figure


@dataclass(frozen=True, kw_only=True)
class BranchChange(Change):
    """A branch or switch that is new or gone, or whose outcomes have different shares.

    ``base`` and ``new`` are its outcomes on either side, None where it is missing. ``share`` is its
    block's share of the executed bytecodes. ``moved`` is the total variation distance, which is the
    share of executions that went elsewhere; it is 0 for a new or gone decision. ``is_asked_anew``
    says that the text of the question has changed.
    """

    status: Status
    base: BranchOutcomes | None
    new: BranchOutcomes | None
    share: Figure
    executions: Figure
    outcomes: tuple[OutcomeShift, ...]
    moved: float

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
    """A sequence of paths that is hot on one side and covers another share on the other.

    ``paths`` are numbers in the code of the side ``of``, where the sequence covers more. ``share``
    is the share of the method's path completions that it certainly covers, and ``count`` is how
    often it occurred.
    """

    status: Status
    of: Literal["base", "new"]
    paths: tuple[int, ...]
    count: Figure
    share: Figure


AnyChange = TypeVar("AnyChange", bound=Change)


def with_judged(change: AnyChange, judged: Judged, gated: Sequence[Judged]) -> AnyChange:
    """Returns the change with its judgement; ``gated`` are those of its gated figures, in order.

    A change whose tested figure is within the spread of the runs is judged by the first of its
    gated figures that isn't.
    """
    beyond = {
        name: one
        for (name, it), one in zip(change.gated.items(), gated, strict=True)
        if one.verdict != "spread" and it.figure.change
    }
    if judged.verdict == "spread":
        judged = next(iter(beyond.values()), judged)
    return replace(change, judged=judged, beyond=frozenset(beyond))
