"""Computes confidence intervals for shares in a sampled profile, from the profile's bursts."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.of_loops.executed import executed_paths
from kpath_jvm.analysis.of_loops.loop_costs import loop_costs
from kpath_jvm.analysis.sampled.bootstrap import Resampling, ShareInterval
from kpath_jvm.profile.identity.methods import Loaders, MethodName, versions_of
from kpath_jvm.profile.model import Profile

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


#: The key by which a method of the whole profile is found in a burst: the method's name and the
#: digest of its class file.
_Key: TypeAlias = tuple[MethodName, str]


def _keys(profile: Profile) -> list[_Key]:
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    return [(one.named, one.digest) for one in versions]


class _Unit(Struct, frozen=True):
    """One burst.

    ``methods`` has the numbers of the burst's methods. ``loops`` has the cost of each loop, by its
    method's number and its place in MethodCode.loops.
    """

    profile: Profile
    total: int
    methods: dict[_Key, list[int]]
    loops: dict[tuple[int, int], int]

    @classmethod
    def of(cls, profile: Profile) -> _Unit:
        methods: dict[_Key, list[int]] = {}
        numbers = profile.method_rows.numbers.tolist()
        for number, key in zip(numbers, _keys(profile), strict=True):
            methods.setdefault(key, []).append(number)
        costs = loop_costs(profile)
        places = zip(costs.methods.tolist(), costs.numbers.tolist(), strict=True)
        loops = dict(zip(places, costs.costs.tolist(), strict=True))
        return cls(profile, Costs(profile).total, methods, loops)

    def loop_cost(self, key: _Key, loop: int) -> int:
        return sum(self.loops.get((method, loop), 0) for method in self.methods.get(key, ()))

    def completions(self, key: _Key, paths: Collection[int]) -> int:
        wanted = np.fromiter(paths, dtype=np.int64)
        found = 0
        for method in self.methods.get(key, ()):
            forest = self.profile.method_forest(method)
            is_wanted = (forest.depths == 1) & np.isin(forest.paths, wanted)
            found += int(forest.counts[is_wanted].sum())
        return found

    def count(self, key: _Key, paths: Sequence[int]) -> int:
        methods = self.methods.get(key, ())
        return sum(self.profile.method_forest(method).count_of(paths) for method in methods)


class SampledShares:
    """Confidence intervals for shares in a sampled profile."""

    def __init__(self, profile: Profile) -> None:
        """Takes a sampled profile; the versions of its methods may be merged.

        There are intervals only if the profile's directory has the profiles of the bursts.
        """
        sampling = profile.run.sampling
        assert sampling is not None
        self._profile = profile
        self._places = [burst.place for burst in sampling.bursts if burst.place is not None]
        self._resampling = Resampling(len(self._places), sampling.seed)

    @cached_property
    def _units(self) -> list[_Unit]:
        places = [self._profile.path / place for place in self._places]
        if not all(place.is_dir() for place in places):
            # This profile is a copy that was made without the bursts.
            return []
        return [_Unit.of(Profile.open(place)) for place in places]

    @property
    def units(self) -> int:
        """The number of bursts that the intervals are based on."""
        return len(self._units)

    def of_loop(self, method: int, loop: int) -> ShareInterval | None:
        """Returns the interval of a loop's share of all bytecodes.

        The result is None with too few bursts, or if several class loaders have the method.
        """
        key = self._key(method)
        if self._is_one_of_several(key):
            return None
        costs = np.array([one.loop_cost(key, loop) for one in self._units], dtype=float)
        totals = np.array([one.total for one in self._units], dtype=float)
        return self._resampling.of_ratio(costs, totals) if len(totals) else None

    def of_sequence(
        self, method: int, loop: int, paths: Sequence[int], period: int
    ) -> ShareInterval | None:
        """Returns the interval of the share of a loop's path completions that a sequence covers.

        Each occurrence of the sequence covers ``period`` completions. The result is None in the
        same cases as for ``of_loop``.
        """
        key, members = self._key(method), self._members(method, loop)
        if self._is_one_of_several(key):
            return None
        covered = [one.count(key, paths) * period for one in self._units]
        all_of_it = [one.completions(key, members) for one in self._units]
        if not all_of_it:
            return None
        return self._resampling.of_ratio(
            np.array(covered, dtype=float), np.array(all_of_it, dtype=float)
        )

    def _key(self, method: int) -> _Key:
        return self._own[method]

    def _is_one_of_several(self, key: _Key) -> bool:
        """Returns whether methods of several class loaders share the key."""
        return self._times[key] > 1

    @cached_property
    def _own(self) -> dict[int, _Key]:
        numbers = self._profile.method_rows.numbers.tolist()
        return dict(zip(numbers, _keys(self._profile), strict=True))

    @cached_property
    def _times(self) -> Counter[_Key]:
        return Counter(self._own.values())

    def _members(self, method: int, loop: int) -> list[int]:
        """Returns the executed paths that run through any of a loop's blocks."""
        nest = LoopNest(self._profile.code(method), self._profile.method_rows.row(method))
        paths = executed_paths(self._profile, method)
        found: list[int] = paths.numbers[paths.through(nest.holds[loop])].tolist()
        return found
