"""What has changed, kind by kind: a row each, with the figures of both sides."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, TypeVar

from kpath_jvm.analysis.diff.figures import Figure, Judged
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.analysis.outcomes import BranchOutcomes

#: ``new``: on the new side only; ``gone``: on the base's only; ``shifted``: on both.
Status: TypeAlias = Literal["new", "gone", "shifted"]


@dataclass(frozen=True, kw_only=True)
class Change:
    """A difference: ``weight`` is a share of all executed bytecodes, 0 to 1, that it concerns.

    ``tested`` is the figure by which it is judged, ``is_relative`` says that this is no share.
    """

    pair: MethodPair
    weight: float
    tested: Figure
    is_relative: bool = False
    judged: Judged = field(default_factory=lambda: Judged("counted"))


@dataclass(frozen=True, kw_only=True)
class MethodChange(Change):
    """A method that is new or gone, has other code or another name, or costs another share."""

    status: Status
    share: Figure
    bytecodes: Figure
    entries: Figure


@dataclass(frozen=True)
class Unrolled:
    """``times`` iterations of the base's loop ``loop`` have become one, as it seems."""

    loop: int
    times: int


@dataclass(frozen=True, kw_only=True)
class LoopChange(Change):
    """A loop that is new or gone, or has another share of the work or other iterations.

    ``base`` and ``new`` are places in MethodCode.loops of either side's code, None where it isn't.
    ``mean`` are iterations per entry, ``per_iteration`` bytecodes of its own blocks for each.
    ``unrolled``: it does the work of several iterations of one of the base's loops.
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


@dataclass(frozen=True)
class OutcomeShift:
    """An outcome, by targets on either side, and its share of the decision's executions.

    A case that is new has no targets of the base, one that is gone none of the new side.
    """

    base: tuple[int, ...]
    new: tuple[int, ...]
    share: Figure


@dataclass(frozen=True, kw_only=True)
class BranchChange(Change):
    """A branch or switch that is new or gone, or goes other ways, by shares of its executions.

    ``base`` and ``new`` are its outcomes on either side, None where it isn't; ``share`` is that of
    the executed bytecodes that its block has. ``moved`` is the total variation distance: the share
    of executions that went elsewhere, 0 of a decision that is new or gone. ``is_asked_anew``: the
    question's text isn't the same.
    """

    status: Status
    base: BranchOutcomes | None
    new: BranchOutcomes | None
    share: Figure
    executions: Figure
    outcomes: tuple[OutcomeShift, ...]
    moved: float

    @property
    def is_asked_anew(self) -> bool:
        """Whether the question isn't what it was."""
        if self.base is None or self.new is None:
            return False
        one, other = self.base.decision, self.new.decision
        return (one.operator, one.operands) != (other.operator, other.operands)


@dataclass(frozen=True, kw_only=True)
class SequenceChange(Change):
    """A sequence of paths that is hot on one side and covers less on the other.

    ``paths`` are numbers in the code of the side ``of``, that on which it covers more; ``share`` is
    that of the method's path completions that it surely covers, ``count`` its occurrences.
    """

    status: Status
    of: Literal["base", "new"]
    paths: tuple[int, ...]
    count: Figure
    share: Figure


AnyChange = TypeVar("AnyChange", bound=Change)


def with_judged(change: AnyChange, judged: Judged) -> AnyChange:
    """Returns the change with what it is worth."""
    return replace(change, judged=judged)
