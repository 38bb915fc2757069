"""Finds the paths of a run that an earlier run, the training run, executed too (Ball and Larus)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.analysis.prediction.edge_prediction import counts_by_method
from kpath_jvm.analysis.prediction.judged import SelectedLoops, judged_paths
from kpath_jvm.profile.identity.methods import Loaders, MethodName, versions_of
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.model import Profile

_Key: TypeAlias = tuple[MethodName, str, PathIdentity]
_Loop: TypeAlias = tuple[int, int]
#: The numbers of a PathCoverage in their order.
_Sums: TypeAlias = list[int]


@dataclass(frozen=True)
class PathCoverage:
    """The numbers of a run's distinct paths, of their completions and of their bytecodes.

    The ``trained_`` numbers cover only the paths that the training run also executed. Two paths are
    the same if their class files, methods, blocks, starts and ends are equal. ``bytecodes`` are
    instructions of completed paths.
    """

    paths: int
    trained_paths: int
    completions: int
    trained_completions: int
    bytecodes: int
    trained_bytecodes: int


@dataclass(frozen=True)
class PathCoverages:
    """The coverage of all judged paths together, and of those of each method and each loop.

    Methods and loops are given as in Predictions.
    """

    total: PathCoverage
    by_method: Mapping[int, PathCoverage]
    by_loop: Mapping[tuple[int, int], PathCoverage]


def path_coverage(profile: Profile, train: Profile) -> PathCoverage:
    """Returns how much of a profile's paths was also executed in the training run."""
    return coverages(profile, train).total


def coverages(profile: Profile, train: Profile, loops: SelectedLoops = None) -> PathCoverages:
    """Returns the coverage of all paths together, of each method's paths and of each loop's paths.

    In the coverage of all paths, equal paths of several class loaders are one path. With ``loops``,
    only paths through these loops are judged.
    """
    known = {one.key for one in _executed(train, None)}
    seen: set[_Key] = set()
    total = _no_sums()
    by_method, by_loop = defaultdict[int, _Sums](_no_sums), defaultdict[_Loop, _Sums](_no_sums)
    for one in _executed(profile, loops):
        own = [by_method[one.method], *(by_loop[one.method, loop] for loop in one.loops)]
        for sums, is_new in ((total, one.key not in seen), *((it, True) for it in own)):
            for place, amount in enumerate((int(is_new), one.count, one.bytecodes)):
                sums[2 * place] += amount
                sums[2 * place + 1] += amount if one.key in known else 0
        seen.add(one.key)
    return PathCoverages(
        PathCoverage(*total),
        {method: PathCoverage(*sums) for method, sums in by_method.items()},
        {loop: PathCoverage(*sums) for loop, sums in by_loop.items()},
    )


def _no_sums() -> _Sums:
    return [0] * 6


@dataclass(frozen=True)
class _Executed:
    """An executed path of a method, its loops, and the bytecodes of all its completions."""

    method: int
    loops: tuple[int, ...]
    key: _Key
    count: int
    bytecodes: int


def _executed(profile: Profile, loops: SelectedLoops) -> Iterator[_Executed]:
    """Yields the judged paths of all methods."""
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    by_number = dict(zip(profile.method_rows.numbers.tolist(), versions, strict=True))
    for method, counts in counts_by_method(profile):
        version = by_number[method]
        sizes = profile.code(method).instructions
        judged = judged_paths(profile, method, counts, loops)
        for path, count in counts.items():
            if path not in judged.paths:
                continue
            inside = tuple(loop for loop, own in judged.by_loop.items() if path in own)
            key = (version.named, version.digest, path)
            bytecodes = count * sum(sizes[block] for block in path.blocks)
            yield _Executed(method, inside, key, count, bytecodes)
