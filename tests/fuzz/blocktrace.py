"""Reads the events that a logging twin wrote, and derives the expected profiles from them.

The twin is a copy of the program, and logs the executed blocks (logging_twin.py). The oracle reads
each method's graph from the original class file. A walk over the graph then follows the logged
blocks.
"""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass, field
from pathlib import Path

from oracle.classfile import MethodCode
from oracle.flowgraph import Edge, FlowGraph, flow_graph
from oracle.oracle import LOOP_HEADER, MethodKey, MethodProfile, ProfiledPath, count_windows

from .classwriter import Log
from .logging_twin import HANDLER_MARK

EXIT_STATUS = 7
"""The status of a program that ends by System.exit.

The activations that are active at this exit are unfinished.
"""


class TraceError(Exception):
    """The log contradicts the class file: the fuzzer is wrong, not the product."""


@dataclass
class LoggedMethod:
    """A method of a twin: its graph, and which of its instructions are logged."""

    code: MethodCode
    graph: FlowGraph
    number: int

    @classmethod
    def of(cls, code: MethodCode, number: int) -> LoggedMethod:
        return cls(code, flow_graph(code), number)

    def log(self) -> Log:
        """Returns what to log: the first instruction of each block, and each exit."""
        return Log(self.number, set(self.graph.blocks) | self.exits())

    def exits(self) -> set[int]:
        """Returns the offsets of returns and athrows."""
        lasts = self.graph.blocks.values()
        return {last for last in lasts if self.code.instructions[last].exits}


@dataclass
class ExpectedMethod(MethodProfile):
    """The oracle's profile of a method, and the number of paths that a return or athrow ended."""

    exits: int = 0


@dataclass
class Activation:
    """One activation's events: the offsets of logged instructions.

    The event of an exception's dispatch is the handler's offset plus HANDLER_MARK.
    """

    method: int
    events: list[int] = field(default_factory=list)
    end: str = ""
    """R (returned), X (left by an exception) or U (still active at the end)."""


def read_log(path: Path, methods: list[LoggedMethod], status: int) -> list[Activation]:
    """Returns the activations in the order in which they began."""
    numbers = array("i", path.read_bytes())
    if sys.byteorder == "little":
        numbers.byteswap()
    returns = [
        {at for at in one.exits() if one.code.instructions[at].opcode != 0xBF} for one in methods
    ]
    activations: list[Activation] = []
    active: list[int] = []
    for number, event in zip(numbers[::2], numbers[1::2], strict=True):
        if event < 0:
            activations.append(Activation(-1 - event))
            active.append(number)
            continue
        while active and active[-1] != number:
            activations[active.pop()].end = "X"
        if not active:
            raise TraceError(f"activation {number} is not active")
        one = activations[number]
        one.events.append(event)
        if event in returns[one.method]:
            one.end = "R"
            active.pop()
    for number in active:
        activations[number].end = "U" if status == EXIT_STATUS else "X"
    return activations


class _Walk:
    """Cuts the blocks of a method's activations into paths."""

    def __init__(
        self, method: LoggedMethod, cut: str, cuts: set[Edge], profile: ExpectedMethod
    ) -> None:
        self.method = method
        self.graph = method.graph
        self.loop_edges = self.graph.back_edges
        if cut == LOOP_HEADER:
            self.loop_edges = {
                (source, target)
                for source, targets in self.graph.ordinary.items()
                for target in targets & self.graph.headers
            }
        self.cuts = cuts
        self.profile = profile
        self.exits = method.exits()
        self.blocks: list[int] = []
        self.start = ""
        self.runs: list[list[ProfiledPath]] = []
        self.left = False

    def walk(self, activation: Activation) -> list[list[ProfiledPath]]:
        """Returns the activation's unbroken sequences of complete paths."""
        profile = self.profile
        profile.entries += 1
        self.runs = [[]]
        self.left = False
        self._begin("entry", 0)
        for position, event in enumerate(activation.events):
            if event >= HANDLER_MARK:
                self._dispatch(event - HANDLER_MARK)
            else:
                self._reach(event, first=position == 0)
        if activation.end == "U":
            profile.unfinished += bool(self.blocks)
        elif activation.end == "X":
            profile.abandoned += bool(self.blocks)
        elif self.blocks:
            raise TraceError(f"{self.method.code.key} returned within a path")
        return self.runs

    def _begin(self, start: str, block: int) -> None:
        self.start = start
        self.blocks = [block]
        self.fresh = True

    def _complete(self, end: str) -> None:
        blocks = tuple((first, self.graph.blocks[first]) for first in self.blocks)
        self.runs[-1].append((blocks, self.start, end))
        self.profile.complete += 1
        self.blocks = []

    def _dispatch(self, entry: int) -> None:
        self.profile.handlers += 1
        self.profile.abandoned += bool(self.blocks)
        if entry not in self.graph.handler_entries:
            raise TraceError(f"{self.method.code.key}: {entry} is no handler")
        self.runs.append([])
        self._begin("handler", entry)

    def _reach(self, offset: int, first: bool) -> None:
        if offset in self.graph.blocks:
            self._reach_block(offset, first)
        if offset in self.exits:
            if not self.blocks or self.graph.blocks[self.blocks[-1]] != offset:
                raise TraceError(f"{self.method.code.key}: exit at {offset} from {self.blocks}")
            self.profile.exits += 1
            self._complete("exit")

    def _reach_block(self, block: int, first: bool) -> None:
        if not self.blocks:
            raise TraceError(f"{self.method.code.key}: {block} after an exit")
        if self.fresh:
            self.fresh = False
            if self.blocks != [block] or (first and block != 0):
                raise TraceError(f"{self.method.code.key}: {block}, {self.blocks} expected")
            return
        source = self.blocks[-1]
        if block not in self.graph.ordinary[source]:
            raise TraceError(f"{self.method.code.key}: no edge from {source} to {block}")
        if (source, block) in self.loop_edges:
            self.profile.back_edges += 1
            self._complete("loop")
            self._begin("loop", block)
        elif (source, block) in self.cuts:
            self.profile.cuts += 1
            self._complete("cut")
            self._begin("cut", block)
        else:
            self.blocks.append(block)
        self.fresh = False


def expected_profiles(
    methods: list[LoggedMethod],
    activations: list[Activation],
    k: int,
    cut: str,
    cuts: dict[MethodKey, set[Edge]],
) -> dict[MethodKey, ExpectedMethod]:
    """Returns the expected profile of each method that was entered."""
    profiles: dict[MethodKey, ExpectedMethod] = {}
    walks: dict[int, _Walk] = {}
    for activation in activations:
        number = activation.method
        if number not in walks:
            method = methods[number]
            key = method.code.key
            profiles[key] = ExpectedMethod(irreducible=method.graph.irreducible)
            walks[number] = _Walk(method, cut, cuts.get(key, set()), profiles[key])
        walk = walks[number]
        for run in walk.walk(activation):
            walk.profile.ngrams.update(count_windows(run, k))
    for key, profile in profiles.items():
        profile.check(key)
    return profiles
