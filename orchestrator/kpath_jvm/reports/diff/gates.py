"""Turns the results of ``diff --fail-if`` into plain values."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kpath_jvm.analysis.diff.changes import (
    CUT_OFF,
    LOOP_BYTECODES,
    PER_ENTRY,
    BranchChange,
    Change,
    JudgedFigure,
    LoopChange,
    MethodChange,
    PartChange,
    SequenceChange,
)
from kpath_jvm.analysis.diff.difference import Difference
from kpath_jvm.analysis.diff.figures import BoundedFigure
from kpath_jvm.analysis.diff.together import AllVersions
from kpath_jvm.analysis.gates.conditions import (
    ANY,
    FIGURES,
    ITERATIONS,
    OF_LOOPS,
    OF_POINTS,
    OUTCOME,
    TOTAL,
    ConditionOutcome,
    GateCondition,
    Total,
    gated,
    judge,
    judged_means,
    may_exceed_any_bound,
)
from kpath_jvm.analysis.matching.methods import MethodPair
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.diff import spread, words
from kpath_jvm.reports.diff.one_side import code_told, why_missing, why_on_one_side
from kpath_jvm.reports.diff.rows import Rows
from kpath_jvm.reports.gates import of_completeness
from kpath_jvm.reports.lines import ARROW
from kpath_jvm.reports.output import counted, digits_to_differ, full_number, in_digits, signed
from kpath_jvm.shown import ROWS

#: How many changes the text of a gate names, unless --top is more than its default.
_MOST_NAMED = 3
#: The figures that conditions compare, in words.
_FIGURES = {
    "share": "share of the bytecodes", "bytecodes": "bytecodes", "entries": "entries",
    PER_ENTRY: "bytecodes per entry",
    "iterations": "iterations per entry", LOOP_BYTECODES: "own bytecodes",
    CUT_OFF: "paths cut off per 100 entries",
}  # fmt: skip
#: By its key in a loop's row, how often the loop went round per entry, in words; and for each key
#: the other one.
_MEANS = {"mean_iterations": "iterations per entry", "back_edges_per_entry": "back edges per entry"}
_OTHER_MEANS = dict(zip(_MEANS, reversed(_MEANS), strict=True))
#: By a change's ``NOUN``, for something that ran on one side: the key of its count in the row, and
#: the singular and plural of the word for this count.
_RAN = {
    "method": ("entries", "entry", "entries"), "loop": ("iterations", "iteration", "iterations"),
    "branch": ("executions", "execution", "executions"),
    "sequence": ("count", "occurrence", "occurrences"),
}  # fmt: skip
#: By a change's ``NOUN``, for something that ran on both sides: the keys of its counts in the row,
#: and the words for them.
_COUNTS = {
    "method": {"bytecodes": "bytecodes", "entries": "entries"},
    "loop": {"iterations": "iterations in all", "entries": "entries"},
    "branch": {"executions": "executions"}, "sequence": {"count": "occurrences"},
}  # fmt: skip
#: By the kind of a condition: the parts of a method that the condition looks at, what it compares,
#: and the kind of the condition that asks whether such parts are gone.
_PARTS = {
    **{kind: ("loops", _FIGURES[kind], "gone-loop") for kind in OF_LOOPS},
    OUTCOME: ("branches", "outcomes", "gone-branch"),
}  # fmt: skip
#: Why it isn't known whether a condition holds, and what to do about it.
_WHY_UNTOLD = (
    "these are the bounds, because exceptions or the end of the recording cut off paths, and what "
    "these paths did isn't counted; give a looser bound, or pass --completed-only to leave them out"
)
_WHY_UNTOLD_OF_EDGES = (
    "these are the bounds, because edges were counted, and exceptions or the end of the recording "
    "may have left code half-way; give a looser bound, or record both sides without --profiler"
)
_WHY_UNTOLD_OF_ENTRIES = (
    "it was running before the recording began, and wasn't entered again; record both sides from "
    "their beginning"
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
    "the keys of such a switch are the compiler's own numbers, which another class file may give "
    "to other labels, and neither the recorded labels nor the code tells its cases apart; "
    "if the labels weren't recorded, record both sides with a filter that includes the enum and "
    "the compiler's class with its numbers (such as Outer$1); otherwise, give a looser bound"
)
_WHY_UNTOLD_OF_EXCHANGED = (
    "counts show how often the code behind each answer ran, but not whether the same executions "
    "ran it as before; if the edit is meant, record a new base"
)
_WHY_UNTOLD_OF_NUMBERS = (
    "the compiler numbers such methods, so an edit may have given them other numbers, and neither "
    "their code nor their order tells which of them belong together; judge their sum by a "
    "condition such as total(Outer.*) > +10%, or give the code a method with a name of its own"
)
#: By a condition's direction: the words that follow "no method's share" or the like if no figure
#: exceeds the bound.
_MOVED = {"either": "moved by more", "up": "rose by more", "down": "fell by more"}

#: By a condition's direction: what a condition on a figure has measured if nothing has changed.
_NO_CHANGE = {"either": "no change", "up": "no rise", "down": "no fall"}


def of_difference(
    found: Difference,
    conditions: Sequence[GateCondition],
    accepted: Sequence[str],
    rows: Rows | None = None,
    top: int = ROWS,
) -> list[dict[str, Any]]:
    """Returns a gate for each profile whose counts aren't exact, and one for each condition.

    ``accepted`` lists the verdicts that let a profile's gate pass although the counts aren't exact.
    ``rows`` knows the sources, if there are any. If ``top`` is more than its default, the text of a
    gate names so many changes.
    """
    profiles = [*found.base.runs, *found.new.runs]
    outcomes = judge(found, conditions)
    return [*of_completeness(profiles, accepted), *of_conditions(outcomes, rows, top)]


def of_conditions(
    outcomes: Sequence[ConditionOutcome],
    rows: Rows | None = None,
    top: int = ROWS,
) -> list[dict[str, Any]]:
    """Returns the results of ``diff --fail-if`` as plain values."""
    rows = rows or Rows()
    most_named = top if top > ROWS else _MOST_NAMED
    return [_of_condition(one, rows, most_named) for one in outcomes]


def _all_named(found: Sequence[str], most: int) -> list[str]:
    left = len(found) - most
    top = max(len(found), ROWS + 1)
    more = [f"{left:,} more (--top {top} names all; --json and --junit have them, too)"]
    return [*found[:most], *(more if left > 0 else [])]


def _untold(condition: GateCondition, change: MethodChange | PartChange, rows: Rows) -> str:
    """Says what isn't known about a change."""
    if change.pair.unsure is not None:
        return _unsure(condition, change, rows)
    if isinstance(change, MethodChange):
        bounded = change.bounded
        # A method's share may be exact although its bytecodes aren't. For example, a method that
        # did all of the work has a share of 100 %.
        for kind in (condition.kind, "share", "bytecodes"):
            if kind in bounded:
                return f"{change.pair.known.title}: {_FIGURES[kind]} {_bounds(kind, bounded[kind])}"
        return f"{change.pair.known.title}: only bounds of the base's total are known"
    row = _row(change, rows)
    where = f"{change.pair.known.title}{_place(change, row)}"
    side = "base" if change.status == "new" else "new side"
    if isinstance(change, SequenceChange):
        if change.may_be_uncounted:
            return f"{where}: the {side}'s profile may lack it"
        return f"{where}: the {side} didn't count it, but may have held it back"
    if isinstance(change, BranchChange) and not change.is_told:
        return (
            f"{where}: the shares of its answers differ by {words.moved_part(row)}, because it "
            "isn't known which of its outcomes are the same on both sides"
        )
    if isinstance(change, BranchChange) and change.is_exchanged:
        return f"{where}: {words.exchanged(row)}, {words.answers_moved(row)}"
    if isinstance(change, LoopChange):
        return f"{where}: {_untold_loop(condition, change, row, side)}"
    return f"{where}: {_not_completed(side)}"


