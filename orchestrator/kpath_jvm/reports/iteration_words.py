"""Makes sentences about the distribution of a loop's iterations per entry."""

import math
import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Any

from kpath_jvm.facts.iterations import ROUNDING, entry_groups
from kpath_jvm.profilers import STREAM
from kpath_jvm.reports.output import counted, percent, percent_at_least

#: Neighbouring groups are joined if the share of each is less than this. Texts show such a share as
#: less than 0.1 %.
_LEAST_SHARE = ROUNDING
#: Bounds of a percentile are shown only if the upper one is at most this many times the lower one.
_MOST_RATIO = 3


def iterations_text(
    document: Mapping[str, Any] | None, per: str = "per entry", statement: str | None = None
) -> str:
    """Says how many iterations a loop's entries made.

    The text is empty if these numbers aren't known, or if there is only one entry, which has no
    distribution.

    ``document`` comes from facts/iterations.py, and ``per`` begins the text. ``statement`` is the
    loop's statement, if it is known. The body of ``do`` always begins, so texts say that entries of
    such a loop made 0 whole iterations. There are three kinds of entries: those with a known number
    of iterations, those with more iterations than could be followed, and those that weren't seen to
    end. The shares of the three kinds add up to 100 %.
    A group has the entries with one known number of iterations, or with one range of numbers. If
    entries of the last two kinds may belong to the group, its share is shown as "at least".
    """
    if document is None or document["entries"] < 2:
        return ""
    groups = entry_groups(document)
    is_do = bool(re.match(r"do\b", statement or ""))
    if len(groups) == 1:
        return f"{per}: {_only(document, groups[0], is_do=is_do)}"
    known = [
        f"{span(group)}{_unit(group, is_do=is_do) if not place else ''} in {_share(group)}"
        for place, group in enumerate(_worth_telling(groups))
    ]
    parts = [f"{', '.join(known)} of entries"] if known else []
    parts += [_open(document, group) for group in groups if group["kind"] != "known"]
    return f"{per}: {'; '.join(filter(None, [*parts, percentiles_text(document)]))}"


def percentiles_text(document: Mapping[str, Any]) -> str:
    """Returns the percentiles, each as a number or as its bounds.

    Percentiles of which nothing is known are left out, and so are those from the first one on whose
    bounds are far apart. If the last of the others has the same lower bound as the percentile
    before it, it is left out, too, because it says no more. This is repeated. The first of the
    others always stays, and so does the percentile that follows an exactly known median.
    """
    told = [one for one in document["percentiles"] if is_known(one)]
    told = [*takewhile(lambda one: not _is_wide(one), told)]
    median = document["percentiles"][0]
    least = 2 if median["least"] == median["most"] else 1
    while len(told) > least and told[-1]["least"] == told[-2]["least"]:
        told.pop()
    return ", ".join(
        f"{'median' if one['percent'] == 50 else _ordinal(one['percent'])} {bounds(one)}"
        for one in told
    )


def _is_wide(one: Mapping[str, Any]) -> bool:
    """Returns whether the bounds of a number are too far apart to say much about it."""
    return one["most"] is not None and bool(one["most"] > _MOST_RATIO * max(one["least"], 1))


def is_known(one: Mapping[str, Any]) -> bool:
    """Returns whether the bounds of a number say anything about it; "0 or more" says nothing."""
    return bool(one["least"]) or one["most"] is not None


def bounds(one: Mapping[str, Any]) -> str:
    """Returns a number of iterations: "5", or its bounds as in "between 2 and 6" or "at least 7".

    "2 to 6" would read as if numbers from 2 to 6 occurred.
    """
    if one["most"] is None:
        return f"at least {one['least']:,}"
    if one["least"] == one["most"]:
        return span(one)
    return f"between {one['least']:,} and {one['most']:,}"


def span(group: Mapping[str, Any]) -> str:
    """Returns the iterations of a group: "3", "3\N{EN DASH}4" or "5 or more"."""
    if group["most"] is None:
        return f"{group['least']:,} or more"
    if group["least"] == group["most"]:
        return f"{group['least']:,}"
    return f"{group['least']:,}\N{EN DASH}{group['most']:,}"


def _share(group: Mapping[str, Any]) -> str:
    """Returns the share of a group.

    If entries outside the group may belong to it, too, the share is a lower bound.
    """
    if group["complete"]:
        return percent(group["share"])
    return f"at least {percent_at_least(group['share'])}"


