"""The results of the conditions on a difference, as plain values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from kpath_jvm.analysis.diff.changes import (
    CUT_OFF,
    BranchChange,
    Change,
    LoopChange,
    PartChange,
    SequenceChange,
)
from kpath_jvm.analysis.gates.conditions import (
    FIGURES,
    ITERATIONS,
    OUTCOME,
    TOTAL,
    ConditionOutcome,
    GateCondition,
    Total,
    gated,
)
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.diff import spread, words
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.lines import ARROW
from kpath_jvm.reports.output import counted, in_digits

_MOST_NAMED = 3
#: The figures that conditions compare, in words.
_FIGURES = {
    "share": "share of the bytecodes", "bytecodes": "bytecodes", "entries": "entries",
    "iterations": "iterations per entry", CUT_OFF: "paths cut off per 100 entries",
}  # fmt: skip
#: By the kind of a condition: the parts of a method that the condition looks at, what it compares
#: about them, and the kind of condition that asks whether such parts are gone.
_PARTS = {
    ITERATIONS: ("loops", _FIGURES[ITERATIONS], "gone-loop"),
    OUTCOME: ("branches", "outcomes", "gone-branch"),
}  # fmt: skip
#: Why it isn't known whether a condition holds, and what to do about it.
_WHY_UNTOLD = (
    "these are the bounds, because exceptions or the end of the recording cut off paths, and what "
    "these paths did isn't counted; give a looser bound, or pass --completed-only to leave them out"
)
_WHY_UNTOLD_OF_SEQUENCES = (
    "what wasn't counted, or was counted in paths of another kind, can't be compared; record both "
    "sides with the same options and without --profiler"
)
_WHY_UNTOLD_OF_HELD_BACK = (
    "activations that hadn't ended when their JVM was killed or halted may have held back their "
    "last paths, which are in no sequence; pass --completed-only to judge what was counted, or "
    "record both sides with --no-packing"
)
_WHY_UNTOLD_OF_PARTS = (
    "exceptions or the end of the recording cut off paths, and what these paths ran isn't counted; "
    "pass --completed-only to leave them out"
)
_WHY_UNTOLD_OF_CASES = (
    "its keys are the compiler's own numbers, which another class file may give to other labels; "
    "the labels weren't recorded on both sides, and the code of its cases doesn't tell them apart; "
    "record both sides with a filter that includes the enum and the compiler's class with its "
    "numbers (such as Outer$1), or give a looser bound"
)
#: The words that follow "no method's share" or the like if no figure exceeds a condition's bound,
#: by the condition's direction.
_MOVED = {"either": "moved by more", "up": "rose by more", "down": "fell by more"}


def of_conditions(outcomes: Sequence[ConditionOutcome]) -> list[dict[str, Any]]:
    """Returns the results of ``diff --fail-if`` as plain values."""
    rows = Rows()
    return [_of_condition(one, rows) for one in outcomes]


def _all_named(found: Sequence[str]) -> list[str]:
    """Returns the first texts and, if there are more, a text that says how many more."""
    left = len(found) - _MOST_NAMED
    more = [f"{left:,} more (--json and --junit have all)"] if left > 0 else []
    return [*found[:_MOST_NAMED], *more]


def _untold(condition: GateCondition, change: PartChange, rows: Rows) -> str:
    """Says which bounds a loop's iterations per entry have, or where a part may have run."""
    row = _row(change, rows)
    assert row is not None, "a part of a method without a row"
    where = f"{change.pair.known.title}{_place(change, row)}"
    side = "base" if change.status == "new" else "new side"
    if isinstance(change, SequenceChange):
        if change.may_be_uncounted:
            return f"{where}: the {side}'s profile may lack it"
        return f"{where}: the {side} didn't count it, but may have held it back"
    if isinstance(change, BranchChange) and not change.is_told:
        return (
            f"{where}: {words.moved_part(row)} of its executions went another way, as it isn't "
            "known which of its outcomes are the same on both sides"
        )
    if condition.kind != ITERATIONS:
        return f"{where}: no completed path of the {side} ran it, but others may have"
    return f"{where}: {_FIGURES[ITERATIONS]} {words.bounded(row['mean_iterations'], change.status)}"


