"""Computes the overlap metric of the paper "Structural Path Profiling" for two profiles."""

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
    """A path of a method. All versions of the method that have the same ``graph`` share the path.

    ``graph`` is the digest that Shapes.graph returns. ``level`` is the header block of the loop in
    which a structural path runs, or -1 outside all loops. For a Ball-Larus path, ``level`` is 0.
    """

    graph: str
    level: int
    path: PathIdentity


Weights: TypeAlias = Mapping[WeighedPath, float]
#: A method's number, a path's level, the path and its weight.
_Weight = tuple[int, int, PathIdentity, float]


def overlap(online: Mapping[_K, float], complete: Mapping[_K, float]) -> float:
    """Returns the sum, over all paths, of the smaller of a path's two shares.

    A path's share is its weight divided by the profile's total weight. The result is between 0 and
    1, or NaN if either profile is empty.
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

    ``pooled`` is the overlap of all paths of these methods together. ``mean`` is the mean of the
    methods' overlaps, and ``methods`` is the number of methods.
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

    A method without a path in the complete profile is ignored. A method with paths in the complete
    profile, but none in the online profile, has the overlap 0.
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
    """Returns the weight of each method's paths, added up over the method's versions.

    The paths are structural paths if the profile has any that were executed, otherwise Ball-Larus
    paths. A path's weight is its estimate, or its count if the profile has no estimate of the path.
    Paths that weren't executed, and methods of which only edges were counted, are left out.
    Versions with different graphs share no paths, because a block number means the same block only
    in equal graphs.
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
