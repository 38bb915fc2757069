"""Estimates the cost of the calls in a branch's test, if callers were recorded.

How often each call entered a method is counted exactly. The method's cost is known only for all
entries together. So each entry is taken to cost the average, including what the method calls in
turn, as in gprof (Graham, Kessler and McKusick, "gprof: a Call Graph Execution Profiler", 1982).
"""

from __future__ import annotations

import re
from collections import Counter
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

#: The bytes of the shortest call instruction and of the longest instruction in a test.
_SHORTEST_CALL, _LONGEST = 3, 5
#: In each of at most _MOST_ROUNDS rounds, costs are passed on from methods to their callers. A cost
#: has converged if it grew by at most the share _CONVERGED in the last round.
_MOST_ROUNDS, _CONVERGED = 5000, 1e-6
#: A call in a test's text: the class of a static method, and the name of the called method. After a
#: dot, a name with a capital letter isn't a class but a field (OperandReader in Java).
_CALL = re.compile(r"(?:(?<![\w$.])([A-Z][\w$]*)\.)?([\w$]+)\(")
#: The names of invokedynamic instructions in OperandReader's texts. A "lambda" creates a lambda or
#: method reference, but doesn't call it. String concatenation isn't a call in the source.
_LAMBDA, _CONCATENATIONS = "lambda", ("makeConcat", "makeConcatWithConstants")
_CONCATENATION = "string concatenation"
#: A call counts as recorded if recorded methods of its name were entered as often as it was made.
#: The entries come from another run, so the numbers may differ by this share. With fewer entries,
#: some calls went elsewhere. With more, unrecorded code caused some entries.
_DIFFERENCE = 0.01


class CallsOfTest(Struct, frozen=True):
    """What a branch's test calls.

    ``may_call`` says that the test's text names a call, or that a part of the text isn't known.
    ``each`` estimates the bytecodes that these calls execute in recorded methods per execution of
    the test, or is None without an estimate. ``unrecorded`` has the calls that entered unrecorded
    code, at least sometimes; ``each`` lacks the cost of that code. If a part of the text isn't
    known, ``unrecorded`` also has UNTOLD. ``unrecorded`` is None if it isn't known which methods
    the calls entered, for example because callers weren't recorded.
    """

    may_call: bool
    each: float | None
    unrecorded: tuple[str, ...] | None


