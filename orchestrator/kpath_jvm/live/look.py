"""A look at a recording, and what has been counted since the previous look, loop by loop."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.of_loops.loop_costs import LoopCosts, loop_costs
from kpath_jvm.profile.identity.methods import Loaders, versions_of
from kpath_jvm.records.completeness import Cause

if TYPE_CHECKING:
    from kpath_jvm.control.messages import Status
    from kpath_jvm.profile.forest import Int64Array
    from kpath_jvm.profile.model import Profile

#: A method's key is made of its name, its loader and its class file's digest. A loop's key is made
#: of its method's key and the loop's header.
Key: TypeAlias = tuple[Any, ...]


class Look:
    """A profile at one moment; ``at`` is that moment by the viewer's clock, in seconds.

    ``at`` is None for the profile of a recording that is over. ``resets`` is how often the
    recording had been reset by that moment, and ``status`` is the recording's status at that
    moment.
    """

    def __init__(
        self,
        profile: Profile,
        at: float | None,
        resets: int = 0,
        status: Status | None = None,
    ) -> None:
        self.profile = profile.merged()
        self.at = at
        self.resets = resets
        self.status = status

    @property
    def is_of_two_moments(self) -> bool:
        """Whether the look's counters were read at a later moment than its sequences.

        In that case, each count is a lower bound, and two counts can't be compared.
        """
        return self.profile.completeness.has(Cause.TWO_MOMENTS)

    @cached_property
    def costs(self) -> LoopCosts:
        """The costs of the loops, by the loops' rows in the table ``loops``."""
        return loop_costs(self.profile)

    @cached_property
    def bytecodes(self) -> int:
        """The number of bytecodes that all methods executed."""
        return Costs(self.profile).total

    @cached_property
    def completions(self) -> int:
        """The number of path completions of all methods, streamed or only counted."""
        return int(self.profile.method_rows.completed.sum())

    @cached_property
    def methods(self) -> dict[Key, int]:
        """The numbers of methods, by key."""
        versions = versions_of(self.profile.table("methods"), Loaders.EACH)
        keys = [(one.named, one.loader, one.digest) for one in versions]
        # If two methods have the same key, the first one is taken.
        numbers = self.profile.method_rows.numbers[::-1].tolist()
        return dict(zip(reversed(keys), numbers, strict=True))

    @cached_property
    def _keys(self) -> dict[int, Key]:
        return {number: key for key, number in self.methods.items()}

    def key(self, method: int) -> Key:
        """Returns the key of a method, which is the same in every look.

        If an earlier method has taken that key, the key is made of this method's number instead.
        """
        return self._keys.get(method, (method,))

    @cached_property
    def loop_keys(self) -> list[Key]:
        """The keys of the loops, by the loops' rows in the table ``loops``."""
        headers = self.profile.table("loops").column("header").to_pylist()
        pairs = zip(self.costs.methods.tolist(), headers, strict=True)
        return [(*self.key(method), header) for method, header in pairs]

    @cached_property
    def loops(self) -> dict[Key, int]:
        """The rows of the loops in the table ``loops``, by key."""
        return {key: place for place, key in enumerate(self.loop_keys)}

    def count(self, method: int, paths: tuple[int, ...]) -> int:
        """Returns how often a sequence has occurred; 0 if the profile doesn't have the sequence."""
        return self.profile.method_forest(method).count_of(paths)


@dataclass(frozen=True)
class LookChange:
    """What was counted between two looks that are ``seconds`` apart.

    ``bytecodes`` is the number of bytecodes that all methods executed. ``costs`` has the number of
    bytecodes executed in each loop's own blocks, and ``visits`` the number of times that each
    loop's header was executed. These two arrays are indexed by the loops' rows in the later look.
    """

    seconds: float
    bytecodes: int
    costs: Int64Array
    visits: Int64Array

    def shares(self, look: Look) -> dict[Key, float]:
        """Returns each loop's share of ``bytecodes``, for the loops that executed some."""
        if self.bytecodes <= 0:
            return {}
        costs = self.costs.tolist()
        return {
            key: costs[place] / self.bytecodes
            for key, place in look.loops.items()
            if costs[place] > 0
        }


def changed(before: Look | None, now: Look) -> LookChange | None:
    """Returns what was counted since ``before``; None if that isn't known (after a reset, say)."""
    if before is None or before.resets != now.resets or before.at is None or now.at is None:
        return None
    if now.at <= before.at:
        return None
    costs, visits = now.costs.costs.copy(), now.costs.visits.copy()
    for key, place in now.loops.items():
        earlier = before.loops.get(key)
        if earlier is not None:
            costs[place] -= before.costs.costs[earlier]
            visits[place] -= before.costs.visits[earlier]
    if np.any(costs < 0) or now.bytecodes < before.bytecodes:
        # Only a reset makes counts smaller.
        return None
    return LookChange(now.at - before.at, now.bytecodes - before.bytecodes, costs, visits)