def _unsure(condition: GateCondition, change: MethodChange | PartChange, rows: Rows) -> str:
    """Says what has changed if one guess at a numbered method's partner is right."""
    pair, row = change.pair, _row(change, rows)
    figure = gated(condition, change)
    what = "it differs"
    if figure is not None:
        means = _means(condition.kind, figure.figure.means)
        what = f"{_FIGURES[condition.kind]} {f' {ARROW} '.join(means)}"
    if pair.base is None:
        was = "if it is new"
    elif pair.new is None:
        was = "if it is gone"
    else:
        was = f"if it was {pair.base.title}"
    return f"{pair.known.title}{_place(change, row)}: {what}, {was}"


def _untold_loop(
    condition: GateCondition, change: LoopChange, row: dict[str, Any], side: str
) -> str:
    """Says what isn't known about a loop; ``side`` may have run the loop, too."""
    kind, bounds = condition.kind, change.bounds
    if kind == ITERATIONS:
        is_cut = bounds is None
        mean = row["mean_iterations"]
        told = words.bounded_on_both(mean) if is_cut else _bounds(kind, change.mean)
        return f"{_FIGURES[kind]} {told}"
    if bounds is None:
        return _not_completed(side)
    if kind == LOOP_BYTECODES:
        return f"{_FIGURES[kind]} {_bounds(kind, bounds.bytecodes)}"
    return f"{_FIGURES['share']} {_bounds('share', bounds.share)}"


def _not_completed(side: str) -> str:
    return f"no completed path of the {side} ran it, but others may have"


def _bounds(kind: str, figure: BoundedFigure) -> str:
    texts = []
    for one in figure.bounds:
        most = None if math.isinf(one.most) else one.most
        texts.append(words.between(one.least, most, lambda mean: _mean(kind, mean)))
    return f" {ARROW} ".join(texts)


def _why_uncompared(pair: MethodPair) -> str:
    if pair.is_recorded_otherwise:
        return "its paths were recorded in two ways"
    return "it isn't known which cases of a switch are the same on both sides"


