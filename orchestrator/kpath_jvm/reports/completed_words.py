"""Makes sentences about paths that weren't completed, and so are in no count.

Shares and claims are about completed paths. Where uncompleted paths are more than a rounding error,
the texts mention them. analysis/uncompleted.py computes how many there are.
"""

import math
from collections.abc import Mapping
from typing import Any

from kpath_jvm.reports.output import amount, counted, percent, tenths

#: Uncompleted paths are a rounding error if they are fewer than this share of the counted things.
#: Rounding to tenths of a per cent can change a share as much as these paths.
ROUNDING = 0.0005
#: A remark on counts if the number of uncompleted paths isn't known, because the profiler doesn't
#: count such paths, or because the recording contradicts itself.
OF_COMPLETED = "of completed paths alone"
#: Replaces a loop's number of entries if the first paths of all entries were cut off and the
#: profiler doesn't count such paths.
ENTRIES_CUT_OFF = "entries whose first paths weren't completed, so that their number isn't known"
#: Replaces ENTRIES_CUT_OFF if edges were counted instead of paths and give no bounds on the number
#: of entries.
_ENTRIES_NOT_KNOWN = "entries whose number isn't known"
#: Comes after the number of further entries and iterations in a look. A look's counters are read
#: after its sequences, so the number includes what ran in between.
_WHILE_LOOKING = ", with what ran while the look was taken"
#: Two bounds that read the same are shown as one figure if they differ by at most this share.
_ONE_FIGURE = 0.01
#: A note on a list of methods, if only first paths were counted.
OF_FIRST = (
    "entries and other counts are of each method's first paths alone, as said under completeness, "
    "unless its row says otherwise; the program may have executed far more"
)
#: A remark on figures of a method whose edges were counted, if only the first paths of other
#: methods were counted.
OF_WHOLE_RUN = "of the whole run, in which the method's edges were counted"


def matters(uncompleted: int | None, of: int) -> bool:
    """Returns whether uncompleted paths are more than a rounding error among ``of`` counted things.

    Returns False if their number isn't known (None): a text about the whole profile then says so.
    """
    return bool(uncompleted) and (uncompleted or 0) >= ROUNDING * of


def as_far_as_completed(uncompleted: int) -> str:
    """Says that a claim is about completed paths, and how many paths weren't completed."""
    are = "path wasn't" if uncompleted == 1 else "paths weren't"
    return f", as far as paths were completed; {amount(uncompleted)} {are}"


def _more(row: Mapping[str, Any]) -> tuple[int, int]:
    """Returns by how much a loop's entries and iterations can each be too low."""
    entries = row["entries_most"] - row["entries"]
    return entries, row["iterations_most"] - row["iterations"]


def more_of_each(row: Mapping[str, Any]) -> str:
    """Says by how much a loop's entries and iterations can be too low.

    The text is empty if neither can be too low, or if it isn't known by how much.
    """
    if not row["missing"]:
        return ""
    entries, iterations = _more(row)
    if entries == iterations:
        return f"; up to {amount(entries)} more of each"
    return f"; up to {_more_apart(entries, iterations)}"


def _more_apart(entries: int, iterations: int) -> str:
    """Returns a text like "1 more iteration and 2 more entries", without the part that is 0."""
    told = [counted(iterations, "more iteration")] if iterations else []
    told += [counted(entries, "more entry", "more entries")] if entries else []
    return " and ".join(told)


def mean_text(row: Mapping[str, Any]) -> str:
    """Returns a loop's mean iterations per entry, as in "3.5", or bounds, as in "3.4 to 37.2".

    Bounds that differ are rounded outwards, so that the true value stays between them. The text is
    empty if nothing is known.
    """
    mean = row["mean_iterations"]
    if mean is not None:
        return tenths(mean)
    return bounds_text(row["mean_least"], row["mean_most"])


def bounds_text(least: float | None, most: float | None) -> str:
    """Returns a figure's bounds, as in "3.4 to 37.2" or "3.4 or more".

    Returns one figure if the bounds nearly agree, and "" if only a lower bound of 0 is known. A
    lower bound of 0.0 says nothing, so it is left out: "up to 37.2".
    """
    if most is None:
        return f"{_down(least):,.1f} or more" if least else ""
    least = least or 0.0
    if tenths(least) != tenths(most):
        if not _down(least):
            return f"up to {-_down(-most):,.1f}"
        return f"{_down(least):,.1f} to {-_down(-most):,.1f}"
    if most - least <= _ONE_FIGURE * most:
        return tenths(most)
    # In tenths, the bounds 1.05 and 1.106 would both be 1.1, as if the figure were known.
    return f"{_down(least, 100):,.2f} to {-_down(-most, 100):,.2f}"