def _why_uncompared(pair: MethodPair) -> str:
    if pair.is_recorded_otherwise:
        return "its paths were recorded in two ways"
    return "it isn't known which cases of a switch are the same on both sides"


def _why_untold(one: ConditionOutcome) -> str:
    """Says why a condition can't be judged, and the remedy."""
    sequences = [change for change in one.untold if isinstance(change, SequenceChange)]
    is_of = {
        _WHY_UNTOLD_OF_SEQUENCES: any(it.may_be_uncounted for it in sequences)
        or any(pair.is_recorded_otherwise for pair in one.otherwise),
        _WHY_UNTOLD_OF_HELD_BACK: not all(it.may_be_uncounted for it in sequences),
        _WHY_UNTOLD_OF_CASES: any(not pair.is_recorded_otherwise for pair in one.otherwise)
        or any(isinstance(it, BranchChange) and not it.is_told for it in one.untold),
    }
    if any(is_of.values()):
        return "; ".join(why for why, is_so in is_of.items() if is_so)
    return _WHY_UNTOLD if one.condition.kind == ITERATIONS else _WHY_UNTOLD_OF_PARTS


def _of_condition(one: ConditionOutcome, rows: Rows) -> dict[str, Any]:
    found = [_named(one.condition, *row, rows) for row in one.larger]
    found += [_missing(one.condition, pair) for pair in one.missing]
    found += [_lost(one, pair) for pair in one.lost]
    amounts = [amount for _, amount in one.larger]
    if one.total is not None and one.total.amount is not None:
        amounts.append(one.total.amount)
    most = max(amounts, default=None)
    if one.wrong is not None:
        text = printable(one.wrong)
    elif one.total is not None and not one.missing:
        text = _total(one.condition, one.total)
    elif found:
        text = "; ".join(_all_named(found))
    elif one.is_untold:
        found = [_untold(one.condition, change, rows) for change in one.untold]
        found += [
            f"{pair.known.title}: {_why_uncompared(pair)}, so its sequences can't be compared"
            for pair in one.otherwise
        ]
        text = f"it can't be told: {'; '.join(_all_named(found))}; {_why_untold(one)}"
    else:
        text = "; ".join([_nothing(one.condition), *_limits(one, rows)])
    name = printable(one.condition.text)
    is_open = one.wrong is not None or one.is_untold
    return {
        "name": name,
        "passed": not (one.is_failed or is_open),
        "value": None if most is None or math.isinf(most) else most,
        "least": None,
        "most": None,
        "text": text,
        "found": found,
        "error": f"condition '{name}': {text}" if is_open else None,
        "named": True,
    }


def _nothing(condition: GateCondition) -> str:
    """Returns a text for a condition that doesn't hold for anything."""
    kind, is_bounded = condition.kind, condition.bound is not None
    if kind in FIGURES:
        noun = "loop" if kind == "iterations" else "method"
        verb = _MOVED[condition.direction] if is_bounded else "differ"
        if kind == "share":
            verb = verb.replace("differ", "differs")
            if condition.method is None:
                noun = "method that does more or less than before has a"
                return f"no {noun} {_FIGURES[kind]} that {verb}"
        return f"no {noun}'s {_FIGURES[kind]} {verb}"
    if kind == "outcome":
        more = " in more of its executions" if is_bounded else ""
        return f"no branch went another way{more}"
    if kind == "any":
        return "nothing that differs concerns more" if is_bounded else "nothing differs"
    status, noun = kind.split("-")
    return f"no {status} {noun}{' has more' if is_bounded else ''}"


