"""Finds the paths of a run that an earlier run, the training run, executed too (Ball and Larus)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.analysis.prediction.edge_prediction import counts_by_method
from kpath_jvm.profile.identity.methods import Loaders, MethodName, versions_of
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.model import Profile

_Key: TypeAlias = tuple[MethodName, str, PathIdentity]


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
    """The coverage of all paths together, and of each method's paths, by the method's number."""

    total: PathCoverage
    by_method: Mapping[int, PathCoverage]


def path_coverage(profile: Profile, train: Profile) -> PathCoverage:
    """Returns how much of a profile's paths was also executed in the training run."""
    return coverages(profile, train).total


def coverages(profile: Profile, train: Profile) -> PathCoverages:
    """Returns the coverage of all paths together, and of each method's paths.

    In the coverage of all paths, equal paths of several class loaders are one path.
    """
    known = {one.key for one in _executed(train)}
    seen: set[_Key] = set()
    total = [0] * 6
    by_method: defaultdict[int, list[int]] = defaultdict(lambda: [0] * 6)
    for one in _executed(profile):
        for sums, is_new in ((total, one.key not in seen), (by_method[one.method], True)):
            for place, amount in enumerate((int(is_new), one.count, one.bytecodes)):
                sums[2 * place] += amount
                sums[2 * place + 1] += amount if one.key in known else 0
        seen.add(one.key)
    return PathCoverages(
        PathCoverage(*total), {method: PathCoverage(*sums) for method, sums in by_method.items()}
    )


@dataclass(frozen=True)
class _Executed:
    """An executed path of a method, and the bytecodes of all its completions."""

    method: int
    key: _Key
    count: int
    bytecodes: int


def _executed(profile: Profile) -> Iterator[_Executed]:
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    by_number = dict(zip(profile.method_rows.numbers.tolist(), versions, strict=True))
    for method, counts in counts_by_method(profile):
        version = by_number[method]
        sizes = profile.code(method).instructions
        for path, count in counts.items():
            key = (version.named, version.digest, path)
            yield _Executed(method, key, count, count * sum(sizes[block] for block in path.blocks))
