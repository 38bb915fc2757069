"""Shows methods' inclusive shares of time, which include all that the methods call."""

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from rich.console import RenderableType

from kpath_jvm.analysis.time_shares import FEW_SAMPLES, TimeShare, TimeShares
from kpath_jvm.facts.times import time_rows
from kpath_jvm.profile.model import Profile
from kpath_jvm.profile.names import without_package
from kpath_jvm.reports.cells import FactTable, titled
from kpath_jvm.reports.hot_tables import between
from kpath_jvm.reports.output import counted, percent, percent_at_least, percent_at_most

HEADING = "Inclusive time"
#: At most this many of a row's other methods are named.
_MOST_OTHERS = 3


def inclusive_figures(row: Mapping[str, Any]) -> dict[str, Any] | None:
    """Returns the inclusive share of a row of ``time_rows``, as documents have it.

    Returns None if the share isn't known.
    """
    if row["samples_inclusive"] is None:
        return None
    low = row["inclusive_low"]
    return {
        "samples": row["samples_inclusive"],
        "samples_most": row["samples_inclusive_most"],
        "share_of_samples": row["inclusive_share"],
        "share_of_samples_most": row["inclusive_share_most"],
        "interval": None if low is None else {"low": low, "high": row["inclusive_high"]},
    }


def inclusive_rows(
    whole: Profile, times: TimeShares, rows: Sequence[TimeShare], top: int
) -> list[dict[str, Any]]:
    """Returns at most ``top`` rows of methods with their own and their inclusive shares.

    ``rows`` are ordered by their inclusive samples. Methods without samples in their own code share
    a row if they are on the stacks of the same samples, as when one only calls the other. A row for
    each of them would hide the methods to which they lead.
    """
    groups: dict[tuple[bool, int], list[dict[str, Any]]] = {}
    for row in time_rows(whole, rows):
        same = None if row["samples"] else times.same_stacks(row["method"])
        key = (True, row["method"]) if same is None else (False, same)
        groups.setdefault(key, []).append(row)
    return [
        {
            **whole.method_rows.identity(first["method"]),
            "samples": first["samples"],
            "share_of_all_time": first["time_share_of_all"],
            "inclusive": inclusive_figures(first),
            "others": [whole.method_rows.identity(one["method"]) for one in others],
        }
        for first, *others in islice(groups.values(), top)
    ]


def inclusive_share_text(found: Mapping[str, Any]) -> str:
    """Returns an inclusive share (``inclusive_figures``) as text, or "" if there are no samples.

    If the samples with partial stacks could change the text, the text is a bound with ≥ or ≤.
    """
    least, most = found["share_of_samples"], found["share_of_samples_most"]
    if least is None:
        return ""
    if percent(least) == percent(most):
        return percent(least)
    return f"≥ {percent_at_least(least)}" if least else f"≤ {percent_at_most(most)}"


def inclusive_samples_text(found: Mapping[str, Any]) -> str:
    """Says how many samples have the method on the stack, and in which range the share lies."""
    least, most = found["samples"], found["samples_most"]
    if least == most:
        samples = counted(least, "sample")
    else:
        samples = (
            f"at least {counted(least, 'sample')}"
            if least
            else f"at most {counted(most, 'sample')}"
        )
    told = f"on the stack in {samples}"
    return told if found["interval"] is None else f"{told} ({between(found['interval'])})"


def others_text(row: Mapping[str, Any]) -> str:
    """Names the other methods of a row of ``inclusive_rows``; returns "" if there are none."""
    titles = [without_package(one["title"], one["class"]) for one in row["others"]]
    if not titles:
        return ""
    named, more = ", ".join(titles[:_MOST_OTHERS]), len(titles) - _MOST_OTHERS
    rest = f" and {more:,} more" if more > 0 else ""
    return f"on the same stacks: {named}{rest}"


def inclusive_table(time: Mapping[str, Any]) -> RenderableType:
    """Returns a table of the methods with the greatest inclusive shares."""
    table = FactTable(["of sampled time,\ninclusive", "of sampled time,\nown code"], "method", 2)
    for row in time["most_inclusive"]:
        cell = titled(row["title"], row["class"])
        cell.append(f"\n{inclusive_samples_text(row['inclusive'])}", "default")
        if others := others_text(row):
            cell.append(f"\n{others}", "default")
        table.add([inclusive_share_text(row["inclusive"]), percent(row["share_of_all_time"])], cell)
    return table


def about_inclusive(time: Mapping[str, Any]) -> str:
    """Says what inclusive shares are, and what makes them uncertain."""
    parts = [
        "a method's inclusive share is that of the samples in which the method is anywhere on the "
        f"stack, among all {counted(time['samples'], 'sample')}. A sample counts once for each of "
        "these methods, so these shares don't add up. It also counts if the thread was in code "
        "that isn't recorded"
    ]
    if any(row["others"] for row in time["most_inclusive"]):
        parts.append(
            "Methods without samples of their own code share a row if they are on the stacks of "
            "the same samples, as when one only calls the other"
        )
    if time["samples_partial"]:
        have = "has" if time["samples_partial"] == 1 else "have"
        parts.append(
            f"{counted(time['samples_partial'], 'sample')} {have} a stack that is known only in "
            "part: Java Flight Recorder kept only the topmost frames, or a frame can't be read. "
            "Any method may be in the missing frames, so a share with ≥ is a lower bound, and each "
            "range includes what these samples could add"
        )
    if time["few_inclusive"]:
        parts.append(
            f"Only {counted(time['samples'], 'sample')}, which are too few to rank by: "
            f"{FEW_SAMPLES} are needed"
        )
    return ". ".join(parts)
