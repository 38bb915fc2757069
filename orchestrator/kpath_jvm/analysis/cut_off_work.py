"""Computes the most bytecodes that cut-off paths can have executed.

It is known where a cut-off path began (cut_off.py), but not how far it ran. A path crosses no back
edge, so it runs through each block at most once. It has therefore executed at most the bytecodes of
the costliest route from its beginning. All other figures include only the bytecodes of completed
paths. Without this bound, a hot loop whose iterations mostly end with an exception would look cold.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.cut_off import cut_off_by_start
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.uncompleted import UNCOMPLETED, held_back, never_entered
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.consistency import integers

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from kpath_jvm.profile.decoding import PathDecoder
    from kpath_jvm.profile.model import Profile


class CutOffWork(Struct, frozen=True):
    """The most that cut-off paths can have done in some blocks.

    ``paths`` is the number of cut-off paths that may have run through the blocks, and ``bytecodes``
    is the most bytecodes that these paths can have executed there.
    """

    paths: int
    bytecodes: int


class MethodCutOff:
    """A method's cut-off paths, and the most that they can have done."""

    def __init__(self, profile: Profile, method: int) -> None:
        """Takes a method of a profile."""
        self._profile, self._method = profile, method
        self._groups = cut_off_by_start(profile, method)

    def work(self, blocks: Collection[int] | None = None) -> CutOffWork | None:
        """Returns the most that cut-off paths can have done in ``blocks``, by default in all.

        Returns None if the number of the method's cut-off paths isn't known.
        """
        if not self._groups:
            return None if self._groups is None else CutOffWork(0, 0)
        costliest = self._costliest(blocks)
        most = [max(costliest[block] for block in one.starts) for one in self._groups]
        numbers = [one.number for one in self._groups]
        # No block is empty, so a group's cost is 0 only if its paths can't run through the blocks.
        return CutOffWork(
            sum(number for number, cost in zip(numbers, most, strict=True) if cost),
            sum(number * cost for number, cost in zip(numbers, most, strict=True)),
        )

    def uncounted(self, blocks: Collection[int]) -> float:
        """Returns the most bytecodes that uncounted paths can have executed in some blocks.

        The uncounted paths are the cut-off ones and the held-back ones. A held-back path may have
        begun anywhere. The result is infinite if the number of cut-off paths isn't known.
        """
        if never_entered(self._profile, self._method):
            return 0.0
        work = self.work(blocks)
        if work is None:
            return inf
        held = held_back(self._profile, self._method)
        return float(work.bytecodes + (held * max(self._costliest(blocks)) if held else 0))

    def _costliest(self, blocks: Collection[int] | None) -> list[int]:
        """Returns the most bytecodes in ``blocks`` that a path can execute from each block on."""
        code = self._profile.code(self._method)
        sizes = [
            size if blocks is None or block in blocks else 0
            for block, size in enumerate(code.instructions)
        ]
        return costliest_ways(code.decoder, sizes)


def costliest_ways(decoder: PathDecoder, sizes: Sequence[int]) -> list[int]:
    """Returns, for each block, the largest sum of ``sizes`` along any path from that block on.

    ``sizes`` has a number for each block. No number is negative.
    """
    found: dict[int, int] = {}
    is_under_way: set[int] = set()
    for first in range(len(sizes)):
        waiting = [first]
        while waiting:
            block = waiting[-1]
            after = decoder.following(block)
            missing = [] if block in found else [one for one in after if one not in found]
            if missing:
                if block in is_under_way:
                    raise KpathError("the profile is corrupt: its paths hold a cycle; record again")
                is_under_way.add(block)
                waiting += missing
                continue
            waiting.pop()
            found[block] = sizes[block] + max((found[one] for one in after), default=0)
    return [found[block] for block in range(len(sizes))]


class LoopCutOff(Struct, frozen=True):
    """The most that cut-off paths can have done in a loop's blocks, without inner loops."""

    method: int
    loop: int
    work: CutOffWork


class AllCutOffWork:
    """The most that all cut-off paths of a profile can have done.

    Methods whose number of cut-off paths isn't known are left out.
    """

    def __init__(self, profile: Profile) -> None:
        """Takes a whole profile."""
        self._profile = profile

    @cached_property
    def by_method(self) -> dict[int, CutOffWork]:
        """The work of each method for which the number of cut-off paths is known and above 0."""
        works = ((method, one.work()) for method, one in self._methods.items())
        return {method: work for method, work in works if work is not None and work.paths}

    @cached_property
    def total(self) -> CutOffWork:
        """The sums over all methods."""
        works = self.by_method.values()
        return CutOffWork(sum(it.paths for it in works), sum(it.bytecodes for it in works))

    @cached_property
    def by_loop(self) -> list[LoopCutOff]:
        """The work in each loop through which cut-off paths may have run, the costliest first."""
        with_loops = frozenset(integers(self._profile.table("loops"), "method").tolist())
        found = [
            LoopCutOff(method, loop, work)
            for method in self.by_method
            if method in with_loops
            for loop, work in self._of_loops(method)
            if work is not None and work.paths
        ]
        return sorted(found, key=lambda it: (-it.work.bytecodes, it.method, it.loop))

    @cached_property
    def _methods(self) -> dict[int, MethodCutOff]:
        rows = self._profile.method_rows
        counts = np.zeros(len(rows), dtype=np.int64)
        for name in UNCOMPLETED:
            counts += rows.column(name)
        numbers = rows.numbers[counts > 0].tolist()
        return {method: MethodCutOff(self._profile, method) for method in numbers}

    def _of_loops(self, method: int) -> Iterator[tuple[int, CutOffWork | None]]:
        """Yields each loop of a method, with the work in its blocks, without inner loops."""
        row = self._profile.method_rows.row(method)
        innermost = LoopNest(self._profile.code(method), row).innermost
        for loop in range(len(self._profile.code(method).loops)):
            own = frozenset(np.flatnonzero(innermost == loop).tolist())
            yield loop, self._methods[method].work(own)