def _why_untold(one: ConditionOutcome) -> str:
    """Says why a condition can't be judged, and what to do about it."""
    sure = [change for change in one.untold if change.pair.unsure is None]
    if len(sure) < len(one.untold):
        rest = replace(one, untold=tuple(sure))
        others = [_why_untold(rest)] if rest.is_untold else []
        return "; ".join([_WHY_UNTOLD_OF_NUMBERS, *others])
    if one.condition.kind == PER_ENTRY:
        entered = [_is_entered(it) for it in one.untold]
        whys = [_WHY_UNTOLD_OF_EDGES] if any(entered) else []
        return "; ".join([*whys, *([] if all(entered) else [_WHY_UNTOLD_OF_ENTRIES])])
    is_of_edges = any(
        it.share_in_bounds is not None or isinstance(it, MethodChange) for it in one.untold
    )
    if one.total is not None or is_of_edges:
        return _WHY_UNTOLD_OF_EDGES
    sequences = [change for change in one.untold if isinstance(change, SequenceChange)]
    is_of = {
        _WHY_UNTOLD_OF_SEQUENCES: any(it.may_be_uncounted for it in sequences)
        or any(pair.is_recorded_otherwise for pair in one.otherwise),
        _WHY_UNTOLD_OF_HELD_BACK: not all(it.may_be_uncounted for it in sequences),
        _WHY_UNTOLD_OF_CASES: any(not pair.is_recorded_otherwise for pair in one.otherwise)
        or any(isinstance(it, BranchChange) and not it.is_told for it in one.untold),
        _WHY_UNTOLD_OF_EXCHANGED: any(
            isinstance(it, BranchChange) and it.is_exchanged for it in one.untold
        ),
    }
    if any(is_of.values()):
        return "; ".join(why for why, is_so in is_of.items() if is_so)
    if one.condition.kind != ITERATIONS or any(
        isinstance(it, LoopChange) and may_exceed_any_bound(one.condition, it) for it in one.untold
    ):
        return _WHY_UNTOLD_OF_PARTS
    return _WHY_UNTOLD


def _is_entered(change: MethodChange | PartChange) -> bool:
    """Returns whether a method was entered in all runs that executed it."""
    assert isinstance(change, MethodChange), "a part of a method has no bytecodes per entry"
    figure = change.per_entry
    return all(one is None or one.value is not None for one in (*figure.base, *figure.new))


def _of_condition(one: ConditionOutcome, rows: Rows, most_named: int) -> dict[str, Any]:
    found = [_named(one.condition, *row, rows) for row in one.larger]
    found += [_missing(one, pair, rows) for pair in one.missing]
    found += [_lost(one, pair, rows) for pair in one.lost]
    measured = one.measured
    brief = look_at = None
    if one.wrong is not None:
        text = printable(one.wrong)
    elif one.total is not None and not one.missing:
        text = _total(one.condition, one.total)
        if one.is_untold:
            text = f"it can't be told: {text}; {_why_untold(one)}"
    elif found:
        text = "; ".join(_all_named(found, most_named))
    elif one.is_untold:
        found = [_untold(one.condition, change, rows) for change in one.untold]
        found += [
            f"{pair.known.title}: {_why_uncompared(pair)}, so its sequences can't be compared"
            for pair in one.otherwise
        ]
        text = f"it can't be told: {'; '.join(_all_named(found, most_named))}; {_why_untold(one)}"
        look_at = _look_at(one, rows)
        if look_at is not None:
            text = f"look at {look_at}; {text}"
    else:
        text = "; ".join([_nothing(one.condition), *_limits(one, rows)])
    name = printable(one.condition.text)
    is_open = one.wrong is not None or one.is_untold
    passed = not (one.is_failed or is_open)
    if passed:
        brief = "; ".join([_measured(one, rows), *_reservations(one)])
    return {
        "name": name,
        "passed": passed,
        "value": None if measured is None or math.isinf(measured) else measured,
        "least": None,
        "most": None,
        "text": text,
        "brief": brief,
        "found": found,
        "error": f"condition '{name}': {text}" if is_open else None,
        "named": True,
        "look_at": look_at,
    }


def _measured(one: ConditionOutcome, rows: Rows) -> str:
    """Says in a few words what a condition that doesn't hold has measured, and where."""
    # If only bounds of the amount are known, ``possible`` is the upper bound.
    condition, amount = one.condition, one.possible
    kind = condition.kind
    if one.total is not None:
        return _total(condition, one.total, is_brief=True)
    if amount is None:
        return "nothing to compare"
    if not amount:
        if kind in FIGURES or kind == OUTCOME:
            return _NO_CHANGE[condition.direction]
        return "nothing differs" if kind == ANY else "none"
    of = "" if one.largest is None else f" ({_briefly_named(one.largest, rows)})"
    if math.isinf(amount):
        return f"more than 0 where it was 0{of}"
    by = f"{in_digits(100 * amount, 3)} %"
    if kind in FIGURES:
        by = _by(condition, amount, is_share=kind in OF_POINTS)
        by += " per 100 entries" if kind == CUT_OFF else ""
    # If everything has moved against the condition's direction, the amount is the smallest move.
    which = f"{'smallest' if amount < 0 else 'largest'}{'' if amount == one.most else ' possible'}"
    return f"the {which} {_moved_how(condition, amount)} is {by}{of}"


