"""Describes how many iterations a loop's entries made, as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry

#: The percentiles that JSON documents have.
PERCENTS = (50, 90, 99)
#: Shares are shown in tenths of a per cent. If less than this fraction of all entries is left out,
#: the shown shares change by no more than a rounding error.
ROUNDING = 0.0005
#: A share (numerator, denominator). If at least this share of a group's entries made the same
#: number of iterations, these entries become a group of their own.
NEARLY_ALL = (9, 10)
#: So many numbers of iterations at most are told one by one.
MOST_ALONE = 5


def iterations_document(found: IterationsPerEntry | None) -> dict[str, Any] | None:
    """Returns a loop's iterations per entry as plain values for documents (docs/formats/json.md).

    Returns None if nothing is known about the iterations, or if no completed path entered the loop.
    """
    if found is None or not found.entries:
        return None
    percentiles = [found.percentile(percent) for percent in PERCENTS]
    return {
        "k": found.k,
        "largest_k": found.largest_k,
        "entries": found.entries,
        "known": _pairs(found.known),
        "longer": _pairs(found.longer),
        "longer_total": found.longer_total,
        "longer_mean": found.longer_mean,
        "longer_unfinished": found.longer_unfinished,
        "unfinished": _pairs(found.unfinished),
        "paths_per_entry": found.paths_per_entry,
        "percentiles": [
            {"percent": one.percent, "least": one.least, "most": one.most}
            for one in percentiles
            if one is not None
        ],
    }


def _told(document: Mapping[str, Any]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Returns the entries whose number of iterations is known, and the other ``longer`` entries.

    Both are pairs of a number of iterations, or a lower bound of it, and the number of entries. The
    total of the ``longer`` entries' iterations may show that only a few of these entries can have
    made more iterations than their lower bounds. If there is only one such entry, the total is its
    number of iterations.
    """
    known, longer = (
        [(one["iterations"], one["entries"]) for one in document[kind]]
        for kind in ("known", "longer")
    )
    if document["longer_total"] is None or document["longer_unfinished"]:
        return known, longer
    if sum(entries for _, entries in longer) == 1:
        longer = [(document["longer_total"], 1)]
    rest = document["longer_total"] - sum(made * entries for made, entries in longer)
    both = Counter(dict(known))
    for made, entries in longer:
        both[made] += max(entries - rest, 0)
    return sorted((+both).items()), [(made, min(it, rest)) for made, it in longer if rest]


def entry_groups(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Returns the entries in groups: those with the same number of iterations, or with a range.

    Unrolling depends on how many iterations entries usually make. So numbers stand alone if there
    are at most MOST_ALONE of them, leaving out those whose shares round to nothing. Otherwise the
    groups are 0, 1, 2, 3 to 4, 5 to 8 ... iterations; but if at least nine tenths of such a group
    made the same number of iterations, these entries form a group of their own.

    A group of the ``kind`` ``known`` has entries that made ``least`` to ``most`` iterations. Both
    numbers occurred; the group's limits may be farther apart.

    The group ``longer`` has entries that were still in the loop after k paths, and whose number of
    iterations doesn't follow from the total, either. The group ``unfinished`` has other entries
    that weren't seen to end. In these two groups, each entry made at least ``least`` iterations,
    and ``most`` is None.

    An entry of these two groups may really belong to a ``known`` group, whose count is then too
    small. A ``known`` group is ``complete`` if at most a rounding error (ROUNDING) can be missing
    from it. The share of an incomplete group is a lower bound. Complete and incomplete counts are
    never in one group, so there may be two groups for 3 to 4 iterations. ``share`` is the group's
    share of all entries. Empty groups are omitted.
    """
    known, longer = _told(document)
    unfinished = [(one["iterations"], one["entries"]) for one in document["unfinished"]]
    others = [*longer, *unfinished]
    tiny = ROUNDING * document["entries"]
    usual = {made for made, entries in known if entries >= tiny}
    stand_alone = len(usual) <= MOST_ALONE
    found: dict[tuple[int, bool, int], list[tuple[int, int]]] = {}
    alone = 0
    for made, entries in known:
        maybe = sum(other for least, other in others if least <= made)
        is_alone = stand_alone and made in usual
        alone += is_alone
        key = ((made - 1).bit_length() if made else -1, maybe < tiny, alone)
        found.setdefault(key, []).append((made, entries))
        # A range must not seem to contain a number that stands alone.
        alone += is_alone
    groups = [
        {
            "kind": "known",
            "least": some[0][0],
            "most": some[-1][0],
            "complete": is_complete,
            "entries": sum(entries for _, entries in some),
        }
        for (_, is_complete, _), own in found.items()
        for some in _divided(own)
    ]
    groups += [
        {
            "kind": kind,
            "complete": False,
            "least": min(least for least, _ in some),
            "most": None,
            "entries": sum(entries for _, entries in some),
        }
        for kind, some in (("longer", longer), ("unfinished", unfinished))
        if some
    ]
    return [group | {"share": group["entries"] / document["entries"]} for group in groups]


def _divided(group: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Divides a group, given as pairs (number of iterations, entries).

    If nearly all of the entries made the same number of iterations, the parts are the entries with
    fewer iterations, those with this number, and those with more. Each part is divided in the same
    way.
    """
    at = max(range(len(group)), key=lambda place: group[place][1])
    own, whole = NEARLY_ALL
    if group[at][1] * whole < own * sum(entries for _, entries in group):
        return [group]
    rest = (group[:at], [group[at]], group[at + 1 :]) if len(group) > 1 else ()
    return [part for some in rest if some for part in _divided(some)] or [group]


def _pairs(some: tuple[tuple[int, int], ...]) -> list[dict[str, int]]:
    return [{"iterations": iterations, "entries": entries} for iterations, entries in some]
