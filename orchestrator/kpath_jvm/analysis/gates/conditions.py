"""Reads and judges the conditions of ``diff --fail-if``, such as ``share(Scanner.scan) > 2%``."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeGuard

import numpy as np

from kpath_jvm.analysis.diff.changes import (
    CUT_OFF,
    LOOP_BYTECODES,
    PER_ENTRY,
    BranchChange,
    Change,
    JudgedFigure,
    LoopChange,
    LoopMeans,
    MethodChange,
    PartChange,
    SequenceChange,
    WorkChange,
)
from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.analysis.diff.figures import ALPHA, Bounded, BoundedFigure, Figure, judged
from kpath_jvm.analysis.diff.loops import match_loops
from kpath_jvm.analysis.diff.moved_loops import as_one, does_no_more, moves
from kpath_jvm.analysis.diff.shown import ALL_SHOWN
from kpath_jvm.analysis.diff.statistics import least_p
from kpath_jvm.analysis.diff.together import Together, together
from kpath_jvm.analysis.gates.named_parts import (
    NamedParts,
    check_line,
    gone_at,
    has_part,
    named_parts,
    ran_in_base,
    why_not_compared,
)
from kpath_jvm.analysis.matching.known import KnownMethod
from kpath_jvm.analysis.matching.methods import MethodPair, UnsureMethods
from kpath_jvm.analysis.of_edges.amount_bounds import AmountBounds
from kpath_jvm.analysis.uncompleted import uncompleted
from kpath_jvm.errors import KpathError
from kpath_jvm.nearest import nearest
from kpath_jvm.profile.names import dotted, printable
from kpath_jvm.ratio import is_greater
from kpath_jvm.shares import NoShareError, growth_of, share_of

_TEXT = re.compile(
    r"\s*(?P<kind>[a-z-]+)\s*(?:\((?P<method>.+)\))?\s*"
    r"(?:(?P<compared>[<>])\s*(?P<sign>[+-]?)(?P<bound>[^<>]*))?"
)
#: A loop by its method and the line where it begins.
_LOOP = re.compile(r"\s*(?P<method>.+):(?P<line>[0-9]{1,9})\s*")
#: The end of a condition that has its own least share of the bytecodes.
_LEAST_SHARE = re.compile(r",\s*min-share\b(?P<share>[^,]*)\Z")
_Sharing = (MethodChange, LoopChange, BranchChange, SequenceChange)
#: The changes that a condition is about: increases, decreases, or both.
Direction: TypeAlias = Literal["up", "down", "either"]
#: Methods, each by its side (0 is the base), its run, and its number.
_Meant: TypeAlias = set[tuple[int, int, int]]
_DIRECTIONS: dict[tuple[str, str], Direction] = {
    (">", ""): "either", (">", "+"): "up", ("<", "-"): "down",
}  # fmt: skip


#: The kinds of conditions on a figure that may rise or fall, each with the class of changes that
#: have the figure.
FIGURES: dict[str, type[Change]] = {
    "share": MethodChange, "bytecodes": MethodChange, "entries": MethodChange,
    PER_ENTRY: MethodChange,
    "iterations": LoopChange, LOOP_BYTECODES: LoopChange, CUT_OFF: MethodChange,
}  # fmt: skip
OF_LOOPS = frozenset(kind for kind, of in FIGURES.items() if of is LoopChange)
#: The condition on a loop's iterations per entry.
ITERATIONS = "iterations"
#: The condition on the bytecodes of all methods together, or of all methods that match a pattern.
TOTAL = "total"
OUTCOME = "outcome"
ANY = "any"
#: The kinds of conditions that compare loops or branches, each with its class of changes.
_WITH_PARTS: dict[str, type[LoopChange | BranchChange]] = {
    **dict.fromkeys(sorted(OF_LOOPS), LoopChange), OUTCOME: BranchChange,
}  # fmt: skip
#: The kinds of conditions on things that are new or gone, each with its class of changes.
_COME_AND_GONE: dict[str, type[Change]] = {
    f"{status}-{noun}": kind
    for noun, kind in (
        ("method", MethodChange),
        ("loop", LoopChange),
        ("branch", BranchChange),
        ("sequence", SequenceChange),
    )
    for status in ("new", "gone")
}
KINDS = (TOTAL, *FIGURES, ANY, OUTCOME, *_COME_AND_GONE)
#: The kinds of conditions on new or gone loops and branches. Such a part may have run on the other
#: side, too, in cut-off paths.
_OF_PARTS = frozenset(
    kind for kind, of in _COME_AND_GONE.items() if of in (LoopChange, BranchChange)
)  # fmt: skip
_GONE_PARTS: dict[str, type[LoopChange | BranchChange]] = {
    "gone-loop": LoopChange, "gone-branch": BranchChange,
}  # fmt: skip
#: The kinds of conditions on new or gone sequences. Such a sequence may have run on the other side,
#: too, in paths that were held back.
_OF_SEQUENCES = frozenset(
    kind for kind, of in _COME_AND_GONE.items() if of is SequenceChange
)  # fmt: skip
#: The kinds of ``FIGURES`` whose bounds are differences. All other bounds of ``FIGURES`` are
#: relative.
OF_POINTS = frozenset(("share", CUT_OFF))
#: The kinds that also look at light methods, which do too little for their parts to be compared.
_OF_LIGHT = frozenset(("new-method", "gone-method"))
#: The kinds whose amounts are shares of the bytecodes, and at most the share of the method. For
#: ``any``, both may be shares of what the base executed.
_SHARES = frozenset(
    ("share", ANY, "new-loop", "gone-loop", "new-branch", "gone-branch")
)  # fmt: skip
#: The kinds of conditions on figures that don't exist on a side that lacks the method.
_NEED_BOTH = frozenset(("bytecodes", "entries", PER_ENTRY, *OF_LOOPS))
#: The kinds that allow for loops that have moved from one method to another.
_OF_MOVED = frozenset((*OF_LOOPS, "new-loop", "gone-loop"))
#: The kinds that are about whole methods, so that filters on loops can't narrow them.
_OF_METHODS = frozenset((
    TOTAL, *(kind for kind, of in (*FIGURES.items(), *_COME_AND_GONE.items()) if of is MethodChange)
))  # fmt: skip
#: The kinds that can fail for a method of which only entries were counted.
_OF_ENTRIES = frozenset(("entries", ANY))


@dataclass(frozen=True)
class GateCondition:
    """A condition that fails if a difference exceeds ``bound``, in ``method`` or in any method.

    With the ``direction`` "up", only a figure that has risen fails the condition, and a condition
    on outcomes only if an answer came more often; with "down", only a figure that has fallen.
    Bounds on bytecodes, entries and iterations are relative: to the larger of
    the two figures if the direction is "either", and otherwise to the base's figure. All other
    bounds are shares, or differences. Without a bound, any change fails the condition. With
    ``completed_only``, paths that were cut off or held back are ignored, although they may have run
    anywhere. Methods with less than ``least_share`` of the bytecodes on both sides aren't looked
    at; None stands for the least share of the whole comparison. A condition on loops looks only at
    the loop that begins at ``line``, or at all loops if ``line`` is None.
    """

    text: str
    kind: str
    method: str | None
    bound: float | None
    direction: Direction = "either"
    completed_only: bool = False
    least_share: float | None = None
    line: int | None = None

    @property
    def is_for_all(self) -> bool:
        """Whether the condition fails for any difference, even in methods that do little work."""
        return self.kind == ANY and self.bound is None and self.method is None

    @property
    def looks_at_all(self) -> bool:
        """Whether the condition looks even at methods that do little work."""
        is_of_all = self.kind == TOTAL or self.kind in _OF_LIGHT or self.is_for_all
        return is_of_all or self.is_on_one_method

    @property
    def names_one(self) -> bool:
        """Whether the condition names one method, not a pattern."""
        return self.method is not None and "*" not in self.method

    @property
    def is_on_one_method(self) -> bool:
        """Whether the condition is on a figure of one whole method."""
        return self.names_one and FIGURES.get(self.kind) is MethodChange

    @property
    def needs_both(self) -> bool:
        """Whether the condition can't judge a method that only one side has.

        If the condition names one method, the figure that one side lacks counts as 0. Otherwise, an
        edit that gives the method another name and other code would turn the condition off.
        """
        return self.kind in _NEED_BOTH and not self.names_one

    def is_exceeded_by(self, amount: float) -> bool:
        """Returns whether a difference of this amount fails the condition."""
        if self.bound is None:
            return amount > 0 or not self._has_amount
        return is_greater(amount, self.bound)

    @property
    def _has_amount(self) -> bool:
        return self.kind in FIGURES or self.kind in (OUTCOME, TOTAL)


@dataclass(frozen=True)
class Total:
    """The bytecodes of ``methods`` methods together, on both sides.

    ``alone`` is how many of the methods only the base has, and how many only the new side has; it
    is (0, 0) for a condition on all methods. ``measured`` is the change of the sum in the direction
    of the condition, and ``amount`` is the certain part of the change. ``amount`` is None if no
    change is certain: the runs of one side differ as much as the two sides do, or the bounds allow
    equal sums. If edges were counted, ``bounds`` has the bounds of the sums, and ``most`` is the
    largest change that they allow. If the sums are exact, ``bounds`` and ``most`` are None.
    """

    methods: int
    alone: tuple[int, int]
    figure: Figure
    measured: float
    amount: float | None
    bounds: BoundedFigure | None = None
    most: float | None = None


@dataclass(frozen=True)
class ConditionOutcome:
    """The result of a condition.

    ``larger`` are the changes that fail the condition, with their amounts, largest first. Relative
    changes are sorted by how much the bytecodes have changed. ``doubtful`` are changes above the
    bound that don't fail the condition, because chance may explain them; they are sorted like
    ``larger``. ``missing`` are methods that the condition names and only one side has; a condition
    with such methods fails. ``total`` is set for conditions on a total.

    For all other conditions, ``most`` is the largest amount of all that the condition looked at. It
    is 0 if nothing differs, negative if everything went the opposite way, and None if nothing was
    judged. If only bounds of an amount are known, ``most`` uses the lower bound, and ``possible``
    the upper one. ``largest`` is the change that has the amount ``possible``; None if something
    unchanged has it.

    ``least_share`` is set if methods with a smaller share weren't looked at. If the condition
    passes, ``lighter`` are the changes of these methods that would fail the condition, and
    ``lighter_untold`` those that might.

    ``untold`` are changes that may or may not exceed the bound: only bounds of their amounts are
    known, something seems new or gone but may just not have been counted on one side, or the
    partner of a numbered method isn't certain. ``otherwise`` are methods whose sequences can't be
    compared, because the sides recorded them differently, or because the cases of a switch can't be
    matched. If the condition doesn't fail, ``untold`` and ``otherwise`` leave it without an answer.
    ``cut_off`` is how many methods have cut-off paths, and ``held_back`` how many have paths that
    were held back, if such paths limit what the condition can judge. ``versions`` is how many
    versions of the named methods both sides have, and how many only one side has. Methods with one
    version aren't counted.

    The fields from ``lost`` to ``apart`` are about the loops of the named methods, or about their
    branches if the condition is about branches. Without a named method, only the first number of
    ``gone`` is set. ``lost`` are methods whose loops, or branches, ran in the base and are all gone
    on the new side; a condition with such methods fails. ``gone`` is how many loops, or branches,
    are gone, and how many ran in the base. ``never_ran`` is True if none ran on either side, so
    that 0 was compared with 0. For conditions on gone loops or branches, it is True if none ran in
    the base. ``stopped`` is how many loops, or branches, ran only in the base, although both sides
    have their code. ``apart`` is how many branches ran on both sides, but not in two versions that
    were compared with each other.

    ``alone`` is how many methods weren't compared because only one side has them. ``came`` is how
    many loops weren't compared because only the new side has them. ``recounted`` are loops whose
    iterations exceed the bound, but whose loop tests differ and whose back edges don't exceed it.
    ``moved`` are moved loops that
    would have failed a condition on new or gone loops, but do no more than before. If the condition
    has no meaning for these profiles, ``wrong`` is the reason, for example that neither side has
    the condition's method. ``moved_to`` is set if one side lacks the method or loop that the
    condition names, but the loop seems to have moved. It has the change from the old loop to the
    moved one, and a condition that would judge this change.
    """

    condition: GateCondition
    larger: tuple[tuple[Change, float], ...]
    total: Total | None = None
    missing: tuple[MethodPair, ...] = ()
    doubtful: tuple[tuple[Change, float], ...] = ()
    least_share: float | None = None
    lighter: tuple[tuple[Change, float], ...] = ()
    lighter_untold: tuple[MethodChange | PartChange, ...] = ()
    untold: tuple[MethodChange | PartChange, ...] = ()
    otherwise: tuple[MethodPair, ...] = ()
    cut_off: int = 0
    held_back: int = 0
    versions: tuple[int, int] = (0, 0)
    lost: tuple[MethodPair, ...] = ()
    gone: tuple[int, int] = (0, 0)
    never_ran: bool = False
    stopped: int = 0
    apart: int = 0
    alone: int = 0
    came: int = 0
    recounted: tuple[LoopChange, ...] = ()
    moved: tuple[LoopChange, ...] = ()
    wrong: str | None = None
    most: float | None = None
    possible: float | None = None
    largest: Change | None = None
    moved_to: tuple[LoopChange, GateCondition] | None = None

    @property
    def measured(self) -> float | None:
        """The amount by which the condition was judged; None if no amount decided the result.

        If changes fail the condition, this is the largest of their amounts.
        """
        if self.wrong is not None or self.is_untold:
            return None
        if self.total is not None:
            return self.total.measured
        if self.larger:
            return max(amount for _, amount in self.larger)
        return None if self.missing or self.lost else self.most

    @property
    def is_failed(self) -> bool:
        """Whether a change or the total exceeds the bound, or a method or its parts are missing."""
        return self._is_exceeded or bool(self.missing or self.lost)

    @property
    def is_untold(self) -> bool:
        """Whether it is unknown whether any change exceeds the bound."""
        most = None if self.total is None else self.total.most
        may_exceed = most is not None and self.condition.is_exceeded_by(most)
        return bool(self.untold or self.otherwise or may_exceed) and not self.is_failed

    @property
    def _is_exceeded(self) -> bool:
        if self.total is not None and self.total.amount is not None:
            return self.condition.is_exceeded_by(self.total.amount)
        return bool(self.larger)


def parsed(text: str, *, completed_only: bool = False) -> GateCondition:
    """Returns the condition that ``text`` describes; raises KpathError (2) if it isn't one."""
    end = _LEAST_SHARE.search(text)
    if end is None:
        return _parsed(text, completed_only)
    found = _parsed(text[: end.start()], completed_only)
    if found.looks_at_all:
        raise KpathError(
            f"{text!r}: this condition looks even at methods that do little; leave "
            "min-share out", 2,
        )  # fmt: skip
    try:
        least = share_of(end["share"].strip())
    except NoShareError as error:
        raise KpathError(f"the min-share of {text!r}: {error}", 2) from error
    return replace(found, text=text.strip(), least_share=least)


