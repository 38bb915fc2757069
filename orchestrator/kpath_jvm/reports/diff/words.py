"""Describes a difference in words; text, Markdown and the page use the same words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kpath_jvm.profile.names import printable
from kpath_jvm.profile.places import line_or_lines
from kpath_jvm.records.java_command import shortened
from kpath_jvm.records.merged import instant
from kpath_jvm.reports.completed_words import bounds_text
from kpath_jvm.reports.diff.one_side import why_on_one_side
from kpath_jvm.reports.gates import summed
from kpath_jvm.reports.lines import ARROW, TIMES
from kpath_jvm.reports.output import (
    amount,
    counted,
    digits_to_differ,
    percent,
    signed,
    tenths,
)
from kpath_jvm.reports.ran_with import jars_told
from kpath_jvm.reports.told_sequences import not_alone, shared_text

#: At most this many outcomes of a branch or switch are shown: those whose shares moved most, if it
#: ran on both sides.
_MOST_OUTCOMES = 4
_MOST_PATHS = 3
#: The decimals of a change in percent of the base's total.
_PART_DIGITS = 2
#: A growth of this much or more is written as a factor, because 29,300 % is hard to read.
_MOST_GROWTH = 10
#: The significant digits of a growth in per cent, or of a change in points.
CHANGE_DIGITS = 3
_Quote = Callable[[str], str]

_SIDES = ("base", "new")
KINDS = ("methods", "loops", "branches", "sequences")
#: The figures that show in which runs something ran.
_COUNTS = {
    "methods": ("bytecodes", "entries"), "loops": ("bytecodes", "entries", "iterations"),
    "branches": ("executions",), "sequences": ("count",),
}  # fmt: skip
TITLES = {
    "methods": "Methods", "loops": "Loops", "branches": "Branches", "sequences": "Sequences",
}  # fmt: skip
#: By a kind of changes: what has changed.
NOUNS = {
    "methods": "method", "loops": "loop", "branches": "branch", "sequences": "sequence",
}  # fmt: skip
KINDS_OF_WORK = ("methods", "loops")
_OF_WORK = ("change, of\nbase's total", "share\nin base", "share\nin new")
_SHIFT = "shift of\nshare"
#: The name of the column by which branches and sequences are ordered.
CONCERNS = "concerns, of\nall bytecodes"
#: The names of the columns if rows are ordered by the change of their bytecodes.
COLUMNS = {
    "methods": _OF_WORK, "loops": _OF_WORK, "branches": ("moved", CONCERNS),
    "sequences": ("share\nin base", "share\nin new", CONCERNS),
}  # fmt: skip


def columns(kind: str, ordered_by: str) -> tuple[str, ...]:
    """Returns the names of the columns that come before a row's text.

    ``ordered_by`` is the value of the document's key ``ordered_by``.
    """
    if kind in KINDS_OF_WORK and ordered_by != "bytecodes":
        return (_SHIFT, *COLUMNS[kind][1:])
    return COLUMNS[kind]


def about(document: dict[str, Any]) -> list[str]:
    """Returns lines on what is compared."""
    found = []
    if document["shared"]:
        found.append(
            f"note: {printable(document['shared'])}; both sides count events of one run, so the "
            "differences aren't those of two runs"
        )
    found += [f"note: {printable(text)}" for text in document["unlike"]]
    found += [f"note: {printable(text)}" for text in document["ended"]]
    if document["runs_differ"]:
        found.append(f"note: {printable(document['runs_differ'])}")
    if document["commands_differ"]:
        found.append(f"note: {printable(document['commands_differ'])}")
    if document["javas_differ"]:
        found.append(f"note: {printable(document['javas_differ'])}")
    if document["class_paths"]:
        jars = jars_told(document["class_paths"], " (--json has all)")
        found.append(f"note: {printable(f'the class paths differ: {jars}')}")
    found += [f"note: {printable(note)}" for note in document["notes"]]
    found += [
        _side(name, document[name], is_exact=_is_exact(document["total"], at))
        for at, name in enumerate(_SIDES)
    ]
    found.append("started: " + "; ".join(_started(name, document[name]) for name in _SIDES))
    shown = [f"thread {printable(document['thread'])}"] if document["thread"] else []
    shown += [f"JVM {printable(document['jvm'])}"] if document["jvm"] else []
    shown += [document["selection"]] if document["selection"] else []
    if shown:
        found.append(f"only: {', '.join(shown)}")
    found.append(_total(document))
    found.append(
        "counted: the bytecodes of recorded code. Those of other code aren't counted "
        f"({printable(document['not_counted'])}), so the work of the whole program may have "
        "changed in another way"
    )
    found += _compared(document)
    found += [edited(document), *_changes_by_edit(document), matched(document["matched"])]
    if document["replaced_conditions"] is not None:
        found.append(f"note: {printable(document['replaced_conditions'])}")
    if not document["gates"]:
        # Without this line, status 0 would look like a pass.
        found.append("nothing was judged: no --fail-if is given, so the status is 0")
    return found


def _started(name: str, side: dict[str, Any]) -> str:
    known = sorted((one for one in side["started"] if one is not None), key=instant)
    if len(known) < len(side["started"]):
        return f"{name} at an unknown time"
    text = f"{name} {known[0]}"
    return printable(text if known[0] == known[-1] else f"{text} to {known[-1]}")


def _compared(document: dict[str, Any]) -> Iterator[str]:
    """Yields a line on what is known to be the same on both sides, if anything is.

    Notes say what differs. Without this line, a reader couldn't tell what is the same from what
    isn't known.
    """
    sides = [document[name] for name in _SIDES]
    is_exact = all(one["exact"] for side in sides for one in side["completeness"])
    is_one_each = all(side["runs"] == [1] for side in sides) and not document["shared"]
    parts = []
    if is_one_each:
        parts.append(f"each side is one {'exact ' if is_exact else ''}run")
    elif is_exact:
        parts.append("all counts are exact")
    if all(threads == 1 for side in sides for threads in side["threads"]):
        parts.append("one platform thread ran recorded code in each run")
    versions = " and ".join(sides[0]["java_versions"])
    same = [f"Java {versions}" if one == "Java" else one for one in document["same"]]
    if same:
        parts.append(f"the same {_listed(same)}")
    if parts:
        yield (
            f"compared: {printable('; '.join(parts))}; what the program read (files, environment "
            "variables, clock) and which compiler made its classes aren't recorded"
        )


def _total(document: dict[str, Any]) -> str:
    total = document["total"]
    growth = total["change_of_base"]
    is_exact = _is_exact(total)
    text = f"total: {_amounts(total, 'shifted')} bytecodes"
    if growth and is_exact:
        text += f" ({growth_text(growth)})"
    rows = "methods and loops are ordered by"
    if document["ordered_by"] == "bytecodes":
        return f"{text}; {rows} the change of their own bytecodes, as a share of the base's total"
    is_none = not min(total["base"], total["new"])
    why = (
        "side executed nothing that was recorded"
        if is_none
        else "total is at least twice the other"
    )
    return f"{text}; as one {why}, {rows} how far their share has moved"


def growth_text(growth: float) -> str:
    """Returns a growth in per cent with its sign, or as a factor: 12 times for a growth of 11."""
    if growth >= _MOST_GROWTH:
        return f"{TIMES}{1 + growth:,.0f}"
    return f"{signed(100 * growth, CHANGE_DIGITS)} %"


def _signed(part: float | None) -> str:
    """Returns a change with its sign, as in "-4.80 %"; "0" for none, and "-" if it isn't known."""
    if part is None:
        return "-"
    if not part:
        return "0"
    least = 0.5 * 10 ** (-2 - _PART_DIGITS)
    return f"< ±{100 * 2 * least:g} %" if abs(part) < least else f"{100 * part:+.{_PART_DIGITS}f} %"


