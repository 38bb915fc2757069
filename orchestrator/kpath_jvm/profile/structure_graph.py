"""A structure graph of structural path profiling, as in methods.jsonl (docs/formats/methods.md)."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import Struct

#: The header of the outline, which is the graph of the code outside all loops.
OUTLINE = -1

_Int32 = Annotated[int, msgspec.Meta(ge=-(2**31), lt=2**31)]

#: The kinds of steps that end a path. Other steps lead to a node of the same graph.
_ENDS = ("exit", "leave", "loop", "none")


class StructuralPath(Struct, frozen=True):
    """A path of a structure graph; its nodes are blocks, or headers of inner loops.

    ``kind`` (``entry``, ``loop`` or ``handler``) and ``block`` describe the path's start. ``end``
    is the kind of the last step: ``exit``, ``none``, ``leave`` or ``loop``. A step of the last two
    kinds leads to the block ``target``.
    """

    kind: str
    block: int
    nodes: tuple[int, ...]
    end: str
    target: int

    @property
    def start_text(self) -> str:
        """The start as profiles write it."""
        return self.kind if self.kind == "entry" else f"{self.kind} {self.block}"

    @property
    def end_text(self) -> str:
        """The end as profiles write it."""
        return f"{self.end} {self.target}" if self.end in ("leave", "loop") else self.end


class StructureGraph(msgspec.Struct, frozen=True, kw_only=True):
    """One level of a method: a loop, or the code outside all loops; inner loops are single nodes.

    The level's paths have Ball-Larus numbers from 0 to ``paths`` - 1.

    ``header`` is the loop's header, or OUTLINE. ``parent`` is the index of the graph of the next
    outer level, or -1. A start has a kind, a block, a node and a value. A step has a node, a kind
    (``edge``, ``exit``, ``leave``, ``loop``, ``none``), a target and a value.
    """

    header: Annotated[int, msgspec.Meta(ge=-1, lt=2**31)]
    parent: _Int32
    paths: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    starts: tuple[tuple[str, int, int, _Int32], ...]
    steps: tuple[tuple[int, str, int, _Int32], ...]

    def used_blocks(self) -> Iterator[int]:
        """Yields the header, and all blocks to which the starts and steps refer."""
        if self.header != OUTLINE:
            yield self.header
        for _, block, node, _ in self.starts:
            yield from (block, node)
        for node, _, target, _ in self.steps:
            yield node
            if target != -1:
                yield target

    def path(self, number: int) -> StructuralPath:
        """Returns the path with this number.

        Raises ValueError if no path has this number, or if the starts and steps aren't a valid
        numbering.
        """
        if not 0 <= number < self.paths:
            raise ValueError("not a path of a structure graph")
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
        raise ValueError("the steps of a structure graph aren't a numbering")