def _parsed(text: str, completed_only: bool) -> GateCondition:
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
    method, line = _loop_of(kind, method)
    direction = _direction(text, kind, match)
    is_growth = direction != "either" and kind not in (*OF_POINTS, OUTCOME)
    # Some amounts may be above 100 %. If an activation catches exceptions in a loop, there may be
    # several cut-off paths per entry. A method may execute several times as much as the whole base
    # did.
    has_most = kind not in (CUT_OFF, ANY) and not (is_growth and direction == "up")
    try:
        if match["bound"] is None:
            bound = None
        else:
            is_ratio = is_growth or kind in (CUT_OFF, ANY)
            bound = (growth_of if is_ratio else share_of)(match["bound"].strip())
    except NoShareError as error:
        raise KpathError(f"the bound of {text!r}: {error}", 2) from error
    if bound is not None and bound >= 1 and has_most:
        what = "becomes less" if is_growth else "differs"
        raise KpathError(
            f"{text!r} can't fail: nothing {what} by more than 100 %; give a smaller bound", 2
        )
    return GateCondition(text.strip(), kind, method, bound, direction, completed_only, line=line)


def _loop_of(kind: str, method: str | None) -> tuple[str | None, int | None]:
    """Returns the method that a condition names, and the line of its loop, or None without a line.

    Raises KpathError (2) if the condition has a line but can't have one.
    """
    match = None if method is None else _LOOP.fullmatch(method)
    if match is None:
        return method, None
    if kind == OUTCOME:
        raise KpathError(
            f"outcome is judged for all branches of a method, so {printable(method or '')} can't "
            "have a line; leave the line out, or judge one branch by a rule of `check` on its "
            "outcome", 2,
        )  # fmt: skip
    if kind not in OF_LOOPS:
        raise KpathError(
            f"{kind} is not a figure of a loop, so {printable(method or '')} can't have a line; "
            f"write {' or '.join(sorted(OF_LOOPS))}, or leave the line out", 2,
        )  # fmt: skip
    return match["method"], int(match["line"])


