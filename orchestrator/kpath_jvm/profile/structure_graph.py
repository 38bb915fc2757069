"""A structure graph of structural path profiling, as methods.jsonl has it (methods.md)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import msgspec

#: The header of the outline, which is no loop.
OUTLINE = -1

_Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]

#: Kinds of steps that end a path; the others lead to a node of the same graph.
_ENDS = ("exit", "leave", "loop", "none")


@dataclass(frozen=True)
class StructuralPath:
    """A path of a structure graph: nodes are blocks, or headers of the loops inside.

    ``kind`` and ``block`` are of its start: ``entry``, ``loop`` or ``handler``; ``end`` is its last
    step: ``exit``, ``leave`` (to the block ``target``), ``loop`` or ``none``.
    """

    kind: str
    block: int
    nodes: tuple[int, ...]
    end: str
    target: int

    @property
    def start_text(self) -> str:
        """The start as profiles have it."""
        return self.kind if self.kind == "entry" else f"{self.kind} {self.block}"

    @property
    def end_text(self) -> str:
        """The end as profiles have it."""
        return f"{self.end} {self.target}" if self.end in ("leave", "loop") else self.end


class StructureGraph(msgspec.Struct, frozen=True, kw_only=True):
    """One level of a method, whose paths are numbered 0 to ``paths`` - 1 by Ball and Larus.

    ``header`` is the loop's, or OUTLINE; ``parent`` the place of the graph around, or -1.
    ``starts``: kind, block, node and value; ``steps``: node, kind (``edge``, ``exit``, ``leave``,
    ``loop``, ``none``), target and value.
    """

    header: Annotated[int, msgspec.Meta(ge=-1, lt=2**31)]
    parent: _Int32
    paths: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    starts: tuple[tuple[str, int, int, _Int32], ...]
    steps: tuple[tuple[int, str, int, _Int32], ...]

    def used_blocks(self) -> Iterator[int]:
        """Returns all blocks that it names."""
        if self.header != OUTLINE:
            yield self.header
        for _, block, node, _ in self.starts:
            yield from (block, node)
        for node, _, target, _ in self.steps:
            yield node
            if target != -1:
                yield target

    def path(self, number: int) -> StructuralPath:
        """Returns the path of a number.

        ValueError for a number that none has, or if the tables are no numbering.
        """
        if not 0 <= number < self.paths:
            raise ValueError("no path of a structure graph")
        start = max((one for one in self.starts if one[3] <= number), key=lambda one: one[3])
        rest = number - start[3]
        node = start[2]
        nodes: list[int] = []
        for _ in range(len(self.steps) + 1):
            nodes.append(node)
            steps = [one for one in self.steps if one[0] == node and one[3] <= rest]
            if not steps:
                break
            _, kind, target, value = max(steps, key=lambda one: one[3])
            rest -= value
            if kind in _ENDS:
                if rest:
                    break
                return StructuralPath(start[0], start[1], tuple(nodes), kind, target)
            node = target
        raise ValueError("the steps of a structure graph are no numbering")
