"""Derives, by brute force, what a traced program's profile must contain.

The tracer's log gives each activation's executed instructions, and class files give the
control-flow graphs. The paths follow from both. For each n up to k, all occurrences of n
consecutive paths in the sequences are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .classfile import RETURNS, MethodCode, read_directory
from .flowgraph import Edge, FlowGraph, flow_graph

MethodKey = tuple[str, str, str]
ProfiledPath = tuple[tuple[tuple[int, int], ...], str, str]
"""Blocks as (first, last) offsets, the kind of start, the kind of end."""
NGrams = Counter[tuple[ProfiledPath, ...]]

BACK_EDGE, LOOP_HEADER = "back-edge", "loop-header"


class OracleError(Exception):
    """The log contradicts the class files or itself: the oracle is wrong, not the product."""


@dataclass
class Activation:
    """One activation as logged.

    ``events`` has ("B", bci) for each executed instruction, and ("H", bci) for each dispatch to a
    handler, in order. ``end`` is R after a return, X if an exception ended the activation, and U if
    the activation didn't end.
    """

    method: MethodKey
    thread: int
    events: list[tuple[str, int]] = field(default_factory=list)
    end: str = ""
    depth: int = 0
    receiver: str = "-"
    #: The caller's number, and the number of events that the caller had before this activation.
    #: None if there is no frame below this activation's, or if that frame's method isn't traced.
    caller: tuple[int, int] | None = None


@dataclass
class Trace:
    """A run of a program under the tracer."""

    activations: list[Activation]
    status: int

    @property
    def instruction_count(self) -> int:
        return sum(kind == "B" for one in self.activations for kind, _ in one.events)


@dataclass
class MethodProfile:
    """What one method did.

    Beginnings and ends of paths are counted separately, so that ``check`` can compare them.
    """

    entries: int = 0
    handlers: int = 0
    back_edges: int = 0
    cuts: int = 0
    complete: int = 0
    abandoned: int = 0
    unfinished: int = 0
    irreducible: bool = False
    ngrams: NGrams = field(default_factory=Counter)

    def check(self, key: MethodKey) -> None:
        """Checks that the counts of paths don't contradict each other."""
        begun = self.entries + self.handlers + self.back_edges + self.cuts
        if begun != self.complete + self.abandoned + self.unfinished:
            raise OracleError(f"{key}: paths begun and ended differ: {self}")
        if self.complete != sum(count for gram, count in self.ngrams.items() if len(gram) == 1):
            raise OracleError(f"{key}: the 1-grams are not the complete paths: {self}")


def read_trace(log: Path) -> Trace:
    """Returns the activations of a tracer's log, in the order in which they began."""
    methods: dict[str, MethodKey] = {}
    activations: list[Activation] = []
    status = None
    active: dict[int, list[int]] = {}
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            kind, *values = line.split()
            if kind == "M":
                methods[values[0]] = (values[1], values[2], values[3])
            elif kind == "E":
                if int(values[0]) != len(activations):
                    raise OracleError(f"activation {values[0]} out of order")
                activations.append(_begun(activations, active, methods[values[1]], values[2:]))
            elif kind in "BH":
                activations[int(values[0])].events.append((kind, int(values[1])))
            elif kind in "RXU":
                one = activations[int(values[0])]
                one.end = kind
                active[one.thread].remove(int(values[0]))
            elif kind == "Z":
                status = int(values[0])
    if status is None or any(not one.end for one in activations):
        raise OracleError(f"{log} is truncated")
    return Trace(activations, status)


def _begun(
    activations: list[Activation], active: dict[int, list[int]], method: MethodKey, rest: list[str]
) -> Activation:
    """Returns a new activation, and notes it as the thread's innermost active one."""
    thread, depth, receiver = int(rest[0]), int(rest[1]), rest[2]
    below = active.setdefault(thread, [])
    caller = None
    if below and activations[below[-1]].depth == depth - 1:
        caller = below[-1], len(activations[below[-1]].events)
    below.append(len(activations))
    return Activation(method, thread, depth=depth, receiver=receiver, caller=caller)