def _direction(text: str, kind: str, match: re.Match[str]) -> Direction:
    """Returns the direction; raises KpathError (2) for a comparison that has no meaning."""
    if match["compared"] is None:
        return "either"
    direction = _DIRECTIONS.get((match["compared"], match["sign"]))
    if direction is None:
        remedy = (
            f"{kind} > +10% for what has become more, {kind} < -10% for what has become less, "
            f"{kind} > 10% for both"
            if kind in (*FIGURES, TOTAL)
            else f"{kind} > 1%"
        )
        raise KpathError(f"{text!r} isn't a condition; write {remedy}", 2)
    if kind == OUTCOME and direction == "down":
        raise KpathError(
            f"{text!r}: if one answer comes less often, others may come as often as before; write "
            "outcome > +5% for answers that come more often, outcome > 5% for all changes", 2,
        )  # fmt: skip
    if direction != "either" and kind not in (*FIGURES, TOTAL, OUTCOME):
        raise KpathError(
            f"{text!r}: {kind} can't rise or fall; write {kind} > 1% without a sign, or use one of "
            f"{', '.join((TOTAL, *FIGURES))}", 2,
        )  # fmt: skip
    return direction


def judge(found: Difference, conditions: Sequence[GateCondition]) -> list[ConditionOutcome]:
    """Returns the result of each condition.

    If a condition has no meaning for these profiles, the other conditions are still judged.
    """
    by_share = {found.least_share: found}

    def of_least_share(condition: GateCondition, least: float) -> Difference:
        if condition.kind == CUT_OFF:
            # This condition compares no loops, branches or sequences, so only the share changes.
            return replace(found, least_share=least)
        if least not in by_share:
            by_share[least] = found.of_least_share(least)
        return by_share[least]

    outcomes = []
    for condition in conditions:
        least = found.least_share if condition.least_share is None else condition.least_share
        own = of_least_share(condition, least)
        one = _judged(own, condition)
        if one.least_share is not None and not (one.is_failed or one.is_untold):
            one = _with_lighter(one, own, of_least_share(condition, 0.0))
        outcomes.append(one)
    return outcomes


def _with_lighter(one: ConditionOutcome, own: Difference, every: Difference) -> ConditionOutcome:
    """Adds the changes of light methods, at which a passing condition didn't look.

    ``own`` is the difference that the condition was judged by, and ``every`` one in which no method
    is too light. A gate that passes because it didn't look must not read as if nothing changed.
    """
    would = _judged(every, one.condition)
    return replace(
        one,
        lighter=tuple(row for row in would.larger if not own.is_compared(row[0].pair)),
        lighter_untold=tuple(it for it in would.untold if not own.is_compared(it.pair)),
    )


def _judged(found: Difference, condition: GateCondition) -> ConditionOutcome:
    try:
        _check_known(found, condition)
        _check_narrowed(found, condition)
        return _outcome(found, condition)
    except KpathError as error:
        return ConditionOutcome(condition, (), wrong=str(error))


def _check_known(found: Difference, condition: GateCondition) -> None:
    if condition.kind != CUT_OFF:
        return
    for profile in (*found.base.runs, *found.new.runs):
        if profile.run.inline is not None:
            raise KpathError(
                f"{printable(str(profile.path))} is by an inline profiler, which doesn't count "
                "the paths that were cut off; record without --profiler", 2,
            )  # fmt: skip


def _check_narrowed(found: Difference, condition: GateCondition) -> None:
    if found.shown.are_loops_chosen and condition.kind in _OF_METHODS:
        raise KpathError(
            f"--loop and --line choose loops, but {condition.kind} is about whole methods, so it "
            f"can't be narrowed to a loop; use {' or '.join(sorted(OF_LOOPS))}, or leave --loop "
            "and --line out", 2,
        )  # fmt: skip


def _check_compared(found: Difference, condition: GateCondition, meant: _Meant) -> None:
    """Raises KpathError (2) if the method wasn't compared.

    Without this error, the condition would be accepted, but could never fail.
    """
    pairs = [pair for pair in found.pairs if _numbers_of(pair) & meant]
    if not pairs:
        raise KpathError(
            f"{condition.method} is not among the methods that the filters leave; change the "
            "filters or the condition", 2,
        )  # fmt: skip
    executed = [pair for pair in pairs if pair.is_executed]
    if condition.kind in _OF_LIGHT:
        return
    _check_can_go(condition, pairs)
    if executed and condition.kind not in _OF_ENTRIES and all(map(_has_entries_alone, executed)):
        # A condition on a single method judges it, however little the method does.
        always = "with ', min-share 0%' at its end "
        raise KpathError(
            f"only the entries of {condition.method} were counted, so its "
            f"{condition.kind} is not known, and `report` says why; a condition on entries "
            f"{'' if condition.names_one else always}can judge the method", 2,
        )  # fmt: skip
    if condition.kind == TOTAL or condition.is_on_one_method:
        return
    # A share can't move by more than the larger of the two shares.
    is_about_more = condition.kind != "share" or (condition.bound or 0.0) < found.least_share
    # A condition on a method that never ran is refused, too. Otherwise, the condition would be
    # refused later, as soon as the method does a little work.
    if is_about_more and not any(map(found.is_compared, pairs)):
        less = f"less than {100 * found.least_share:g} % of the recorded bytecodes on both sides"
        raise KpathError(
            f"{condition.method} {f'has {less}' if executed else 'never ran'}, so it is not "
            "compared; write ', min-share 0%' after the condition", 2,
        )  # fmt: skip


def _check_can_go(condition: GateCondition, pairs: Sequence[MethodPair]) -> None:
    of = _GONE_PARTS.get(condition.kind)
    if of is None:
        return
    bases = [pair.base for pair in pairs if pair.base is not None]
    if bases and not any(has_part(of, one) for one in bases):
        raise KpathError(
            f"{printable(condition.method or '')} has no {of.NOUN} in the base, so none can be "
            "gone, and nothing was judged; name the method that has it", 2,
        )  # fmt: skip


def _has_entries_alone(pair: MethodPair) -> bool:
    """Returns whether nothing but the entries of a method was counted on either side."""
    is_known = any(one.weight for one in pair.sides)
    return not is_known and any(one.runs_of_entries_alone for one in pair.sides)


