"""Compares two profiles of a program by the overlap metric (overlap.py), method by method.

One profile is called the *online* profile, the other the *complete* one. The overlap says how well
the online profile represents the complete one.
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from kpath_jvm.analysis.accuracy.overlap import (
    WINDOW,
    WeighedPath,
    Weights,
    overlap,
    weights_of,
)
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.identity.methods import MethodName, names_of
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.model import Profile

#: The kinds of paths that a profile may count.
PATHS, WINDOWS = "Ball-Larus paths", "structural paths"
#: The places where paths are cut, by the values of --cut; the first is the default.
_CUTS = {"back-edge": "back edges", "loop-header": "loop headers"}
#: The number of digits behind the point that rounding errors leave to sums of shares.
_DIGITS = 12


@dataclass(frozen=True)
class PathDifference:
    """A path, and its share of the path executions in each profile, from 0 to 1."""

    path: WeighedPath
    online: float
    complete: float


@dataclass(frozen=True)
class MethodOverlap:
    """A method whose paths were executed in at least one of the profiles.

    ``overlap`` is the overlap of the method's own paths. It is 0 if the online profile has no path
    of the method, and None if the complete profile has none. ``missing`` is how much the method
    lowers the overlap of all paths: the sum, over the method's paths, of how far the online share
    falls short of the complete share. ``surplus`` is the sum of how far the online share exceeds
    the complete share. ``online`` and ``complete`` are the method's shares of each profile's path
    executions. ``online_paths``, ``complete_paths`` and ``both_paths`` are the
    numbers of the method's paths in the online profile, in the complete profile and in both.
    ``most`` is the path whose two shares differ most.
    """

    method: MethodName
    overlap: float | None
    missing: float
    surplus: float
    online: float
    complete: float
    online_paths: int
    complete_paths: int
    both_paths: int
    most: PathDifference

    @property
    def difference(self) -> float:
        """How much the shares of the method's paths differ, in both directions together.

        Both ``missing`` and ``surplus``, added up over all methods, are what the overlap lacks of
        1. If one profile counts only a part of each method, one of the two may be spread over very
        many methods, while the other one is that of a few.
        """
        return self.missing + self.surplus

    @property
    def differs(self) -> bool:
        """Whether any path of the method has different shares in the two profiles."""
        return abs(self.most.online - self.most.complete) > 0.1**_DIGITS


@dataclass(frozen=True)
class Compared:
    """How well the online profile represents the complete one.

    ``kind`` is PATHS or WINDOWS. ``overlap`` is the overlap of all paths together, and ``mean`` is
    the mean overlap of the complete profile's methods. ``methods`` has the methods that were
    compared, the one with the largest ``difference`` first. ``other_code`` has the methods that
    were left out because their code differs between the profiles.
    """

    kind: str
    overlap: float
    mean: float
    methods: tuple[MethodOverlap, ...]
    other_code: frozenset[MethodName]

    @property
    def in_both(self) -> int:
        """The number of methods that have paths in both profiles."""
        return sum(bool(one.online_paths and one.complete_paths) for one in self.methods)

    @property
    def online_only(self) -> list[MethodOverlap]:
        """The methods that have paths only in the online profile."""
        return [one for one in self.methods if not one.complete_paths]

    @property
    def complete_only(self) -> list[MethodOverlap]:
        """The methods that have paths only in the complete profile."""
        return [one for one in self.methods if not one.online_paths]


def compared(online: Profile, complete: Profile, *, within: bool = False) -> Compared:
    """Returns the overlap of two profiles.

    Methods whose code differs between the profiles are left out. With ``within``, so are methods
    that the complete profile doesn't list. Raises KpathError if the profiles count different kinds
    of paths, cut paths at different places, or share no method with the same code. Also raises
    KpathError if either profile has no executed paths.
    """
    kind = _kind(online)
    if _kind(complete) != kind:
        raise KpathError(
            f"{online.path} has {kind}, but {complete.path} has {_kind(complete)}; give two "
            "profiles of the same kind of paths: `run --profiler spp --threshold 0` counts all "
            "structural paths, and `run` without --profiler counts all Ball-Larus paths", 2,
        )  # fmt: skip
    cuts = [_cut(profile) for profile in (online, complete)]
    if kind == PATHS and cuts[0] != cuts[1]:
        raise KpathError(
            f"{online.path} has paths cut at {cuts[0]}, but those of {complete.path} are cut at "
            f"{cuts[1]}; record both with the same --cut", 2,
        )  # fmt: skip
    weights = weights_of(online), weights_of(complete)
    shapes = _shapes(online), _shapes(complete)
    both = shapes[0].keys() & shapes[1].keys()
    if not both:
        raise KpathError(
            f"{online.path} and {complete.path} have no method in common; give two profiles of "
            "one program", 2,
        )  # fmt: skip
    other = frozenset(method for method in both if shapes[0][method] != shapes[1][method])
    if len(other) == len(both):
        raise KpathError(
            f"{online.path} and {complete.path} have no method of the same code; give two profiles "
            "of one version of a program, with the same --max-paths", 2,
        )  # fmt: skip
    left_out = other | (shapes[0].keys() - shapes[1].keys() if within else frozenset())
    parts = [
        {method: part for method, part in one.items() if method not in left_out} for one in weights
    ]
    for profile, part in zip((online, complete), parts, strict=True):
        if not part:
            raise KpathError(f"{profile.path} has no executed paths; give one of a longer run", 2)
    return _compared(kind, parts[0], parts[1], other)


def _kind(profile: Profile) -> str:
    if WINDOW in profile.table("extended").column("kind").to_pylist():
        return WINDOWS
    if not profile.table("paths").num_rows and profile.table("edge_counts").num_rows:
        raise KpathError(
            f"{profile.path} has counts of edges but no paths, so nothing can be compared; "
            "give a profile of paths", 2,
        )  # fmt: skip
    return PATHS


def _cut(profile: Profile) -> str:
    return _CUTS.get(profile.run.option("cut", str) or "", _CUTS["back-edge"])


def _shapes(profile: Profile) -> dict[MethodName, Set[str]]:
    """Returns, for each method, the digests of the graphs of all its versions."""
    shapes = Shapes(profile)
    found: dict[MethodName, set[str]] = {}
    numbers = profile.method_rows.numbers.tolist()
    for number, named in zip(numbers, names_of(profile.table("methods")), strict=True):
        found.setdefault(named, set()).add(shapes.graph(number))
    return {method: frozenset(digests) for method, digests in found.items()}


def _compared(
    kind: str,
    online: Mapping[MethodName, Weights],
    complete: Mapping[MethodName, Weights],
    other: frozenset[MethodName],
) -> Compared:
    totals = [
        sum(sum(part.values()) for part in weights.values()) for weights in (online, complete)
    ]
    found = []
    for method in sorted({*online, *complete}):
        shares = [
            {path: weight / total for path, weight in weights.get(method, {}).items()}
            for weights, total in zip((online, complete), totals, strict=True)
        ]
        found.append(_method(method, shares[0], shares[1]))
    own = [one.overlap for one in found if one.overlap is not None]
    return Compared(
        kind,
        overlap=max(1 - sum(one.missing for one in found), 0.0),
        mean=sum(own) / len(own),
        methods=tuple(sorted(found, key=_order)),
        other_code=other,
    )


def _order(one: MethodOverlap) -> tuple[float, float, MethodName]:
    # Without rounding, the errors of sums would decide between equal differences.
    return -round(one.difference, _DIGITS), -one.complete, one.method


def _method(method: MethodName, online: Weights, complete: Weights) -> MethodOverlap:
    """Returns the figures of one method, given each path's share of a profile's executions."""
    lacking = {
        path: complete.get(path, 0.0) - online.get(path, 0.0) for path in [*complete, *online]
    }
    most = max(lacking.items(), key=lambda item: abs(item[1]))[0]
    own: float | None = None
    if complete:
        own = overlap(online, complete) if online else 0.0
    return MethodOverlap(
        method,
        overlap=own,
        missing=sum(max(share, 0.0) for share in lacking.values()),
        surplus=sum(max(-share, 0.0) for share in lacking.values()),
        online=sum(online.values()),
        complete=sum(complete.values()),
        online_paths=len(online),
        complete_paths=len(complete),
        both_paths=len(online.keys() & complete.keys()),
        most=PathDifference(most, online.get(most, 0.0), complete.get(most, 0.0)),
    )