def _limits(one: ConditionOutcome, rows: Rows) -> Iterator[str]:
    """Says what was judged or left out when a condition didn't hold for anything."""
    yield from _versions(one)
    if one.doubtful:
        number = len(one.doubtful)
        named = [_doubtful(one.condition, *row, rows) for row in one.doubtful[:_MOST_NAMED]]
        more = f"; and {number - len(named):,} more" if number > len(named) else ""
        yield (
            f"{counted(number, 'difference')} that may be chance, because runs of one side differ "
            f"among themselves, {'does' if number == 1 else 'do'}n't count: "
            f"{'; '.join(named)}{more}"
        )
    gone, ran = one.gone
    if gone:
        parts = _PARTS[one.condition.kind][0]
        if gone == ran:
            yield f"all {parts} that ran in the base are gone"
        else:
            are = "is" if gone == 1 else "are"
            yield f"{gone:,} of {ran:,} {parts} that ran in the base {are} gone"
    if one.least_share is not None:
        yield (
            f"methods with less than {100 * one.least_share:g} % of the bytecodes were not "
            "looked at (--min-share)"
        )
    if one.cut_off:
        yield (
            f"exceptions or the end of the recording cut off paths of "
            f"{counted(one.cut_off, 'method')}; what these paths did isn't counted"
        )
    if one.held_back:
        yield (
            f"activations of {counted(one.held_back, 'method')} may have held back their last "
            "paths when their JVM was killed or halted; these paths are in no sequence"
        )


def _versions(one: ConditionOutcome) -> Iterator[str]:
    """Says which versions of the named method were judged by themselves, and which weren't."""
    both, alone = one.versions
    kind = one.condition.kind
    is_of_figure = kind in FIGURES
    if not is_of_figure and kind != OUTCOME:
        # These conditions also see what only one side has.
        both, alone = both + alone, 0
    if both:
        which = f"each of {both:,} versions" if both > 1 else "1 version"
        which += " that both sides have" if alone else ""
        how = " and all together" if is_of_figure and not alone else ""
        yield f"{which} was judged by itself{how}"
    if alone and is_of_figure:
        yield (
            f"{counted(alone, 'version')} that only one side has "
            f"{'was' if alone == 1 else 'were'} only judged in the sum of all versions"
        )
    elif alone:
        what = "that only one side has can't be compared"
        whose = "its" if alone == 1 else "their"
        yield f"{counted(alone, 'version')} {what}, so {whose} outcomes weren't judged"


def _doubtful(condition: GateCondition, change: Change, amount: float, rows: Rows) -> str:
    """Names a change that chance may explain, and the side whose runs differ among themselves."""
    named = _named(condition, change, amount, rows)
    figure = gated(condition, change)
    if figure is None:
        return f"{named}, {spread.varies(change)}"
    return f"{named}, {spread.varying(figure.figure, lambda mean: _mean(condition.kind, mean))}"


def _missing(condition: GateCondition, pair: MethodPair) -> str:
    """Says that a condition names a method that only one side has."""
    title = pair.known.title
    what = _FIGURES.get(condition.kind, "bytecodes" if condition.kind == TOTAL else "")
    what = f"its {what} can't be compared" if what else "it can't be compared"
    if pair.new is None:
        return (
            f"{title} is gone, so {what}; name the method that does its work now, or use "
            "gone-method"
        )
    return f"{title} is new, so {what}; give a base that has it, or use new-method"


def _lost(one: ConditionOutcome, pair: MethodPair) -> str:
    """Says that a method has nothing of the base left that the condition could compare."""
    parts, what, kind = _PARTS[one.condition.kind]
    return (
        f"{pair.known.title}: all {parts} that it had in the base are gone, so its {what} can't be "
        f"compared; name the method that has them now, or use {kind}"
    )


def _row(change: Change, rows: Rows) -> dict[str, Any] | None:
    """Returns the row of a loop, a branch or a sequence."""
    if isinstance(change, LoopChange):
        return rows.loop(change)
    if isinstance(change, BranchChange):
        return rows.branch(change)
    return rows.sequence(change) if isinstance(change, SequenceChange) else None


def _place(change: Change, row: dict[str, Any] | None) -> str:
    """Says which loop, branch or sequence of its method has changed; "" for a method."""
    if row is None:
        return ""
    if isinstance(change, SequenceChange):
        return f", sequence {words.paths_in_short(row)}"
    where = words.place("loops" if isinstance(change, LoopChange) else "branches", row)
    return where.replace(", ", f", {change.NOUN} at ", 1) or f", {change.NOUN}"


def _named(condition: GateCondition, change: Change, amount: float, rows: Rows) -> str:
    """Says where something has changed, from what to what, and by how much."""
    row = _row(change, rows)
    text = _moved_by(condition, change, amount, row)
    moved = words.moved(row) if row is not None and isinstance(change, LoopChange) else ""
    return f"{text} ({moved})" if moved else text