def _outcome(found: Difference, condition: GateCondition) -> ConditionOutcome:
    meant = None if condition.method is None else _meant(found, condition.method)
    if meant is not None:
        _check_compared(found, condition, meant)
    pairs = [pair for pair in found.pairs if meant is None or _numbers_of(pair) & meant]
    if condition.line is not None:
        check_line(pairs, condition.line, printable(condition.method or ""))
    if condition.kind == TOTAL:
        one = ConditionOutcome(condition, (), total=_total(found, condition, pairs))
    else:
        one = _of_changes(found, condition, pairs, meant)
    if not one.is_failed and condition.method is not None:
        # Numbered methods whose partners leave the answer open are in ``untold`` already.
        is_open = {id(it.pair.unsure) for it in one.untold if it.pair.unsure is not None}
        left = [pair for pair in pairs if id(pair.unsure) not in is_open]
        one = replace(one, missing=tuple(_missing(condition, left)))
    if not one.is_failed and condition.method is not None and condition.kind in _WITH_PARTS:
        one = _of_named_parts(found, condition, pairs, one)
    if one.lost or one.missing:
        one = replace(one, moved_to=_moved_to(found, condition, pairs))
    if condition.method is None and condition.kind in _WITH_PARTS:
        one = replace(one, gone=(_gone(found, _WITH_PARTS[condition.kind]), 0))
    of = _GONE_PARTS.get(condition.kind)
    if of is not None and condition.method is not None and not (one.is_failed or one.is_untold):
        one = replace(one, never_ran=not ran_in_base(of, pairs))
    return one


def _of_named_parts(
    found: Difference,
    condition: GateCondition,
    pairs: Sequence[MethodPair],
    one: ConditionOutcome,
) -> ConditionOutcome:
    """Adds what is known of the loops, or branches, of the methods that a condition names."""
    parts = [*named_parts(found, _WITH_PARTS[condition.kind], pairs, condition.line)]
    moved = _moved_within(found, condition, pairs)
    # If a pattern matches several methods, some may lose their loops: the others are judged. If a
    # line chooses loops, at least one must be left.
    is_left = bool(moved) or any(it.gone < it.ran for it in parts)
    must_stay = condition.names_one or (condition.line is not None and not is_left)
    lost = [it.pair for it in parts if it.are_all_gone and must_stay]
    meant = {id(pair) for pair in pairs if pair.new is not None}
    still_there = sum(
        id(gone.pair) in meant and (condition.line is None or gone.begins_at(condition.line))
        for gone, _ in moved
    )
    sums = (sum(it.gone for it in parts) - still_there, sum(it.ran for it in parts))
    one = replace(one, lost=tuple(lost), gone=sums)
    if condition.line is not None and must_stay and not one.missing:
        one = replace(one, missing=tuple(gone_at(condition.line, pairs)))
    if one.is_failed or one.is_untold:
        return one
    if not moved:
        _check_judged(found, condition, pairs, parts)
    return replace(
        one,
        never_ran=not moved and not any(it.ran_on_any for it in parts),
        stopped=sum(it.ran - it.ran_on_both - it.gone for it in parts),
        apart=sum(it.ran_on_both - it.ran_in_partners for it in parts)
        if condition.kind == OUTCOME
        else 0,
    )


def _moved_within(
    found: Difference, condition: GateCondition, pairs: Sequence[MethodPair]
) -> list[tuple[LoopChange, LoopChange]]:
    """Returns the loops that have moved to one of the methods and that the condition compares."""
    if condition.kind not in OF_LOOPS:
        return []
    meant = {id(pair) for pair in pairs}
    return [
        (gone, come)
        for gone, come in moves(_loops_of(found))
        if id(come.pair) in meant
        and _is_at_line(condition, as_one(gone, come, found.totals), meant)
    ]


def _moved_to(
    found: Difference, condition: GateCondition, pairs: Sequence[MethodPair]
) -> tuple[LoopChange, GateCondition] | None:
    """Returns the change of a moved loop that a condition names, and a condition that judges it.

    The pattern of the returned condition matches all methods of the class or package in which the
    loop was and is. The result is None if no such condition can be judged.
    """
    if condition.kind not in OF_LOOPS or not condition.names_one:
        return None
    meant = {id(pair) for pair in pairs}
    for gone, come in moves(_loops_of(found)):
        one = as_one(gone, come, found.totals)
        if not meant & {id(gone.pair), id(come.pair)}:
            continue
        if condition.line is not None and not (
            gone.begins_at(condition.line) or come.begins_at(condition.line)
        ):
            continue
        for method in _patterns_of(gone.pair.known.class_name, come.pair.known.class_name):
            for line in dict.fromkeys((condition.line, *_lines_of(come), *_lines_of(gone))):
                if line is None:
                    continue
                other = replace(condition, method=method, line=line)
                judged_so = _judged(found, other)
                if judged_so.wrong is None and not (judged_so.lost or judged_so.missing):
                    return one, other
    return None


def _patterns_of(before: str, after: str) -> Iterator[str]:
    """Yields patterns that match all methods of two classes, if the classes share a package."""
    one, other = dotted(before), dotted(after)
    if one == other:
        yield f"{one.rpartition('.')[2]}.*"
    package = one.rpartition(".")[0]
    if package and package == other.rpartition(".")[0]:
        yield f"{package}.*.*"


def _lines_of(change: LoopChange) -> Iterator[int]:
    """Yields the line where a loop begins on each side that has the loop, if the line is known."""
    for known, loop in ((change.pair.base, change.base), (change.pair.new, change.new)):
        if known is not None and loop is not None:
            line = known.code.header_line(known.code.loops[loop].header)
            if line is not None:
                yield known.code.places.of(line).line


def _loops_of(found: Difference) -> list[LoopChange]:
    return [one for one in (*found.loops, *found.unlisted) if isinstance(one, LoopChange)]


def _gone(found: Difference, of: type[LoopChange | BranchChange]) -> int:
    """Returns how many loops, or branches, are gone from methods that both sides have.

    A loop that seems to have moved isn't gone.
    """
    return sum(
        isinstance(one, of)
        and one.status == "gone"
        and one.new is None
        and one.pair.base is not None
        and one.pair.new is not None
        and not (isinstance(one, LoopChange) and one.moved is not None)
        for one in (*found.loops, *found.branches, *found.unlisted)
    )


def _check_judged(
    found: Difference,
    condition: GateCondition,
    pairs: Sequence[MethodPair],
    parts: Sequence[NamedParts],
) -> None:
    """Raises KpathError (2) if there was no loop, or branch, that the condition could compare.

    Without this error, the condition would seem to pass, although it couldn't fail. A loop that ran
    on one side only is compared, with 0 iterations on the other side.
    """
    of = _WITH_PARTS[condition.kind]
    noun = of.NOUN
    name = printable(condition.method or "")
    is_known = any(it.known for it in parts)
    if is_known and (condition.kind != OUTCOME or any(it.ran_in_partners for it in parts)):
        return
    why = "; ".join(why_not_compared(found, of, pairs))
    left = f"; of its methods with a {noun}, these weren't looked at: {why}" if why else ""
    if not is_known and why:
        raise KpathError(f"no {noun} of {name} was compared, so nothing was judged{left}", 2)
    if not is_known:
        among = "" if found.shown is ALL_SHOWN else " that the filters leave"
        raise KpathError(
            f"{name} has no {noun}{among} on either side, so nothing was judged; name the method "
            "that has it", 2,
        )  # fmt: skip
    # Outcomes are compared between two versions that are partners.
    where = " in the same version" if any(it.ran_on_both for it in parts) else ""
    raise KpathError(
        f"no {noun} of {name} ran on both sides{where}, as far as completed paths show, so no "
        "outcomes were compared, and nothing was judged; name a method that runs on both "
        f"sides{left}", 2,
    )  # fmt: skip


