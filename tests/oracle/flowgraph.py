"""Finds the blocks, edges, dominators and back edges of a method in slow and obvious ways.

A block is identified by the offset of its first instruction. The definitions are those of
docs/glossary.md. Nothing here is clever, so that the code can be checked by reading it.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from .classfile import MethodCode

Edge = tuple[int, int]
Graph = dict[int, set[int]]


@dataclass
class FlowGraph:
    """The control-flow graph of the code that can be reached from offset 0."""

    blocks: dict[int, int]
    """The offset of each block's last instruction, by the offset of the block's first."""
    ordinary: Graph
    exceptional: Graph
    handler_entries: set[int]
    back_edges: set[Edge]
    irreducible: bool

    @property
    def headers(self) -> set[int]:
        return {target for _, target in self.back_edges}


def flow_graph(method: MethodCode) -> FlowGraph:
    leaders = _leaders(method)
    blocks: dict[int, int] = {}
    members: dict[int, list[int]] = {}
    leader = 0
    for bci in sorted(method.instructions):
        if bci in leaders:
            leader = bci
        members.setdefault(leader, []).append(bci)
        blocks[leader] = bci
    ordinary: Graph = {}
    exceptional: Graph = {}
    for first, last in blocks.items():
        end = method.instructions[last]
        ordinary[first] = set(end.targets)
        if end.falls_through and last + end.length in method.instructions:
            ordinary[first].add(last + end.length)
        exceptional[first] = {
            handler.entry
            for handler in method.handlers
            if any(handler.start <= bci < handler.end for bci in members[first])
        }
    reached = _reachable(ordinary, exceptional)
    blocks = {first: blocks[first] for first in reached}
    ordinary = {first: ordinary[first] for first in reached}
    exceptional = {first: exceptional[first] for first in reached}
    entries = {entry for targets in exceptional.values() for entry in targets}
    back, irreducible = _back_edges(ordinary, exceptional, entries)
    return FlowGraph(blocks, ordinary, exceptional, entries, back, irreducible)


def _leaders(method: MethodCode) -> set[int]:
    leaders = {0} | {handler.entry for handler in method.handlers}
    for bci, instruction in method.instructions.items():
        leaders.update(instruction.targets)
        if instruction.ends_block:
            leaders.add(bci + instruction.length)
    return leaders


def _reachable(ordinary: Graph, exceptional: Graph, removed: int | None = None) -> set[int]:
    """Returns the blocks that can be reached from offset 0 without the block ``removed``."""
    reached: set[int] = set()
    pending = [0]
    while pending:
        block = pending.pop()
        if block not in reached and block != removed:
            reached.add(block)
            pending.extend(ordinary[block] | exceptional[block])
    return reached


def dominators(ordinary: Graph, exceptional: Graph) -> Graph:
    """Returns each block's dominators. If a dominator is removed, the block can't be reached."""
    dominated_by: Graph = {block: {block} for block in ordinary}
    for removed in ordinary:
        for block in set(ordinary) - _reachable(ordinary, exceptional, removed):
            dominated_by[block].add(removed)
    return dominated_by


def _back_edges(ordinary: Graph, exceptional: Graph, entries: set[int]) -> tuple[set[Edge], bool]:
    dominated_by = dominators(ordinary, exceptional)
    edges = {(source, target) for source, targets in ordinary.items() for target in targets}
    back = {(source, target) for source, target in edges if target in dominated_by[source]}
    rest: Graph = {block: set() for block in ordinary}
    for source, target in edges - back:
        rest[source].add(target)
    if not _has_cycle(rest):
        return back, False
    return back | _retreating(rest, entries), True


def _has_cycle(graph: Graph) -> bool:
    """Returns whether some blocks remain if blocks without successors are removed repeatedly."""
    left = {block: set(targets) for block, targets in graph.items()}
    while leaves := {block for block, targets in left.items() if not targets}:
        left = {block: targets - leaves for block, targets in left.items() if block not in leaves}
    return bool(left)


def _retreating(graph: Graph, entries: set[int]) -> set[Edge]:
    """Returns the edges that lead to a block on the stack of a depth-first search."""
    visited: set[int] = set()
    way: set[int] = set()
    found: set[Edge] = set()

    def visit(block: int) -> None:
        visited.add(block)
        way.add(block)
        for target in sorted(graph[block]):
            if target in way:
                found.add((block, target))
            elif target not in visited:
                visit(target)
        way.discard(block)

    sys.setrecursionlimit(max(sys.getrecursionlimit(), 4 * len(graph) + 1000))
    for root in (0, *sorted(entries)):
        if root not in visited:
            visit(root)
    return found
