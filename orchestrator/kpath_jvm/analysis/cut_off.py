"""Bounds the number of uncounted paths that ran through given blocks.

There are two kinds of uncounted paths. A path is cut off if an exception or the end of the
recording prevents its completion. A path is held back if it was completed, but its activation
hadn't emitted it (stored it in the segment) when the recording ended.

A path begins at the method's entry, at a handler, or where another path ended: at a loop's header,
or at a cut edge. For each of these beginnings, a profile has the number of all paths that began
there, and the number of those that were counted. So it is known where the uncounted paths began. A
path can only have run through blocks that can be reached from where the path began. For example, if
all paths that began at handlers were counted, no uncounted path began at a handler.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from kpath_jvm.analysis.uncompleted import counts_whole_activations, held_back, uncompleted
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.model import Profile

#: The groups of kinds of starts that are distinguished. The kinds "loop" and "cut" are one group,
#: because both kinds of paths begin where another path ended.
_GROUPS = (("entry",), ("handler",), ("loop", "cut"))


def most_through(
    profile: Profile, method: int, can_run: Callable[[Collection[int]], bool]
) -> float:
    """Returns how many of a method's uncounted paths may have run through a certain place.

    ``can_run`` defines the place: given some blocks, it returns whether a path that begins at one
    of them can run through the place. The result is an upper bound. It is infinity if the number of
    cut-off paths isn't known.
    """
    whole = uncompleted(profile, method)
    if not whole:
        return float("inf") if whole is None else 0.0
    held = held_back(profile, method)
    by_group = _by_group(profile, method)
    if by_group is None or sum(by_group) != whole or min(by_group) < 0:
        return float(whole + held)
    # The end of a path that was held back isn't counted. So the path that began at this end is in
    # no group yet.
    by_group[-1] += held
    decoder = profile.code(method).decoder
    return float(
        sum(
            number
            for kinds, number in zip(_GROUPS, by_group, strict=True)
            if can_run(frozenset(block for kind in kinds for block in decoder.begun_at(kind)))
        )
    )


def reaches(code: MethodCode, starts: Collection[int], blocks: Collection[int]) -> bool:
    """Returns whether a path that begins at one of the starts can run through any of the blocks."""
    found, rest = set(starts), [*starts]
    while rest:
        for block in code.decoder.following(rest.pop()) - found:
            found.add(block)
            rest.append(block)
    return not found.isdisjoint(blocks)


def _by_group(profile: Profile, method: int) -> list[int] | None:
    """Returns how many paths aren't counted, for each of _GROUPS.

    Returns None if the profile may lack parts of activations, other than paths that were held back
    at the end.
    """
    if not counts_whole_activations(profile, but_for_the_end=True):
        return None
    row = profile.method_rows.row(method)
    completed = {kind: 0 for kinds in _GROUPS for kind in kinds}
    ended = 0
    for start, end, count in profile.rows_of("paths").rows(method, "start", "end", "count"):
        completed[start] += count
        ended += count * (end != "exit")
    begun = (int(row["entries"]), int(row["handler_entries"]), ended)
    return [
        number - sum(completed[kind] for kind in kinds)
        for kinds, number in zip(_GROUPS, begun, strict=True)
    ]