def _of_changes(
    found: Difference, condition: GateCondition, pairs: Sequence[MethodPair], meant: _Meant | None
) -> ConditionOutcome:
    """Returns the result of a condition that isn't on a total."""
    several = together(pairs) if condition.kind in FIGURES else []
    candidates = list(_candidates(found, condition, pairs))
    candidates = [*_of_versions(found, condition, several, candidates)]
    unsure = _of_unsure(found, condition, pairs, meant)
    candidates, moved = _with_moves(found, condition, unsure.without_open(candidates))
    looked_at = {id(pair) for pair in pairs}
    candidates = [one for one in candidates if _is_at_line(condition, one, looked_at)]
    judgeable, alone = _with_both(condition, candidates)
    judgeable, came = _without_loops_of_one_side(found, condition, pairs, judgeable)
    has_unchanged = _has_unchanged(found, condition, pairs, candidates)
    candidates = judgeable
    figures = [_tested(condition, change) for change in candidates]
    # All figures that the condition looks at are tested together, even those of unlisted
    # differences. If values decided which figures are left out, the test would be too
    # optimistic.
    worth = iter(
        judged(
            [one.figure for own in figures for one in own.values()],
            are_relative=[not one.is_share for own in figures for one in own.values()],
        )
    )
    rows, doubtful = [], []
    amounts = [0.0] if has_unchanged else []
    possible: list[_Amount] = [*((amount, None) for amount in amounts), *unsure.possible]
    untold: list[MethodChange | PartChange] = [*unsure.untold]
    for change, own in zip(candidates, figures, strict=True):
        beyond = {name for name in own if next(worth).is_difference and own[name].figure.change}
        amount = _amount_of(condition, change)
        amounts.append(amount)
        most = _most_of(condition, change)
        possible.append((amount if most is None else most, change))
        if not condition.is_exceeded_by(amount):
            if _may_exceed(change, condition):
                untold.append(change)
        elif condition.kind == ANY and (_is_of_untold_cases(change) or _may_differ(change)):
            untold.append(change)
        elif not _is_difference(found, condition, change, beyond):
            if _is_untold(change) and _may_exceed(change, condition):
                # Chance may explain the lower bound, but not the upper one.
                untold.append(change)
            elif _is_seen(change, own):
                doubtful.append((change, amount))
        elif _may_be_on_both_sides(change, condition):
            untold.append(change)
        else:
            rows.append((change, amount))
    largest = max(possible, key=lambda one: one[0], default=(None, None))
    for found_rows in (rows, doubtful):
        found_rows.sort(key=lambda row: _place_in_order(condition, *row))
    return ConditionOutcome(
        condition, tuple(rows), doubtful=tuple(doubtful),
        least_share=found.least_share if _leaves_out(found, condition, pairs, several) else None,
        untold=tuple(untold),
        otherwise=tuple(
            pair for pair in pairs if _is_of_sequences(condition)
            and pair.is_executed and (condition.is_for_all or found.is_compared(pair))
            and _may_differ_enough(found, condition, pair)
            and (pair.is_recorded_otherwise or pair.has_untold_cases)
        ),
        cut_off=_cut_off(found, condition, pairs),
        held_back=_held_back(found, condition, pairs),
        versions=_versions(condition, pairs),
        alone=alone,
        came=came,
        recounted=tuple(_recounted(condition, candidates)),
        moved=moved,
        most=max(amounts, default=None),
        possible=largest[0],
        largest=largest[1],
    )  # fmt: skip


#: An amount, and the change that has it, or None if something unchanged has it.
_Amount: TypeAlias = tuple[float, Change | None]


@dataclass(frozen=True)
class _Unsure:
    """The results of a condition for numbered methods that may be partners in several ways.

    The answer is certain if the condition fails in each way, passes in each way, or passes for the
    partners that the order of the methods suggests. For UnsureMethods without a certain answer,
    ``open`` has the id, and ``untold`` has the change that exceeds the bound by the most, or else
    one that may exceed it. ``possible`` are the largest amounts of the methods for which the
    condition passes in each way, with the changes that have these amounts.
    """

    open: frozenset[int]
    untold: tuple[MethodChange | PartChange, ...]
    possible: tuple[_Amount, ...]

    def without_open(self, candidates: Sequence[Change]) -> list[Change]:
        return [one for one in candidates if id(one.pair.unsure) not in self.open]


def _of_unsure(
    found: Difference, condition: GateCondition, pairs: Sequence[MethodPair], meant: _Meant | None
) -> _Unsure:
    """Judges numbered methods whose partners aren't certain, for each way to match them.

    Only the methods in ``meant`` are judged, or all methods if ``meant`` is None.
    """
    several = {id(pair.unsure): pair.unsure for pair in pairs if pair.unsure is not None}
    left: set[int] = set()
    untold: list[MethodChange | PartChange] = []
    possible: list[_Amount] = []
    for key, methods in several.items():
        cells = [[_of_cell(found, condition, cell, meant) for cell in row] for row in methods.cells]
        every = [cell for row in cells for cell in row if cell is not None]
        may_fail = [
            [it is not None and (it.is_failed or it.is_untold) for it in row] for row in cells
        ]
        passes_in_order = methods.is_in_order and not any(
            row[at] for at, row in enumerate(may_fail)
        )
        if not any(map(any, may_fail)):
            possible += [(it.possible, it.largest) for it in every if it.possible is not None]
        elif not passes_in_order and can_be_matched(
            [[it is not None and it.is_failed for it in row] for row in cells]
        ):
            left.add(key)
            untold += _worst(found, every, methods)
    return _Unsure(frozenset(left), tuple(untold), tuple(possible))


def _of_cell(
    found: Difference,
    condition: GateCondition,
    pairs: Sequence[MethodPair],
    meant: _Meant | None,
) -> ConditionOutcome | None:
    """Returns the result of a condition for some pairs; None if it looks at none of them."""
    looked_at = [
        pair
        for pair in pairs
        if pair.is_executed
        and (meant is None or _numbers_of(pair) & meant)
        and (condition.looks_at_all or found.is_compared(pair))
    ]
    if not looked_at:
        return None
    one = _of_changes(found.of_pairs(looked_at), condition, looked_at, meant)
    if condition.names_one and not one.is_failed:
        one = replace(one, missing=tuple(_missing(condition, looked_at)))
    return one


def _worst(
    found: Difference, cells: Sequence[ConditionOutcome], methods: UnsureMethods
) -> Iterator[MethodChange | PartChange]:
    """Yields the change that exceeds a bound by the most, or else one that may exceed the bound."""
    rows = [(amount, change) for cell in cells for change, amount in cell.larger]
    rows += [(-math.inf, change) for cell in cells for change in cell.untold]
    rows += [
        (-math.inf, found.figures_of(pair))
        for cell in cells
        for pair in (*cell.missing, *cell.otherwise)
    ]
    for _, change in sorted(rows, key=lambda row: (-row[0], -row[1].weight))[:1]:
        assert isinstance(change, MethodChange | PartChange), "a change of an unknown kind"
        yield replace(change, pair=replace(change.pair, unsure=methods))


def can_be_matched(is_forbidden: Sequence[Sequence[bool]]) -> bool:
    """Returns whether each row of a square can get a column of its own through an allowed cell."""
    # Each row in turn gets a column by an augmenting path, which is searched breadth first.
    row_of: dict[int, int] = {}
    column_of: dict[int, int] = {}
    for start in range(len(is_forbidden)):
        reached_from: dict[int, int] = {}
        rows, free = [start], None
        for row in rows:
            for column, forbidden in enumerate(is_forbidden[row]):
                if forbidden or column in reached_from:
                    continue
                reached_from[column] = row
                if column not in row_of:
                    free = column
                    break
                rows.append(row_of[column])
            if free is not None:
                break
        while free is not None:
            row = reached_from[free]
            row_of[free], before = row, column_of.get(row)
            column_of[row] = free
            free = before
        if start not in column_of:
            return False
    return True


def _place_in_order(
    condition: GateCondition, change: Change, amount: float
) -> tuple[float, float, float]:
    """Returns the key by which changes that exceed a bound are sorted, the largest first.

    Relative changes are sorted by the change of the bytecodes, because otherwise a small method
    that has doubled would be named before the one that made the program slow. A branch of which no
    answer came more often comes last, because it may only have lost executions.
    """
    size = amount
    if isinstance(change, BranchChange) and condition.kind == OUTCOME:
        size += change.risen > 0
    if condition.kind in _NEED_BOTH and isinstance(change, WorkChange):
        size = abs(change.bytecodes.change)
    return -size, -amount, -change.weight


