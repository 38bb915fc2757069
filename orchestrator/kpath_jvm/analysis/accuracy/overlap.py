"""The overlap metric of "Structural Path Profiling": an online profile against a complete one."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from math import isnan

import numpy as np

from kpath_jvm.profile.model import Profile

Method = tuple[str, str, str]
#: The kind of extended paths that structural path profiling counts.
WINDOW = "window"
#: A method's number, a path of it, and how often the path was executed.
_Weight = tuple[int, Hashable, float]
#: Weights of paths, by a key that identifies each path.
Weights = Mapping[Hashable, float]


def overlap(online: Weights, complete: Weights) -> float:
    """Returns the sum over paths of the lesser of their two shares, 0 to 1.

    Returns NaN if one profile is empty.
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
    """The overlap of a program: of all paths of its hot methods, and the mean over methods."""

    pooled: float
    mean: float
    methods: int


def overlap_of(
    online: Mapping[Method, Weights], complete: Mapping[Method, Weights], hot: Iterable[Method]
) -> Overlap:
    """Returns the overlap of two profiles for some methods.

    A method without a path in the online profile has overlap 0, since the complete profile says
    what there is. A method without a path in the complete profile isn't considered.
    """
    chosen = [method for method in hot if complete.get(method)]
    each = [overlap(online.get(method, {}), complete[method]) for method in chosen]
    pools: list[dict[Hashable, float]] = [
        {
            (method, path): weight
            for method in chosen
            for path, weight in part.get(method, {}).items()
        }
        for part in (online, complete)
    ]
    mean = float(np.nan_to_num(np.array(each), nan=0.0).mean()) if each else float("nan")
    return Overlap(overlap(pools[0], pools[1]), mean, len(chosen))


def weights_of(profile: Profile) -> dict[Method, dict[Hashable, float]]:
    """Returns the weights of the paths of a profile's methods, over all loaders and versions.

    For profilers with windows these are the windows' paths with their estimates (their counts in a
    complete profile); for profilers of Ball-Larus paths, these paths with their counts. Edges
    aren't paths, so methods whose edges were counted have none. A path is its level (0 for
    Ball-Larus paths), start, end and blocks.
    """
    rows = profile.method_rows
    names = dict(
        zip(
            rows.numbers.tolist(),
            zip(*(rows.texts(name) for name in ("class", "name", "descriptor")), strict=True),
            strict=True,
        )
    )
    weights: dict[Method, dict[Hashable, float]] = {}
    for method, path, weight in _of_windows(profile) or _of_paths(profile):
        part = weights.setdefault(names[method], {})
        part[path] = part.get(path, 0.0) + weight
    return weights


def _of_windows(profile: Profile) -> list[_Weight]:
    table = profile.table("extended")
    columns = ("kind", "method", "graph", "start", "end", "blocks", "count", "estimate")
    rows = zip(*(table.column(name).to_pylist() for name in columns), strict=True)
    return [
        (method, (level, start, end, tuple(blocks)), float(count if isnan(estimate) else estimate))
        for kind, method, level, start, end, blocks, count, estimate in rows
        if kind == WINDOW
    ]


def _of_paths(profile: Profile) -> list[_Weight]:
    table = profile.table("paths")
    columns = ("method", "start", "end", "blocks", "count")
    rows = zip(*(table.column(name).to_pylist() for name in columns), strict=True)
    return [
        (method, (0, start, end, tuple(blocks)), float(count))
        for method, start, end, blocks, count in rows
        if count
    ]