def _moved_how(condition: GateCondition, amount: float) -> str:
    """Returns what the amount is: a rise, a fall, a change, or a share."""
    if condition.kind not in FIGURES and condition.kind != OUTCOME:
        return "share"
    if condition.direction == "either":
        return "change"
    return "rise" if (condition.direction == "up") == (amount > 0) else "fall"


def _briefly_named(change: Change, rows: Rows) -> str:
    """Names a method, or a part of a method; the text doesn't list the paths of a sequence."""
    row = _row(change, rows)
    if isinstance(change, SequenceChange):
        return f"{change.pair.known.title}, sequence {row['text']}"
    return f"{change.pair.known.title}{_place(change, row)}"


def _reservations(one: ConditionOutcome) -> Iterator[str]:
    """Says in a few words why it may mean little that a condition doesn't hold."""
    if one.doubtful:
        yield f"{counted(len(one.doubtful), 'difference')} may be chance"
    if one.never_ran:
        yield _never_ran(one.condition.kind)
    yield from (text.partition("; ")[0] for text in _gone(one))
    yield from _stopped(one)
    yield from _apart(one)
    if one.alone:
        are = "isn't" if one.alone == 1 else "aren't"
        yield f"{counted(one.alone, 'method')} of one side {are} compared"
    if one.came:
        are, it = ("isn't", "it") if one.came == 1 else ("aren't", "them")
        yield f"{counted(one.came, 'new loop')} {are} compared (new-loop looks at {it})"
    if one.recounted:
        yield _not_alike(one)
    if one.lighter or one.lighter_untold:
        yield f"{_lighter(one)} the condition with min-share 0%"


def _look_at(one: ConditionOutcome, rows: Rows) -> str | None:
    """Names the edit that a reader must look at, because counts don't show its effect."""
    places = [
        f"{change.pair.known.title}{_place(change, _row(change, rows))}"
        for change in one.untold
        if isinstance(change, BranchChange) and change.is_exchanged
    ]
    if not places:
        return None
    more = f" (and {counted(len(places) - 1, 'other branch', 'other branches')})"
    edit = "its condition was negated, or its arms were exchanged"
    return f"{places[0]}{more if len(places) > 1 else ''}: {edit}"