def _has_unchanged(
    found: Difference,
    condition: GateCondition,
    pairs: Sequence[MethodPair],
    candidates: Sequence[Change],
) -> bool:
    """Returns whether a condition looks at a method, or part of a method, that hasn't changed.

    Such a method or part isn't among the candidates, and its amount is 0. This matters because the
    amounts of all candidates may be negative, and because there may be no candidates.
    """
    changed: Counter[int] = Counter(
        id(change.pair)
        for change in candidates
        if not isinstance(change, LoopChange) or change.new is not None
    )
    for pair in pairs:
        if pair.base is None or pair.new is None or not pair.is_executed:
            continue
        if not condition.looks_at_all and not found.is_compared(pair):
            continue
        parts = 1
        if condition.kind in OF_LOOPS:
            parts = len(_new_loops_at(pair, condition.line))
        elif condition.kind == OUTCOME:
            parts = all(has_part(BranchChange, one) for one in pair.sides)
        if changed[id(pair)] < parts:
            return True
    return False


def _new_loops_at(pair: MethodPair, line: int | None) -> set[int]:
    """Returns the new side's loops that begin at ``line`` on either side; all if none is given."""
    if pair.base is None or pair.new is None:
        return set()
    base, new = pair.base.code, pair.new.code
    if line is None:
        return {*range(len(new.loops))}
    found = {at for at in range(len(new.loops)) if new.loop_begins_at(at, line)}
    for at, other in match_loops(base, new, pair.blocks).items():
        if base.loop_begins_at(at, line):
            found.add(other)
    return found


def _with_moves(
    found: Difference, condition: GateCondition, candidates: Sequence[Change]
) -> tuple[list[Change], tuple[LoopChange, ...]]:
    """Joins or removes the changes of loops that seem to have moved.

    Such a loop was in another method in the base. A condition on a figure of loops gets one change
    for the loop, which compares it with the base's loop. A condition on new or gone loops gets a
    change only if the loop does more than before. Returns the resulting candidates, and the moved
    loops that would have failed the condition.
    """
    every = list(candidates)
    if condition.kind not in _OF_MOVED:
        return every, ()
    side = 0 if condition.kind == "gone-loop" else 1
    passed = []
    for pair in moves(_loops_of(found)):
        one = as_one(*pair, found.totals)
        place = next((at for at, it in enumerate(every) if it is pair[side]), None)
        if condition.kind in OF_LOOPS:
            every = [it for it in every if it is not pair[0]]
            every = [one if it is pair[1] else it for it in every]
        elif place is not None and does_no_more(one):
            del every[place]
            if condition.is_exceeded_by(_amount_of(condition, pair[side])):
                passed.append(one)
    return every, tuple(passed)


def _is_at_line(condition: GateCondition, change: Change, meant: Set[int]) -> bool:
    """Returns whether a change is of a loop at the condition's line; True if there is no line.

    A loop that has moved from one of the ``meant`` pairs may also be given by its former line.
    """
    line = condition.line
    if line is None:
        return True
    if not isinstance(change, LoopChange):
        return False
    was = change.moved
    if was is None or change.status != "shifted" or id(was.pair) not in meant:
        return change.begins_at(line)
    before = was.pair.base
    assert before is not None, "a loop that has moved from nowhere"
    return change.begins_at(line) or before.code.loop_begins_at(was.loop, line)


def _with_both(condition: GateCondition, candidates: Sequence[Change]) -> tuple[list[Change], int]:
    """Leaves out methods that only one side has, if the condition can't judge such methods.

    Returns the remaining candidates, and the number of methods that were left out.
    """
    if not condition.needs_both:
        return list(candidates), 0
    left = [one for one in candidates if _can_be_compared(one)]
    return left, len({id(one.pair) for one in candidates if not _can_be_compared(one)})


def _without_loops_of_one_side(
    found: Difference,
    condition: GateCondition,
    pairs: Sequence[MethodPair],
    candidates: Sequence[Change],
) -> tuple[list[Change], int]:
    """Leaves out loops that only one side has, if a condition on loops names no line.

    Each new loop would fail the condition, however little it does, because its figure doesn't exist
    on the other side. But if no loop of the named methods is on both sides, all loops are kept, and
    missing figures count as 0: otherwise nothing would be left to judge.

    Returns the remaining candidates, and the number of new loops that were left out.
    """
    if condition.kind not in OF_LOOPS or condition.line is not None:
        return list(candidates), 0
    if condition.method is not None and not _have_common_loop(found, condition, pairs):
        return list(candidates), 0
    left = [one for one in candidates if not _is_loop_of_one_side(one)]
    return left, sum(_is_loop_of_one_side(one) and one.status == "new" for one in candidates)


def _have_common_loop(
    found: Difference, condition: GateCondition, pairs: Sequence[MethodPair]
) -> bool:
    """Returns whether any compared loop is on both sides, or has moved to one of the methods."""
    parts = named_parts(found, LoopChange, pairs)
    return any(it.on_both for it in parts) or bool(_moved_within(found, condition, pairs))


def _is_loop_of_one_side(change: Change) -> bool:
    """Returns whether only one side has a loop's code, and the loop hasn't moved."""
    if not isinstance(change, LoopChange) or (change.moved and change.status == "shifted"):
        return False
    return change.base is None or change.new is None


def _can_be_compared(change: Change) -> bool:
    """Returns whether both sides have the method, or have the loop in different methods."""
    pair = change.pair
    is_moved = isinstance(change, LoopChange) and change.moved is not None
    return (pair.base is not None and pair.new is not None) or (
        is_moved and change.status == "shifted"
    )


def _versions(condition: GateCondition, pairs: Sequence[MethodPair]) -> tuple[int, int]:
    """Returns how many versions of named methods both sides have, and how many only one has."""
    if condition.method is None:
        return 0, 0
    every = [pair for one in together(pairs) for pair in one.pairs]
    both = sum(len(pair.sides) > 1 for pair in every)
    return both, len(every) - both


def _cut_off(found: Difference, condition: GateCondition, pairs: Sequence[MethodPair]) -> int:
    """Returns the number of methods with paths that were cut off, or may have been.

    These paths may have run in loops and branches that seem new or gone. Bounds of iterations allow
    for these paths, but a loop whose counts and bounds are the same on both sides is regarded as
    equal.
    """
    kind = condition.kind
    if kind not in (*OF_LOOPS, OUTCOME, *_OF_PARTS):
        return 0
    is_of_loops = LoopChange in (FIGURES.get(kind), _COME_AND_GONE.get(kind))
    return sum(
        (not is_of_loops or bool(pair.known.code.loops)) and found.is_compared(pair)
        for pair in pairs
        if pair.is_executed and any(map(_has_cut_off, pair.sides))
    )


def _held_back(found: Difference, condition: GateCondition, pairs: Sequence[MethodPair]) -> int:
    """Returns the number of methods with paths that may have been held back."""
    if condition.kind not in _OF_SEQUENCES:
        return 0
    return sum(
        found.is_compared(pair) and any(one.may_have_held_back for one in pair.sides)
        for pair in pairs
        if pair.is_executed
    )


def _has_cut_off(known: KnownMethod) -> bool:
    runs = zip(known.side.runs, known.numbers, strict=True)
    return any(uncompleted(profile, one) != 0 for profile, numbers in runs for one in numbers)


def _leaves_out(
    found: Difference,
    condition: GateCondition,
    pairs: Sequence[MethodPair],
    several: Sequence[Together],
) -> bool:
    """Returns whether the condition might fail for methods that it doesn't look at.

    ``several`` are the methods with several versions. The condition judges the versions' sums.
    """
    kind = condition.kind
    if condition.looks_at_all:
        return False
    is_named = condition.method is not None
    if kind == "share" and is_named:
        return False
    before, after = found.totals.each.means
    of_base = max(1.0, after / before) if kind == ANY and before else 1.0
    if kind in _SHARES and (condition.bound or 0.0) >= of_base * found.least_share:
        return False
    summed = {id(pair) for one in several for pair in one.pairs}
    left = [pair for pair in pairs if pair.is_executed and id(pair) not in summed]
    if not (kind in OF_LOOPS and is_named):
        left += [one.whole() for one in several]
    of = _WITH_PARTS.get(kind) or _COME_AND_GONE.get(kind)
    if of is LoopChange or of is BranchChange:
        left = [pair for pair in left if any(has_part(of, one) for one in pair.sides)]
    return any(not found.is_compared(pair) for pair in left)


