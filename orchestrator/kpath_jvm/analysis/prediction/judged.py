"""Finds the executed paths by which a prediction is judged, and the loops in which they run.

A prediction is made from all paths of a method, even if only some of its loops are selected: the
most frequent edges out of a block, and the paths before a path, don't depend on the selection.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.profile.identity.paths import PathIdentity, identities_in
from kpath_jvm.profile.model import Profile

#: The selected loops of each method, as places in MethodCode.loops, inner loops included. None
#: selects all paths, even those outside loops.
SelectedLoops: TypeAlias = Mapping[int, Collection[int]] | None


class JudgedPaths(Struct, frozen=True):
    """The executed paths of a method, and those by which a prediction is judged.

    ``counts`` has the completions of all executed paths of the method, and ``paths`` are the judged
    ones. ``by_loop`` has, for each selected loop, the executed paths through a block that is in
    this loop but in none of its inner loops. Loops without such paths are left out.
    """

    counts: Mapping[PathIdentity, int]
    paths: frozenset[PathIdentity]
    by_loop: Mapping[int, frozenset[PathIdentity]]


#: The judged paths of each method that has some, in the order of the methods' numbers.
Judged: TypeAlias = Mapping[int, JudgedPaths]


def judged_paths(profile: Profile, loops: SelectedLoops = None) -> dict[int, JudgedPaths]:
    """Returns the judged paths of each method that has some, by the methods' numbers."""
    found = {
        method: _of_method(profile, method, counts, loops)
        for method, counts in counts_by_method(profile)
    }
    return {method: judged for method, judged in found.items() if judged.paths}


def counts_by_method(profile: Profile) -> Iterator[tuple[int, dict[PathIdentity, int]]]:
    """Yields each method that has completed paths, with the number of each path's completions."""
    table = profile.table("paths")
    found: defaultdict[int, dict[PathIdentity, int]] = defaultdict(dict)
    columns = (table.column(name).to_pylist() for name in ("method", "count"))
    for method, count, path in zip(*columns, identities_in(table), strict=True):
        if count:
            found[method][path] = count
    yield from sorted(found.items())


def _of_method(
    profile: Profile, method: int, counts: Mapping[PathIdentity, int], loops: SelectedLoops
) -> JudgedPaths:
    code = profile.code(method)
    chosen = frozenset(range(len(code.loops)) if loops is None else loops.get(method, ()))
    found = defaultdict[int, set[PathIdentity]](set)
    if chosen:
        innermost = LoopNest(code, profile.method_rows.row(method)).innermost.tolist()
        for path in counts:
            for loop in chosen.intersection(innermost[block] for block in path.blocks):
                found[loop].add(path)
    by_loop = {loop: frozenset(own) for loop, own in sorted(found.items())}
    every = frozenset(counts)
    inside = every if loops is None else frozenset[PathIdentity]().union(*by_loop.values())
    return JudgedPaths(counts, inside, by_loop)
