"""Computes the overlap metric of "Structural Path Profiling" for two profiles."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import isnan
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from kpath_jvm.profile.identity.methods import MethodName, names_of
from kpath_jvm.profile.identity.paths import PathIdentity, identities_in
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.model import Profile

#: The kind of extended paths that structural path profiling counts.
WINDOW = "window"
_K = TypeVar("_K", bound=Hashable)


class WeighedPath(NamedTuple):
    """A path of a method. Versions of the method with the same ``graph`` have the same paths.

    ``graph`` is the digest that Shapes.graph returns. ``level`` is a structural path's level of the
    method's loops: the block of a loop's header, or -1 outside all loops. It is 0 for Ball-Larus
    paths.
    """

    graph: str
    level: int
    path: PathIdentity


#: Weights of a method's paths.
Weights: TypeAlias = Mapping[WeighedPath, float]
#: A method's number, a path's level, the path, and how often it was executed.
_Weight = tuple[int, int, PathIdentity, float]


def overlap(online: Mapping[_K, float], complete: Mapping[_K, float]) -> float:
    """Returns the sum, over all paths, of the smaller of a path's two shares.

    A path's share is its part of a profile's total weight. The result is between 0 and 1, or NaN if
    either profile is empty.
    """
    totals = sum(online.values()), sum(complete.values())
    if not all(totals):
        return float("nan")
    return float(
        sum(
            min(weight / totals[0], complete.get(path, 0.0) / totals[1])
            for path, weight in online.items()
        )
    )


@dataclass(frozen=True)
class Overlap:
    """The overlap of two profiles for a program's hot methods.

    ``pooled`` is the overlap of all their paths together. ``mean`` is the mean of their own
    overlaps, and ``methods`` is their number.
    """

    pooled: float
    mean: float
    methods: int


def overlap_of(
    online: Mapping[MethodName, Weights],
    complete: Mapping[MethodName, Weights],
    hot: Iterable[MethodName],
) -> Overlap:
    """Returns the overlap of two profiles for the methods in ``hot``.

    Only methods with a path in the complete profile are considered. Without a path in the online
    profile, their overlap is 0.
    """
    chosen = [method for method in hot if complete.get(method)]
    each = [overlap(online.get(method, {}), complete[method]) for method in chosen]
    pools: list[dict[tuple[MethodName, WeighedPath], float]] = [
        {
            (method, path): weight
            for method in chosen
            for path, weight in part.get(method, {}).items()
        }
        for part in (online, complete)
    ]
    mean = float(np.nan_to_num(np.array(each), nan=0.0).mean()) if each else float("nan")
    return Overlap(overlap(pools[0], pools[1]), mean, len(chosen))


def weights_of(profile: Profile) -> dict[MethodName, dict[WeighedPath, float]]:
    """Returns the paths of each method with their weights, added up over the method's versions.

    If the profiler counts structural paths, a path's weight is its estimate, or its count if it has
    no estimate, as in a complete profile. Otherwise the paths are Ball-Larus paths, and their
    weights are their counts. Paths without executions, and methods whose edges were counted, are
    left out. Versions with different graphs have different paths, because a block number means the
    same block only in equal graphs.
    """
    numbers = profile.method_rows.numbers.tolist()
    names = dict(zip(numbers, names_of(profile.table("methods")), strict=True))
    shapes = Shapes(profile)
    weights: dict[MethodName, dict[WeighedPath, float]] = {}
    for method, level, identity, weight in _of_windows(profile) or _of_paths(profile):
        part = weights.setdefault(names[method], {})
        path = WeighedPath(shapes.graph(method), level, identity)
        part[path] = part.get(path, 0.0) + weight
    return weights


def _of_windows(profile: Profile) -> list[_Weight]:
    table = profile.table("extended")
    columns = (table.column(name).to_pylist() for name in
               ("kind", "method", "graph", "count", "estimate"))  # fmt: skip
    rows = zip(*columns, identities_in(table), strict=True)
    weights = (
        (method, level, path, float(count if isnan(estimate) else estimate))
        for kind, method, level, count, estimate, path in rows
        if kind == WINDOW
    )
    return [one for one in weights if one[-1]]


def _of_paths(profile: Profile) -> list[_Weight]:
    table = profile.table("paths")
    columns = (table.column(name).to_pylist() for name in ("method", "count"))
    return [
        (method, 0, path, float(count))
        for method, count, path in zip(*columns, identities_in(table), strict=True)
        if count
    ]