def _candidates(
    found: Difference, condition: GateCondition, pairs: Sequence[MethodPair]
) -> Iterator[Change]:
    kind = condition.kind
    is_share_of_some = kind == "share" and condition.method is not None
    if kind == CUT_OFF or is_share_of_some or condition.is_on_one_method:
        # These conditions look at methods without a listed difference, too. Where exceptions end
        # activations, the number of cut-off paths may change while other figures stay the same. The
        # share of a method may change because other methods do more or less.
        every = (found.figures_of(pair) for pair in pairs if pair.is_executed)
        with_light = is_share_of_some or condition.is_on_one_method
        yield from (
            one
            for one in every
            if (kind in one.gated or kind in one.bounded) and (with_light or not one.is_light)
        )
        return
    kinds = FIGURES.get(kind) or _COME_AND_GONE.get(kind, Change)
    if kind == OUTCOME:
        kinds = BranchChange
    with_light = kind in _OF_LIGHT or condition.is_for_all
    meant = {id(pair) for pair in pairs}
    listed = (*found.methods, *found.loops, *found.branches, *found.sequences)
    for change in (*listed, *found.unlisted, *found.unknown):
        if isinstance(change, kinds) and id(change.pair) in meant:
            if kind in _COME_AND_GONE and change.status != kind.partition("-")[0]:
                continue
            if found.shown.are_loops_chosen and isinstance(change, MethodChange):
                # The method does more than the chosen loops.
                continue
            if with_light or not _is_light(change):
                yield change


def _of_versions(
    found: Difference,
    condition: GateCondition,
    several: Sequence[Together],
    candidates: Sequence[Change],
) -> Iterator[Change]:
    """Yields the candidates, and changes of sums over the versions of each method.

    ``several`` are the methods that have several versions. A version that only one side has isn't
    yielded: its method isn't new or gone, and the sums include the version.
    """
    alone = {
        id(pair) for one in several for pair in one.pairs if pair.base is None or pair.new is None
    }
    yield from (change for change in candidates if id(change.pair) not in alone)
    for one in several:
        whole = one.whole()
        if condition.kind in OF_LOOPS:
            if condition.method is not None or found.is_compared(whole):
                yield from found.loops_together(one)
            continue
        change = found.figures_of(whole)
        has_figure = condition.kind in change.gated or condition.kind in change.bounded
        if has_figure and (condition.is_on_one_method or not change.is_light):
            yield change


def _tested(condition: GateCondition, change: Change) -> dict[str, JudgedFigure]:
    kind = condition.kind
    if kind in FIGURES:
        figure = gated(condition, change)
        return {} if figure is None else {kind: figure}
    if kind in _COME_AND_GONE or change.status != "shifted":
        return {}
    return {name: change.figures[name] for name in change.decisive}


def gated(condition: GateCondition, change: Change) -> JudgedFigure | None:
    """Returns the figure of a change that a condition on a figure is about.

    If only bounds of the figure are known, the figure's values are the two bounds that are nearest
    to each other. The result is None if the bounds allow two equal sides.
    """
    if condition.kind not in FIGURES:
        return None
    if condition.kind != ITERATIONS or not isinstance(change, LoopChange):
        return change.gated.get(condition.kind)
    figures = [_nearest(condition, one) for one in change.compared_means]
    changes = [0.0 if one is None else one.change for one in figures]
    if None in figures or min(changes) < 0 < max(changes):
        return None
    figure = _nearest(condition, judged_means(condition, change))
    return None if figure is None else JudgedFigure(figure)


def _recounted(condition: GateCondition, candidates: Sequence[Change]) -> Iterator[LoopChange]:
    """Yields the loops whose loop tests differ, and of which only the iterations exceed a bound."""
    if condition.kind != ITERATIONS:
        return
    for change in candidates:
        if not isinstance(change, LoopChange) or not change.has_other_test:
            continue
        iterations, back_edges = (
            condition.is_exceeded_by(_amount_of_means(condition, one))
            for one in (change.per_entry, change.back_edges)
        )
        if iterations and not back_edges and not _may_exceed(change, condition):
            yield change


def judged_means(condition: GateCondition, change: LoopChange) -> LoopMeans:
    """Returns those of a loop's ``compared_means`` that have changed least."""
    return min(change.compared_means, key=lambda one: _amount_of_means(condition, one))


def _amount_of_means(condition: GateCondition, means: LoopMeans) -> float:
    figure = _nearest(condition, means)
    return 0.0 if figure is None else _amount(JudgedFigure(figure), condition.direction)


def _nearest(condition: GateCondition, means: LoopMeans) -> Figure | None:
    return means.counted if condition.completed_only else means.bounded.nearest


def _may_be_on_both_sides(change: Change, condition: GateCondition) -> TypeGuard[PartChange]:
    """Returns whether a part that seems new or gone may have run on the other side, too."""
    if isinstance(change, SequenceChange) and change.may_be_uncounted:
        return True
    if condition.kind not in (*_OF_PARTS, *_OF_SEQUENCES) or condition.completed_only:
        return False
    return isinstance(change, LoopChange | BranchChange | SequenceChange) and change.may_have_run


def _is_of_sequences(condition: GateCondition) -> bool:
    """Returns whether a condition can fail although nothing but sequences differs."""
    return condition.kind == ANY or _COME_AND_GONE.get(condition.kind) is SequenceChange


def _is_of_untold_cases(change: Change) -> TypeGuard[PartChange]:
    """Returns whether a switch may be unchanged, because its outcomes can't be matched."""
    return isinstance(change, BranchChange) and change.is_of_bounds_alone


def _may_differ(change: Change) -> TypeGuard[MethodChange]:
    """Returns whether bounds leave open whether a method has changed.

    If both sides have the same counts and the same bounds, the method is regarded as equal.
    """
    if not isinstance(change, MethodChange) or change.bounds is None:
        return False
    return change.is_of_bounds_alone and not _is_equal_in_bounds(change)


def _is_equal_in_bounds(change: WorkChange) -> bool:
    bounds = change.bounds
    return bounds is not None and bounds.bytecodes.is_equal and change.is_of_bounds_alone


def _may_differ_enough(found: Difference, condition: GateCondition, pair: MethodPair) -> bool:
    """Returns whether differences of a method's sequences may exceed the condition's bound.

    For ``any``, the amount of such a difference is at most the method's share of the bytecodes.
    """
    if condition.kind != ANY:
        return True
    return condition.is_exceeded_by(max(found.figures_of(pair).share.means))


def _is_untold(change: Change) -> bool:
    """Returns whether more executions of a branch may have gone another way than counts show.

    That is so if a switch's outcomes can't be matched, or if a branch's answers have exchanged
    their code.
    """
    return isinstance(change, BranchChange) and (change.is_exchanged or not change.is_told)


def _may_exceed(change: Change, condition: GateCondition) -> TypeGuard[MethodChange | PartChange]:
    """Returns whether an amount of which only bounds are known may exceed the condition's bound."""
    most = _most_of(condition, change)
    return most is not None and condition.is_exceeded_by(most)


def _most_of(condition: GateCondition, change: Change) -> float | None:
    """Returns the largest amount that a change may have, if only bounds of its figure are known.

    Only bounds are known in four cases: cut-off paths may have gone round a loop, a switch's
    outcomes can't be matched, a branch's answers have exchanged their code, or counts of edges have
    bounds. The result is None if the amount is known.
    """
    if isinstance(change, BranchChange):
        if condition.kind == ANY:
            return None if change.is_told else change.moved_most * sum(change.share.means) / 2
        if condition.kind != OUTCOME or (condition.direction == "up" and not _is_untold(change)):
            return None
        return change.moved_most
    if isinstance(change, WorkChange) and condition.kind != ITERATIONS:
        return _most_of_work(condition, change)
    if not isinstance(change, LoopChange):
        return None
    if condition.kind != ITERATIONS or condition.completed_only:
        return None
    if all(one.bounded.known is not None for one in change.compared_means):
        return None
    return _most_of_means(condition, change)