def _down(bound: float, parts: int = 10) -> float:
    return math.floor(parts * bound) / parts


def per_entry(row: Mapping[str, Any]) -> str:
    """Returns the first words of a text about a loop's iterations per entry.

    They say "counted entry" if the count may lack entries. They also say how many entries there may
    have been in all, if that is known and adds more than a rounding error.
    """
    entries, most = row["entries"], row["entries_most"]
    if most == entries:
        return "per entry"
    if most is None or not matters(most - entries, entries):
        return "per counted entry"
    return f"per counted entry ({amount(entries)} of up to {amount(most)})"


def range_text(least: int | None, most: int | None) -> str:
    """Returns "3 to 5" for two bounds that differ, otherwise ``least`` ("not known" if None)."""
    if least is None or most is None or least == most:
        return amount(least)
    return f"{least:,} to {most:,}"


def trips(row: Mapping[str, Any], *, is_of_look: bool = False) -> str:
    """Says how many iterations and entries a loop had, and how exactly this is known.

    ``row`` is a loop of a document (docs/formats/json.md). ``is_of_look`` says that the document is
    made from a look.
    """
    entries, iterations, missing = row["entries"], row["iterations"], row["missing"]
    entered = counted(entries, "entry", "entries")
    if iterations is None:
        return f"about {entered}, whose iterations no path window has counted{of_which_part(row)}"
    mean = mean_text(row)
    each = f", {mean} per entry" if mean else ""
    if never_went_round(row):
        each = ": it never went round"
    if missing and not row["paths_executed"]:
        # Only edges were counted, so only bounds on both figures are known.
        return (
            f"{range_text(iterations, row['iterations_most'])} iterations in "
            f"{range_text(entries, row['entries_most'])} entries{each}{of_which_part(row)}"
        )
    more = more_of_each(row)
    what, told = f"{counted(iterations, 'iteration')} in ", f"{entered}{each}"
    # "5 iterations in 0 entries" would look like a mistake.
    if not entries and missing and row["entries_most"]:
        most, others = _more(row)
        first = "path was" if most == 1 else "paths were"
        told = f"up to {counted(most, 'entry', 'entries')}, whose first {first} cut off{each}"
        more = f"; up to {_more_apart(0, others)}" if others else ""
    elif not entries and iterations and missing is None:
        told = _ENTRIES_NOT_KNOWN if row["at_least"] else ENTRIES_CUT_OFF
    if more and is_of_look:
        more += _WHILE_LOOKING
    return f"{about_trips(row)}{what}{told}{more}{_of_completed(row)}{of_which_part(row)}"


def never_went_round(row: Mapping[str, Any]) -> bool:
    """Returns whether a loop was entered, but certainly made no iteration."""
    is_exact = not row["at_least"] and not row["estimated"] and row["first_paths"] is None
    return bool(is_exact and row["entries"] and row["iterations_most"] == 0)


def _of_completed(row: Mapping[str, Any]) -> str:
    """Says that a loop's figures cover only completed paths, if no other paths were counted."""
    is_open = row["at_least"] or row["estimated"] or row["missing"] is not None
    return "" if is_open else f", {OF_COMPLETED}"


def of_which_part(row: Mapping[str, Any]) -> str:
    """Says which part of the run a loop's figures are about, in a profile of path windows.

    They are those of the method's first paths, or of the whole run if its edges were counted.
    """
    if row["whole_run"]:
        return f", {OF_WHOLE_RUN}"
    first = row["first_paths"]
    return "" if first is None else f", of the method's first {counted(first, 'path')} at most"


def about_trips(row: Mapping[str, Any]) -> str:
    """Returns the words to put before a loop's figures if these aren't known exactly."""
    if row["estimated"]:
        return "about "
    return "at least " if row["at_least"] else ""


def entries_and_iterations(row: Mapping[str, Any]) -> str:
    """Says the same as ``more_of_each`` without "each", which would be ambiguous in some texts."""
    if not row["missing"]:
        return ""
    entries, iterations = _more(row)
    if entries == iterations:
        more = counted(entries, "more entry", "more entries")
        return f"; up to {more} and as many iterations weren't completed"
    were = "wasn't" if entries + iterations == 1 else "weren't"
    return f"; up to {_more_apart(entries, iterations)} {were} completed"


