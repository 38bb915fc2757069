"""Derives a traced program's k-iteration paths from their definition.

An iterated loop is a loop whose paths may have several iterations, up to k.

A window is a path under way. It begins where a path may begin: at the entry of the method or of a
handler, or after a back edge. It ends at an exit, at a back edge of a loop that isn't iterated, or
at the back edge after its k-th iteration of an iterated loop. A window that an exception ends is
lost. When control leaves an iterated loop, only the oldest window goes on. All other windows are
dropped: they began in the loop, and haven't reached their k-th iteration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .classfile import read_directory
from .flowgraph import FlowGraph, flow_graph
from .oracle import BACK_EDGE, MethodKey, MethodProfile, PathWalk, Trace

IteratedPath = tuple[tuple[int, ...], str, str]
"""The first offsets of a path's blocks, and the path's start and end.

The start or end ``loop 12`` stands for a back edge to the header at offset 12.
"""


@dataclass
class Window:
    """A path under way. ``turns`` is the number of the current loop's back edges in the path."""

    start: str
    blocks: list[int]
    turns: int = 0
    #: The iterations in the window. They are numbered within the activation.
    iterations: list[int] = field(default_factory=list)


def iterated_loops(graph: FlowGraph) -> dict[int, set[int]]:
    """Returns the blocks of each loop whose paths may have several iterations, by header.

    Such a loop has one entry and no inner loop. At least one way from the loop's header back to the
    header goes through no exception.
    """
    loops = {}
    for header in graph.headers:
        body = {header}
        pending = [source for source, target in graph.back_edges if target == header]
        while pending:
            block = pending.pop()
            if block not in body:
                body.add(block)
                pending += [one for one, targets in graph.ordinary.items() if block in targets]
        inner = any(
            {source, target} <= body and target != header for source, target in graph.back_edges
        )
        goes_round = any(target in body for target in graph.ordinary[header])
        if goes_round and not inner and (header == 0 or 0 not in body):
            loops[header] = body
    return loops


class IterationWalk(PathWalk):
    """Counts the windows of one activation."""

    def prepare(self, loops: dict[int, set[int]], k: Callable[[int], int]) -> None:
        """Sets the loops' blocks, and the highest number of iterations in a path, by header."""
        self.bodies = [(body, k(header)) for header, body in loops.items() if k(header) > 1]
        self.open: list[Window] = []
        self.found: Counter[IteratedPath] = Counter()
        self.iterations = 0
        self.in_paths: set[int] = set()

    def _end(self, window: Window, end: str) -> None:
        self.found[tuple(window.blocks), window.start, end] += 1
        self.in_paths.update(window.iterations)

    def _begin(self, start: str, block: int) -> None:
        super()._begin(start, block)
        if start == "entry":
            self.open = [Window(start, [block])]
        elif start == "handler":
            self.open = [Window(f"handler {block}", [block])]

    def _complete(self, end: str) -> None:
        super()._complete(end)
        if end == "exit":
            self._end(self.open[0], end)

    def _transfer(self, source: int, target: int) -> None:
        super()._transfer(source, target)
        k = [times for body, times in self.bodies if {source, target} <= body]
        if not k:
            del self.open[1:]
            self.open[0].turns = 0
        if (source, target) in self.graph.back_edges:
            for window in self.open:
                window.turns += 1
                window.iterations += [self.iterations] if k else []
            self.iterations += bool(k)
            if not k or self.open[0].turns == k[0]:
                self._end(self.open.pop(0), f"loop {target}")
            self.open.append(Window(f"loop {target}", []))
        for window in self.open:
            window.blocks.append(target)


def static_path_count(graph: FlowGraph, k: int, limit: int) -> int:
    """Returns the number of k-iteration paths in a method's graph; counting stops at ``limit``.

    The paths are followed one by one.
    """
    bodies = iterated_loops(graph) if k > 1 else {}
    starts = [("entry", 0), *(("handler", block) for block in sorted(graph.handler_entries))]
    starts += [("loop", block) for block in sorted(graph.headers)]
    count = 0
    for start, first in starts:
        # Each item stands for the beginning of a path: the latest block, how many back edges of
        # this block's loop the path has, and whether the path began after such an edge and is
        # still in the loop.
        pending = [(first, 0, start == "loop" and first in bodies)]
        while pending and count < limit:
            block, turns, is_bound = pending.pop()
            last = turns == k - 1
            if not graph.ordinary[block]:
                count += last or not is_bound
            for target in graph.ordinary[block]:
                together = any({block, target} <= body for body in bodies.values())
                is_back = (block, target) in graph.back_edges
                if not together and is_bound and not last:
                    continue
                if is_back and (not together or last):
                    count += 1
                elif together:
                    pending.append((target, turns + is_back, is_bound))
                else:
                    pending.append((target, 0, False))
    return count


def iteration_profile(
    trace: Trace, classes: Path, k: Mapping[MethodKey, Callable[[int], int]]
) -> dict[MethodKey, Counter[IteratedPath]]:
    """Returns how often each path of a traced run occurred.

    ``k`` gives the highest number of iterations in a path, by method and loop header.
    """
    return {key: paths for key, (paths, _) in _walked(trace, classes, k).items() if paths}


def iterations_cut_off(
    trace: Trace, classes: Path, k: Mapping[MethodKey, Callable[[int], int]]
) -> dict[MethodKey, int]:
    """Returns how many iterations of iterated loops are in no path, by method."""
    return {key: count for key, (_, count) in _walked(trace, classes, k).items() if count}


def _walked(
    trace: Trace, classes: Path, k: Mapping[MethodKey, Callable[[int], int]]
) -> dict[MethodKey, tuple[Counter[IteratedPath], int]]:
    codes = read_directory(classes)
    graphs: dict[MethodKey, FlowGraph] = {}
    found: dict[MethodKey, tuple[Counter[IteratedPath], int]] = {}
    for activation in trace.activations:
        key = activation.method
        if key not in graphs:
            graphs[key] = flow_graph(codes[key])
        walk = IterationWalk(codes[key], graphs[key], BACK_EDGE, set(), MethodProfile())
        walk.prepare(iterated_loops(graphs[key]), k.get(key, lambda _: 1))
        walk.walk(activation)
        paths, cut_off = found.get(key, (Counter(), 0))
        paths.update(walk.found)
        found[key] = paths, cut_off + walk.iterations - len(walk.in_paths)
    return found