def _side(name: str, side: dict[str, Any], *, is_exact: bool) -> str:
    profiles = side["profiles"]
    is_summed = any(runs > 1 for runs in side["runs"])
    what = "profiles" if is_summed else "runs"
    several = f" ({len(profiles)} {what})" if len(profiles) > 1 else ""
    mean = sum(side["bytecodes"]) / len(profiles)
    a_run = "a run, " if is_summed or several else ""
    about = "" if is_exact else "about "
    return (
        f"{name + ':':5} {', '.join(map(printable, profiles))}{several}: "
        f"{printable(shortened(side['title']))}; {about}{number(mean)} bytecodes {a_run}in "
        f"{counted(side['methods'], 'method')}"
    )


def matched(counts: dict[str, int]) -> str:
    """Says how many methods ran, how many of them have changed, are the same, and so on.

    The numbers in parentheses add up to the number of all methods that ran on either side.
    """
    equal = counts["unchanged"] + counts["same"]
    parts = [f"{amount(counts['changed'])} changed"]
    if equal:
        which = "" if counts["same"] == equal else f"{amount(counts['same'])} of them "
        files = f", {which}in equal class files" if counts["same"] else ""
        parts.append(f"{amount(equal)} unchanged{files}")
    if counts["alike"]:
        parts.append(f"{amount(counts['alike'])} unchanged as far as profiles can tell")
    sides = {"base": "in the base", "new": "on the new side"}
    # This text doesn't say "new" or "gone": rows also use these words for methods that both sides
    # have, but that ran on only one side.
    parts += [
        f"{amount(counts[name])} recorded only {sides[side]}"
        for name, side in (("new", "new"), ("gone", "base"))
        if counts[name]
    ]
    whole = sum(counts[name] for name in ("changed", "alike", "new", "gone")) + equal
    text = f"methods that ran: {amount(whole)} ({'; '.join(parts)})"
    names = [f"{amount(counts[name])} {name}" for name in ("moved", "renamed") if counts[name]]
    names += [
        f"{amount(counts[f'{side}_only'])} that ran only {where}"
        for side, where in sides.items()
        if counts[f"{side}_only"]
    ]
    return f"{text}; of those that both sides have, {_listed(names)}" if names else text


def edited(document: dict[str, Any]) -> str:
    """Names the edited methods that ran, the largest share first.

    If there are none, says where differences may come from.
    """
    if not document["edited"]:
        counts = document["matched"]
        text = "edited methods that ran: none"
        if counts["new"] or counts["gone"]:
            text += " of those that both sides recorded"
        if counts["alike"]:
            text += ", as far as profiles can tell"
        if not any(document[kind] for kind in KINDS):
            return text
        return (
            f"{text}, so differences come from what the program was given or read, from chance, or "
            "from code that wasn't recorded"
        )
    named = [_edited(one) for one in document["edited"]]
    left = document["edited_left_out"]
    more = [f"and {amount(left)} more (--top {len(named) + left})"] if left else []
    return (
        "edited methods that ran, the largest share first, with their bytecodes per entry: "
        f"{'; '.join([*named, *more])}"
    )


def _edited(one: dict[str, Any]) -> str:
    """Names an edited method, and says what it executes per entry, on each side that ran it."""
    if one["base_title"] is not None:
        how = f" (was {one['base_title']})"
    else:
        how = "" if one["status"] == "shifted" else f" ({one['status']})"
    each = zip(("new", "gone"), _bounded(one["bytecodes_per_entry"]), strict=True)
    texts = ["never ran" if one["ran"] == status else text for status, text in each]
    same = " on both sides" if one["status"] == "shifted" and texts[0] == texts[1] else ""
    return f"{one['title']}{how} {_joined(texts, one['status'])}{same}"


def _changes_by_edit(document: dict[str, Any]) -> Iterator[str]:
    """Yields how much of the change of the total is in edited methods, and how much elsewhere."""
    changes = document["changes_by_edit"]
    if not document["edited"] or changes is None:
        return
    parts = [f"{_with_sign(changes['edited'])} bytecodes in edited methods"]
    if changes["one_side"]:
        one_side = _with_sign(changes["one_side"])
        parts.append(f"{one_side} in other methods that only one side recorded")
    parts.append(f"{_with_sign(changes['unchanged'])} in unchanged methods")
    yield f"change of the total: {', '.join(parts)}"


def _with_sign(change: float) -> str:
    return f"{'-' if change < 0 else '+' if change else ''}{number(abs(change))}"