def of_which(uncompleted: int | None, *, is_exact: bool) -> str:
    """Returns the end of a claim that something always or never happened.

    The end says for which executions the claim holds. ``uncompleted`` is the number of the method's
    uncompleted paths, or None if it isn't known. Counts don't show which way these paths went. So
    the claim holds only for completed paths unless the number is 0. If the profile isn't exact, the
    claim holds only for executions that were counted.
    """
    if not is_exact:
        return ", as far as it was counted"
    return "" if uncompleted == 0 else " on completed paths"


def how_many_uncompleted(uncompleted: int | None) -> str:
    """Says how many of a method's paths weren't completed; "" if all were."""
    if uncompleted is None:
        return "it isn't known how many paths weren't completed; they are in no count"
    if uncompleted == 1:
        return "1 path wasn't completed and is in no count"
    if not uncompleted:
        return ""
    return f"{counted(uncompleted, 'path')} weren't completed and are in no count"


def in_no_count(uncompleted: int | None, completed: int) -> str:
    """Says how many paths a method didn't complete.

    The text is empty if these paths are few, or if their number isn't known.
    """
    if not matters(uncompleted, completed):
        return ""
    if uncompleted == 1:
        return "; 1 more path wasn't completed and is in no count"
    return f"; {counted(uncompleted or 0, 'more path')} weren't completed and are in no count"


def bytecodes_not_counted(summary: Mapping[str, Any]) -> str:
    """Says how many paths weren't completed, and how many bytecodes the shares can lack at most.

    The text names the loops in which these paths may have executed the most bytecodes, because such
    a loop may be hotter than its share says. The text is empty if all paths were completed. If the
    number of uncompleted paths isn't known, the text says only that, or is empty if the profile has
    no completed paths. ``summary`` is a report's document (documents/report.py).
    """
    found, completed = summary["cut_off"], summary["profiled"]["completions"]
    if found is None:
        if not completed:
            return ""
        return (
            "What ran on paths that weren't completed is in no count, and how many such paths "
            "there were isn't known"
        )
    paths, bytecodes, total = found["paths"], found["bytecodes"], summary["work"]["bytecodes"]
    if not paths:
        return ""
    begun = counted(paths + completed, "path")
    more = counted(bytecodes, "bytecode")
    text = (
        f"{amount(paths)} of the {begun} that began ({percent(paths / (paths + completed))}) "
        f"{'was' if paths == 1 else 'were'} ended by exceptions or by the recording's end, and "
        f"what ran on {'it' if paths == 1 else 'them'} is in no share: at most {more}, "
        f"{percent(bytecodes / max(bytecodes + total, 1))} of all that ran"
    )
    named = [_of_loop(one) for one in found["loops"] if matters(one["bytecodes"], total)]
    if not named:
        return text
    return f"{text}. So loops may be hotter than their shares say: {', '.join(named)}"


def _of_loop(one: Mapping[str, Any]) -> str:
    place = one["place"] or f"loop {one['number'] + 1}"
    counts = f"{amount(one['counted'])} counted" if one["counted"] else "none counted"
    return f"{one['title']}, {place} ({counts}, at most {amount(one['bytecodes'])} more)"


def cut_off_in_loop(row: Mapping[str, Any]) -> str:
    """Says how many paths through a loop were cut off, and what the loop's share thus lacks.

    The text is empty if the share lacks no more than a rounding error. ``row`` has the facts of
    ``cut_off_document`` (facts/loops.py) and the loop's ``bytecodes``.
    """
    if not matters(row["bytecodes_cut_off"], row["bytecodes"]):
        return ""
    paths = row["paths_cut_off"]
    return (
        f"at most {counted(paths, 'path')} through it {'was' if paths == 1 else 'were'} cut off; "
        f"{_lacking(row, paths)}"
    )


def not_completed(row: Mapping[str, Any]) -> int:
    """Returns how many of a method's paths weren't completed."""
    return int(row["abandoned"] + row["unfinished"] + row["undecided"])


def cut_off_in_method(row: Mapping[str, Any]) -> str:
    """Says what a method's share lacks because paths were cut off; "" if that is hardly anything.

    ``row`` is a method of a report's document.
    """
    if not matters(row["bytecodes_cut_off"], row["bytecodes"]):
        return ""
    return _lacking(row, not_completed(row))


def _lacking(row: Mapping[str, Any], paths: int) -> str:
    more = counted(row["bytecodes_cut_off"], "bytecode")
    return f"the share lacks what ran on {'it' if paths == 1 else 'them'}, at most {more}"
