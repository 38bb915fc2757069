"""Derives a traced program's overlapping paths across calls from their definition.

A call counts if all of the following hold:

- The callee's frame is right above the caller's.
- The caller's latest instruction names a method with the callee's name and descriptor.
- The callee returned.
- The caller completed the path that contains the call.

Hidden classes need one more condition, because nobody can see which methods a hidden class
declares. If the receiver's class is hidden and inherits the called method, the call counts only if
the receiver's class has no influence on which method is called, as with a private method.

A path of type I is the caller's path up to the call, followed by the callee's first path, if that
path was completed. A path of type II is the callee's last path, followed by the caller's path from
the call on. The second part ends at its (k+1)-th predicate, where k is the degree, or earlier if
the Ball-Larus path ends earlier. Predicates are blocks with several successors, and blocks after
which a path may end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from .classfile import INVOKESPECIAL, INVOKESTATIC, MethodCode, read_directory
from .flowgraph import Edge, FlowGraph, flow_graph
from .oracle import BACK_EDGE, LOOP_HEADER, Activation, MethodKey, MethodProfile, PathWalk, Trace

#: Matches the name of a hidden class. No loader knows the class by this name.
HIDDEN = re.compile(r"[/.]0x[0-9a-f]+$")

_Blocks = tuple[int, ...]
#: An overlapping path across a call: its kind, both parts' methods, the first part's start and
#: block offsets, the call's offset, and the second part's block offsets and end.
AcrossCall = tuple[str, MethodKey, MethodKey, str, _Blocks, int, _Blocks, str]
#: How a path starts, and the offsets of its blocks.
_Path = tuple[str, _Blocks]


class CallWalk(PathWalk):
    """Collects one activation's paths, each with its calls."""

    def __init__(
        self,
        code: MethodCode,
        graph: FlowGraph,
        cut: str,
        cuts: set[Edge],
        calls: Mapping[int, list[tuple[int, int]]],
    ) -> None:
        """Takes the calls, each given by its offset and the number of the called activation.

        The key of a call is the number of the caller's events up to and including the call.
        """
        super().__init__(code, graph, cut, cuts, MethodProfile())
        self.calls = calls
        self.in_path: list[tuple[int, int]] = []
        self.done: list[tuple[_Path, list[tuple[int, int]]]] = []
        self.events = 0
        self.first: _Path | None = None
        self.is_first = True

    def step(self, kind: str, bci: int) -> None:
        super().step(kind, bci)
        self.events += 1
        self.in_path += self.calls.get(self.events, [])

    def _begin(self, start: str, block: int) -> None:
        self.in_path = []
        super()._begin(start, block)

    def _complete(self, end: str) -> None:
        path = self.start, tuple(self.blocks)
        self.done.append((path, self.in_path))
        if self.is_first:
            self.first = path
        self.is_first = False
        super()._complete(end)

    def _dispatch(self, entry: int) -> None:
        self.is_first = False
        super()._dispatch(entry)


class _Method:
    def __init__(self, code: MethodCode, cut: str, cuts: set[Edge]) -> None:
        self.code, self.graph, self.cut, self.cuts = code, flow_graph(code), cut, cuts
        ending = {source for source, _ in self.graph.back_edges | cuts}
        if cut == LOOP_HEADER:
            headers = self.graph.headers
            ending |= {one for one, targets in self.graph.ordinary.items() if targets & headers}
        self.predicates = {
            first
            for first, last in self.graph.blocks.items()
            if len(self.graph.ordinary[first]) > 1
            or code.instructions[last].exits
            or first in ending
        }

    def walk(self, activation: Activation, calls: Mapping[int, list[tuple[int, int]]]) -> CallWalk:
        walk = CallWalk(self.code, self.graph, self.cut, self.cuts, calls)
        walk.walk(activation)
        return walk

    def upto(self, blocks: _Blocks, degree: int) -> tuple[_Blocks, str]:
        passed = 0
        for at, block in enumerate(blocks):
            passed += block in self.predicates
            if passed > degree:
                return blocks[: at + 1], "predicate"
        return blocks, "end"


def is_callee(code: MethodCode, bci: int, callee: Activation, is_private: bool) -> bool:
    """Returns whether ``callee`` counts as called by the instruction at ``bci``."""
    if bci not in code.calls:
        return False
    _, name, descriptor = code.calls[bci]
    owner, *of_callee = callee.method
    is_bound = is_private or code.instructions[bci].opcode in (INVOKESPECIAL, INVOKESTATIC)
    is_hidden = HIDDEN.search(callee.receiver) and owner != callee.receiver
    return of_callee == [name, descriptor] and (is_bound or not is_hidden)


def _walked(
    trace: Trace, classes: Path, cut: str, cuts: Mapping[MethodKey, set[Edge]] | None
) -> tuple[dict[MethodKey, _Method], list[CallWalk]]:
    codes = read_directory(classes)
    methods = {
        key: _Method(codes[key], cut, (cuts or {}).get(key, set()))
        for key in {one.method for one in trace.activations}
    }
    calls: dict[int, dict[int, list[tuple[int, int]]]] = {}
    for number, one in enumerate(trace.activations):
        if one.caller is not None and one.caller[1] > 0 and one.end == "R":
            caller = trace.activations[one.caller[0]]
            kind, bci = caller.events[one.caller[1] - 1]
            is_private = codes[one.method].is_private
            if kind == "B" and is_callee(codes[caller.method], bci, one, is_private):
                of_caller = calls.setdefault(one.caller[0], {})
                of_caller.setdefault(one.caller[1], []).append((bci, number))
    return methods, [
        methods[one.method].walk(one, calls.get(number, {}))
        for number, one in enumerate(trace.activations)
    ]


def calls_cut_off(
    trace: Trace,
    classes: Path,
    cut: str = BACK_EDGE,
    cuts: Mapping[MethodKey, set[Edge]] | None = None,
) -> int:
    """Returns the number of calls that returned but are in no completed path of the caller."""
    _, walks = _walked(trace, classes, cut, cuts)
    returned = sum(len(some) for walk in walks for some in walk.calls.values())
    return returned - sum(len(in_path) for walk in walks for _, in_path in walk.done)


def across_calls_of_trace(
    trace: Trace,
    classes: Path,
    degree: int,
    cut: str = BACK_EDGE,
    cuts: Mapping[MethodKey, set[Edge]] | None = None,
) -> Counter[AcrossCall]:
    """Returns the counts of overlapping paths across calls; irreducible methods have none."""
    methods, walks = _walked(trace, classes, cut, cuts)
    found: Counter[AcrossCall] = Counter()
    for one, walk in zip(trace.activations, walks, strict=True):
        caller_code = methods[one.method]
        for (start, blocks), in_path in walk.done:
            for bci, number in in_path:
                callee = trace.activations[number].method
                if caller_code.graph.irreducible or methods[callee].graph.irreducible:
                    continue
                at = max(place for place, block in enumerate(blocks) if block <= bci
                         <= caller_code.graph.blocks[block])  # fmt: skip
                first, last = walks[number].first, walks[number].done[-1][0]
                if first is not None:
                    second = methods[callee].upto(first[1], degree)
                    into = "call", one.method, callee, start, blocks[: at + 1], bci, *second
                    found[into] += 1
                second = caller_code.upto(blocks[at:], degree)
                back = "return", callee, one.method, *last, bci, *second
                found[back] += 1
    return found
