"""Bounds the number of uncounted paths that ran through given blocks.

There are two kinds of uncounted paths. A path is cut off if an exception or the recording's end
prevents its completion. A path is held back if it was completed, but not yet emitted, when the
recording ended.

A path begins at the method's entry, at a handler, or where another path ended: at a loop's header,
or at a cut edge. For each of these places, a profile has the number of paths that began there and
the number of counted ones among them. The other paths that began there are the uncounted ones, and
they ran only through blocks that can be reached from the place where they began.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any

from msgspec import Struct

from kpath_jvm.analysis.uncompleted import counts_whole_activations, held_back, uncompleted
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import PathDecoder
from kpath_jvm.profile.model import Profile


class CutOffPaths(Struct, frozen=True):
    """The number of uncounted paths that began at any of the blocks ``starts``."""

    starts: frozenset[int]
    number: int


def most_through(
    profile: Profile, method: int, can_run: Callable[[Collection[int]], bool]
) -> float:
    """Returns how many of a method's uncounted paths may have run through a certain place.

    ``can_run`` defines the place: it returns whether a path that begins at one of the given blocks
    can run through the place. The result is an upper bound. It is infinity if the number of cut-off
    paths isn't known.
    """
    whole = uncompleted(profile, method)
    if not whole:
        return float("inf") if whole is None else 0.0
    held = held_back(profile, method)
    groups = _by_start(profile, method)
    if groups is None:
        return float(whole + held)
    decoder = profile.code(method).decoder
    # A held-back path's end isn't counted, so the path that began after it isn't in a group yet.
    groups.append(CutOffPaths(_where_paths_go_on(decoder), held))
    return float(sum(one.number for one in groups if can_run(one.starts)))


def cut_off_by_start(profile: Profile, method: int) -> list[CutOffPaths] | None:
    """Returns a method's cut-off paths, grouped by where they began, as exactly as that is known.

    Returns None if the number of cut-off paths isn't known. Held-back paths aren't in any group.
    """
    whole = uncompleted(profile, method)
    if whole is None:
        return None
    if not whole:
        return []
    # A held-back path's end isn't counted, so it isn't known where the path after it began.
    groups = None if held_back(profile, method) else _by_start(profile, method)
    if groups is None:
        decoder = profile.code(method).decoder
        anywhere = decoder.begun_at("entry") | decoder.begun_at("handler")
        groups = [CutOffPaths(anywhere | _where_paths_go_on(decoder), whole)]
    return [one for one in groups if one.number]


def reaches(code: MethodCode, starts: Collection[int], blocks: Collection[int]) -> bool:
    """Returns whether a path that begins at one of the starts can run through any of the blocks."""
    return not reached(code, starts).isdisjoint(blocks)


def reached(code: MethodCode, starts: Collection[int]) -> set[int]:
    """Returns the blocks through which a path that begins at one of the starts can run."""
    found, rest = set(starts), [*starts]
    while rest:
        for block in code.decoder.following(rest.pop()) - found:
            found.add(block)
            rest.append(block)
    return found


def _where_paths_go_on(decoder: PathDecoder) -> frozenset[int]:
    """Returns the blocks where a path begins after another path has ended."""
    return decoder.begun_at("loop") | decoder.begun_at("cut")


def _by_start(profile: Profile, method: int) -> list[CutOffPaths] | None:
    """Returns the numbers of uncounted paths, grouped by the blocks where they began.

    Returns None if the method's counts contradict each other, or if the profile may lack more of an
    activation than the paths that were held back when the recording ended.
    """
    if not counts_whole_activations(profile, but_for_the_end=True):
        return None
    row = profile.method_rows.row(method)
    code = profile.code(method)
    targets = _only_targets(code, row)
    first: Counter[int] = Counter()
    completed: Counter[str] = Counter()
    ended: Counter[int | None] = Counter()
    columns = profile.rows_of("paths").rows(method, "start", "end", "blocks", "count")
    for start, end, blocks, count in columns:
        completed[start] += count
        if start in ("loop", "cut"):
            first[blocks[0]] += count
        if end != "exit":
            ended[targets.get((end, blocks[-1]))] += count
    begins = {kind: code.decoder.begun_at(kind) for kind in ("entry", "handler")}
    groups = [
        CutOffPaths(begins["entry"], int(row["entries"]) - completed["entry"]),
        CutOffPaths(begins["handler"], int(row["handler_entries"]) - completed["handler"]),
    ]
    if None in ended:
        # After some ends, the next path may have begun at any of several places.
        number = sum(ended.values()) - completed["loop"] - completed["cut"]
        groups.append(CutOffPaths(_where_paths_go_on(code.decoder), number))
    else:
        begun = {block for block in (*ended, *first) if block is not None}
        groups += [CutOffPaths(frozenset((it,)), ended[it] - first[it]) for it in sorted(begun)]
    is_sound = all(one.number >= 0 for one in groups)
    if not is_sound or sum(one.number for one in groups) != uncompleted(profile, method):
        return None
    return groups


def _only_targets(code: MethodCode, row: Mapping[str, Any]) -> dict[tuple[str, int], int]:
    """Returns where the next path begins, by the kind of a path's end and the path's last block.

    Ends after which the next path may begin at any of several blocks are left out. With ``--cut
    loop-header``, all ends at loop headers are left out, too, because paths then also end at edges
    that no table lists.
    """
    found: dict[tuple[str, int], set[int]] = {}
    if row["cut"] == "back-edge":
        for loop in code.loops:
            for latch in loop.latches:
                found.setdefault(("loop", latch), set()).add(loop.header)
    for source, target in code.cuts:
        found.setdefault(("cut", source), set()).add(target)
    return {end: min(blocks) for end, blocks in found.items() if len(blocks) == 1}