def _nothing(condition: GateCondition) -> str:
    """Returns a text for a condition that doesn't hold for anything."""
    kind, is_bounded = condition.kind, condition.bound is not None
    if kind in FIGURES:
        noun = "loop" if kind in OF_LOOPS else "method"
        verb = _MOVED[condition.direction] if is_bounded else "differ"
        if kind == "share":
            verb = verb.replace("differ", "differs")
            if condition.method is None:
                noun = "method that does more or less than before has a"
                return f"no {noun} {_FIGURES[kind]} that {verb}"
        is_of_larger = is_bounded and condition.direction == "either" and kind not in OF_POINTS
        of = ", as a share of the larger value" if is_of_larger else ""
        return f"no {noun}'s {_FIGURES[kind]} {verb}{of}"
    if kind == "outcome":
        more = " by more" if is_bounded else ""
        if condition.direction == "up":
            return f"no branch has answers whose shares and counts rose{more}"
        return f"no branch has answers whose shares differ{more}"
    if kind == "any":
        return "nothing differs by a larger share" if is_bounded else "nothing differs"
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
    if one.never_ran:
        yield _never_ran(one.condition.kind)
    yield from _gone(one)
    yield from _stopped(one)
    yield from _apart(one)
    yield from _not_compared(one, rows)
    if one.least_share is not None:
        option = "--min-share" if one.condition.least_share is None else "min-share"
        yield (
            f"methods with less than {100 * one.least_share:g} % of the bytecodes were not "
            f"looked at ({option})"
        )
    if one.lighter or one.lighter_untold:
        named = [_named(one.condition, *row, rows) for row in one.lighter]
        named += [_untold(one.condition, change, rows) for change in one.lighter_untold]
        more = f"; and {len(named) - _MOST_NAMED:,} more" if len(named) > _MOST_NAMED else ""
        yield (
            f"{_lighter(one)} the condition with min-share 0%: "
            f"{'; '.join(named[:_MOST_NAMED])}{more}"
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


def _lighter(one: ConditionOutcome) -> str:
    """Says how many methods would fail a condition, but were too light to be judged."""
    assert one.least_share is not None, "a condition that looked at all methods"
    changes = [*(change for change, _ in one.lighter), *one.lighter_untold]
    number = len({id(change.pair) for change in changes})
    noun = counted(number, "lighter method")
    would = "might" if one.lighter_untold else "would"
    return f"{noun} (< {100 * one.least_share:g} %) {would} fail"


def _gone(one: ConditionOutcome) -> Iterator[str]:
    gone, ran = one.gone
    if gone:
        parts, _, kind = _PARTS[one.condition.kind]
        if one.condition.method is None:
            noun = counted(gone, kind.removeprefix("gone-"), parts)
            it = "it" if gone == 1 else "them"
            are = "is" if gone == 1 else "are"
            yield f"{noun} that ran in the base {are} gone; {kind} looks at {it}"
        elif gone == ran:
            yield f"all {parts} that ran in the base are gone"
        else:
            are = "is" if gone == 1 else "are"
            yield f"{gone:,} of {ran:,} {parts} that ran in the base {are} gone"


def _stopped(one: ConditionOutcome) -> Iterator[str]:
    """Says how many loops or branches stopped running although both sides have their code."""
    if one.stopped:
        parts = _PARTS[one.condition.kind][0]
        yield (
            f"{one.stopped:,} of {one.gone[1]:,} {parts} that ran in the base didn't run on the "
            "new side"
        )


def _apart(one: ConditionOutcome) -> Iterator[str]:
    if one.apart:
        yield (
            f"{counted(one.apart, 'branch', 'branches')} ran on both sides, but not in versions "
            "that were compared with each other"
        )


def _not_compared(one: ConditionOutcome, rows: Rows) -> Iterator[str]:
    if one.alone:
        are, them = ("is", "it") if one.alone == 1 else ("are", "them")
        yield (
            f"{counted(one.alone, 'method')} that only one side has {are} not compared; total, "
            f"new-method and gone-method look at {them}"
        )
    if one.came:
        are, it = ("is", "it") if one.came == 1 else ("are", "them")
        yield (
            f"{counted(one.came, 'loop')} that only the new side has {are} not compared; new-loop "
            f"looks at {it}"
        )
    if one.recounted:
        number = len(one.recounted)
        named = [_recounted(loop, rows) for loop in one.recounted[:_MOST_NAMED]]
        more = f"; and {number - len(named):,} more" if number > len(named) else ""
        yield f"{_not_alike(one)}: {'; '.join(named)}{more}"
    if one.moved:
        number = len(one.moved)
        named = [_moved(loop, rows) for loop in one.moved[:_MOST_NAMED]]
        more = f"; and {number - len(named):,} more" if number > len(named) else ""
        what = "a loop that seems" if number == 1 else f"{number:,} loops that seem"
        verb = "doesn't" if number == 1 else "don't"
        yield (
            f"{what} to have moved, and to do no more than before, {verb} count: "
            f"{'; '.join(named)}{more}"
        )


def _not_alike(one: ConditionOutcome) -> str:
    """Says how many loops would fail a condition if both sides counted iterations alike."""
    number = len(one.recounted)
    verb = "doesn't" if number == 1 else "don't"
    return (
        f"{counted(number, 'loop')} whose loop test differs {verb} count, because only the "
        "iterations exceed the bound, and not the back edges"
    )


def _recounted(change: LoopChange, rows: Rows) -> str:
    row = rows.loop(change)
    told = ", ".join(f"{what} {words.bounded(row[key])}" for key, what in _MEANS.items())
    return f"{change.pair.known.title}{_place(change, row)} ({told})"


def _moved(change: LoopChange, rows: Rows) -> str:
    row = rows.loop(change)
    return f"{change.pair.known.title}{_place(change, row)} ({words.moved(row)})"


def _never_ran(kind: str) -> str:
    if kind in _PARTS:
        return f"none of its {_PARTS[kind][0]} ran on either side"
    parts = "loops" if kind == "gone-loop" else "branches"
    return f"no completed path of the base ran any of its {parts}, so none can be gone"


def _versions(one: ConditionOutcome) -> Iterator[str]:
    both, alone = one.versions
    kind = one.condition.kind
    is_of_figure = kind in FIGURES
    if not is_of_figure and kind != OUTCOME:
        # Conditions of all other kinds are also judged for versions that only one side has.
        both, alone = both + alone, 0
    if both:
        which = f"each of {both:,} versions" if both > 1 else "1 version"
        which += " that both sides have" if alone else ""
        how = ", and all of them together" if is_of_figure and not alone else ""
        yield f"{which} was judged by itself{how}"
        if kind == OUTCOME and both > 1:
            yield (
                "their sum wasn't judged, so a version that runs more often than before isn't "
                "noticed"
            )
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
    varying = spread.varying(figure.figure, lambda mean: _mean(condition.kind, mean))
    # The parentheses at the end of ``named`` list other figures, so the text names this figure.
    return f"{named}, {_FIGURES[condition.kind]}: {varying}"


def _instead(one: ConditionOutcome, pair: MethodPair, rows: Rows) -> str | None:
    """Says where a condition's loop seems to have moved, and which condition compares this loop."""
    if one.moved_to is None:
        return None
    change, other = one.moved_to
    row = rows.loop(change)
    where = f"{change.pair.known.title}{_place(change, row)}"
    if pair.known.title == change.pair.known.title:
        where = f"its{_place(change, row).removeprefix(',')}"
    return (
        f"{where}: {words.moved(row)}, and {other.kind}({printable(other.method or '')}:"
        f"{other.line}) compares it"
    )


def _missing(one: ConditionOutcome, pair: MethodPair, rows: Rows) -> str:
    condition, title = one.condition, pair.known.title
    what = _FIGURES.get(condition.kind, "bytecodes" if condition.kind == TOTAL else "")
    what = f"its {what} can't be compared" if what else "it can't be compared"
    side = "new side" if pair.new is None else "base"
    why = f"{title}: {why_missing(side, pair.known.class_name, pair.beside)}, so {what}"
    if pair.beside == "thread":
        return f"{why}; compare without --thread, or name a method that the thread runs"
    if (instead := _instead(one, pair, rows)) is not None:
        return f"{why}; {instead}"
    if pair.new is None:
        return f"{why}; name the method that does its work now, or use gone-method"
    return f"{why}; give a base that has it, or use new-method"


def _lost(one: ConditionOutcome, pair: MethodPair, rows: Rows) -> str:
    """Says that a method has lost all loops or branches that the condition could compare."""
    parts, what, kind = _PARTS[one.condition.kind]
    line = one.condition.line
    which = f"all {parts} that ran in the base are"
    if line is not None:
        which = f"the loop at line {line} ran in the base and is"
    remedy = _instead(one, pair, rows) or f"name the method that does this work now, or use {kind}"
    return (
        f"{pair.known.title}: {which} gone from its code, so its {what} can't be compared; {remedy}"
    )


def _row(change: Change, rows: Rows) -> dict[str, Any]:
    """Returns the row of a change.

    If the change is of all versions of a method together, the row's ``code`` says whether both
    sides have the same class files.
    """
    row = _row_of_one(change, rows)
    base, new = change.pair.base, change.pair.new
    if isinstance(base, AllVersions) and isinstance(new, AllVersions):
        return row | {"code": "same" if base.digests == new.digests else "changed"}
    return row


def _row_of_one(change: Change, rows: Rows) -> dict[str, Any]:
    if isinstance(change, LoopChange):
        return rows.loop(change)
    if isinstance(change, BranchChange):
        return rows.branch(change)
    if isinstance(change, SequenceChange):
        return rows.sequence(change)
    assert isinstance(change, MethodChange), "a change of an unknown kind"
    return rows.method(change)


def _place(change: Change, row: dict[str, Any]) -> str:
    """Says which loop, branch or sequence of its method has changed; "" for a method."""
    if isinstance(change, MethodChange):
        return ""
    if isinstance(change, SequenceChange):
        return f", sequence {words.paths_in_short(row)}"
    where = words.place(_kind(change), row)
    where = where.replace(", ", f", {change.NOUN} at ", 1) or f", {change.NOUN}"
    # Without the question, nobody could tell what the answer "yes" means.
    return f"{where} ({row['question']})" if isinstance(change, BranchChange) else where


def _kind(change: Change) -> str:
    """Returns the kind of the change's row, as in words.KINDS."""
    return next(kind for kind, noun in words.NOUNS.items() if noun == change.NOUN)


def _named(condition: GateCondition, change: Change, amount: float, rows: Rows) -> str:
    """Says where something has changed, and how.

    A reader who sees only this line must be able to tell code that has changed from code that ran
    less often.
    """
    row = _row(change, rows)
    figure = gated(condition, change)
    if figure is not None:
        what, parts = _figure(condition, change, amount, row, figure)
    elif change.status != "shifted":
        told = "".join(f"{one}; " for one in _told_of(change))
        what = f": {told}{why_on_one_side(_kind(change), row)}"
        parts = [f"{_ran(change, row)}, {_share(condition, change, amount)}"]
    elif condition.kind == OUTCOME:
        assert isinstance(change, BranchChange), "only branches have outcomes"
        what, parts = _went(row, change.moved)
        if condition.direction == "up":
            least = "" if row["told"] else "at least "
            gained = f"{least}{in_digits(100 * amount, 3)} % of its executions"
            parts.append(f"answers that came more often than before gained {gained}")
        parts.append(_code(change, row))
    else:
        told = "".join(f"{one}; " for one in _told_of(change))
        what = f": {told}{_share(condition, change, amount)}"
        parts = [*_counts(change, row), _code(change, row)]
    if isinstance(change, LoopChange):
        parts += [told for told in (words.moved(row), words.perhaps(row)) if told]
    return f"{change.pair.known.title}{_place(change, row)}{what} ({'; '.join(parts)})"


def _figure(
    condition: GateCondition,
    change: Change,
    amount: float,
    row: dict[str, Any],
    figure: JudgedFigure,
) -> tuple[str, list[str]]:
    """Says how the figure of a condition has moved; also returns the texts for the parentheses."""
    kind, is_new = condition.kind, change.status == "new"
    parts = []
    if not math.isinf(amount):
        parts.append(_by(condition, amount, is_share=figure.is_share))
    elif not is_new:
        parts.append("it was 0")
    texts = _means(kind, figure.figure.means)
    alone, what = "", _FIGURES[kind]
    if isinstance(change, LoopChange):
        means = judged_means(condition, change)
        of = "mean_iterations" if means is change.per_entry else "back_edges_per_entry"
        what = _MEANS[of] if kind == ITERATIONS else what
        texts = ["none" if one == "-" else one for one in words.with_missing(texts, change.status)]
        is_of_mean = kind == ITERATIONS
        if is_of_mean and condition.completed_only and words.is_of_completed_alone(row):
            alone = ", completed paths alone"
        elif is_of_mean and means.bounded.known is None:
            texts = [words.bounded_on_both(row[of], change.status)]
            parts = [f"at least {one}" for one in parts]
        if is_of_mean and change.has_other_test:
            other = _OTHER_MEANS[of]
            parts.append(f"{words.OTHER_TEST}; {_MEANS[other]} {words.bounded(row[other])}")
        if is_of_mean and (asks := words.asks_otherwise(row)):
            parts.append(f"it {asks}")
    if kind == CUT_OFF and row["cut_off"] is not None:
        parts.append(f"{words.both(row['cut_off'], change.status)} paths cut off in all")
    if change.status == "shifted":
        # Iterations per entry may differ just because the loop was entered more or less often.
        is_of_loop = isinstance(change, LoopChange) and change.entries.change
        parts += _counts(change, row, but="" if is_of_loop else kind)
        # A loop that has moved is in two methods, and one side may lack the method of the row. So
        # the text doesn't say whether that method's code has changed.
        parts += [] if isinstance(change, LoopChange) and change.moved else [_code(change, row)]
    else:
        parts.append(why_on_one_side(_kind(change), row))
    return f"{alone}: {what} {f' {ARROW} '.join(texts)}", parts


def _went(row: dict[str, Any], moved: float) -> tuple[str, list[str]]:
    """Says how the outcomes of a branch have moved; also returns texts on how often it ran.

    The least number of executions that went another way is known only if the branch ran equally
    often on both sides. The true number may be larger: two executions that have changed places
    leave the counts as they were.
    """
    share = f"{in_digits(100 * moved, 3)} %"
    least = "" if row["told"] else "at least "
    on = " on completed paths" if words.is_of_completed_alone(row) else ""
    base, new = row["executions"]["base"], row["executions"]["new"]
    if base == new:
        times = "once" if base == 1 else f"{words.number(base)} times"
        ran = f"it ran {times}{on} on both sides"
    else:
        before, after = words.numbers(base, new)
        ran = f"it ran {after} instead of {before} times{on}"
    parts = [ran]
    if (less := words.asked_less(row)) is not None:
        what = f"{less.text(str)}, so the shares of its answers differ by {least}{share}"
    elif base == new:
        least = "all" if moved == 1 else f"at least {share}"
        what = f"{least} of its executions{on} went another way, {words.answers_moved(row)}"
    else:
        what = f"the shares of its answers differ by {least}{share}, {words.answers_moved(row)}"
        if (way := words.one_way(row)) is not None:
            parts.append(way)
    if not row["told"]:
        parts.append(words.untold(row))
    if row["exchanged"]:
        parts.append(words.exchanged(row))
    if row["doubtful"]:
        parts.append(words.DOUBTFUL)
    if row["code"] == "changed" and row["base_question"] != row["question"]:
        parts.append(f"in the base, it asks {row['base_question']}")
    return f": {what}", parts


def _ran(change: Change, row: dict[str, Any]) -> str:
    """Says how often something ran, if it ran on one side only."""
    name, one, several = _RAN[change.NOUN]
    times = words.both(row[name], change.status)
    on = ""
    if change.NOUN in {"loop", "branch"} and words.is_of_completed_alone(row):
        on = " on completed paths"
    where = "on the new side" if change.status == "new" else "in the base"
    # An outer loop multiplies what a loop does, so it matters most whether there is one.
    inside = f" {words.inside(row)}," if change.NOUN == "loop" else ""
    return f"{where}{inside} {times} {one if times == '1' else several}{on}"


def _counts(change: Change, row: dict[str, Any], but: str = "") -> list[str]:
    """Returns the counts of something that ran on both sides, except for the count ``but``."""
    of = {name: noun for name, noun in _COUNTS[change.NOUN].items() if name != but}
    seen = change.NOUN in {"loop", "branch"} and words.is_of_completed_alone(row)
    return [
        f"{'counted ' if seen else ''}{noun} {words.both(row[name])}" for name, noun in of.items()
    ]


def _code(change: Change, row: dict[str, Any]) -> str:
    """Says whether both sides have the same code, and which version of the method the base has.

    A version's counts may also differ because more or fewer of a side's runs had its class file.
    """
    pair, is_method = change.pair, change.NOUN == "method"
    if isinstance(pair.base, AllVersions):
        all_versions = "all versions" if row["code"] == "same" else "not all versions"
        return f"{all_versions} are of the same class files as before"
    told = code_told(row["code"], is_method=is_method)
    if pair.base is not None and pair.base.version not in {None, pair.known.version}:
        told += f"; in the base, it is {pair.base.version}"
    return told


def _share(condition: GateCondition, change: Change, amount: float) -> str:
    share = f"{in_digits(100 * amount, 3)} %"
    if condition.kind == ANY:
        return _of_any(change, amount, share)
    if change.NOUN == "sequence":
        return f"{share} of the method's path completions"
    return f"{share} of the bytecodes{' in its block' if change.NOUN == 'branch' else ''}"


def _of_any(change: Change, amount: float, share: str) -> str:
    """Explains the ``share`` by which the condition ``any`` judges a change.

    Each kind of change has a figure of its own (Change.concerned). docs/verbs/diff.md lists them.
    """
    if isinstance(change, SequenceChange):
        return (
            "the method's share of the bytecodes times the shift of the sequence's share is "
            f"{share}"
        )
    if isinstance(change, BranchChange):
        if change.status != "shifted":
            return f"its block has {share} of the bytecodes"
        return f"its block's share of the bytecodes times the shift of its answers is {share}"
    assert isinstance(change, MethodChange | LoopChange), "a change of an unknown kind"
    if change.bounds is not None:
        return f"the share by which 'any' judges it is at least {share}"
    bytecodes = "its bytecodes" if change.NOUN == "method" else "the bytecodes of its own blocks"
    if change.part is None:
        return f"its share of the bytecodes moved by {share.removesuffix(' %')} points"
    if amount > change.moved_part:
        if isinstance(change, MethodChange):
            growth = change.bytecodes.change
            side = " on the new side" if growth > 0 else " in the base" if growth < 0 else ""
            return f"{bytecodes}{side} are {share} of the base's total"
        times = "the relative change of its iterations per entry"
        return f"{bytecodes} in the base, as a share of the base's total, times {times} are {share}"
    verb = "changed by" if change.status == "shifted" else "are"
    return f"{bytecodes} {verb} {share} of the base's total"


def _told_of(change: Change) -> Iterator[str]:
    """Yields what a method was called in the base, if it had another name."""
    pair = change.pair
    if change.NOUN == "method" and pair.base is not None:
        if pair.is_moved or pair.is_renamed:
            yield f"{'renamed' if pair.is_renamed else 'moved'}, was {pair.base.title}"
        elif pair.is_numbered_otherwise:
            yield f"was {pair.base.title}"


def _by(condition: GateCondition, amount: float, *, is_share: bool) -> str:
    if condition.kind == CUT_OFF:
        is_fall = (condition.direction == "down") == (amount > 0)
        sign = "" if condition.direction == "either" else "-" if is_fall else "+"
        return f"{sign}{_of_hundred(abs(amount))}"
    if condition.direction == "either":
        return f"{in_digits(100 * amount, 3)} {'points' if is_share else '% of the larger'}"
    change = amount if condition.direction == "up" else -amount
    if is_share:
        return f"{signed(100 * change, words.CHANGE_DIGITS)} points"
    return words.growth_text(change)


def _total(condition: GateCondition, total: Total, *, is_brief: bool = False) -> str:
    """Says how the sum of the methods' bytecodes has changed, whether the condition holds or not.

    The brief text doesn't say which runs differ if the change may be chance.
    """
    return "; ".join([_sum(condition, total, is_brief=is_brief), *_alone(total)])


def _sum(condition: GateCondition, total: Total, *, is_brief: bool) -> str:
    figure = total.figure
    of = "" if is_brief and condition.method is None else f"{_together(total)} "
    if total.bounds is not None:
        return f"{of}{_bounds(condition.kind, total.bounds)}"
    before, after = (_mean(condition.kind, mean) for mean in figure.means)
    text = f"{of}{before} {ARROW} {after}"
    if math.isinf(figure.growth):
        return f"{text} (it was 0)"
    if figure.change and (before != after or total.amount is not None):
        text += f" ({words.growth_text(figure.growth)})"
    if total.amount is None and before == after:
        text += "; runs of one side differ by more than this"
    elif total.amount is None:
        varying = spread.varying(figure, lambda mean: _mean(condition.kind, mean))
        text += "; this may be chance" + ("" if is_brief else f", because {varying}")
    return text


def _together(total: Total) -> str:
    if total.methods == 1:
        return "bytecodes of 1 method"
    return f"bytecodes of {counted(total.methods, 'method')} that ran on either side, together"


def _alone(total: Total) -> Iterator[str]:
    """Says how many of the methods only one side has.

    Says nothing if one side has none of the methods, because a sum of 0 shows that.
    """
    for number, other in zip(total.alone, ("on the new side", "in the base"), strict=True):
        if 0 < number < total.methods:
            have = "has" if number == 1 else "have"
            yield f"{number:,} of these methods {have} no counterpart {other}"


def _means(kind: str, means: Sequence[float]) -> list[str]:
    """Returns the means of both sides, which read differently if they differ."""
    more = digits_to_differ(means, lambda mean, digits: _mean(kind, mean, digits), 0)
    return [_mean(kind, mean, more) for mean in means]


def _mean(kind: str, mean: float, more: int = 0) -> str:
    """Returns a figure as text, with a number of digits ``more`` than usual."""
    if kind == "share":
        return f"{in_digits(100 * mean, 3 + more)} %"
    if kind == CUT_OFF:
        return _of_hundred(mean, more)
    return full_number(mean, 4 + more)


def _of_hundred(mean: float, more: int = 0) -> str:
    return full_number(100 * mean, 3 + more)
