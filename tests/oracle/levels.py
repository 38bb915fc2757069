"""Derives from a trace the structural paths that a program's windows count.

A method has one level for each loop, and a level for the whole method, called the outline. If the
method is irreducible, or if the nodes of a level would form a cycle, the outline is the only level.
A level has a node for each of its own blocks, and one node for each loop inside it. A path of the
level leads from node to node. Each level has a window, which counts the first paths that are
completed while the window is open. At first, only the outline's window is open. A loop's window
opens when the window of the level around the loop ends. A block is identified by its first offset.
Nothing here uses path numbers, registers or probes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from .classfile import MethodCode, read_directory
from .flowgraph import FlowGraph, flow_graph
from .oracle import MethodKey

OUTLINE = -1
_ATHROW = 0xBF

#: A path's level (a header or OUTLINE), start, nodes and end.
LevelPath = tuple[int, str, tuple[int, ...], str]


class Levels:
    """A method's levels, with the blocks of each level, including those of inner loops."""

    def __init__(self, code: MethodCode, graph: FlowGraph) -> None:
        self.code = code
        self.graph = graph
        self.members = {OUTLINE: set(graph.blocks)}
        if not graph.irreducible:
            self.members |= {header: self._body(header) for header in graph.headers}
            if any(self._has_cycle(level) for level in self.members):
                self.members = {OUTLINE: set(graph.blocks)}

    @property
    def is_whole(self) -> bool:
        """Whether the outline is the only level."""
        return len(self.members) == 1

    def around(self, block: int) -> list[int]:
        """Returns the levels that hold a block, the innermost first."""
        found = [level for level, blocks in self.members.items() if block in blocks]
        return sorted(found, key=lambda level: (len(self.members[level]), level == OUTLINE))

    def parent(self, level: int) -> int:
        """Returns the level around a loop's level."""
        return self.around(level)[1]

    def node(self, level: int, block: int) -> int:
        """Returns a level's node for a block.

        The node is the block itself, or the header of the inner loop that contains the block.
        """
        around = self.around(block)
        place = around.index(level)
        return block if place == 0 else around[place - 1]

    def _body(self, header: int) -> set[int]:
        """Returns the header, and all blocks that reach a latch without passing the header."""
        body = {header}
        pending = [source for source, target in self.graph.back_edges if target == header]
        while pending:
            block = pending.pop()
            if block not in body:
                body.add(block)
                pending += [
                    one
                    for one in self.graph.blocks
                    if block in self.graph.ordinary[one] | self.graph.exceptional[one]
                ]
        return body

    def _has_cycle(self, level: int) -> bool:
        """Returns whether a level's nodes form a cycle even without the level's own back edges."""
        left: dict[int, set[int]] = defaultdict(set)
        for source in self.members[level]:
            for target in self.graph.ordinary[source] & self.members[level]:
                ends = self.node(level, source), self.node(level, target)
                own = target == level and (source, target) in self.graph.back_edges
                if ends[0] != ends[1] and not own:
                    left[ends[0]].add(ends[1])
        while leaves := {one for targets in left.values() for one in targets if not left.get(one)}:
            left = defaultdict(
                set, {one: rest for one, targets in left.items() if (rest := targets - leaves)}
            )
        return bool(left)


@dataclass
class Method:
    """A method's windows; a window ends when it has counted ``each`` paths."""

    levels: Levels
    each: float
    open: set[int] = field(default_factory=set)
    ended: set[int] = field(default_factory=set)
    counts: Counter[LevelPath] = field(default_factory=Counter)
    completed: Counter[int] = field(default_factory=Counter)

    def complete(self, path: LevelPath) -> None:
        """Counts a path if its level's window is open.

        If the window ends with this path, the windows of the loops inside the level open.
        """
        level = path[0]
        if level not in self.open:
            return
        self.counts[path] += 1
        self.completed[level] += 1
        if self.completed[level] == self.each:
            self.open.discard(level)
            self.ended.add(level)
            self.open |= {
                one
                for one in self.levels.members
                if one != OUTLINE and self.levels.parent(one) == level and one not in self.ended
            }


class Activation:
    """One activation, and the path that is under way in each level.

    The path is None if none is under way, or if it began while the level's window wasn't open.
    """

    def __init__(self, method: Method) -> None:
        self.method = method
        self.levels = method.levels
        self.paths: dict[int, tuple[str, list[int]] | None] = dict.fromkeys(self.levels.members)
        self.block = 0
        self.bci: int | None = None
        self._begin(OUTLINE, "entry", 0)
        if 0 in self.levels.members:
            self._begin(0, "entry", 0)

    def step(self, kind: str, bci: int) -> None:
        if kind == "H":
            self._dispatch(bci)
            return
        if self.bci is not None and self.bci == self.levels.graph.blocks[self.block]:
            self._take(self.block, bci)
            self.block = bci
        self.bci = bci
        instruction = self.levels.code.instructions[bci]
        if instruction.exits:
            around = self.levels.around(self.block)
            for level in around[:1] if instruction.opcode == _ATHROW else around:
                self._complete(level, "exit")

    def _take(self, source: int, target: int) -> None:
        back = (source, target) in self.levels.graph.back_edges
        for level in self.levels.around(source):
            path = self.paths[level]
            if back and (self.levels.is_whole or level == target):
                self._complete(level, f"loop {target}")
                self._begin(level, "loop", target)
            elif target not in self.levels.members[level]:
                self._complete(level, f"leave {target}")
            elif path is not None and path[1][-1] != self.levels.node(level, target):
                path[1].append(self.levels.node(level, target))
        if target in self.levels.members and source not in self.levels.members[target]:
            self._begin(target, "entry", target)

    def _dispatch(self, entry: int) -> None:
        own = self.levels.around(entry)[0]
        home = self.levels.parent(own) if own == entry else own
        for level in self.levels.members:
            if home == OUTLINE or (level != OUTLINE and home in self.levels.around(level)):
                self.paths[level] = None
        self._begin(home, "handler", entry)
        if own != home:
            self._begin(own, "handler", entry)
        self.block = entry
        self.bci = None

    def _begin(self, level: int, kind: str, block: int) -> None:
        start = kind if kind == "entry" else f"{kind} {block}"
        is_open = level in self.method.open
        self.paths[level] = (start, [self.levels.node(level, block)]) if is_open else None

    def _complete(self, level: int, end: str) -> None:
        path = self.paths[level]
        if path is not None:
            self.method.complete((level, path[0], tuple(path[1]), end))
            self.paths[level] = None


def windows_of(log: Path, classes: Path, threshold: int) -> dict[MethodKey, Counter[LevelPath]]:
    """Returns what each method's windows count in a traced run of a program with one thread.

    With a threshold of 0, all windows are open from the start, and never end.
    """
    methods: dict[str, MethodKey] = {}
    known: dict[MethodKey, Method] = {}
    activations: dict[int, Activation] = {}
    for key, code in read_directory(classes).items():
        levels = Levels(code, flow_graph(code))
        count = len(levels.members)
        each = max(1, threshold // count) if threshold else float("inf")
        opened = {OUTLINE} if threshold else set(levels.members)
        known[key] = Method(levels, each, opened)
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            kind, *values = line.split()
            if kind == "M":
                methods[values[0]] = (values[1], values[2], values[3])
            elif kind == "E":
                activations[int(values[0])] = Activation(known[methods[values[1]]])
            elif kind in "BH":
                activations[int(values[0])].step(kind, int(values[1]))
    return {key: method.counts for key, method in known.items() if method.counts}