def _worth_telling(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns the groups with known iterations; neighbours with tiny shares are joined.

    A tiny share that is only a lower bound says nothing, so its group is left out.
    """
    found: list[dict[str, Any]] = []
    for group in groups:
        if group["kind"] != "known" or (
            not group["complete"] and percent_at_least(group["share"]).startswith("<")
        ):
            continue
        is_alike = found and found[-1]["complete"] == group["complete"]
        if is_alike and max(found[-1]["share"], group["share"]) < _LEAST_SHARE:
            share = found[-1]["share"] + group["share"]
            found[-1] = found[-1] | {"most": group["most"], "share": share}
        else:
            found.append(group)
    return found


def _only(document: Mapping[str, Any], group: Mapping[str, Any], *, is_do: bool) -> str:
    """Says what is known of a loop's entries if all are in one group."""
    if group["kind"] == "longer":
        least = f": at least {counted(group['least'], 'iteration')} each" if group["least"] else ""
        spread = "how they are distributed isn't known"
        # The total of all entries may bound the percentiles.
        if group["least"] and document["percentiles"][0]["most"] is not None:
            spread = percentiles_text(document) or spread
        return f"all entries {_beyond(document)}{least}; {spread}{_hint(document)}"
    if group["kind"] == "unfinished":
        # "Wasn't seen to end" would seem to contradict outputs that count how often the loop was
        # left.
        least = f"; each was followed for at least {counted(group['least'], 'iteration')}"
        return (
            "no entry could be followed to its end, because sequences of paths end at exceptions, "
            f"caught ones too, and at the recording's end{least if group['least'] else ''}"
        )
    if group["least"] == group["most"]:
        return f"always {span(group)}{_unit(group, is_do=is_do)}"
    return f"{span(group)} iterations in all entries; {percentiles_text(document)}"


def _hint(document: Mapping[str, Any]) -> str:
    """Says how many paths an entry took on average, and which k or profiler would show its end.

    The text is empty if an entry took at most k paths on average.
    """
    mean, k, largest = document["paths_per_entry"], document["k"], document["largest_k"]
    needed = k_of_mean(document, k)
    if needed is None:
        return ""
    if largest == 1:
        advice = (
            "; this profiler counts no sequences of paths, but "
            f"--profiler {STREAM.name} with a larger -k may show more"
        )
    elif needed <= largest:
        advice = f"; -k {needed} shows an entry of that length to its end"
    else:
        advice = f"; {largest} is the largest -k"
        advice += ", which shows only shorter entries to their end" if k < largest else ""
    return f" (an entry took {mean:,.1f} paths on average{advice})"


def k_of_mean(document: Mapping[str, Any], k: int) -> int | None:
    """Returns the k with which an entry of a loop's mean length would be seen to its end.

    Returns None if ``k`` is enough, or if the mean isn't known. The result may be more than the
    largest k.
    """
    mean = document["paths_per_entry"]
    return None if mean is None or mean <= k else math.ceil(mean)


def _open(document: Mapping[str, Any], group: Mapping[str, Any]) -> str:
    """Says what is known of a group of entries whose exit wasn't seen."""
    share, mean, hint = percent(group["share"]), None, ""
    if group["kind"] == "unfinished":
        text = f"{share} couldn't be followed to their end"
    elif group["entries"] < sum(one["entries"] for one in document["longer"]):
        # The exits of the others weren't seen, either, but the total shows their numbers.
        text = f"{share} may have made more iterations than were seen"
    else:
        mean = document["longer_mean"]
        if 2 * group["entries"] < document["entries"]:
            text = f"{share}{_of_iterations(document)} {_beyond(document)}"
        else:
            # If most entries are so long, the mean length isn't due to a few of them.
            text, hint = f"{share} {_beyond(document)}", _hint(document)
    found = []
    if mean is not None:
        cut = "at least " if document["longer_unfinished"] else ""
        found.append(f"these made {cut}{mean:,.1f} on average")
    if group["least"]:
        found.append(f"at least {group['least']:,} each")
    return f"{text}{': ' if found else ''}{', '.join(found)}{hint}"


def _of_iterations(document: Mapping[str, Any]) -> str:
    """Says what share of the iterations the ``longer`` entries made; "" if that isn't known."""
    total = document["longer_total"]
    if not total or document["unfinished"]:
        return ""
    known = sum(one["iterations"] * one["entries"] for one in document["known"])
    share = total / (total + known)
    least = percent_at_least(share) if document["longer_unfinished"] else percent(share)
    cut = "at least " if document["longer_unfinished"] else ""
    return f", with {cut}{least} of the iterations,"


def _beyond(document: Mapping[str, Any]) -> str:
    paths = "path" if document["k"] == 1 else "paths"
    return f"took more than k = {document['k']} {paths}, so their exit wasn't seen"


def _unit(group: Mapping[str, Any], *, is_do: bool) -> str:
    whole = " whole" if is_do and not group["least"] else ""
    return whole + (" iteration" if (group["least"], group["most"]) == (1, 1) else " iterations")


def _ordinal(percents: int) -> str:
    return f"{percents}th percentile"
