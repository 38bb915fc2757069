"""Estimates the cost of the calls in a branch's test, as far as callers were recorded.

How often each call entered a method is counted exactly. What the method costs is only known for all
its entries together. So each entry is taken to cost the average of the method's entries, including
what the method calls in turn. gprof makes the same assumption (Graham, Kessler and McKusick,
"gprof: a Call Graph Execution Profiler", 1982). The counts are exact, but the costs are estimates.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct

from kpath_jvm.analysis.callers import Callers, Name
from kpath_jvm.profile.metadata import UNTOLD
from kpath_jvm.records.callers import OUTSIDE
from kpath_jvm.source.java_text import without_strings

if TYPE_CHECKING:
    from kpath_jvm.profile.code import MethodCode
    from kpath_jvm.profile.forest import Int64Array
    from kpath_jvm.profile.metadata import Decision
    from kpath_jvm.profile.model import Profile

#: The numbers of bytes of the shortest call instruction and of the longest instruction in a test.
_SHORTEST_CALL, _LONGEST = 3, 5
#: In each round, costs are passed on from methods to their callers. _MOST_ROUNDS is the largest
#: number of rounds. A cost has converged if it grew by at most the share _CONVERGED in the last
#: round.
_MOST_ROUNDS, _CONVERGED = 5000, 1e-6
_CALL = re.compile(r"(\w+)\(")


class CallsOfTest(Struct, frozen=True):
    """What a branch's test calls.

    ``may_call`` says that the test's text names a call, or that a part of the text isn't known.
    ``each`` is an estimate of the bytecodes that these calls execute in recorded methods, per
    execution of the test; it is None if there is no estimate.
    """

    may_call: bool
    each: float | None


class CalledCosts:
    """The costs of what a profile's methods call, in executed bytecodes of recorded methods."""

    def __init__(self, profile: Profile, of_methods: Int64Array) -> None:
        """Takes a whole profile, and the bytecodes of each method, by method number."""
        self._profile = profile
        self._of_methods = of_methods

    def of_test(self, method: int, code: MethodCode, decision: Decision, total: int) -> CallsOfTest:
        """Returns what a branch's test calls; ``total`` is how often the test was executed."""
        texts = [without_strings(text) for text in decision.operands]
        names = {name for text in texts for name in _CALL.findall(text)}
        may_call = bool(names) or any(UNTOLD in text for text in texts)
        if not may_call:
            return CallsOfTest(False, 0.0)
        return CallsOfTest(may_call, self._each(method, code, decision, names, total))

    def offsets(self, method: int) -> frozenset[int]:
        """Returns the bytecode offsets of a method's calls that entered a recorded method.

        The result is empty if no callers were recorded, or if the method has several versions, so
        that it isn't known which of them made the calls.
        """
        name = self._name(method)
        if self._callers is None or self._callers.method_of(name) != method:
            return frozenset()
        return frozenset(offset for _, offset, _ in self._calls.get(name, ()))

    def _each(
        self, method: int, code: MethodCode, decision: Decision, names: set[str], total: int
    ) -> float | None:
        name = self._name(method)
        if self._callers is None or not total or self._callers.method_of(name) != method:
            return None
        found = 0.0
        for callee, offset, count in self._calls.get(name, ()):
            if not is_in_test(code, decision, offset, callee[1] in names):
                continue
            cost = self._inclusive.get(callee)
            if cost is None or self._leads_to(callee, name):
                return None
            found += count * cost
        return found / total

    def _name(self, method: int) -> Name:
        row = self._profile.method_rows.row(method)
        return row["class"], row["name"], row["descriptor"]

    @cached_property
    def _callers(self) -> Callers | None:
        return Callers.of(self._profile)

    @cached_property
    def _calls(self) -> dict[Name, list[tuple[Name, int, int]]]:
        """The calls of each caller: the called method, the offset and the number of entries."""
        found: dict[Name, list[tuple[Name, int, int]]] = {}
        if self._callers is not None:
            counts = self._callers.counts
            named = [(it.class_name, it.name, it.descriptor) for it in counts.methods]
            for one in counts.entries:
                if one.caller != OUTSIDE:
                    call = (named[one.method], one.offset, one.count)
                    found.setdefault(named[one.caller], []).append(call)
        return found

    @cached_property
    def _entries(self) -> dict[Name, int]:
        """The entries of each method in the run that counted callers."""
        found: dict[Name, int] = {}
        if self._callers is not None:
            counts = self._callers.counts
            named = [(it.class_name, it.name, it.descriptor) for it in counts.methods]
            found = {name: it.untold for name, it in zip(named, counts.methods, strict=True)}
            for one in counts.entries:
                found[named[one.method]] += one.count
        return found

    def _own(self, name: Name) -> float:
        """Returns a method's own bytecodes per entry, without those of called methods."""
        versions = self._profile.method_rows.by_name.get(name, [])
        entries = sum(self._profile.method_rows.row(one)["entries"] for one in versions)
        return float(self._of_methods[versions].sum()) / entries if entries else 0.0

    def _leads_to(self, name: Name, other: Name) -> bool:
        """Returns whether the method ``name`` calls ``other``, directly or through other methods.

        The result is also True if both are the same method.
        """
        found = {name}
        waiting = [name]
        while waiting:
            for callee, _, _ in self._calls.get(waiting.pop(), ()):
                if callee not in found:
                    found.add(callee)
                    waiting.append(callee)
        return other in found

    @cached_property
    def _inclusive(self) -> dict[Name, float]:
        """The average cost of an entry into each method, including what it calls.

        The cost of an entry is the method's own cost plus, for each method that it calls, the
        number of these calls per entry times the called method's cost. If calls are recursive, the
        sum is an infinite series. Methods whose series didn't converge are left out.
        """
        names = list(self._entries)
        place = {name: at for at, name in enumerate(names)}
        calls = [
            (place[caller], place[callee], count / self._entries[caller])
            for caller, some in self._calls.items()
            for callee, _, count in some
            if self._entries[caller]
        ]
        if not calls:
            return {name: self._own(name) for name in names}
        callers, callees = (np.array([one[at] for one in calls], dtype=np.intp) for at in (0, 1))
        ratios = np.array([ratio for *_, ratio in calls])
        own = costs = np.array([self._own(name) for name in names])
        is_open = np.ones(len(names), dtype=bool)
        for _ in range(_MOST_ROUNDS):
            more = own + np.bincount(callers, ratios * costs[callees], minlength=len(names))
            is_open = more - costs > _CONVERGED * more
            costs = more
            if not is_open.any():
                break
        return {names[at]: float(costs[at]) for at in np.flatnonzero(~is_open).tolist()}


def is_in_test(code: MethodCode, decision: Decision, offset: int, is_named: bool) -> bool:
    """Returns whether a call at a bytecode offset belongs to a branch's test.

    A test consists of the last instructions of its block. The number of these instructions is
    known, but their offsets aren't; each has one to five bytes. If that doesn't decide whether the
    call belongs to the test, the call is taken to belong to it if the test's text names the called
    method (``is_named``).
    """
    first, last = code.offsets[decision.block]
    if not first <= offset < last:
        return False
    own = decision.instructions
    if own < 0 or own >= code.instructions[decision.block]:
        return True
    # Bounds on the number of instructions from the call to the branch, including both.
    most = 2 + last - offset - _SHORTEST_CALL
    least = 2 + -(-max(last - offset - _LONGEST, 0) // _LONGEST)
    return most <= own or (least <= own and is_named)
