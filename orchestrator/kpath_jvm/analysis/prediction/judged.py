"""The executed paths of a method that a prediction is judged by, and the loops that they run in.

A prediction is made from all paths of a method, even if only some of its loops are selected: the
most frequent edges out of a block, and the paths before a path, don't depend on what is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct

from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.model import Profile

#: The selected loops of each method, as places in MethodCode.loops, inner loops included. None
#: selects all paths, even those outside loops.
SelectedLoops: TypeAlias = Mapping[int, Collection[int]] | None


class JudgedPaths(Struct, frozen=True):
    """Some executed paths of a method.

    ``by_loop`` has, for each selected loop that executed a path, the paths through a block of this
    loop that isn't in an inner loop.
    """

    paths: frozenset[PathIdentity]
    by_loop: Mapping[int, frozenset[PathIdentity]]


def judged_paths(
    profile: Profile, method: int, paths: Iterable[PathIdentity], loops: SelectedLoops = None
) -> JudgedPaths:
    """Returns those of a method's executed paths that run through one of the selected loops."""
    code = profile.code(method)
    every = frozenset(paths)
    chosen = frozenset(range(len(code.loops)) if loops is None else loops.get(method, ()))
    found = defaultdict[int, set[PathIdentity]](set)
    if chosen:
        innermost = LoopNest(code, profile.method_rows.row(method)).innermost.tolist()
        for path in every:
            for loop in chosen.intersection(innermost[block] for block in path.blocks):
                found[loop].add(path)
    by_loop = {loop: frozenset(own) for loop, own in sorted(found.items())}
    inside = every if loops is None else frozenset[PathIdentity]().union(*by_loop.values())
    return JudgedPaths(inside, by_loop)
