"""Finds the paths of a run that an earlier run, the training run, executed too (Ball and Larus)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.analysis.prediction.judged import Judged, counts_by_method, judged_paths
from kpath_jvm.profile.identity.methods import Loaders, MethodName, versions_of
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.model import Profile

_Key: TypeAlias = tuple[MethodName, str, PathIdentity]
#: The values of the fields of a PathCoverage, in order.
_Sums: TypeAlias = list[int]


@dataclass(frozen=True)
class PathCoverage:
    """The numbers of a run's distinct paths, of their completions and of their bytecodes.

    The ``trained_`` numbers cover only the paths that the training run also executed. Two paths are
    the same if their class files, methods, blocks, starts and ends are equal.
    """

    paths: int
    trained_paths: int
    completions: int
    trained_completions: int
    bytecodes: int
    trained_bytecodes: int


@dataclass(frozen=True)
class PathCoverages:
    """The coverage of judged paths: in total, by method and by loop.

    Methods and loops are given as in ``Predictions`` (edge_prediction.py).
    """

    total: PathCoverage
    by_method: Mapping[int, PathCoverage]
    by_loop: Mapping[tuple[int, int], PathCoverage]


def path_coverage(profile: Profile, train: Profile) -> PathCoverage:
    """Returns how many of a profile's paths were also executed in the training run."""
    return coverages(profile, train).total


def coverages(profile: Profile, train: Profile, judged: Judged | None = None) -> PathCoverages:
    """Returns the coverage of the judged paths in total, by method and by loop.

    In the total, equal paths from several class loaders count as one path. If ``judged`` is None,
    all executed paths are judged.
    """
    of_train = _names(train)
    known = {
        (*of_train[method], path) for method, counts in counts_by_method(train) for path in counts
    }
    seen: set[_Key] = set()
    total = _no_sums()
    by_method, by_loop = {}, {}
    named = _names(profile)
    for method, one in (judged_paths(profile) if judged is None else judged).items():
        sizes = profile.code(method).instructions
        sums = by_method[method] = _no_sums()
        of_loops = defaultdict[PathIdentity, list[_Sums]](list)
        for loop, own in one.by_loop.items():
            by_loop[method, loop] = _no_sums()
            for path in own:
                of_loops[path].append(by_loop[method, loop])
        for path in one.paths:
            key = (*named[method], path)
            count = one.counts[path]
            amounts = (count, count * sum(sizes[block] for block in path.blocks))
            for its in (sums, *of_loops[path]):
                _add(its, (1, *amounts), is_known=key in known)
            _add(total, (int(key not in seen), *amounts), is_known=key in known)
            seen.add(key)
    return PathCoverages(
        PathCoverage(*total),
        {method: PathCoverage(*sums) for method, sums in by_method.items()},
        {loop: PathCoverage(*sums) for loop, sums in by_loop.items()},
    )


def _no_sums() -> _Sums:
    return [0] * 6


def _add(sums: _Sums, amounts: Iterable[int], *, is_known: bool) -> None:
    for place, amount in enumerate(amounts):
        sums[2 * place] += amount
        sums[2 * place + 1] += amount if is_known else 0


def _names(profile: Profile) -> dict[int, tuple[MethodName, str]]:
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    numbers = profile.method_rows.numbers.tolist()
    return {number: (one.named, one.digest) for number, one in zip(numbers, versions, strict=True)}
