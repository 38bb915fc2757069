"""Conditions on a difference: ``share(Scanner.scan) > 2%``, ``bytecodes > +10%``, ``any``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from kpath_jvm.analysis.diff.changes import (
    BranchChange,
    Change,
    JudgedFigure,
    LoopChange,
    MethodChange,
    SequenceChange,
)
from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.analysis.diff.figures import Figure, judged
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest
from kpath_jvm.profile import lookup
from kpath_jvm.shares import NoShareError, growth_of, share_of

_TEXT = re.compile(
    r"\s*(?P<kind>[a-z-]+)\s*(?:\((?P<method>.+)\))?\s*"
    r"(?:(?P<compared>[<>])\s*(?P<sign>[+-]?)(?P<bound>[^<>]*))?"
)
_Sharing: TypeAlias = MethodChange | LoopChange | BranchChange | SequenceChange
_Rows: TypeAlias = Callable[[Difference], Iterable[tuple[Change, float]]]
_Changes: TypeAlias = Callable[[Difference], Sequence[Change]]
#: The changes that a condition is about: increases, decreases, or both.
Direction: TypeAlias = Literal["up", "down", "either"]
_DIRECTIONS: dict[tuple[str, str], Direction] = {
    (">", ""): "either", (">", "+"): "up", ("<", "-"): "down",
}  # fmt: skip


def _new_or_gone(kind: str, status: str) -> _Rows:
    """Returns a function that finds the changes with a status (new or gone) and their shares."""

    def rows(found: Difference) -> Iterable[tuple[Change, float]]:
        changes: Sequence[_Sharing] = getattr(found, kind)
        side = status == "new"
        return [(one, one.share.means[side]) for one in changes if one.status == status]

    return rows


#: The kinds of conditions on a figure that may rise or fall, and the changes that have the figure.
FIGURES: dict[str, _Changes] = {
    "share": lambda found: found.methods,
    "bytecodes": lambda found: found.methods,
    "entries": lambda found: found.methods,
    "iterations": lambda found: found.loops,
}
#: The condition on the bytecodes of all methods together, or of those that a pattern means.
TOTAL = "total"
#: The other kinds, with functions that return the changes and by how much each differs.
_OTHERS: dict[str, _Rows] = {
    "any": lambda found: [
        (one, one.concerned)
        for one in (*found.methods, *found.loops, *found.branches, *found.sequences)
    ],
    "outcome": lambda found: [(one, one.moved) for one in found.branches],
    **{
        f"{status}-{one}": _new_or_gone(kind, status)
        for kind, one in (
            ("methods", "method"),
            ("loops", "loop"),
            ("branches", "branch"),
            ("sequences", "sequence"),
        )
        for status in ("new", "gone")
    },
}
KINDS = (TOTAL, *FIGURES, *_OTHERS)
#: The kinds that also apply to methods whose share of the work is too small for their parts to be
#: compared.
_OF_LIGHT = frozenset(("new-method", "gone-method"))
#: The kinds that can fail for a method of which only entries were counted.
_OF_ENTRIES = frozenset(("entries", "any"))


@dataclass(frozen=True)
class GateCondition:
    """A condition that fails if a difference, in one method or in any, exceeds ``bound``.

    With the ``direction`` "up" or "down", only a figure that has risen or fallen fails it, and
    ``bound`` is relative to the figure in the base. With "either", ``bound`` is relative to the
    larger of the figure's two values. For shares, it is always a difference of shares. Without a
    bound, ``any`` fails for each difference, the kinds with ``new-`` and ``gone-`` for each thing
    that is new or gone, and other kinds for each change of their figure.
    """

    text: str
    kind: str
    method: str | None
    bound: float | None
    direction: Direction = "either"

    @property
    def is_for_all(self) -> bool:
        """Whether it fails for each difference, even of methods with too little work to compare."""
        return self.kind == "any" and self.bound is None and self.method is None

    def is_exceeded_by(self, amount: float) -> bool:
        """Returns whether a difference by this amount fails the condition."""
        if self.bound is None:
            return amount > 0 or not self._has_amount
        return amount > self.bound

    @property
    def _has_amount(self) -> bool:
        return self.kind in FIGURES or self.kind in ("outcome", TOTAL)


@dataclass(frozen=True)
class Total:
    """The bytecodes of ``methods`` methods together, on both sides.

    ``amount`` is by how much the sum has moved in the direction of the condition. It is None if the
    runs of one side differ as much among themselves.
    """

    methods: int
    figure: Figure
    amount: float | None


@dataclass(frozen=True)
class ConditionOutcome:
    """The result of a condition: the changes above the bound and by how much, largest first.

    Figures that were 0 in the base come last, because their growth is infinite. ``light`` is the
    number of other methods that differ and fail the condition, but whose share of the work is too
    small for a closer comparison. ``total`` is set for conditions on a total.
    """

    condition: GateCondition
    larger: tuple[tuple[Change, float], ...]
    light: int = 0
    total: Total | None = None

    @property
    def is_failed(self) -> bool:
        """Whether any change, or the total, exceeds the bound."""
        if self.total is not None and self.total.amount is not None:
            return self.condition.is_exceeded_by(self.total.amount)
        return bool(self.larger) or self.light > 0


def parsed(text: str) -> GateCondition:
    """Returns the condition that a text means. Raises KpathError (2) for a text that isn't one."""
    match = _TEXT.fullmatch(text)
    if match is None:
        raise KpathError(
            f"{text!r} isn't a condition; write share > 2%, bytecodes(Scanner.scan) > +10%, "
            "new-loop > 1% or any", 2,
        )  # fmt: skip
    kind = match["kind"]
    if kind not in KINDS:
        raise KpathError(f"no condition on {kind!r}{nearest(kind, KINDS)}", 2)
    method = match["method"]
    if method is not None and not method.strip():
        raise KpathError(f"{text!r} has no method between its brackets; leave the brackets out", 2)
    direction = _direction(text, kind, match)
    is_growth = direction != "either" and kind != "share"
    try:
        if match["bound"] is None:
            bound = None
        else:
            bound = (growth_of if is_growth else share_of)(match["bound"].strip())
    except NoShareError as error:
        raise KpathError(f"the bound of {text!r}: {error}", 2) from error
    if bound is not None and bound >= 1 and not (is_growth and direction == "up"):
        what = "becomes less" if is_growth else "differs"
        raise KpathError(
            f"{text!r} can't fail: nothing {what} by more than 100 %; give a smaller bound", 2
        )
    return GateCondition(text.strip(), kind, method, bound, direction)


