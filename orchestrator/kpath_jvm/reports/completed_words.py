"""Words about paths that weren't completed and so are in no count (analysis/uncompleted.py).

Shares and claims are about completed paths. Where the others are more than a rounding error, the
texts mention them.
"""

from collections.abc import Mapping
from typing import Any

from kpath_jvm.reports.output import amount, counted

#: Uncompleted paths are a rounding error if they are fewer than this share of the counted things:
#: shares are shown in tenths of a per cent, so these paths change them by less than rounding does.
ROUNDING = 0.0005


def matters(uncompleted: int | None, of: int) -> bool:
    """Returns whether uncompleted paths are more than a rounding error among ``of`` counted things.

    Returns False if their number isn't known (None), because another text says that for the whole
    profile.
    """
    return bool(uncompleted) and (uncompleted or 0) >= ROUNDING * of


def as_far_as_completed(uncompleted: int) -> str:
    """Says that a claim is about completed paths, and how many paths weren't completed."""
    are = "path wasn't" if uncompleted == 1 else "paths weren't"
    return f", as far as paths were completed; {amount(uncompleted)} {are}"


def more_of_each(missing: int | None) -> str:
    """Says by how much a loop's entries and iterations can be too low.

    The text is empty if they can't be too low, or if it isn't known by how much.
    """
    return f"; up to {amount(missing)} more of each" if missing else ""


def trips(row: Mapping[str, Any]) -> str:
    """Says how many iterations a loop made in how many entries, and how far that is known.

    ``row`` is a loop of a document (docs/formats/json.md).
    """
    entries, iterations, missing = row["entries"], row["iterations"], row["missing"]
    if missing and not row["paths_executed"]:
        # Only edges were counted, so only bounds of both figures are known.
        return (
            f"{iterations:,} to {iterations + missing:,} iterations in {entries:,} to "
            f"{entries + missing:,} entries"
        )
    mean = row["mean_iterations"]
    each = "" if mean is None or row["at_least"] else f", {mean:,.1f} per entry"
    more, what = more_of_each(missing), f"{counted(iterations, 'iteration')} in "
    told = f"{counted(entries, 'entry', 'entries')}{each}"
    # "5 iterations in 0 entries" would look like a mistake.
    if not entries and missing:
        told = f"0 to {counted(missing, 'entry', 'entries')}, whose first paths were cut off"
        more = f"; up to {counted(missing, 'more iteration')}"
    elif not entries and iterations and missing is None:
        told = "entries whose first paths weren't completed, so that their number isn't known"
    elif row["estimated"] and entries and not iterations:
        what, told = (
            "",
            f"{counted(entries, 'entry', 'entries')}, whose iterations no path window has counted",
        )
    return f"{about_trips(row)}{what}{told}{more}"


def about_trips(row: Mapping[str, Any]) -> str:
    """Returns what stands before a loop's iterations and entries if they aren't known exactly."""
    if row["estimated"]:
        return "about "
    return "at least " if row["at_least"] else ""


def entries_and_iterations(missing: int | None) -> str:
    """Says what ``more_of_each`` says, for a text in which "each" could also mean other things."""
    if not missing:
        return ""
    entries = counted(missing, "more entry", "more entries")
    return f"; up to {entries} and as many iterations weren't completed"


def in_no_count(uncompleted: int | None, completed: int) -> str:
    """Says how many paths a method didn't complete.

    The text is empty if they are few, or if their number isn't known.
    """
    if not matters(uncompleted, completed):
        return ""
    if uncompleted == 1:
        return "; 1 more path wasn't completed and is in no count"
    return f"; {counted(uncompleted or 0, 'more path')} weren't completed and are in no count"


def bytecodes_not_counted(profiled: Mapping[str, Any]) -> str:
    """Says which bytecodes are in no count of a report: those of paths that weren't completed.

    The text is empty if these paths are few, or if the profiler counts neither these paths nor
    completed ones. ``profiled`` is the value of that key in the document (documents/report.py).
    """
    if profiled["abandoned"] is None:
        if not profiled["completions"]:
            return ""
        return (
            "What ran on paths that weren't completed is in no count, and the profiler doesn't "
            "count these paths. "
        )
    others = profiled["abandoned"] + profiled["unfinished"] + profiled["undecided"]
    if not matters(others, profiled["completions"]):
        return ""
    of = counted(others, "path that wasn't", "paths that weren't")
    return f"What ran on {of} completed is in no count. "