class PathWalk:
    """Cuts one activation's instructions into paths."""

    def __init__(
        self, code: MethodCode, graph: FlowGraph, cut: str, cuts: set[Edge], profile: MethodProfile
    ) -> None:
        self.code = code
        self.graph = graph
        self.loop_edges = graph.back_edges
        if cut == LOOP_HEADER:
            self.loop_edges = {
                (source, target)
                for source, targets in graph.ordinary.items()
                for target in targets & graph.headers
            }
        self.cuts = cuts
        self.profile = profile
        self.runs: list[list[ProfiledPath]] = [[]]
        self.blocks: list[int] = []
        self.start = ""
        self.bci: int | None = None

    def walk(self, activation: Activation) -> list[list[ProfiledPath]]:
        """Returns the activation's sequences; each dispatch to a handler begins another."""
        self.enter()
        for kind, bci in activation.events:
            self.step(kind, bci)
        if activation.end == "U":
            self.profile.unfinished += bool(self.blocks)
        elif activation.end == "X":
            self.profile.abandoned += bool(self.blocks)
        elif self.bci is None or self.code.instructions[self.bci].opcode not in RETURNS:
            raise OracleError(f"{self.code.key} returned at {self.bci}")
        return self.runs

    def enter(self) -> None:
        self.profile.entries += 1
        self._begin("entry", 0)

    def step(self, kind: str, bci: int) -> None:
        """Handles the next event. The paths that it completes are added to ``runs[-1]``."""
        if kind == "H":
            self._dispatch(bci)
        else:
            self._execute(bci)

    def _begin(self, start: str, block: int) -> None:
        self.start = start
        self.blocks = [block]

    def _complete(self, end: str) -> None:
        blocks = tuple((first, self.graph.blocks[first]) for first in self.blocks)
        self.runs[-1].append((blocks, self.start, end))
        self.profile.complete += 1
        self.blocks = []

    def _dispatch(self, entry: int) -> None:
        self.profile.handlers += 1
        # A path that athrow has completed isn't under way any more.
        self.profile.abandoned += bool(self.blocks)
        covered = self.bci is not None and any(
            handler.entry == entry and handler.start <= self.bci < handler.end
            for handler in self.code.handlers
        )
        if not covered:
            raise OracleError(f"{self.code.key}: {entry} is no handler of {self.bci}")
        self.runs.append([])
        self._begin("handler", entry)
        self.bci = None

    def _execute(self, bci: int) -> None:
        if not self.blocks:
            raise OracleError(f"{self.code.key}: {bci} executed after an exit")
        block = self.blocks[-1]
        if self.bci is None:
            if bci != block:
                raise OracleError(f"{self.code.key}: {bci} executed, {block} expected")
        elif self.bci == self.graph.blocks[block]:
            self._transfer(block, bci)
        elif bci != self.bci + self.code.instructions[self.bci].length:
            raise OracleError(f"{self.code.key}: {bci} executed after {self.bci}")
        self.bci = bci
        if self.code.instructions[bci].exits:
            self._complete("exit")

    def _transfer(self, source: int, target: int) -> None:
        if target not in self.graph.ordinary[source]:
            raise OracleError(f"{self.code.key}: no edge from block {source} to {target}")
        if (source, target) in self.loop_edges:
            self.profile.back_edges += 1
            self._complete("loop")
            self._begin("loop", target)
        elif (source, target) in self.cuts:
            self.profile.cuts += 1
            self._complete("cut")
            self._begin("cut", target)
        else:
            self.blocks.append(target)


def count_windows(run: list[ProfiledPath], k: int) -> Iterable[tuple[ProfiledPath, ...]]:
    """Yields every occurrence of an n-gram in one sequence, for n from 1 to k."""
    for n in range(1, k + 1):
        for first in range(len(run) - n + 1):
            yield tuple(run[first : first + n])


def profile_trace(
    trace: Trace,
    classes: Path,
    k: int,
    cut: str = BACK_EDGE,
    cuts: Mapping[MethodKey, set[Edge]] | None = None,
) -> dict[MethodKey, MethodProfile]:
    """Returns the profile of each method in a traced run.

    ``classes`` is the directory of the traced classes, and ``cut`` is the cut mode. ``cuts`` has
    the further cut edges of methods with too many paths. An edge is identified by the first offsets
    of its two blocks.
    """
    codes = read_directory(classes)
    graphs: dict[MethodKey, FlowGraph] = {}
    profiles: dict[MethodKey, MethodProfile] = {}
    for activation in trace.activations:
        key = activation.method
        if key not in profiles:
            graphs[key] = flow_graph(codes[key])
            profiles[key] = MethodProfile(irreducible=graphs[key].irreducible)
        given = (cuts or {}).get(key, set())
        walk = PathWalk(codes[key], graphs[key], cut, given, profiles[key])
        for run in walk.walk(activation):
            profiles[key].ngrams.update(count_windows(run, k))
    for key, profile in profiles.items():
        profile.check(key)
    return profiles