def _direction(text: str, kind: str, match: re.Match[str]) -> Direction:
    """Returns the direction; raises KpathError (2) for a comparison that means nothing."""
    if match["compared"] is None:
        return "either"
    direction = _DIRECTIONS.get((match["compared"], match["sign"]))
    if direction is None:
        raise KpathError(
            f"{text!r} isn't a condition; write {kind} > +10% for what has become more, "
            f"{kind} < -10% for what has become less, {kind} > 10% for both", 2,
        )  # fmt: skip
    if direction != "either" and kind not in (*FIGURES, TOTAL):
        raise KpathError(
            f"{text!r}: {kind} is neither more nor less than before; write it as {kind} > 1%, or "
            f"use one of {', '.join((TOTAL, *FIGURES))}", 2,
        )  # fmt: skip
    return direction


def judge(found: Difference, conditions: Sequence[GateCondition]) -> list[ConditionOutcome]:
    """Returns the results of conditions.

    Raises KpathError (2) for a method that neither side has.
    """
    return [_outcome(found, condition) for condition in conditions]


def _check_compared(
    found: Difference, condition: GateCondition, meant: set[tuple[int, int, int]]
) -> None:
    """Raises KpathError (2) for a method that wasn't compared; its condition could never fail."""
    pairs = [pair for pair in found.pairs if _numbers_of(pair) & meant]
    if not pairs:
        raise KpathError(
            f"{condition.text!r}: {condition.method} is not among the methods that the filters "
            "leave; change the filters or the condition", 2,
        )  # fmt: skip
    executed = [pair for pair in pairs if pair.is_executed]
    if condition.kind in _OF_LIGHT:
        return
    if executed and condition.kind not in _OF_ENTRIES and all(map(_has_entries_alone, executed)):
        raise KpathError(
            f"{condition.text!r}: of {condition.method} only entries were counted, so its "
            f"{condition.kind} is not known, and `report` says why; a condition on entries can "
            "judge it, with --min-share 0%", 2,
        )  # fmt: skip
    if condition.kind == TOTAL:
        return
    # A share can't move by more than the larger of the two shares.
    is_about_more = condition.kind != "share" or (condition.bound or 0.0) < found.least_share
    if is_about_more and executed and not any(map(found.is_compared, executed)):
        raise KpathError(
            f"{condition.text!r}: {condition.method} has less than {100 * found.least_share:g} % "
            "of the recorded bytecodes on both sides, so it is not compared; pass --min-share 0%",
            2,
        )