def _moved_by(
    condition: GateCondition, change: Change, amount: float, row: dict[str, Any] | None
) -> str:
    kind = condition.kind
    text = f"{change.pair.known.title}{_place(change, row)}"
    figure = gated(condition, change)
    if figure is None:
        return f"{text}: {_share(condition, change, amount, row)}"
    if math.isinf(amount):
        by = f"a new {change.NOUN}" if change.status == "new" else "it was 0"
    else:
        by = _by(condition, amount, is_share=figure.is_share)
    if isinstance(change, LoopChange) and row is not None:
        if condition.completed_only and words.is_of_completed_alone(row):
            text += ", completed paths alone"
        elif change.mean.known is None:
            # Both sides are shown, even if the loop ran on only one of them.
            told = words.bounded(row["mean_iterations"])
            return f"{text}: {_FIGURES[kind]} {told} (at least {by})"
    before, after = (_mean(kind, mean) for mean in figure.figure.means)
    return f"{text}: {_FIGURES[kind]} {before} {ARROW} {after} ({by})"


def _share(
    condition: GateCondition, change: Change, amount: float, row: dict[str, Any] | None
) -> str:
    """Returns the share by which a change is judged, and what it is a share of."""
    share = f"{in_digits(100 * amount, 3)} %"
    if condition.kind == OUTCOME and row is not None:
        if (less := words.asked_less(row)) is not None:
            return f"{less.text(str)}, so the shares of its answers differ by {share}"
        on = " on completed paths" if words.is_of_completed_alone(row) else ""
        least = "" if row["told"] else "at least "
        return f"{least}{share} of its executions{on} went another way"
    if condition.kind == "any":
        told = "".join(f"{one}; " for one in _told_of(change))
        return f"{told}concerns {share} of the bytecodes"
    if change.NOUN == "sequence":
        return f"{share} of the method's path completions"
    return f"{share} of the bytecodes{' are in its block' if change.NOUN == 'branch' else ''}"


def _told_of(change: Change) -> Iterator[str]:
    """Says what has changed about a method, apart from what it executed."""
    pair = change.pair
    if change.NOUN == "method":
        if change.status != "shifted":
            yield change.status
        if pair.base is not None and (pair.is_moved or pair.is_renamed):
            word = "renamed" if pair.is_renamed else "moved"
            yield f"{word}, was {pair.base.title}"
        if pair.code == "changed":
            yield "code changed"


def _by(condition: GateCondition, amount: float, *, is_share: bool) -> str:
    """Returns by how much a figure has moved."""
    if condition.kind == CUT_OFF:
        sign = "-" if condition.direction == "down" else "+"
        return f"{'' if condition.direction == 'either' else sign}{_of_hundred(amount)}"
    if condition.direction == "either":
        return f"{in_digits(100 * amount, 3)} {'points' if is_share else '% of the larger'}"
    signed = amount if condition.direction == "up" else -amount
    return f"{in_digits(100 * signed, 3, '+')} points" if is_share else _growth(signed)


def _total(condition: GateCondition, total: Total) -> str:
    """Says how the sum of methods' bytecodes has changed, whether the condition holds or not."""
    figure = total.figure
    before, after = (_mean(condition.kind, mean) for mean in figure.means)
    text = f"bytecodes of {counted(total.methods, 'method')} together {before} {ARROW} {after}"
    if math.isinf(figure.growth):
        return f"{text} (it was 0)"
    if figure.change:
        text += f" ({_growth(figure.growth)})"
    if total.amount is None:
        varying = spread.varying(figure, lambda mean: _mean(condition.kind, mean))
        text += f"; this may be chance, because {varying}"
    return text


def _growth(growth: float) -> str:
    if growth >= words.MOST_GROWTH:
        return words.factor(growth)
    return f"{in_digits(100 * growth, 3, '+')} %"


def _mean(kind: str, mean: float) -> str:
    if kind == "share":
        return f"{in_digits(100 * mean, 3)} %"
    if kind == CUT_OFF:
        return _of_hundred(mean)
    return in_digits(mean, 4) if mean < 1000 else f"{mean:,.0f}"


def _of_hundred(mean: float) -> str:
    return in_digits(100 * mean, 3) if mean < 10 else f"{100 * mean:,.0f}"