class CalledCosts:
    """The costs of what a profile's methods call, in executed bytecodes of recorded methods."""

    def __init__(self, profile: Profile, of_methods: Int64Array) -> None:
        """Takes a whole profile, and the bytecodes of each method, by method number."""
        self._profile = profile
        self._of_methods = of_methods

    def of_test(self, method: int, code: MethodCode, decision: Decision, total: int) -> CallsOfTest:
        """Returns what a branch's test calls; ``total`` is how often the test was executed."""
        texts = [without_strings(text) for text in decision.operands]
        named = [
            (owner, name)
            for text in texts
            for owner, name in _CALL.findall(text)
            if owner or name != _LAMBDA
        ]
        is_untold = any(UNTOLD in text for text in texts)
        if not named and not is_untold:
            return CallsOfTest(False, 0.0, ())
        made = self._made(method, code, decision, {name for _, name in named}, total)
        if made is None:
            return CallsOfTest(True, None, None)
        missing = self._missing(named, made, total)
        unrecorded = (*dict.fromkeys(missing), *([UNTOLD] if is_untold else []))
        return CallsOfTest(True, self._each(method, made, total), unrecorded)

    def _missing(
        self, named: list[tuple[str, str]], made: list[tuple[Name, int]], total: int
    ) -> list[str]:
        """Returns a test's calls that didn't enter recorded methods as often as they were made.

        For a static method, ``named`` has the class, and only entries into methods of this class
        count, unless the class inherits the method.
        """
        calls = [(self._declaring(*call), call) for call in named]
        often = Counter(call for call, _ in calls)
        wanted = {call: count * total for call, count in often.items()}
        by_class: Counter[tuple[str, str]] = Counter()
        by_name: Counter[str] = Counter()
        for (class_name, name, _), count in made:
            by_name[name] += count
            by_class[_simple(class_name), name] += count
        for (owner, name), count in wanted.items():
            if owner:
                by_name[name] -= min(by_class[owner, name], count)
        missing = []
        for (owner, name), (written, _) in calls:
            found = by_class[owner, name] if owner else by_name[name]
            if owner and ("", name) in wanted:
                # Further entries into the class came from the calls that name no class.
                found = min(found, wanted[owner, name])
            if abs(found - wanted[owner, name]) > _DIFFERENCE * wanted[owner, name]:
                missing.append(_told(written, name))
        return missing

    def _declaring(self, owner: str, name: str) -> tuple[str, str]:
        """Returns a call, without its class if the class is recorded but inherits the method."""
        methods = self._methods_of.get(owner)
        return ("" if methods is not None and name not in methods else owner), name

    @cached_property
    def _methods_of(self) -> dict[str, set[str]]:
        """The names of the recorded methods of each class, by the class's name in texts."""
        found: dict[str, set[str]] = {}
        for class_name, name, _ in self._profile.method_rows.by_name:
            found.setdefault(_simple(class_name), set()).add(name)
        return found

    def offsets(self, method: int) -> frozenset[int]:
        """Returns the bytecode offsets of a method's calls, as far as they are known.

        Known are those that may lead to recorded code, so all but some calls of the JDK. The result
        is empty if no callers were recorded, or if several versions of the method may have made the
        calls.
        """
        name = self._name(method)
        if self._callers is None or self._callers.method_of(name) != method:
            return frozenset()
        entered = (offset for _, offset, _ in self._calls.get(name, ()))
        return frozenset(entered) | self._offsets.get(name, frozenset())

    def _made(
        self, method: int, code: MethodCode, decision: Decision, names: set[str], total: int
    ) -> list[tuple[Name, int]] | None:
        """Returns the recorded methods that a test's calls entered, with the number of entries.

        The result is None if that isn't known.
        """
        name = self._name(method)
        if self._callers is None or not total or self._callers.method_of(name) != method:
            return None
        return [
            (callee, count)
            for callee, offset, count in self._calls.get(name, ())
            if is_in_test(code, decision, offset, callee[1] in names)
        ]

    def _each(self, method: int, made: list[tuple[Name, int]], total: int) -> float | None:
        name = self._name(method)
        found = 0.0
        for callee, count in made:
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
        """The calls in each method: called method, offset of the call, number of entries."""
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
    def _offsets(self) -> dict[Name, frozenset[int]]:
        counts = None if self._callers is None else self._callers.counts
        return {
            (it.class_name, it.name, it.descriptor): frozenset(it.call_offsets)
            for it in (() if counts is None else counts.methods)
        }

    @cached_property
    def _entries(self) -> dict[Name, int]:
        """The number of entries of each method in the run that counted callers."""
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

        Also returns True if both are the same method.
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

        A method's cost is its own cost plus, for each method that it calls, the calls per entry
        times the cost of the called method. With recursion, the sum is an infinite series. Methods
        whose series didn't converge are left out.
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


def _simple(class_name: str) -> str:
    """Returns a class's name as it appears in texts: without package and outer classes."""
    name = class_name.rpartition("/")[2]
    outer, _, own = name.rpartition("$")
    return own if outer and own else name


def _told(owner: str, name: str) -> str:
    if not owner and name in _CONCATENATIONS:
        return _CONCATENATION
    return f"{owner}.{name}" if owner else name


def is_in_test(code: MethodCode, decision: Decision, offset: int, is_named: bool) -> bool:
    """Returns whether a call at a bytecode offset belongs to a branch's test.

    A test consists of the last instructions of its block. If their number isn't known, all calls in
    the block are taken to belong to the test. The instructions' offsets aren't known; each
    instruction has one to five bytes. If that leaves open whether the call belongs to the test, the
    result is ``is_named``: whether the text names the called method.
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