def _has_entries_alone(pair: MethodPair) -> bool:
    """Returns whether only the entries of a method were counted, on both sides."""
    sides = [one for one in (pair.base, pair.new) if one is not None]
    return not any(one.weight for one in sides) and any(one.runs_of_entries_alone for one in sides)


def _outcome(found: Difference, condition: GateCondition) -> ConditionOutcome:
    meant = None if condition.method is None else _meant(found, condition.method)
    if meant is not None:
        _check_compared(found, condition, meant)
    if condition.kind == TOTAL:
        return ConditionOutcome(condition, (), total=_total(found, condition, meant))
    rows = [
        (change, amount)
        for change, amount in _rows(found, condition)
        if condition.is_exceeded_by(amount) and (meant is None or _numbers(change) & meant)
    ]
    light = found.light if condition.is_for_all else 0
    rows.sort(key=lambda row: (math.isinf(row[1]), -row[1], -row[0].weight))
    return ConditionOutcome(condition, tuple(rows), light)


def _total(
    found: Difference, condition: GateCondition, meant: set[tuple[int, int, int]] | None
) -> Total:
    """Returns the sum over the methods that are meant, and by how much it has moved."""
    pairs = [pair for pair in found.pairs if meant is None or _numbers_of(pair) & meant]
    sums = []
    for side, of in ((found.base, "base"), (found.new, "new")):
        known = [one for pair in pairs if (one := getattr(pair, of)) is not None]
        whole = sum((one.bytecodes for one in known), np.zeros(len(side.runs), dtype=np.int64))
        sums.append(side.per_run(whole.tolist()))
    figure = Figure(*sums)
    (worth,) = judged([figure], are_relative=[True])
    amount = None
    if worth.verdict != "spread":
        amount = _amount(JudgedFigure(figure), condition.direction)
    return Total(sum(pair.is_executed for pair in pairs), figure, amount)


def _rows(found: Difference, condition: GateCondition) -> Iterable[tuple[Change, float]]:
    """Yields the changes that a condition is about, and by how much each differs."""
    kind = condition.kind
    with_light = kind in _OF_LIGHT or condition.is_for_all
    if kind in _OTHERS:
        for change, amount in _OTHERS[kind](found):
            if with_light or not _is_light(change):
                yield change, amount
        return
    for change in FIGURES[kind](found):
        if kind in change.gated_beyond and not _is_light(change):
            yield change, _amount(change.gated[kind], condition.direction)


def _is_light(change: Change) -> bool:
    return isinstance(change, MethodChange) and change.is_light


def _amount(gated: JudgedFigure, direction: Direction) -> float:
    """Returns by how much a figure has moved in a direction; negative for the opposite one."""
    figure = gated.figure
    if direction == "either":
        return abs(figure.change if gated.is_share else figure.relative)
    amount = figure.change if gated.is_share else figure.growth
    return amount if direction == "up" else -amount


def _meant(found: Difference, text: str) -> set[tuple[int, int, int]]:
    """Returns the side, the run and the number of each method that a text means."""
    meant: set[tuple[int, int, int]] = set()
    failure: KpathError | None = None
    for at, side in enumerate((found.base, found.new)):
        for run, profile in enumerate(side.runs):
            try:
                numbers = lookup.match_methods(profile.table("methods"), text)
            except KpathError as error:
                failure = error
                continue
            meant |= {(at, run, number) for number in numbers}
    if not meant and failure is not None:
        raise KpathError(str(failure), 2)
    return meant


def _numbers(change: Change) -> set[tuple[int, int, int]]:
    return _numbers_of(change.pair)


def _numbers_of(pair: MethodPair) -> set[tuple[int, int, int]]:
    return {
        (at, run, number)
        for at, known in enumerate((pair.base, pair.new))
        if known is not None
        for run, numbers in enumerate(known.numbers)
        for number in numbers
    }