def _listed(names: Sequence[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


def notes(document: dict[str, Any]) -> list[str]:
    """Returns notes on how runs are compared, and on what isn't listed."""
    found = []
    if any(runs > 1 for side in ("base", "new") for runs in document[side]["runs"]):
        found.append("a profile that adds up several runs counts as their mean: counts are per run")
    test = document["test"]
    if test is not None:
        found.append(_test(test))
    if document["within_spread"]:
        within = counted(document["within_spread"], "difference")
        named = [printable(one) for one in document["varying"]]
        most = "the largest: " if document["within_spread"] > len(named) else ""
        told = f" ({most}{'; '.join(named)})" if named else ""
        found.append(
            f"{within} not listed, because runs of one side differ from each other as much{told}"
        )
    if document["trifles"]:
        one = document["trifles"] == 1
        judged = f"; gates judge {'it' if one else 'them'}, too" if document["gates"] else ""
        kinds = [
            counted(number, NOUNS[kind], kind)
            for kind, number in document["trifles_by_kind"].items()
            if number
        ]
        found.append(
            f"{_listed(kinds)} not listed, because "
            f"{'it concerns' if one else 'they concern'} less than "
            f"{100 * document['least_weight']:g} % of the recorded bytecodes (--min-weight){judged}"
        )
    if document["light"]:
        one = document["light"] == 1
        found.append(
            f"{counted(document['light'], 'more method')} "
            f"{'differs, but is' if one else 'differ, but are'}n't listed, because "
            f"{'it has' if one else 'they have'} less than {100 * document['least_share']:g} % of "
            "the bytecodes on both sides (--min-share)"
        )
    if document["rewritten"]:
        judged = "; gates judge them, too" if document["gates"] else ""
        found.append(
            f"{counted(document['rewritten'], 'new or gone sequence')} not listed, because each "
            "gone one of an edited method has a new one with as many paths and occurrences, so "
            f"perhaps only their code has changed{judged}"
        )
    if document["called_otherwise"] is not None:
        one = document["called_otherwise"]
        found.append(
            f"to see who calls {one['title']}, whose code is unchanged, more or less often than "
            f"before (entries {both(one['entries'])}), record both sides with run --callers; "
            "`report` then lists its callers"
        )
    if document["in_loops"]:
        one = document["in_loops"] == 1
        judged = f"; gates judge {'it' if one else 'them'}, too" if document["gates"] else ""
        found.append(
            f"{counted(document['in_loops'], 'new or gone sequence')} not listed, because "
            f"{'it runs' if one else 'they run'} through a loop that is new or gone itself{judged}"
        )
    return found


def _test(test: dict[str, Any]) -> str:
    least, alpha = test["least_p"], test["alpha"]
    ways = round(2 / test["apart_by_chance"])
    chance = f"two figures in {ways:,}" if ways % 2 else f"one figure in {ways // 2:,}"
    apart = f"by chance alone, the ranges of {chance} don't overlap"
    counts = "a figure differs if the ranges of the two sides' runs don't overlap"
    if least is None:
        return f"one side has a single run: {counts}; {apart}"
    if least > alpha:
        return (
            f"too few runs for a test (p is {least:.2g} at least): {counts}; {apart}; with four "
            "runs on each side, the test can show a difference at 5 %"
        )
    return (
        f"listed are figures with a p of at most {alpha:g}, and figures whose ranges of runs don't "
        "overlap; p is the probability that chance alone makes any figure differ as much (by the "
        f"max T method, which permutes the runs); {apart}, so gates use p"
    )


def legend(document: dict[str, Any]) -> list[str]:
    """Returns lines that say what the listed figures mean, for those that are listed."""
    return [*_about_work(document), *_about_parts(document), *_about_bounds(document)]


def _about_work(document: dict[str, Any]) -> Iterator[str]:
    """Yields what the figures of methods and loops mean."""
    methods, loops = (document[kind] for kind in KINDS_OF_WORK)
    if not (methods or loops):
        return
    both = (("method", methods), ("loop's own blocks", loops))
    what = " or the ".join(noun for noun, rows in both if rows)
    if document["ordered_by"] == "bytecodes":
        yield (
            f"change: how many bytecodes the {what} executed more or less than in the base, as a "
            "share of all that the base executed"
        )
    else:
        yield (
            "shift of share: the share in new minus the share in base, in percentage points; it "
            f"doesn't say how much more or less the {what} executed"
        )
    yield "share of a method or loop: of all bytecodes of that side"
    if methods:
        yield (
            "bytecodes: those of the method's own code, without what it calls, in all its entries; "
            "in parentheses, their change as a share of the base's value beside it; per entry, "
            "their mean"
        )
    if loops:
        yield (
            "bytecodes each: those of the loop's own blocks for each iteration, without the loop "
            "tests that ended the loop, because a pass that ends there is no iteration"
        )


def _about_parts(document: dict[str, Any]) -> Iterator[str]:
    """Yields what the figures of branches and sequences mean."""
    branches, sequences = document["branches"], document["sequences"]
    less = [asked_less(row) is not None for row in branches]
    shifted = [row["status"] == "shifted" for row in branches]
    if any(numbered(row) is not None or row["base_ordinal"] is not None for row in branches):
        yield "#2: the second branch of that line, in the order of the code"
    if any(is_shifted and not is_less for is_shifted, is_less in zip(shifted, less, strict=True)):
        yield (
            "moved: by how much the shares of the branch's answers differ; if it ran as often as "
            "before, at least this share of its executions went another way"
        )
    if any(less):
        yield (
            "asked less (more): the only difference is that executions with one of the answers are "
            "gone (new)"
        )
    if sequences:
        yield (
            "share of a sequence: the part of the method's path completions that the sequence "
            "covers; several sequences may cover the same completions"
        )
    if branches or sequences:
        ordered = _listed([kind for kind in ("branches", "sequences") if document[kind]])
        told = [
            f"concerns: the share of all executed bytecodes that the change is about, not what the "
            f"change costs; {ordered} are ordered by it"
        ]
        if any(shifted):
            told.append(
                "for a branch, it is its block's share (the mean of both sides) times the shift of "
                "its answers"
            )
        if any(row["status"] == "shifted" for row in sequences):
            told.append(
                "for a sequence, it is the method's share (the larger one of both sides) times the "
                "shift of the sequence's share"
            )
        if not all(shifted):
            told.append(
                "for a branch that is new or gone, it is its block's share on the side that has it"
            )
        if any(row["status"] != "shifted" for row in sequences):
            told.append(
                "for a sequence that is new or gone, it is the method's share times the sequence's "
                "share, on the side that has it"
            )
        yield "; ".join(told)


def _about_bounds(document: dict[str, Any]) -> Iterator[str]:
    """Yields which of the possible values the columns show, if counts of edges give bounds."""
    if any(has_bounds(row) for kind in KINDS_OF_WORK for row in document[kind]):
        yield (
            "bounds: edges were counted, and exceptions or the end of the recording may have left "
            "code half-way. The columns of methods and loops have the values of runs in which "
            "exceptions came as late as they could, and the true values are within the bounds that "
            "a row names"
        )


def gates_summed(document: dict[str, Any]) -> str | None:
    """Says which gates failed or can't be judged; returns None if there are no gates."""
    gates = document["gates"]
    return summed(gates, counted(len(gates), "gate")) if gates else None


def nothing(document: dict[str, Any]) -> str | None:
    """Says that nothing differs; returns None if something does."""
    if any(document[kind] for kind in KINDS):
        return None
    if document["equal"] and (document["notes"] or not _is_exact(document["total"])):
        return "Nothing differs, as far as both profiles show."
    if document["equal"]:
        return "Nothing differs: all methods, paths and sequences are the same, equally often."
    return "No difference is listed."


def more(document: dict[str, Any], kind: str) -> str | None:
    """Says how many rows of a kind aren't listed; returns None if all are listed."""
    left = document["left_out"][kind]
    if not left:
        return None
    all_of_them = len(document[kind]) + left
    return f"and {counted(left, f'more {NOUNS[kind]}', f'more {kind}')} (--top {all_of_them})"


def figures(kind: str, row: dict[str, Any], ordered_by: str = "bytecodes") -> tuple[str, ...]:
    """Returns a row's figures, in the order of ``columns``."""
    if kind == "branches":
        less = asked_less(row)
        moved = moved_part(row) if less is None else f"asked {less.word}"
        return (moved if row["status"] == "shifted" else row["status"], _concerns(row))
    share = row["share_of_method" if kind == "sequences" else "share"]
    shares = tuple(percent(share[side]) if share[side] else "-" for side in ("base", "new"))
    if kind == "sequences":
        return (*shares, _concerns(row))
    is_shift = ordered_by != "bytecodes"
    return (_points(row["share"]) if is_shift else _signed(row["change_of_base"]), *shares)


def _concerns(row: dict[str, Any]) -> str:
    return _small_share(row["weight"])


def _points(share: dict[str, Any]) -> str:
    moved = _change(share)
    return f"{100 * moved:+.2f} points" if moved else "0"


def measured(kind: str, row: dict[str, Any], ordered_by: str) -> tuple[str, str, float]:
    """Returns the figure by which rows of a kind are ordered: its name, its text and its size.

    The size of a decrease is negative; only methods and loops can have a negative size.
    """
    if kind not in KINDS_OF_WORK:
        return CONCERNS, _concerns(row), row["weight"]
    if ordered_by == "bytecodes":
        sign = -1 if (row["change_of_base"] or 0) < 0 else 1
        return COLUMNS[kind][0], figures(kind, row)[0], sign * row["weight"]
    return _SHIFT, _points(row["share"]), _change(row["share"])


def _small_share(share: float) -> str:
    """Returns a share with three significant digits, so that a small one isn't shown as 0."""
    least = 1e-6
    return f"< {100 * least:g} %" if 0 < share < least else f"{100 * share:.3g} %"


def place(kind: str, row: dict[str, Any]) -> str:
    """Returns the place in the method that a row is about, or "" for the method itself.

    The text says to which side the place belongs, unless both sides have the code at this place.
    """
    if kind == "loops":
        base, new = (
            None if loop is None else _loop_place(loop)
            for loop in (row["base_loop"], row["new_loop"])
        )
        return f", {_of_sides(base, new)}"
    if kind == "branches" and row["place"]:
        base, new = row["base_place"], _numbered(row["place"], numbered(row))
        if base is not None:
            base = _numbered(base, row["base_ordinal"])
        if row["status"] == "gone" and not row["in_both"]:
            new = None
        return f", {_of_sides(base, new)}"
    return ""


def _numbered(where: str, ordinal: int | None) -> str:
    return where if ordinal is None else f"{where} #{ordinal}"


def numbered(row: dict[str, Any]) -> int | None:
    """Returns the number of a branch on its line; None if it is the only one there."""
    return None if row["alone"] else row["ordinal"]


def _of_sides(base: str | None, new: str | None) -> str:
    if new is None:
        return f"{base} of the base"
    if base is None:
        return f"{new} of the new side"
    if base == new:
        return new
    return f"{new} of the new side ({base} of the base)"


def _loop_place(loop: dict[str, Any]) -> str:
    return loop["header_place"] or f"loop {loop['number'] + 1}"


def facts(kind: str, row: dict[str, Any], quote: _Quote = str) -> list[str]:
    """Returns a row's facts, a line for each; ``quote`` marks pieces of code."""
    by_kind: dict[str, Callable[[dict[str, Any], _Quote], list[str]]] = {
        "methods": _method, "loops": _loop, "branches": _branch, "sequences": _sequence,
    }  # fmt: skip
    found = by_kind[kind](row, quote)
    worth = _worth(kind, row)
    cut_off = "" if kind == "sequences" else _cut_off(row)
    if cut_off and found:
        found[-1] += f"; {cut_off}"
    if worth and found:
        # The first line of a sequence has its figures, and the other lines have its paths.
        at = 0 if kind == "sequences" else len(found) - 1
        found[at] += f"; {worth}"
    return found or [worth]


def _cut_off(row: dict[str, Any]) -> str:
    """Says how many paths of the method were cut off; returns "" if none, or if it isn't known."""
    figure = row["cut_off"]
    if figure is None or not (figure["base"] or figure["new"]):
        return ""
    status = row["status"]
    side = "new" if status == "new" else "base"
    if status != "shifted" and not figure[side]:
        return ""
    is_one = status != "shifted" and figure[side] == 1
    return f"{both(figure, status)} path{'' if is_one else 's'} of the method cut off, not counted"


def is_of_completed_alone(row: dict[str, Any]) -> bool:
    """Returns whether paths that were cut off might change a row's figures."""
    figure = row["cut_off"]
    return figure is None or bool(figure["base"] or figure["new"])


#: The words for figures by which rows are judged. A figure that isn't here is called by its name in
#: documents.
_JUDGED = {
    "mean_iterations": "iterations per entry", "bytecodes_per_iteration": "bytecodes each",
    "share_of_method": "share", "count": "times", "executions": "times",
}  # fmt: skip


def figure_word(name: str) -> str:
    """Returns the words for a figure, by its name in documents."""
    return _JUDGED.get(name, name)


def _worth(kind: str, row: dict[str, Any]) -> str:
    """Says how certain a row is, and which figure shows this; returns "" for a certain row."""
    if row["worth"] == "counted":
        return ""
    name = row["judged_by"]
    figure = figure_word(name)
    if row["worth"] == "likely":
        return f"{figure}: p = {row['p']:.3g}"
    if row["worth"] == "apart":
        # The test over all figures doesn't exclude chance. Its p isn't shown, because it would read
        # as if nothing differed.
        chance = "" if row["p"] is None else ", maybe by chance"
        return f"{figure}: the ranges of the runs don't overlap{chance}"
    if row["status"] == "shifted":
        return ""
    side = row["status"] == "new"
    runs = [any(own) for own in zip(*(row[it]["runs"][side] for it in _COUNTS[kind]), strict=True)]
    return f"in {sum(runs)} of {len(runs)} runs"


#: What is said of a method that the compiler numbered, if its partner is only guessed.
UNSURE = "it can't be told which of several numbered methods this one was"


def _method(row: dict[str, Any], quote: _Quote) -> list[str]:
    parts = []
    if row["status"] != "shifted":
        parts.append(_come_or_gone("methods", row))
    if row["base_title"]:
        word = "renamed, " if row["renamed"] else "moved, " if row["moved_class"] else ""
        parts.append(f"{word}was {quote(row['base_title'])}")
    if not row["is_sure"]:
        parts.append(UNSURE)
    if row["code"] == "changed" and row["status"] == "shifted":
        parts.append("code changed")
    amounts, each = (
        _amounts(row["bytecodes"], row["status"]),
        bounded(row["bytecodes_per_entry"], row["status"]),
    )
    parts.append(f"bytecodes {amounts}{_growth(row)}")
    parts.append(f"entries {both(row['entries'], row['status'])}")
    # A method that was entered once executed as much per entry as it did in all.
    parts += [] if each == amounts else [f"per entry {each}"]
    return ["; ".join(parts), *_bounds_of_work(row)]


def _growth(row: dict[str, Any]) -> str:
    """Returns the growth of a method's bytecodes in parentheses; "" if it isn't known, or is 0."""
    figure = row["bytecodes"]
    if row["status"] != "shifted" or not _is_exact(figure) or not figure["base"]:
        return ""
    growth = _change(figure) / figure["base"]
    return f" ({growth_text(growth)})" if growth else ""


def _loop(row: dict[str, Any], quote: _Quote) -> list[str]:
    found = []
    loops = [loop for loop in (row["new_loop"], row["base_loop"]) if loop is not None]
    if loops[0]["statement"]:
        found.append(quote(loops[0]["statement"]))
    tests = _tests(row, quote)
    found += tests
    parts = [] if row["status"] == "shifted" else [_come_or_gone("loops", row)]
    parts += [it for it in (inside(row, quote),) if it]
    if row["unrolled"]:
        where = _loop_place(row["unrolled"]["loop"])
        parts.append(
            f"as if the loop at {_where(where, quote)} of the base were unrolled "
            f"{row['unrolled']['times']} times"
        )
    asks = "" if tests else asks_otherwise(row, quote)
    parts += [it for it in (moved(row, quote), perhaps(row, quote), asks) if it]
    parts.append(f"iterations in all {both(row['iterations'], row['status'])}")
    parts.append(f"per entry {bounded(row['mean_iterations'], row['status'])}{_not_alike(row)}")
    parts.append(f"bytecodes each {_each(row)}")
    return [*found, "; ".join(parts), *_bounds_of_work(row)]


def asks_otherwise(row: dict[str, Any], quote: _Quote = str) -> str:
    """Says what the test of a loop asks, if that has changed and the loop's iterations, too.

    Returns "" if nothing has changed.
    """
    base, new = row["base_loop"], row["new_loop"]
    mean = row["mean_iterations"]
    if row["status"] != "shifted" or row["code"] != "changed" or None in (base, new):
        return ""
    if not row["counted_alike"] and None in (base["asks"], new["asks"]):
        # The side without a loop test may ask the same elsewhere in the loop.
        return ""
    if base["asks"] == new["asks"] or mean["runs"][0] == mean["runs"][1]:
        return ""
    now, before = (quote(one["asks"]) if one["asks"] else "nothing" for one in (new, base))
    return f"asks {now}, was {before}"


#: Said of a loop of which the two sides may count other passes as iterations.
OTHER_TEST = "the loop tests differ, so iterations aren't counted alike"


def _not_alike(row: dict[str, Any]) -> str:
    """Returns the back edges per entry, if the two sides don't count iterations alike, or ""."""
    if row["counted_alike"]:
        return ""
    return f" ({OTHER_TEST}; back edges per entry {bounded(row['back_edges_per_entry'])})"


def inside(row: dict[str, Any], quote: _Quote = str) -> str:
    """Says in which loop a new or gone loop is, and how often it was entered.

    Returns "" for a loop that both sides ran. A new loop inside another loop multiplies the work of
    the outer loop.
    """
    if row["status"] == "shifted":
        return ""
    loop = row["new_loop" if row["status"] == "new" else "base_loop"]
    times = both(row["entries"], row["status"])
    entered = f"entered {'once' if times == '1' else f'{times} times'}"
    if loop["inside"] is None:
        return entered
    return f"inside the loop at {_where(_loop_place(loop['inside']), quote)}, {entered}"


def _each(row: dict[str, Any]) -> str:
    """Returns the bytecodes per iteration, with "-" for a side that surely made no iteration."""
    most = row["mean_iterations"]["most"]
    texts = [
        "-" if most[side] == 0 else text
        for side, text in zip(
            ("base", "new"), _bounded(row["bytecodes_per_iteration"]), strict=True
        )
    ]
    return _joined(texts, row["status"])


def has_bounds(row: dict[str, Any]) -> bool:
    """Returns whether only bounds of a method's or loop's share of the bytecodes are certain."""
    return not _is_exact(row["share"])


def _is_exact(figure: dict[str, Any], side: int | None = None) -> bool:
    """Returns whether a figure with bounds is exact, on both sides or on one (0 is the base)."""
    least, most = figure["least"]["runs"], figure["most"]["runs"]
    return bool(least == most if side is None else least[side] == most[side])


def _bounds_of_work(row: dict[str, Any]) -> list[str]:
    """Returns the bounds of a method's or loop's shares and of its change, if only these are known.

    The columns show only one of the values within the bounds.
    """
    if not has_bounds(row):
        return []
    share = row["share"]
    texts = [
        between(share["least"][side], share["most"][side], _small_share) for side in ("base", "new")
    ]
    told = f"bounds: share {_joined(texts, row['status'])}"
    least, most = row["change_of_base_least"], row["change_of_base_most"]
    if least is None:
        return [f"{told}; change not known"]
    return [f"{told}; change {between(least, most, _signed)} of the base's total"]


def _amounts(figure: dict[str, Any], status: str) -> str:
    """Returns both sides of a figure, or the only side; bounds if these are all that is certain."""
    if _is_exact(figure):
        return both(figure, status)
    texts = [
        between(figure["least"][side], figure["most"][side], number) for side in ("base", "new")
    ]
    return _joined(texts, status)


def between(least: float, most: float | None, told: Callable[[float], str]) -> str:
    """Returns bounds as in "238,000 to 239,000"; ``told`` makes the text of each."""
    if most is None:
        return f"{told(least)} or more"
    texts = [told(least), told(most)]
    return texts[0] if texts[0] == texts[1] else f"{texts[0]} to {texts[1]}"


def _tests(row: dict[str, Any], quote: _Quote) -> list[str]:
    """Says where the loop's test is on either side, if it isn't on the line of the loop.

    If both sides test the same on other lines, the lines are left out: the row begins with the
    lines of the loop.
    """
    loops = (row["base_loop"], row["new_loop"])
    base, new = (None if loop is None else loop["test"] for loop in loops)
    if base and new and base != new:
        asked = {loop["test_without_lines"] for loop in loops}
        if len(asked) == 1:
            return [_where(one, quote) for one in asked]
    told = [*dict.fromkeys(one for one in (new, base) if one)]
    if len(told) < 2 and (base == new or row["base_loop"] is None or row["new_loop"] is None):
        return [_where(one, quote) for one in told]
    sides = (("on the new side", new), ("in the base", base))
    return [f"{side}: {_where(one, quote)}" for side, one in sides if one]


def _come_or_gone(kind: str, row: dict[str, Any]) -> str:
    maybe = ", or not" if row.get("may_have_run") else ""
    return f"{row['status']}{maybe}: {why_on_one_side(kind, row)}"


def moved(row: dict[str, Any], quote: _Quote = str) -> str:
    """Says where a loop seems to have moved to, or to come from; returns "" if nowhere."""
    if row["moved"] is None:
        return ""
    where = f"{quote(row['moved']['title'])}, {_where(_loop_place(row['moved']['loop']), quote)}"
    return f"it seems to have moved {'to' if row['status'] == 'gone' else 'here from'} {where}"


def perhaps(row: dict[str, Any], quote: _Quote = str) -> str:
    """Says which loop of the other side may be a new or gone loop; returns "" if none."""
    if row["perhaps"] is None:
        return ""
    where = (
        f"{quote(row['perhaps']['title'])}, {_where(_loop_place(row['perhaps']['loop']), quote)}"
    )
    is_now = "it is now" if row["status"] == "gone" else "it was"
    return f"perhaps {is_now} the loop of {where}, with as many entries and iterations"


def _branch(row: dict[str, Any], quote: _Quote) -> list[str]:
    question = quote(row["question"])
    if row["status"] != "shifted":
        side = "new" if row["status"] == "new" else "base"
        outcomes = ", ".join(
            f"{_answer(one | {'status': 'shifted', 'base_answer': one['answer']}, quote)} "
            f"{_share(one['share'][side], 1)}"
            for one in row["outcomes"][:_MOST_OUTCOMES]
        )
        left = len(row["outcomes"]) - _MOST_OUTCOMES
        more = f" and {counted(left, 'more outcome')}" if left > 0 else ""
        come = _come_or_gone("branches", row)
        return [
            question,
            f"{come}; {_on_completed(row)}{outcomes}{more}; times "
            f"{both(row['executions'], row['status'])}",
        ]
    if row["base_question"] != row["question"]:
        question += f", was {quote(row['base_question'])}"
    parts = [f"{_on_completed(row)}{answers_moved(row, quote)}", f"times {both(row['executions'])}"]
    less, way = asked_less(row), one_way(row)
    if less is not None:
        parts.append(less.text(quote))
    elif way is not None:
        parts.append(way)
    if not row["told"]:
        parts.append(untold(row))
    if row["exchanged"]:
        parts.append(exchanged(row))
    if row["doubtful"]:
        parts.append(DOUBTFUL)
    return [question, "; ".join(parts)]


def answers_moved(row: dict[str, Any], quote: _Quote = str) -> str:
    """Returns both sides' shares of a branch's answers, for the answers whose shares moved most.

    If the answers have exchanged their code, both are returned even if their shares are equal.
    """
    moved = sorted(row["outcomes"], key=lambda one: -_moved_by(one))
    told = moved[:_MOST_OUTCOMES]
    kept = [one for one in row["outcomes"] if one in told and (_moved_by(one) or row["exchanged"])]
    return ", ".join(f"{_answer(one, quote)} {_shares(one['share'])}" for one in kept)


def _moved_by(outcome: dict[str, Any]) -> float:
    """Returns how much an outcome contributes to the difference of a branch's shares."""
    share = outcome["share"]
    if outcome["elsewhere"]:
        return float(share["base"] + share["new"])
    return abs(_change(share))


@dataclass(frozen=True)
class AskedLess:
    """Says that a branch is asked more or less often, and that only one answer's count differs.

    ``outcome`` has this answer, and ``by`` is how much its count has changed.
    """

    outcome: dict[str, Any]
    by: float

    @property
    def word(self) -> str:
        """The word "less" or "more"."""
        return "less" if self.by < 0 else "more"

    def text(self, quote: _Quote) -> str:
        """Says how many fewer or more executions the branch has, and which answer these have."""
        number = round(abs(self.by))
        executions = counted(number, f"{'fewer' if self.by < 0 else 'more'} execution")
        each = "with" if number == 1 else "each with"
        return f"{executions}, {each} the answer {_answer(self.outcome, quote)}"


def asked_less(row: dict[str, Any]) -> AskedLess | None:
    """Returns how much more or less often a branch is asked, if nothing else about it has changed.

    The branch's shares then differ although each execution goes the same way as before. Returns
    None if anything else has changed, or if paths that were cut off may be missing from the counts.
    """
    if row["status"] != "shifted" or is_of_completed_alone(row) or not row["told"]:
        return None
    if row["exchanged"]:
        return None
    changed = []
    for one in row["outcomes"]:
        base, new = ({*values} for values in one["times"]["runs"])
        if one["status"] != "shifted" or one["elsewhere"] or len(base) > 1 or len(new) > 1:
            return None
        if base != new:
            changed.append(AskedLess(one, new.pop() - base.pop()))
    return changed[0] if len(changed) == 1 else None


def one_way(row: dict[str, Any]) -> str | None:
    """Says that no answer of a branch has become more frequent, or that none has become rarer.

    Then the shares of the answers may differ just because the branch ran less, or more, often.
    Returns None if some counts rose and others fell, if the counts of the two sides' runs overlap,
    or if all counts are equal. Also returns None if answers lead to other code than before, or if
    it isn't known which answers of the two sides are the same.
    """
    if row["status"] != "shifted" or not row["told"] or _leads_elsewhere(row):
        return None
    if row["exchanged"]:
        return None
    # Paths that were cut off may have had any answer.
    on = " on completed paths" if is_of_completed_alone(row) else ""
    sides = [one["times"]["runs"] for one in row["outcomes"]]
    if all(len({*base, *new}) == 1 for base, new in sides):
        return None
    if all(max(new) <= min(base) for base, new in sides):
        return f"no answer came more often than before{on}"
    if all(min(new) >= max(base) for base, new in sides):
        return f"no answer came less often than before{on}"
    return None


def _leads_elsewhere(row: dict[str, Any]) -> bool:
    return any(one["elsewhere"] for one in row["outcomes"])


def moved_part(row: dict[str, Any]) -> str:
    """Returns by how much a branch's shares differ, or the bounds of that difference."""
    least, most = percent(row["moved"]), percent(row["moved_most"])
    if least == most:
        return least
    return f"at most {most}" if not row["moved"] else f"{least} to {most}"


def exchanged(row: dict[str, Any]) -> str:
    """Says that the answers of a branch have exchanged their code, and what that means."""
    many = "and" if row["moved"] else "so"
    return (
        "the answers to its condition have exchanged their code, as if the condition were negated, "
        f"{many} all of its executions may have gone another way"
    )


DOUBTFUL = (
    "only the order shows that the two sides' branches are the same, because another branch asks "
    "the same"
)


def untold(row: dict[str, Any]) -> str:
    """Says that it isn't known which outcomes of a switch are the same on both sides."""
    return (
        "it can't be told which of these outcomes are the same on both sides, because the keys are "
        "the compiler's own numbers, and neither labels nor code tells the cases apart; "
        f"their shares differ by {moved_part(row)}"
    )


def _on_completed(row: dict[str, Any]) -> str:
    return "on completed paths: " if is_of_completed_alone(row) else ""


def _answer(outcome: dict[str, Any], quote: _Quote) -> str:
    """Returns an answer. If another answer led to the same code in the base, adds that answer."""
    answer, before = (
        None if one is None else quote(one) if " " in one else str(one)
        for one in (outcome["answer"], outcome["base_answer"])
    )
    if not outcome["told"]:
        given = [*dict.fromkeys(one for one in (before, answer) if one is not None)]
        return " or in new ".join(f"one of {one}" for one in given)
    if outcome["elsewhere"]:
        was = "" if before in (None, answer) else f"was {before}, "
        return f"{answer} ({was}to other code)"
    if outcome["status"] != "shifted":
        return f"{outcome['status']} {answer}"
    return f"{answer}" if answer == before else f"{answer} (was {before})"


def _sequence(row: dict[str, Any], quote: _Quote) -> list[str]:
    status = "" if row["status"] == "shifted" else f"{_come_or_gone('sequences', row)}; "
    found = [
        f"{quote(row['text'])}  {status}{_whose(row)}; times {both(row['count'], row['status'])}"
        f"{', overlaps included, so the shares are lower bounds' if row['overlaps'] else ''}",
        *([shared] if (shared := shared_text(row, quote)) else ()),
        *(_path(path, row, quote, "  ") for path in row["named"][:_MOST_PATHS]),
    ]
    left = len(row["named"]) - _MOST_PATHS
    return [*found, f"and {counted(left, 'more path')}"] if left > 0 else found


def _whose(row: dict[str, Any]) -> str:
    """Says which side's paths the letters in a sequence name.

    On the other side, a letter can name another path.
    """
    return f"paths and conditions of the {'base' if row['of'] == 'base' else 'new side'}"


def _path(path: dict[str, Any], row: dict[str, Any], quote: _Quote, gap: str) -> str:
    told = f": {', '.join(map(quote, path['decisions']))}" if path["decisions"] else ""
    if path["other_decisions"]:
        side = "on the new side" if row["of"] == "base" else "in the base"
        more = ", ".join(map(quote, path["other_decisions"]))
        told += f"; the same path {side} also runs through {more}"
    lines = path["lines_text"] or "unknown"
    at = f"{_where(path['begins'], quote)}, {line_or_lines(lines)} {_where(lines, quote)}"
    several, any_of = path["counted_with"], ""
    if several > 1:
        # The letter stands for all of these paths, wherever it is in the sequence.
        which = "either" if several == 2 else "any"
        any_of = f"{which} of {several} paths that differ only in code that the other side lacks: "
    return f"{path['name']}{gap}{any_of}{at}{told}{not_alone(path)}"


def paths_in_short(row: dict[str, Any]) -> str:
    """Returns a sequence and all its paths, in one line."""
    paths = "; ".join(_path(path, row, str, " ") for path in row["named"])
    if shared := shared_text(row, str):
        paths = f"{shared}; {paths}"
    return f"{row['text']} ({_whose(row)}: {paths})"


def _where(text: str, quote: _Quote) -> str:
    """Returns a place, quoted as code if it names a file, because a file's name can be any text."""
    return quote(text) if ":" in text else text


def _shares(figure: dict[str, Any]) -> str:
    """Returns both shares, with just enough decimals to tell them apart; one if they are equal."""
    values = [float(figure[side]) for side in ("base", "new")]
    digits = digits_to_differ(values, _share, 1)
    return _joined([_share(one, digits) for one in values], "shifted")


def _share(share: float, digits: int) -> str:
    """Returns a share of executions in per cent, or "never" or "always" if it is exactly 0 or 1.

    A share that would be rounded to 0 or 100 % is shown as a bound, as ``output.percent`` does.
    """
    if share in {0, 1}:
        return "always" if share else "never"
    text, least = f"{100 * share:.{digits}f}", 10.0**-digits
    if float(text) == 0:
        return f"< {least:.{digits}f} %"
    return f"> {100 - least:.{digits}f} %" if float(text) == 100 else f"{text} %"


def _change(figure: dict[str, Any]) -> float:
    return float(figure["new"]) - float(figure["base"])


def both(figure: dict[str, Any], status: str = "shifted") -> str:
    """Returns both sides' figures, as in "2,000 → 500", with the range of runs if these differ.

    If what the row is about ran on only one side, returns only that side's figure.
    """
    means = numbers(figure["base"], figure["new"])
    texts = [
        f"{mean}{_spread(runs, number)}" for mean, runs in zip(means, figure["runs"], strict=True)
    ]
    return _joined(texts, status)


def _joined(texts: Sequence[str], status: str) -> str:
    if status != "shifted":
        return texts[status == "new"]
    return texts[0] if texts[0] == texts[1] else f"{texts[0]} {ARROW} {texts[1]}"


def _spread(runs: Sequence[float | None], told: Callable[[float], str]) -> str:
    known = [one for one in runs if one is not None]
    return f" ({told(min(known))}-{told(max(known))})" if len(set(known)) > 1 else ""


def bounded(figure: dict[str, Any], status: str = "shifted") -> str:
    """Returns both sides of a figure, or the only side; a side may have only bounds.

    Bounds are rounded outwards: "9.4 → 1.6 to 80.0".
    """
    return _joined(_bounded(figure), status)


def bounded_on_both(figure: dict[str, Any], status: str = "shifted") -> str:
    """Returns both sides of a figure as ``bounded`` shows them, even if their texts are equal.

    A side on which the thing didn't run gets "-".
    """
    return f" {ARROW} ".join(with_missing(_bounded(figure), status))


def with_missing(texts: Sequence[str], status: str) -> list[str]:
    """Returns the texts of both sides, but "-" for a side on which the thing didn't run."""
    base, new = texts
    return ["-" if status == "new" else base, "-" if status == "gone" else new]


def _bounded(figure: dict[str, Any]) -> list[str]:
    bounds = {side: (figure["least"][side], figure["most"][side]) for side in ("base", "new")}
    known = [
        figure[side] is not None and (least == most or least is None)
        for side, (least, most) in bounds.items()
    ]
    means = (
        numbers(figure["base"], figure["new"])
        if all(known)
        else [
            number(figure[side]) if is_known else ""
            for side, is_known in zip(bounds, known, strict=True)
        ]
    )
    return [
        f"{mean}{_spread(runs, number)}" if is_known else bounds_text(*one) or "not known"
        for mean, is_known, one, runs in zip(
            means, known, bounds.values(), figure["runs"], strict=True
        )
    ]


def numbers(base: float, new: float) -> tuple[str, str]:
    """Returns two numbers, with enough decimals to make them read differently if they differ.

    Means of several runs can differ by less than one: 2,200 and 2,200.25. "1" and "1.0", which
    stands for 1.0125, have the same value, so they count as alike and get more decimals. Numbers
    that differ have at least three significant digits, because 0.1667 and 0.3333 would read as
    0.2 and 0.3, as if the second one were half as large again.
    """

    def seen(value: float, digits: int) -> float:
        return float(_decimals(value, digits).replace(",", ""))

    parts = [one for one in (base, new) if not float(one).is_integer()]
    least = 1
    if parts and base and new and not math.isclose(base, new):
        least = max(2 - math.floor(math.log10(min(parts))), 1)
    digits = digits_to_differ((base, new), seen, least)
    return _decimals(base, digits), _decimals(new, digits)


def _decimals(value: float, digits: int) -> str:
    if digits < 2:
        return number(value)
    return f"{value:,.{digits}f}".rstrip("0").removesuffix(".")


def number(value: float) -> str:
    """Returns "1,234", or "12.3" if the value is less than 1,000 and isn't a whole number."""
    return f"{value:,.0f}" if float(value).is_integer() or abs(value) >= 1000 else tenths(value)