def may_exceed_any_bound(condition: GateCondition, change: LoopChange) -> bool:
    """Returns whether a loop's change of iterations may exceed any bound of the condition."""
    most = _most_of_means(condition, change)
    return most >= (math.inf if condition.direction == "up" else 1.0)


def _most_of_means(condition: GateCondition, change: LoopChange) -> float:
    return min(
        max(_amount(JudgedFigure(one), condition.direction) for one in means.bounded.farthest)
        for means in change.compared_means
    )


def _most_of_work(condition: GateCondition, change: WorkChange) -> float | None:
    """Returns the largest amount of a method's or loop's change that bounds of bytecodes allow."""
    kind = condition.kind
    if kind == ANY:
        if condition.method is None and _is_equal_in_bounds(change):
            return None
        return change.concerned_in_bounds.most
    if kind in _COME_AND_GONE:
        shares = change.share_in_bounds
        return None if shares is None else shares[kind.startswith("new")].most
    bounds = change.bounded.get(kind)
    if bounds is None or (condition.method is None and bounds.is_equal):
        return None
    is_share = kind == "share"
    return max(_amount(JudgedFigure(one, is_share), condition.direction) for one in bounds.farthest)


def _is_difference(
    found: Difference, condition: GateCondition, change: Change, beyond: Set[str]
) -> bool:
    """Returns whether a change isn't due to chance; the figures in ``beyond`` surely differ."""
    kind = condition.kind
    if kind in FIGURES:
        # Without a method, a condition on shares is about methods whose own work has changed.
        is_meant = kind != "share" or condition.method is not None or change.is_beyond_spread
        return is_meant and kind in beyond
    if kind == OUTCOME and change.status != "shifted":
        return False
    if isinstance(change, MethodChange) and change.is_told and kind == ANY:
        return True
    if isinstance(change, BranchChange) and change.is_exchanged and kind == ANY:
        return True
    if change.status != "shifted":
        return _is_surely_on_one_side(found, change)
    quantifier = all if change.NEEDS_ALL else any
    return quantifier(name in beyond for name in change.decisive)


def _is_surely_on_one_side(found: Difference, change: Change) -> bool:
    """Returns whether a thing that seems to be new or gone surely is.

    It surely is if only one side has its code. If both sides have the code, chance may decide in
    which runs the code is executed, so all runs of one side must have executed it. If there are too
    few runs for a test, the runs aren't checked, and the result is True.
    """
    side = change.status == "new"
    if least_p(len(found.base.runs), len(found.new.runs)) > ALPHA or change.is_of_one_code:
        return True
    runs = [(one.figure.new if side else one.figure.base) for one in _counts(change)]
    return all(any(own) for own in zip(*runs, strict=True))


def _counts(change: Change) -> list[JudgedFigure]:
    return [change.figures[name] for name in change.COUNTS]


def _is_seen(change: Change, tested: Mapping[str, JudgedFigure]) -> bool:
    """Returns whether something seems new or gone, or a figure's means differ between the sides."""
    return change.status != "shifted" or any(one.figure.change for one in tested.values())


def _amount_of(condition: GateCondition, change: Change) -> float:
    """Returns the amount of a change, in the unit of the condition's bound.

    If only bounds of the amount are known, the lower bound is returned.
    """
    kind = condition.kind
    if kind in FIGURES:
        figure = gated(condition, change)
        return 0.0 if figure is None else _amount(figure, condition.direction)
    if isinstance(change, BranchChange) and kind == OUTCOME:
        return change.risen if condition.direction == "up" else change.moved
    if kind in _COME_AND_GONE:
        assert isinstance(change, _Sharing), "a change of an unknown kind"
        if change.share_in_bounds is not None:
            return change.share_in_bounds[kind.startswith("new")].least
        return change.share.means[kind.startswith("new")]
    return change.concerned_in_bounds.least


def _missing(condition: GateCondition, pairs: Sequence[MethodPair]) -> Iterator[MethodPair]:
    """Yields the named methods that a condition can't judge because only one side has them.

    If a pattern matches several methods, those that both sides have are judged. But a condition on
    one method has nothing to judge when the method has another name and other code.
    """
    kind = condition.kind
    executed = [pair for pair in pairs if pair.is_executed]
    if kind in FIGURES or kind == TOTAL:
        # The sums over versions include the versions that only one side has.
        summed = {id(pair) for one in together(executed) for pair in one.pairs}
        executed = [pair for pair in executed if id(pair) not in summed]
    alone = [pair for pair in executed if pair.base is None or pair.new is None]
    if kind == ANY or kind in _OF_LIGHT or not alone:
        return
    if kind in _COME_AND_GONE and _COME_AND_GONE[kind] is not SequenceChange:
        # New loops and branches are found in a new method, too, and gone ones in a gone method.
        # But sequences are compared only in methods that both sides have.
        alone = [one for one in alone if (one.base is None) != kind.startswith("new")]
    is_all = all(pair.base is None or pair.new is None for pair in executed)
    for pair in alone:
        if is_all or (pair.new is None and condition.names_one):
            yield pair


def _total(found: Difference, condition: GateCondition, pairs: Sequence[MethodPair]) -> Total:
    nothing = AmountBounds.exact(0)
    sums, sides = [], []
    for side, of in ((found.base, "base"), (found.new, "new")):
        known = [one for pair in pairs if (one := getattr(pair, of)) is not None]
        whole = sum((one.bytecodes for one in known), np.zeros(len(side.runs), dtype=np.int64))
        sums.append(side.per_run(whole.tolist()))
        sides.append(tuple(
            Bounded.of_edges(
                value, sum((one.bytecode_bounds[run] for one in known), nothing).divided_by(runs)
            )
            for run, (value, runs) in enumerate(zip(sums[-1], side.summed, strict=True))
        ))  # fmt: skip
    figure, bounds = Figure(*sums), BoundedFigure(*sides)
    executed = [pair for pair in pairs if pair.is_executed]
    number = len(executed)
    alone = (0, 0)
    if condition.method is not None:
        alone = (
            sum(pair.new is None for pair in executed),
            sum(pair.base is None for pair in executed),
        )
    measured = _amount(JudgedFigure(figure), condition.direction)
    if bounds.known is not None:
        return Total(number, alone, figure, measured, _certain_amount(figure, condition))
    most = (
        0.0
        if condition.method is None and bounds.is_equal
        else max(_amount(JudgedFigure(one), condition.direction) for one in bounds.farthest)
    )
    least = None if bounds.nearest is None else _certain_amount(bounds.nearest, condition)
    return Total(number, alone, figure, measured, least, bounds, most)


def _certain_amount(figure: Figure, condition: GateCondition) -> float | None:
    """Returns the change of a figure; None if the runs of one side differ just as much."""
    (worth,) = judged([figure], are_relative=[True])
    return _amount(JudgedFigure(figure), condition.direction) if worth.is_difference else None


def _is_light(change: Change) -> bool:
    return isinstance(change, MethodChange) and change.is_light


def _amount(gated: JudgedFigure, direction: Direction) -> float:
    """Returns the change of a figure in a direction; negative if it went the opposite way."""
    figure = gated.figure
    if direction == "either":
        return abs(figure.exact_change if gated.is_share else figure.exact_relative)
    amount = figure.exact_change if gated.is_share else figure.exact_growth
    return amount if direction == "up" else -amount


def _meant(found: Difference, text: str) -> _Meant:
    meant: _Meant = set()
    failure: KpathError | None = None
    for at, side in enumerate((found.base, found.new)):
        for run, profile in enumerate(side.runs):
            try:
                numbers = profile.match_methods(text)
            except KpathError as error:
                failure = error
                continue
            meant |= {(at, run, number) for number in numbers}
    if not meant and failure is not None:
        raise KpathError(str(failure), 2)
    return meant


def _numbers_of(pair: MethodPair) -> _Meant:
    return {
        (at, run, number)
        for at, known in enumerate((pair.base, pair.new))
        if known is not None
        for run, numbers in enumerate(known.numbers)
        for number in numbers
    }
