"""Derives a traced program's overlapping paths across back edges from their definition.

A path that ends at a back edge is extended by the next blocks whose innermost loop is the back
edge's loop. The extension ends at its (k+1)-th predicate, where k is the degree, or at the next
back edge, or when control leaves these blocks. A predicate is a block with several successors, or a
latch of the loop. The extension is complete once the edge after its last block has been taken,
whatever comes later in the iteration. If an exception or the end of the trace comes before that
edge, the extension is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from .classfile import MethodCode, read_directory
from .flowgraph import Edge, FlowGraph, flow_graph
from .oracle import BACK_EDGE, MethodKey, MethodProfile, PathWalk, ProfiledPath, Trace

#: A path, the offsets of its extension's blocks (empty if the extension is open), and how the
#: extension ended.
Overlap = tuple[ProfiledPath, tuple[int, ...], str]
Degrees = Callable[[MethodKey, int], int]


def loop_blocks(graph: FlowGraph) -> dict[int, set[int]]:
    """Returns the blocks of each loop, by header.

    Each block of a loop reaches a latch without passing the header.
    """
    into: dict[int, set[int]] = {}
    for edges in (graph.ordinary, graph.exceptional):
        for source, targets in edges.items():
            for target in targets:
                into.setdefault(target, set()).add(source)
    found = {}
    for header in graph.headers:
        body, pending = {header}, [one for one, other in graph.back_edges if other == header]
        while pending:
            block = pending.pop()
            if block not in body:
                body.add(block)
                pending += into.get(block, ())
        found[header] = body
    return found


def innermost_headers(graph: FlowGraph) -> dict[int, int]:
    """Returns, for each block in a loop, the header of the block's innermost loop."""
    loops = loop_blocks(graph)
    return {
        block: min(
            (header for header in loops if block in loops[header]),
            key=lambda header: (len(loops[header]), -header),
        )
        for block in set().union(*loops.values())
    }


class OverlapWalk(PathWalk):
    """Extends the paths of one activation."""

    def __init__(
        self, code: MethodCode, graph: FlowGraph, cut: str, cuts: set[Edge], degrees: Degrees,
        overlaps: Counter[Overlap],
    ) -> None:  # fmt: skip
        super().__init__(code, graph, cut, cuts, MethodProfile())
        self.innermost = innermost_headers(graph)
        self.degrees = degrees
        self.overlaps = overlaps
        self.path: ProfiledPath | None = None
        self.extension: list[int] = []

    def _transfer(self, source: int, target: int) -> None:
        is_back = (source, target) in self.graph.back_edges
        is_own = self.innermost.get(source) == self.innermost.get(target)
        if self.path is not None and not is_back and is_own:
            self.extension.append(target)
        else:
            self._finish()
        super()._transfer(source, target)
        if is_back:
            self.path, self.extension = self.runs[-1][-1], [target]

    def _complete(self, end: str) -> None:
        super()._complete(end)
        if end == "exit":
            self._finish()

    def _dispatch(self, entry: int) -> None:
        self.open()
        super()._dispatch(entry)

    def open(self) -> None:
        """Ends the current extension, if there is one, before control leaves its last block."""
        if self.path is not None and self._kept(self.extension[:-1])[1]:
            self._finish()
        if self.path is not None:
            self.overlaps[self.path, (), "open"] += 1
        self.path = None

    def _finish(self) -> None:
        if self.path is None:
            return
        kept, is_full = self._kept(self.extension)
        self.overlaps[self.path, kept, "predicate" if is_full else "end"] += 1
        self.path = None

    def _kept(self, blocks: list[int]) -> tuple[tuple[int, ...], bool]:
        """Returns the blocks up to the (k+1)-th predicate, and whether that predicate exists."""
        header, passed = self.extension[0], 0
        degree = self.degrees(self.code.key, header)
        for count, block in enumerate(blocks, 1):
            is_latch = (block, header) in self.graph.back_edges
            passed += len(self.graph.ordinary[block]) > 1 or is_latch
            if passed > degree:
                return tuple(blocks[:count]), True
        return tuple(blocks), False


def overlaps_of_trace(
    trace: Trace,
    classes: Path,
    degrees: Degrees,
    cut: str = BACK_EDGE,
    cuts: Mapping[MethodKey, set[Edge]] | None = None,
) -> dict[MethodKey, Counter[Overlap]]:
    """Returns the overlapping paths of the methods whose loops all have one entry."""
    codes = read_directory(classes)
    graphs: dict[MethodKey, FlowGraph] = {}
    found: dict[MethodKey, Counter[Overlap]] = {}
    for activation in trace.activations:
        key = activation.method
        if key not in graphs:
            graphs[key] = flow_graph(codes[key])
        if graphs[key].irreducible:
            continue
        given = (cuts or {}).get(key, set())
        overlaps = found.setdefault(key, Counter())
        walk = OverlapWalk(codes[key], graphs[key], cut, given, degrees, overlaps)
        walk.walk(activation)
        walk.open()
    return {key: overlaps for key, overlaps in found.items() if overlaps}
